interface Word {
  text: string;
  from: number;
  to: number;
  /** A question mark, or a sign for about, is next to it. */
  unsure: boolean;
}

/** A line split into words, which are accessed by position. Positions outside the line give the empty text. */
export class LineWords {
  private readonly words: readonly Word[];

  constructor(private readonly line: string) {
    // Signs between words are none of them, except in `+ve`.
    this.words = [...line.matchAll(/(?:\+(?=ve\b))?[^\s,;()[\]{}"“”+|]+/gi)].flatMap(({ 0: text, index }) => {
      if (/^[^\p{L}\d]+$/u.test(text)) return [{ text, from: index, to: index + text.length, unsure: false }];
      const parts = partsOf(text).map(({ from, to }) => wordAt(line, index + from, index + to));
      // `spinal/GA?` is unsure of both.
      const isOpen = SLASHED.test(text.replace(/[?~]+/g, "")) && parts.some(({ unsure }) => unsure);
      return isOpen ? parts.map((part) => ({ ...part, unsure: true })) : parts;
    });
    for (const [at, { text, to }] of this.words.entries()) {
      if (!/^[?~]+$/.test(text)) continue;
      // `spinal ?` and `spinal (?)` are unsure of the spinal, `TKR ? spinal` likewise.
      const other = this.words[/^\s*(?:[,;)\]]|$)/.test(line.slice(to, to + 20)) ? at - 1 : at + 1];
      if (other) other.unsure = true;
    }
  }

  get count(): number {
    return this.words.length;
  }

  /** The words as typed, with the characters between them. */
  typed(at: number, count = 1): string {
    const [first, last] = [this.words[at], this.words[at + count - 1]];
    return first && last ? this.line.slice(first.from, last.to) : "";
  }

  /** The words joined into one, in small letters: `14:05 - 15:30` is `14:05-15:30`. */
  joined(at: number, count = 1): string {
    return this.listed(at, count).join("").toLowerCase();
  }

  /** The words with one space between them. */
  phrase(at: number, count: number): string {
    return this.listed(at, count).join(" ");
  }

  /** True for a dash, a slash or a bullet on its own: it joins words, and is none. */
  isMark(at: number): boolean {
    return /^[-–—/•*=>→]+$/.test(this.words[at]?.text ?? "");
  }

  /** True when a question mark is next to one of the words. */
  isUnsure(at: number, count: number): boolean {
    return this.words.slice(at, at + count).some(({ unsure }) => unsure);
  }

  /** True when a comma, a bracket, a dash or the end of the line follows a word. */
  endsPart(at: number): boolean {
    const [word, next] = [this.words[at], this.words[at + 1]];
    return !word || !next || this.isMark(at + 1) || /[,;()[\]{}+|/]/.test(this.line.slice(word.to, next.from));
  }

  private listed(at: number, count: number): string[] {
    if (at < 0 || at + count > this.words.length) return [];
    return this.words.slice(at, at + count).map(({ text }) => text);
  }
}

/** A word between two places of the line; question marks next to it belong to what was typed, not to its text. */
function wordAt(line: string, from: number, to: number): Word {
  let [first, last] = [from, to];
  while (/[?~]/.test(line[first - 1] ?? "")) first -= 1;
  while (/[.:!?~/]/.test(line[last] ?? "") && /^[.:!/]*[?~]/.test(line.slice(last, last + 9))) last += 1;
  return { text: line.slice(from, to), from: first, to: last, unsure: first < from || last > to };
}

interface Part {
  from: number;
  to: number;
}

/** `F/54/ASA2`, `67F/3/urgent/lap`: the patient before a slash; `M/6/12` is an age of months. */
const PATIENT = /^(?:[fm]\/?\d{1,3}|\d{1,3}\/?[fm])(?=\/(?!(?:7|12|52)(?:\/|$)).)|^\d{1,3}(?=\/(?:asa|ps))/i;
/** `67f3`, `67F2E`, `67fasa3`. */
const WITH_GRADE = /^(\d{2,3}[fmFM]|[1-9][FM](?=[1-5]E?$))(?:[aA][sS][aA])?[1-5][eE]?$/;
/** Not between two figures, or two Roman ones: `L4/5`, `6/12`, `III/IV`. */
const SLASH = /(?<!\d|\b(?:asa|ps)?[iv]{1,3})\/|\/(?!\d|[iv]{1,3}e?(?:$|\/))/i;
const SLASHED = /^[a-z][\w-]+(?:\/[a-z][\w-]+)+$/i;
/** `igel->ETT`, but not `1405->1530`. */
const ARROW = /(?<=[a-z])[-=]*[>→]+(?=[a-z])/i;

/**
 * The parts of a text without spaces: `rsi/ett` is two words, but `L4/5`, `6/12` and `I/O` are one each. Punctuation
 * at the end of a word is left out.
 */
function partsOf(text: string): Part[] {
  return cut(text, { from: 0, to: text.length }, /[?~]+/).flatMap((sure) =>
    cut(text, sure, ARROW).flatMap((part) => {
      const { from } = part;
      const said = text.slice(from, part.to).replace(/[.:!/]+$/, "");
      const to = from + said.length;
      const who = PATIENT.exec(said)?.[0].length ?? 0;
      const short = WITH_GRADE.exec(said)?.[1]?.length ?? 0;
      if (short > 0) {
        return [
          { from, to: from + short },
          { from: from + short, to },
        ];
      }
      if (who > 0) return [{ from, to: from + who }, ...cut(text, { from: from + who + 1, to }, SLASH)];
      const isList = SLASHED.test(said) || (/\/.*\//.test(said) && /[a-z]{3}/i.test(said));
      return isList ? cut(text, { from, to }, SLASH) : [{ from, to }];
    }),
  );
}

/** The parts between the places where a pattern matches. */
function cut(text: string, { from, to }: Part, at: RegExp): Part[] {
  const parts: Part[] = [];
  let start = from;
  for (const piece of text.slice(from, to).split(at)) {
    const begins = text.indexOf(piece, start);
    if (piece !== "") parts.push({ from: begins, to: begins + piece.length });
    start = begins + piece.length;
  }
  return parts;
}

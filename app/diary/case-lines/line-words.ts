interface Word {
  text: string;
  from: number;
  to: number;
}

/** A line split into words, which are accessed by position. Positions outside the line give the empty text. */
export class LineWords {
  private readonly words: readonly Word[];

  constructor(private readonly line: string) {
    this.words = [...line.matchAll(/[^\s,;()+]+/g)].flatMap(({ 0: text, index }) => partsOf(text, index));
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

  private listed(at: number, count: number): string[] {
    if (at < 0 || at + count > this.words.length) return [];
    return this.words.slice(at, at + count).map(({ text }) => text);
  }
}

/**
 * Splits at slashes: `rsi/ett` is two words, but `L4/5`, `6/12` and `I/O` are one each. Punctuation at the end of a
 * word is left out.
 */
function partsOf(text: string, from: number): Word[] {
  const trimmed = text.replace(/[.:!?/]+$/, "") || text;
  // `F/54/ASA2`, `67F/ASA3`, `67/F/3`
  const patient =
    /^((?:[fm]\/)?\d{1,3}(?:\/?[fm])?)\/((?:asa|ps)\w{0,4})$/i.exec(trimmed) ??
    /^([fm]\/?\d{1,3}|\d{1,3}\/?[fm])\/([1-5]e?)$/i.exec(trimmed);
  if (patient) {
    const [, who = "", asa = ""] = patient;
    const behind = from + trimmed.length;
    return [
      { text: who, from, to: from + who.length },
      { text: asa, from: behind - asa.length, to: behind },
    ];
  }
  if (!/^[a-z][\w-]*[a-z](?:\/[a-z][\w-]*[a-z])+$/i.test(trimmed))
    return [{ text: trimmed, from, to: from + trimmed.length }];
  return [...trimmed.matchAll(/[^/]+/g)].map(({ 0: part, index }) => {
    return { text: part, from: from + index, to: from + index + part.length };
  });
}

import type { LineCase, LineField, NamedOption, Question, ReadLine, Understood } from "./line-case";
import type { LineWords } from "./line-words";
import { AFTER_SURGERY, type Meaning, normalPhrase, OF_SURGERY, STANDARD_PHRASES } from "./phrases";

const SIDE = /^(?:bilat|bilateral|bilaterally|both|r|l|rt|lt|left|right|bl|b\/l|ss|single|shot|[tlc]\d\S*)$/;
/** Behind these a femoral vein is meant. */
const OF_VEIN = /^(?:[lr]t?|left|right|vas-?cath|line|aline|cvc)$/;
/** A nerve or a plane, where this follows, is a block: `TAP us`. */
const AS_BLOCK = /^(?:tap|fem(?:oral)?|ax(?:illary)?|pop|saph|pec|fi)$/;
const OF_BLOCK = /^(?:us|usg|u\/s|ns|pns|caths?)$/;
const SPINAL = "211";
/** Of an epidural: what it says of where it was. */
const LEVEL = /^([tl])\d/;
/** The echo in capitals, among small letters: `TOE` is none of a foot. */
const ECHO: Meaning = { field: "procedure", id: "291", check: "Read as the echo" };

/** A line that is being read: what of it is understood so far, and what is not. */
export class LineReading {
  /** Places of words that are no part of the description. */
  private readonly taken = new Set<number>();
  private readonly understood: Understood[] = [];
  private readonly questions: Question[] = [];
  private readonly own: ReadonlyMap<string, Meaning>;
  private readonly hasSmallLetters: boolean;
  readonly said = new Set<LineField>();
  readonly result: LineCase = {
    ...{ age: null, age_unit: "years", gender: null, asa: null, urgency: null, supervision: null },
    ...{ start_minute: null, end_minute: null, airway: [], procedures: [], block_flags: {}, description: "" },
  };
  /** True until a word goes into the description. */
  inHead = true;
  /** Where age and sex end: what stands there is the ASA grade also behind the operation. */
  patientEnd = -1;
  lastBlock: { id: string; end: number } | null = null;
  /** Where an airway device ends: a number there is its size. */
  deviceEnd = -1;

  constructor(
    readonly words: LineWords,
    own: readonly NamedOption[],
  ) {
    this.own = new Map(own.map(({ id, kind, label }) => [normalPhrase(label), { field: kind, id }]));
    this.hasSmallLetters = /[a-z]/.test(words.typed(0, words.count));
  }

  /** A word of the description. A side may stand between a block and what is said of it: `taps bilat us`. */
  passOver(at: number): void {
    this.inHead = false;
    if (this.lastBlock?.end === at && SIDE.test(this.words.joined(at))) this.lastBlock.end = at + 1;
  }

  /** These words are understood, and no part of the description unless they are `kept`. @returns how many they are */
  take(at: number, count: number, field: LineField, check?: string, kept = false): number {
    if (kept) this.inHead = false;
    else for (let each = at; each < at + count; each += 1) this.taken.add(each);
    this.said.add(field);
    this.understood.push({ text: this.words.typed(at, count), field, ...(check ? { check } : {}) });
    return count;
  }

  isTaken(at: number): boolean {
    return this.taken.has(at);
  }

  /** These words stay in the description, with a question. @returns how many they are */
  ask(at: number, count: number, ask: string, endsHead = true): number {
    this.questions.push({ text: this.words.typed(at, count), ask });
    if (endsHead) this.inHead = false;
    return count;
  }

  /** What a phrase stands for at its place, among the words around it. */
  meaning(at: number, count: number): Meaning | undefined {
    const phrase = normalPhrase(this.words.phrase(at, count));
    const [before, behind] = [this.words.joined(at - 1), this.words.joined(at + count)];
    if (phrase === "") return undefined;
    const own = this.own.get(phrase);
    if (own) return own;
    const block = STANDARD_PHRASES.get(`${phrase} block`);
    if (
      block &&
      (this.goesOnWithBlock(at + count) ||
        (AS_BLOCK.test(phrase) && OF_BLOCK.test(behind) && !(phrase.startsWith("fem") && OF_VEIN.test(before))))
    )
      return block;
    if ((behind && OF_SURGERY.get(phrase)?.test(behind)) || AFTER_SURGERY.get(phrase)?.test(before)) return undefined;
    if (/^epi(?:dural)?$/.test(phrase)) {
      const level = (LEVEL.exec(behind) ?? LEVEL.exec(before))?.[1];
      if (level) return { field: "procedure", id: level === "t" ? "213" : "212" };
    }
    const isOpioid = /^(?:dia?)?morph(?:ine)?$/.test(phrase);
    if (isOpioid && this.lastBlock?.id === SPINAL) return { field: "procedure", id: "218" };
    const typed = this.words.phrase(at, count);
    if (this.hasSmallLetters && typed === "TOE") return ECHO;
    // Several of what has capitals, and devices with their size: `RSCs`, `LMA#3`.
    const short = /^(.*[A-Z])s$/.exec(typed)?.[1] ?? /^([a-z-]+)#?\d(?:[.]\d)?$/i.exec(typed)?.[1];
    const found = STANDARD_PHRASES.get(phrase);
    if (found || !short) return found;
    const known = STANDARD_PHRASES.get(normalPhrase(short));
    return known?.field === "airway" || /s$/.test(typed) ? known : undefined;
  }

  /** `fem + sciatic blocks`, `pop + saph us`: both are. */
  private goesOnWithBlock(at: number): boolean {
    const from = /^(?:&|and)$/.test(this.words.joined(at)) ? at + 1 : at;
    return [1, 2, 3, 4].some((count) => {
      const phrase = normalPhrase(this.words.phrase(from, count));
      if (AS_BLOCK.test(phrase)) return OF_BLOCK.test(this.words.joined(from + count));
      return / (?:block|cpb)$/.test(phrase) && STANDARD_PHRASES.get(phrase)?.field === "procedure";
    });
  }

  /** Whether the line names one of the four urgencies, wherever that stands. */
  saysUrgency(): boolean {
    return Array.from({ length: this.words.count }).some((_, at) =>
      [1, 2].some((count) => {
        const found = this.meaning(at, count);
        return found?.field === "urgency" && !found.broad;
      }),
    );
  }

  done(): ReadLine {
    if (this.result.end_minute !== null && this.result.start_minute === null) {
      this.questions.push({ text: "", ask: "When did it start?" });
    }
    return {
      case: { ...this.result, description: this.left() },
      understood: this.understood,
      questions: this.questions,
    };
  }

  /** What nothing took, as it was typed. */
  private left(): string {
    const runs: string[] = [];
    for (let at = 0; at < this.words.count; at += 1) {
      let count = 0;
      while (at + count < this.words.count && !this.taken.has(at + count)) count += 1;
      runs.push(closed(this.words.typed(at, count)));
      at += count;
    }
    const text = runs.filter(Boolean).join(" ").replace(/\s+/g, " ");
    return text.replace(/^[\s,;:/+.-]+|[\s,;:/+-]+$/g, "");
  }
}

/** With the bracket whose other half was cut off: `(L` is `(L)`. */
function closed(text: string): string {
  const [open, close] = [text.lastIndexOf("("), text.indexOf(")")];
  if (open > text.lastIndexOf(")")) return `${text})`;
  return close >= 0 && !text.slice(0, close).includes("(") ? `(${text}` : text;
}

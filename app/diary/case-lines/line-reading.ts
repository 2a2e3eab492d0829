import type { LineCase, LineField, NamedOption, Question, ReadLine, Understood } from "./line-case";
import type { LineWords } from "./line-words";
import { meaningInPlace } from "./meaning-in-place";
import { type Meaning, normalPhrase } from "./phrases";

const SIDE = /^(?:bilat|bilateral|bilaterally|both|r|l|rt|lt|left|right|bl|b\/l|ss|single|shot|[tlc]\d\S*)$/;

/** A line that is being read: what of it is understood so far, and what is not. */
export class LineReading {
  /** Places of words that are no part of the description. */
  private readonly taken = new Set<number>();
  private readonly understood: Understood[] = [];
  private readonly questions: Question[] = [];
  private readonly own: ReadonlyMap<string, Meaning>;
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

  /** What the words stand for, one's own options first. */
  meaning(at: number, count: number): Meaning | undefined {
    const own = this.own.get(normalPhrase(this.words.phrase(at, count)));
    return own ?? meaningInPlace(this.words, at, count, this.lastBlock?.id ?? null);
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

import type { LineCase, LineField, NamedOption, Question, ReadLine, Understood } from "./line-case";
import type { LineWords } from "./line-words";
import { meaningInPlace } from "./meaning-in-place";
import { type Meaning, normalPhrase } from "./phrases";

/** Words that may stand before the age and sex, or between them and the grade. */
const OF_PATIENT =
  /^(?:(?:ex-?|now)?\d\d\/40|now|ex|g\dp\d\S*|p\d\S*|term|neonate|(?:ex-?)?prem|premature|preterm|baby|infant|newborn|toddler|child|pt|patient|known|case|of|an?|is|born|corrected|cga|pma|pca|gest(?:ation)?|twin|triplet|weighs|wt|\d{3,4}g|\d+(?:\.\d+)?kg|#?\d[.)])$/;
/** Dashes and slashes that joined words which were taken. */
const LONE_MARKS = /^[-–—/|•*=>→\s]+$|^(?:[-–—/|•*]+\s+)+|(?:\s+[-–—/|•*=>→]+)+$/g;
/** Punctuation and whole arrows, but no sign of a value: `>30% TBSA`, `-ve`. */
const LEADING_MARKS = /^(?:[\s,;:/=]|[-=]+>+|→|>+(?!\s*\d)|[-+](?!ve\b)|\.(?!\d))+/;
const SIDE =
  /^(?:bilat|bilateral|bilaterally|both|r|l|rt|lt|left|right|bl|b\/l|ss|single|shot|x\d|\d|attempt(?:s|ed)?|tried|[tlc]\d\S*)$/;

/** Before or after words: they are uncertain. */
const UNSURE_BEFORE =
  /^(?:\/[-–]|±|vs|versus|or|query|maybe|perhaps|poss|possible|possibly|prob|probable|probably|likely)$/;
const UNSURE_BEHIND = /^(?:vs|versus|or|tb[cd]|unsure|uncertain)$/;
const IS_IT_RIGHT = "Is this right? If so, add it below";

/** What words say. */
interface Said {
  field: LineField;
  values?: Partial<LineCase>;
  check?: string | undefined;
  /** True when the words stay in the description. */
  kept?: boolean | undefined;
}

interface AskedAbout {
  field?: LineField;
  endsHead?: boolean;
}

/** The state of reading a line: what was understood so far, and what was not. */
export class LineReading {
  /** Positions of words that are not part of the description. */
  private readonly taken = new Set<number>();
  private readonly implied: { options: RegExp; at: number; count: number }[] = [];
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
  /** Position after age and sex: an ASA grade is recognised there even after the operation. */
  patientEnd = -1;
  lastBlock: { id: string; end: number } | null = null;
  /** Position after an airway device: a number there is its size. */
  deviceEnd = -1;
  /** Position after an option that was perhaps not used: one that is joined to it was perhaps not used either. */
  doubtEnd = -1;
  /** Position after the words that said so behind an option: they say nothing of the next. */
  doubtWordEnd = 0;

  constructor(
    readonly words: LineWords,
    own: readonly NamedOption[],
  ) {
    this.own = new Map(own.map(({ id, kind, label }) => [normalPhrase(label), { field: kind, id }]));
  }

  /** Leaves a word in the description. A side may come between a block and its flag: `taps bilat us`. */
  passOver(at: number): void {
    if (this.patientEnd === at && this.words.isMark(at)) this.patientEnd = at + 1;
    if (!this.words.isMark(at) && !OF_PATIENT.test(this.words.joined(at))) this.inHead = false;
    if (this.lastBlock?.end === at && SIDE.test(this.words.joined(at))) this.lastBlock.end = at + 1;
  }

  /**
   * Records what words say, or asks about it if they are uncertain; unless `kept`, they are removed from the
   * description.
   * @returns the number of words
   */
  take(at: number, count: number, { field, values, check, kept }: Said): number {
    this.said.add(field);
    if (this.isUnsure(at, count)) return this.ask(at, count, IS_IT_RIGHT, { field, endsHead: false });
    Object.assign(this.result, values);
    if (kept) this.inHead = false;
    else for (let each = at; each < at + count; each += 1) this.taken.add(each);
    this.understood.push({ text: this.words.typed(at, count), field, ...(check ? { check } : {}) });
    return count;
  }

  isUnsure(at: number, count: number): boolean {
    // In capitals, `OR` is the theatre.
    const [before, behind] = [this.words.phrase(at - 1, 1), this.words.phrase(at + count, 1)];
    return this.words.isUnsure(at, count) || UNSURE_BEFORE.test(before) || UNSURE_BEHIND.test(behind);
  }

  /** Notes words that are left out of the description if the case has one of these options, which says as much. */
  impliedBy(options: RegExp, at: number, count: number): void {
    this.implied.push({ options, at, count });
  }

  isTaken(at: number): boolean {
    return this.taken.has(at);
  }

  /**
   * Leaves words in the description, with a question.
   * @param field what the question is about, if that is known
   * @returns the number of words
   */
  ask(at: number, count: number, ask: string, { field, endsHead = true }: AskedAbout = {}): number {
    this.questions.push({ text: this.words.typed(at, count), ask, ...(field ? { field } : {}) });
    if (endsHead) this.inHead = false;
    return count;
  }

  /** The meaning of words; the user's own options take precedence. */
  meaning(at: number, count: number): Meaning | undefined {
    const own = this.own.get(normalPhrase(this.words.phrase(at, count)));
    return own ?? meaningInPlace(this.words, at, count, this.lastBlock?.id ?? null);
  }

  /** Whether the line names one of the four urgencies anywhere. */
  saysUrgency(): boolean {
    return this.hasMeaning((found) => found.field === "urgency" && !found.broad);
  }

  /**
   * Whether the line says anywhere how urgent an emergency was: urgent, immediate, or the category of a caesarean section,
   * of which the third is one, too.
   */
  saysEmergency(): boolean {
    return this.hasMeaning(
      (found) => found.field === "urgency" && !found.broad && (found.code < 3 || (found.code === 3 && !!found.kept)),
    );
  }

  /** Whether the line names an option anywhere. */
  names(id: string): boolean {
    return this.hasMeaning((found) => "id" in found && found.id === id);
  }

  private hasMeaning(isMeant: (meaning: Meaning) => boolean): boolean {
    return Array.from({ length: this.words.count }).some((_, at) =>
      [1, 2, 3].some((count) => {
        const found = this.meaning(at, count);
        return found !== undefined && isMeant(found);
      }),
    );
  }

  done(): ReadLine {
    const recorded = [...this.result.airway, ...this.result.procedures];
    for (const { options, at, count } of this.implied) {
      if (recorded.some((id) => options.test(id))) this.take(at, count, { field: "anaesthetic" });
    }
    if (this.result.end_minute !== null && this.result.start_minute === null) {
      this.questions.push({ text: "", ask: "When did it start?" });
    }
    return {
      case: { ...this.result, description: this.left() },
      understood: this.understood,
      questions: this.questions,
    };
  }

  /** The words that were not taken, as they were typed. */
  private left(): string {
    const runs: string[] = [];
    for (let at = 0; at < this.words.count; at += 1) {
      let count = 0;
      while (at + count < this.words.count && !this.taken.has(at + count)) count += 1;
      runs.push(closed(this.words.typed(at, count).replace(LONE_MARKS, "")));
      at += count;
    }
    const text = runs.filter(Boolean).join(" ").replace(/\s+/g, " ");
    return text.replace(LEADING_MARKS, "").replace(/[\s,;:/+-]+$/, "");
  }
}

/** Adds a bracket whose counterpart was cut off: `(L` becomes `(L)`. */
function closed(text: string): string {
  const [open, close] = [text.lastIndexOf("("), text.indexOf(")")];
  if (open > text.lastIndexOf(")")) return `${text})`;
  return close >= 0 && !text.slice(0, close).includes("(") ? `(${text}` : text;
}

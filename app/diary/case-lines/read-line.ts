import { BLOCK_IDS } from "../cases/standard-options";
import { type Aged, ageIn, SEXES } from "./ages";
import type { LineCase, LineField, NamedOption, Question, ReadLine, Understood } from "./line-case";
import { LineWords } from "./line-words";
import {
  AFTER_SURGERY,
  BEFORE,
  FLAG_WORDS,
  type Meaning,
  NEURAXIAL,
  NOT,
  normalPhrase,
  OF_NERVES,
  OF_SURGERY,
  STANDARD_PHRASES,
} from "./phrases";
import { timesAt } from "./times";

const MOST_WORDS_OF_A_PHRASE = 5;
const MOST_CHARACTERS = 1_000;
const ASA = /^(?:asa|ps)[-: ]?(?:grade)?([1-9]|i{1,3}|iv|vi?)[-/]?(e)?$/;
const BARE_ASA = /^([1-6]|i{1,3}|iv|v|vi)(e)?$/;
const AFTER_AGE = /^(?:[1-5]e?|i{1,3}e?|ive?|ve?|asa.*|ps[1-6])$/;
/** What is counted: `3 level fusion` is no ASA grade. */
const COUNTED =
  /^(?:level|part|x|stage|vessel|port|toes?|fingers?|cm|mm|teeth|tooth|days?|weeks?|hours?|hrs?|wisdom|rib|ribs|segments?|burr|lead|wires?|screws?|d$|of|and|&|%|-|\/)/;
const LEADS = /^(?:with|w\/|c|sup|supervising|supervised|teaching|\+)$/;
const SIDE = /^(?:bilat|bilateral|both|r|l|rt|lt|left|right)$/;
const OF_THIS_CASE = "Did this apply to this case? If so, add it to the cells";
const ROMANS = ["i", "ii", "iii", "iv", "v", "vi"];

/**
 * Reads a case as an anaesthetist jots it down: `67F 3 urgent lap appendix rsi ett 1405-1530 st5`. A fixed grammar: age,
 * sex and ASA grade stand before the operation, times and whatever has a name stand anywhere, the rest is the
 * description. Whatever could be read in two ways is left in the description with a question. Never throws.
 * @param own the user's own options, which are read by their whole label.
 */
export function readLine(line: string, own: readonly NamedOption[] = []): ReadLine {
  return new Reader(new LineWords(line.slice(0, MOST_CHARACTERS)), own).read();
}

class Reader {
  private readonly own: ReadonlyMap<string, Meaning>;
  /** Places of words that are no part of the description. */
  private readonly taken = new Set<number>();
  private readonly understood: Understood[] = [];
  private readonly questions: Question[] = [];
  private readonly result: LineCase = {
    ...{ age: null, age_unit: "years", gender: null, asa: null, urgency: null, supervision: null },
    ...{ start_minute: null, end_minute: null, airway: [], procedures: [], block_flags: {}, description: "" },
  };
  /** True until a word goes into the description. */
  private inHead = true;
  private readonly said = new Set<LineField>();
  /** Where age and sex end: what stands there is the ASA grade also behind the operation. */
  private patientEnd = -1;
  private lastBlock: { id: string; end: number } | null = null;

  constructor(
    private readonly words: LineWords,
    own: readonly NamedOption[],
  ) {
    this.own = new Map(own.map(({ id, kind, label }) => [normalPhrase(label), { field: kind, id }]));
  }

  read(): ReadLine {
    for (let at = 0; at < this.words.count; ) {
      const count = this.times(at) || this.age(at) || this.sex(at) || this.asa(at) || this.flag(at) || this.phrase(at);
      if (count === 0) this.passOver(at);
      at += count || 1;
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

  /** A word of the description. A side may stand between a block and what is said of it: `taps bilat us`. */
  private passOver(at: number): void {
    this.inHead = false;
    if (this.lastBlock?.end === at && SIDE.test(this.words.joined(at))) this.lastBlock.end = at + 1;
  }

  /** These words are understood, and no part of the description unless they are `kept`. @returns how many they are */
  private take(at: number, count: number, field: LineField, check?: string, kept = false): number {
    if (kept) this.inHead = false;
    else for (let each = at; each < at + count; each += 1) this.taken.add(each);
    this.said.add(field);
    this.understood.push({ text: this.words.typed(at, count), field, ...(check ? { check } : {}) });
    return count;
  }

  /** These words stay in the description, with a question. @returns how many they are */
  private ask(at: number, count: number, ask: string, endsHead = true): number {
    this.questions.push({ text: this.words.typed(at, count), ask });
    if (endsHead) this.inHead = false;
    return count;
  }

  /** What nothing took, as it was typed. */
  private left(): string {
    const runs: string[] = [];
    for (let at = 0; at < this.words.count; at += 1) {
      let count = 0;
      while (at + count < this.words.count && !this.taken.has(at + count)) count += 1;
      runs.push(this.words.typed(at, count));
      at += count;
    }
    const text = runs.filter(Boolean).join(" ").replace(/\s+/g, " ");
    return text.replace(/^[\s,;:/+.-]+|[\s,;:/+-]+$/g, "");
  }

  private times(at: number): number {
    const found = timesAt(this.words, at);
    if (!found) return 0;
    if (found.ask) return this.ask(at, found.count, found.ask);
    const { start_minute, end_minute } = this.result;
    const isStart = found.lone !== undefined && start_minute === null;
    const start = isStart ? found.lone : found.start;
    const end = isStart ? undefined : (found.lone ?? found.end);
    if ((start !== undefined && start_minute !== null) || (end !== undefined && end_minute !== null)) {
      return this.ask(at, found.count, "Two times are given");
    }
    if (start !== undefined) this.result.start_minute = start;
    if (end !== undefined) this.result.end_minute = end;
    return this.take(at, found.count, "times", isStart ? "Read as the start" : undefined);
  }

  private age(at: number): number {
    for (const count of [3, 2, 1]) {
      // `F 24 1` is an age and a grade.
      if (/\d\s+\d/.test(this.words.typed(at, count))) continue;
      const found = ageIn(this.words.joined(at, count), this.words.typed(at + count - 1));
      const isPatient = found && !found.bare && SEXES.has(this.words.joined(at + count));
      if (!found || (!found.anywhere && !this.inHead && !isPatient)) continue;
      if (found.bare && !this.isAge(at, found)) return 0;
      if (found.ask || this.said.has("age")) {
        this.said.add("age");
        return this.ask(at, count, found.ask ?? "Two ages are given", false);
      }
      Object.assign(this.result, { age: found.age, age_unit: found.unit });
      if (found.sex) this.result.gender = found.sex;
      this.patientEnd = at + count;
      const alone = found.bare && !this.goesOnFromAge(at + 1);
      return this.take(at, count, "age", found.check ?? (alone ? "Read as the age" : undefined));
    }
    return 0;
  }

  /** A number by itself is an age where sex, ASA grade or urgency follow, or nobody would write it before an operation. */
  private isAge(at: number, { age }: Aged): boolean {
    if (this.said.has("age")) return false;
    for (let other = at + 1; other < this.words.count; other += 1) {
      if (ageIn(this.words.joined(other), this.words.typed(other))?.anywhere) return false;
    }
    return this.goesOnFromAge(at + 1) || this.meaning(at + 1, 1)?.field === "urgency" || (age ?? 0) >= 16;
  }

  private goesOnFromAge(at: number): boolean {
    const next = this.words.joined(at);
    return SEXES.has(next) || AFTER_AGE.test(next);
  }

  private sex(at: number): number {
    const sex = SEXES.get(this.words.joined(at));
    if (!sex || this.result.gender !== null || !(this.inHead || this.patientEnd === at)) return 0;
    this.result.gender = sex;
    this.patientEnd = at + 1;
    return this.take(at, 1, "gender");
  }

  private asa(at: number): number {
    for (const count of [3, 2, 1]) {
      const said = ASA.exec(this.words.joined(at, count));
      if (said) return this.grade(at, count, said);
    }
    if (!this.said.has("age") || this.said.has("asa")) return 0;
    for (const count of [2, 1]) {
      const bare = BARE_ASA.exec(this.words.joined(at, count));
      // In the midst of an operation only what nothing else is written like.
      if (!this.inHead && this.patientEnd !== at && !/^[1-5]e$/.test(this.words.joined(at))) continue;
      if (!bare || (count === 2 && !bare[2]) || COUNTED.test(this.words.joined(at + count))) continue;
      return this.grade(at, count, bare);
    }
    return 0;
  }

  private grade(at: number, count: number, [, typed = "", emergency]: RegExpExecArray): number {
    const grade = ROMANS.indexOf(typed) + 1 || Number(typed);
    if (this.said.has("asa")) return this.ask(at, count, "Two ASA grades are given", false);
    if (grade > 5) return this.ask(at, count, "ASA grades go from 1 to 5", false);
    this.result.asa = grade;
    if (!emergency || this.result.urgency !== null || this.saysUrgency(at + count)) return this.take(at, count, "asa");
    this.result.urgency = 2;
    return this.take(at, count, "asa", "E stands for an emergency: read as urgent");
  }

  private saysUrgency(from: number): boolean {
    for (let at = from; at < this.words.count; at += 1) {
      if ([1, 2].some((count) => this.meaning(at, count)?.field === "urgency")) return true;
    }
    return false;
  }

  /** `us` behind a block or before one. */
  private flag(at: number): number {
    for (const count of [2, 1]) {
      const flag = FLAG_WORDS.get(normalPhrase(this.words.phrase(at, count)));
      if (!flag) continue;
      const next = this.blockAt(at + count);
      const last = this.lastBlock?.end === at ? this.lastBlock.id : null;
      // Between a spinal and a nerve block the ultrasound was for the second.
      const block = last && next && NEURAXIAL.test(last) && OF_NERVES.includes(flag) ? next : (last ?? next);
      if (!block) continue;
      this.result.block_flags[block] = [...new Set([...(this.result.block_flags[block] ?? []), flag])];
      if (this.lastBlock) this.lastBlock.end = at + count;
      return this.take(at, count, "flags");
    }
    return 0;
  }

  private blockAt(at: number): string | null {
    for (let count = MOST_WORDS_OF_A_PHRASE; count > 0; count -= 1) {
      const found = this.meaning(at, count);
      if (found?.field === "procedure" && BLOCK_IDS.includes(found.id)) return found.id;
    }
    return null;
  }

  private meaning(at: number, count: number): Meaning | undefined {
    const phrase = normalPhrase(this.words.phrase(at, count));
    const [before, behind] = [this.words.joined(at - 1), this.words.joined(at + count)];
    if (phrase === "") return undefined;
    const isSurgery = (behind && OF_SURGERY.get(phrase)?.test(behind)) || AFTER_SURGERY.get(phrase)?.test(before);
    return this.own.get(phrase) ?? (isSurgery ? undefined : STANDARD_PHRASES.get(phrase));
  }

  private phrase(at: number): number {
    // "with ST5", "teaching a med student"
    const lead = !LEADS.test(this.words.joined(at)) ? 0 : this.words.joined(at + 1) === "a" ? 2 : 1;
    for (let count = MOST_WORDS_OF_A_PHRASE; count > 0; count -= 1) {
      const found = this.meaning(at + lead, count);
      if (!found || (lead > 0 && found.field === "urgency")) continue;
      if (found.field !== "urgency" && NOT.test(this.words.joined(at - 1))) return this.leave(count);
      if ("id" in found && BEFORE.test(this.words.joined(at - 1))) return this.ask(at, count, OF_THIS_CASE);
      return this.apply(at, lead + count, found);
    }
    const id = /^#(\d{3})$/.exec(this.words.joined(at))?.[1];
    const coded = id && [...STANDARD_PHRASES.values()].find((meaning) => "id" in meaning && meaning.id === id);
    return coded ? this.apply(at, 1, coded) : 0;
  }

  /** Words of the description. @returns how many they are */
  private leave(count: number): number {
    this.inHead = false;
    return count;
  }

  private apply(at: number, count: number, meaning: Meaning): number {
    if (meaning.field === "unsure") return this.ask(at, count, meaning.ask);
    if (meaning.field === "urgency") {
      if (this.result.urgency !== null && this.result.urgency !== meaning.code) {
        return this.ask(at, count, "Two urgencies are given");
      }
      this.result.urgency = meaning.code;
      return this.take(at, count, "urgency", meaning.check, meaning.kept);
    }
    if (meaning.field === "supervision") {
      if (meaning.ask || this.said.has("supervision"))
        return this.ask(at, count, meaning.ask ?? "Two grades are given");
      this.result.supervision = meaning.code;
      const more = /^(?:sup|supervised|supervising)$/.test(this.words.joined(at + count)) ? 1 : 0;
      return this.take(at, count + more, "supervision");
    }
    const list = meaning.field === "airway" ? this.result.airway : this.result.procedures;
    if (!list.includes(meaning.id)) list.push(meaning.id);
    if (BLOCK_IDS.includes(meaning.id)) this.lastBlock = { id: meaning.id, end: at + count };
    return this.take(at, count, meaning.field, undefined, meaning.kept);
  }
}

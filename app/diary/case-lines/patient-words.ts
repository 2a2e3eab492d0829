import { type Aged, ageIn, ageOfNumbers, OR_SINCE, SEXES } from "./ages";
import { isNewborn } from "./birth-words";
import type { LineReading } from "./line-reading";
import { timesAt } from "./times";

const AFTER_AGE = /^(?:[1-5]e?|i{1,3}e?|ive?|ve?|asa.*|ps[1-6])$/;
/** An age whose number is a word: `seventy year old`. */
const IN_WORDS = /^(?:years?|yrs?|months?|weeks?|days?)old$/;
const ADULT = 16;
/** Below this weight somebody is more likely some months old than years. */
const MIN_KG = 10;
/** A child of that many months weighs more: beside the age born early or not, elsewhere it may be a specimen's. */
const MIN_KG_PER_MONTH = { beside: 0.3, elsewhere: 0.5 };
/** Before a number that is no age: `theatre 3 F 67`. */
const NUMBERED =
  /^(?:day|d|theatre|th|room|bed|bay|slot|case|item|list|no|number|level|stage|grade|type|zone|asa|ps|cat)$/;
/** After a sex and a number: it is the number of these, as in `M 3 days`. */
const UNIT = /^(?:d|days?|w|wks?|weeks?|m|mo|mths?|months?|h|hrs?|hours?)(?:old)?$/;
/** After days, weeks or months: they may count from something else than the birth. */
const SINCE =
  /^(?:post|post-?(?:op|natal|partum|delivery)\w*|after|since|hx|history|ago|follow|follow-?up|fu|f\/u|review|later|duration)$/;
const TWO_AGES = "Two ages are given";

/** `20m` outside the head, without another age. */
const MINUTES_OR_AGE = /^\d{1,3} ?m$/;
const OR_MINUTES = "The age, or minutes? Write 9mo, 9M or 9min";

export function readAge(reading: LineReading, at: number): number {
  const { words, said } = reading;
  if (!said.has("age") && IN_WORDS.test(words.joined(at, 2))) {
    said.add("age");
    reading.patientEnd = at + 2;
    return reading.ask(at, 2, "How old? Write the age in figures", { field: "age" });
  }
  if (/^\d+$/.test(words.joined(at)) && NUMBERED.test(words.joined(at - 1))) return 0;
  for (const count of [5, 4, 3, 2, 1]) {
    // `F 24 1` is an age and a grade.
    const found = /\d \d/.test(words.phrase(at, count))
      ? ageOfNumbers(words.phrase(at, count))
      : (ageIn(words.joined(at, count), words.phrase(at + count - 1, 1)) ?? dayOfLife(reading, at, count));
    const isPatient = found && !found.bare && SEXES.has(words.joined(at + count));
    // `appendix 20m in 0915`
    if (!said.has("age") && !reading.inHead && !isPatient && mayBeMinutes(reading, at, count, found)) {
      if (saysAge(reading, at + count)) return 0;
      said.add("age");
      return reading.ask(at, count, OR_MINUTES, { field: "age" });
    }
    if (!found || (!found.anywhere && !reading.inHead && !isPatient)) continue;
    if (found.bare && !isAge(reading, at, found)) return 0;
    // `M 3 days`, `day 3 F 67`: the number belongs to what follows.
    const behind = words.joined(at + count);
    if (count === 2 && SEXES.has(words.joined(at)) && UNIT.test(behind)) continue;
    if (/^d/.test(words.joined(at)) && /^\d{1,3}$/.test(behind)) continue;
    const isSince = SINCE.test(behind) || found.ask === OR_SINCE;
    const isSpan = isTimeSpan(words.joined(at, count), found);
    // `7-day washout 55M`, `67F 3 days post laparotomy`
    const isNoAge = isSince && (isSpan || found.sex === null);
    if (isNoAge && (said.has("age") || saysAge(reading, at + count))) return 0;
    // `6 week old fracture 55M`: the other is the age.
    if (isSpan && !found.bare && !said.has("age") && saysAge(reading, at + count)) {
      return reading.ask(at, count, TWO_AGES, { field: "age", endsHead: false });
    }
    // `67F 2/7 post laparotomy`, `31F 28 weeks pregnant`, `67F 3 D mapping`
    if (said.has("age") && /\/(?:7|12|52)$|^\d+[ -]?w(?:ks?|eeks?)?$|^\d ?D$/i.test(words.phrase(at, count))) return 0;
    if (found.ask || said.has("age") || (isSince && isSpan)) {
      const ask = found.ask ?? (said.has("age") ? TWO_AGES : OR_SINCE);
      said.add("age");
      return reading.ask(at, count, ask, { field: "age", endsHead: false });
    }
    const values = { age: found.age, age_unit: found.unit, ...(found.sex ? { gender: found.sex } : {}) };
    reading.patientEnd = at + count;
    const alone = found.bare && !goesOnFromAge(words.joined(at + 1));
    const light = isTooLight(reading, found, at, at + count) ? `Read as ${found.age} years` : undefined;
    return reading.take(at, count, {
      ...{ field: "age", values, check: found.check ?? light ?? (alone ? "Read as the age" : undefined) },
    });
  }
  return 0;
}

/**
 * A bare number is an age if a sex, ASA grade or urgency follows, or if it is 16 or more, as few numbers before an
 * operation are. False if the line gives another age that is certain.
 */
function isAge(reading: LineReading, at: number, { age }: Aged): boolean {
  const { words } = reading;
  if (reading.said.has("age") || saysAge(reading, at + 1)) return false;
  const isBefore = goesOnFromAge(words.joined(at + 1)) || reading.meaning(at + 1, 1)?.field === "urgency";
  return isBefore || (age ?? 0) >= ADULT;
}

/** Whether an age that is certain follows anywhere: `67F`, `F 34`. */
function saysAge({ words }: LineReading, from: number): boolean {
  for (let other = from; other < words.count; other += 1) {
    if ([1, 2].some((count) => ageIn(words.joined(other, count), words.phrase(other + count - 1, 1))?.anywhere)) {
      return true;
    }
  }
  return false;
}

/** True for `20m`, and for `90m` before a time alone. */
function mayBeMinutes({ words }: LineReading, at: number, count: number, found: Aged | null): boolean {
  if (!MINUTES_OR_AGE.test(words.phrase(at, count))) return false;
  const next = timesAt(words, at + count);
  return !found?.anywhere || (next !== null && (next.start === undefined || next.end === undefined));
}

/** True for `3 days` and `6/12`, not for `67y` and `3/7 M`. */
function isTimeSpan(text: string, { age, unit, sex }: Aged): boolean {
  if (/[fm]$/.test(text) && sex !== null) return false;
  return unit !== "years" || (sex === null && Number(age) < ADULT);
}

/** `day 3` of a newborn. */
function dayOfLife(reading: LineReading, at: number, count: number): Aged | null {
  const mayBe = reading.inHead && !reading.said.has("age");
  const day = mayBe && /^(?:day|d)(\d{1,2})$/.exec(reading.words.joined(at, count))?.[1];
  return day && isNewborn(reading, at) ? ageIn(`dol${day}`, day) : null;
}

/**
 * True where the line gives a weight that nobody of these years has, but somebody of as many months: `3M 5.2kg`. It
 * stands beside the age or by itself: `5kg fibroid` is none.
 */
function isTooLight({ words }: LineReading, { age, unit }: Aged, at: number, behind: number): boolean {
  if (unit !== "years" || Number(age) <= 1 || Number(age) >= ADULT) return false;
  if (!/^(?:\d+ ?[fm]|[fm] ?\d+)$/i.test(words.phrase(at, behind - at))) return false;
  return Array.from({ length: words.count }).some((_, from) =>
    [1, 2].some((count) => {
      const weightKg = Number(/^(\d+(?:\.\d+)?)kgs?$/.exec(words.joined(from, count))?.[1]);
      const before = words.joined(from - 1);
      const isBeside =
        from === behind || from + count === at || AFTER_AGE.test(before) || /^w(?:eigh\w*|t)$/.test(before);
      const least = isBeside ? MIN_KG_PER_MONTH.beside : MIN_KG_PER_MONTH.elsewhere;
      const isItsOwn = isBeside || words.endsPart(from + count - 1);
      return isItsOwn && weightKg < MIN_KG && weightKg > Number(age) * least;
    }),
  );
}

function goesOnFromAge(next: string): boolean {
  return SEXES.has(next) || AFTER_AGE.test(next);
}

export function readSex(reading: LineReading, at: number): number {
  const sex = SEXES.get(reading.words.joined(at));
  const isHere = reading.inHead || reading.patientEnd === at;
  if (!sex || reading.result.gender !== null || !isHere) return 0;
  reading.patientEnd = at + 1;
  return reading.take(at, 1, { field: "gender", values: { gender: sex } });
}

import { type Aged, ageIn, SEXES } from "./ages";
import type { LineReading } from "./line-reading";

const AFTER_AGE = /^(?:[1-5]e?|i{1,3}e?|ive?|ve?|asa.*|ps[1-6])$/;
/** An age whose number is a word: `seventy year old`. */
const IN_WORDS = /^(?:years?|yrs?|months?|weeks?|days?)old$/;
const ADULT = 16;

export function readAge(reading: LineReading, at: number): number {
  const { words, said } = reading;
  if (!said.has("age") && IN_WORDS.test(words.joined(at, 2))) {
    said.add("age");
    reading.patientEnd = at + 2;
    return reading.ask(at, 2, "How old? Write the age in figures", { field: "age" });
  }
  for (const count of [5, 4, 3, 2, 1]) {
    // `F 24 1` is an age and a grade.
    if (/\d \d/.test(words.phrase(at, count))) continue;
    const found = ageIn(words.joined(at, count), words.phrase(at + count - 1, 1));
    const isPatient = found && !found.bare && SEXES.has(words.joined(at + count));
    if (!found || (!found.anywhere && !reading.inHead && !isPatient)) continue;
    if (found.bare && !isAge(reading, at, found)) return 0;
    // `67F 2/7 post laparotomy`
    if (said.has("age") && /\/(?:7|12|52)$/.test(words.joined(at, count))) return 0;
    if (found.ask || said.has("age")) {
      said.add("age");
      return reading.ask(at, count, found.ask ?? "Two ages are given", { field: "age", endsHead: false });
    }
    const values = { age: found.age, age_unit: found.unit, ...(found.sex ? { gender: found.sex } : {}) };
    reading.patientEnd = at + count;
    const alone = found.bare && !goesOnFromAge(words.joined(at + 1));
    return reading.take(at, count, {
      ...{ field: "age", values, check: found.check ?? (alone ? "Read as the age" : undefined) },
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
  if (reading.said.has("age")) return false;
  for (let other = at + 1; other < words.count; other += 1) {
    if (ageIn(words.joined(other), words.phrase(other, 1))?.anywhere) return false;
  }
  const isBefore = goesOnFromAge(words.joined(at + 1)) || reading.meaning(at + 1, 1)?.field === "urgency";
  return isBefore || (age ?? 0) >= ADULT;
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

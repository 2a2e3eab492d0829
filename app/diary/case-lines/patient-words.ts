import { type Aged, ageIn, SEXES } from "./ages";
import type { LineReading } from "./line-reading";
import { timesAt } from "./times";

const ASA = /^(?:asa|ps)[-:= ]?(?:grade|ps|class)?([1-9]|i{1,3}|iv|vi?)[-/]?(e)?$/;
const BARE_ASA = /^([1-6]|i{1,3}|iv|v|vi)(e)?$/;
/** An ASA grade after the operation, written like nothing else. */
const LATE_ASA = /^([1-5]|iii?|iv)(e)$/;
/** A grade after the operation as a number alone. */
const LONE_ASA = /^([1-4]|iii?|iv)()$/;
const AFTER_AGE = /^(?:[1-5]e?|i{1,3}e?|ive?|ve?|asa.*|ps[1-6])$/;
/** Words that are counted: `3 level fusion` is no ASA grade. */
const COUNTED =
  /^(?:level|part|x|stage|vessel|port|toes?|fingers?|cm|mm|teeth|tooth|days?|weeks?|hours?|hrs?|wisdom|ribs?|segments?|burr|lead|lumen|blade|consultant|trainee|attempt|goes|min|dose|large|wide|units?|m[lg]|mcg|sides?|wires?|screws?|d$|of|and|&|%|-|\/)/;
/** Words after which a number is not a grade: `stage 3`, `Le Fort II`, `L 4`, `hernia x 2`. */
const NUMBERED =
  /^(?:[a-z#]|no|stage|grade|class|type|ckd|level|cat|day|mp|nyha|fort|billroth|size|zone|segment|para|part|at|to|for|of|and|&)$/;
/** Words that may follow a grade although they are no options. */
const ANAESTHETIC = /^(?:ga|la|ra|propofol|remi|awake|\d+m(?:ins?)?)$/;
const ADULT = 16;
const ROMANS = ["i", "ii", "iii", "iv", "v", "vi"];

export function readAge(reading: LineReading, at: number): number {
  const { words, said } = reading;
  for (const count of [5, 4, 3, 2, 1]) {
    // `F 24 1` is an age and a grade.
    if (/\d \d/.test(words.phrase(at, count))) continue;
    const found = ageIn(words.joined(at, count), words.typed(at + count - 1));
    const isPatient = found && !found.bare && SEXES.has(words.joined(at + count));
    if (!found || (!found.anywhere && !reading.inHead && !isPatient)) continue;
    if (found.bare && !isAge(reading, at, found)) return 0;
    if (found.ask || said.has("age")) {
      said.add("age");
      return reading.ask(at, count, found.ask ?? "Two ages are given", false);
    }
    Object.assign(reading.result, { age: found.age, age_unit: found.unit });
    if (found.sex) reading.result.gender = found.sex;
    reading.patientEnd = at + count;
    const alone = found.bare && !goesOnFromAge(words.joined(at + 1));
    return reading.take(at, count, "age", found.check ?? (alone ? "Read as the age" : undefined));
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
    if (ageIn(words.joined(other), words.typed(other))?.anywhere) return false;
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
  reading.result.gender = sex;
  reading.patientEnd = at + 1;
  return reading.take(at, 1, "gender");
}

export function readAsa(reading: LineReading, at: number): number {
  const { words, said } = reading;
  for (const count of [3, 2, 1]) {
    const named = ASA.exec(words.joined(at, count));
    if (named) return grade(reading, at, count, named);
  }
  if (!said.has("age")) return 0;
  const isHere = reading.inHead || reading.patientEnd === at;
  for (const count of [2, 1]) {
    const bare = (isHere && !said.has("asa") ? BARE_ASA : LATE_ASA).exec(words.joined(at, count));
    if (!bare || (count === 2 && !bare[2]) || COUNTED.test(words.joined(at + count))) continue;
    return grade(reading, at, count, bare);
  }
  const lone = isHere || said.has("asa") ? null : LONE_ASA.exec(words.joined(at));
  if (!lone || !isGrade(reading, at)) return 0;
  return isSize(reading, at)
    ? reading.ask(at, 1, "ASA grade, or the size of the airway?")
    : grade(reading, at, 1, lone, "Read as the ASA grade");
}

/**
 * True when the number neither numbers nor counts anything: the anaesthetic, a time or the end of the line follows, as
 * in `67F TKR 3 spinal`.
 */
function isGrade(reading: LineReading, at: number): boolean {
  const { words } = reading;
  const before = words.joined(at - 1);
  // A side is written like a vertebra, but vertebrae have no Roman numerals.
  if (NUMBERED.test(before) && !(/^[lr]$/.test(before) && /^i/.test(words.joined(at)))) return false;
  for (let other = at + 1; other < words.count; other += 1) {
    if ([3, 2, 1].some((count) => ASA.test(words.joined(other, count)))) return false;
  }
  const behind = words.joined(at + 1);
  if (COUNTED.test(behind)) return false;
  // After the anaesthetic there is nothing else that could be numbered.
  const isOver = behind === "" || reading.isTaken(at - 1) || timesAt(words, at + 1) !== null;
  const isNamed = [3, 2, 1].some((count) => reading.meaning(at + 1, count));
  return isOver || isNamed || ANAESTHETIC.test(behind) || ANAESTHETIC.test(words.joined(at + 1, 2));
}

/** True directly after a supraglottic airway, where the number may be its size, unless it is too small for an adult. */
function isSize({ words, deviceEnd, result }: LineReading, at: number): boolean {
  if (deviceEnd !== at || words.typed(at - 1, 2).includes(",")) return false;
  const typed = words.joined(at);
  const isChild = result.age_unit !== "years" || Number(result.age) < ADULT;
  return /^\d$/.test(typed) && (isChild || Number(typed) > 2);
}

function grade(reading: LineReading, at: number, count: number, found: RegExpExecArray, check?: string): number {
  const { result, said } = reading;
  const [, typed = "", emergency] = found;
  const asa = ROMANS.indexOf(typed) + 1 || Number(typed);
  if (said.has("asa")) return reading.ask(at, count, "Two ASA grades are given", false);
  if (asa > 5) return reading.ask(at, count, "ASA grades go from 1 to 5", false);
  result.asa = asa;
  if (!emergency || result.urgency !== null || reading.saysUrgency()) {
    return reading.take(at, count, "asa", check);
  }
  result.urgency = 2;
  return reading.take(at, count, "asa", "E stands for an emergency: read as urgent");
}

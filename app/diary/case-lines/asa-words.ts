import { ALWAYS_SEVERAL, isCounted, isNumbered, isSeveral, mayCountNext } from "./counted-words";
import type { LineReading } from "./line-reading";
import { timesAt } from "./times";

const GRADE = "[1-9]|i{1,3}|iv|vi?";
const ASA = new RegExp(
  `^(?:asa|ps)[-:= ]?(?:grade|ps|class|status|score)?[-:=]?(${GRADE}|one|two|three|four|five)[-/]?(e)?$`,
);
const BARE_ASA = /^([1-6]|i{1,3}|iv|v|vi)(e)?$/;
/** Two grades: `ASA 2-3`, `III/IV`, `2 or 3`. */
const TWO_GRADES =
  /^((?:asa|ps)[-:= ]?(?:grade|class)?)?(?:[1-5]|i{1,3}|iv|v)e?(?:[-–—/]|[-=]*[>→]+|to|or)(?:[1-5]|i{1,3}|iv|v)e?$/;
/** An ASA grade after the operation, written like nothing else. */
const LATE_ASA = /^([1-5]|iii?|iv)(e)$/;
/** A grade after the operation as a number alone. */
const LONE_ASA = /^([1-4]|iii?|iv)()$/;
/** What goes into a vein, so that IV is intravenous: `IV sedation`. */
const INTRAVENOUS =
  /^(?:access|anaes|anes|antib|abx|cannul|contrast|dex|drip|drug|fent|fluid|ind|infus|iron|ket|line|mag|metaraminol|midaz|morph|op[io]|para|pca|propofol|regional|remi|sed|tranex|txa)/;
const SIDES = /^(?:[lr]|[lr]t|left|right|bilat\w*|both|lap\w*|open)$/;
/** Words that may follow a grade although they are no options. */
const ANAESTHETIC = /^(?:ga|la|ra|propofol|remi|awake|\d+m(?:ins?)?)$/;
const OR_INTRAVENOUS = "ASA grade, or intravenous? Write ASA 4 for the grade";
const ADULT = 16;
const ROMANS = ["i", "ii", "iii", "iv", "v", "vi"];
const WORDS = ["one", "two", "three", "four", "five"];

export function readAsa(reading: LineReading, at: number): number {
  const { words, said } = reading;
  const isHere = said.has("age") && (reading.inHead || reading.patientEnd === at);
  for (const count of [4, 3, 2, 1]) {
    const typed = words.joined(at, count);
    const two = TWO_GRADES.exec(typed);
    const isAsked = two && (two[1] || (isHere && count !== 2 && !said.has("asa") && !isCounted(words, at + count - 1)));
    if (isAsked) return askGrade(reading, at, count, "Which ASA grade? Choose one below");
    const named = ASA.exec(typed);
    if (named && typed.startsWith("ps")) return askGrade(reading, at, count, OR_PERFORMANCE);
    if (named) return grade(reading, at, count, named);
  }
  if (!said.has("age")) return 0;
  for (const count of [2, 1]) {
    const bare = (isHere && !said.has("asa") ? BARE_ASA : LATE_ASA).exec(words.joined(at, count));
    if (!bare || (count === 2 && !bare[2])) continue;
    if (bare[2]) return grade(reading, at, count, bare);
    return readBare(reading, at, bare);
  }
  const lone = isHere || said.has("asa") ? null : LONE_ASA.exec(words.joined(at));
  if (!lone || !isGrade(reading, at)) return 0;
  if (isIntravenous(reading, at)) {
    return words.joined(at + 1).startsWith("sed") ? askGrade(reading, at, 1, OR_INTRAVENOUS) : 0;
  }
  if (/^[2-5]$/.test(lone[1] ?? "") && (mayCountNext(words, at) || isSeveral(reading, at + 2))) {
    return askGrade(reading, at, 1, `ASA grade, or a number? Write ASA ${lone[1]} for the grade`);
  }
  return isSize(reading, at) ? askGrade(reading, at, 1, OR_SIZE) : grade(reading, at, 1, lone, READ_AS_GRADE);
}

const OR_PERFORMANCE = "ASA grade, or performance status? Write ASA 2 for the grade";
const READ_AS_GRADE = "Read as the ASA grade";
const OR_SIZE = "ASA grade, or the size of the airway?";

/** A grade directly after the patient, unless it belongs to the operation: `67F 3 TKR`, but `67F 3 level fusion`. */
function readBare(reading: LineReading, at: number, bare: RegExpExecArray): number {
  const { words } = reading;
  const [typed, next, second] = [words.joined(at), words.joined(at + 1), words.joined(at + 2)];
  // `I gel`, `2 consultants`.
  if ([2, 3].some((count) => reading.meaning(at, count))) return 0;
  if (isCounted(words, at)) return 0;
  if (isSize(reading, at)) return askGrade(reading, at, 1, OR_SIZE);
  // `V P shunt`
  if (/^[iv]$/.test(typed) && /^[a-z]$/.test(next) && !SIDES.test(next)) return 0;
  // `67F ETT 3` may have another meaning than `67F 3 ETT`.
  const before = reading.patientEnd === at || !reading.isTaken(at - 1) ? undefined : reading.meaning(at - 1, 1);
  const check = before && "id" in before ? READ_AS_GRADE : undefined;
  if (words.endsPart(at)) return grade(reading, at, 1, bare, check);
  if (isIntravenous(reading, at)) return askGrade(reading, at, 1, OR_INTRAVENOUS);
  const isFifth = typed === "v" && ![1, 2, 3].some((count) => reading.meaning(at + 1, count));
  if (isFifth) return askGrade(reading, at, 1, "ASA grade? Write ASA 5 for the grade");
  const isNumber = /^[2-9]$/.test(typed);
  if (mayCountNext(words, at) || (isNumber && isSeveral(reading, at + 1))) {
    if (saysGrade(reading, at)) return 0;
    return askGrade(reading, at, 1, `ASA grade, or a number? Write ASA ${typed} for the grade`);
  }
  const mayCount =
    isNumber &&
    (ALWAYS_SEVERAL.test(next) || (/^[a-z]+$/.test(next) && !SIDES.test(next) && isSeveral(reading, at + 2)));
  return grade(
    reading,
    at,
    1,
    bare,
    mayCount ? `Read as the ASA grade, not as a number of ${ALWAYS_SEVERAL.test(next) ? next : second}` : check,
  );
}

function isIntravenous({ words }: LineReading, at: number): boolean {
  return words.joined(at) === "iv" && !words.endsPart(at) && INTRAVENOUS.test(words.joined(at + 1));
}

/** True when `ASA 2` follows anywhere. */
function saysGrade({ words }: LineReading, at: number): boolean {
  for (let other = at + 1; other < words.count; other += 1) {
    if ([3, 2, 1].some((count) => ASA.test(words.joined(other, count)))) return true;
  }
  return false;
}

/** A grade that the line leaves open. */
function askGrade(reading: LineReading, at: number, count: number, ask: string): number {
  reading.said.add("asa");
  return reading.ask(at, count, ask, { field: "asa", endsHead: false });
}

/**
 * True when the number neither numbers nor counts anything: the anaesthetic, a time or the end of the line follows, as
 * in `67F TKR 3 spinal`.
 */
function isGrade(reading: LineReading, at: number): boolean {
  const { words } = reading;
  if (isNumbered(reading, at) || isCounted(words, at) || saysGrade(reading, at)) return false;
  const behind = words.joined(at + 1);
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
  const asa = ROMANS.indexOf(typed) + 1 || WORDS.indexOf(typed) + 1 || Number(typed);
  if (said.has("asa")) return reading.ask(at, count, "Two ASA grades are given", { field: "asa", endsHead: false });
  if (asa > 5) return reading.ask(at, count, "ASA grades go from 1 to 5", { field: "asa", endsHead: false });
  if (!emergency || result.urgency !== null || reading.saysUrgency()) {
    return reading.take(at, count, { field: "asa", values: { asa }, check });
  }
  const values = { asa, urgency: 2 };
  return reading.take(at, count, { field: "asa", values, check: "E stands for an emergency: read as urgent" });
}

import { AGE_LIMITS, ageOfParts, normalizedAge } from "~/diary/cases/rules";
import { daysBetween, type LondonDate } from "~/platform/time/london";
import { isBlank, readMoment } from "./moment";

export type AgeUnit = "years" | "months" | "days";

/** An age, or why there is none. Nothing of a date of birth is ever kept. */
interface AgeCell {
  age: number | null;
  unit: AgeUnit;
  remark?: "age_zero" | "age_over" | "age_range" | "age_unreadable";
}

const UNIT = "(y(?:rs?|ears?|o)?|m(?:o|os|ths?|nths?|onths?)?|w(?:ks?|eeks?)?|d(?:ays?)?|h(?:rs?|ours?)?)";
const WORDS = new RegExp(
  `^(-?\\d{1,6}(?:\\.\\d{1,6})?) ?${UNIT}?\\.?(?:,? ?(?:and |& )?(\\d{1,3}) ?${UNIT}\\.?)?(?: old| of age)?$`,
);
const PARTS = /^(\d{1,3}) ?\/ ?(7|12|52)$/;
const OVER = /^(?:> ?=? ?|≥ ?|over )(\d{1,3})(?: ?y(?:rs?|ears?)?)?$|^(\d{1,3}) ?(?:y(?:rs?|ears?)?)? ?\+$/;
/** A date as a spreadsheet counts days; nobody is so many years old. */
const SERIAL = /^\d{5}$/;
const UNDER_ONE = /^(?:< ?|under |less than )1(?: ?y(?:rs?|ears?)?)?$/;

interface AgeReading {
  /** Unit of a plain number, which the heading of its column may name. */
  bare?: AgeUnit;
  monthFirst?: boolean;
  /** The date of the case, for the age of somebody whose date of birth is given. */
  on?: LondonDate | undefined;
}

/**
 * Reads an age, or a date of birth as the age on the day of the case.
 * @returns null for blank
 */
export function readAge(cell: string, { bare = "years", monthFirst = false, on }: AgeReading = {}): AgeCell | null {
  if (isBlank(cell)) return null;
  const text = cell.trim().toLowerCase().replace("(s)", "s").replace(/\s+/g, " ");
  const over = OVER.exec(text);
  if (over) return { ...fitted(Number(over[1] ?? over[2]) * 12, 0, true), remark: "age_over" };
  if (UNDER_ONE.test(text)) return { age: 0, unit: "years" };
  const part = PARTS.exec(text);
  if (part) return ageOfParts(Number(part[1]), Number(part[2]));
  const words = bare === "years" && SERIAL.test(text) ? null : WORDS.exec(text);
  if (words) return formatValue(words, bare);
  const birth = on === undefined ? null : readMoment(text, monthFirst);
  if (birth && on !== undefined) return ageOn(on, birthDate(birth.date, on, text));
  return { age: null, unit: "years", remark: "age_unreadable" };
}

/** A year of two digits is the last one before the case: 03/04/81 is in 1981. */
function birthDate(date: LondonDate, on: LondonDate, text: string): LondonDate {
  const isShort = date > on && !text.includes(date.slice(0, 4));
  return isShort ? `${Number(date.slice(0, 4)) - 100}${date.slice(4)}` : date;
}

function ageOn(on: LondonDate, born: LondonDate): AgeCell {
  if (born > on) return { age: null, unit: "years", remark: "age_range" };
  const [since, until] = [born, on].map((date) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)));
  const months = (until ?? 0) - (since ?? 0) - (on.slice(8) < born.slice(8) ? 1 : 0);
  return months === 0 ? fitted(0, daysBetween(born, on), false) : fitted(months, 0, false);
}

function formatValue(words: RegExpExecArray, bare: AgeUnit): AgeCell {
  const [count, unit = bare[0], more, moreUnit] = [
    Number(words[1]),
    words[2]?.[0],
    Number(words[3] ?? 0),
    words[4]?.[0],
  ];
  if (count < 0) return { age: null, unit: "years", remark: "age_range" };
  if (unit === "y" && moreUnit === undefined && count === 0) return { age: 0, unit: "years", remark: "age_zero" };
  if (unit === "y") return fitted(count * 12 + (moreUnit === "m" ? more : 0), 0, moreUnit !== "m" && count >= 1);
  if (unit === "m") return fitted(count, 0, false);
  if (unit === "h") return fitted(0, count / 24, false);
  return fitted(0, (unit === "w" ? count * 7 : count) + (moreUnit === "d" ? more : 0), false);
}

function fitted(months: number, days: number, wholeYears: boolean): AgeCell {
  const { age, unit } = normalizedAge(months, days, wholeYears);
  const isOver = unit === "years" && age > AGE_LIMITS.years;
  return isOver ? { age: null, unit, remark: "age_range" } : { age, unit };
}

type AsaGrade = 1 | 2 | 3 | 4 | 5;

interface AsaCell {
  grade: AsaGrade | null;
  remark?: "asa_emergency" | "asa_six" | "asa_unreadable";
}

const ROMANS: Readonly<Record<string, number>> = { i: 1, ii: 2, iii: 3, iv: 4, v: 5, vi: 6 };
/** `2`, `2E`, `ASA II`, `asa-2`, `P2`, `2 - mild systemic disease`. */
const GRADE = /^(?:asa|ps|p|class|grade|[ :-]){0,6}([1-6]|i{1,3}|iv|vi?) ?(e)?(?:$|[ .,:()–-]+[a-z(].*$)/;

/** Reads a grade from 1 to 5, as in the specification (3.6). Null for blank. */
export function readAsa(cell: string): AsaCell | null {
  if (isBlank(cell)) return null;
  const text = cell.slice(0, 80).trim().toLowerCase().replace(/\s+/g, " ");
  if (/\bdonor\b/.test(text)) return { grade: null, remark: "asa_six" };
  const found = GRADE.exec(text);
  if (!found) return { grade: null, remark: "asa_unreadable" };
  const grade = ROMANS[found[1] as string] ?? Number(found[1]);
  if (grade === 6) return { grade: null, remark: "asa_six" };
  return found[2] ? { grade: grade as AsaGrade, remark: "asa_emergency" } : { grade: grade as AsaGrade };
}

/** Meaning of gender codes: Daybook's own (1 female), or the NHS Data Dictionary's (1 male). */
export const GENDER_CODES = ["1_female", "1_male"] as const;
export type GenderCodes = (typeof GENDER_CODES)[number];

/** Reads a gender: 1 female, 2 male (specification 3.6). Null for blank, false if the cell says neither. */
export function readGender(cell: string, codes: GenderCodes = "1_female"): 1 | 2 | null | false {
  if (isBlank(cell)) return null;
  const text = cell
    .slice(0, 30)
    .trim()
    .toLowerCase()
    .replace(/^[0-9mf] ?[-:] ?/, "");
  if (/^(?:f|female|woman|girl)$/.test(text)) return 1;
  if (/^(?:m|male|man|boy)$/.test(text)) return 2;
  if (text === "1") return codes === "1_female" ? 1 : 2;
  if (text === "2") return codes === "1_female" ? 2 : 1;
  return false;
}

/** True when a column has only the numbers 1 and 2 (0 and 9 mean "not known"): the user must say which is which. */
export function hasGenderCodesOnly(cells: Iterable<string>): boolean {
  let found = false;
  for (const cell of cells) {
    if (isBlank(cell) || /^(?:0|0\.0|9)$/.test(cell)) continue;
    if (cell !== "1" && cell !== "2") return false;
    found = true;
  }
  return found;
}

/** Most characters of a case's description (specification 3.6). */
const MAX_CHARACTERS = 500;
/** Characters that are read of one cell: far more than are kept. */
const MAX_READ_CHARACTERS = 5_000;
/** Invisible characters, and those that change the direction of the text around them. */
const INVISIBLE = /(?![\n\t])[\p{Cc}\u00ad\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Reads a description: single spaces, " / " for line breaks, no blanks, commas or semicolons at the end of a line.
 * `cut`: it was longer than a case's description can be.
 */
export function readDescription(cell: string): { text: string; cut: boolean } {
  if (isBlank(cell)) return { text: "", cut: false };
  const lines = cell
    .slice(0, MAX_READ_CHARACTERS)
    .replace(INVISIBLE, "")
    .split("\n")
    .map((line) =>
      line
        .replace(/\s+/g, " ")
        .replace(/[ ,;]{1,100}$/, "")
        .trim(),
    )
    .filter((line) => line !== "");
  return inLength(lines.join(" / "), cell.length > MAX_READ_CHARACTERS);
}

/** Joins several procedures of one case, each once. */
export function joined(texts: readonly string[]): { text: string; cut: boolean } {
  return inLength([...new Set(texts.filter((text) => text !== ""))].join(" + "), false);
}

function inLength(text: string, cut: boolean): { text: string; cut: boolean } {
  const letters = [...text];
  if (letters.length <= MAX_CHARACTERS) return { text, cut };
  return { text: letters.slice(0, MAX_CHARACTERS).join("").trim(), cut: true };
}

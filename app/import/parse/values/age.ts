import { AGE_LIMITS } from "~/diary/cases/rules";
import { isBlank } from "./blank";
import { readMoment } from "./moment";

export type AgeUnit = "years" | "months" | "days";

/** An age, or why there is none. Nothing of a date of birth is ever kept. */
export interface AgeCell {
  age: number | null;
  unit: AgeUnit;
  remark?: "age_zero" | "age_over" | "age_date" | "age_range" | "age_unreadable";
}

const UNIT = "(y(?:rs?|ears?|o)?|m(?:o|os|ths?|nths?|onths?)?|w(?:ks?|eeks?)?|d(?:ays?)?|h(?:rs?|ours?)?)";
const WORDS = new RegExp(
  `^(-?\\d{1,6}(?:\\.\\d{1,6})?) ?${UNIT}?\\.?(?:,? ?(?:and |& )?(\\d{1,3}) ?${UNIT}\\.?)?(?: old| of age)?$`,
);
/** `6/12` of a year, `2/52`, `3/7` of a week: how doctors write months, weeks and days. */
const PARTS = /^(\d{1,3}) ?\/ ?(7|12|52)$/;
const OVER = /^(?:> ?=? ?|≥ ?|over )(\d{1,3})(?: ?y(?:rs?|ears?)?)?$|^(\d{1,3}) ?(?:y(?:rs?|ears?)?)? ?\+$/;
const UNDER_ONE = /^(?:< ?|under |less than )1(?: ?y(?:rs?|ears?)?)?$/;
const DAYS_A_MONTH = 30.4375;

/** `bare` is the unit of a number alone, which the heading of its column may say. Null for blank. */
export function readAge(cell: string, bare: AgeUnit = "years"): AgeCell | null {
  if (isBlank(cell)) return null;
  const text = cell.trim().toLowerCase().replace("(s)", "s").replace(/\s+/g, " ");
  const over = OVER.exec(text);
  if (over) return { ...fitted(Number(over[1] ?? over[2]) * 12, 0, true), remark: "age_over" };
  if (UNDER_ONE.test(text)) return { age: 0, unit: "years" };
  const part = PARTS.exec(text);
  if (part) {
    const [count, of] = [Number(part[1]), part[2]];
    return of === "12" ? fitted(count, 0, false) : fitted(0, of === "52" ? count * 7 : count, false);
  }
  const words = WORDS.exec(text);
  if (words) return formatValue(words, bare);
  return { age: null, unit: "years", remark: readMoment(text) ? "age_date" : "age_unreadable" };
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

/** In the smallest unit that a case takes so many of. */
function fitted(months: number, days: number, wholeYears: boolean): AgeCell {
  if (days > AGE_LIMITS.days) return fitted(days / DAYS_A_MONTH, 0, false);
  if (months === 0) return { age: Math.floor(days), unit: "days" };
  if (!wholeYears && months <= AGE_LIMITS.months) return { age: Math.floor(months), unit: "months" };
  const years = Math.floor(months / 12);
  return years > AGE_LIMITS.years ? { age: null, unit: "years", remark: "age_range" } : { age: years, unit: "years" };
}

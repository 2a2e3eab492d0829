import type { AgeUnit } from "../cases/codes";
import { AGE_LIMITS, ageOfParts, normalizedAge } from "../cases/rules";

/** An age read from a line, perhaps with the sex next to it. */
export interface Aged {
  age: number | null;
  unit: AgeUnit;
  sex: 1 | 2 | null;
  /** Recognisable as an age anywhere in the line: `67F`, `45yo`. */
  anywhere: boolean;
  /** A number without a unit or a sex. */
  bare: boolean;
  ask?: string;
  check?: string;
}

/** 1 female, 2 male. */
export const SEXES: ReadonlyMap<string, 1 | 2> = new Map(
  Object.entries<1 | 2>({
    ...{ f: 1, female: 1, woman: 1, lady: 1, girl: 1 },
    ...{ m: 2, male: 2, man: 2, gentleman: 2, boy: 2 },
  }),
);

const UNITS =
  "y(?:rs?|ears?|[/.]?o)?(?:old)?|mo(?:s|nths?)?(?:old)?|mths?(?:old)?|m|w(?:ks?|eeks?|[/.]?o)?(?:old)?|d(?:ays?|[/.]?o)?(?:old)?";
const SEX = "f|m|female|male|woman|man|lady|girl|boy";
/** `50-year-old` */
const HYPHENS = /(?<=^\d+)-(?=[ymwd])|(?<=[a-z])-/g;
/** `2-week`: without `old` or a sex it is more often the time since something. */
const HYPHENATED = /^\d+-(?!.*(?:[ywd][/.-]?o|old)$)/;
/** `3D mesh`, `2-D echo` */
const DIMENSIONS = /^\d(?:-d|-?D)$/;
/** `5mm`, but not `6mM`. */
const MILLIMETRES = /(?:mm|MM)$/;
const WITH_UNIT = new RegExp(`^(\\d{1,3})(${UNITS})(?:(\\d{1,2})(?:m(?:o|ths?|onths?)?|/12))?/?(${SEX})?$`);
/** `2.5yo`, `1.5 years`. */
const WITH_DECIMAL = new RegExp(`^(\\d{1,2}\\.\\d)y(?:rs?|ears?|o)?(?:old)?(${SEX})?$`);
const SEX_BEHIND = new RegExp(`^(\\d{1,3})/?(${SEX})$`);
const SEX_BEFORE = /^([fm])\/?(\d{1,3})(?:y|yo|yrs?)?$/;
/** `6/12` of a year, `2/52`, `10/7` of a week. */
const PARTS = new RegExp(`^(?:([fm])/?)?(\\d{1,3})/(7|12|52)(?:old)?/?(${SEX})?$`);
/** `day 3 F`, `D3 of life`, `DOL 3`: how old a newborn is. `day 3 post op` is not. */
const DAY_OF_LIFE = new RegExp(
  `^(?:(?:day|d)(\\d{1,2})(?:(?:of)?life(${SEX})?|(${SEX}))|(?:dol|dayoflife)(\\d{1,2})(${SEX})?)$`,
);
/** `12 hours old`, `<24h` */
const HOURS_OLD = new RegExp(`^(?:(\\d{1,2})(?:hours?|hrs?|h)[/.]?o(?:ld)?|<24(?:hours?|hrs?|h)(?:old)?)(${SEX})?$`);
const UNDER_ONE = new RegExp(
  `^(?:<|under)1(y(?:r|ear)?|m(?:o|th|onth)|/12|w(?:k|eek)?|/52|d(?:ay)?|/7)?(?:old)?(${SEX})?$`,
);
/** `3 5/12`, `3+5/12`: years and months. */
const YEARS_AND_PARTS = new RegExp(`^(\\d{1,2}) (\\d{1,2})/12(?: ?(${SEX}))?$`);
/** `2 1/2 yo` */
const HALF_YEARS = new RegExp(`^(\\d{1,2}) ?(?:1/2|½) ?y(?:rs?|ears?|o)?(?: ?old)?(?: ?(${SEX}))?$`);

export const OR_SINCE = "The age, or the time since something else? Write the age as 3 days old or 67F";

/** Ages above this are not given in months: `45m` is a man. */
const MAX_MONTHS_SAID = 24;
/** Weeks that may be of gestation. */
const [MIN_GESTATION, MAX_GESTATION] = [22, 46];

/**
 * The age that a word expresses; null for none.
 * @param text the word in small letters
 * @param typed the word as it was typed: `6M` is a boy of six, `6m` a baby of six months
 */
export function ageIn(text: string, typed: string): Aged | null {
  if (DIMENSIONS.test(typed) || MILLIMETRES.test(typed)) return null;
  // `67M O+ve`
  if (/^o$/i.test(typed) && /^\d+mo$/.test(text)) return null;
  const part = PARTS.exec(text);
  if (part) {
    const [count, of] = [Number(part[2]), Number(part[3])];
    return of === 7 && count > 99 ? null : aged(ageOfParts(count, of), part[1] ?? part[4]);
  }
  const decimal = WITH_DECIMAL.exec(text);
  if (decimal) return aged(normalizedAge(Math.round(Number(decimal[1]) * 12), 0), decimal[2]);
  const newborn = DAY_OF_LIFE.exec(text);
  if (newborn) return aged(ageOfParts(Number(newborn[1] ?? newborn[4]), 7), newborn[2] ?? newborn[3] ?? newborn[5]);
  const hours = HOURS_OLD.exec(text);
  if (hours) return aged(ageOfParts(Math.floor(Number(hours[1] ?? 0) / 24), 7), hours[2]);
  const young = UNDER_ONE.exec(text);
  if (young) return underOne(young[1] ?? "y", sexOf(young[2]));
  const months = /^(\d{1,3})m$/.exec(text);
  if (months) return monthsOrMan(Number(months[1]), typed.endsWith("M"));
  const before = SEX_BEFORE.exec(text);
  if (before) return years(Number(before[2]), sexOf(before[1]), Number(before[2]) > 12);
  const behind = SEX_BEHIND.exec(text);
  if (behind) return years(Number(behind[1]), sexOf(behind[2]), true);
  if (/^\d{1,3}$/.test(text))
    return Number(text) > AGE_LIMITS.years ? null : { ...years(Number(text), null, false), bare: true };
  const found = withUnit(WITH_UNIT.exec(text.replace(HYPHENS, "")));
  if (!found || found.ask || found.sex !== null || !HYPHENATED.test(text)) return found;
  return { ...found, anywhere: false, ask: OR_SINCE };
}

function withUnit(found: RegExpExecArray | null): Aged | null {
  if (!found) return null;
  // `62M 6 months post reversal`: only years are followed by months of an age.
  if (found[3] !== undefined && found[2]?.[0] !== "y") return null;
  const [count, unit, more, sex] = [Number(found[1]), found[2]?.[0], Number(found[3] ?? 0), found[4]];
  if (unit === "y" && found[3] === undefined) return years(count, sexOf(sex), true);
  if (unit === "y") return { ...aged(normalizedAge(count * 12 + more, 0), sex), anywhere: true };
  if (unit === "w" && !/old$/.test(found[2] ?? "") && count >= MIN_GESTATION && count <= MAX_GESTATION) {
    const ask = `Weeks old, or of gestation? Write ${count}/52 or ${count}/40`;
    return { age: null, unit: "years", sex: null, anywhere: false, bare: false, ask };
  }
  // `10d` and `3w` may be a dose or a duration elsewhere.
  const sure = (found[2] ?? "").length > 1;
  return {
    ...aged(ageOfParts(count, unit === "m" ? 12 : unit === "w" ? 52 : 7), sex),
    anywhere: sure && sex !== undefined,
  };
}

/** `6m` is six months, `45m` a man of 45; `18m` could be either, so it is asked about; `6M` is a boy. */
function monthsOrMan(count: number, capital: boolean): Aged {
  if (capital || count > AGE_LIMITS.months) return years(count, 2, true);
  if (count > MAX_MONTHS_SAID) return { ...years(count, 2, true), check: `Read as ${count} years, male` };
  if (count < 12) return { ...aged(ageOfParts(count, 12)), anywhere: false };
  const ask = `${count} months, or ${count} years and male? Write ${count}mo or ${count}M`;
  return { age: null, unit: "years", sex: null, anywhere: false, bare: false, ask };
}

/** `<1`, `<1/12`, `<1 day`: nothing yet of that unit. */
function underOne(of: string, sex: 1 | 2 | null): Aged {
  const unit = /^y/.test(of) ? "years" : /^m|12$/.test(of) ? "months" : "days";
  return { age: 0, unit, sex, anywhere: true, bare: false };
}

/**
 * An age of several numbers, by its words with spaces between: `3 5/12`, `2 1/2 yo`. Elsewhere two numbers are an age and
 * a grade.
 */
export function ageOfNumbers(phrase: string): Aged | null {
  const parts = YEARS_AND_PARTS.exec(phrase) ?? HALF_YEARS.exec(phrase);
  if (!parts) return null;
  const isHalf = parts.length === 3;
  return aged(normalizedAge(Number(parts[1]) * 12 + (isHalf ? 6 : Number(parts[2])), 0), isHalf ? parts[2] : parts[3]);
}

function years(age: number, sex: 1 | 2 | null, anywhere: boolean): Aged {
  if (age > AGE_LIMITS.years) {
    return { age: null, unit: "years", sex, anywhere: false, bare: false, ask: `Check the age: ${age} is too high` };
  }
  return { age, unit: "years", sex, anywhere, bare: false };
}

function aged(found: ReturnType<typeof ageOfParts>, sex?: string): Aged {
  const { age, unit } = found;
  if (unit === "years") return years(age, sexOf(sex), false);
  return { age, unit, sex: sexOf(sex), anywhere: false, bare: false };
}

function sexOf(text: string | undefined): 1 | 2 | null {
  return text ? (SEXES.get(text) ?? null) : null;
}

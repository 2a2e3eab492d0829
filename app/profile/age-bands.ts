/** Age bands: a list of months at which a new band begins, lowest first. Pure. */

const DAYS_A_MONTH = 365.25 / 12;
const MONTHS_PER_YEAR = 12;
/** The highest cut in months: below this age, months say more than years. */
const MAX_MONTHS = 48;
const MAX_YEARS = 120;
const MAX_CUTS = 12;

type AgeUnit = "years" | "months" | "days";

interface Age {
  age: number;
  age_unit: AgeUnit;
}

/** The age in whole months. */
export function inMonths({ age, age_unit }: Age): number {
  if (age_unit === "years") return age * MONTHS_PER_YEAR;
  return age_unit === "months" ? age : Math.floor(age / DAYS_A_MONTH);
}

/** The lowest age of the band that contains an age: 65 years for 71, where a band begins at 65. */
export function startOfBand(age: Age, cuts: readonly number[]): Age {
  const months = inMonths(age);
  const begins = cuts.filter((cut) => cut <= months).at(-1);
  if (begins === undefined)
    return { age: 0, age_unit: (cuts[0] ?? MONTHS_PER_YEAR) < MONTHS_PER_YEAR ? "days" : "years" };
  return isYears(begins) ? { age: begins / MONTHS_PER_YEAR, age_unit: "years" } : { age: begins, age_unit: "months" };
}

interface TypedAge {
  /** null: not recorded. */
  age: number | null;
  age_unit: AgeUnit;
}

/** Settings of a profile: whether ages are stored exactly or as bands, and where bands begin. */
interface AgeStorage {
  ages: "exact" | "bands";
  age_cuts: readonly number[];
}

/** The age to store for one that was typed or imported, according to the settings of its owner's profile. */
export function ageToStore({ age, age_unit }: TypedAge, { ages, age_cuts }: AgeStorage): TypedAge {
  return age === null || ages === "exact" ? { age, age_unit } : startOfBand({ age, age_unit }, age_cuts);
}

function isYears(months: number): boolean {
  return months % MONTHS_PER_YEAR === 0;
}

/** `1m, 1, 6, 16, 65, 80`: numbers with an m are months, all others years. */
export function cutsText(cuts: readonly number[]): string {
  return cuts.map((cut) => (isYears(cut) ? String(cut / MONTHS_PER_YEAR) : `${cut}m`)).join(", ");
}

/** The cuts in a text, lowest first, or the message when it is not valid. */
export function readCuts(text: string): { cuts: number[] } | { problem: string } {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== "");
  if (parts.length === 0) return { problem: "Enter the ages at which each band begins, such as 16, 65" };
  if (parts.length > MAX_CUTS) return { problem: `Enter ${MAX_CUTS} ages or fewer` };
  const cuts: number[] = [];
  for (const part of parts) {
    const [, digits, month] = /^(\d{1,3})(m?)$/i.exec(part) ?? [];
    if (digits === undefined)
      return { problem: "Enter each age as a number of years, or months with an m, such as 6m, 16" };
    const most = month ? MAX_MONTHS : MAX_YEARS;
    if (Number(digits) < 1 || Number(digits) > most) {
      return { problem: `Ages in ${month ? "months" : "years"} must be between 1 and ${most}` };
    }
    cuts.push(Number(digits) * (month ? 1 : MONTHS_PER_YEAR));
  }
  return { cuts: [...new Set(cuts)].sort((one, other) => one - other) };
}

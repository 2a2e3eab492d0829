import { type BankCalendar, type BankHolidayRegion, isPublicHoliday } from "~/platform/time/bank-holidays";
import { MINUTE_MS } from "~/platform/time/durations";
import { addDays, type LondonDate, londonInstant, londonMoment, weekday } from "~/platform/time/london";

/** Programmed activities are stored and summed as whole units of 1/3600 PA; only displayed values are rounded. */
export const PA_UNITS = 3600;

/** How a contract values an hour. A session keeps the rules that it was saved under. */
export interface PaRules {
  nation: Nation;
  standard_minutes_per_pa: number;
  premium_minutes_per_pa: number;
  /** The weekday window of standard time, minutes from midnight on the clock face. */
  standard_start_minute: number;
  standard_end_minute: number;
  /** ISO weekdays (1 Monday to 7 Sunday) that are premium all day. */
  premium_weekdays: number[];
  bank_holidays_premium: boolean;
  bank_holiday_region: BankHolidayRegion;
  /**
   * Bank holidays that the user added, and those of the region that the user removed; left out where there are none.
   */
  local_public_holidays?: LocalDays;
}

interface LocalDays {
  added: LondonDate[];
  removed: LondonDate[];
}

export const NATIONS = {
  england: "England",
  wales: "Wales",
  scotland: "Scotland",
  northern_ireland: "Northern Ireland",
} as const;

export type Nation = keyof typeof NATIONS;

const ENGLAND: PaRules = {
  nation: "england",
  standard_minutes_per_pa: 240,
  premium_minutes_per_pa: 180,
  standard_start_minute: 7 * 60,
  standard_end_minute: 19 * 60,
  premium_weekdays: [6, 7],
  bank_holidays_premium: true,
  bank_holiday_region: "england_wales",
};

/**
 * England 2003 contract: 4 h, 3 h outside 07:00-19:00 on weekdays and all weekend. Wales counts sessions
 * of 3.75 h. Scotland's premium hours are 20:00-08:00. Public holidays count as premium unless switched off.
 */
export const NATIONAL_RULES: Record<Nation, PaRules> = {
  england: ENGLAND,
  wales: { ...ENGLAND, nation: "wales", standard_minutes_per_pa: 225, premium_minutes_per_pa: 225 },
  scotland: {
    ...ENGLAND,
    nation: "scotland",
    standard_start_minute: 8 * 60,
    standard_end_minute: 20 * 60,
    bank_holiday_region: "scotland",
  },
  northern_ireland: { ...ENGLAND, nation: "northern_ireland", bank_holiday_region: "northern_ireland" },
};

export interface WorkedMinutes {
  standard: number;
  premium: number;
}

/**
 * Divides the elapsed minutes of [startAt, endAt) into standard and premium time. The period is cut at every London
 * midnight and at both ends of the standard window; a piece is standard when its London day is neither a premium
 * weekday nor a bank holiday and its clock time is within the window. Instants are whole minutes.
 */
export function workedMinutes(startAt: number, endAt: number, rules: PaRules): WorkedMinutes {
  const worked = { standard: 0, premium: 0 };
  let date = londonMoment(startAt).date;
  for (let from = startAt; from < endAt; ) {
    const midnight = londonInstant(addDays(date, 1));
    const until = Math.min(midnight, endAt);
    const standard = isPremiumDay(date, rules) ? 0 : standardMinutes(date, from, until, rules);
    worked.standard += standard;
    worked.premium += minutesBetween(from, until) - standard;
    from = until;
    date = addDays(date, 1);
  }
  return worked;
}

function standardMinutes(date: LondonDate, from: number, until: number, rules: PaRules): number {
  const opens = londonInstant(date, rules.standard_start_minute);
  const closes = londonInstant(date, rules.standard_end_minute);
  return Math.max(0, minutesBetween(Math.max(from, opens), Math.min(until, closes)));
}

function isPremiumDay(date: LondonDate, rules: PaRules): boolean {
  return (
    rules.premium_weekdays.includes(weekday(date)) ||
    (rules.bank_holidays_premium && isPublicHoliday(date, bankCalendarOf(rules)))
  );
}

const NO_DAYS: LocalDays = { added: [], removed: [] };

/** The calendar of bank holidays under these rules. */
export function bankCalendarOf({ bank_holiday_region: region, local_public_holidays }: PaRules): BankCalendar {
  return { region, ...(local_public_holidays ?? NO_DAYS) };
}

/**
 * The rules for a period, with only the local bank holidays within it. A session stores these, so that its rules count
 * as changed only if a day of its own was added or removed.
 */
export function rulesWithin(rules: PaRules, startAt: number, endAt: number): PaRules {
  const { local_public_holidays: local, ...others } = rules;
  if (!local) return rules;
  const [from, to] = [londonMoment(startAt).date, londonMoment(endAt - 1).date];
  const within = (days: readonly LondonDate[]) => days.filter((day) => day >= from && day <= to);
  const own = { added: within(local.added), removed: within(local.removed) };
  return own.added.length + own.removed.length === 0 ? others : { ...others, local_public_holidays: own };
}

function minutesBetween(from: number, until: number): number {
  return (until - from) / MINUTE_MS;
}

/**
 * The PAs of worked minutes, in units of 1/3600 PA, rounded once. National rates divide evenly (15 units a standard
 * minute, 20 a premium minute, 16 in Wales), so sums of parts are exact.
 */
export function paUnitsOf(worked: WorkedMinutes, rules: PaRules): number {
  const { standard_minutes_per_pa: standard, premium_minutes_per_pa: premium } = rules;
  return Math.round((PA_UNITS * (worked.standard * premium + worked.premium * standard)) / (standard * premium));
}

/** The rules of an element whose hours per PA were agreed locally (resident work): one rate at all times. */
export function rulesOfElement(rules: PaRules, customMinutesPerPa: number | null): PaRules {
  if (customMinutesPerPa === null) return rules;
  return { ...rules, standard_minutes_per_pa: customMinutesPerPa, premium_minutes_per_pa: customMinutesPerPa };
}

/** `2.67` from PA units: two decimals, half up, away from zero. */
export function showPa(units: number): string {
  return (hundredthsOf(units, PA_UNITS) / 100).toFixed(2).replace("-", "−");
}

/** Hundredths of `whole` that `units` come to; halves are rounded away from zero. */
export function hundredthsOf(units: number, whole: number): number {
  const much = Math.floor((Math.abs(units) * 100) / whole + 0.5 + 1e-9);
  // No negative zero, which would be shown as one.
  return Math.sign(units) * much || 0;
}

/** As `showPa`, of a change: `+0.25`, `−0.25`, `0.00`. */
export function showPaChange(units: number): string {
  return withPlus(showPa(units));
}

/** A figure as it is shown, with a plus sign unless it has a minus sign or is zero. */
export function withPlus(shown: string): string {
  return shown.startsWith("−") || !/[1-9]/.test(shown) ? shown : `+${shown}`;
}

/**
 * PA units of a typed number of PAs: hundredths and eighths (`0.875`) are exact, others are rounded to the nearest
 * unit.
 */
export function paUnits(pas: number): number {
  return Math.round(pas * PA_UNITS);
}

/** `0.875` for a form: at most four decimals, which `paUnits` reads back as the same units. */
export function paText(units: number): string {
  return String(Math.round((units / PA_UNITS) * 10_000) / 10_000);
}

/** Whether two sets of rules are equal in every field, with lists in any order. */
export function sameRules(one: PaRules, other: PaRules): boolean {
  const { premium_weekdays: days, local_public_holidays: local, ...rest } = one;
  const { premium_weekdays: otherDays, local_public_holidays: otherLocal, ...otherRest } = other;
  const names = Object.keys(rest) as (keyof typeof rest)[];
  return (
    names.every((name) => rest[name] === otherRest[name]) &&
    sameList(days, otherDays) &&
    sameList(local?.added ?? [], otherLocal?.added ?? []) &&
    sameList(local?.removed ?? [], otherLocal?.removed ?? [])
  );
}

function sameList(one: readonly (string | number)[], other: readonly (string | number)[]): boolean {
  return [...one].sort().join() === [...other].sort().join();
}

/** Whether rules are those of their nation, apart from the user's own bank holidays. */
export function isNational({ local_public_holidays: _, ...rules }: PaRules): boolean {
  return sameRules(rules, NATIONAL_RULES[rules.nation]);
}

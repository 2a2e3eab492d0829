import { and, eq, gt, min, ne, sql } from "drizzle-orm";
import { z } from "zod";
import type { Actor } from "~/platform/context";
import { assertVersion, isStale } from "~/platform/db/assertions.server";
import { isTaken, newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import * as fields from "~/platform/http/fields";
import { withCrossFieldChecks } from "~/platform/http/form-schemas";
import type { Refusal } from "~/platform/http/refusal.server";
import { changedElsewhere } from "~/platform/http/refusal.server";
import { upperFirst } from "~/platform/letter-case";
import { longDate, MONTHS, realDate, ukDate } from "~/platform/time/dates";
import { BANK_HOLIDAY_WAYS, type BankHolidayWay } from "./bank-holiday-ways";
import { isInHours, termsOf, USUAL_SETTINGS, USUAL_TERMS, type YearTerms } from "./entitlement";
import { leaveSettingsOf, leaveYearsOf } from "./queries.server";
import { leave, leaveSettings, leaveYears } from "./table.server";
import { FIRST_LEAVE_YEAR, LAST_LEAVE_YEAR, type LeaveYear, leaveYear } from "./years";

/** A field for a number of days in steps of 0.5, parsed to half days. */
function days(name: string, min: number, max: number, empty?: string) {
  return fields.number({ name, min, max, places: 2, empty }).transform((typed, context): number => {
    const halves = (typed ?? 0) * 2;
    if (Number.isInteger(halves)) return halves;
    context.addIssue({ code: "custom", message: stepsOfDays(name) });
    return z.NEVER;
  });
}

function stepsOfDays(name: string): string {
  return `${upperFirst(name)} must go in steps of 0.5`;
}

/** The most of each unit that can be typed. */
const MOST = { days: 200, hours: 2000 } as const;

/** The message about an amount of annual leave that its unit does not take; null for one that it does. */
function faultOf(name: string, amount: number, unit: keyof typeof MOST, least: number): string | null {
  if (unit === "days" && !Number.isInteger(amount * 2)) return stepsOfDays(name);
  if (Math.abs(amount) <= MOST[unit]) return null;
  return `${upperFirst(name)} must be between ${least && -MOST[unit]} and ${MOST[unit]}`;
}

const answers = z.object({
  /** Combined version of the settings and the year's row when the form was opened. */
  version: fields.version,
  year: fields.number({
    name: "year",
    min: FIRST_LEAVE_YEAR,
    max: LAST_LEAVE_YEAR,
    places: 0,
    empty: "Reload this page",
  }),
  year_start_day: fields.number({
    name: "day",
    min: 1,
    max: 31,
    places: 0,
    empty: "Enter the day that the leave year starts on",
  }),
  year_start_month: fields.chosen(
    "the month that the leave year starts in",
    MONTHS.map((_, at) => String(at + 1)),
  ),
  /** The leave years that a new start is for. */
  new_start: fields.chosen("which years a new start is for", ["later", "all"]),
  shown_first: fields.chosen("days or PAs", ["days", "pas"]),
  annual_unit: fields.chosen("days or hours", ["days", "hours"]),
  annual: fields.number({
    ...{ name: "annual leave", min: 0, max: MOST.hours, places: 2 },
    empty: "Enter the days or hours of annual leave",
  }),
  fraction: fields.number({
    name: "fraction of full time",
    min: 0.01,
    max: 1,
    places: 2,
    empty: "Enter 1 for full time",
  }),
  carried: fields
    .number({ name: "leave carried over", min: -MOST.hours, max: MOST.hours, places: 2 })
    .transform((typed) => typed ?? 0),
  post_begins: fields.date("first day in this post"),
  bank_holidays: fields.chosen("what bank holidays count for", Object.keys(BANK_HOLIDAY_WAYS) as BankHolidayWay[]),
  study_days: days("study leave", 0, 200, "Enter the days of study and professional leave a year"),
  study_days_of_three: days(
    "study leave in three years",
    0,
    600,
    "Enter the days of study and professional leave in three years",
  ),
});

const checked = withCrossFieldChecks(answers, ({ annual_unit, annual, carried }, context) => {
  if (annual_unit === undefined) return;
  const faults = {
    annual: annual === undefined ? null : faultOf("annual leave", annual, annual_unit, 0),
    carried: carried === undefined ? null : faultOf("leave carried over", carried, annual_unit, -1),
  };
  for (const [field, message] of Object.entries(faults)) {
    if (message !== null) context.addIssue({ code: "custom", path: [field], message });
  }
});

/** Annual leave as it is kept: in half days, or in hours beside the usual days, which then count for nothing. */
function amountsOf({ annual_unit, annual, carried }: z.output<typeof answers>) {
  const { annual_half_days, carried_half_days, annual_hour_hundredths, carried_hour_hundredths } = USUAL_TERMS;
  if (annual_unit === "days") {
    const halves = { annual_half_days: annual * 2, carried_half_days: carried * 2 };
    return { ...halves, annual_hour_hundredths, carried_hour_hundredths };
  }
  const [hours, hoursCarried] = [annual, carried].map((typed) => Math.round(typed * 100)) as [number, number];
  const inHours = { annual_hour_hundredths: hours, carried_hour_hundredths: hoursCarried };
  return { annual_half_days, carried_half_days, ...inHours };
}

/** The form of the settings of leave, with the entitlement of one year. */
export const leaveSettingsForm = checked.transform((answered, context) => {
  // 2025 is not a leap year: a leave year cannot begin on a day that most years lack.
  const start = realDate(2025, Number(answered.year_start_month), answered.year_start_day);
  if (start === false) {
    const message = "The leave year must start on a day that every year has, so not on 29 February";
    context.addIssue({ code: "custom", path: ["year_start_day"], message });
    return z.NEVER;
  }
  const terms: YearTerms = {
    ...amountsOf(answered),
    fraction_hundredths: Math.round(answered.fraction * 100),
    post_begins: answered.post_begins,
    bank_holidays: answered.bank_holidays,
  };
  return {
    ...{ version: answered.version, year: answered.year, terms, new_start: answered.new_start },
    settings: {
      year_start: start.slice(5),
      shown_first: answered.shown_first,
      study_half_days: answered.study_days,
      study_half_days_of_three: answered.study_days_of_three,
    },
  };
});

/** Query for a page's batch: the first day of any leave. */
function firstLeave(db: Database, userId: number) {
  return db
    .select({ day: min(leave.date_start) })
    .from(leave)
    .where(eq(leave.user_id, userId));
}

type LeaveSettingsAnswers = z.output<typeof leaveSettingsForm>;

/** Reads the settings of a user with all entitlements, in one batch. */
export async function readLeaveSettings(db: Database, userId: number) {
  const [[row], years, [first]] = await db.batch([
    leaveSettingsOf(db, userId),
    leaveYearsOf(db, userId),
    firstLeave(db, userId),
  ]);
  return { row: row ?? null, settings: row ?? USUAL_SETTINGS, years, firstLeave: first?.day ?? null };
}

/** The leave year that begins in a calendar year, by what was read. */
export function yearRead({ settings, years }: ReadLeaveSettings, year: number): LeaveYear {
  return leaveYear(year, settings.year_start, years);
}

type ReadLeaveSettings = Awaited<ReturnType<typeof readLeaveSettings>>;

/** One version for the settings and the year's row: their sum, since each only increases. */
function settingsVersion({ row, years }: ReadLeaveSettings, year: number): number {
  return 1 + (row?.version ?? 0) + (rowOfYear(years, year)?.version ?? 0);
}

function rowOfYear(years: ReadLeaveSettings["years"], year: number) {
  return years.find(({ year_begins }) => Number(year_begins.slice(0, 4)) === year);
}

/** The values of the settings' form, with the terms of one year. */
export function leaveSettingsAnswers(read: ReadLeaveSettings, year: LeaveYear) {
  const { settings } = read;
  const terms = termsOf(year, read.years);
  const [month = "", day = ""] = settings.year_start.split("-");
  const hasEarlier = read.firstLeave !== null && read.firstLeave < year.begins;
  return {
    version: String(settingsVersion(read, year.year)),
    year: String(year.year),
    year_start_day: String(Number(day)),
    year_start_month: String(Number(month)),
    new_start: hasEarlier || read.years.some(({ year_begins }) => year_begins < year.begins) ? "later" : "all",
    shown_first: settings.shown_first,
    annual_unit: isInHours(terms) ? "hours" : "days",
    annual: String((isInHours(terms) ? (terms.annual_hour_hundredths ?? 0) / 50 : terms.annual_half_days) / 2),
    fraction: String(terms.fraction_hundredths / 100),
    carried: String((isInHours(terms) ? (terms.carried_hour_hundredths ?? 0) / 50 : terms.carried_half_days) / 2),
    post_begins: terms.post_begins ? ukDate(terms.post_begins) : "",
    bank_holidays: terms.bank_holidays ?? "as_they_fall",
    study_days: String(settings.study_half_days / 2),
    study_days_of_three: String(settings.study_half_days_of_three / 2),
  };
}

/**
 * Saves the settings and the year's entitlement together; the latter only if it differs from what applies already. A
 * new start of the leave year is that of all years, or of those after this one: then this one is saved as it begins.
 * @returns null when they are saved
 */
export async function saveLeaveSettings(
  { db, userId, now }: Actor,
  { version, year, settings, terms, new_start }: LeaveSettingsAnswers,
): Promise<Refusal | null> {
  const read = await readLeaveSettings(db, userId);
  const shown = yearRead(read, year);
  const isSameYear = sameValues(terms, termsOf(shown, read.years));
  if (settingsVersion(read, year) !== version) {
    // A repeat, because its answer was lost: what it asks for is already saved.
    const isSaved = isSameYear && sameValues(settings, read.settings);
    return isSaved ? null : changedElsewhere("page", settingsVersion(read, year));
  }
  if (terms.post_begins && terms.post_begins > shown.ends) {
    const message = `First day in this post must be ${longDate(shown.ends)} or before. Blank is the first day of your first job plan`;
    return { errors: { post_begins: message }, status: 422 };
  }
  const own = { user_id: userId, updated_at: now };
  const yearRow = rowOfYear(read.years, year);
  const isMoved = settings.year_start !== read.settings.year_start;
  const year_begins = isMoved && new_start === "all" ? `${year}-${settings.year_start}` : shown.begins;
  const values = { ...terms, year_begins, ...own };
  const others = and(
    eq(leaveYears.user_id, userId),
    new_start === "all" ? undefined : gt(leaveYears.year_begins, `${year}-12-31`),
    yearRow && ne(leaveYears.unique_ref, yearRow.unique_ref),
  );
  const moveOthers = db
    .update(leaveYears)
    .set({
      year_begins: sql`substr(${leaveYears.year_begins}, 1, 5) || ${settings.year_start}`,
      ...{ updated_at: now, version: sql`${leaveYears.version} + 1` },
    })
    .where(others);
  const isYear = (row: { unique_ref: string }) =>
    and(eq(leaveYears.user_id, userId), eq(leaveYears.unique_ref, row.unique_ref));
  const isSettings = eq(leaveSettings.user_id, userId);
  const yearAsSeen = yearRow ? [assertVersion(db, leaveYears, isYear(yearRow), yearRow.version)] : [];
  const keepsYear = isSameYear && !(isMoved && (yearRow || new_start === "later"));
  const saveSettings = read.row
    ? db
        .update(leaveSettings)
        .set({ ...settings, ...own, version: read.row.version + 1 })
        .where(eq(leaveSettings.user_id, userId))
    : db.insert(leaveSettings).values({ ...settings, ...own, unique_ref: newRef(), created_at: now });
  const saveYear = yearRow
    ? db
        .update(leaveYears)
        .set({ ...values, version: yearRow.version + 1 })
        .where(isYear(yearRow))
    : db.insert(leaveYears).values({ ...values, unique_ref: newRef(), created_at: now });
  try {
    await db.batch([
      assertVersion(db, leaveSettings, isSettings, read.row?.version ?? 0),
      ...yearAsSeen,
      saveSettings,
      ...(isMoved ? [moveOthers] : []),
      ...(keepsYear ? [] : [saveYear]),
    ]);
    return null;
  } catch (error) {
    const isLate = isStale(error) || isTaken(error, "leave_settings.user_id") || isTaken(error, "leave_years.user_id");
    if (!isLate) throw error;
    return changedElsewhere("page", settingsVersion(await readLeaveSettings(db, userId), year));
  }
}

/** Whether `there` has every value of `wanted`. */
function sameValues(wanted: object, there: object): boolean {
  return Object.entries(wanted).every(([name, value]) => (there as Record<string, unknown>)[name] === value);
}

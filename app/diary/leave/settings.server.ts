import { and, eq, gt, min, ne, sql } from "drizzle-orm";
import type { Actor } from "~/platform/context";
import { assertVersion, isStale } from "~/platform/db/assertions.server";
import { isTaken, newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import type { Refusal } from "~/platform/http/refusal.server";
import { changedElsewhere } from "~/platform/http/refusal.server";
import { longDate, ukDate } from "~/platform/time/dates";
import { isInHours, termsOf, USUAL_SETTINGS } from "./entitlement";
import { leaveSettingsOf, leaveYearsOf } from "./queries.server";
import type { LeaveSettingsAnswers } from "./settings-form";
import { leave, leaveSettings, leaveYears } from "./table.server";
import { type LeaveYear, leaveYear } from "./years";

/** Query for a page's batch: the first day of any leave. */
function firstLeave(db: Database, userId: number) {
  return db
    .select({ day: min(leave.date_start) })
    .from(leave)
    .where(eq(leave.user_id, userId));
}

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
    annual: amountText(terms.annual_hour_hundredths, terms.annual_half_days),
    fraction: String(terms.fraction_hundredths / 100),
    carried: amountText(terms.carried_hour_hundredths, terms.carried_half_days),
    post_begins: terms.post_begins ? ukDate(terms.post_begins) : "",
    bank_holidays: terms.bank_holidays ?? "as_they_fall",
    study_days: String(settings.study_half_days / 2),
    study_days_of_three: String(settings.study_half_days_of_three / 2),
  };
}

/** An amount of leave in its unit, as it was typed: hours where there are any, else days. */
function amountText(hourHundredths: number | null | undefined, halfDays: number): string {
  return String(hourHundredths == null ? halfDays / 2 : hourHundredths / 100);
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

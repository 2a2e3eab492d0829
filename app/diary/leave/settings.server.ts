import { eq, min } from "drizzle-orm";
import { INITIAL_VERSION } from "~/changes/open-change.server";
import { saveSettings } from "~/changes/settings.server";
import type { Writer } from "~/changes/write-rows.server";
import { newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import type { Saved } from "~/platform/http/answer-save.server";
import { longDate, ukDate } from "~/platform/time/dates";
import { isInHours, termsOf, USUAL_SETTINGS } from "./entitlement";
import { leaveSettingsOf, leaveYearsOf } from "./queries.server";
import type { LeaveSettingsAnswers } from "./settings-form";
import { leave } from "./table.server";
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
    version: String(read.row?.version ?? INITIAL_VERSION),
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
 */
export async function saveLeaveSettings(
  by: Writer,
  { version, year, settings, terms, new_start }: LeaveSettingsAnswers,
  fingerprint: string,
): Promise<Saved> {
  const read = await readLeaveSettings(by.db, by.userId);
  const shown = yearRead(read, year);
  if (terms.post_begins && terms.post_begins > shown.ends) {
    const message = `First day in this post must be ${longDate(shown.ends)} or before. Blank is the first day of your first job plan`;
    return { refusal: { errors: { post_begins: message }, status: 422 } };
  }
  const there = rowOfYear(read.years, year);
  const isMoved = settings.year_start !== read.settings.year_start;
  const year_begins = isMoved && new_start === "all" ? `${year}-${settings.year_start}` : shown.begins;
  const keepsYear = sameValues(terms, termsOf(shown, read.years)) && !(isMoved && (there || new_start === "later"));
  const others = isMoved
    ? read.years.filter((row) => row !== there && (new_start === "all" || row.year_begins > `${year}-12-31`))
    : [];
  const moved = others.map(({ user_id, version, created_at, updated_at, ...row }) => {
    return { ...row, year_begins: `${row.year_begins.slice(0, 5)}${settings.year_start}` };
  });
  const own = keepsYear ? [] : [{ ...terms, year_begins, unique_ref: there?.unique_ref ?? newRef() }];
  const written = there && !keepsYear ? [...others, there] : others;
  return saveSettings(by, {
    ...{ part: "leave_settings", what: "page", message: "Leave settings changed" },
    ...{ values: settings, edit: { version, fingerprint } },
    seen: written.map((row) => ({ part: "leave_years", ref: row.unique_ref, version: row.version })),
    inserts: { leave_years: there ? [] : own },
    updates: { leave_years: there ? [...moved, ...own] : moved },
  });
}

/** Whether `there` has every value of `wanted`. */
function sameValues(wanted: object, there: object): boolean {
  return Object.entries(wanted).every(([name, value]) => (there as Record<string, unknown>)[name] === value);
}

import { and, eq } from "drizzle-orm";
import { changedElsewhere } from "~/planning/job-plans/refusal.server";
import { isStale, isTaken, newRef, nextVersion } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import type { Refusal } from "~/platform/http/refusal.server";
import { termsOf, USUAL_SETTINGS } from "./entitlement";
import { leaveSettingsOf, leaveYearsOf } from "./queries.server";
import type { LeaveSettingsAnswers } from "./settings-form";
import { leaveSettings, leaveYears } from "./table.server";
import { leaveYear } from "./years";

/** The settings of a user with all entitlements, in one batch. */
export async function readLeaveSettings(db: Database, userId: number) {
  const [[row], years] = await db.batch([leaveSettingsOf(db, userId), leaveYearsOf(db, userId)]);
  return { row: row ?? null, settings: row ?? USUAL_SETTINGS, years };
}

export type ReadLeaveSettings = Awaited<ReturnType<typeof readLeaveSettings>>;

/** The settings and the year as one: each of the two only ever counts up. */
export function settingsVersion({ row, years }: ReadLeaveSettings, year: number): number {
  return 1 + (row?.version ?? 0) + (rowOfYear(years, year)?.version ?? 0);
}

function rowOfYear(years: ReadLeaveSettings["years"], year: number) {
  return years.find(({ year_begins }) => Number(year_begins.slice(0, 4)) === year);
}

/** Saves both at once; the year only where it is not what the years before it say already. */
export async function saveLeaveSettings(
  db: Database,
  userId: number,
  { version, year, settings, terms }: LeaveSettingsAnswers,
  now: number,
): Promise<Refusal | null> {
  const read = await readLeaveSettings(db, userId);
  const before = termsOf(leaveYear(year, read.settings.year_start), read.years);
  const isSameYear = sameValues(terms, before);
  if (settingsVersion(read, year) !== version) {
    // Sent again because its answer was lost: what it asks for is saved.
    const isSaved = isSameYear && sameValues(settings, read.settings);
    return isSaved ? null : changedElsewhere("page", settingsVersion(read, year));
  }
  const own = { user_id: userId, updated_at: now };
  const yearRow = rowOfYear(read.years, year);
  const values = { ...terms, year_begins: leaveYear(year, settings.year_start).begins, ...own };
  const saveSettings = read.row
    ? db
        .update(leaveSettings)
        .set({ ...settings, ...own, version: nextVersion(leaveSettings.version, read.row.version) })
        .where(eq(leaveSettings.user_id, userId))
    : db.insert(leaveSettings).values({ ...settings, ...own, unique_ref: newRef(), created_at: now });
  const saveYear = yearRow
    ? db
        .update(leaveYears)
        .set({ ...values, version: nextVersion(leaveYears.version, yearRow.version) })
        .where(and(eq(leaveYears.user_id, userId), eq(leaveYears.unique_ref, yearRow.unique_ref)))
    : db.insert(leaveYears).values({ ...values, unique_ref: newRef(), created_at: now });
  try {
    await db.batch([saveSettings, ...(isSameYear ? [] : [saveYear])]);
    return null;
  } catch (error) {
    const isLate = isStale(error) || isTaken(error, "leave_settings.user_id") || isTaken(error, "leave_years.user_id");
    if (!isLate) throw error;
    return changedElsewhere("page", settingsVersion(await readLeaveSettings(db, userId), year));
  }
}

/** Whether all that `wanted` names is in `there`. */
function sameValues(wanted: object, there: object): boolean {
  return Object.entries(wanted).every(([name, value]) => (there as Record<string, unknown>)[name] === value);
}

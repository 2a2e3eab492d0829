import { asc, eq } from "drizzle-orm";
import { type Change, writeChange } from "~/changes/write-change.server";
import type { Writer } from "~/changes/write-rows.server";
import { updatePlanRules } from "~/planning/job-plans/plan-statements.server";
import { plansOf } from "~/planning/job-plans/queries.server";
import { isTaken, newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { type FormKey, findEarlierResult } from "~/platform/db/idempotency.server";
import { FORM_WAS_USED, type Refusal } from "~/platform/http/refusal.server";
import { shortDate } from "~/platform/time/dates";
import type { LondonDate } from "~/platform/time/london";
import { isNational, isPublicHolidayOn } from "./calendar";
import { localPublicHolidays } from "./table.server";

/** Most local bank holidays of a user: more than needed, and limited since the rules of every plan contain them. */
const MAX_DAYS = 200;

/** The message for the user with what undoes the change, or the refusal when nothing was changed. */
type HolidayChange =
  | { message: string; undo?: string | null; refusal?: never }
  | { refusal: Refusal; undo?: never; message?: never };

/**
 * Adds a bank holiday of the user, only once however often the form is sent, and updates the rules of every plan, in
 * one change.
 */
export async function addPublicHoliday(
  by: Writer,
  form: FormKey,
  { day, name }: { day: LondonDate; name: string },
): Promise<HolidayChange> {
  const { local, plans, mine } = await holidaysAround(by, day);
  const message = `${shortDate(day)} is now one of your bank holidays`;
  if (isPublicHolidayOn(plans, local, day)) {
    if (await findEarlierResult(by.db, by.userId, form)) return { message };
    return refused({ day: `${shortDate(day)} is already a bank holiday in the list` });
  }
  // A removed national day is restored; if its region no longer applies on that day, it is added as the user's own.
  if (mine && isNational(plans, day)) return restoreDay(by, day);
  if (!mine && local.length >= MAX_DAYS) {
    return refused({ day: `You have ${MAX_DAYS} days of your own, which is the limit. Remove old ones first` });
  }
  const row = { day, name, is_added: true, unique_ref: mine?.unique_ref ?? newRef() };
  return change(by, day, {
    ...(mine ? { seen: [seenDay(mine)] } : {}),
    form: { ...form, result: { part: "local_public_holidays", ref: row.unique_ref } },
    ...(mine ? { updates: { local_public_holidays: [row] } } : { inserts: { local_public_holidays: [row] } }),
    message,
  });
}

/** Removes a bank holiday: one that the user added is deleted, one of the region is marked as none for this user. */
export async function removePublicHoliday(by: Writer, day: LondonDate): Promise<HolidayChange> {
  const { local, plans, mine } = await holidaysAround(by, day);
  if (mine?.is_added) return restoreDay(by, day);
  const message = `${shortDate(day)} is no longer one of your bank holidays`;
  if (mine) return { message };
  if (!isNational(plans, day)) return { message: `${shortDate(day)} is not a bank holiday` };
  if (local.length >= MAX_DAYS) return refused({ "": `You have changed ${MAX_DAYS} days, which is the limit` });
  const row = { unique_ref: newRef(), day, is_added: false };
  return change(by, day, { inserts: { local_public_holidays: [row] }, message });
}

/** Deletes the user's change of a day, so that its region decides again. */
export async function restoreDay(by: Writer, day: LondonDate): Promise<HolidayChange> {
  const { plans, mine } = await holidaysAround(by, day);
  const message = `${shortDate(day)} is ${isNational(plans, day) ? "a bank holiday again" : "not a bank holiday any more"}`;
  if (!mine) return { message };
  const deletes = [{ part: "local_public_holidays" as const, refs: [mine.unique_ref] }];
  return change(by, day, { seen: [seenDay(mine)], deletes, message });
}

async function holidaysAround({ db, userId }: Writer, day: LondonDate) {
  const [local, plans] = await db.batch([localPublicHolidaysOf(db, userId), plansOf(db, userId)]);
  return { local, plans, mine: local.find((each) => each.day === day) };
}

function seenDay({ unique_ref: ref, version }: { unique_ref: string; version: number }) {
  return { part: "local_public_holidays" as const, ref, version };
}

async function change(by: Writer, day: LondonDate, rows: Change): Promise<HolidayChange> {
  const elsewhere = refused({ day: `${shortDate(day)} has just been changed in another window. Look at the list` });
  try {
    const written = await writeChange(by, {
      ...rows,
      message: `Bank holiday changed, ${shortDate(day)}`,
      alongside: updatePlanRules(by),
    });
    if (written.result === "form used") return { refusal: FORM_WAS_USED };
    return "undo" in written ? { message: rows.message, undo: written.undo } : elsewhere;
  } catch (error) {
    if (!isTaken(error, "local_public_holidays.user_id")) throw error;
    return elsewhere;
  }
}

function refused(errors: Record<string, string>): HolidayChange {
  return { refusal: { errors, status: 422 } };
}

/** The local bank holidays of a user, first to last. For a page's batch. */
export function localPublicHolidaysOf(db: Database, userId: number) {
  const { unique_ref, day, is_added, name, version, user_id } = localPublicHolidays;
  return db
    .select({ unique_ref, day, is_added, name, version })
    .from(localPublicHolidays)
    .where(eq(user_id, userId))
    .orderBy(asc(day));
}

import { and, asc, eq } from "drizzle-orm";
import { keepLockedDays } from "~/changes/keep-locked-days.server";
import { updatePlanRules } from "~/planning/job-plans/plan-statements.server";
import { plansOf } from "~/planning/job-plans/queries.server";
import { isTaken, newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { claimKey, type FormKey, findEarlierResult, runOnce } from "~/platform/db/idempotency.server";
import { FORM_WAS_USED, type Refusal } from "~/platform/http/refusal.server";
import { shortDate } from "~/platform/time/dates";
import type { LondonDate } from "~/platform/time/london";
import { isNational, isPublicHolidayOn } from "./calendar";
import { localPublicHolidays } from "./table.server";

/** Most local bank holidays of a user: more than needed, and limited since the rules of every plan contain them. */
const MAX_DAYS = 200;

/** The message for the user, or the refusal when nothing was changed. */
type HolidayChange = { message: string; refusal?: never } | { refusal: Refusal; message?: never };

/**
 * Adds a bank holiday of the user, only once however often the form is sent, and updates the rules of every plan, in
 * one batch.
 */
export async function addPublicHoliday(
  db: Database,
  userId: number,
  form: FormKey,
  { day, name }: { day: LondonDate; name: string },
  now: number,
): Promise<HolidayChange> {
  const [local, plans] = await db.batch([localPublicHolidaysOf(db, userId), plansOf(db, userId)]);
  const message = `${shortDate(day)} is now one of your bank holidays`;
  if (isPublicHolidayOn(plans, local, day)) {
    if (await findEarlierResult(db, userId, form)) return { message };
    return refused({ day: `${shortDate(day)} is already a bank holiday in the list` });
  }
  const takenOut = local.some((each) => each.day === day);
  // A removed national day is restored; if its region no longer applies on that day, it is added as the user's own.
  if (takenOut && isNational(plans, day)) return restoreDay(db, userId, day);
  if (!takenOut && local.length >= MAX_DAYS) {
    return refused({ day: `You have ${MAX_DAYS} days of your own, which is the limit. Remove old ones first` });
  }
  const ref = newRef();
  const row = { unique_ref: ref, user_id: userId, created_at: now, updated_at: now };
  const set = { is_added: true, name, updated_at: now };
  const insert = db.insert(localPublicHolidays).values({ ...row, day, name, is_added: true });
  const kept = await keepLockedDays({ db, userId });
  const write = () =>
    db.batch([
      claimKey(db, userId, form, ref, now),
      takenOut
        ? insert.onConflictDoUpdate({ target: [localPublicHolidays.user_id, localPublicHolidays.day], set })
        : insert,
      updatePlanRules(db, userId),
      ...kept,
    ]);
  try {
    const made = await runOnce(db, userId, form, ref, write, async () => true);
    return made === null ? { refusal: FORM_WAS_USED } : { message };
  } catch (error) {
    if (!isTaken(error, "local_public_holidays.user_id")) throw error;
    return refused({ day: `${shortDate(day)} has just been changed in another window. Look at the list` });
  }
}

/** Removes a bank holiday: one that the user added is deleted, one of the region is marked as none for this user. */
export async function removePublicHoliday(
  db: Database,
  userId: number,
  day: LondonDate,
  now: number,
): Promise<HolidayChange> {
  const [local, plans] = await db.batch([localPublicHolidaysOf(db, userId), plansOf(db, userId)]);
  const mine = local.find((each) => each.day === day);
  if (mine?.is_added) return restoreDay(db, userId, day);
  const message = `${shortDate(day)} is no longer one of your bank holidays`;
  if (mine) return { message };
  if (!isNational(plans, day)) return { message: `${shortDate(day)} is not a bank holiday` };
  if (local.length >= MAX_DAYS) return refused({ "": `You have changed ${MAX_DAYS} days, which is the limit` });
  const row = { unique_ref: newRef(), user_id: userId, created_at: now, updated_at: now };
  await db.batch([
    db
      .insert(localPublicHolidays)
      .values({ ...row, day, is_added: false })
      .onConflictDoNothing(),
    updatePlanRules(db, userId),
    ...(await keepLockedDays({ db, userId })),
  ]);
  return { message };
}

/** Deletes the user's change of a day, so that its region decides again. */
export async function restoreDay(db: Database, userId: number, day: LondonDate): Promise<HolidayChange> {
  const [, , plans] = await db.batch([
    db
      .delete(localPublicHolidays)
      .where(and(eq(localPublicHolidays.user_id, userId), eq(localPublicHolidays.day, day))),
    updatePlanRules(db, userId),
    plansOf(db, userId),
    ...(await keepLockedDays({ db, userId })),
  ]);
  return {
    message: `${shortDate(day)} is ${isNational(plans, day) ? "a bank holiday again" : "not a bank holiday any more"}`,
  };
}

function refused(errors: Record<string, string>): HolidayChange {
  return { refusal: { errors, status: 422 } };
}

/** The local bank holidays of a user, first to last. For a page's batch. */
export function localPublicHolidaysOf(db: Database, userId: number) {
  const { unique_ref, day, is_added, name, user_id } = localPublicHolidays;
  return db
    .select({ unique_ref, day, is_added, name })
    .from(localPublicHolidays)
    .where(eq(user_id, userId))
    .orderBy(asc(day));
}

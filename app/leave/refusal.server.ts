import { isRefused, isStale } from "~/db/columns.server";
import type { Database } from "~/db/database.server";
import type { Refusal } from "~/http/refusal.server";
import { found } from "~/job-plans/queries.server";
import { changedElsewhere } from "~/job-plans/refusal.server";
import { leaveBetween } from "./between.server";
import type { LeaveSpan } from "./kinds";
import { leaveOf } from "./queries.server";
import { nameOfLeave, sharesHalf, spanWords } from "./rules";

/** Puts the failed write of a leave into words. @throws the error when it is none of leave's own. */
export async function whyLeaveRefused(
  db: Database,
  userId: number,
  wanted: LeaveSpan & { unique_ref: string },
  error: unknown,
): Promise<Refusal> {
  if (isStale(error)) {
    const { version } = found(await leaveOf(db, userId, wanted.unique_ref));
    return changedElsewhere("leave", version);
  }
  if (!isRefused(error, "leave.date_start")) throw error;
  const near = await leaveBetween(db, userId, wanted.date_start, wanted.date_end);
  const other = near.find(
    (each) => each.unique_ref !== wanted.unique_ref && each.status !== "cancelled" && sharesHalf(each, wanted),
  );
  const name = other ? `${nameOfLeave(other)}, ${spanWords(other)}` : "other leave";
  const message = `These days overlap ${name}. Change the days, or cancel that leave first`;
  return { errors: { date_start: message }, status: 422 };
}

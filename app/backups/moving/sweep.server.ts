import { and, eq, inArray, lte, not, or, sql } from "drizzle-orm";
import { moves } from "~/account/moves/table.server";
import { users } from "~/account/table.server";
import { deadJobs } from "~/mail/table.server";
import type { JobContext } from "~/platform/context";
import { logError } from "~/platform/http/log";
import { placeOf } from "~/platform/places";
import { dropCopy, moveUser } from "./move-user.server";
import { findMove } from "./runs.server";

/** For the queue: moves a user of this region to the one that was asked for. A surplus message does nothing. */
export async function runMove(app: JobContext, userRef: string): Promise<void> {
  const move = await findMove(app.db, userRef);
  const to = move && app.otherRegion(move.other);
  if (move && !to) throw new Error("A move leads to a region that is not in the settings");
  const { name } = placeOf(app.site.places, app.db.region);
  if (to) await moveUser({ ...app, from: { ...app, name }, to }, userRef);
}

/** How long a move waits that the queue has given up: its user may be waiting, too. */
const GIVEN_UP_MS = 10 * 60 * 1000;

type Sweeping = Pick<JobContext, "db" | "objects" | "lockedDays" | "jobs" | "now" | "otherRegion">;

/**
 * For the cron of each minute: hands moves to the queue that were asked for, or whose run has died, and deletes copies in
 * this region of moves that have stopped where the user is.
 */
export async function sweepMoves(app: Sweeping): Promise<void> {
  const { db, jobs, now } = app;
  const hasDied = and(inArray(moves.state, ["copying", "switched"]), lte(moves.leased_until, now));
  const isCopy = inArray(moves.state, ["arriving", "complete"]);
  const rows = await db
    .select()
    .from(moves)
    .where(or(and(or(eq(moves.state, "asked"), hasDied), not(wasGivenUp(now))), isCopy));
  for (const row of rows) {
    if (row.state === "asked" || row.held_id !== null) jobs.nudge({ kind: "move-user", ref: row.user_ref });
    else await dropIfStopped(app, row).catch(logError);
  }
}

/** Condition: the queue has just given a move up, and told so. Begun each minute it would be given up each minute. */
function wasGivenUp(now: number) {
  return sql`EXISTS (SELECT 1 FROM ${deadJobs} WHERE ${deadJobs.kind} = 'move-user' AND ${deadJobs.ref} = ${moves.user_ref}
    AND ${deadJobs.died_at} > ${now - GIVEN_UP_MS})`;
}

/** Only while the user is known to be where they were: else the copy may be all that there is. */
async function dropIfStopped(app: Sweeping, { user_ref: userRef, other, attempt }: typeof moves.$inferSelect) {
  const before = app.otherRegion(other);
  if (!before) return;
  const [[user], [move]] = await before.db.batch([
    before.db.select({ ref: users.unique_ref }).from(users).where(eq(users.unique_ref, userRef)),
    before.db.select({ held_id: moves.held_id }).from(moves).where(eq(moves.user_ref, userRef)),
  ]);
  if (user && (move?.held_id ?? null) === null) await dropCopy(before, app, { userRef, attempt });
}

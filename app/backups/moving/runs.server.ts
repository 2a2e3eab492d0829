import { and, eq, inArray, lte, ne, sql } from "drizzle-orm";
import { claimNames, openNames, tryResolveClaim } from "~/account/directory/claims.server";
import { ADMIN_LEVEL } from "~/account/levels";
import { moves } from "~/account/moves/table.server";
import { users } from "~/account/table.server";
import type { JobContext } from "~/platform/context";
import type { Database } from "~/platform/db/database.server";

/** A region's database and its store, and its name as people read it. */
export interface Place extends Pick<JobContext, "db" | "objects" | "lockedDays"> {
  name: string;
}

/** What a move works with. */
export interface MoveContext extends Pick<JobContext, "directory" | "vault" | "now"> {
  /** Where the user is. */
  from: Place;
  /** Where they are moved to. */
  to: Place;
}

/** A run of a move, which has the lease. */
export interface Run {
  userRef: string;
  claim: string;
  attempt: number;
  state: "copying" | "switched";
}

/** How long a run may go on before another takes its place, which it does if the machine died. */
const LEASE_MS = 5 * 60 * 1000;

type MoveRow = typeof moves.$inferSelect;

export async function findMove(db: Database, userRef: string): Promise<MoveRow | null> {
  const [row] = await db.select().from(moves).where(eq(moves.user_ref, userRef));
  return row ?? null;
}

/** Whether a move has begun and has not ended, so that the copy beside it is nobody's to change. */
export function isUnderWay(move: MoveRow | null): boolean {
  return move !== null && move.state !== "asked" && move.state !== "stopped";
}

/**
 * Begins a run: of a move that was asked for, or of one whose run has died. From then on nobody changes rows of the
 * user, and the names of the user are open.
 * @returns null if there is nothing to do, or another run is at work
 */
export async function beginRun(context: MoveContext, userRef: string): Promise<Run | null> {
  const row = await findMove(context.from.db, userRef);
  if (!row) return null;
  if (row.state === "asked") return hold(context, row);
  if (row.state === "copying" || row.state === "switched") return resume(context, row);
  return null;
}

/** Holds the rows of the user, in one batch with the claim of the names. */
async function hold({ from: { db }, directory, vault, now }: MoveContext, row: MoveRow): Promise<Run | null> {
  const { user_ref: userRef } = row;
  const names = { db, directory, vault, now };
  const claim = await openNames(names, userRef);
  if (claim === null) throw new Error("The directory has this user in another region");
  const attempt = Math.max(now, row.attempt + 1);
  const mayMove = and(eq(users.unique_ref, userRef), ne(users.level, ADMIN_LEVEL));
  const id = db.select({ id: users.id }).from(users).where(mayMove);
  const [, [held]] = await db.batch([
    claimNames(db, claim, now),
    db
      .update(moves)
      .set({ state: "copying", claim, attempt, held_id: sql`${id}`, leased_until: now + LEASE_MS, reason: "" })
      .where(and(isAt(row), sql`EXISTS ${id}`))
      .returning({ attempt: moves.attempt }),
  ]);
  if (held) return { userRef, claim, attempt, state: "copying" };
  await tryResolveClaim(names, claim);
  // The account was deleted, or became an administrator's.
  await db.delete(moves).where(isAt(row));
  return null;
}

async function resume({ from: { db }, now }: MoveContext, row: MoveRow): Promise<Run | null> {
  const attempt = Math.max(now, row.attempt + 1);
  const [taken] = await db
    .update(moves)
    .set({ attempt, leased_until: now + LEASE_MS })
    .where(and(isAt(row), lte(moves.leased_until, now)))
    .returning({ state: moves.state });
  const { user_ref: userRef, claim } = row;
  return taken ? { userRef, claim, attempt, state: row.state as Run["state"] } : null;
}

function isAt({ user_ref, state, attempt }: Pick<MoveRow, "user_ref" | "state" | "attempt">) {
  return and(eq(moves.user_ref, user_ref), eq(moves.state, state), eq(moves.attempt, attempt));
}

/**
 * Statement that fails its batch unless this run is the one at work, in this state: one that stalled
 * must change nothing later, neither in the copy nor where the user is by then.
 */
export function assertRun(db: Database, { userRef, attempt }: Pick<Run, "userRef" | "attempt">, ...states: State[]) {
  const at = and(eq(moves.user_ref, userRef), eq(moves.attempt, attempt), inArray(moves.state, states));
  const found = db.select({ state: moves.state }).from(moves).where(at);
  // NULL, which the column refuses, if there is none; the same row again, which is no news, if there is.
  return db
    .insert(moves)
    .select(sql`SELECT ${userRef}, ${found}, '', 0, '', NULL, 0, '', 0 WHERE true`)
    .onConflictDoNothing();
}

type State = MoveRow["state"];

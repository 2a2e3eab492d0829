import { and, eq, sql } from "drizzle-orm";
import { auditLineOnce } from "~/account/audit.server";
import { markForBackup } from "~/account/backups/due.server";
import { removeObjects } from "~/account/backups/objects.server";
import { resolveClaim, tryResolveClaim } from "~/account/directory/claims.server";
import { names } from "~/account/directory/table.server";
import { keepMovedLogins } from "~/account/login/moved-logins.server";
import { moves } from "~/account/moves/table.server";
import { users } from "~/account/table.server";
import { addressRow } from "~/account/users.server";
import { writeMail } from "~/mail/outbox.server";
import { logError } from "~/platform/http/log";
import { compareRows, copyMissing, copyObjects, copyRows, MoveError, missingBackups } from "./copy.server";
import { assertRun, beginRun, isUnderWay, type MoveContext, type Place, type Run } from "./runs.server";
import { removeCopy } from "./tables.server";

/** In place of an error that may name rows; the log has its kind. */
const FAILED = "It failed on the way. Try again: the log says why if it fails again";

/**
 * Moves a user who is asked to be moved, or ends a move that has died. Killed at any step, exactly one copy is left that
 * somebody can use, and the next run ends it: docs/decisions/0022-moving-a-user.md says why.
 * @returns false if there was nothing to do, or another run is at work
 * @throws MoveError, or what else stopped it: nothing has been changed then, and the user goes on where they were
 */
export async function moveUser(context: MoveContext, userRef: string): Promise<boolean> {
  const run = await beginRun(context, userRef);
  if (!run) return false;
  try {
    if (run.state === "copying") await copyAll(context, run);
    await switchOver(context, run);
  } catch (error) {
    await giveUp(context, run, error).catch(logError);
    throw error;
  }
  return true;
}

async function copyAll(context: MoveContext, run: Run): Promise<void> {
  const { from, to } = context;
  await arrive(context, run);
  await copyRows(context, run);
  await copyObjects(context, run);
  await compareRows(context, run);
  // From then on no other run begins the copy anew, unless it has taken the lease before the next statement.
  await to.db.batch([
    assertRun(to.db, run, "arriving"),
    to.db.update(moves).set({ state: "complete" }).where(isOf(run)),
  ]);
  await from.db.batch([
    assertRun(from.db, run, "copying"),
    from.db.update(moves).set({ state: "switched" }).where(isOf(run)),
  ]);
}

/** Makes room for the copy: what an earlier run, or D1's Time Travel, left of one is deleted. */
async function arrive(context: MoveContext, run: Run): Promise<void> {
  const { from, to, now } = context;
  const { userRef, claim, attempt } = run;
  const stale = await staleRow(context, run);
  const isFree = sql`(NOT EXISTS (SELECT 1 FROM users WHERE unique_ref = ${userRef} AND id <> ${stale})
    OR EXISTS (SELECT 1 FROM moves WHERE user_ref = ${userRef} AND state IN ('arriving', 'complete')))`;
  await to.db.batch([
    // What stopped here once, on another way.
    to.db
      .delete(moves)
      .where(sql`${moves.user_ref} = ${userRef} AND ${moves.state} IN ('asked', 'stopped') AND ${isFree}`),
    to.db
      .insert(moves)
      .select(
        sql`SELECT ${userRef}, 'arriving', ${from.db.region}, ${attempt}, ${claim}, NULL, 0, '', ${now} WHERE ${isFree}`,
      )
      .onConflictDoUpdate({
        target: moves.user_ref,
        set: { state: "arriving", other: from.db.region, attempt, claim },
        setWhere: sql`${moves.attempt} < ${attempt}`,
      }),
    assertRun(to.db, run, "arriving"),
    ...removeCopy(to.db, userRef),
  ]);
}

/**
 * `users.id` of a row that Time Travel brought back after its user had been moved away: at this moment they live in
 * `from`. Whoever comes here later has a higher one, which a run that stalled does not replace.
 * @returns 0 if there is none
 */
async function staleRow({ from, to, directory }: MoveContext, { userRef, claim }: Run): Promise<number> {
  const [[user], [move]] = await to.db.batch([
    to.db.select({ id: users.id }).from(users).where(eq(users.unique_ref, userRef)),
    to.db.select().from(moves).where(eq(moves.user_ref, userRef)),
  ]);
  if (!user || isUnderWay(move ?? null)) return 0;
  const livesThere = and(eq(names.user_ref, userRef), eq(names.claim, claim), eq(names.region, from.db.region));
  return (await directory.$count(names, livesThere)) > 0 ? user.id : 0;
}

/** From here on there is no way back: each step may be done twice, and the next run goes on with it. */
async function switchOver(context: MoveContext, run: Run): Promise<void> {
  const { from, to, directory, vault, now } = context;
  const { userRef, claim } = run;
  await directory
    .update(names)
    .set({ region: to.db.region })
    .where(and(eq(names.user_ref, userRef), eq(names.claim, claim), eq(names.region, from.db.region)));
  const hasCome = and(eq(moves.user_ref, userRef), eq(moves.claim, claim), eq(moves.state, "complete"));
  const coming = to.db.select({ n: sql`1` }).from(moves).where(hasCome);
  const isComing = (await coming).length > 0;
  const areCopied = await hasAllBackups(context, userRef, isComing);
  const notice = isComing ? await noticeOf(context, run) : [];
  const line = { ref: claim, userRef, act: "account-moved", detail: `from ${from.name} to ${to.name}` } as const;
  await to.db.batch([
    auditLineOnce(to.db, line, sql`EXISTS ${coming}`, now),
    markForBackup(to.db, userRef, now),
    ...notice,
    to.db.delete(moves).where(hasCome),
  ]);
  // Else the daily look through the store deletes them, once the other store has them.
  if (areCopied) await removeObjects({ ...from, now }, userRef);
  await from.db.batch([
    assertRun(from.db, run, "switched"),
    from.db.delete(moves).where(isOf(run)),
    keepMovedLogins(from.db, userRef, now),
    ...removeCopy(from.db, userRef),
  ]);
  await resolveClaim({ db: to.db, directory, vault, now }, claim);
}

/**
 * Whether the other store has all backups. It is given first what an earlier run, which gave its own copy up, has deleted
 * meanwhile. The user waits for no store that is down.
 */
async function hasAllBackups(context: MoveContext, userRef: string, isComing: boolean): Promise<boolean> {
  try {
    if (isComing) await copyMissing(context, userRef);
    return (await missingBackups(context, userRef)).length === 0;
  } catch (error) {
    logError(error);
    return false;
  }
}

/** Statements: the mail to whoever was not there to see it. The cron of the region sends it. */
async function noticeOf({ to: { db, name }, vault, now }: MoveContext, { userRef, claim }: Run) {
  const [account] = await addressRow(db, userRef);
  if (!account?.email) return [];
  const content = { kind: "account-moved", place: name } as const;
  return [(await writeMail(db, vault, { to: account.email, userRef, content, ref: claim }, now)).statement];
}

/** Lets the user go on where they are, unless the move has come too far for that: then the lease is given back. */
async function giveUp(context: MoveContext, run: Run, error: unknown): Promise<void> {
  const { from, to, directory, vault, now } = context;
  const reason = error instanceof MoveError ? error.message : FAILED;
  const [stopped] = await from.db
    .update(moves)
    .set({ state: "stopped", held_id: null, reason })
    .where(and(isOf(run), eq(moves.state, "copying")))
    .returning({ ref: moves.user_ref });
  if (!stopped) {
    await from.db.update(moves).set({ leased_until: 0 }).where(isOf(run));
    return;
  }
  await tryResolveClaim({ db: from.db, directory, vault, now }, run.claim);
  await dropCopy(from, { ...to, now }, run);
}

/**
 * Deletes a copy that nobody uses, if it is still that of this run, with its objects: these only if the store of where the
 * user is has them all. It may have refused some once, and the daily look through the store deletes them when it can.
 */
export async function dropCopy(
  from: Pick<Place, "objects">,
  to: Omit<Place, "name"> & Pick<MoveContext, "now">,
  run: Pick<Run, "userRef" | "attempt">,
): Promise<void> {
  const isOurs = () => assertRun(to.db, run, "arriving", "complete");
  await to.db.batch([isOurs(), ...removeCopy(to.db, run.userRef)]);
  // Again: the store asks nobody, and another run may have begun its copy meanwhile.
  await isOurs();
  const left = await missingBackups({ from: to, to: from }, run.userRef);
  if (left.length === 0) await removeObjects(to, run.userRef);
  await to.db.delete(moves).where(isOf(run));
}

function isOf({ userRef, attempt }: Pick<Run, "userRef" | "attempt">) {
  return and(eq(moves.user_ref, userRef), eq(moves.attempt, attempt));
}

import { and, eq, inArray, lte, or, sql } from "drizzle-orm";
import type { AppContext } from "~/platform/context";
import type { Vault } from "~/platform/crypto/vault.server";
import { newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { claimKey, idempotencyKeys } from "~/platform/db/idempotency.server";
import { logError } from "~/platform/http/log";
import { users } from "../table.server";
import { hashesOf, insertUnless, isHashOf, isHeldByOther, type Name, type NameRow } from "./names.server";
import { names } from "./table.server";

// Names are unique over all regions. An act that takes or leaves one opens it in the directory, claims in the batch of
// the act in the region, and settles: docs/decisions/0021-directory.md.

/** User id of the keys of claims. */
const NOBODY = 0;
/** How long an act may hold names before the cron settles them: so long slow ones may take. */
const OPEN_MS = 10 * 60 * 1000;
/**
 * Most claims that one run of the cron settles, of all regions; the others wait a minute. Each takes some six statements,
 * of the thousand that D1 answers in one invocation, and the cron looks at 50 regions in the same one.
 */
const MAX_SETTLED = 80;
/** After so many a run leaves a region alone: more than one, so that a claim that cannot be settled holds up no other. */
const MAX_FAILURES = 2;
/** Tries to open names that other acts of the same user have open. */
const MAX_TRIES = 3;

export type ClaimContext = Pick<AppContext, "db" | "directory" | "vault" | "now">;

/**
 * Opens a username for a sign-up in the region of `db`. The same form sent again gets what it opened before, as long as
 * no account is known to have been made with it.
 * @param form key of the form
 * @returns the user reference and the claim for its batch; null if somebody else has the name
 */
export async function openUsername(
  { db, directory, vault, now }: ClaimContext,
  username: string,
  form: string,
): Promise<{ userRef: string; claim: string } | null> {
  const hashes = await hashesOf(vault, ["username", username]);
  const own = {
    key_hash: hashes[0],
    kind: "username",
    region: db.region,
    user_ref: newRef(),
    claim: newRef(),
  } as const;
  const [, [held]] = await directory.batch([
    insertUnless(directory, { ...own, state: "reserved", form, reserved_at: now }, isHeldByOther("", hashes)),
    directory.select().from(names).where(inArray(names.key_hash, hashes)),
  ]);
  const isOurs = held?.state === "reserved" && held.form === form && held.region === db.region;
  return isOurs ? { userRef: held.user_ref, claim: held.claim } : null;
}

/**
 * Opens the names of a user for an act that may change them. Names that are still open from an act that died are
 * settled first.
 * @param wanted names that the user is to have, too
 * @returns the claim for the batch of the act; null if somebody else has one of these names, or the user lives in another
 * region, and nothing is open then
 */
export async function openNames(
  app: ClaimContext,
  userRef: string,
  wanted: readonly Name[] = [],
): Promise<string | null> {
  const { db, directory, vault, now } = app;
  const claim = newRef();
  const hashed = await Promise.all(
    wanted.map(async (name) => ({ kind: name[0], hashes: await hashesOf(vault, name) })),
  );
  const isBusy = sql`EXISTS (SELECT 1 FROM names AS busy
    WHERE busy.user_ref = ${userRef} AND busy.state = 'reserved' AND busy.claim <> ${claim})`;
  const isTheirs = eq(names.user_ref, userRef);
  // Moved: whoever still acts where the user was must not touch their names.
  const isAway = sql`EXISTS (SELECT 1 FROM names AS away
    WHERE away.user_ref = ${userRef} AND away.region <> ${db.region})`;
  const reserved = { state: "reserved", claim, reserved_at: now } as const;
  const open = directory
    .update(names)
    .set({ ...reserved, form: "" })
    .where(and(isTheirs, sql`NOT (${isBusy} OR ${isAway})`));
  const inserts = hashed.map(({ kind, hashes }) => {
    const row = { ...reserved, key_hash: hashes[0], kind, region: db.region, user_ref: userRef, form: "" };
    return insertUnless(directory, row, sql`(${isBusy} OR ${isAway} OR ${isHeldByOther(userRef, hashes)})`);
  });
  const isWanted = inArray(
    names.key_hash,
    hashed.flatMap(({ hashes }) => hashes),
  );
  const found = directory.select().from(names).where(or(isWanted, isTheirs));
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const rows = (await directory.batch([open, ...inserts, found])).at(-1) as NameRow[];
    if (rows.some((row) => row.user_ref === userRef && row.region !== db.region)) return null;
    const busy = rows.filter((row) => row.user_ref === userRef && row.claim !== claim);
    if (busy.length === 0) {
      if (rows.every((row) => row.user_ref === userRef)) return claim;
      await tryResolveClaim(app, claim);
      return null;
    }
    for (const other of new Set(busy.map((row) => row.claim))) await resolveClaim(app, other);
  }
  throw new Error("The names of this user are held by other acts");
}

/**
 * Statement for the batch of an act. It fails the batch if the names were settled meanwhile (`isFormKeyTaken`): then the
 * act must not happen any more.
 */
export function claimNames(db: Database, claim: string, now: number) {
  return claimKey(db, NOBODY, { key: keyOf(claim), fingerprint: "" }, "", now);
}

function keyOf(claim: string): string {
  return `names/${claim}`;
}

/**
 * Settles the names of a claim: confirms those that their user has, and deletes the others. What is read of the user is
 * final, since the act of the claim has either happened by then or never can. A second run changes nothing.
 */
export async function resolveClaim({ db, directory, vault, now }: ClaimContext, claim: string): Promise<void> {
  const isOpen = and(eq(names.claim, claim), eq(names.state, "reserved"), eq(names.region, db.region));
  const rows = await directory.select().from(names).where(isOpen);
  const [first] = rows;
  if (!first) return;
  const [, [user]] = await db.batch([
    db
      .insert(idempotencyKeys)
      .values({ user_id: NOBODY, key: keyOf(claim), result_ref: "", fingerprint: "", created_at: now })
      .onConflictDoNothing(),
    db
      .select({ username: users.username_key, email: users.email_key })
      .from(users)
      .where(eq(users.unique_ref, first.user_ref)),
  ]);
  const hashes = new Set(rows.map(({ key_hash }) => key_hash));
  for (const { key_hash, kind } of rows) {
    const name = user?.[kind] ?? null;
    const row = and(eq(names.key_hash, key_hash), isOpen);
    if (name !== null && (await isToKeep(vault, [kind, name], key_hash, hashes)))
      await directory.update(names).set({ state: "confirmed", claim: "", form: "" }).where(row);
    else await directory.delete(names).where(row);
  }
}

/** Whether a hash is of a name, and under the current key if there is one of that name. */
async function isToKeep(vault: Vault, name: Name, hash: string, hashes: ReadonlySet<string>): Promise<boolean> {
  const [current] = await hashesOf(vault, name);
  return hashes.has(current) ? hash === current : isHashOf(vault, name, hash);
}

/** As `resolveClaim`, at the end of an act, whose answer it must not change: the cron settles what could not be. */
export async function tryResolveClaim(app: ClaimContext, claim: string): Promise<void> {
  await resolveClaim(app, claim).catch(logError);
}

/**
 * For the cron: settles names whose act has died.
 * @param contextIn what a region works with; null for one that is not in the settings any more, or was not migrated
 */
export async function sweepNames(
  { directory, now }: Pick<AppContext, "directory" | "now">,
  contextIn: (region: string) => ClaimContext | null | Promise<ClaimContext | null>,
): Promise<void> {
  // By region: one that is away, whose claims stay, must not keep those of the others waiting. In a region some at random:
  // claims that can never be settled would be the oldest, and always the first.
  const rank = sql<number>`row_number() OVER (PARTITION BY ${names.region} ORDER BY random())`;
  const open = directory
    .select({ claim: names.claim, region: names.region, rank: rank.as("rank") })
    .from(names)
    .where(and(eq(names.state, "reserved"), lte(names.reserved_at, now - OPEN_MS)))
    .groupBy(names.region, names.claim)
    .as("open");
  const left = await directory
    .select({ claim: open.claim, region: open.region })
    .from(open)
    .orderBy(sql`${open.rank}`)
    .limit(MAX_SETTLED);
  const failures = new Map<string, number>();
  for (const { claim, region } of left) {
    const failed = failures.get(region) ?? 0;
    if (failed >= MAX_FAILURES) continue;
    try {
      const app = await contextIn(region);
      if (app) await resolveClaim(app, claim);
    } catch (error) {
      logError(error);
      failures.set(region, failed + 1);
    }
  }
}

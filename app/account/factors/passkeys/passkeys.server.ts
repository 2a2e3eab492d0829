import { and, asc, eq, exists, ne, notExists, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { writeFactorChange } from "~/account/factors/factor-changes.server";
import { dropCodesWithoutFactor } from "~/account/factors/recovery-codes.server";
import type { RequestContext } from "~/account/guard.server";
import { ADMIN_LEVEL } from "~/account/levels";
import { renewLogin } from "~/account/login/logins.server";
import { passkeys, totp, users } from "~/account/table.server";
import { assertThat, failedAssertion } from "~/platform/db/assertions.server";
import type { Database } from "~/platform/db/database.server";

const SHOWN = {
  unique_ref: passkeys.unique_ref,
  name: passkeys.name,
  created_at: passkeys.created_at,
  last_used_at: passkeys.last_used_at,
};

/** Statement: the passkeys of a user, oldest first. */
export function passkeysOf(db: Database, userRef: string) {
  return db.select(SHOWN).from(passkeys).where(eq(passkeys.user_ref, userRef)).orderBy(asc(passkeys.created_at));
}

/** Statement: one passkey, if it is this user's. */
export function passkeyOf(db: Database, userRef: string, passkeyRef: string) {
  return db.select(SHOWN).from(passkeys).where(isPasskey(userRef, passkeyRef));
}

export async function renamePasskey(db: Database, userRef: string, passkeyRef: string, name: string, now: number) {
  await db.update(passkeys).set({ name, updated_at: now }).where(isPasskey(userRef, passkeyRef));
}

/**
 * Statement for the batch that removes a passkey, after the deletion: if none is left, resets the choice of what the
 * password opens. The user chooses again with the next first passkey.
 */
function resetLoginChoice(db: Database, userRef: string) {
  const noneLeft = notExists(db.select({ one: sql`1` }).from(passkeys).where(eq(passkeys.user_ref, userRef)));
  return db
    .update(users)
    .set({ password_alone: false, factor_owed: false })
    .where(and(eq(users.unique_ref, userRef), noneLeft));
}

/**
 * Statement for the batch that removes a passkey: the batch fails if its user has no other second factor at that moment.
 * Without it two browsers that each remove one of two passkeys at the same time would both find the other one left.
 */
function requireRemainingFactor(db: Database, userRef: string, passkeyRef: string) {
  const app = exists(db.select({ one: sql`1` }).from(totp).where(eq(totp.user_ref, userRef)));
  const others = alias(passkeys, "others");
  const theirs = and(eq(others.user_ref, userRef), ne(others.unique_ref, passkeyRef));
  const other = exists(db.select({ one: sql`1` }).from(others).where(theirs));
  return assertThat(db, [NO_FACTOR_LEFT, or(app, other)]);
}

const NO_FACTOR_LEFT = "no factor left";

function isPasskey(userRef: string, passkeyRef: string) {
  return and(eq(passkeys.user_ref, userRef), eq(passkeys.unique_ref, passkeyRef));
}

const LAST_FACTOR =
  "An administrator needs a second factor, and this passkey is your only one. Add another, or set up an authenticator app, then remove this one";

/**
 * Removes a passkey in one batch, with an audit line and a mail, the end of all other logins, and a new token for this
 * one. With the last passkey the choice about it is reset, and with the last factor the recovery codes are deleted.
 * @returns the new cookie of this login, or why nothing was written
 */
export async function removePasskey(
  context: RequestContext,
  request: Request,
  passkeyRef: string,
): Promise<{ cookie: string } | { refused: string }> {
  const { db, user, now } = context;
  const { unique_ref: userRef, login } = user;
  const renewed = await renewLogin(db, request, login, { reauthentication: false, secondFactor: false }, now);
  try {
    await writeFactorChange(context, request, "passkey-removed", [
      renewed.statement,
      ...(user.level === ADMIN_LEVEL ? [requireRemainingFactor(db, userRef, passkeyRef)] : []),
      db.delete(passkeys).where(isPasskey(userRef, passkeyRef)),
      resetLoginChoice(db, userRef),
      dropCodesWithoutFactor(db, userRef),
    ]);
    return { cookie: renewed.cookie };
  } catch (error) {
    if (failedAssertion(error) === NO_FACTOR_LEFT) return { refused: LAST_FACTOR };
    throw error;
  }
}

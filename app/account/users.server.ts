import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Database } from "~/platform/db/database.server";
import { ADMIN_LEVEL } from "./levels";
import { users } from "./table.server";

/** Statement: the level of a user, for checks without a login; no row if the user does not exist. */
export function levelOf(db: Database, userRef: string) {
  return db.select({ level: users.level }).from(users).where(eq(users.unique_ref, userRef));
}

/** Statement: the address of a user, if one was confirmed. */
export function addressRow(db: Database, userRef: string) {
  return db.select({ email: users.email, username: users.username }).from(users).where(eq(users.unique_ref, userRef));
}

/** For queries of `users`: whether the user has an authenticator app, and whether they have a passkey. */
export const HAS_APP = sql<boolean>`EXISTS (SELECT 1 FROM totp WHERE totp.user_ref = users.unique_ref)`.mapWith(
  Boolean,
);
export const HAS_PASSKEY = sql<boolean>`EXISTS (
  SELECT 1 FROM passkeys WHERE passkeys.user_ref = users.unique_ref
)`.mapWith(Boolean);

/**
 * For queries of `users`: whether the right password only begins a pending login. An app always requires a code;
 * passkeys do unless their owner chose that the password alone opens the account, which has no effect for an
 * administrator and after a reset.
 */
export const REQUIRES_FACTOR = sql<boolean>`(${HAS_APP} OR (${HAS_PASSKEY} AND (
  users.level = ${sql.raw(String(ADMIN_LEVEL))} OR users.password_alone = 0 OR users.factor_owed = 1
)))`.mapWith(Boolean);

/** Condition: the account has a password. Without one no passkey opens it either, until one is set by mail. */
export const HAS_PASSWORD = isNotNull(users.password_encrypted);

/** Statement for the batch of a reset by mail: access to the mailbox proves no more than a new password. */
export function requireFactorAtLogin(db: Database, userRef: string) {
  return db.update(users).set({ factor_owed: HAS_PASSKEY }).where(eq(users.unique_ref, userRef));
}

/** Statement for the batch of a login with a factor: the factor is no longer required because of a reset. */
export function clearFactorRequirement(db: Database, userRef: string) {
  const owing = and(eq(users.unique_ref, userRef), eq(users.factor_owed, true));
  return db.update(users).set({ factor_owed: false }).where(owing);
}

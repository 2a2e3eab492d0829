import { and, count, eq, sql } from "drizzle-orm";
import { givenFactors } from "~/account/factors/reauthentication.server";
import { endOtherLogins } from "~/account/login/log-out.server";
import { renewLogin } from "~/account/login/logins.server";
import { requireFactorAtLogin } from "~/account/users.server";
import { writeNotice } from "~/mail/outbox.server";
import type { AppContext } from "~/platform/context";
import { failedAssertion } from "~/platform/db/assertions.server";
import type { Database } from "~/platform/db/database.server";
import { clearTries } from "~/platform/db/rate-counters.server";
import { auditLine, auditLineBy } from "../audit.server";
import { CODE_OVER, takeCode } from "../codes.server";
import { endWaitingAddresses } from "../email/verifications.server";
import { type RequestContext, rejectEndedLogin } from "../guard.server";
import { passwordTriesKey, secondFactorTriesKey } from "../limits.server";
import { codes, feeds, logins, passkeys, totp, users } from "../table.server";
import { encryptPassword } from "./passwords.server";
import { endBegun } from "./reset-codes.server";
import { findResetRequest, isResetVerified } from "./reset-requests.server";

/** The account whose password is set. */
type PasswordOwner = Awaited<ReturnType<typeof passwordOwner>>[number];

/** Words that its password must not be built from. */
export function wordsAbout({ username, first_name, last_name, email }: PasswordOwner): string[] {
  return [username, first_name, last_name, email ?? ""];
}

/** Statement: the data of an account that setting its password needs. */
export function passwordOwner(db: Database, userRef: string) {
  const own = db.select({ n: count() }).from(passkeys).where(eq(passkeys.user_ref, userRef));
  return db
    .select({
      unique_ref: users.unique_ref,
      username: users.username,
      first_name: users.first_name,
      last_name: users.last_name,
      email: users.email,
      has_totp: sql<boolean>`${totp.user_ref} IS NOT NULL`.mapWith(Boolean),
      passkeys: sql<number>`${own}`,
    })
    .from(users)
    .leftJoin(totp, eq(totp.user_ref, users.unique_ref))
    .where(eq(users.unique_ref, userRef));
}

interface VerifiedReset {
  ref: string;
  owner: PasswordOwner;
}

/** The account for which this browser has verified a code, as long as that is valid; else null. */
export async function findVerifiedReset(
  { db, vault, now }: AppContext,
  request: Request,
): Promise<VerifiedReset | null> {
  const asked = await findResetRequest(db, vault, request);
  if (!asked || !isResetVerified(asked.row, now)) return null;
  const [owner] = await passwordOwner(db, asked.row.user_ref);
  return owner ? { ref: asked.row.unique_ref, owner } : null;
}

/**
 * Sets the password that a verified code allows, once. Ends everything that is open: all logins, pending logins,
 * pending changes of address, and all other codes. If the account has a factor, the next login requires it.
 * @returns false when the code was used, or expired, meanwhile: nothing is written then
 */
export async function resetPassword(
  app: AppContext,
  { ref, owner }: VerifiedReset,
  password: string,
): Promise<boolean> {
  const { db, now } = app;
  const { unique_ref } = owner;
  const encrypted = await encryptPassword(app.vault, unique_ref, password);
  const told = await notifyOwner(app, owner);
  try {
    await db.batch([
      ...takeCode(db, and(eq(codes.unique_ref, ref), eq(codes.kind, "new_password")), now),
      ...setPassword(db, owner, encrypted, now),
      requireFactorAtLogin(db, unique_ref),
      auditLine(db, unique_ref, "password-reset", now),
      db.delete(logins).where(eq(logins.user_ref, unique_ref)),
      // A person who knew the old password may have used them up.
      clearTries(db, secondFactorTriesKey(unique_ref, "login")),
      clearTries(db, await passwordTriesKey(app.vault, owner.username)),
      ...told.statements,
    ]);
  } catch (error) {
    if (failedAssertion(error) === CODE_OVER) return false;
    throw error;
  }
  told.nudge();
  return true;
}

/**
 * Sets the password of a logged-in user who has just reauthenticated: their other logins end, and the one in use gets a
 * new token.
 * @returns the cookie of that login
 */
export async function changePassword(
  context: RequestContext,
  request: Request,
  owner: PasswordOwner,
  password: string,
) {
  const { db, vault, user, now } = context;
  const encrypted = await encryptPassword(vault, owner.unique_ref, password);
  const told = await notifyOwner(context, owner);
  const renewed = await renewLogin(db, request, user.login, givenFactors(context), now);
  await db
    .batch([
      ...setPassword(db, owner, encrypted, now),
      ...auditLineBy(context, "password-changed"),
      endOtherLogins(db, user.unique_ref, user.login.unique_ref),
      renewed.statement,
      ...told.statements,
    ])
    .catch(rejectEndedLogin(request));
  told.nudge();
  return renewed.cookie;
}

/**
 * Statements for every new password, and for one that no longer works: everything begun with the old one ends, a calendar feed included.
 */
export function setPassword(
  db: Database,
  { unique_ref, email }: Pick<PasswordOwner, "unique_ref" | "email">,
  password_encrypted: Uint8Array | null,
  now: number,
) {
  return [
    db.update(users).set({ password_encrypted, updated_at: now }).where(eq(users.unique_ref, unique_ref)),
    ...endBegun(db, unique_ref, now),
    db.delete(feeds).where(eq(feeds.user_ref, unique_ref)),
    // The first address of a new account is not a change: its link stays valid.
    ...(email === null ? [] : [endWaitingAddresses(db, unique_ref, now)]),
  ] as const;
}

function notifyOwner(app: AppContext, { unique_ref, email }: PasswordOwner) {
  return writeNotice(app, { userRef: unique_ref, to: email }, { kind: "password-changed" });
}

import { eq } from "drizzle-orm";
import { generateCodes, newRecoveryCodes, recoveryCodeHash } from "~/account/factors/recovery-codes.server";
import { newTotpSecret, totpCode, totpRow } from "~/account/factors/totp.server";
import type { SignedInUser } from "~/account/login/logins.server";
import { beginPendingLogin } from "~/account/login/pending-logins.server";
import { logins, recoveryCodes, totp } from "~/account/table.server";
import { newRef } from "~/platform/db/columns.server";
import { db, makeUser, NOW, recordingJobs, SITE, signInAs, vault } from "./harness";
import { setAddressOf } from "./members";

/** What accounts work with, for a test. */
export function appContext(more: { now?: number } = {}) {
  return { db, vault, jobs: recordingJobs(), site: SITE, now: NOW, ...more };
}

/** Turns two-factor on for a user. @returns the secret of their authenticator app. */
export async function addTotp(userRef: string, secret = newTotpSecret()): Promise<string> {
  await db.insert(totp).values(await totpRow(vault, userRef, secret, 0, NOW));
  return secret;
}

export async function addRecoveryCode(userRef: string, code: string): Promise<void> {
  const code_hash = (await recoveryCodeHash(code)) as string;
  await db.insert(recoveryCodes).values({ unique_ref: newRef(), user_ref: userRef, code_hash, created_at: NOW });
}

/** The row of the login that a user of `makeUser` acts from. @returns its `Cookie` header. */
export async function addLogin({ unique_ref, login }: SignedInUser): Promise<string> {
  const cookie = await signInAs(unique_ref);
  await db.update(logins).set({ unique_ref: login.unique_ref }).where(eq(logins.user_ref, unique_ref));
  return cookie;
}

/** As another browser of the owner would do it, or a new password. */
export async function endLoginOf({ login }: Pick<SignedInUser, "login">): Promise<void> {
  await db.delete(logins).where(eq(logins.unique_ref, login.unique_ref));
}

/** A user with two-factor on, a verified address and ten recovery codes. */
export async function makeGuardedUser(level = 9) {
  const user = { ...(await makeUser(level)), has_totp: true };
  const email = await setAddressOf(user);
  const secret = await addTotp(user.unique_ref);
  const codes = generateCodes();
  await db.batch(await newRecoveryCodes(db, user.unique_ref, codes, NOW));
  return { user, email, secret, codes };
}

/** Codes that are right at no moment around `now`. */
export function wrongCodes(secret: string, n: number, now = NOW): string[] {
  const right = new Set([-1, 0, 1].map((drift) => totpCode(secret, now + drift * 30_000)));
  return Array.from({ length: n + 3 }, (_, at) => String(100_000 + at))
    .filter((code) => !right.has(code))
    .slice(0, n);
}

/** Begins a pending login as a browser would that gave the right password. @returns its `Cookie` header. */
export async function beginPendingLoginAs(userRef: string, { remember = false, now = NOW } = {}): Promise<string> {
  const request = new Request("http://daybook.test");
  const { statements, cookie } = await beginPendingLogin(db, request, { userRef, remember }, now);
  await db.batch(statements);
  return cookie.split(";")[0] as string;
}

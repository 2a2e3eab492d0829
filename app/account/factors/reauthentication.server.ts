import { eq } from "drizzle-orm";
import type { SignedInUser } from "~/account/login/logins.server";
import { countTryStatement, forgetTries } from "~/platform/db/rate-counters.server";
import { logAuth } from "../auth-log";
import { type Asked, isReauthenticated } from "../guard.server";
import { PASSWORD_LIMIT, reauthenticationTriesKey } from "../limits.server";
import { isPassword } from "../passwords/passwords.server";
import { CHECK_DETAILS, CHECK_PASSWORD, TOO_MANY_CODES, TOO_MANY_PASSWORDS } from "../rules";
import { users } from "../table.server";
import { takeSecondFactor } from "./second-factor.server";

export interface Reauthentication {
  password: string;
  /** Of the authenticator app where there is one, or a recovery code. Looked at only where `owesCode` says that it is asked for. */
  twoFactorCode: string;
}

export interface ReauthenticationRefusal {
  errors: Record<string, string>;
  status: 422 | 429;
}

/** Whether a form that asks for the password asks for a code beside it. */
export function owesCode({ user, now }: Pick<Asked, "user" | "now">): boolean {
  return asksFactor(user) && !isReauthenticated(user, now);
}

/** An app always does; passkeys as at the login (`ASKS_FACTOR`), where a recovery code takes their place. */
function asksFactor({ has_totp, asks_factor }: SignedInUser): boolean {
  return has_totp || asks_factor;
}

/**
 * What a request has given that `checkReauthentication` found right. A password alone, taken because an earlier proof is fresh,
 * is no new one where a factor is asked for.
 */
export function givenToReauthenticate(asked: Pick<Asked, "user" | "now">) {
  const withCode = owesCode(asked);
  return { reauthentication: withCode || !asksFactor(asked.user), secondFactor: withCode };
}

/**
 * Whether somebody signed in is who they are. The password is always asked for, and its tries are counted apart from
 * those of the login; where a factor is asked for the code too, unless all factors were given within the last ten minutes.
 * @returns null when all is right.
 */
export async function checkReauthentication(
  asked: Asked,
  { password, twoFactorCode }: Reauthentication,
): Promise<ReauthenticationRefusal | null> {
  const refused = (await refusedPassword(asked, password)) ?? (await refusedCode(asked, twoFactorCode));
  logAuth(refused === null ? "proof-given" : refused.status === 429 ? "proof-locked" : "proof-refused");
  return refused;
}

async function refusedPassword({ db, user, now }: Asked, password: string): Promise<ReauthenticationRefusal | null> {
  const key = reauthenticationTriesKey(user.unique_ref);
  const [[counted], [account]] = await db.batch([
    countTryStatement(db, key, PASSWORD_LIMIT.windowMs, now),
    db.select({ password_hash: users.password_hash }).from(users).where(eq(users.unique_ref, user.unique_ref)),
  ]);
  const tries = counted?.n ?? Number.POSITIVE_INFINITY;
  if (tries > PASSWORD_LIMIT.tries) return { errors: { password: TOO_MANY_PASSWORDS }, status: 429 };
  if (!(await isPassword(password, account?.password_hash ?? null))) {
    return { errors: { password: CHECK_PASSWORD }, status: 422 };
  }
  await forgetTries(db, key);
  return null;
}

/** Only after the right password: whoever finds an open page has no guesses at codes. */
async function refusedCode(asked: Asked, typed: string): Promise<ReauthenticationRefusal | null> {
  if (!owesCode(asked)) return null;
  const taken = await takeSecondFactor(asked, asked.user.unique_ref, typed, "proof");
  if (taken === "locked") return { errors: { twoFactorCode: TOO_MANY_CODES }, status: 429 };
  return taken === null ? { errors: { twoFactorCode: CHECK_DETAILS }, status: 422 } : null;
}

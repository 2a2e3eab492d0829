import { eq } from "drizzle-orm";
import type { Database } from "~/db/database.server";
import { countTryStatement, forgetTries } from "~/db/rate-counters.server";
import { auditLine } from "./audit.server";
import { logAuth } from "./auth-log";
import { totp } from "./factors-table.server";
import type { World } from "./guard.server";
import { beginHalfLogin, clearHalfLogin } from "./half-logins.server";
import { ANONYMOUS_LEVEL } from "./levels";
import { PASSWORD_LIMIT, passwordTriesKey } from "./limits.server";
import { beginLogin } from "./logins.server";
import { hashPassword, isPassword, isWeakHash } from "./passwords.server";
import { usernameKey } from "./rules";
import { users } from "./table.server";

interface Credentials {
  username: string;
  password: string;
  remember: boolean;
}

export type LoginResult =
  | { is: "in"; cookie: string[]; level: number }
  /** The password was right; the login waits for a code. */
  | { is: "owes-code"; cookie: string }
  | { is: "refused" }
  | { is: "locked" };

/**
 * Begins a login for the right username and password, or, with two-factor on, half of one. Tries are counted for the
 * username as typed, before any work, and the same work is done for an unknown one: neither answer nor time tells
 * whether it is anybody's. Level 0 stands for nobody, so such an account cannot be entered.
 */
export async function logIn(world: World, request: Request, credentials: Credentials): Promise<LoginResult> {
  const { db, now } = world;
  const key = await passwordTriesKey(credentials.username);
  const [[counted], [account]] = await db.batch([
    countTryStatement(db, key, PASSWORD_LIMIT.windowMs, now),
    accountOf(db, credentials.username),
  ]);
  if ((counted?.n ?? Number.POSITIVE_INFINITY) > PASSWORD_LIMIT.tries) return turnAway("locked");
  const right = await isPassword(credentials.password, account?.password_hash ?? null);
  if (!right || !account || account.level <= ANONYMOUS_LEVEL) return turnAway("refused");

  const { unique_ref: userRef, level } = account;
  const weak = isWeakHash(account.password_hash);
  const passwordHash = weak ? await hashPassword(credentials.password) : account.password_hash;
  const either = [
    forgetTries(db, key),
    ...(weak ? [db.update(users).set({ password_hash: passwordHash }).where(eq(users.unique_ref, userRef))] : []),
  ] as const;
  if (account.totp_of !== null) {
    const begun = { userRef, passwordHash, remember: credentials.remember };
    const half = await beginHalfLogin(db, request, begun, now);
    await db.batch([...half.statements, ...either]);
    logAuth("second-factor-owed");
    return { is: "owes-code", cookie: half.cookie };
  }
  const login = await beginLogin(db, request, { userRef, remember: credentials.remember, secondFactor: false }, now);
  await db.batch([...login.statements, auditLine(db, userRef, "logged-in", now), ...either]);
  logAuth("logged-in");
  return { is: "in", cookie: [login.cookie, ...clearHalfLogin(request)], level };
}

function accountOf(db: Database, username: string) {
  return db
    .select({
      unique_ref: users.unique_ref,
      password_hash: users.password_hash,
      level: users.level,
      totp_of: totp.user_ref,
    })
    .from(users)
    .leftJoin(totp, eq(totp.user_ref, users.unique_ref))
    .where(eq(users.username_key, usernameKey(username)));
}

function turnAway(is: "refused" | "locked"): LoginResult {
  logAuth(`login-${is}`);
  return { is };
}

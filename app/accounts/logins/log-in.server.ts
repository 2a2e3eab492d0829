import { and, eq, not, sql } from "drizzle-orm";
import { isRefused } from "~/db/columns.server";
import type { Database } from "~/db/database.server";
import { countTryStatement, forgetTries, type Limit } from "~/db/rate-counters.server";
import { type Bursts, TOO_MANY_TRIES } from "~/http/bursts";
import { auditLine } from "../audit.server";
import { logAuth } from "../auth-log";
import type { World } from "../guard.server";
import { ANONYMOUS_LEVEL } from "../levels";
import { NETWORK_LIMIT, networkTriesKey, PASSWORD_LIMIT, passwordTriesKey } from "../limits.server";
import { hashPassword, isPassword, isWeakHash } from "../passwords/passwords.server";
import { TOO_MANY_FROM_NETWORK, TOO_MANY_PASSWORDS, usernameKey } from "../rules";
import { users } from "../table.server";
import { ASKS_FACTOR } from "./asks-factor.server";
import { beginHalfLogin, clearHalfLogin } from "./half-logins.server";
import { beginLogin } from "./logins.server";

interface Credentials {
  username: string;
  password: string;
  remember: boolean;
}

export type LoginResult =
  | { is: "in"; cookie: string[]; level: number }
  /** The password was right; the login waits for a code or a passkey. */
  | { is: "owes-code"; cookie: string }
  | { is: "refused" }
  | { is: "locked"; message: string };

/** As `logIn`, with the outer limit before it: counted before the password is worked on, so that a flood costs little. */
export async function tryLogIn(
  world: World,
  request: Request,
  credentials: Credentials,
  mayGoOn: Bursts,
): Promise<LoginResult> {
  const mayTry = await mayGoOn(`login/${usernameKey(credentials.username)}`);
  return mayTry ? logIn(world, request, credentials) : { is: "locked", message: TOO_MANY_TRIES };
}

/**
 * Begins a login for the right username and password, or, where a factor is asked for, half of one. Tries are counted for the
 * username as typed and for the network, before any work, and the same work is done for an unknown one: neither answer nor time tells
 * whether it is anybody's. Level 0 stands for nobody, so such an account cannot be entered.
 */
export async function logIn(world: World, request: Request, credentials: Credentials): Promise<LoginResult> {
  const { db, vault, now } = world;
  const key = await passwordTriesKey(credentials.username);
  const network = await networkTriesKey(vault, request);
  const [[counted], [fromNetwork], [account]] = await db.batch([
    countTryStatement(db, key, PASSWORD_LIMIT.windowMs, now),
    countTryStatement(db, network, NETWORK_LIMIT.windowMs, now),
    accountOf(db, credentials.username),
  ]);
  if (isOver(fromNetwork, NETWORK_LIMIT)) return turnAway({ is: "locked", message: TOO_MANY_FROM_NETWORK });
  if (isOver(counted, PASSWORD_LIMIT)) return turnAway({ is: "locked", message: TOO_MANY_PASSWORDS });
  const right = await isPassword(credentials.password, account?.password_hash ?? null);
  if (!right || !account || account.level <= ANONYMOUS_LEVEL) return turnAway({ is: "refused" });

  try {
    return await begin(world, request, credentials, account);
  } catch (error) {
    // The password was changed while it was worked on: what was begun with the old one must not go on.
    if (isRefused(error, "logins.user_ref") || isRefused(error, "challenges.user_ref"))
      return turnAway({ is: "refused" });
    throw error;
  }
}

async function begin(
  world: World,
  request: Request,
  { username, password, remember }: Credentials,
  account: Account,
): Promise<LoginResult> {
  const { db, now } = world;
  const { unique_ref, level, password_hash } = account;
  // Nor may a login be whole where a factor was added, or a reset came, meanwhile.
  const same = account.asks_factor ? undefined : not(ASKS_FACTOR);
  const still = and(eq(users.unique_ref, unique_ref), eq(users.password_hash, password_hash), same);
  const userRef = sql<string>`(SELECT ${users.unique_ref} FROM ${users} WHERE ${still})`;
  const after = [
    forgetTries(db, await passwordTriesKey(username)),
    ...(await rehashed(db, account, password)),
  ] as const;
  if (account.asks_factor) {
    const half = await beginHalfLogin(db, request, { userRef, remember }, now);
    await db.batch([...half.statements, ...after]);
    logAuth("second-factor-owed");
    return { is: "owes-code", cookie: half.cookie };
  }
  const login = await beginLogin(db, request, { userRef, remember, secondFactor: false }, now);
  await db.batch([...login.statements, auditLine(db, unique_ref, "logged-in", now), ...after]);
  logAuth("logged-in");
  return { is: "in", cookie: [login.cookie, ...clearHalfLogin(request)], level };
}

/** A hash made with other parameters than today's is made anew, now that the password is at hand. */
async function rehashed(db: Database, { unique_ref, password_hash }: Account, password: string) {
  if (!isWeakHash(password_hash)) return [];
  const renewed = { password_hash: await hashPassword(password) };
  return [db.update(users).set(renewed).where(eq(users.unique_ref, unique_ref))];
}

interface Account {
  unique_ref: string;
  password_hash: string;
  level: number;
  asks_factor: boolean;
}

function accountOf(db: Database, username: string) {
  return db
    .select({
      unique_ref: users.unique_ref,
      password_hash: users.password_hash,
      level: users.level,
      asks_factor: ASKS_FACTOR,
    })
    .from(users)
    .where(eq(users.username_key, usernameKey(username)));
}

function isOver(counted: { n: number } | undefined, { tries }: Limit): boolean {
  return (counted?.n ?? Number.POSITIVE_INFINITY) > tries;
}

function turnAway(result: Extract<LoginResult, { is: "refused" | "locked" }>): LoginResult {
  logAuth(`login-${result.is}`);
  return result;
}

import { eq } from "drizzle-orm";
import { countRefusal, type RefusalLine, refusalLine, uncountRefusal } from "~/account/audit.server";
import type { AppContext } from "~/platform/context";
import type { Vault } from "~/platform/crypto/vault.server";
import type { Database } from "~/platform/db/database.server";
import {
  type Counter,
  clearTries,
  countTryStatement,
  type Limit,
  uncountTry,
} from "~/platform/db/rate-counters.server";
import { networkOf } from "~/platform/http/bursts";
import { burstKey, type Named, networkCounters, PASSWORD_LIMIT, passwordTriesKey } from "../limits.server";
import { usernameKey } from "../rules";
import { users } from "../table.server";

const QUARTER_OF_AN_HOUR_MS = 15 * 60 * 1000;

/** When the windows of all limits of the login end next. */
export function endOfLimits(now: number): number {
  return now - (now % QUARTER_OF_AN_HOUR_MS) + QUARTER_OF_AN_HOUR_MS;
}

/** Wrong passwords from one network, for any usernames: a whole hospital may share a network. */
const NETWORK_LIMIT: Limit = { tries: 300, windowMs: QUARTER_OF_AN_HOUR_MS };

/** The same from the IPv6 /48 around it. */
const WIDER_NETWORK_LIMIT: Limit = { tries: 1000, windowMs: QUARTER_OF_AN_HOUR_MS };

/**
 * What a try is counted under: its networks, the widest first, and last the username as typed, whether or not it exists.
 */
export async function loginCounters(
  { vault }: Pick<AppContext, "vault">,
  request: Request,
  username: string,
): Promise<Counter[]> {
  const networks = await networkCounters(vault, "login-network", request, NETWORK_LIMIT, WIDER_NETWORK_LIMIT);
  const own = { key: await passwordTriesKey(vault, username), limit: PASSWORD_LIMIT };
  return [...networks.toReversed(), own];
}

/**
 * Statements: count one more try in each counter, before any work is done on it, as long as those before it are within
 * their limits: made-up names leave no rows above the limit of their network.
 */
export function countLoginTry(db: Database, counters: readonly Counter[], now: number) {
  return counters.map(({ key, limit }, at) => countTryStatement(db, key, limit.windowMs, now, counters.slice(0, at)));
}

/** Whether a try is over a limit, or the last one below it. What was not counted is over. */
export function triesOf(counters: readonly Counter[], counted: readonly { n: number }[][]) {
  const left = counters.map(({ limit }, at) => limit.tries - (counted[at]?.[0]?.n ?? Number.POSITIVE_INFINITY));
  return { isOver: left.some((n) => n < 0), isLast: left.some((n) => n <= 0) };
}

/**
 * Statement: records the try as refused in the activity log of the user with this username, until it proves to be
 * right.
 */
export function recordRefusedTry({ db, now }: AppContext, line: RefusalLine, username: string) {
  return countRefusal(db, line, eq(users.username_key, usernameKey(username)), now);
}

/** Statements: the password was right, so the try no longer counts as a failure. */
export async function clearLoginTries(app: AppContext, username: string, counters: readonly Counter[]) {
  const { db, vault, now } = app;
  const [networks, own] = [counters.slice(0, -1), counters.slice(-1)];
  return [
    ...own.map(({ key }) => clearTries(db, key)),
    ...networks.map(({ key, limit }) => uncountTry(db, key, limit.windowMs, now)),
    ...uncountRefusal(db, await tryLine(vault, username, now)),
  ] as const;
}

/** The audit line of a username's refused tries of the day. */
export async function tryLine(vault: Vault, username: string, now: number): Promise<RefusalLine> {
  return refusalLine("login-refused", await passwordTriesKey(vault, username), now);
}

/**
 * Key of the outer limit, of a network with a username: separate for tries that come with a bot check, even an invalid
 * one, so that a flood without it is not in their way.
 */
export function loginBurstKey(vault: Vault, request: Request, named: Named, withCheck: boolean): Promise<string> {
  return burstKey(vault, withCheck ? "login-check" : "login", networkOf(request), named);
}

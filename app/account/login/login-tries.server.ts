import { eq } from "drizzle-orm";
import { countRefusal, type RefusalLine, refusalLine, uncountRefusal } from "~/account/audit.server";
import type { AppContext } from "~/platform/context";
import type { Vault } from "~/platform/crypto/vault.server";
import type { Database } from "~/platform/db/database.server";
import { clearTries, countTryStatement, type Limit, uncountTry } from "~/platform/db/rate-counters.server";
import {
  browserTriesKey,
  NETWORK_LIMIT,
  networkTriesKey,
  PASSWORD_LIMIT,
  passwordTriesKey,
  WIDER_NETWORK_LIMIT,
  widerNetworkTriesKey,
} from "../limits.server";
import { usernameKey } from "../rules";
import { users } from "../table.server";
import { hasOwnTries, type KnownBrowser } from "./known-browsers.server";

interface Counter {
  key: string;
  limit: Limit;
}

/** Counters of a login try: the first is that of the username, or of a browser that it is known from. */
export type Counters = readonly [own: Counter, ...networks: Counter[]];

/**
 * A try from a known browser is counted for that browser only: strangers cannot use up its tries, and it uses up no
 * other limit. Other tries are counted for the username as typed, whether or not it exists, and for their networks.
 */
export async function loginCounters(
  { db, vault }: AppContext,
  request: Request,
  username: string,
  browser: KnownBrowser | null,
): Promise<Counters> {
  if (browser && (await hasOwnTries(db, username, browser))) {
    return [{ key: await browserTriesKey(vault, browser.id, username), limit: PASSWORD_LIMIT }];
  }
  const wider = await widerNetworkTriesKey(vault, request);
  return [
    { key: await passwordTriesKey(vault, username), limit: PASSWORD_LIMIT },
    { key: await networkTriesKey(vault, request), limit: NETWORK_LIMIT },
    ...(wider === null ? [] : [{ key: wider, limit: WIDER_NETWORK_LIMIT }]),
  ];
}

/** Statements: count one more try in each counter, before any work is done on it. */
export function countLoginTry(db: Database, counters: Counters, now: number) {
  return counters.map(({ key, limit }) => countTryStatement(db, key, limit.windowMs, now));
}

/** Whether a try is over a limit, or the last one below it. */
export function triesOf(counters: Counters, counted: readonly { n: number }[][]) {
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
export async function clearLoginTries({ db, vault, now }: AppContext, username: string, [own, ...networks]: Counters) {
  return [
    clearTries(db, own.key),
    ...networks.map(({ key, limit }) => uncountTry(db, key, limit.windowMs, now)),
    ...uncountRefusal(db, await tryLine(vault, username, now)),
  ] as const;
}

/** The audit line of a username's refused tries of the day. */
export async function tryLine(vault: Vault, username: string, now: number): Promise<RefusalLine> {
  return refusalLine("login-refused", await passwordTriesKey(vault, username), now);
}

import { and, eq, exists, not, sql } from "drizzle-orm";
import { redirect } from "react-router";
import { REQUIRES_FACTOR } from "~/account/users.server";
import type { AppContext } from "~/platform/context";
import type { Vault } from "~/platform/crypto/vault.server";
import { assertThat, failedAssertion } from "~/platform/db/assertions.server";
import { newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import type { Counter } from "~/platform/db/rate-counters.server";
import type { BurstLimiter } from "~/platform/http/bursts";
import { withCookies } from "~/platform/http/cookies";
import { noteSignal } from "~/platform/http/request-note.server";
import { checkBot } from "../bot-check/bot-check.server";
import type { BotAnswer } from "../bot-check/form";
import { ANONYMOUS_LEVEL, homeOf } from "../levels";
import type { LimitRefusal } from "../limits.server";
import { isPassword, renewedPassword } from "../passwords/passwords.server";
import { usernameKey } from "../rules";
import { NOT_CURRENT } from "../suspension/pass.server";
import { users } from "../table.server";
import { beginCompletedLogin } from "./completed-login.server";
import {
  clearLoginTries,
  countLoginTry,
  loginBurstKey,
  loginCounters,
  recordRefusedTry,
  triesOf,
  tryLine,
} from "./login-tries.server";
import { beginPendingLogin } from "./pending-logins.server";

interface Credentials {
  username: string;
  password: string;
  remember: boolean;
}

export type LoginResult =
  | { is: "in"; cookie: string[]; level: number }
  /** The password was right; the login waits for a code or a passkey. */
  | { is: "owes-code"; cookie: string }
  /** All that is required was right, and the account is suspended. */
  | { is: "suspended"; cookie: string[] }
  /** `needsCheck`: the next try needs the bot check. */
  | { is: "refused"; needsCheck: boolean }
  /** Above a limit: the user is not locked out, but the bot check is required, or was not passed. */
  | ({ is: "held" } & LimitRefusal);

/**
 * As `logIn`, with the outer limit before it, which is counted before the password is checked, so that a flood costs
 * little.
 */
export async function tryLogIn(
  app: AppContext,
  request: Request,
  { token, ...credentials }: Credentials & { token: string },
  mayGoOn: BurstLimiter,
): Promise<LoginResult> {
  // No two tries are the same form: otherwise the check passed for one password would be valid for the next.
  const answer = token === "" ? null : { token, fingerprint: newRef() };
  // A try with a bot check is counted separately: a flood of tries without one cannot block it.
  const mayTry = await mayGoOn(await loginBurstKey(app.vault, request, credentials, answer !== null));
  if (!mayTry) {
    // Above the limit only tries that pass the check reach the password: others in the network cannot use up the
    // owner's tries.
    const refused = answer === null ? CHECK_REQUIRED : await checkBot(app, request, answer, "login");
    if (refused) return refuseLogin({ ...CHECK_REQUIRED, ...refused }, subjectOf(credentials));
  }
  return logIn(app, request, credentials, answer);
}

/**
 * Begins a login for the right username and password, or, if a factor is required, a pending one. Tries are counted
 * before any work (`loginCounters`), right ones are taken back, and above a limit each costs a bot check. The same work
 * is done for an unknown username: neither the response nor its time reveals whether it exists. Level 0 is that of
 * visitors, so that an account of that level cannot log in.
 * @param bot null if no token of the bot check came with the try
 */
export async function logIn(
  app: AppContext,
  request: Request,
  credentials: Credentials,
  bot: BotAnswer | null = null,
): Promise<LoginResult> {
  const { db, vault, now } = app;
  const line = await tryLine(vault, credentials.username, now);
  const counters = await loginCounters(app, request, credentials.username);
  const [[account], , ...counted] = await db.batch([
    accountOf(db, credentials.username),
    recordRefusedTry(app, line, credentials.username),
    ...countLoginTry(db, counters, now),
  ]);
  const { isOver, isLast } = triesOf(counters, counted);
  if (isOver) {
    const refused = bot === null ? CHECK_REQUIRED : await checkBot(app, request, bot, "login");
    if (refused) return refuseLogin({ ...CHECK_REQUIRED, ...refused }, subjectOf(credentials, account));
  }
  const wrong = { is: "refused", needsCheck: isLast } as const;
  const right = await isPassword(vault, account ?? null, credentials.password);
  if (!right || !account || account.level <= ANONYMOUS_LEVEL) {
    return refuseLogin(wrong, subjectOf(credentials, account));
  }

  const begun = await begin(app, request, credentials, account, counters);
  // The password was changed while it was checked, and nothing may begin with the old one.
  return begun ?? refuseLogin(wrong, subjectOf(credentials, account));
}

/** Message above a limit of the login: it does not reveal whether that of the username or of the network. */
const PASS_CHECK = "There were too many wrong passwords. Show below that you are a person, then try again";

const CHECK_REQUIRED: Extract<LoginResult, { is: "held" }> = { is: "held", errors: { "": PASS_CHECK }, status: 429 };

/** @returns null if the account has changed since it was read */
async function begin(
  app: AppContext,
  request: Request,
  { username, password, remember }: Credentials,
  account: Account,
  counters: readonly Counter[],
): Promise<LoginResult | null> {
  const { db, vault, now } = app;
  const { unique_ref, level, password_encrypted } = account;
  // A login without a factor must not begin either if a factor was added, or the password reset, meanwhile.
  const same = account.asks_factor ? undefined : not(REQUIRES_FACTOR);
  const isSame = and(
    eq(users.unique_ref, unique_ref),
    eq(users.password_encrypted, password_encrypted as Uint8Array),
    same,
  );
  const still = exists(db.select({ one: sql`1` }).from(users).where(isSame));
  const after = [
    ...(await clearLoginTries(app, username, counters)),
    ...(await renewed(db, vault, account, password)),
  ] as const;
  if (account.asks_factor) {
    const half = await beginPendingLogin(db, request, { userRef: unique_ref, remember }, now);
    try {
      await db.batch([assertThat(db, [NOT_CURRENT, still]), ...half.statements, ...after]);
    } catch (error) {
      if (failedAssertion(error) === NOT_CURRENT) return null;
      throw error;
    }
    noteSignal("second-factor-owed", unique_ref);
    return { is: "owes-code", cookie: half.cookie };
  }
  const login = { userRef: unique_ref, still, remember, secondFactor: false, act: "logged-in", after } as const;
  const begun = await beginCompletedLogin(app, request, login);
  if (!begun) return null;
  if (begun.is === "suspended") return { is: "suspended", cookie: begun.cookie };
  return { is: "in", cookie: begun.cookie, level };
}

/** Statements: replaces a hash with older parameters, or under an older key, while the password is known. */
async function renewed(db: Database, vault: Vault, account: Account, password: string) {
  const password_encrypted = await renewedPassword(vault, account, password);
  if (password_encrypted === null) return [];
  return [db.update(users).set({ password_encrypted }).where(eq(users.unique_ref, account.unique_ref))];
}

type Account = Awaited<ReturnType<typeof accountOf>>[number];

function accountOf(db: Database, username: string) {
  return db
    .select({
      unique_ref: users.unique_ref,
      password_encrypted: users.password_encrypted,
      level: users.level,
      asks_factor: REQUIRES_FACTOR,
    })
    .from(users)
    .where(eq(users.username_key, usernameKey(username)));
}

function refuseLogin<Result extends Extract<LoginResult, { is: "refused" | "held" }>>(
  result: Result,
  subject: string,
): Result {
  noteSignal(`login-${result.is}`, subject);
  return result;
}

/** Whom the log says that a try was about: the account, or what was typed, where there is none or nobody has looked. */
function subjectOf({ username }: Pick<Credentials, "username">, account?: Account): string {
  return account?.unique_ref ?? `username/${usernameKey(username)}`;
}

/** Redirects a user who has just logged in, by any method. */
export function redirectAfterLogin(
  { level, cookie }: Extract<LoginResult, { is: "in" }>,
  path = homeOf(level),
): Response {
  return redirect(path, { headers: withCookies(cookie) });
}

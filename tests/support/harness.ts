import { env } from "cloudflare:workers";
import { RouterContextProvider } from "react-router";
import { ADMIN_LEVEL } from "~/account/levels";
import { beginLogin, endedLoginContext, type SignedInUser, userContext } from "~/account/login/logins.server";
import { logins, PASSWORD_PLACE, users } from "~/account/table.server";
import { TERMS_VERSION } from "~/account/terms/versions";
import { lockable } from "~/diary/locks/locked.server";
import type { JobContext } from "~/platform/context";
import { formStoreContext, type Job, type Jobs, jobsContext, siteContext } from "~/platform/context";
import { openVault, vaultContext } from "~/platform/crypto/vault.server";
import { newRef } from "~/platform/db/columns.server";
import { databaseContext, openDatabase } from "~/platform/db/database.server";
import { type BurstLimiter, burstLimiterContext } from "~/platform/http/bursts";
import { nowContext } from "~/platform/time/clock";
import { londonInstant } from "~/platform/time/london";
import { readSite } from "../../workers/settings";

/** The day on which all tests happen: Saturday 21 November 2026, noon in London. */
export const TODAY = "2026-11-21";
export const NOW = londonInstant(TODAY, 12 * 60);

export const db = openDatabase(env.DB);
export const vault = openVault(env.VAULT_KEYS, env.VAULT_KEY_ID);

/** A user of their own for each test: storage is shared by the tests of a file. */
export async function makeUser(level = 9): Promise<SignedInUser> {
  const unique_ref = newRef();
  const username = `user-${unique_ref.toLowerCase()}`;
  const [made] = await db
    .insert(users)
    .values({
      unique_ref,
      username,
      username_key: username,
      first_name: "First",
      last_name: "Last",
      // Something that no password fits: without it no passkey opens the account either.
      password_encrypted: await vault.encrypt(unique_ref, PASSWORD_PLACE, "no hash"),
      level,
      terms_accepted_at: NOW,
      terms_version: TERMS_VERSION,
      created_at: NOW,
      updated_at: NOW,
    })
    .returning({ id: users.id });
  return {
    id: made?.id as number,
    unique_ref,
    username,
    first_name: "First",
    level,
    has_totp: false,
    has_passkey: false,
    asks_factor: false,
    // An administrator without a second factor could open nothing.
    login: { unique_ref: newRef(), second_factor_at: level === ADMIN_LEVEL ? NOW : null, reauthenticated_at: NOW },
  };
}

/** The row of the login that a user acts from, where a test has made none. */
export async function openLoginOf({ unique_ref, login }: Pick<SignedInUser, "unique_ref" | "login">): Promise<void> {
  const times = { last_seen_at: NOW, expires_at: NOW + 7_200_000, created_at: NOW };
  await db
    .insert(logins)
    .values({ ...login, ...times, user_ref: unique_ref, token_hash: newRef(), remember: false, user_agent: "" })
    .onConflictDoNothing();
}

/** A queue that only remembers what was sent to it. */
export function recordingJobs(): Jobs & { sent: (Job & { delaySeconds: number })[] } {
  const sent: (Job & { delaySeconds: number })[] = [];
  const nudge = (job: Job, delaySeconds = 0) => void sent.push({ ...job, delaySeconds });
  const send: Jobs["send"] = async (job, delaySeconds) => nudge(job, delaySeconds);
  const sendAll: Jobs["sendAll"] = async (jobs) => void (await Promise.all(jobs.map((job) => send(job))));
  return { sent, nudge, send, sendAll };
}

/** What a job or the cron works with. Mails go nowhere unless a test listens. */
export function jobContext(more: Partial<JobContext> = {}): JobContext {
  return {
    db,
    vault,
    now: NOW,
    site: SITE,
    jobs: recordingJobs(),
    mailer: { send: async () => {} },
    forms: env.FORMS,
    objects: env.OBJECTS,
    lockedDays: 0,
    ...more,
  };
}

/** Begins a login as a browser would. @returns its `Cookie` header. */
export async function signInAs(
  userRef: string,
  more: { remember?: boolean; secondFactor?: boolean; now?: number; origin?: string } = {},
) {
  const { remember = false, secondFactor = false, now = NOW, origin = "http://daybook.test" } = more;
  const { statements, cookie } = await beginLogin(db, new Request(origin), { userRef, remember, secondFactor }, now);
  await db.batch(statements);
  return cookie.split(";")[0] as string;
}

/** What this Daybook is called in tests; Turnstile is asked at an address that no test may reach by accident. */
export const SITE = readSite(env);

export function contextOf(
  user: SignedInUser | null,
  now = NOW,
  database = db,
  bursts: BurstLimiter = async () => true,
  jobs: Jobs = recordingJobs(),
  site = SITE,
): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(nowContext, now);
  context.set(databaseContext, database);
  context.set(vaultContext, vault);
  context.set(userContext, user);
  context.set(endedLoginContext, null);
  context.set(jobsContext, jobs);
  context.set(siteContext, site);
  context.set(formStoreContext, env.FORMS);
  context.set(burstLimiterContext, bursts);
  return context;
}

export interface Answer<Data = unknown> {
  status: number;
  data: Data;
  location: string | null;
  headers: Headers;
}

/** The cookies that an answer sets, as a browser would send them back; those that it clears left out. */
export function cookiesOf({ headers }: { headers: Headers }): string {
  const set = headers.getSetCookie().filter((cookie) => !cookie.includes("Max-Age=0"));
  return set.map((cookie) => cookie.split(";")[0]).join("; ");
}

export interface Ask {
  user: SignedInUser | null;
  path?: string;
  params?: Record<string, string>;
  now?: number;
  database?: typeof db;
  /** Every try is let through unless a test says otherwise. */
  bursts?: BurstLimiter;
  jobs?: Jobs;
  /** Settings, where they are not those of all tests. */
  site?: typeof SITE;
  /** The row of the user's login is there: of thousands of calls none needs to make it. */
  hasLogin?: boolean;
  /** Of the request that `submit` makes. */
  headers?: Record<string, string>;
}

type RouteFunction = (args: never) => unknown;

/** Calls a route's loader as React Router would. */
export function load<Data = never>(loader: RouteFunction, { path = "/", ...ask }: Ask): Promise<Answer<Data>> {
  return call<Data>(loader, new Request(`http://daybook.test${path}`), ask);
}

/** Posts a form to a route's action. A list sends a name several times. */
export function submit<Data = never>(
  action: RouteFunction,
  form: Record<string, string | string[]>,
  { path = "/", headers = {}, ...ask }: Ask,
): Promise<Answer<Data>> {
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(form)) {
    for (const each of Array.isArray(value) ? value : [value]) body.append(name, each);
  }
  return call<Data>(action, new Request(`http://daybook.test${path}`, { method: "POST", body, headers }), ask);
}

/** Sends any request to a route's loader or action. */
export async function call<Data>(
  route: RouteFunction,
  request: Request,
  ask: Omit<Ask, "path">,
): Promise<Answer<Data>> {
  const { user, params = {}, now, database, bursts, jobs, site, hasLogin = false } = ask;
  // Whoever acts has a login to act from: what revokes it does so while the route is at work (`racingDatabase`).
  if (user && !hasLogin && request.method === "POST") await openLoginOf(user);
  const context = contextOf(user, now, database, bursts, jobs, site);
  try {
    const args = { request, params, context, url: new URL(request.url), pattern: "" };
    // As the worker wraps every action.
    const work = request.method === "POST" ? lockable<typeof args, unknown>(route as never) : route;
    return await answerOf<Data>(await work(args as never));
  } catch (thrown) {
    if (thrown instanceof Error) throw thrown;
    return answerOf<Data>(thrown);
  }
}

/** The text of a file, whose type need not be one of text. */
export async function utf8Of(file: Response): Promise<string> {
  return new TextDecoder().decode(await file.arrayBuffer());
}

/** The lines of a file of which each is JSON. */
function linesIn(text: string): unknown[] {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

async function answerOf<Data>(result: unknown): Promise<Answer<Data>> {
  if (result instanceof Response) {
    const type = result.headers.get("Content-Type") ?? "";
    const text = await utf8Of(result);
    const data = /[/+]json/.test(type) ? JSON.parse(text) : type === "application/x-ndjson" ? linesIn(text) : text;
    return {
      status: result.status,
      data: data as Data,
      location: result.headers.get("Location"),
      headers: result.headers,
    };
  }
  const wrapped = result as { type?: string; data?: unknown; init?: ResponseInit | null };
  if (wrapped?.type === "DataWithResponseInit") {
    const headers = new Headers(wrapped.init?.headers);
    return { status: wrapped.init?.status ?? 200, data: wrapped.data as Data, location: null, headers };
  }
  return { status: 200, data: result as Data, location: null, headers: new Headers() };
}

interface CountingDatabase {
  database: typeof db;
  trips: () => number;
  statements: () => number;
  /** Letters of the longest answer of one trip. */
  longest: () => number;
}

/** A database that counts its trips: one for each statement sent alone, one for each batch. */
export function countingDatabase(): CountingDatabase {
  let trips = 0;
  let statements = 0;
  let longest = 0;
  const measured = async (asked: Promise<unknown>) => {
    const answer = await asked;
    longest = Math.max(longest, JSON.stringify(answer ?? null).length);
    return answer;
  };
  const inner = new WeakMap<object, D1PreparedStatement>();

  function track(statement: D1PreparedStatement): D1PreparedStatement {
    const tracked = new Proxy(statement, {
      get(target, name) {
        if (name === "bind") return (...values: unknown[]) => track(target.bind(...values));
        const member = Reflect.get(target, name);
        if (typeof member !== "function") return member;
        return (...values: unknown[]) => {
          trips += 1;
          statements += 1;
          return measured(Reflect.apply(member, target, values));
        };
      },
    });
    inner.set(tracked, statement);
    return tracked;
  }

  const binding = new Proxy(env.DB, {
    get(target, name) {
      if (name === "prepare") return (query: string) => track(target.prepare(query));
      if (name !== "batch") return Reflect.get(target, name);
      return (list: D1PreparedStatement[]) => {
        trips += 1;
        statements += list.length;
        return measured(target.batch(list.map((each) => inner.get(each) ?? each)));
      };
    },
  });
  const counted = { trips: () => trips, statements: () => statements, longest: () => longest };
  return { database: openDatabase(binding), ...counted };
}

/** A database in which somebody else does something just before the `nth` batch of what is tested. */
export function racingDatabase(nth: number, somebodyDoes: () => Promise<unknown>): typeof db {
  return atBatch(nth, async (run) => {
    await somebodyDoes();
    return run();
  });
}

/** A database that commits the `nth` batch of what is tested, and whose connection dies before it says so. */
export function cutOffDatabase(nth: number): typeof db {
  return atBatch(nth, async (run) => {
    await run();
    throw new Error("Network connection lost");
  });
}

function atBatch(nth: number, instead: (run: () => Promise<unknown>) => Promise<unknown>): typeof db {
  let batches = 0;
  return new Proxy(db, {
    get(target, name) {
      if (name !== "batch") return Reflect.get(target, name);
      return (list: Parameters<typeof db.batch>[0]) => {
        batches += 1;
        const run = () => target.batch(list);
        return batches === nth ? instead(run) : run();
      };
    },
  });
}

/** How SQLite would run a statement, one step a line. */
export async function queryPlan(statement: { toSQL(): { sql: string; params: unknown[] } }): Promise<string> {
  const { sql, params } = statement.toSQL();
  const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .bind(...params)
    .all<{ detail: string }>();
  return results.map(({ detail }) => detail).join("\n");
}

import { env } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { writeNames } from "~/account/directory/accounts.server";
import { beginLogin } from "~/account/login/logins.server";
import { logins, users } from "~/account/table.server";
import { directoryContext } from "~/platform/context";
import { databaseContext } from "~/platform/db/database.server";
import { withNote } from "~/platform/http/request-note.server";
import { checkDirectory, OldDirectory } from "../../workers/directory-tables";
import { answerWithDirectory } from "../../workers/in-region";
import { db, directory, farDb, makeUser, NOW, signInAs, vault } from "../support/harness";

type Route = Parameters<typeof answerWithDirectory>[1]["route"];

const ORIGIN = "http://daybook.test";
const PAGE = new Request(`${ORIGIN}/logbook/`);
/** How long each answer waited so that all take the same time. */
let waits: number[];

beforeEach(() => {
  waits = [];
  vi.spyOn(scheduler, "wait").mockImplementation(async (ms) => void waits.push(ms));
});

function answer(request: Request, route: Route, ...checked: [ReturnType<typeof checkDirectory>?]) {
  const by = { env, execution: { waitUntil: () => {} }, now: NOW, route };
  return withNote(() => answerWithDirectory(request, by, ...checked));
}

const saying =
  (...cookies: string[]): Route =>
  async () =>
    new Response("made", { headers: cookies.map((cookie) => ["Set-Cookie", cookie] as [string, string]) });

/** A log-in with a name of somebody in the default region, from a browser with this login. */
async function logInForm(cookie = ""): Promise<Request> {
  const user = await makeUser();
  await writeNames({ db, directory, vault, now: NOW }, { ...user, email: null });
  const body = new URLSearchParams({ username: user.username });
  return new Request(`${ORIGIN}/login/`, { method: "POST", body, headers: { Cookie: cookie } });
}

async function farLogin(): Promise<{ cookie: string; count: () => Promise<number> }> {
  const { unique_ref: userRef } = await makeUser();
  const [{ id: _, ...user } = {} as never] = await db.select().from(users).where(eq(users.unique_ref, userRef));
  await farDb.insert(users).values(user);
  const asked = { userRef, remember: false, secondFactor: false };
  const { statements, cookie } = await beginLogin(farDb, new Request(ORIGIN), asked, NOW);
  await farDb.batch(statements);
  return { cookie: cookie.split(";")[0] ?? "", count: () => farDb.$count(logins, eq(logins.user_ref, userRef)) };
}

test("an answer from an older directory is refused, whether its page failed or not", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const statement = { bind: () => statement, first: async () => 1 };
  const old = () => checkDirectory({ prepare: () => statement } as unknown as D1Database, 2);
  const ask: Route = async (_request, context) => {
    await context.get(directoryContext).all(sql`SELECT 1`);
    return new Response("made");
  };
  expect((await answer(PAGE, ask, old())).status).toBe(503);
  const forgiving: Route = async (...given) => ask(...given).catch(() => new Response("made without it"));
  expect((await answer(PAGE, forgiving, old())).status).toBe(503);
  expect((await answer(PAGE, saying(), old())).status).toBe(200);
  expect((await answer(PAGE, ask)).status).toBe(200);
});

test("what fails for another reason fails as it does", async () => {
  const failing: Route = async () => {
    throw new OldDirectory("of another request");
  };
  await expect(answer(PAGE, failing)).rejects.toThrow("of another request");
});

test("a page is answered from its region, and the local world makes it fail as its cookie says", async () => {
  const read: Route = async (_request, context) => {
    const database = context.get(databaseContext);
    return Response.json([database.region, await database.all(sql`SELECT 1 AS n`)]);
  };
  const { cookie } = await farLogin();
  const ask = (Cookie: string) => answer(new Request(PAGE, { headers: { Cookie } }), read);
  expect(await (await ask("")).json()).toEqual(["eu", [{ n: 1 }]]);
  expect(await (await ask(cookie)).json()).toEqual(["oc", [{ n: 1 }]]);
  await expect(ask(`${cookie}; fault=all`)).rejects.toThrow();
});

test("who logs in elsewhere leaves no login behind in the region before", async () => {
  const { cookie, count } = await farLogin();
  const form = await logInForm(cookie);
  expect((await answer(form.clone() as Request, saying())).status).toBe(200);
  expect(await count()).toBe(1);
  await answer(form, saying("login=eu-new; Path=/"));
  expect(await count()).toBe(0);
});

test("who logs in again in the same region keeps the login that the router left", async () => {
  const user = await makeUser();
  const form = await logInForm(await signInAs(user.unique_ref));
  await answer(form, saying("login=eu-new; Path=/"));
  expect(await db.$count(logins, eq(logins.user_ref, user.unique_ref))).toBe(1);
});

test("an answer by a name takes as long wherever its region is, unless it begins a login", async () => {
  let now = 1_000;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  const after = (ms: number): Route => {
    return async () => {
      now += ms;
      return new Response("made");
    };
  };
  for (const ms of [5, 50]) await answer(await logInForm(), after(ms));
  expect(waits).toEqual([15, 0]);
  await answer(await logInForm(), saying("login=eu-new; Path=/"));
  await answer(await logInForm(), saying("second-factor=eu-new; Path=/"));
  await answer(PAGE, saying());
  expect(waits).toHaveLength(2);
});

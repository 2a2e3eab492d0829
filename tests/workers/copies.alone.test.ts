import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { endLogin } from "~/account/login/log-out.server";
import { findLogin, type SignedInUser } from "~/account/login/logins.server";
import { users } from "~/account/table.server";
import { type Database, openDatabase } from "~/platform/db/database.server";
import { openReading } from "../../workers/copies";
import { cookiesOf, db, makeUser, NOW, signInAs } from "../support/harness";
import { openLagging } from "../support/lagging";
import { bookmarkOf } from "../support/lagging-database";

/** So far behind that the copy hears of nothing by itself. */
const LAG = 1000;
const ORIGIN = "http://daybook.test";
const PAGE = "/logbook/";

let world: Awaited<ReturnType<typeof openLagging>>;
let user: SignedInUser;
let login: string;

beforeAll(async () => {
  world = await openLagging(LAG);
});
afterAll(() => world.close());

beforeEach(async () => {
  user = await makeUser();
  login = await signInAs(user.unique_ref);
  await world.lagging.catchUp();
  world.trips();
});

function requestOf(cookie: string, { path = PAGE, method = "GET", origin = ORIGIN } = {}): Request {
  return new Request(origin + path, { method, headers: { Cookie: cookie } });
}

function rename(database: Database, first_name: string) {
  return database.batch([database.update(users).set({ first_name }).where(eq(users.id, user.id))]);
}

async function nameIn(database: Database): Promise<string | undefined> {
  const [found] = await database.select({ name: users.first_name }).from(users).where(eq(users.id, user.id));
  return found?.name;
}

/** Saves as a form does. @returns the cookies that its browser has then */
async function save(name: string, cookie = login): Promise<string> {
  const { database, withBookmark } = world.open(requestOf(cookie, { method: "POST" }));
  await rename(database, name);
  return `${cookie}; ${cookiesOf(withBookmark(new Response(null, { status: 303 })))}`;
}

test("a page reads from the copy, with all that it has not heard of missing", async () => {
  await rename(db, "Newer");
  world.trips();
  expect(await nameIn(world.open(requestOf(login)).database)).toBe("First");
  expect(world.trips().map(({ at }) => at)).toEqual(["copy"]);
});

test("whoever saves something reads it back, and nobody else's page waits for that", async () => {
  const after = await save("Saved");
  expect(await nameIn(world.open(requestOf(after)).database)).toBe("Saved");
  expect(await nameIn(world.open(requestOf(login)).database)).toBe("First");
});

test("the page that a form answers with reads what the form has just written", async () => {
  const { database } = world.open(requestOf(login, { method: "POST" }));
  expect(await nameIn(database)).toBe("First");
  await rename(database, "Saved");
  expect(await nameIn(database)).toBe("Saved");
});

test("a copy that is new enough answers again", async () => {
  const after = await save("Saved");
  await world.lagging.catchUp();
  world.trips();
  expect(await nameIn(world.open(requestOf(after)).database)).toBe("Saved");
  expect(world.trips().map(({ at }) => at)).toEqual(["copy"]);
});

test("a copy plays each write once, in their order, and ends as the primary is", async () => {
  await Promise.all(["One", "Two", "Three"].map((name) => save(name)));
  await Promise.all([world.lagging.catchUp(), world.lagging.catchUp()]);
  const [here, there] = [await nameIn(openDatabase(env.DB)), await nameIn(openDatabase(world.copy))];
  expect(there).toBe(here);
});

test("an act looks for its login on the primary, then reads from a copy that is as new as that", async () => {
  await findLogin(world.open(requestOf(login, { method: "POST" })).database, requestOf(login), NOW);
  const { database } = world.open(requestOf(login, { method: "POST" }));
  await findLogin(database, requestOf(login), NOW);
  await nameIn(database);
  expect(world.trips().map(({ at }) => at)).toEqual(["primary", "primary", "copy"]);
});

test("what a copy cannot answer, since a migration has not reached it, is asked of the primary", async () => {
  await env.DB.prepare("CREATE TABLE only_at_primary (n INTEGER)").run();
  try {
    const { database } = world.open(requestOf(login));
    expect(await nameIn(database)).toBe("First");
    expect(await database.all("SELECT n FROM only_at_primary")).toEqual([]);
    expect(world.trips().at(-1)?.at).toBe("primary");
  } finally {
    await env.DB.prepare("DROP TABLE only_at_primary").run();
  }
});

test.each([
  "/account/confirm/",
  "/admin/users/",
  "/mydata/export/zip/",
  "/email/",
  "/api/profiledata/",
  "/logbook/no_signal/device/",
])("%s reads each time from the primary", async (path) => {
  const { database } = world.open(requestOf(login, { path }));
  await Promise.all([nameIn(database), nameIn(database)]);
  await nameIn(database);
  expect(world.trips().map(({ at }) => at)).toEqual(["primary", "primary", "primary"]);
});

test("a login that has ended acts nowhere from then on, and reads no longer than the copy lags", async () => {
  await endLogin(db, requestOf(login));
  const found = async (asked: Request) => (await findLogin(world.open(asked).database, asked, NOW)).user?.unique_ref;
  expect(await found(requestOf(login, { method: "POST" }))).toBeUndefined();
  expect(await found(requestOf(login, { path: "/account/two_factor/" }))).toBeUndefined();
  expect(await found(requestOf(login, { path: "/mydata/export/zip/" }))).toBeUndefined();
  expect(await found(requestOf(login))).toBe(user.unique_ref);
  await world.lagging.catchUp();
  expect(await found(requestOf(login))).toBeUndefined();
});

test("a new login is known on the page after it", async () => {
  const database = world.open(requestOf("", { path: "/login/", method: "POST" }));
  const begun = await signInAs(user.unique_ref);
  await rename(database.database, "Logged in");
  const answer = new Response(null, { status: 303, headers: { "Set-Cookie": `${begun}; Path=/` } });
  const page = requestOf(cookiesOf(database.withBookmark(answer)));
  expect((await findLogin(world.open(page).database, page, NOW)).user?.unique_ref).toBe(user.unique_ref);
});

test("the bookmark is for the server alone, for an hour", async () => {
  const https = "https://daybook.test";
  const { database, withBookmark } = world.open(requestOf(`__Host-${login}`, { method: "POST", origin: https }));
  await rename(database, "Saved");
  const [cookie = ""] = withBookmark(new Response()).headers.getSetCookie();
  expect(cookie).toBe(
    `__Host-bookmark=${bookmarkOf(world.lagging.newest())}; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=3600`,
  );
});

test("nobody is given a bookmark who has written nothing, or holds no login; it ends with the login", async () => {
  const set = async (cookie: string, method: string, wrote: boolean, answer = new Response()) => {
    const { database, withBookmark } = world.open(requestOf(cookie, { method }));
    await (wrote ? rename(database, "Other") : nameIn(database));
    return withBookmark(answer).headers.getSetCookie();
  };
  expect(await set(login, "POST", false)).toEqual([]);
  expect(await set("", "POST", true)).toEqual([]);
  const out = () => new Response(null, { headers: { "Set-Cookie": "login=; Path=/; Max-Age=0" } });
  expect(await set(`${login}; bookmark=x`, "POST", true, out())).toEqual([
    "login=; Path=/; Max-Age=0",
    "bookmark=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0",
  ]);
});

test.each([
  ["nothing", ""],
  ["what D1 takes for a constraint", "first-unconstrained"],
  ["no bookmark", "%00"],
  ["far too much", `${"0".repeat(32)}-${"a".repeat(4000)}`],
])("a bookmark that says %s is not believed: the page reads from the primary", async (_what, value) => {
  await rename(db, "Newer");
  world.trips();
  expect(await nameIn(world.open(requestOf(`${login}; bookmark=${value}`)).database)).toBe("Newer");
  expect(world.trips().map(({ at }) => at)).toEqual(["primary"]);
});

test("a bookmark that D1 refuses, or that is of a later database, costs no page", async () => {
  const later = `${login}; bookmark=${bookmarkOf(4_000_000_000)}`;
  expect(await nameIn(world.open(requestOf(later)).database)).toBe("First");
  const refusing = new Proxy(env.DB, {
    get(target, name) {
      if (name !== "withSession") return Reflect.get(target, name);
      return (constraint: string) => {
        const session = target.withSession(constraint);
        const refuse = () => Promise.reject(new Error("D1_ERROR: no such bookmark"));
        const refused = { bind: () => refused, raw: refuse, all: refuse };
        return constraint === "first-primary"
          ? session
          : { prepare: () => refused, batch: refuse, getBookmark: () => null };
      };
    },
  });
  const reading = openReading(requestOf(later), PAGE, refusing);
  expect(await nameIn(reading.database)).toBe("First");
  expect(await nameIn(reading.database)).toBe("First");
});

test("a copy answers for one column as D1 does", async () => {
  const statement = world.lagging.prepare("SELECT 3 AS n");
  expect([await statement.first("n"), await statement.first()]).toEqual([3, { n: 3 }]);
});

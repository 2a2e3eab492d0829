import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, onTestFinished, test } from "vitest";
import { logIn } from "~/account/login/log-in.server";
import { dropOldLogins, endLogin, endOtherLogins, MAX_LOGINS } from "~/account/login/log-out.server";
import { beginLogin, findLogin, type Login, renewLogin } from "~/account/login/logins.server";
import { encryptHash } from "~/account/passwords/passwords.server";
import { audit, logins, users } from "~/account/table.server";
import { isCurrent, openVault } from "~/platform/crypto/vault.server";
import type { FormState } from "~/platform/http/action-result";
import { action, loader } from "~/routes/login";
import * as logout from "~/routes/logout";
import { call, db, jobContext, load, makeUser, NOW, signInAs, submit, vault } from "../../support/harness";
import { hashOfUser, makeMember, PASSWORD } from "../../support/members";
import { hashReally } from "../../support/plain-passwords";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

function loginsOf(userRef: string) {
  return db.select().from(logins).where(eq(logins.user_ref, userRef));
}

/** Signs in as a browser would; the request that carries the login afterwards. */
async function signIn(user: { unique_ref: string }, remember = false, origin = "http://daybook.test") {
  const cookie = await signInAs(user.unique_ref, { remember, origin });
  return new Request(`${origin}/logbook/`, { headers: { Cookie: cookie } });
}

/** Whose login the request carries at that time. */
async function whoIsIn(request: Request, now = NOW) {
  return (await findLogin(db, request, now)).user;
}

describe("logging in", () => {
  test("with the right details begins a login and goes to the logbook", async () => {
    const user = await makeMember();
    const form = { username: `  ${user.username.toUpperCase()} `, password: PASSWORD };
    const answer = await submit(action, form, { user: null, path: "/login/" });
    expect(answer.status).toBe(302);
    expect(answer.location).toBe("/logbook/");
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^login=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^browser=/),
    ]);
    expect(await loginsOf(user.unique_ref)).toMatchObject([{ remember: false, expires_at: NOW + 120 * MINUTE }]);
  });

  test("with the password alone is put on record, and so is a refused try", async () => {
    const user = await makeMember();
    await submit(action, { username: user.username, password: "not the right one" }, { user: null });
    const lines = () => db.select().from(audit).where(eq(audit.user_ref, user.unique_ref)).orderBy(audit.action);
    const refused = { action: "login-refused", occurred_at: NOW, about_ref: "", detail: "1" };
    expect(await lines()).toMatchObject([refused]);
    await submit(action, { username: user.username, password: PASSWORD }, { user: null });
    expect(await lines()).toMatchObject([{ action: "logged-in", occurred_at: NOW, about_ref: "" }, refused]);
  });

  test("goes home where the level keeps no diary", async () => {
    const user = await makeMember(2);
    const answer = await submit(action, { username: user.username, password: PASSWORD }, { user: null });
    expect(answer.location).toBe("/");
  });

  test("says the same whatever was wrong, keeps the name and never the password", async () => {
    const user = await makeMember();
    const closed = await makeMember(0);
    const tries = [
      { username: user.username, password: "not the right one" },
      { username: "nobody-at-all", password: PASSWORD },
      { username: closed.username, password: PASSWORD },
      { username: "", password: "" },
      { username: user.username },
      { username: "x".repeat(300), password: PASSWORD },
      { username: [user.username, user.username], password: PASSWORD },
      { username: user.username, password: [PASSWORD, PASSWORD] },
    ];
    for (const form of tries) {
      const answer = await submit<{ form: FormState }>(action, form as Record<string, string>, { user: null });
      expect(answer.status).toBe(422);
      expect(answer.data.form.errors).toEqual({ "": ["Please check the details you have entered"] });
      expect(JSON.stringify(answer.data)).not.toContain(PASSWORD);
      expect(answer.headers.get("Set-Cookie")).toBeNull();
    }
    expect(await loginsOf(user.unique_ref)).toEqual([]);
  });

  test("is remembered for 30 days when asked to", async () => {
    const user = await makeMember();
    const form = { username: user.username, password: PASSWORD, remember: "yes" };
    const answer = await submit(action, form, { user: null });
    expect(answer.headers.get("Set-Cookie")).toContain("Max-Age=2592000");
    expect(await loginsOf(user.unique_ref)).toMatchObject([{ remember: true, expires_at: NOW + 30 * DAY }]);
  });

  test("takes a new token whatever cookie came in", async () => {
    const user = await makeMember();
    const planted = "A".repeat(43);
    const request = new Request("http://daybook.test/login/", {
      method: "POST",
      body: new URLSearchParams({ username: user.username, password: PASSWORD }),
      headers: { Cookie: `login=${planted}` },
    });
    const answer = await call(action, request, { user: null });
    expect(answer.headers.get("Set-Cookie")).not.toContain(planted);
    expect(await whoIsIn(new Request(request.url, { headers: { Cookie: `login=${planted}` } }))).toBeNull();
  });

  test("is counted for its username before any work, and refused in a burst", async () => {
    const user = await makeMember();
    const counted: string[] = [];
    const bursts = async (key: string) => {
      counted.push(key);
      return false;
    };
    const form = { username: user.username.toUpperCase(), password: PASSWORD };
    const answer = await submit<{ form: FormState }>(action, form, { user: null, bursts });
    expect(answer.status).toBe(429);
    expect(answer.data.form.errors[""]?.[0]).toContain("Show below that you are a person");
    expect(counted).toEqual([expect.stringMatching(/^login\/1\.[\w-]{43}$/)]);
    expect(await loginsOf(user.unique_ref)).toEqual([]);
  });

  test("makes an old hash anew", async () => {
    hashReally(true);
    onTestFinished(() => hashReally(false));
    const user = await makeMember();
    const { scryptSync } = await import("node:crypto");
    const salt = new Uint8Array(16);
    const key = scryptSync(PASSWORD, salt, 32, { N: 2 ** 10, r: 8, p: 1 }).toString("base64");
    const old = `scrypt$1024$8$1$${btoa(String.fromCharCode(...salt))}$${key}`;
    await db
      .update(users)
      .set({ password_encrypted: await encryptHash(vault, user.unique_ref, old) })
      .where(eq(users.unique_ref, user.unique_ref));
    const answer = await submit(action, { username: user.username, password: PASSWORD }, { user: null });
    expect(answer.status).toBe(302);
    const [row] = await db.select().from(users).where(eq(users.unique_ref, user.unique_ref));
    expect(await hashOfUser(row)).toMatch(/^scrypt\$16384\$8\$5\$/);
    expect(row?.version).toBe(1);
  });

  test("encrypts a hash under the newest key again", async () => {
    const user = await makeMember();
    const keys = { ...JSON.parse(env.VAULT_KEYS), "2026": btoa("another key of 32 bytes, rotated") };
    const rotated = openVault(JSON.stringify(keys), "2026");
    const credentials = { username: user.username, password: PASSWORD, remember: false };
    const request = new Request("http://daybook.test/login/");
    expect((await logIn(jobContext({ vault: rotated }), request, credentials)).is).toBe("in");
    const [row] = await db.select().from(users).where(eq(users.unique_ref, user.unique_ref));
    expect(row && isCurrent(rotated, row.password_encrypted as Uint8Array)).toBe(true);
    expect((await logIn(jobContext({ vault: rotated }), request, credentials)).is).toBe("in");
  });

  test("is not for who is in already", async () => {
    for (const [level, path] of [
      [9, "/logbook/"],
      [2, "/"],
    ] as const) {
      const user = await makeUser(level);
      expect(await load(loader, { user })).toMatchObject({ status: 302, location: path });
      expect(await submit(action, { username: "x", password: "y" }, { user })).toMatchObject({ location: path });
    }
  });
});

describe("a login", () => {
  test("has a cookie that only https sends, bound to the host", async () => {
    const user = await makeUser();
    const login = { userRef: user.unique_ref, remember: true, secondFactor: false };
    const { cookie } = await beginLogin(db, new Request("https://daybook.test"), login, NOW);
    expect(cookie).toMatch(/^__Host-login=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=2592000$/);
  });

  test("is not opened by the name that plain http uses", async () => {
    const user = await makeUser();
    const request = await signIn(user);
    const secure = new Request("https://daybook.test/", { headers: { Cookie: request.headers.get("Cookie") ?? "" } });
    expect(await whoIsIn(secure)).toBeNull();
  });

  test("keeps no token in the database", async () => {
    const user = await makeUser();
    const token = (await signIn(user)).headers.get("Cookie")?.split("=")[1] ?? "";
    expect(JSON.stringify(await loginsOf(user.unique_ref))).not.toContain(token);
  });

  test("runs out after two hours without use, and use keeps it alive", async () => {
    const user = await makeUser();
    const request = await signIn(user);
    expect(await whoIsIn(request, NOW + 119 * MINUTE)).toMatchObject({ unique_ref: user.unique_ref });
    expect(await whoIsIn(request, NOW + 238 * MINUTE)).toMatchObject({ unique_ref: user.unique_ref });
    expect(await whoIsIn(request, NOW + 358 * MINUTE)).toBeNull();
  });

  test("ends 24 hours after it began, however much it is used", async () => {
    const user = await makeUser();
    const request = await signIn(user);
    for (let minute = 60; minute < 24 * 60; minute += 60) {
      expect(await whoIsIn(request, NOW + minute * MINUTE)).not.toBeNull();
    }
    expect(await whoIsIn(request, NOW + DAY - 1)).not.toBeNull();
    expect(await findLogin(db, request, NOW + DAY)).toEqual({
      user: null,
      ended: { user_ref: user.unique_ref },
      acceptedTerms: 0,
    });
  });

  test("that is renewed by a reauthentication ends no later for it", async () => {
    const user = await makeUser();
    const before = await signIn(user);
    for (let hour = 1; hour < 24; hour += 1) await whoIsIn(before, NOW + hour * 60 * MINUTE);
    const login = (await whoIsIn(before, NOW + 23 * 60 * MINUTE))?.login as Login;
    const given = { reauthentication: true, secondFactor: false };
    const { statement, cookie } = await renewLogin(db, before, login, given, NOW + 23 * 60 * MINUTE);
    await statement;
    const after = new Request(before.url, { headers: { Cookie: cookie.split(";")[0] as string } });
    expect(await whoIsIn(after, NOW + DAY - 1)).not.toBeNull();
    expect(await whoIsIn(after, NOW + DAY)).toBeNull();
  });

  test("that is remembered runs out after 30 days, used or not", async () => {
    const user = await makeUser();
    const request = await signIn(user, true);
    expect(await whoIsIn(request, NOW + 29 * DAY)).not.toBeNull();
    expect(await whoIsIn(request, NOW + 30 * DAY)).toBeNull();
  });

  test("knows at once when its user's level is lowered", async () => {
    const user = await makeUser(9);
    const request = await signIn(user);
    await db.update(users).set({ level: 2 }).where(eq(users.unique_ref, user.unique_ref));
    expect(await whoIsIn(request, NOW)).toMatchObject({ level: 2 });
  });

  test("that has run out is nobody's, and it is known whose it was", async () => {
    const user = await makeUser();
    const request = await signIn(user);
    const ended = { user: null, ended: { user_ref: user.unique_ref }, acceptedTerms: 0 };
    expect(await findLogin(db, request, NOW + 120 * MINUTE)).toEqual(ended);
    await endLogin(db, request);
    expect(await findLogin(db, request, NOW + 120 * MINUTE)).toMatchObject({
      user: null,
      ended: null,
    });
  });

  test("ends when its browser begins another", async () => {
    const [one, other] = [await makeUser(), await makeUser()];
    const before = await signIn(one);
    const login = { userRef: other.unique_ref, remember: false, secondFactor: false };
    const { statements } = await beginLogin(db, before, login, NOW);
    await db.batch(statements);
    expect(await whoIsIn(before)).toBeNull();
    expect(await loginsOf(one.unique_ref)).toEqual([]);
  });

  test("ends when its user has begun twenty others since it was last used, and no earlier", async () => {
    const [user, other] = [await makeUser(), await makeUser()];
    const [ran, theirs] = [await signIn(user), await signIn(other)];
    const begun: Request[] = [];
    for (let n = 1; n <= MAX_LOGINS; n += 1) {
      const cookie = await signInAs(user.unique_ref, { remember: true, now: NOW + 3 * 60 * MINUTE + n });
      begun.push(new Request("http://daybook.test/logbook/", { headers: { Cookie: cookie } }));
    }
    const [oldest, second] = begun as [Request, Request];
    const later = NOW + 4 * 60 * MINUTE;
    // One that has run out is none of the twenty. Use counts, not age: the oldest is used once more.
    for (const each of begun) expect(await whoIsIn(each, later)).not.toBeNull();
    expect((await findLogin(db, ran, later)).ended).toEqual({ user_ref: user.unique_ref });
    await whoIsIn(oldest, later + 10 * MINUTE);
    await signInAs(user.unique_ref, { now: later + 11 * MINUTE });
    expect(await findLogin(db, second, later)).toMatchObject({ user: null, ended: null });
    expect(await whoIsIn(oldest, later)).not.toBeNull();
    expect(await loginsOf(user.unique_ref)).toHaveLength(MAX_LOGINS + 1);
    expect(await whoIsIn(theirs)).not.toBeNull();
  });

  test("that is renewed has a new token and a new reauthentication, and the old token is dead", async () => {
    const user = await makeUser();
    const before = await signIn(user, true);
    const login = (await whoIsIn(before))?.login as Login;
    const { statement, cookie } = await renewLogin(
      db,
      before,
      login,
      { reauthentication: true, secondFactor: true },
      NOW + MINUTE,
    );
    await statement;
    expect(await whoIsIn(before, NOW + MINUTE)).toBeNull();
    expect(cookie).toContain(`Max-Age=${(30 * DAY - MINUTE) / 1000}`);
    const after = new Request(before.url, { headers: { Cookie: cookie.split(";")[0] as string } });
    expect((await whoIsIn(after, NOW + MINUTE))?.login).toEqual({
      ...login,
      reauthenticated_at: NOW + MINUTE,
      second_factor_at: NOW + MINUTE,
    });
  });

  test("that its user acts from stays when all others are ended", async () => {
    const user = await makeUser();
    const [here, elsewhere] = [await signIn(user), await signIn(user, true)];
    const stranger = await signIn(await makeUser());
    await endOtherLogins(db, user.unique_ref, (await whoIsIn(here))?.login.unique_ref ?? "");
    expect(await whoIsIn(here)).not.toBeNull();
    expect(await whoIsIn(elsewhere)).toBeNull();
    expect(await whoIsIn(stranger)).not.toBeNull();
  });

  test("is dropped a week after it ran out", async () => {
    const user = await makeUser();
    await signIn(user);
    await dropOldLogins(db, NOW + 120 * MINUTE + 7 * DAY - 1);
    expect(await loginsOf(user.unique_ref)).toHaveLength(1);
    await dropOldLogins(db, NOW + 120 * MINUTE + 7 * DAY);
    expect(await loginsOf(user.unique_ref)).toEqual([]);
  });

  test("that is ended is dead on the server, and others live on", async () => {
    const user = await makeUser();
    const [here, elsewhere] = [await signIn(user), await signIn(user)];
    const cookie = await endLogin(db, here);
    expect(cookie).toContain("Max-Age=0");
    expect(await whoIsIn(here)).toBeNull();
    expect(await whoIsIn(elsewhere)).not.toBeNull();
  });
});

describe("logging out", () => {
  test("asks first, and offers the way back", async () => {
    const user = await makeUser();
    const request = new Request("http://daybook.test/logout/", {
      headers: { Referer: "http://daybook.test/job_plans/?year=2026" },
    });
    expect(await call(logout.loader, request, { user })).toMatchObject({ data: { back: "/job_plans/?year=2026" } });
    expect(await load(logout.loader, { user, path: "/logout/" })).toMatchObject({ data: { back: "/logbook/" } });
  });

  test("is not for who is not in", async () => {
    expect(await load(logout.loader, { user: null })).toMatchObject({ status: 302, location: "/" });
    // The lowest level with an account can leave it, too.
    const lowest = await makeUser(1);
    expect(await load(logout.loader, { user: lowest, path: "/logout/" })).toMatchObject({ data: { back: "/" } });
  });

  test("ends the login on the server, clears the cookie and the browser's stores, and goes home", async () => {
    const user = await makeUser();
    const cookie = (await signIn(user)).headers.get("Cookie") ?? "";
    const request = new Request("http://daybook.test/logout/", { method: "POST", headers: { Cookie: cookie } });
    const answer = await call(logout.action, request, { user });
    expect(answer).toMatchObject({ status: 302, location: "/" });
    expect(answer.headers.get("Set-Cookie")).toMatch(/^login=; .*Max-Age=0/);
    expect(answer.headers.get("Clear-Site-Data")).toContain("storage");
    expect(await whoIsIn(new Request("http://daybook.test/", { headers: { Cookie: cookie } }))).toBeNull();
  });
});

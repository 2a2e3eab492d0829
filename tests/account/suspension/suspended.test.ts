import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { totpCode } from "~/account/factors/totp.server";
import { findLogin } from "~/account/login/logins.server";
import { audit, codes, logins, users } from "~/account/table.server";
import * as suspended from "~/routes/account/suspended";
import * as login from "~/routes/login";
import * as jsonFile from "~/routes/mydata/json-file";
import * as twofactor from "~/routes/twofactor";
import { makeDiary } from "../../support/diary";
import { call, cookiesOf, db, makeUser, NOW, racingDatabase, signInAs, submit } from "../../support/harness";
import { logInByCall, makeMember, PASSWORD } from "../../support/members";
import { ask, makePasskeyUser, send } from "../../support/passkeys";
import { suspendUser } from "../../support/suspension";
import { beginPendingLoginAs, makeGuardedUser } from "../../support/two-factor";

const DAY = 24 * 60 * 60_000;

type Refused = { form: { errors: Record<string, string[]> } };

function logInWith(username: string, password: string, database = db) {
  return submit<Refused>(login.action, { username, password }, { user: null, database, path: "/login/" });
}

function withCookie(path: string, cookie: string) {
  return new Request(`http://daybook.test${path}`, { headers: { Cookie: cookie } });
}

/** What a route answers whoever holds these cookies. */
function open<Data = unknown>(loader: unknown, cookie: string, now = NOW, path = "/suspended/") {
  return call<Data>(loader as never, withCookie(path, cookie), { user: null, now });
}

function loginsOf(userRef: string) {
  return db.select().from(logins).where(eq(logins.user_ref, userRef));
}

async function actionsOf(userRef: string) {
  const lines = await db.select({ action: audit.action }).from(audit).where(eq(audit.user_ref, userRef));
  return lines.map(({ action }) => action);
}

describe("the login of a suspended account", () => {
  test("by the right password opens the page that says so, and nothing else", async () => {
    const member = await makeMember();
    await suspendUser(member);
    const answer = await logInWith(member.username, PASSWORD);
    expect(answer).toMatchObject({ status: 302, location: "/suspended/" });
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^suspended=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=1800$/),
    ]);
    expect(await loginsOf(member.unique_ref)).toEqual([]);
    expect((await findLogin(db, withCookie("/logbook/", cookiesOf(answer)), NOW)).user).toBeNull();
    expect(await actionsOf(member.unique_ref)).toEqual(["login-while-suspended"]);
    const page = await open(suspended.loader, cookiesOf(answer));
    expect(page.data).toEqual({
      since: "21 November 2026",
      reason: "The reason: somebody else may have access to it.",
      contact: expect.stringContaining("@"),
      exportUntil: null,
    });
  });

  test("by a wrong one says what it says of any account", async () => {
    const [member, other] = [await makeMember(), await makeMember()];
    await suspendUser(member);
    const [wrong, same] = [await logInWith(member.username, "wrong"), await logInWith(other.username, "wrong")];
    expect([wrong.status, wrong.data.form.errors]).toEqual([same.status, same.data.form.errors]);
    expect(wrong.headers.getSetCookie()).toEqual([]);
  });

  test("says nothing before the second factor was right", async () => {
    const { user, secret } = await makeGuardedUser();
    await suspendUser(user);
    const send = async (twoFactorCode: string) => {
      const headers = { Cookie: await beginPendingLoginAs(user.unique_ref) };
      return submit<Refused>(twofactor.action, { twoFactorCode }, { user: null, headers, path: "/twofactor/" });
    };
    const code = totpCode(secret, NOW);
    const wrong = await send(code === "111111" ? "222222" : "111111");
    expect([wrong.status, wrong.location]).toEqual([422, null]);
    expect(wrong.headers.getSetCookie()).toEqual([]);
    expect(await send(code)).toMatchObject({ status: 302, location: "/suspended/" });
    expect(await loginsOf(user.unique_ref)).toEqual([]);
  });

  test("by a passkey leads to the page, from wherever the browser goes on", async () => {
    const { user, passkey } = await makePasskeyUser();
    await suspendUser(user);
    const asked = await ask();
    const answer = await send(await passkey.assert(asked.options), asked.cookies);
    expect(answer).toMatchObject({ status: 200, data: { success: true } });
    expect(cookiesOf(answer)).not.toMatch(/(^|; )login=/);
    for (const route of [login, twofactor]) {
      expect(await open(route.loader, cookiesOf(answer))).toMatchObject({ status: 302, location: "/suspended/" });
    }
  });

  test("by a call is refused with what to do", async () => {
    const member = await makeMember();
    await suspendUser(member);
    const answer = await logInByCall(member.username);
    expect([answer.status, JSON.stringify(answer.data)]).toEqual([
      403,
      expect.stringContaining("This account is suspended"),
    ]);
  });

  test("is refused too where it was suspended while its password was checked", async () => {
    const member = await makeMember();
    const database = racingDatabase(2, () => suspendUser(member));
    expect(await logInWith(member.username, PASSWORD, database)).toMatchObject({ location: "/suspended/" });
    expect(await loginsOf(member.unique_ref)).toEqual([]);
  });

  test("ends the login of whoever was logged in in this browser", async () => {
    const [member, other] = [await makeMember(), await makeUser()];
    await suspendUser(member);
    const headers = { Cookie: await signInAs(other.unique_ref) };
    const form = { username: member.username, password: PASSWORD };
    const answer = await submit(login.action, form, { user: null, headers, path: "/login/" });
    expect(answer.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^login=; .*Max-Age=0/));
    expect(await loginsOf(other.unique_ref)).toEqual([]);
  });

  test("works as before once the suspension is lifted, and the page is gone", async () => {
    const member = await makeMember();
    await suspendUser(member);
    const pass = cookiesOf(await logInWith(member.username, PASSWORD));
    await db
      .update(users)
      .set({ suspended_at: null, suspended_for: null })
      .where(eq(users.unique_ref, member.unique_ref));
    expect(await open(suspended.loader, pass)).toMatchObject({ status: 302, location: "/login/" });
    expect((await open(login.loader, pass)).status).toBe(200);
    expect(await logInWith(member.username, PASSWORD)).toMatchObject({ status: 302, location: "/logbook/" });
  });
});

describe("a login that was open", () => {
  test("is nobody's while the account is suspended, whatever row was left of it", async () => {
    const member = await makeMember();
    const cookie = await signInAs(member.unique_ref);
    expect((await findLogin(db, withCookie("/", cookie), NOW)).user?.unique_ref).toBe(member.unique_ref);
    await suspendUser(member);
    expect((await findLogin(db, withCookie("/", cookie), NOW)).user).toBeNull();
  });
});

describe("the page of a suspended account", () => {
  test("is left by its button, and lasts for half an hour", async () => {
    const member = await makeMember();
    await suspendUser(member);
    const pass = cookiesOf(await logInWith(member.username, PASSWORD));
    expect((await open(suspended.loader, pass, NOW + 30 * 60_000 - 1)).status).toBe(200);
    expect((await open(suspended.loader, pass, NOW + 30 * 60_000)).status).toBe(302);
    const left = await submit(suspended.action, {}, { user: null, headers: { Cookie: pass }, path: "/suspended/" });
    expect(left).toMatchObject({ status: 302, location: "/login/" });
    expect(await open(suspended.loader, pass)).toMatchObject({ status: 302, location: "/login/" });
    expect(await db.select().from(codes).where(eq(codes.user_ref, member.unique_ref))).toEqual([]);
  });

  test("gives out no file before an administrator has allowed it, nor after its last day", async () => {
    const member = await makeMember();
    await makeDiary(member);
    await suspendUser(member);
    const pass = cookiesOf(await logInWith(member.username, PASSWORD));
    const file = (now = NOW) => open<object[]>(jsonFile.loader, pass, now, "/mydata/export/json/");
    expect(await file()).toMatchObject({ status: 302, location: "/login/" });
    await suspendUser(member, NOW + 7 * DAY);
    const page = await open(suspended.loader, pass);
    expect(page.data).toMatchObject({ exportUntil: "28 November 2026 at 12:00" });
    const saved = await file();
    expect([saved.status, saved.data.length > 2]).toEqual([200, true]);
    expect(await actionsOf(member.unique_ref)).toContain("data-exported");
    await suspendUser(member, NOW);
    expect(await file()).toMatchObject({ status: 302, location: "/login/" });
  });

  test("gives somebody else who has logged in since their own file", async () => {
    const [member, other] = [await makeMember(), await makeMember()];
    await suspendUser(member, NOW + DAY);
    const pass = cookiesOf(await logInWith(member.username, PASSWORD));
    const request = withCookie("/mydata/export/json/", pass);
    const saved = await call<object[]>(jsonFile.loader, request, { user: other });
    expect(JSON.stringify(saved.data ?? saved.location)).not.toContain(`"username":"${member.username}"`);
  });
});

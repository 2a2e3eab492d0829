import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { checkReauthentication, nextPath } from "~/account/factors/reauthentication.server";
import { consumeSecondFactor } from "~/account/factors/second-factor.server";
import { totpCode } from "~/account/factors/totp.server";
import { requireReauthentication } from "~/account/guard.server";
import { findLogin, type SignedInUser } from "~/account/login/logins.server";
import { logins } from "~/account/table.server";
import type { FormState } from "~/platform/http/action-result";
import { action, loader } from "~/routes/account/confirm";
import { action as login } from "~/routes/login";
import { call, db, load, makeUser, NOW, racingDatabase, signInAs, submit, vault } from "../../support/harness";
import { PASSWORD, setPasswordOf } from "../../support/members";
import { addTotp, appContext, endLoginOf, wrongCodes } from "../../support/two-factor";

const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;
const HERE = "/account/confirm/?next=/email/change/";

/** Somebody signed in whose last reauthentication is 11 minutes old, with the row and the cookie of their login. */
async function makeMember(level = 9): Promise<{ user: SignedInUser; cookie: string }> {
  const made = await makeUser(level);
  await setPasswordOf(made);
  const cookie = await signInAs(made.unique_ref, { now: NOW - 11 * MINUTE });
  const request = new Request("http://daybook.test/", { headers: { Cookie: cookie } });
  const { user } = await findLogin(db, request, NOW);
  return { user: user as SignedInUser, cookie };
}

/** As `makeMember`, with two-factor on. */
async function makeGuarded() {
  const { user, cookie } = await makeMember();
  const secret = await addTotp(user.unique_ref);
  return { user: { ...user, has_totp: true }, cookie, secret };
}

type Refused = { form: FormState };

function confirm(
  user: SignedInUser,
  fields: Record<string, string>,
  more: { path?: string; now?: number; database?: typeof db } = {},
) {
  return submit<Refused>(action, fields, { user, path: HERE, ...more });
}

describe("a page that asks for reauthentication", () => {
  test("sends on to the question, with the way back", async () => {
    const { user } = await makeMember();
    const page = (args: never) => requireReauthentication("account", args, "/email/change/").user.level;
    const answer = await load(page, { user });
    expect(answer).toMatchObject({ status: 302, location: "/account/confirm/?next=%2Femail%2Fchange%2F" });
    const fresh = { ...user, login: { ...user.login, reauthenticated_at: NOW - 10 * MINUTE + 1 } };
    expect((await load(page, { user: fresh })).data).toBe(9);
    const old = { ...user, login: { ...user.login, reauthenticated_at: NOW - 10 * MINUTE } };
    expect((await load(page, { user: old })).status).toBe(302);
  });
});

describe("Confirm it is you", () => {
  test("asks for the password, and for the code where two-factor is on", async () => {
    const { user } = await makeMember();
    expect((await load(loader, { user, path: HERE })).data).toMatchObject({ owesCode: false, hasPasskey: false });
    const guarded = await makeGuarded();
    expect((await load(loader, { user: guarded.user, path: HERE })).data).toMatchObject({ owesCode: true });
  });

  test("goes on at once where it is fresh, and sends a visitor to log in", async () => {
    const { user } = await makeMember();
    const fresh = { ...user, login: { ...user.login, reauthenticated_at: NOW } };
    expect(await load(loader, { user: fresh, path: HERE })).toMatchObject({ status: 302, location: "/email/change/" });
    expect(await load(loader, { user: null, path: HERE })).toMatchObject({ status: 302, location: "/login/" });
  });

  test("renews the login: the old token is dead, the new one is reauthenticated, and it goes on", async () => {
    const { user, cookie } = await makeMember();
    const answer = await confirm(user, { password: PASSWORD });
    expect(answer).toMatchObject({ status: 302, location: "/email/change/" });
    const renewed = answer.headers.get("Set-Cookie")?.split(";")[0] as string;
    const who = async (each: string) =>
      (await findLogin(db, new Request("http://daybook.test/", { headers: { Cookie: each } }), NOW)).user;
    expect(await who(cookie)).toBeNull();
    expect(await who(renewed)).toMatchObject({ login: { reauthenticated_at: NOW, second_factor_at: null } });
  });

  test("notes the second factor when a code was given", async () => {
    const { user, secret } = await makeGuarded();
    const fields = { password: PASSWORD, twoFactorCode: totpCode(secret, NOW) };
    expect((await confirm(user, fields)).status).toBe(302);
    const rows = await db.select().from(logins).where(eq(logins.user_ref, user.unique_ref));
    expect(rows).toMatchObject([{ reauthenticated_at: NOW, second_factor_at: NOW }]);
  });

  test("says at the field what was wrong, keeps nothing typed, and the login stays as it was", async () => {
    const { user, cookie, secret } = await makeGuarded();
    const [wrong] = wrongCodes(secret, 1) as [string];
    const right = totpCode(secret, NOW);
    const password = "Please check your password and try again";
    const twoFactorCode = "Please check the details you have entered";
    for (const [fields, errors] of [
      [{ password: "wrong", twoFactorCode: right }, { password: [password] }],
      [{ password: "", twoFactorCode: right }, { password: [password] }],
      [{ password: PASSWORD, twoFactorCode: wrong }, { twoFactorCode: [twoFactorCode] }],
      [{ password: PASSWORD, twoFactorCode: "" }, { twoFactorCode: [twoFactorCode] }],
    ] as const) {
      const answer = await confirm(user, fields);
      expect([answer.status, answer.data.form]).toEqual([422, { values: {}, errors }]);
      expect(answer.headers.get("Set-Cookie")).toBeNull();
    }
    const request = new Request("http://daybook.test/", { headers: { Cookie: cookie } });
    expect((await findLogin(db, request, NOW)).user?.login.reauthenticated_at).toBe(NOW - 11 * MINUTE);
  });

  test("is not drawn out by the password alone, where a code belongs to it", async () => {
    const { user, secret } = await makeGuarded();
    const reauthenticated_at = NOW - 9 * MINUTE;
    const fresh = { ...user, login: { ...user.login, reauthenticated_at } };
    await db.update(logins).set({ reauthenticated_at }).where(eq(logins.unique_ref, user.login.unique_ref));
    const reauthentications = () => db.select().from(logins).where(eq(logins.user_ref, user.unique_ref));
    expect((await confirm(fresh, { password: PASSWORD })).status).toBe(302);
    expect(await reauthentications()).toMatchObject([{ reauthenticated_at, second_factor_at: null }]);
    expect((await confirm(user, { password: PASSWORD, twoFactorCode: totpCode(secret, NOW) })).status).toBe(302);
    expect(await reauthentications()).toMatchObject([{ reauthenticated_at: NOW, second_factor_at: NOW }]);
  });

  test("a code beside a wrong password is not looked at, and stays good", async () => {
    const { user, secret } = await makeGuarded();
    const code = totpCode(secret, NOW);
    for (let at = 0; at < 7; at += 1) await confirm(user, { password: "wrong", twoFactorCode: code });
    expect((await confirm(user, { password: PASSWORD, twoFactorCode: code })).status).toBe(302);
  });

  test("a code works once for it", async () => {
    const { user, secret } = await makeGuarded();
    const fields = { password: PASSWORD, twoFactorCode: totpCode(secret, NOW) };
    expect((await confirm(user, fields)).status).toBe(302);
    expect((await confirm(user, fields)).status).toBe(422);
  });

  test("outsiders who spend the tries of a username do not shut it to whoever is in", async () => {
    const { user } = await makeMember();
    const form = { username: user.username, password: "wrong" };
    for (let at = 0; at < 11; at += 1) await submit(login, form, { user: null });
    expect((await submit(login, { ...form, password: PASSWORD }, { user: null })).status).toBe(429);
    expect((await confirm(user, { password: PASSWORD })).status).toBe(302);
  });

  test("ten wrong passwords shut it for their quarter of an hour, and not the login", async () => {
    const { user } = await makeMember();
    for (let at = 0; at < 10; at += 1) expect((await confirm(user, { password: "wrong" })).status).toBe(422);
    const answer = await confirm(user, { password: PASSWORD });
    expect(answer.status).toBe(429);
    expect(answer.data.form.errors).toEqual({
      password: ["Too many wrong passwords. Wait 15 minutes, then try again"],
    });
    const form = { username: user.username, password: PASSWORD };
    expect((await submit(login, form, { user: null })).status).toBe(302);
    const { login: own } = user;
    const later = { ...user, login: { ...own, reauthenticated_at: NOW } };
    expect((await confirm(later, { password: PASSWORD }, { now: NOW + QUARTER })).status).toBe(302);
  });

  test("codes are counted, apart from those of the login", async () => {
    const { user, secret } = await makeGuarded();
    for (const code of wrongCodes(secret, 6)) await consumeSecondFactor(appContext(), user.unique_ref, code, "login");
    for (const twoFactorCode of wrongCodes(secret, 5)) await confirm(user, { password: PASSWORD, twoFactorCode });
    const answer = await confirm(user, { password: PASSWORD, twoFactorCode: totpCode(secret, NOW) });
    expect(answer.status).toBe(429);
    expect(answer.data.form.errors).toEqual({
      twoFactorCode: ["Too many wrong codes. Wait 15 minutes, then try again, or use a recovery code"],
    });
  });

  test("an administrator without a second factor may confirm, to set one up", async () => {
    const { user } = await makeMember(10);
    const path = "/account/confirm/?next=/account/two_factor/app/";
    expect((await load(loader, { user, path })).status).toBe(200);
    expect(await confirm(user, { password: PASSWORD }, { path })).toMatchObject({
      status: 302,
      location: "/account/two_factor/app/",
    });
  });

  test("a login that was ended meanwhile is not revived", async () => {
    const { user } = await makeMember();
    const database = racingDatabase(1, () => endLoginOf(user));
    const answer = await confirm(user, { password: PASSWORD }, { database });
    const Cookie = answer.headers.get("Set-Cookie")?.split(";")[0] as string;
    const request = new Request("http://daybook.test/", { headers: { Cookie } });
    expect((await findLogin(db, request, NOW)).user).toBeNull();
  });
});

describe("where it goes on to", () => {
  test.each([
    "/email/",
    "/email/change/",
    "/password/change/",
    "/account/two_factor/passkey/a-b_1/",
    "/delete_account/",
    "/extras/",
    "/extras/?status=paid&payer=Nuffield+Group",
    "/reports/paper/?period=custom&from=2026-04-01&until=2027-03-31&section=cases",
  ])("%s is a page of ours that asks for reauthentication", (path) => expect(nextPath(path, "/logbook/")).toBe(path));

  test.each([
    "https://evil.example/email/",
    "//evil.example/email/",
    "/\\evil.example/email/",
    "\\\\evil.example\\",
    "/email//evil.example/",
    "/email/../../logout/",
    "/email/..%2f/",
    "/email/?next=//evil.example/",
    "/reports/paper/?next=//evil.example/",
    "/reports/",
    "/email/#x",
    "/email/\n/evil/",
    " /email/",
    "/emailx/",
    "/email",
    "email/",
    "javascript:alert(1)//",
    "data:text/html,x/",
    "/logout/",
    "/account/confirm/",
    "/dev/seed/",
    "",
  ])("%j is taken as nothing asked", async (path) => {
    expect(nextPath(path, "/logbook/")).toBe("/logbook/");
    const { user } = await makeMember();
    const asked = `/account/confirm/?next=${encodeURIComponent(path)}`;
    expect((await confirm(user, { password: PASSWORD }, { path: asked })).location).toBe("/logbook/");
  });

  test("of several the first counts, and of none home", async () => {
    const { user } = await makeMember();
    const answer = await confirm(user, { password: PASSWORD }, { path: "/account/confirm/" });
    expect(answer.location).toBe("/logbook/");
  });
});

describe("reauthentication in a form of its own", () => {
  const askedBy = (user: SignedInUser) => ({
    ...appContext(),
    user,
    userId: user.id,
    cipher: vault.of(user.unique_ref),
  });

  test("asks for no code while all factors are fresh", async () => {
    const { user } = await makeGuarded();
    const fresh = { ...user, login: { ...user.login, reauthenticated_at: NOW } };
    expect(await checkReauthentication(askedBy(fresh), { password: PASSWORD, twoFactorCode: "" })).toBeNull();
    expect(await checkReauthentication(askedBy(user), { password: PASSWORD, twoFactorCode: "" })).toEqual({
      errors: { twoFactorCode: "Please check the details you have entered" },
      status: 422,
    });
  });

  test("asks for the password however fresh the login is", async () => {
    const { user } = await makeMember();
    const fresh = { ...user, login: { ...user.login, reauthenticated_at: NOW } };
    expect(await checkReauthentication(askedBy(fresh), { password: "wrong", twoFactorCode: "" })).toEqual({
      errors: { password: "Please check your password and try again" },
      status: 422,
    });
  });

  test("cannot be given for an account that is gone", async () => {
    const { user } = await makeMember();
    const nobody = { ...user, unique_ref: "gone" };
    expect(
      await call(
        () => checkReauthentication(askedBy(nobody), { password: PASSWORD, twoFactorCode: "" }),
        new Request("http://daybook.test/"),
        { user },
      ),
    ).toMatchObject({ data: { status: 422 } });
  });
});

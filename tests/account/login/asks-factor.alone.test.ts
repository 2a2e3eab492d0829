import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { generateCodes, newRecoveryCodes } from "~/account/factors/recovery-codes.server";
import { totpCode } from "~/account/factors/totp.server";
import { secondFactorTriesKey } from "~/account/limits.server";
import { findLogin, type SignedInUser } from "~/account/login/logins.server";
import { codes, logins, passkeys, recoveryCodes, users } from "~/account/table.server";
import { newRef } from "~/platform/db/columns.server";
import { rateCounters } from "~/platform/db/rate-counters.server";
import * as passkeyPage from "~/routes/account/passkey";
import * as passkeyNew from "~/routes/account/passkey-new";
import * as overview from "~/routes/account/two-factor";
import * as twofactorcheck from "~/routes/api/twofactorcheck";
import * as logbook from "~/routes/logbook/logbook";
import * as login from "~/routes/login";
import * as exporting from "~/routes/mydata/export";
import * as reset from "~/routes/password/reset";
import * as twofactor from "~/routes/twofactor";
import * as recovery from "~/routes/twofactor-recovery";
import { openBrowser } from "../../support/browser";
import { call, cookiesOf, db, NOW, racingDatabase, submit } from "../../support/harness";
import { logInByCall, makeMember, PASSWORD } from "../../support/members";
import { ask, enrolPasskey, send } from "../../support/passkeys";
import { verifyResetCode } from "../../support/reset";
import { addTotp } from "../../support/two-factor";

const NEW = "velvet harbour compass";

/** Somebody with a password, an address and one passkey. */
async function makeHolder({ level = 9, alone = false } = {}) {
  const user = await makeMember(level);
  const { passkey } = await enrolPasskey(user);
  if (alone) await letAlone(user);
  return { user, passkey };
}

function letAlone({ unique_ref }: SignedInUser) {
  return db.update(users).set({ password_alone: true }).where(eq(users.unique_ref, unique_ref));
}

async function codesFor({ unique_ref }: SignedInUser): Promise<string[]> {
  const codes = generateCodes();
  await db.batch(await newRecoveryCodes(db, unique_ref, codes, NOW));
  return codes;
}

/** Where the right password leads. */
async function logIn({ username }: SignedInUser, password = PASSWORD, more: Record<string, string> = {}) {
  const answer = await submit(login.action, { username, password, ...more }, { user: null });
  return { location: answer.location, cookie: cookiesOf(answer) };
}

async function resetByMail({ unique_ref }: SignedInUser, password = NEW) {
  const form = { password1: password, password2: password };
  const headers = { Cookie: await verifyResetCode(unique_ref) };
  const answer = await submit(reset.action, form, { user: null, headers });
  expect(answer.location).toBe("/login/");
}

async function whoIsIn(cookie: string): Promise<SignedInUser | null> {
  const request = new Request("http://daybook.test/", { headers: { Cookie: cookie } });
  return (await findLogin(db, request, NOW)).user;
}

async function usePasskey(passkey: Awaited<ReturnType<typeof enrolPasskey>>["passkey"], carried = "") {
  const { options, cookies } = await ask();
  return send(await passkey.assert(options), carried ? `${cookies}; ${carried}` : cookies);
}

function useRecoveryCode(cookie: string, recoveryCode: string) {
  return submit(recovery.action, { recoveryCode }, { user: null, headers: { Cookie: cookie } });
}

function loginsOf({ unique_ref }: SignedInUser) {
  return db.select().from(logins).where(eq(logins.user_ref, unique_ref));
}

describe("the right password of an account", () => {
  test("with a passkey begins half a login, and says what ends it", async () => {
    const { user } = await makeHolder();
    const before = await loginsOf(user);
    const { location, cookie } = await logIn(user);
    expect(location).toBe("/twofactor/");
    expect(await whoIsIn(cookie)).toBeNull();
    expect(await loginsOf(user)).toEqual(before);
    const request = () => new Request("http://daybook.test/twofactor/", { headers: { Cookie: cookie } });
    const page = await call(twofactor.loader, request(), { user: null });
    expect(page.data).toEqual({ has_totp: false, has_passkey: true });
    expect((await call(twofactorcheck.loader, request(), { user: null })).data).toEqual({ response: true });
  });

  test("with a passkey is level 0 for the call, too", async () => {
    const { user } = await makeHolder();
    const answer = await logInByCall(user.username);
    expect(answer.data).toEqual({ userLevel: 0, partner: null });
    expect(await whoIsIn(cookiesOf(answer))).toBeNull();
  });

  test("opens it where its owner lets the password alone", async () => {
    const { user } = await makeHolder({ alone: true });
    const { location, cookie } = await logIn(user);
    expect(location).toBe("/logbook/");
    expect((await whoIsIn(cookie))?.login.second_factor_at).toBeNull();
  });

  test("does not, whatever its owner chose, with an authenticator app or for an administrator", async () => {
    const { user } = await makeHolder({ alone: true });
    await addTotp(user.unique_ref);
    expect((await logIn(user)).location).toBe("/twofactor/");
    const { user: administrator } = await makeHolder({ level: 10, alone: true });
    expect((await logIn(administrator)).location).toBe("/twofactor/");
  });

  test("begins no whole login where a passkey was added while it was worked on", async () => {
    const user = await makeMember();
    const form = { username: user.username, password: PASSWORD };
    const database = racingDatabase(2, () => enrolPasskey(user));
    const answer = await submit(login.action, form, { user: null, database });
    expect(answer.status).toBe(422);
    expect((await loginsOf(user)).filter(({ unique_ref }) => unique_ref !== user.login.unique_ref)).toEqual([]);
  });
});

describe("half a login of an account with a passkey", () => {
  test("ends with the passkey: whole, remembered as was asked, and gone from the server", async () => {
    const { user, passkey } = await makeHolder();
    const { cookie } = await logIn(user, PASSWORD, { remember: "on" });
    const answer = await usePasskey(passkey, cookie);
    expect(answer.status).toBe(200);
    expect(await whoIsIn(cookiesOf(answer))).toMatchObject({
      login: { second_factor_at: NOW, reauthenticated_at: NOW },
    });
    expect((await loginsOf(user)).filter(({ remember }) => remember)).toHaveLength(1);
    expect(await db.select().from(codes).where(eq(codes.user_ref, user.unique_ref))).toEqual([]);
    expect(answer.headers.getSetCookie().join()).toContain("second-factor=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0");
  });

  test("of one account is not what another's passkey asks to be remembered by", async () => {
    const [one, other] = [await makeHolder(), await makeHolder()];
    const { cookie } = await logIn(one.user, PASSWORD, { remember: "on" });
    const answer = await usePasskey(other.passkey, cookie);
    expect((await whoIsIn(cookiesOf(answer)))?.unique_ref).toBe(other.user.unique_ref);
    expect((await loginsOf(other.user)).filter(({ remember }) => remember)).toEqual([]);
  });

  test("ends with a recovery code, after which a lost passkey is taken off at once", async () => {
    const { user } = await makeHolder();
    const [code = ""] = await codesFor(user);
    const { cookie } = await logIn(user);
    const answer = await useRecoveryCode(cookie, code);
    expect(answer.location).toBe("/logbook/");
    const who = (await whoIsIn(cookiesOf(answer))) as SignedInUser;
    expect(who.login).toMatchObject({ second_factor_at: NOW, reauthenticated_at: NOW });
    const [lost] = await db.select().from(passkeys).where(eq(passkeys.user_ref, user.unique_ref));
    const params = { passkeyRef: lost?.unique_ref ?? "" };
    const removed = await submit(passkeyPage.action, { intent: "remove" }, { user: who, params });
    expect(removed.location).toBe("/account/two_factor/");
    expect((await logIn(user)).location).toBe("/logbook/");
  });

  test("of an administrator ends with a recovery code, after which another passkey is added", async () => {
    const { user } = await makeHolder({ level: 10 });
    const [code = ""] = await codesFor(user);
    const answer = await useRecoveryCode((await logIn(user)).cookie, code);
    const who = (await whoIsIn(cookiesOf(answer))) as SignedInUser;
    expect((await enrolPasskey(who)).added.status).toBe(302);
    expect(await db.select().from(passkeys).where(eq(passkeys.user_ref, user.unique_ref))).toHaveLength(2);
  });
});

describe("a reset by mail", () => {
  test.each([
    ["a passkey", false, 9],
    ["a passkey and the password let alone", true, 9],
    ["an administrator's passkey", false, 10],
  ])("of an account with %s is followed by half a login, from which nothing opens", async (_, alone, level) => {
    const { user } = await makeHolder({ alone, level });
    await resetByMail(user);
    const browser = openBrowser();
    const form = { username: user.username, password: NEW };
    expect((await browser.visit(login, { path: "/login/", form })).location).toBe("/twofactor/");
    const [own] = await db.select().from(passkeys).where(eq(passkeys.user_ref, user.unique_ref));
    const passkey = { route: passkeyPage, path: `/account/two_factor/passkey/${own?.unique_ref}/` };
    for (const { route, path, form } of [
      { route: logbook, path: "/logbook/" },
      { route: exporting, path: "/mydata/export/" },
      { route: overview, path: "/account/two_factor/" },
      { route: passkeyNew, path: "/account/two_factor/passkey/new/", form: { intent: "begin", name: "Mine" } },
      { ...passkey, form: { intent: "remove" } },
      { ...passkey, form: { intent: "rename", name: "Mine" } },
    ]) {
      const params = { passkeyRef: own?.unique_ref ?? "" };
      const { status, location } = await browser.visit(route, { path, params, ...(form ? { form } : {}) });
      expect([path, status, location]).toEqual([path, 302, "/login/"]);
    }
    expect(await db.select().from(passkeys).where(eq(passkeys.user_ref, user.unique_ref))).toEqual([own]);
  });

  test("owes the factor until a login has brought one; then what its owner chose holds again", async () => {
    const { user, passkey } = await makeHolder({ alone: true });
    const [code = ""] = await codesFor(user);
    const secret = await addTotp(user.unique_ref);
    const [byApp, byPasskey, byCode] = [
      (cookie: string) =>
        submit(twofactor.action, { twoFactorCode: totpCode(secret, NOW) }, { user: null, headers: { Cookie: cookie } }),
      (cookie: string) => usePasskey(passkey, cookie),
      (cookie: string) => useRecoveryCode(cookie, code),
    ];
    for (const give of [byApp, byPasskey, byCode]) {
      await resetByMail(user);
      expect((await logIn(user, NEW)).location).toBe("/twofactor/");
      // A second try owes it as well: the right password alone settles nothing.
      const { location, cookie } = await logIn(user, NEW);
      expect(location).toBe("/twofactor/");
      await give(cookie);
      const [row] = await db.select().from(users).where(eq(users.unique_ref, user.unique_ref));
      expect(row?.factor_owed).toBe(false);
    }
  });

  test("holds for the next login alone where the password is let alone", async () => {
    const { user, passkey } = await makeHolder({ alone: true });
    await resetByMail(user);
    const { location, cookie } = await logIn(user, NEW);
    expect(location).toBe("/twofactor/");
    expect((await usePasskey(passkey, cookie)).status).toBe(200);
    expect((await logIn(user, NEW)).location).toBe("/logbook/");
  });

  test("gives back the tries of codes that whoever knew the old password spent", async () => {
    const { user } = await makeHolder({ alone: true });
    const key = secondFactorTriesKey(user.unique_ref, "login");
    await db.insert(rateCounters).values({ key, window_start: NOW, n: 5 });
    await resetByMail(user);
    expect(await db.select().from(rateCounters).where(eq(rateCounters.key, key))).toEqual([]);
  });

  test("is not settled for a thief with the mailbox by the owner, who comes in with the passkey alone", async () => {
    const { user, passkey } = await makeHolder({ alone: true });
    await resetByMail(user);
    expect((await usePasskey(passkey)).status).toBe(200);
    expect((await logIn(user, NEW)).location).toBe("/twofactor/");
  });

  test("of an account without a factor owes none, not even of a passkey that is added later", async () => {
    const user = await makeMember();
    await resetByMail(user);
    expect((await logIn(user, NEW)).location).toBe("/logbook/");
    await enrolPasskey(user);
    await letAlone(user);
    expect((await logIn(user, NEW)).location).toBe("/logbook/");
  });
});

test("a refused code leaves the factor owed", async () => {
  const { user } = await makeHolder({ alone: true });
  await resetByMail(user);
  const { cookie } = await logIn(user, NEW);
  expect((await useRecoveryCode(cookie, newRef())).status).toBe(422);
  expect((await logIn(user, NEW)).location).toBe("/twofactor/");
  expect(await db.select().from(recoveryCodes).where(eq(recoveryCodes.user_ref, user.unique_ref))).toHaveLength(10);
});

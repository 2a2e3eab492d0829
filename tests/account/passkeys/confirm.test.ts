import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { generateCodes } from "~/account/factors/recovery-codes.server";
import { findLogin, type SignedInUser } from "~/account/login/logins.server";
import { logins, users } from "~/account/table.server";
import type { FormState } from "~/platform/http/action-result";
import * as confirmPage from "~/routes/account/confirm";
import * as emailChange from "~/routes/email/email-change";
import { cookiesOf, db, load, makeUser, NOW, signInAs, submit } from "../../support/harness";
import { PASSWORD, setPasswordOf } from "../../support/members";
import { ask, enrolPasskey } from "../../support/passkeys";
import { rendered } from "../../support/rendered";
import { addRecoveryCode } from "../../support/two-factor";

const HERE = "/account/confirm/?next=/email/change/";
const LONG_AGO = NOW - 11 * 60_000;

/** Somebody with a passkey alone, whose last reauthentication is 11 minutes old. */
async function makeHolder(alone = false, level = 9) {
  const made = await makeUser(level);
  await setPasswordOf(made);
  const { passkey } = await enrolPasskey(made);
  await db.update(users).set({ password_alone: alone }).where(eq(users.unique_ref, made.unique_ref));
  const cookie = await signInAs(made.unique_ref, { now: LONG_AGO, secondFactor: true });
  const { user } = await findLogin(db, new Request("http://daybook.test/", { headers: { Cookie: cookie } }), NOW);
  return { user: user as SignedInUser, passkey };
}

function confirm(user: SignedInUser, fields: Record<string, string>, Cookie = "") {
  return submit<{ form: FormState }>(confirmPage.action, fields, { user, path: HERE, headers: { Cookie } });
}

async function reauthenticationOf({ login }: SignedInUser): Promise<number | undefined> {
  const [row] = await db.select().from(logins).where(eq(logins.unique_ref, login.unique_ref));
  return row?.reauthenticated_at;
}

test("the password alone proves nothing where a login asks for more, and a recovery code with it does", async () => {
  for (const level of [9, 10]) {
    const { user } = await makeHolder(false, level);
    expect(user.asks_factor).toBe(true);
    const refused = await confirm(user, { password: PASSWORD });
    expect([refused.status, Object.keys(refused.data.form.errors)]).toEqual([422, ["twoFactorCode"]]);
    expect(await reauthenticationOf(user)).toBe(LONG_AGO);
    const [code = ""] = generateCodes();
    await addRecoveryCode(user.unique_ref, code);
    const confirmed = await confirm(user, { password: PASSWORD, twoFactorCode: code });
    expect([confirmed.location, await reauthenticationOf(user)]).toEqual(["/email/change/", NOW]);
  }
});

test("the password is enough where its owner lets it open the account", async () => {
  const { user } = await makeHolder(true);
  expect(user.asks_factor).toBe(false);
  expect((await confirm(user, { password: PASSWORD })).location).toBe("/email/change/");
});

test("the passkey proves it without a password, once", async () => {
  for (const alone of [false, true]) {
    const { user, passkey } = await makeHolder(alone);
    const { options, cookies } = await ask();
    const answer = JSON.stringify(await passkey.assert(options));
    const confirmed = await confirm(user, { answer }, cookies);
    expect([confirmed.status, confirmed.location, await reauthenticationOf(user)]).toEqual([
      302,
      "/email/change/",
      NOW,
    ]);
    const request = new Request("http://daybook.test/", { headers: { Cookie: cookiesOf(confirmed) } });
    expect((await findLogin(db, request, NOW)).user?.unique_ref).toBe(user.unique_ref);
    expect((await confirm(user, { answer }, cookies)).status).toBe(422);
  }
});

test("neither somebody else's passkey nor what is none proves anything", async () => {
  const { user, passkey } = await makeHolder();
  const other = await makeHolder();
  const { options, cookies } = await ask();
  const theirs = JSON.stringify(await other.passkey.assert(options));
  const anew = await ask();
  const elsewhere = JSON.stringify(await passkey.assert(anew.options));
  for (const [answer, carried] of [
    [theirs, cookies],
    [elsewhere, cookies],
    ["{}", cookies],
    ["", cookies],
  ] as const) {
    const refused = await confirm(user, { answer, password: PASSWORD }, carried);
    expect(refused.data.form.errors).toEqual({
      "": ["There is an error with your passkey. Try again, or confirm with your password"],
    });
    expect(await reauthenticationOf(user)).toBe(LONG_AGO);
  }
});

test("the page prefers the passkey, and forms that ask for it themselves ask for a recovery code", async () => {
  const { user } = await makeHolder();
  const page = await load(confirmPage.loader, { user, path: HERE });
  expect(page.data).toMatchObject({ owesCode: true, hasPasskey: true, hasApp: false });
  const html = rendered(confirmPage, {}, page.data);
  expect(html.indexOf("Use a passkey")).toBeGreaterThan(0);
  expect(html.indexOf("Use a passkey")).toBeLessThan(html.indexOf("Or confirm with your password"));
  expect(html).toContain("One of your recovery codes.");
  const form = { new_email: "new@example.com", new_email_confirm: "new@example.com", password: PASSWORD };
  const refused = await submit<{ form: FormState }>(emailChange.action, form, { user });
  expect([refused.status, Object.keys(refused.data.form.errors)]).toEqual([422, ["twoFactorCode"]]);
});

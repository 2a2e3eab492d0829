import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { TwoFactorPage } from "~/account/factors/page.server";
import { newTotpSetup, totpCode } from "~/account/factors/totp.server";
import { findLogin, type SignedInUser } from "~/account/login/logins.server";
import { audit, logins, passkeys, recoveryCodes, totp, users } from "~/account/table.server";
import { outbox } from "~/mail/table.server";
import type { FormState } from "~/platform/http/action-result";
import * as off from "~/routes/account/authenticator-off";
import * as app from "~/routes/account/authenticator-set-up";
import * as passkeyPage from "~/routes/account/passkey";
import * as passkeyNew from "~/routes/account/passkey-new";
import * as overview from "~/routes/account/two-factor";
import { cookiesOf, db, load, makeUser, NOW, signInAs, submit, vault } from "../../support/harness";
import { setAddressOf } from "../../support/members";
import { enrolPasskey, makeAttestation } from "../../support/passkeys";
import { rendered } from "../../support/rendered";
import { addTotp } from "../../support/two-factor";

const MINUTE = 60_000;
const HERE = "/account/two_factor/";

type Refused = { form: FormState };

/** Adds a passkey as its page does. */
async function addPasskey(user: SignedInUser, login_asks?: string) {
  const form = { intent: "finish", name: "Phone", answer: await makeAttestation(user) };
  const added = await submit<{ made?: { codes: string[] } }>(
    passkeyNew.action,
    login_asks === undefined ? form : { ...form, login_asks },
    { user },
  );
  return added.data?.made?.codes ?? null;
}

async function makeHolder(level = 9) {
  const user = await makeUser(level);
  await setAddressOf(user);
  await enrolPasskey(user);
  return { ...user, has_passkey: true };
}

/** Says it on the overview. */
function choose(user: SignedInUser, login_asks: string) {
  return submit<Refused>(overview.action, { intent: "login-asks", login_asks }, { user });
}

async function letsAlone({ unique_ref }: SignedInUser): Promise<boolean> {
  const [row] = await db.select().from(users).where(eq(users.unique_ref, unique_ref));
  return row?.password_alone === true;
}

function codesOf({ unique_ref }: SignedInUser) {
  return db.select().from(recoveryCodes).where(eq(recoveryCodes.user_ref, unique_ref));
}

async function removeAll(user: SignedInUser): Promise<void> {
  for (const { unique_ref } of await db.select().from(passkeys).where(eq(passkeys.user_ref, user.unique_ref))) {
    const params = { passkeyRef: unique_ref };
    expect((await submit(passkeyPage.action, { intent: "remove" }, { user, params })).status).toBe(302);
  }
}

async function turnAppOn(user: SignedInUser) {
  const { token, secret } = await newTotpSetup(vault, user, NOW);
  const form = { setup: token, twoFactorCode: totpCode(secret.replaceAll(" ", ""), NOW) };
  return submit<{ made: { codes: string[] } }>(app.action, form, { user });
}

async function actsOf({ unique_ref }: SignedInUser) {
  const lines = await db.select({ act: audit.action }).from(audit).where(eq(audit.user_ref, unique_ref));
  return lines.map(({ act }) => act);
}

describe("with the first passkey", () => {
  test("always asking is chosen beforehand, and holds where nothing was chosen", async () => {
    const { data } = await load(passkeyNew.loader, { user: await makeUser() });
    expect(data).toMatchObject({ mayChoose: true, login_asks: "factor" });
    for (const asks of [undefined, "", "factor"]) {
      const user = await makeUser();
      await addPasskey(user, asks);
      expect(await letsAlone(user)).toBe(false);
    }
  });

  test("its owner may let the password alone open the account", async () => {
    const user = await makeUser();
    await addPasskey(user, "password");
    expect(await letsAlone(user)).toBe(true);
  });

  test("what no page offers is refused", async () => {
    const user = await makeUser();
    const form = { intent: "finish", name: "Phone", answer: await makeAttestation(user), login_asks: "nothing" };
    expect((await submit(passkeyNew.action, form, { user })).status).toBe(422);
  });

  test.each([
    ["an owner of an app", { has_totp: true }],
    ["an administrator", { level: 10 }],
  ])("%s is not asked, and the password alone opens nothing", async (_, more) => {
    const made = await makeUser(10);
    const user = { ...made, level: 9, ...more };
    expect((await load(passkeyNew.loader, { user })).data).toMatchObject({ mayChoose: false });
    await addPasskey(user, "password");
    expect(await letsAlone(user)).toBe(false);
  });

  test("it is asked, and not with the next: that changes nothing", async () => {
    const user = await makeHolder();
    expect((await load(passkeyNew.loader, { user })).data).toMatchObject({ mayChoose: false });
    await addPasskey(user, "password");
    await addPasskey({ ...user, has_passkey: false }, "password");
    expect(await letsAlone(user)).toBe(false);
  });

  test("it is asked anew once the last was removed", async () => {
    const user = await makeUser();
    await addPasskey(user, "password");
    await removeAll(user);
    expect(await letsAlone(user)).toBe(false);
  });
});

describe("recovery codes", () => {
  test("that run out are said to be needed for what they are needed for", async () => {
    for (const [choice, words] of [
      ["factor", "without your phone, passkey or a code you cannot log in."],
      ["password", "after a reset by email you cannot log in without your passkey or a code."],
    ] as const) {
      const user = await makeUser();
      await addPasskey(user, choice);
      await db.delete(recoveryCodes).where(eq(recoveryCodes.user_ref, user.unique_ref));
      const page = await load<TwoFactorPage>(overview.loader, { user: { ...user, has_passkey: true } });
      expect(rendered(overview, {}, page.data)).toContain(`Make new ones before you run out: ${words}`);
    }
  });

  test("come with the first factor of either kind, and not with the second", async () => {
    const byPasskey = await makeUser();
    expect(await addPasskey(byPasskey)).toHaveLength(10);
    const first = await codesOf(byPasskey);
    expect(await addPasskey(byPasskey)).toBeNull();
    const on = await turnAppOn({ ...byPasskey, has_passkey: true });
    expect(on).toMatchObject({ status: 302, location: "/account/two_factor/" });
    expect(cookiesOf(on)).toContain("login=");
    expect(await codesOf(byPasskey)).toEqual(first);

    const byApp = await makeUser();
    expect((await turnAppOn(byApp)).data.made.codes).toHaveLength(10);
    expect(await addPasskey({ ...byApp, has_totp: true })).toBeNull();
  });

  test("come with another factor where all are used up", async () => {
    const user = await makeUser();
    await addPasskey(user);
    await db.update(recoveryCodes).set({ used_at: NOW }).where(eq(recoveryCodes.user_ref, user.unique_ref));
    expect(await addPasskey(user)).toHaveLength(10);
    expect(await codesOf(user)).toHaveLength(10);
  });

  test("stay with the app turned off while there is a passkey, and go with the last factor", async () => {
    const user = { ...(await makeHolder()), has_totp: true };
    await addTotp(user.unique_ref);
    expect((await submit(off.action, {}, { user })).status).toBe(302);
    expect(await db.select().from(totp).where(eq(totp.user_ref, user.unique_ref))).toEqual([]);
    expect(await codesOf(user)).toHaveLength(10);
    await removeAll(user);
    expect(await codesOf(user)).toEqual([]);
  });

  test("stay with the last passkey removed while there is an app", async () => {
    const user = await makeHolder();
    await addTotp(user.unique_ref);
    await removeAll(user);
    expect(await codesOf(user)).toHaveLength(10);
  });
});

describe("what a login by password asks for", () => {
  test("is changed with a mail and an audit line, all other logins ended and this one under a new token", async () => {
    const made = await makeHolder();
    const mine = await signInAs(made.unique_ref);
    const carried = new Request("http://daybook.test/", { headers: { Cookie: mine } });
    const user = (await findLogin(db, carried, NOW)).user as SignedInUser;
    await signInAs(user.unique_ref);
    await db.delete(outbox).where(eq(outbox.user_ref, user.unique_ref));
    for (const [login_asks, alone, act] of [
      ["password", true, "password-alone"],
      ["factor", false, "factor-always-asked"],
    ] as const) {
      const answer = await choose(user, login_asks);
      expect(answer).toMatchObject({ status: 302, location: "/account/two_factor/" });
      expect(await letsAlone(user)).toBe(alone);
      expect((await actsOf(user)).at(-1)).toBe(act);
      const rows = await db.select().from(logins).where(eq(logins.user_ref, user.unique_ref));
      expect(rows.map(({ unique_ref }) => unique_ref)).toEqual([user.login.unique_ref]);
      expect((await findLogin(db, carried, NOW)).user).toBeNull();
      const renewed = new Request("http://daybook.test/", { headers: { Cookie: cookiesOf(answer) } });
      expect((await findLogin(db, renewed, NOW)).user?.unique_ref).toBe(user.unique_ref);
    }
    expect(await db.select().from(outbox).where(eq(outbox.user_ref, user.unique_ref))).toMatchObject([
      { kind: "factor-changed" },
      { kind: "factor-changed" },
    ]);
  });

  test("that is so already tells nobody", async () => {
    const user = await makeHolder();
    const before = await actsOf(user);
    expect((await choose(user, "factor")).status).toBe(302);
    expect(await actsOf(user)).toEqual(before);
  });

  test("is changed only after reauthentication", async () => {
    const made = await makeHolder();
    const user = { ...made, login: { ...made.login, reauthenticated_at: NOW - 10 * MINUTE } };
    const confirm = { status: 302, location: `/account/confirm/?next=${encodeURIComponent(HERE)}` };
    expect((await load<TwoFactorPage>(overview.loader, { user })).data.isProven).toBe(false);
    expect(await choose(user, "password")).toMatchObject(confirm);
    expect(await letsAlone(user)).toBe(false);
  });

  test.each([
    ["with an app", { has_totp: true }],
    ["of an administrator", { level: 10 }],
    ["without a passkey", { has_passkey: false }],
  ])("is no choice %s", async (_, more) => {
    const user = { ...(await makeHolder(10)), level: 9, ...more };
    const answer = await choose(user, "password");
    expect([answer.status, answer.data.form.errors[""]?.[0]]).toEqual([
      422,
      expect.stringContaining("This is for accounts with a passkey"),
    ]);
    expect(await letsAlone(user)).toBe(false);
  });

  test("stands on the overview, beside the codes that are left", async () => {
    const user = await makeHolder();
    const page = async () => (await load<TwoFactorPage>(overview.loader, { user })).data;
    expect(await page()).toMatchObject({ mayChoose: true, passwordAlone: false, codesLeft: 10, onSince: null });
    await db.update(users).set({ password_alone: true }).where(eq(users.unique_ref, user.unique_ref));
    expect(await page()).toMatchObject({ passwordAlone: true });
    await addTotp(user.unique_ref);
    expect(await page()).toMatchObject({ mayChoose: false });
  });
});

import { eq } from "drizzle-orm";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { BotCheckData } from "~/account/bot-check/bot-check";
import { findLogin } from "~/account/login/logins.server";
import { hashPassword } from "~/account/passwords/hash.server";
import { codes, users } from "~/account/table.server";
import { TERMS_VERSION } from "~/account/terms/versions";
import { newRef } from "~/platform/db/columns.server";
import { idempotencyKeys } from "~/platform/db/idempotency.server";
import { rateCounters } from "~/platform/db/rate-counters.server";
import { hashOf } from "~/platform/db/tokens";
import type { FormState } from "~/platform/http/action-result";
import { action as login } from "~/routes/login";
import * as signedup from "~/routes/signedup";
import { action, loader } from "~/routes/signup";
import { ownNetwork, passedCheck } from "../../support/bot-check";
import { type Answer, cookiesOf, db, load, makeUser, NOW, submit } from "../../support/harness";
import { hashOfUser } from "../../support/members";
import { addTotp } from "../../support/two-factor";
import { verificationsOf } from "../../support/verifications";

const PASSWORD = "three random words";

afterEach(() => vi.restoreAllMocks());

async function answers(more: Record<string, string | string[]> = {}): Promise<Record<string, string | string[]>> {
  return {
    idempotency_key: newRef(),
    first_name: "First",
    last_name: "Last",
    email: "first@example.com",
    username: `First.${newRef().slice(0, 8)}`,
    password1: PASSWORD,
    password2: PASSWORD,
    read_t_c: "yes",
    location: "",
    ...passedCheck("sign-up"),
    ...more,
  };
}

const send = (form: Record<string, string | string[]>) =>
  submit<{ form: FormState }>(action, form, { user: null, path: "/signup/", headers: ownNetwork() });

async function accountsNamed(username: unknown) {
  return db
    .select()
    .from(users)
    .where(eq(users.username_key, String(username).toLowerCase()));
}

async function whoIsIn(answer: Answer<unknown>) {
  const cookie = answer.headers.get("Set-Cookie")?.split(";")[0] ?? "";
  return (await findLogin(db, new Request("http://daybook.test/", { headers: { Cookie: cookie } }), NOW)).user;
}

describe("signing up", () => {
  test("makes an account of level 9, its address to verify, and a login", async () => {
    const form = await answers();
    const answer = await send(form);
    expect(answer).toMatchObject({ status: 302, location: "/signedup/" });
    const [account] = await accountsNamed(form.username);
    expect(account).toMatchObject({
      level: 9,
      email: null,
      email_key: null,
      terms_accepted_at: NOW,
      terms_version: TERMS_VERSION,
      username: form.username,
    });
    expect(await hashOfUser(account)).toBe(await hashPassword(PASSWORD));
    expect(await whoIsIn(answer)).toMatchObject({ unique_ref: account?.unique_ref, level: 9 });
    const waiting = await verificationsOf(account?.unique_ref ?? "");
    expect(waiting).toMatchObject([{ address: "first@example.com", status: "pending", created_at: NOW }]);
  });

  test("never says that an address is in use", async () => {
    for (const form of [await answers(), await answers()]) expect((await send(form)).location).toBe("/signedup/");
  });

  test("says that a username is taken, whatever its case", async () => {
    const form = await answers();
    await send(form);
    const answer = await send(await answers({ username: String(form.username).toUpperCase() }));
    expect(answer.status).toBe(422);
    expect(answer.data.form.errors).toEqual({ username: ["That username is taken. Choose another."] });
    expect(await accountsNamed(form.username)).toHaveLength(1);
  });

  test("of two at once with one username lets one in and tells the other", async () => {
    const username = `race.${newRef().slice(0, 8)}`;
    const both = await Promise.all([send(await answers({ username })), send(await answers({ username }))]);
    expect(both.map(({ status }) => status).sort()).toEqual([302, 422]);
    expect(await accountsNamed(username)).toHaveLength(1);
  });

  test("sent twice makes one account and lets its owner in both times", async () => {
    const form = await answers();
    const [first, second] = await Promise.all([send(form), send(form)]);
    const third = await send(form);
    expect(await accountsNamed(form.username)).toHaveLength(1);
    for (const answer of [first, second, third]) {
      expect(answer.location).toBe("/signedup/");
      expect(await whoIsIn(answer)).toMatchObject({ username: form.username });
    }
  });

  test("keeps nothing of the answers with the key of its form", async () => {
    const form = await answers();
    await send(form);
    const kept = await db
      .select()
      .from(idempotencyKeys)
      .where(eq(idempotencyKeys.key, await hashOf(String(form.idempotency_key))));
    expect(kept).toMatchObject([{ user_id: 0, fingerprint: "" }]);
  });

  test("sent again by who is in by then answers as it did", async () => {
    const form = await answers();
    const first = await send(form);
    const user = await whoIsIn(first);
    expect(await submit(action, form, { user })).toMatchObject({ location: "/signedup/" });
    expect(await submit(action, await answers(), { user })).toMatchObject({ location: "/logbook/" });
  });

  test.each([
    ["another password", { password1: "another set of words", password2: "another set of words" }],
    ["another username", { username: "somebody.else" }],
  ])("with a form that was used lets nobody in who sends %s", async (_, change) => {
    const form = await answers();
    await send(form);
    const answer = await send({ ...form, ...change });
    expect(answer.status).toBe(422);
    expect(answer.data.form.errors[""]?.[0]).toContain("An account was already created with this form");
    expect(answer.headers.get("Set-Cookie")).toBeNull();
  });

  test("says all that is missing at once, beside each field", async () => {
    const answer = await send({ idempotency_key: newRef() });
    expect(answer.status).toBe(422);
    expect(answer.data.form.errors).toEqual({
      first_name: ["Enter your first name"],
      last_name: ["Enter your last name"],
      email: ["Enter your email address"],
      username: ["Enter a username"],
      read_t_c: ["Select the box to accept the terms and the privacy notice"],
      password1: ["Enter a password"],
      password2: ["Enter the password again"],
    });
  });

  test.each<[string, Record<string, string | string[]>, Record<string, string>]>([
    ["a short username", { username: "ab" }, { username: "Username must be between 3 and 30 characters" }],
    ["a long username", { username: "a".repeat(31) }, { username: "Username must be 30 characters or fewer" }],
    [
      "a username with a space",
      { username: "first last" },
      { username: "Username must only include letters a to z, numbers, dots, hyphens and underscores" },
    ],
    [
      "no address",
      { email: "first at example" },
      { email: "Enter an email address in the correct format, like name@example.com" },
    ],
    ["a short password", { password1: "eleven char" }, { password1: "Password must be 12 characters or more" }],
    ["a long password", { password1: "x y ".repeat(51) }, { password1: "Password must be 200 characters or fewer" }],
    [
      "a common password",
      { password1: "password12345" },
      { password1: "That password is easy to guess. Choose three random words" },
    ],
    [
      "a password of one's own name",
      { first_name: "Bartholomew", password1: "Bartholomew-71" },
      { password1: "That password is easy to guess. Choose three random words" },
    ],
    ["no second password", { password2: "" }, { password2: "Enter the password again" }],
    ["two passwords", { password2: "three random word" }, { password2: "Both passwords must be the same" }],
    ["a name sent twice", { first_name: ["First", "First"] }, { first_name: "Give one answer only" }],
    ["no key", { idempotency_key: "" }, { idempotency_key: "Reload this page, then send the form again" }],
  ])("refuses %s in words, keeps the answers and never a password", async (_, change, expected) => {
    const form = await answers(change);
    const answer = await send(form);
    expect(answer.status).toBe(422);
    expect(answer.data.form.errors).toEqual(
      Object.fromEntries(Object.entries(expected).map(([name, message]) => [name, [message]])),
    );
    expect(answer.data.form.values.last_name).toEqual(["Last"]);
    expect(Object.keys(answer.data.form.values)).not.toContain("password1");
    expect(Object.keys(answer.data.form.values)).not.toContain("password2");
    expect(await accountsNamed(form.username)).toEqual([]);
  });

  test("takes a password of spaces, accents and 200 characters as typed", async () => {
    const password = ` ${"é ß 漢 words ".repeat(14)}`.slice(0, 200);
    expect((await send(await answers({ password1: password, password2: password }))).location).toBe("/signedup/");
  });

  test("does nothing, and says nothing, when the hidden field is filled in", async () => {
    for (const form of [
      await answers({ location: "London" }),
      await answers({ location: "x", username: "", email: "" }),
    ]) {
      const answer = await send(form);
      expect(answer.status).toBe(200);
      expect(answer.data.form.errors).toEqual({});
      // Not handed back: else a person whose browser had filled it in could never get on.
      expect(answer.data.form.values).not.toHaveProperty("location");
      expect(answer.headers.get("Set-Cookie")).toBeNull();
      expect(await accountsNamed(form.username)).toEqual([]);
    }
  });

  test("asks nobody and counts nothing when the hidden field is filled in", async () => {
    const outside = vi.spyOn(globalThis, "fetch").mockRejectedValue(new Error("nobody is to be asked"));
    const counts = () => Promise.all([db.select().from(rateCounters), db.select().from(codes)]);
    const before = await counts();
    await send(await answers({ location: "London" }));
    await send(await answers({ location: "London", turnstile_token: `a token ${crypto.randomUUID()}` }));
    expect(outside).not.toHaveBeenCalled();
    expect(await counts()).toEqual(before);
  });

  test("goes by the widget's token where there is one", async () => {
    const verdict = { success: true, hostname: "daybook.test", action: "sign-up" };
    const outside = vi.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json(verdict));
    const byToken = { turnstile_token: `a token ${crypto.randomUUID()}` };
    expect((await send(await answers(byToken))).location).toBe("/signedup/");
    expect(outside).toHaveBeenCalledOnce();
    outside.mockImplementation(async () => Response.json({ ...verdict, success: false }));
    const form = await answers(byToken);
    const answer = await send(form);
    expect(answer.status).toBe(422);
    expect(answer.data.form.errors).toEqual({
      turnstile_token: ["We could not check that you are a person"],
    });
    expect(await accountsNamed(form.username)).toEqual([]);
  });

  test("makes no account for a check that was not passed, and hands back all but its token", async () => {
    const form = await answers({ turnstile_token: "made up" });
    const answer = await send(form);
    expect(answer.status).toBe(422);
    expect(answer.data.form.errors).toEqual({ turnstile_token: ["We could not check that you are a person"] });
    expect(answer.data.form.values).toMatchObject({ first_name: ["First"], username: [form.username] });
    expect(answer.data.form.values).not.toHaveProperty("turnstile_token");
    expect(await accountsNamed(form.username)).toEqual([]);
  });

  test("once done lets its owner in again by the same form, whatever became of its token", async () => {
    const form = await answers();
    await send(form);
    const later = { user: null, headers: ownNetwork(), now: NOW + 11 * 60_000 };
    const again = await submit<{ form: FormState }>(action, form, later);
    expect(again.location).toBe("/signedup/");
    expect(await accountsNamed(form.username)).toHaveLength(1);
  });

  test("once done is no way past a code that the account asks for by now", async () => {
    const form = await answers();
    await send(form);
    const [account] = await accountsNamed(form.username);
    await addTotp(account?.unique_ref ?? "");
    const again = await send(form);
    expect(again).toMatchObject({ status: 302, location: "/twofactor/" });
    expect(cookiesOf(again)).toMatch(/^second-factor=/);
    expect(await whoIsIn(again)).toBeNull();
  });

  test("once done gives no more tries of a password than the login page", async () => {
    const form = await answers();
    await send(form);
    const wrong = { password1: "another set of words", password2: "another set of words" };
    const { username } = form as { username: string };
    for (let at = 0; at < 5; at += 1) {
      expect((await send({ ...form, ...wrong })).status).toBe(422);
      await submit(login, { username, password: "wrong" }, { user: null });
    }
    const answer = await send(form);
    expect(answer.status).toBe(422);
    const words = "An account was already created with this form. Log in with it, or reload this page.";
    expect(answer.data.form.errors[""]).toEqual([words]);
    expect(answer.headers.get("Set-Cookie")).toBeNull();
  });

  test("goes on when the hidden field holds blanks only", async () => {
    expect((await send(await answers({ location: "  " }))).location).toBe("/signedup/");
  });

  test("is refused in a burst, before any work", async () => {
    const form = await answers();
    const answer = await submit(action, form, { user: null, bursts: async () => false });
    expect(answer.status).toBe(429);
    expect(await accountsNamed(form.username)).toEqual([]);
  });

  test("is not for who is in already", async () => {
    expect(await load(loader, { user: await makeUser(9) })).toMatchObject({ location: "/logbook/" });
  });

  test("is for somebody whose account opens no page, as for anybody", async () => {
    expect(await load(loader, { user: await makeUser(0) })).toMatchObject({ status: 200, location: null });
    const form = await answers();
    expect(await submit(action, form, { user: await makeUser(0) })).toMatchObject({ location: "/signedup/" });
    expect(await accountsNamed(form.username)).toHaveLength(1);
  });

  test("gives each form a key of its own, and no secret", async () => {
    type Data = { idempotency_key: string; botCheck: BotCheckData };
    const one = await load<Data>(loader, { user: null });
    const other = await load<Data>(loader, { user: null });
    expect(Object.keys(one.data.botCheck).sort()).toEqual(["action", "otherwise", "scriptUrl", "siteKey"]);
    expect(one.data.idempotency_key).toMatch(/^[\w-]{22}$/);
    expect(one.data.idempotency_key).not.toBe(other.data.idempotency_key);
  });
});

describe("the account-created screen", () => {
  test("welcomes by name", async () => {
    expect(await load(signedup.loader, { user: await makeUser(1) })).toMatchObject({ data: { first_name: "First" } });
  });

  test("is not for visitors", async () => {
    expect(await load(signedup.loader, { user: null })).toMatchObject({ status: 302, location: "/" });
  });
});

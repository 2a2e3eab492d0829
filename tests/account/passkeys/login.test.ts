import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { counterVerdict } from "~/account/factors/passkeys/passkey-login.server";
import { findLogin, type SignedInUser } from "~/account/login/logins.server";
import { audit, codes, logins, passkeys, users } from "~/account/table.server";
import { newRef } from "~/platform/db/columns.server";
import { rateCounters } from "~/platform/db/rate-counters.server";
import { hashOf } from "~/platform/db/tokens";
import * as options from "~/routes/api/auth/get-authentication-options";
import * as login from "~/routes/api/auth/login-with-passkey";
import { softwarePasskey } from "../../support/authenticator";
import { call, cookiesOf, db, load, NOW } from "../../support/harness";
import { ask, makePasskeyUser, type Options, send } from "../../support/passkeys";

const MINUTE = 60_000;
const REFUSED = { status: 401, data: { success: false } };

async function expectRefused(answer: Awaited<ReturnType<typeof send>>, user: SignedInUser) {
  expect(answer).toMatchObject(REFUSED);
  expect(answer.headers.getSetCookie()).toEqual([]);
  const rows = await db.select().from(logins).where(eq(logins.user_ref, user.unique_ref));
  expect(rows.filter(({ unique_ref }) => unique_ref !== user.login.unique_ref)).toEqual([]);
}

describe("logging in with a passkey", () => {
  test("asks for any passkey of ours, with the user verified, and remembers the challenge for this browser", async () => {
    const asked = await ask();
    expect(asked.options).toMatchObject({
      rpId: "daybook.test",
      allowCredentials: [],
      userVerification: "required",
      timeout: 5 * MINUTE,
    });
    const [own, csrf] = asked.headers.getSetCookie();
    expect(own).toMatch(/^passkey=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=300$/);
    expect(csrf).toMatch(/^csrftoken=/);
    const token = own?.slice("passkey=".length, "passkey=".length + 43);
    const hash = await hashOf(`${token}.${asked.options.challenge}`);
    const [row] = await db.select().from(codes).where(eq(codes.hash, hash));
    expect(row).toMatchObject({ kind: "passkey_login", user_ref: "", expires_at: NOW + 5 * MINUTE });
    expect(asked.cookies).not.toContain(row?.hash);
  });

  test("begins a login that counts as two factors, and puts it on record", async () => {
    const { user, passkey } = await makePasskeyUser();
    const asked = await ask();
    const answer = await send(await passkey.assert(asked.options), asked.cookies);
    expect(answer).toMatchObject({ status: 200, data: { success: true } });
    const request = new Request("http://daybook.test/", { headers: { Cookie: cookiesOf(answer) } });
    const { user: found } = await findLogin(db, request, NOW);
    expect(found).toMatchObject({
      unique_ref: user.unique_ref,
      login: { second_factor_at: NOW, reauthenticated_at: NOW },
    });
    const acts = await db.select().from(audit).where(eq(audit.user_ref, user.unique_ref));
    expect(acts.map(({ action }) => action)).toEqual(["passkey-added", "logged-in-with-passkey"]);
    const [row] = await db.select().from(passkeys).where(eq(passkeys.user_ref, user.unique_ref));
    expect(row?.last_used_at).toBe(NOW);
  });

  test("works in each of two tabs of one browser", async () => {
    const { passkey } = await makePasskeyUser();
    const first = await ask();
    const request = new Request("http://daybook.test/", { headers: { Cookie: first.cookies } });
    const second = await call<Options>(options.loader, request, { user: null });
    expect(second.headers.getSetCookie()).toHaveLength(1);
    for (const each of [second.data, first.options]) {
      expect((await send(await passkey.assert(each), first.cookies)).status).toBe(200);
    }
  });

  test("takes a challenge once", async () => {
    const { passkey } = await makePasskeyUser();
    const asked = await ask();
    const answer = await passkey.assert(asked.options);
    expect((await send(answer, asked.cookies)).status).toBe(200);
    expect(await send(answer, asked.cookies)).toMatchObject(REFUSED);
  });

  test("takes a challenge once even when the first answer was wrong", async () => {
    const { user, passkey } = await makePasskeyUser();
    const asked = await ask();
    await send(await passkey.assert(asked.options, { userVerified: false }), asked.cookies);
    await expectRefused(await send(await passkey.assert(asked.options), asked.cookies), user);
  });

  test("takes a challenge up to five minutes old, and none at five", async () => {
    const { passkey } = await makePasskeyUser();
    const young = await ask();
    expect((await send(await passkey.assert(young.options), young.cookies, NOW + 5 * MINUTE - 1)).status).toBe(200);
    const old = await ask();
    expect(await send(await passkey.assert(old.options), old.cookies, NOW + 5 * MINUTE)).toMatchObject(REFUSED);
  });

  test("takes no challenge that was handed to another browser, nor one without its cookie", async () => {
    const { user, passkey } = await makePasskeyUser();
    const [mine, theirs] = [await ask(), await ask()];
    await expectRefused(await send(await passkey.assert(mine.options), theirs.cookies), user);
    const withoutIt = mine.cookies.replace(/passkey=[^;]*; /, "");
    await expectRefused(await send(await passkey.assert(mine.options), withoutIt), user);
  });

  test("takes no challenge that nobody handed out", async () => {
    const { user, passkey } = await makePasskeyUser();
    const { cookies } = await ask();
    await expectRefused(await send(await passkey.assert({ challenge: "A".repeat(43) }), cookies), user);
  });

  test.each([
    ["another origin", { origin: "https://evil.example" }],
    ["another relying party", { rpId: "evil.example" }],
    ["nobody verified", { userVerified: false }],
    ["the answer of an enrolment", { type: "webauthn.create" }],
    ["another owner's name", { userHandle: newRef() }],
    ["no owner's name", { userHandle: undefined }],
  ])("refuses an answer with %s, in the same words", async (_, spoil) => {
    const { user, passkey } = await makePasskeyUser();
    const asked = await ask();
    await expectRefused(await send(await passkey.assert(asked.options, spoil), asked.cookies), user);
  });

  test("refuses a passkey that it does not know", async () => {
    const { user } = await makePasskeyUser();
    const stranger = await softwarePasskey(newRef());
    const asked = await ask();
    await expectRefused(await send(await stranger.assert(asked.options), asked.cookies), user);
  });

  test("refuses another key that calls itself by a known passkey's name", async () => {
    const { user, passkey } = await makePasskeyUser();
    const thief = await makePasskeyUser();
    const asked = await ask();
    const answer = await thief.passkey.assert(asked.options);
    const disguised = { ...answer, id: passkey.id, rawId: passkey.id };
    await expectRefused(await send(disguised, asked.cookies), user);
  });

  test("refuses a passkey that was removed", async () => {
    const { user, passkey } = await makePasskeyUser();
    await db.delete(passkeys).where(eq(passkeys.user_ref, user.unique_ref));
    const asked = await ask();
    await expectRefused(await send(await passkey.assert(asked.options), asked.cookies), user);
  });

  test("refuses an account of level 0", async () => {
    const { user, passkey } = await makePasskeyUser();
    await db.update(users).set({ level: 0 }).where(eq(users.unique_ref, user.unique_ref));
    const asked = await ask();
    await expectRefused(await send(await passkey.assert(asked.options), asked.cookies), user);
  });

  test("refuses a counter that does not rise, unless the passkey is known to be on several devices", async () => {
    const { user, passkey } = await makePasskeyUser(9, { counter: 7 });
    for (const spoil of [{ counter: 7 }, { counter: 3 }, { counter: 0 }, { counter: 7, backedUp: true }]) {
      const asked = await ask();
      await expectRefused(await send(await passkey.assert(asked.options, spoil), asked.cookies), user);
    }
    const shared = await makePasskeyUser(9, { counter: 7, backedUp: true });
    const asked = await ask();
    const answer = await send(
      await shared.passkey.assert(asked.options, { counter: 3, backedUp: true }),
      asked.cookies,
    );
    expect(answer.status).toBe(200);
    const [row] = await db.select().from(passkeys).where(eq(passkeys.user_ref, shared.user.unique_ref));
    expect(row).toMatchObject({ counter: 7, backed_up: true });
  });

  test("keeps the counter that it saw", async () => {
    const { user, passkey } = await makePasskeyUser(9, { counter: 7 });
    const asked = await ask();
    expect((await send(await passkey.assert(asked.options, { counter: 9 }), asked.cookies)).status).toBe(200);
    const [row] = await db.select().from(passkeys).where(eq(passkeys.user_ref, user.unique_ref));
    expect(row?.counter).toBe(9);
  });

  test("says by field what is no assertion, and keeps the challenge for a real one", async () => {
    const { passkey } = await makePasskeyUser();
    const asked = await ask();
    const answer = await passkey.assert(asked.options);
    const wrong = { ...answer, type: 5, response: { ...answer.response, signature: ["x"] } };
    expect(await send(wrong, asked.cookies)).toMatchObject({
      status: 422,
      data: { errors: { type: ["Must be public-key"], "response.signature": ["Must be text"] } },
    });
    expect((await send(answer, asked.cookies)).status).toBe(200);
  });

  test("is limited by the askings of one network address", async () => {
    const now = NOW + 90 * MINUTE;
    expect((await load(options.loader, { user: null, now })).status).toBe(200);
    await db.update(rateCounters).set({ n: 999 }).where(eq(rateCounters.window_start, now));
    expect((await load(options.loader, { user: null, now })).status).toBe(200);
    expect((await load(options.loader, { user: null, now })).status).toBe(429);
  });

  test("takes POST alone", async () => {
    expect(await load(login.loader, { user: null })).toMatchObject({ status: 405 });
  });
});

test.each([
  [{ counter: 0, backedUp: false }, 0, "rises"],
  [{ counter: 0, backedUp: false }, 1, "rises"],
  [{ counter: 5, backedUp: false }, 6, "rises"],
  [{ counter: 5, backedUp: false }, 5, "refused"],
  [{ counter: 5, backedUp: false }, 0, "refused"],
  [{ counter: 5, backedUp: true }, 0, "tolerated"],
] as const)("a counter kept as %o and given as %i %s", (kept, given, verdict) => {
  expect(counterVerdict(kept, given)).toBe(verdict);
});

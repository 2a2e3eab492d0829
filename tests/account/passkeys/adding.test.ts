import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { findLogin, type SignedInUser } from "~/account/login/logins.server";
import { codes, logins, passkeys, users } from "~/account/table.server";
import { outbox } from "~/mail/table.server";
import { newRef } from "~/platform/db/columns.server";
import type { FormState } from "~/platform/http/action-result";
import * as passkeyNew from "~/routes/account/passkey-new";
import { softwarePasskey } from "../../support/authenticator";
import { call, cookiesOf, db, load, makeUser, NOW, recordingJobs, signInAs, submit } from "../../support/harness";
import { begin, enrolPasskey, makeAttestation, makePasskeyUser } from "../../support/passkeys";

const MINUTE = 60_000;

describe("adding a passkey", () => {
  test("asks for a discoverable one with the user verified, and leaves out those that are there", async () => {
    const { user, passkey } = await makePasskeyUser();
    const begun = await submit(passkeyNew.action, { intent: "begin", name: "Phone" }, { user });
    expect(begun.data).toMatchObject({
      options: {
        rp: { id: "daybook.test", name: "Daybook" },
        user: { name: user.username },
        attestation: "none",
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
        excludeCredentials: [{ id: passkey.id }],
      },
    });
  });

  test("offers a name from what the browser calls itself", async () => {
    const request = new Request("http://daybook.test/", {
      headers: { "User-Agent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36" },
    });
    const answer = await call(passkeyNew.loader, request, { user: await makeUser() });
    const first = { login_asks: "factor", mayChoose: true, isFirst: true };
    expect(answer.data).toEqual({ name: "Chrome on Windows", ...first });
  });

  test("keeps it, ends all other logins, renews this one, and tells by audit line and mail", async () => {
    const user = await makeUser();
    await db.update(users).set({ email: "a@example.com" }).where(eq(users.unique_ref, user.unique_ref));
    const mine = await signInAs(user.unique_ref, { now: NOW - 9 * MINUTE });
    const { user: found } = await findLogin(
      db,
      new Request("http://daybook.test/", { headers: { Cookie: mine } }),
      NOW,
    );
    await signInAs(user.unique_ref);
    const jobs = recordingJobs();
    const options = await begin(found as SignedInUser);
    const passkey = await softwarePasskey(options.user.id);
    const answer = JSON.stringify(await passkey.attest(options));
    const form = { intent: "finish", name: "Phone", answer };
    const added = await submit<{ made: { codes: string[] } }>(passkeyNew.action, form, {
      user: found as SignedInUser,
      jobs,
    });
    expect(added.status).toBe(200);
    expect(added.data.made.codes).toHaveLength(10);

    const rows = await db.select().from(passkeys).where(eq(passkeys.user_ref, user.unique_ref));
    expect(rows).toMatchObject([{ name: "Phone", credential_id: passkey.id, transports: "internal", counter: 0 }]);
    const left = await db.select().from(logins).where(eq(logins.user_ref, user.unique_ref));
    expect(left).toMatchObject([
      { unique_ref: found?.login.unique_ref, second_factor_at: NOW, reauthenticated_at: NOW - 9 * MINUTE },
    ]);
    const old = new Request("http://daybook.test/", { headers: { Cookie: mine } });
    expect((await findLogin(db, old, NOW)).user).toBeNull();
    const renewed = new Request("http://daybook.test/", { headers: { Cookie: cookiesOf(added) } });
    expect((await findLogin(db, renewed, NOW)).user?.unique_ref).toBe(user.unique_ref);
    const [mail] = await db.select().from(outbox).where(eq(outbox.user_ref, user.unique_ref));
    expect(mail).toMatchObject({ kind: "factor-changed", recipient: "a@example.com" });
    expect(jobs.sent).toEqual([{ kind: "send-mail", ref: mail?.unique_ref, delaySeconds: 0 }]);
  });

  test("writes no mail where no address is verified", async () => {
    const { user } = await makePasskeyUser();
    expect(await db.select().from(outbox).where(eq(outbox.user_ref, user.unique_ref))).toEqual([]);
  });

  test.each([
    ["another origin", { origin: "https://evil.example" }],
    ["another relying party", { rpId: "evil.example" }],
    ["nobody verified", { userVerified: false }],
    ["the answer of a login", { type: "webauthn.get" }],
  ])("refuses an answer with %s", async (_, spoil) => {
    const user = await makeUser();
    const { added } = await enrolPasskey(user, spoil);
    expect(added.status).toBe(422);
    expect(added.data.form.errors[""]?.[0]).toContain("not added");
    expect(added.data.form.values.answer).toBeUndefined();
    expect(await db.select().from(passkeys).where(eq(passkeys.user_ref, user.unique_ref))).toEqual([]);
  });

  test("takes a challenge once, for five minutes, from the login that it was handed to", async () => {
    const user = await makeUser();
    const form = async () => ({ intent: "finish", name: "Phone", answer: await makeAttestation(user) });
    const late = await form();
    expect((await submit(passkeyNew.action, late, { user, now: NOW + 5 * MINUTE })).status).toBe(422);
    const otherLogin = { ...user, login: { ...user.login, unique_ref: newRef() } };
    expect((await submit(passkeyNew.action, await form(), { user: otherLogin })).status).toBe(422);
    const otherUser = { ...(await makeUser()), login: user.login };
    expect((await submit(passkeyNew.action, await form(), { user: otherUser })).status).toBe(422);
    const [early, newest] = [await form(), await form()];
    expect((await submit(passkeyNew.action, early, { user })).status).toBe(422);
    expect((await submit(passkeyNew.action, newest, { user })).status).toBe(200);
    expect((await submit(passkeyNew.action, newest, { user })).status).toBe(422);
    expect(await db.select().from(passkeys).where(eq(passkeys.user_ref, user.unique_ref))).toHaveLength(1);
  });

  test("says so when the passkey is there, and takes none that is somebody else's", async () => {
    const { user, passkey } = await makePasskeyUser();
    const answers = [];
    for (const who of [user, await makeUser()]) {
      const answer = JSON.stringify(await passkey.attest(await begin(who)));
      const form = { intent: "finish", name: "x", answer };
      answers.push(await submit<{ form: FormState }>(passkeyNew.action, form, { user: who }));
    }
    expect(answers.map(({ status, data }) => [status, data.form.errors[""]?.[0]])).toEqual([
      [422, "That passkey is already on your account"],
      [422, "The passkey was not added. Try again, and finish within 5 minutes"],
    ]);
  });

  test("stops at 20", async () => {
    const user = await makeUser();
    const row = { user_ref: user.unique_ref, public_key: new Uint8Array([1]), counter: 0, backed_up: false };
    for (let n = 0; n < 20; n += 1) {
      const times = { created_at: NOW, updated_at: NOW };
      await db
        .insert(passkeys)
        .values({ ...row, ...times, unique_ref: newRef(), credential_id: newRef(), name: "Old" });
    }
    const answer = await submit<{ form: FormState }>(
      passkeyNew.action,
      { intent: "begin", name: "One more" },
      { user },
    );
    expect(answer.status).toBe(422);
    expect(answer.data.form.errors[""]?.[0]).toContain("You have 20 passkeys");
  });

  test("asks for a name, and for an answer that is one", async () => {
    const user = await makeUser();
    const nameless = await submit<{ form: FormState }>(passkeyNew.action, { intent: "begin", name: " " }, { user });
    expect(nameless.data.form.errors).toEqual({ name: ["Enter a name for the passkey"] });
    for (const answer of ["", "{", "[]", '{"id":"x"}']) {
      expect((await submit(passkeyNew.action, { intent: "finish", name: "x", answer }, { user })).status).toBe(422);
    }
  });

  test("needs reauthentication, and a whole login", async () => {
    const user = await makeUser();
    const stale = { ...user, login: { ...user.login, reauthenticated_at: NOW - 10 * MINUTE } };
    const confirm = `/account/confirm/?next=${encodeURIComponent("/account/two_factor/passkey/new/")}`;
    expect(await load(passkeyNew.loader, { user: stale })).toMatchObject({ status: 302, location: confirm });
    for (const intent of ["begin", "finish"]) {
      const form = { intent, name: "x", answer: "{}" };
      expect(await submit(passkeyNew.action, form, { user: stale })).toMatchObject({ status: 302, location: confirm });
      // Whoever still owes a second factor is nobody yet.
      expect(await submit(passkeyNew.action, form, { user: null })).toMatchObject({ status: 302, location: "/login/" });
    }
    expect(await db.select().from(codes).where(eq(codes.user_ref, user.unique_ref))).toEqual([]);
  });

  test("gives an administrator the second factor of this login", async () => {
    const administrator = await makeUser(10);
    const user = { ...administrator, login: { ...administrator.login, second_factor_at: null } };
    expect((await load(passkeyNew.loader, { user })).status).toBe(200);
    expect((await enrolPasskey(user)).added.status).toBe(200);
    // A passkey beside another brings no codes.
    expect((await enrolPasskey(user)).added).toMatchObject({ status: 302, location: "/account/two_factor/" });
  });
});

// @module-tag full
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { deleteReauthenticated } from "~/account/deletion/delete-account.server";
import { sweepNames } from "~/account/directory/claims.server";
import { holderOf } from "~/account/directory/names.server";
import { names } from "~/account/directory/table.server";
import { takeBack } from "~/account/email/take-back.server";
import { verifyEmail } from "~/account/email/verify-email.server";
import type { SignedInUser } from "~/account/login/logins.server";
import { signUp } from "~/account/sign-up/make-account.server";
import { logins, replacedAddresses, users } from "~/account/table.server";
import { deleteAccountRows } from "~/data/deletion.server";
import { mailPlace, outbox } from "~/mail/table.server";
import type { AppContext } from "~/platform/context";
import { newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { hashOf } from "~/platform/db/tokens";
import { dyingWorlds } from "../../support/dying";
import { directory, farDb, NOW, db as nearDb, recordingJobs, SITE, vault } from "../../support/harness";

const MINUTE = 60_000;

function contextOf(db: Database, more: Partial<AppContext> = {}): AppContext {
  return { db, commonDb: nearDb, directory, vault, jobs: recordingJobs(), site: SITE, now: NOW, ...more };
}

const contextIn = (region: string) => contextOf(region === "eu" ? nearDb : farDb);
const sweep = () => sweepNames({ directory, now: NOW + 10 * MINUTE }, contextIn);
const request = () => new Request("http://daybook.test/signup/", { method: "POST" });

function answersOf(username: string, idempotency_key = newRef()) {
  const person = { first_name: "First", last_name: "Last", email: `${username}@example.com`, location: "" };
  return { ...person, username, idempotency_key, password: "three random words", read_t_c: true } as const;
}

const newName = () => `user-${newRef().toLowerCase()}`;

async function accountsOf(username: string): Promise<string[]> {
  const each = [nearDb, farDb].map((db) => db.select().from(users).where(eq(users.username_key, username)));
  return (await Promise.all(each)).flat().map(({ unique_ref }) => unique_ref);
}

/** Nothing is open, and exactly the names of an account that is there are held. */
async function expectWhole(username: string) {
  await sweep();
  const accounts = await accountsOf(username);
  const holder = await holderOf(contextOf(nearDb), ["username", username]);
  expect([accounts.length <= 1, holder?.user_ref]).toEqual([true, accounts[0]]);
  expect(await directory.$count(names, eq(names.state, "reserved"))).toBe(0);
  return accounts;
}

async function trips(act: (dying: (database: Database) => Database) => Promise<unknown>): Promise<number> {
  const { state, dying } = dyingWorlds(0, "before");
  await act(dying);
  return state.trips;
}

function signUpDying(dying: (database: Database) => Database, answers: ReturnType<typeof answersOf>) {
  const app = contextOf(dying(farDb), { directory: dying(directory), commonDb: dying(nearDb) });
  return signUp(app, request(), answers);
}

test("a sign-up that dies at any step leaves one account or none, its form goes on, and nobody is locked out", {
  timeout: 120_000,
}, async () => {
  const most = await trips((dying) => signUpDying(dying, answersOf(newName())));
  expect(most).toBeGreaterThan(6);
  for (const when of ["before", "after"] as const) {
    for (let nth = 1; nth <= most; nth += 1) {
      const [username, { dying }] = [newName(), dyingWorlds(nth, when)];
      const answers = answersOf(username);
      await signUpDying(dying, answers).catch(() => {});
      // The form at once again, in the same region, makes or finds the one account.
      const died = newName();
      const again = await signUp(contextOf(farDb), request(), answers);
      expect([nth, when, again.is]).toEqual([nth, when, "in"]);
      expect(await expectWhole(username)).toHaveLength(1);

      // The same for another person, once the cron has come.
      const other = answersOf(died);
      await signUpDying(dyingWorlds(nth, when).dying, other).catch(() => {});
      const made = await expectWhole(died);
      const elsewhere = await signUp(contextOf(nearDb), request(), answersOf(died));
      expect([nth, when, elsewhere.is]).toEqual([nth, when, made.length === 1 ? "refused" : "in"]);
      expect(await expectWhole(died)).toHaveLength(1);
    }
  }
});

test("two sign-ups for one name in two regions at the same moment: one wins, and the other is told", async () => {
  const username = newName();
  const both = await Promise.all([nearDb, farDb].map((db) => signUp(contextOf(db), request(), answersOf(username))));
  expect(both.map(({ is }) => is).sort()).toEqual(["in", "refused"]);
  expect(both.find(({ is }) => is === "refused")).toMatchObject({
    errors: { username: "That username is taken. Choose another." },
  });
  expect(await expectWhole(username)).toHaveLength(1);
});

/** The code of the link that was mailed to an address. */
async function codeTo(db: Database, address: string): Promise<string> {
  const [mail] = await db.select().from(outbox).where(eq(outbox.recipient, address));
  const content = await vault.decrypt(
    mail?.user_ref ?? "",
    mailPlace(mail?.unique_ref ?? ""),
    mail?.content_encrypted ?? null,
  );
  return /verify-email\/([\w-]+)\//.exec(content)?.[1] ?? "";
}

test("an address that is verified as the Worker dies at any step is verified by the next press, and is nobody else's", {
  timeout: 120_000,
}, async () => {
  async function signedUp(db: Database): Promise<{ email: string; code: string }> {
    const answers = answersOf(newName());
    await signUp(contextOf(db), request(), answers);
    return { email: answers.email, code: await codeTo(db, answers.email) };
  }
  const verifyDying = (dying: (database: Database) => Database, code: string) =>
    verifyEmail(contextOf(dying(farDb), { directory: dying(directory), commonDb: dying(nearDb) }), code);
  const first = await signedUp(farDb);
  const most = await trips((dying) => verifyDying(dying, first.code));
  expect(most).toBeGreaterThan(4);
  for (const when of ["before", "after"] as const) {
    for (let nth = 1; nth <= most; nth += 1) {
      const { email, code } = await signedUp(farDb);
      await verifyDying(dyingWorlds(nth, when).dying, code);
      expect([nth, when, await verifyEmail(contextOf(farDb), code)]).toEqual([
        nth,
        when,
        expect.stringMatching(/^(success|already_verified)$/),
      ]);
      await sweep();
      const [user] = await farDb.select().from(users).where(eq(users.email, email));
      expect(await holderOf(contextOf(nearDb), ["email", email])).toEqual({ region: "oc", user_ref: user?.unique_ref });
    }
  }
});

test("an address that somebody of another region has verified is told to its owner, and never to who signs up with it", async () => {
  const far = answersOf(newName());
  await signUp(contextOf(farDb), request(), far);
  expect(await verifyEmail(contextOf(farDb), await codeTo(farDb, far.email))).toBe("success");

  const near = { ...answersOf(newName()), email: far.email };
  expect((await signUp(contextOf(nearDb), request(), near)).is).toBe("in");
  const [mail] = await nearDb.select().from(outbox).where(eq(outbox.recipient, far.email));
  expect(mail?.kind).toBe("address-in-use");
});

test("of two who were sent a link to one address in two regions only the first verifies it", async () => {
  const [near, far] = [answersOf(newName()), answersOf(newName())];
  const both = { ...far, email: near.email };
  await signUp(contextOf(nearDb), request(), near);
  await signUp(contextOf(farDb), request(), both);
  const outcomes = await Promise.all([
    verifyEmail(contextOf(nearDb), await codeTo(nearDb, near.email)),
    verifyEmail(contextOf(farDb), await codeTo(farDb, near.email)),
  ]);
  expect(outcomes.toSorted()).toEqual(["success", "taken"]);
});

test("an address that is taken back as the Worker dies at any step is back by the next press, and the other one is free", {
  timeout: 120_000,
}, async () => {
  async function changed(): Promise<{ old: string; newer: string; userRef: string; token: string }> {
    const answers = answersOf(newName());
    await signUp(contextOf(farDb), request(), answers);
    await verifyEmail(contextOf(farDb), await codeTo(farDb, answers.email));
    const [user] = await farDb.select().from(users).where(eq(users.email, answers.email));
    const [userRef, token, old] = [user?.unique_ref ?? "", newRef(), `old-${answers.email}`];
    await farDb.insert(replacedAddresses).values({
      ...{ unique_ref: newRef(), user_ref: userRef, address: old, token_hash: await hashOf(token), state: "open" },
      ...{ expires_at: NOW + MINUTE, created_at: NOW, updated_at: NOW },
    });
    return { old, newer: answers.email, userRef, token };
  }
  const takeBackDying = (dying: (database: Database) => Database, token: string) =>
    takeBack(contextOf(dying(farDb), { directory: dying(directory), commonDb: dying(nearDb) }), token);
  const first = await changed();
  const most = await trips((dying) => takeBackDying(dying, first.token));
  expect(most).toBeGreaterThan(4);
  for (const when of ["before", "after"] as const) {
    for (let nth = 1; nth <= most; nth += 1) {
      const { old, newer, userRef, token } = await changed();
      await takeBackDying(dyingWorlds(nth, when).dying, token);
      expect([nth, when, await takeBack(contextOf(farDb), token)]).toEqual([
        nth,
        when,
        expect.stringMatching(/^(success|used)$/),
      ]);
      await sweep();
      expect(await holderOf(contextOf(nearDb), ["email", old])).toEqual({ region: "oc", user_ref: userRef });
      expect(await holderOf(contextOf(nearDb), ["email", newer])).toBeNull();
    }
  }
});

test("a deletion that dies at any step leaves the account with its names, or neither, and can be asked for again", {
  timeout: 120_000,
}, async () => {
  async function signedUp(): Promise<{ user: SignedInUser; username: string }> {
    const answers = answersOf(newName());
    await signUp(contextOf(farDb), request(), answers);
    await verifyEmail(contextOf(farDb), await codeTo(farDb, answers.email));
    const [row] = await farDb.select().from(users).where(eq(users.username_key, answers.username));
    const [login] = await farDb
      .select()
      .from(logins)
      .where(eq(logins.user_ref, row?.unique_ref ?? ""));
    const factors = { has_totp: false, has_passkey: false, asks_factor: false };
    return { user: { ...row, ...factors, login } as SignedInUser, username: answers.username };
  }
  function remove(user: SignedInUser, dying = (database: Database) => database) {
    const db = dying(farDb);
    const app = contextOf(db, { directory: dying(directory), commonDb: dying(nearDb) });
    const asked = { ...app, user, userId: user.id, cipher: vault.of(user.unique_ref) };
    const given = { password: "three random words", twoFactorCode: "" };
    return deleteReauthenticated(asked, request(), given, deleteAccountRows(db, user.unique_ref));
  }
  const { user: first } = await signedUp();
  const most = await trips((dying) => remove(first, dying));
  expect(most).toBeGreaterThan(5);
  for (const when of ["before", "after"] as const) {
    for (let nth = 1; nth <= most; nth += 1) {
      const { user, username } = await signedUp();
      await remove(user, dyingWorlds(nth, when).dying).catch(() => {});
      const left = await expectWhole(username);
      const held = await directory.$count(names, eq(names.user_ref, user.unique_ref));
      expect([nth, when, held]).toEqual([nth, when, 2 * left.length]);
      if (left.length > 0) expect([nth, when, await remove(user)]).toEqual([nth, when, "deleted"]);
      expect(await expectWhole(username)).toEqual([]);
      expect(await directory.$count(names, eq(names.user_ref, user.unique_ref))).toBe(0);
    }
  }
});

// @module-tag full
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { deleteReauthenticated } from "~/account/deletion/delete-account.server";
import { takeBack } from "~/account/email/take-back.server";
import { verifyEmail } from "~/account/email/verify-email.server";
import type { SignedInUser } from "~/account/login/logins.server";
import { signUp } from "~/account/sign-up/make-account.server";
import { logins, users } from "~/account/table.server";
import { deleteAccountRows } from "~/data/deletion.server";
import { mailPlace, outbox } from "~/mail/table.server";
import type { AppContext } from "~/platform/context";
import { newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { hashOf } from "~/platform/db/tokens";
import { dyingWorlds } from "../support/dying";
import { db, NOW, recordingJobs, SITE, vault } from "../support/harness";
import { addTakeBack } from "../support/verifications";

const _MINUTE = 60_000;

function contextOf(database: Database = db): AppContext {
  return { db: database, vault, jobs: recordingJobs(), site: SITE, now: NOW };
}

const request = () => new Request("http://daybook.test/signup/", { method: "POST" });

function answersOf(username: string, idempotency_key = newRef()) {
  const person = { first_name: "First", last_name: "Last", email: `${username}@example.com`, location: "" };
  return { ...person, username, idempotency_key, password: "three random words", read_t_c: true } as const;
}

const newName = () => `user-${newRef().toLowerCase()}`;

const accountsOf = (username: string) => db.$count(users, eq(users.username_key, username));

async function trips(act: (dying: (database: Database) => Database) => Promise<unknown>): Promise<number> {
  const { state, dying } = dyingWorlds(0, "before");
  await act(dying);
  return state.trips;
}

function signUpDying(dying: (database: Database) => Database, answers: ReturnType<typeof answersOf>) {
  return signUp(contextOf(dying(db)), request(), answers);
}

test("a sign-up that dies at any step leaves one account or none, its form goes on, and nobody is locked out", {
  timeout: 120_000,
}, async () => {
  const most = await trips((dying) => signUpDying(dying, answersOf(newName())));
  expect(most).toBeGreaterThan(3);
  for (const when of ["before", "after"] as const) {
    for (let nth = 1; nth <= most; nth += 1) {
      const answers = answersOf(newName());
      await signUpDying(dyingWorlds(nth, when).dying, answers).catch(() => {});
      // The form at once again makes or finds the one account.
      const again = await signUp(contextOf(), request(), answers);
      expect([nth, when, again.is]).toEqual([nth, when, "in"]);
      expect(await accountsOf(answers.username)).toBe(1);

      // The same for another person, to whom the name is free unless the account is there.
      const other = answersOf(newName());
      await signUpDying(dyingWorlds(nth, when).dying, other).catch(() => {});
      const made = await accountsOf(other.username);
      const elsewhere = await signUp(contextOf(), request(), answersOf(other.username));
      expect([nth, when, elsewhere.is]).toEqual([nth, when, made === 1 ? "refused" : "in"]);
      expect(await accountsOf(other.username)).toBe(1);
    }
  }
});

test("two sign-ups for one name at the same moment: one wins, and the other is told", async () => {
  const username = newName();
  const both = await Promise.all([1, 2].map(() => signUp(contextOf(), request(), answersOf(username))));
  expect(both.map(({ is }) => is).sort()).toEqual(["in", "refused"]);
  expect(both.find(({ is }) => is === "refused")).toMatchObject({
    errors: { username: "That username is taken. Choose another." },
  });
  expect(await accountsOf(username)).toBe(1);
});

test("one form that is sent twice at the same moment makes one account, and gets the same answer twice", async () => {
  const answers = answersOf(newName());
  const both = await Promise.all([1, 2].map(() => signUp(contextOf(), request(), answers)));
  expect(both.map(({ is }) => is)).toEqual(["in", "in"]);
  expect(await accountsOf(answers.username)).toBe(1);
});

/** The code of the link that was mailed to an address. */
async function codeTo(address: string): Promise<string> {
  const [mail] = await db.select().from(outbox).where(eq(outbox.recipient, address));
  const content = await vault.decrypt(
    mail?.user_ref ?? "",
    mailPlace(mail?.unique_ref ?? ""),
    mail?.content_encrypted ?? null,
  );
  return /verify-email\/([\w-]+)\//.exec(content)?.[1] ?? "";
}

async function signedUp(): Promise<{ email: string; code: string }> {
  const answers = answersOf(newName());
  await signUp(contextOf(), request(), answers);
  return { email: answers.email, code: await codeTo(answers.email) };
}

/** Whose account has an address. */
async function holderOf(email: string): Promise<string | undefined> {
  const [user] = await db.select({ ref: users.unique_ref }).from(users).where(eq(users.email_key, email));
  return user?.ref;
}

test("an address that is verified as the Worker dies at any step is verified by the next press", {
  timeout: 120_000,
}, async () => {
  const verifyDying = (dying: (database: Database) => Database, code: string) =>
    verifyEmail(contextOf(dying(db)), code);
  const first = await signedUp();
  const most = await trips((dying) => verifyDying(dying, first.code));
  expect(most).toBeGreaterThan(1);
  for (const when of ["before", "after"] as const) {
    for (let nth = 1; nth <= most; nth += 1) {
      const { email, code } = await signedUp();
      await verifyDying(dyingWorlds(nth, when).dying, code);
      expect([nth, when, await verifyEmail(contextOf(), code)]).toEqual([
        nth,
        when,
        expect.stringMatching(/^(success|already_verified)$/),
      ]);
      expect(await holderOf(email)).toBeDefined();
    }
  }
});

test("an address that somebody has verified is told to its owner, and never to who signs up with it", async () => {
  const owner = answersOf(newName());
  await signUp(contextOf(), request(), owner);
  expect(await verifyEmail(contextOf(), await codeTo(owner.email))).toBe("success");

  expect((await signUp(contextOf(), request(), { ...answersOf(newName()), email: owner.email })).is).toBe("in");
  const mails = await db.select({ kind: outbox.kind }).from(outbox).where(eq(outbox.recipient, owner.email));
  expect(mails.map(({ kind }) => kind)).toContain("address-in-use");
});

test("an address that is taken back as the Worker dies at any step is back by the next press, and the other one is free", {
  timeout: 120_000,
}, async () => {
  async function changed(): Promise<{ old: string; newer: string; userRef: string; token: string }> {
    const { email, code } = await signedUp();
    await verifyEmail(contextOf(), code);
    const [userRef, token, old] = [(await holderOf(email)) ?? "", newRef(), `old-${email}`];
    await addTakeBack(userRef, old, { hash: await hashOf(token) });
    return { old, newer: email, userRef, token };
  }
  const takeBackDying = (dying: (database: Database) => Database, token: string) =>
    takeBack(contextOf(dying(db)), token);
  const first = await changed();
  const most = await trips((dying) => takeBackDying(dying, first.token));
  expect(most).toBeGreaterThan(1);
  for (const when of ["before", "after"] as const) {
    for (let nth = 1; nth <= most; nth += 1) {
      const { old, newer, userRef, token } = await changed();
      await takeBackDying(dyingWorlds(nth, when).dying, token);
      expect([nth, when, await takeBack(contextOf(), token)]).toEqual([
        nth,
        when,
        expect.stringMatching(/^(success|used)$/),
      ]);
      expect([await holderOf(old), await holderOf(newer)]).toEqual([userRef, undefined]);
    }
  }
});

test("a deletion that dies at any step leaves the account whole, or nothing of it, and can be asked for again", {
  timeout: 120_000,
}, async () => {
  async function member(): Promise<{ user: SignedInUser; username: string }> {
    const answers = answersOf(newName());
    await signUp(contextOf(), request(), answers);
    await verifyEmail(contextOf(), await codeTo(answers.email));
    const [row] = await db.select().from(users).where(eq(users.username_key, answers.username));
    const [login] = await db
      .select()
      .from(logins)
      .where(eq(logins.user_ref, row?.unique_ref ?? ""));
    const factors = { has_totp: false, has_passkey: false, asks_factor: false };
    return { user: { ...row, ...factors, login } as SignedInUser, username: answers.username };
  }
  function remove(user: SignedInUser, dying = (database: Database) => database) {
    const database = dying(db);
    const asked = { ...contextOf(database), user, userId: user.id, cipher: vault.of(user.unique_ref) };
    const given = { password: "three random words", twoFactorCode: "" };
    return deleteReauthenticated(asked, request(), given, deleteAccountRows(database, user.unique_ref));
  }
  const { user: first } = await member();
  const most = await trips((dying) => remove(first, dying));
  expect(most).toBeGreaterThan(3);
  for (const when of ["before", "after"] as const) {
    for (let nth = 1; nth <= most; nth += 1) {
      const { user, username } = await member();
      await remove(user, dyingWorlds(nth, when).dying).catch(() => {});
      if ((await accountsOf(username)) > 0) expect([nth, when, await remove(user)]).toEqual([nth, when, "deleted"]);
      expect(await accountsOf(username)).toBe(0);
      expect(await db.$count(logins, eq(logins.user_ref, user.unique_ref))).toBe(0);
    }
  }
});

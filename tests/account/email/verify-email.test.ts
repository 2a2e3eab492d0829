import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { dropOldCodes } from "~/account/codes.server";
import type { VerifyOutcome } from "~/account/email/rules";
import { dropOldAddresses, failVerification, writeVerification } from "~/account/email/verifications.server";
import { rememberBrowser } from "~/account/login/known-browsers.server";
import type { SignedInUser } from "~/account/login/logins.server";
import { audit, codes, users } from "~/account/table.server";
import { writeMail } from "~/mail/outbox.server";
import { newRef } from "~/platform/db/columns.server";
import { newSecret } from "~/platform/db/tokens";
import { action, loader } from "~/routes/email/verify-email";
import {
  call,
  db,
  load,
  makeUser,
  NOW,
  racingDatabase,
  recordingJobs,
  SITE,
  submit,
  vault,
} from "../../support/harness";
import { codeSentTo, lettersOf } from "../../support/letters";
import { setAddressOf } from "../../support/members";
import { verifyResetCode } from "../../support/reset";
import { verificationsOf } from "../../support/verifications";

const SECOND = 1000;
const world = { db, vault, site: SITE, jobs: recordingJobs(), now: NOW };

/** Sends a link as the pages do. @returns what its address ends with. */
async function sendLink(userRef: string, address: string, now = NOW): Promise<string> {
  const { statements } = await writeVerification(
    { ...world, now },
    { userRef, username: "somebody", address, owner: null },
  );
  await db.batch(statements);
  return codeSentTo(userRef);
}

async function press(verificationCode: string | undefined, more: { now?: number; database?: typeof db } = {}) {
  const params: Record<string, string> = verificationCode ? { verificationCode } : {};
  const jobs = recordingJobs();
  const answer = await submit<{ outcome: VerifyOutcome }>(action, {}, { user: null, params, jobs, ...more });
  return { outcome: answer.data.outcome, status: answer.status, sent: jobs.sent };
}

async function accountOf(userRef: string) {
  const [account] = await db.select().from(users).where(eq(users.unique_ref, userRef));
  return account;
}

const someAddress = () => `${newRef().toLowerCase()}@Example.com`;

test("opening a link spends nothing, and answers a stranger alike for every code", async () => {
  const user = await makeUser();
  const code = await sendLink(user.unique_ref, someAddress());
  const answers = await Promise.all(
    [code, newSecret(), "short"].map((verificationCode) => load(loader, { user: null, params: { verificationCode } })),
  );
  for (const { status, data } of answers) expect([status, data]).toEqual([200, { isOwn: false }]);
  expect(await verificationsOf(user.unique_ref)).toMatchObject([{ status: "pending" }]);
  expect(await press(code)).toMatchObject({ outcome: "success", status: 200 });
});

test("only whoever has the account is spared the press: logged in, or in a browser that it is known from", async () => {
  const [user, stranger] = [await makeUser(), await makeUser()];
  const params = { verificationCode: await sendLink(user.unique_ref, someAddress()) };
  const isOwn = async (user: SignedInUser | null, cookie = "") => {
    const request = new Request("http://daybook.test/", { headers: { Cookie: cookie } });
    return (await call<{ isOwn: boolean }>(loader, request, { user, params })).data.isOwn;
  };
  const knownFor = async ({ unique_ref }: typeof user) => {
    const { cookies } = await rememberBrowser(world, new Request("http://daybook.test/"), unique_ref);
    return cookies.map((cookie) => cookie.split(";")[0]).join("; ");
  };
  expect(await isOwn(user)).toBe(true);
  expect(await isOwn(null, await knownFor(user))).toBe(true);
  expect(await isOwn(stranger)).toBe(false);
  expect(await isOwn(null, await knownFor(stranger))).toBe(false);
  expect(await isOwn(null)).toBe(false);
});

test("the five links that one account may ask for leave the owner of the address theirs; in all there are 15 an hour", async () => {
  const address = someAddress();
  const ask = async (userRef: string) => {
    const verification = await writeVerification(world, { userRef, username: "somebody", address, owner: null });
    return verification.unsent;
  };
  const [stranger, owner] = [newRef(), newRef()];
  for (let at = 0; at < 5; at += 1) expect(await ask(stranger)).toBe(false);
  expect(await ask(owner)).toBe(false);
  for (let at = 6; at < 15; at += 1) expect(await ask(newRef())).toBe(false);
  expect(await ask(newRef())).toBe(true);
});

test("a link without its code is missing", async () => {
  expect(await load(loader, { user: null })).toMatchObject({ status: 404 });
  expect(await press(undefined)).toMatchObject({ outcome: "missing", status: 404 });
});

test("the link makes its address the account's, once, with a line in the audit", async () => {
  const user = await makeUser();
  const address = someAddress();
  const code = await sendLink(user.unique_ref, address);
  expect(await press(code)).toEqual({ outcome: "success", status: 200, sent: [] });
  expect(await accountOf(user.unique_ref)).toMatchObject({ email: address, email_key: address.toLowerCase() });
  expect(await verificationsOf(user.unique_ref)).toMatchObject([{ status: "verified", address }]);
  expect(await press(code)).toMatchObject({ outcome: "already_verified", status: 200 });
  expect(await db.select().from(audit).where(eq(audit.user_ref, user.unique_ref))).toMatchObject([
    { action: "email-verified", occurred_at: NOW },
  ]);
});

test("account and link say when it was used, and an older link when it ended", async () => {
  const user = await makeUser();
  await sendLink(user.unique_ref, someAddress());
  const now = NOW + 60 * SECOND;
  const code = await sendLink(user.unique_ref, someAddress(), now - SECOND);
  expect(await press(code, { now })).toMatchObject({ outcome: "success" });
  expect(await accountOf(user.unique_ref)).toMatchObject({ updated_at: now });
  expect(await verificationsOf(user.unique_ref, now)).toMatchObject([
    { status: "verified", used_at: now },
    { status: "expired", expires_at: now - SECOND },
  ]);
});

test("only the hash of a link is stored", async () => {
  const user = await makeUser();
  const code = await sendLink(user.unique_ref, someAddress());
  expect(code).toMatch(/^[\w-]{43}$/);
  expect(JSON.stringify(await verificationsOf(user.unique_ref))).not.toContain(code);
});

test("the older address is told once the new one is verified", async () => {
  const user = await makeUser();
  const old = someAddress();
  await press(await sendLink(user.unique_ref, old));
  const { outcome, sent } = await press(await sendLink(user.unique_ref, someAddress()));
  const [notice] = await lettersOf(user.unique_ref);
  expect(outcome).toBe("success");
  expect(notice).toMatchObject({ kind: "address-changed", to: old });
  expect(sent).toEqual([{ kind: "send-mail", ref: notice?.ref, delaySeconds: 0 }]);
});

test("what the older address was mailed to set a new password counts no more", async () => {
  const user = await makeUser();
  await setAddressOf(user);
  const verified = newRef();
  await verifyResetCode(user.unique_ref, { unique_ref: verified });
  const content = { kind: "reset-code", code: "ABC123" } as const;
  const mail = await writeMail(db, vault, { to: "old@example.com", userRef: user.unique_ref, content }, NOW);
  await mail.statement;
  const bystander = await makeUser();
  const theirs = await writeMail(db, vault, { to: "by@example.com", userRef: bystander.unique_ref, content }, NOW);
  await theirs.statement;
  expect((await press(await sendLink(user.unique_ref, someAddress()))).outcome).toBe("success");
  const [code] = await db.select().from(codes).where(eq(codes.unique_ref, verified));
  expect(code).toMatchObject({ used_at: NOW });
  expect((await lettersOf(user.unique_ref)).map(({ kind }) => kind)).not.toContain("reset-code");
  expect((await lettersOf(bystander.unique_ref)).map(({ kind }) => kind)).toEqual(["reset-code"]);
});

test("of two presses at once one wins and the other finds it done", async () => {
  const user = await makeUser();
  const code = await sendLink(user.unique_ref, someAddress());
  const outcomes = (await Promise.all([press(code), press(code)])).map(({ outcome }) => outcome);
  expect(outcomes.sort()).toEqual(["already_verified", "success"]);

  const other = await sendLink(user.unique_ref, someAddress());
  const database = racingDatabase(1, () => press(other));
  expect(await press(other, { database })).toMatchObject({ outcome: "already_verified" });
  expect(await db.select().from(audit).where(eq(audit.user_ref, user.unique_ref))).toHaveLength(2);
});

test("a link works at 899 s and is refused at 900 s, whichever comes first: use or cron", async () => {
  const firsts: ((now: number) => Promise<unknown>)[] = [
    async () => {},
    (now) => Promise.all([dropOldCodes(db, now), dropOldAddresses(db, now)]),
  ];
  for (const first of firsts) {
    for (const [seconds, wanted] of [
      [899, "success"],
      [900, "expired"],
    ] as const) {
      const user = await makeUser();
      const code = await sendLink(user.unique_ref, someAddress());
      const now = NOW + seconds * SECOND;
      await first(now);
      expect([seconds, (await press(code, { now })).outcome]).toEqual([seconds, wanted]);
      expect((await accountOf(user.unique_ref))?.email === null).toBe(wanted === "expired");
    }
  }
});

test("a link that runs out between look and write is refused", async () => {
  const user = await makeUser();
  const code = await sendLink(user.unique_ref, someAddress());
  const database = racingDatabase(1, () => db.batch([expireAll(user.unique_ref)]));
  expect(await press(code, { database })).toMatchObject({ outcome: "expired", status: 422 });
  expect(await accountOf(user.unique_ref)).toMatchObject({ email: null });
});

function expireAll(userRef: string) {
  return db.update(codes).set({ expires_at: NOW }).where(eq(codes.user_ref, userRef));
}

test("a newer link ends the older one", async () => {
  const user = await makeUser();
  const [older, newer] = [
    await sendLink(user.unique_ref, someAddress()),
    await sendLink(user.unique_ref, someAddress(), NOW + SECOND),
  ];
  expect(await press(older, { now: NOW + SECOND })).toMatchObject({ outcome: "expired" });
  expect(await press(newer)).toMatchObject({ outcome: "success" });
});

test("a code that was never sent, and one whose mail failed, are invalid", async () => {
  const user = await makeUser();
  const code = await sendLink(user.unique_ref, someAddress());
  const [row] = await verificationsOf(user.unique_ref);
  await failVerification(db, row?.unique_ref ?? "", NOW);
  for (const each of [code, newSecret(), "x", "x".repeat(5000), "%00"]) {
    expect(await press(each)).toMatchObject({ outcome: "invalid", status: 422 });
  }
});

test("an address that another account has verified meanwhile stays theirs, and the link ends", async () => {
  const [mine, theirs] = [await makeUser(), await makeUser()];
  const address = someAddress();
  const code = await sendLink(mine.unique_ref, address);
  expect(await press(await sendLink(theirs.unique_ref, address.toUpperCase()))).toMatchObject({ outcome: "success" });
  expect(await press(code)).toMatchObject({ outcome: "taken", status: 422 });
  expect(await accountOf(mine.unique_ref)).toMatchObject({ email: null, email_key: null });
  expect(await verificationsOf(mine.unique_ref)).toMatchObject([{ status: "expired" }]);
  expect(await db.select().from(audit).where(eq(audit.user_ref, mine.unique_ref))).toEqual([]);
});

test("a database that does not answer is an error in words, and nothing is spent", async () => {
  const user = await makeUser();
  const code = await sendLink(user.unique_ref, someAddress());
  const database = racingDatabase(1, async () => {
    throw new Error("no answer");
  });
  expect(await press(code, { database })).toMatchObject({ outcome: "error", status: 500 });
  expect(await press(code)).toMatchObject({ outcome: "success" });
});

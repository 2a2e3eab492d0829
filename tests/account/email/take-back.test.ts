import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { dropOldCodes } from "~/account/codes.server";
import { LINK_WORKS_MS, type TakeBackOutcome } from "~/account/email/rules";
import { writeVerification } from "~/account/email/verifications.server";
import { generateCodes } from "~/account/factors/recovery-codes.server";
import { audit, codes, logins, passkeys, recoveryCodes, totp, users } from "~/account/table.server";
import { newRef } from "~/platform/db/columns.server";
import { newSecret } from "~/platform/db/tokens";
import { action, loader } from "~/routes/email/take-back";
import * as verify from "~/routes/email/verify-email";
import * as login from "~/routes/login";
import { db, load, NOW, racingDatabase, recordingJobs, SITE, signInAs, submit, vault } from "../../support/harness";
import { codeSentTo, lettersOf } from "../../support/letters";
import { makeMember, PASSWORD, setPasswordOf } from "../../support/members";
import { ask, enrolPasskey, send } from "../../support/passkeys";
import { openCodesOf } from "../../support/reset";
import { addRecoveryCode, addTotp } from "../../support/two-factor";

const DAY = 24 * 60 * 60_000;
const world = { db, vault, site: SITE, jobs: recordingJobs(), now: NOW };
const someAddress = () => `${newRef().toLowerCase()}@example.com`;

type Owner = Awaited<ReturnType<typeof makeMember>>;

/** Changes the address by a link, as whoever knows the password can. */
async function changeTo({ unique_ref }: Owner, address: string, now = NOW) {
  const verification = { userRef: unique_ref, username: "somebody", address, owner: null };
  const { statements } = await writeVerification({ ...world, now }, verification);
  await db.batch(statements);
  const params = { verificationCode: await codeSentTo(unique_ref) };
  const answer = await submit<{ outcome: string }>(verify.action, {}, { user: null, params, now });
  expect(answer.data.outcome).toBe("success");
}

/** The token of the link in the mail that an address was sent when it was replaced. */
async function tokenTo({ unique_ref }: Owner, address: string): Promise<string | undefined> {
  const letter = (await lettersOf(unique_ref)).find(({ kind, to }) => kind === "address-changed" && to === address);
  const link = letter?.kind === "address-changed" ? letter.takeBack?.link : undefined;
  return /\/take_back\/([\w-]+)\/$/.exec(link ?? "")?.[1];
}

async function press(addressToken = "", more: { now?: number; database?: typeof db } = {}) {
  const answer = await submit<{ outcome: TakeBackOutcome }>(
    action,
    {},
    { user: null, params: { addressToken }, ...more },
  );
  return [answer.status, answer.data.outcome];
}

async function addressOf({ unique_ref }: Owner) {
  const [row] = await db.select({ email: users.email }).from(users).where(eq(users.unique_ref, unique_ref));
  return row?.email;
}

/** Dates all factors of an account to an instant. */
async function makeFactorsOf({ unique_ref }: Owner, created_at: number) {
  for (const table of [passkeys, totp, recoveryCodes]) {
    await db.update(table).set({ created_at }).where(eq(table.user_ref, unique_ref));
  }
}

function linksOf(userRef: string) {
  return db
    .select()
    .from(codes)
    .where(and(eq(codes.user_ref, userRef), eq(codes.kind, "take_back")));
}

/** How many passkeys, apps and recovery codes an account has. */
function factorsOf({ unique_ref }: Owner) {
  const tables = [passkeys, totp, recoveryCodes];
  return Promise.all(tables.map((table) => db.$count(table, eq(table.user_ref, unique_ref))));
}

function logInAs({ username }: Owner) {
  return submit(login.action, { username, password: PASSWORD }, { user: null, path: "/login/" });
}

describe("a link that takes an address back", () => {
  let owner: Owner;
  let token: string;
  const theirs = someAddress;
  let strangers: string;

  beforeEach(async () => {
    owner = await makeMember();
    strangers = theirs();
    await changeTo(owner, strangers);
    token = (await tokenTo(owner, owner.email)) as string;
  });

  test("is mailed to the old address alone, and only its hash is kept", async () => {
    expect(token).toMatch(/^[\w-]{43}$/);
    const rows = await linksOf(owner.unique_ref);
    expect(rows).toMatchObject([{ payload: owner.email, used_at: null, expires_at: NOW + 7 * DAY }]);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test("does nothing when it is opened, and answers alike for every token", async () => {
    const answers = await Promise.all(
      [token, newSecret(), "short"].map((addressToken) => load(loader, { user: null, params: { addressToken } })),
    );
    expect(new Set(answers.map((answer) => JSON.stringify([answer.status, answer.data]))).size).toBe(1);
    expect(await addressOf(owner)).toBe(strangers);
  });

  test("gives the account its old address, ends what is open, and tells both addresses", async () => {
    await signInAs(owner.unique_ref);
    expect(await press(token)).toEqual([200, "success"]);
    expect(await addressOf(owner)).toBe(owner.email);
    expect(await db.select().from(logins).where(eq(logins.user_ref, owner.unique_ref))).toEqual([]);
    expect(await openCodesOf(owner.unique_ref)).toEqual([]);
    const told = (await lettersOf(owner.unique_ref)).slice(0, 2);
    expect(told.map(({ kind, to }) => [kind, to])).toEqual([
      ["address-is-back", owner.email],
      ["address-taken-back", strangers],
    ]);
    const lines = await db.select().from(audit).where(eq(audit.user_ref, owner.unique_ref));
    expect(lines.map(({ action }) => action)).toContain("email-taken-back");
  });

  test("says when it was used, in the account and in the link", async () => {
    const now = NOW + DAY;
    expect(await press(token, { now })).toEqual([200, "success"]);
    const [account] = await db.select().from(users).where(eq(users.unique_ref, owner.unique_ref));
    const [link] = await linksOf(owner.unique_ref);
    expect(account).toMatchObject({ password_encrypted: null, updated_at: now });
    expect(link).toMatchObject({ attempts: 1, used_at: now });
  });

  test("lets nobody in by password or passkey until a new password is set", async () => {
    const { passkey } = await enrolPasskey(owner);
    await makeFactorsOf(owner, NOW - DAY);
    expect(await press(token)).toEqual([200, "success"]);
    expect((await logInAs(owner)).status).toBe(422);
    const asked = await ask();
    expect((await send(await passkey.assert(asked.options), asked.cookies)).status).toBe(401);
    expect(await db.select().from(logins).where(eq(logins.user_ref, owner.unique_ref))).toEqual([]);
    await setPasswordOf(owner);
    // The new password and the passkey together: see `requireFactorAtLogin`.
    expect((await logInAs(owner)).location).toBe("/twofactor/");
  });

  test("removes the factors made since the change was asked for, so that the new password alone opens the account", async () => {
    await enrolPasskey(owner);
    await addTotp(owner.unique_ref);
    await addRecoveryCode(owner.unique_ref, generateCodes()[0] as string);
    await makeFactorsOf(owner, NOW - LINK_WORKS_MS);
    expect(await press(token, { now: NOW + DAY })).toEqual([200, "success"]);
    expect(await factorsOf(owner)).toEqual([0, 0, 0]);
    await setPasswordOf(owner);
    expect((await logInAs(owner)).location).toBe("/logbook/");
  });

  test("leaves the factors that are older, and those of others", async () => {
    const other = await makeMember();
    for (const each of [owner, other]) {
      await enrolPasskey(each);
      await addTotp(each.unique_ref);
      await addRecoveryCode(each.unique_ref, generateCodes()[0] as string);
    }
    await makeFactorsOf(owner, NOW - LINK_WORKS_MS - 1);
    const theirs = await factorsOf(other);
    expect(await press(token)).toEqual([200, "success"]);
    // A first factor brings ten recovery codes with it.
    expect(await factorsOf(owner)).toEqual([1, 1, 11]);
    expect(await factorsOf(other)).toEqual(theirs);
  });

  test("leaves no recovery code where it leaves no factor", async () => {
    await enrolPasskey(owner);
    await db
      .update(recoveryCodes)
      .set({ created_at: NOW - DAY })
      .where(eq(recoveryCodes.user_ref, owner.unique_ref));
    expect(await press(token)).toEqual([200, "success"]);
    expect(await factorsOf(owner)).toEqual([0, 0, 0]);
  });

  test("works once, for seven days", async () => {
    expect(await press(token, { now: NOW + 7 * DAY })).toEqual([422, "expired"]);
    expect(await press(token, { now: NOW + 7 * DAY - 1 })).toEqual([200, "success"]);
    expect(await press(token, { now: NOW + 7 * DAY - 1 })).toEqual([200, "used"]);
    expect(await press(newSecret())).toEqual([422, "invalid"]);
  });

  test("pressed twice at once takes back once", async () => {
    const database = racingDatabase(1, () => press(token));
    expect(await press(token, { database })).toEqual([200, "used"]);
    const letters = await lettersOf(owner.unique_ref);
    expect(letters.filter(({ kind }) => kind === "address-taken-back")).toHaveLength(1);
  });

  test("is refused in words where another account has the address by now", async () => {
    const other = await makeMember();
    await changeTo(other, owner.email);
    expect(await press(token)).toEqual([422, "taken"]);
    expect(await addressOf(owner)).toBe(strangers);
    expect(await addressOf(other)).toBe(owner.email);
  });

  test("is forgotten a month after the change", async () => {
    await dropOldCodes(db, NOW + 30 * DAY - 1);
    expect(await press(token, { now: NOW + 8 * DAY })).toEqual([422, "expired"]);
    await dropOldCodes(db, NOW + 30 * DAY);
    expect(await press(token)).toEqual([422, "invalid"]);
  });
});

describe("of several addresses within seven days", () => {
  test("the oldest wins: its link ends those of later ones", async () => {
    const owner = await makeMember();
    const [second, third] = [someAddress(), someAddress()];
    await changeTo(owner, second, NOW + DAY);
    await changeTo(owner, third, NOW + 2 * DAY);
    const [first, later] = [await tokenTo(owner, owner.email), await tokenTo(owner, second)];
    expect(await press(first, { now: NOW + 3 * DAY })).toEqual([200, "success"]);
    expect(await press(later, { now: NOW + 3 * DAY })).toEqual([422, "ended"]);
    expect(await addressOf(owner)).toBe(owner.email);
  });

  test("each takes itself back as long as no older one has", async () => {
    const owner = await makeMember();
    const [second, third] = [someAddress(), someAddress()];
    await changeTo(owner, second, NOW + DAY);
    await changeTo(owner, third, NOW + 2 * DAY);
    expect(await press(await tokenTo(owner, second), { now: NOW + 3 * DAY })).toEqual([200, "success"]);
    expect(await addressOf(owner)).toBe(second);
    expect(await press(await tokenTo(owner, owner.email), { now: NOW + 3 * DAY })).toEqual([200, "success"]);
    expect(await addressOf(owner)).toBe(owner.email);
  });

  test("one that its owner changed back to leaves the stranger's without a link", async () => {
    const owner = await makeMember();
    const strangers = someAddress();
    await changeTo(owner, strangers, NOW + DAY);
    const first = await tokenTo(owner, owner.email);
    await changeTo(owner, owner.email.toUpperCase(), NOW + 2 * DAY);
    expect(await tokenTo(owner, strangers)).toBeUndefined();
    expect(await press(first, { now: NOW + 3 * DAY })).toEqual([422, "ended"]);
  });
});

import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { EmailOnFile } from "~/account/email/rules";
import { findLogin, type SignedInUser } from "~/account/login/logins.server";
import { findPendingLogin } from "~/account/login/pending-logins.server";
import { audit, logins } from "~/account/table.server";
import { newRef } from "~/platform/db/columns.server";
import { rateCounters } from "~/platform/db/rate-counters.server";
import type { FormState } from "~/platform/http/action-result";
import * as verifications from "~/routes/api/email/verifications";
import * as emailPage from "~/routes/email/email";
import * as changePage from "~/routes/email/email-change";
import { loader as manageEmail } from "~/routes/email/manage-email";
import {
  countingDatabase,
  db,
  load,
  makeUser,
  NOW,
  racingDatabase,
  recordingJobs,
  signInAs,
  submit,
} from "../../support/harness";
import { lettersOf } from "../../support/letters";
import { makeMember, PASSWORD, setPasswordOf } from "../../support/members";
import { beginPendingLoginAs } from "../../support/two-factor";
import { addVerification, verificationsOf } from "../../support/verifications";

const MINUTE = 60_000;

async function page(user: SignedInUser, now = NOW): Promise<EmailOnFile> {
  const { current, waiting } = (await load<EmailOnFile>(emailPage.loader, { user, now })).data;
  return { current, waiting };
}

const send = (user: SignedInUser, more: { now?: number; database?: typeof db } = {}) =>
  submit<{ form: FormState }>(emailPage.action, { send: "verification" }, { user, ...more });

function change(user: SignedInUser, fields: Record<string, string>, more: { now?: number; database?: typeof db } = {}) {
  const new_email = fields.new_email ?? `${newRef().toLowerCase()}@example.com`;
  const form = { new_email, new_email_confirm: new_email, password: PASSWORD, ...fields };
  const jobs = recordingJobs();
  return submit<{ form: FormState }>(changePage.action, form, { user, jobs, ...more }).then((answer) => ({
    ...answer,
    errors: answer.data?.form?.errors,
    new_email,
    sent: jobs.sent,
  }));
}

describe("/email/", () => {
  test("shows none, then what a change brings, in its time", async () => {
    const user = await makeUser(1);
    await setPasswordOf(user);
    expect(await page(user)).toEqual({ current: null, waiting: null });
    const { new_email } = await change(user, {});
    expect(await page(user)).toEqual({ current: { address: new_email, status: "pending" }, waiting: null });
    expect((await page(user, NOW + 15 * MINUTE)).current).toEqual({ address: new_email, status: "expired" });
  });

  test("asks the database once", async () => {
    const { database, trips } = countingDatabase();
    await load(emailPage.loader, { user: await makeMember(), database });
    expect(trips()).toBe(1);
  });

  test("is for signed-in people of every level, and /manage-email/ leads to it", async () => {
    for (const level of [1, 2, 9, 10]) {
      expect(await load(emailPage.loader, { user: await makeUser(level) })).toMatchObject({ status: 200 });
    }
    expect(await load(emailPage.loader, { user: null })).toMatchObject({ location: "/login/" });
    expect(await load(changePage.loader, { user: null })).toMatchObject({ location: "/login/" });
    expect(await load(manageEmail, { user: null })).toMatchObject({ status: 302, location: "/email/" });
  });
});

describe("sending again", () => {
  test("is asked for by its button alone", async () => {
    const user = await makeMember();
    await change(user, {});
    expect(await submit(emailPage.action, {}, { user })).toMatchObject({ status: 422 });
    expect(await verificationsOf(user.unique_ref)).toHaveLength(1);
  });

  test("sends a link that lasts 900 s, ends the one before, and says so", async () => {
    const user = await makeMember();
    const { new_email } = await change(user, {});
    const jobs = recordingJobs();
    const form = { send: "verification" };
    const answer = await submit(emailPage.action, form, { user, jobs, now: NOW + MINUTE });
    expect(answer).toMatchObject({ status: 302, location: "/email/" });
    expect(decodeURIComponent(answer.headers.get("Set-Cookie") ?? "")).toContain(
      "Verification email sent successfully! Please check your inbox.",
    );
    const [newest, older] = await verificationsOf(user.unique_ref, NOW + MINUTE);
    expect(newest).toMatchObject({
      address: new_email,
      status: "pending",
      created_at: NOW + MINUTE,
      expires_at: NOW + 16 * MINUTE,
    });
    expect(older).toMatchObject({ status: "expired" });
    const [letter] = await lettersOf(user.unique_ref);
    expect(letter).toMatchObject({
      kind: "verify-address",
      to: new_email,
      cause: newest?.unique_ref,
      voidAt: NOW + 16 * MINUTE,
    });
    expect(jobs.sent).toEqual([{ kind: "send-mail", ref: letter?.ref, delaySeconds: 0 }]);
  });

  test("is told by the call of an app: when it was sent, and until when it counts", async () => {
    const user = await makeUser();
    await setPasswordOf(user);
    const { new_email } = await change(user, {});
    const sent_at = new Date(NOW).toISOString();
    const expires_at = new Date(NOW + 15 * MINUTE).toISOString();
    expect((await load(verifications.loader, { user })).data).toEqual([
      { email: new_email, status: "pending", sent_at, expires_at },
    ]);
  });

  test("links to our own origin whatever host was asked", async () => {
    const user = await makeMember();
    await change(user, {});
    expect((await lettersOf(user.unique_ref)).find(({ kind }) => kind === "verify-address")).toMatchObject({
      link: expect.stringMatching(/^http:\/\/daybook\.test\/verify-email\/[\w-]{43}\/$/),
    });
  });

  test("stops after five an hour, says so, and goes on in the next hour", async () => {
    const user = await makeMember();
    await change(user, {});
    for (let n = 2; n <= 5; n += 1) expect((await send(user)).status).toBe(302);
    const refused = await send(user);
    expect(refused.status).toBe(429);
    expect(refused.data.form.errors).toEqual({
      "": ["You have asked for 5 emails within an hour. Wait an hour, then try again"],
    });
    expect((await change(user, {})).errors).toEqual(refused.data.form.errors);
    expect(await lettersOf(user.unique_ref)).toHaveLength(6);
    expect((await send(user, { now: NOW + 60 * MINUTE })).status).toBe(302);
    expect((await send(await withChange())).status).toBe(302);
  });

  test("of an address that fifteen were sent to already stops too, whoever asked for them", async () => {
    const new_email = `${newRef().toLowerCase()}@example.com`;
    for (let n = 1; n <= 14; n += 1) expect((await change(await makeMember(), { new_email })).status).toBe(302);
    const user = await makeMember();
    await change(user, { new_email: new_email.toUpperCase() });
    const message = "This address was sent 15 emails within an hour. Wait an hour, then try again";
    const refused = await send(user);
    expect([refused.status, refused.data.form.errors]).toEqual([429, { "": [message] }]);
    const other = await makeMember();
    const changed = await change(other, { new_email });
    expect([changed.status, changed.errors, changed.sent]).toEqual([429, { new_email: [message] }, []]);
    expect(await verificationsOf(other.unique_ref)).toEqual([]);
    expect((await send(user, { now: NOW + 60 * MINUTE })).status).toBe(302);
  });

  async function withChange() {
    const user = await makeMember();
    await change(user, {});
    return user;
  }

  test.each<[string, string, (user: SignedInUser) => Promise<unknown>]>([
    ["no address", "Enter an email address first, with Change Email", async () => {}],
    [
      "a failed one",
      "We could not deliver mail to this address. Enter a different one with Change Email",
      (user) => addVerification({ user_ref: user.unique_ref, address: "first@example.com", status: "failed" }),
    ],
  ])("with %s says why not", async (_, message, prepare) => {
    const user = await makeUser();
    await prepare(user);
    const answer = await send(user);
    expect([answer.status, answer.data.form.errors]).toEqual([422, { "": [message] }]);
    expect(await lettersOf(user.unique_ref)).toEqual([]);
  });

  test("of a verified address says that it is", async () => {
    expect((await send(await makeMember())).data.form.errors).toEqual({
      "": ["This email has already been verified."],
    });
  });

  test("says in the specification's words when it failed, and writes nothing", async () => {
    const user = await withChange();
    const before = await lettersOf(user.unique_ref);
    const database = racingDatabase(2, async () => {
      throw new Error("no answer");
    });
    const answer = await send(user, { database });
    expect([answer.status, answer.data.form.errors]).toEqual([
      503,
      { "": ["Failed to send verification email. Please try again."] },
    ]);
    expect(await lettersOf(user.unique_ref)).toEqual(before);
  });
});

describe("an address of another account", () => {
  test("is answered as any other, by the same work; its owner is told, and no link works", async () => {
    const owner = await makeMember();
    const seen = [];
    for (const new_email of [owner.email.toUpperCase(), `${newRef()}@example.com`]) {
      const user = await makeMember();
      const counted = countingDatabase();
      const answer = await change(user, { new_email }, { database: counted.database });
      const again = await send(user, { database: counted.database });
      const kinds = answer.sent.map(({ kind, delaySeconds }) => [kind, delaySeconds]);
      const [row] = await verificationsOf(user.unique_ref);
      seen.push({
        answers: [answer.status, answer.location, again.status, again.location],
        work: [counted.trips(), counted.statements()],
        kinds,
        waiting: (await page(user)).waiting?.status,
        row: { ...row, unique_ref: "", user_ref: "", address: "", hash: "" },
        letters: (await lettersOf(user.unique_ref)).length,
      });
    }
    expect(seen[0]).toEqual(seen[1]);
  });

  test("gets a mail that says so, in its owner's spelling", async () => {
    const [owner, user] = [await makeMember(), await makeMember()];
    await change(user, { new_email: owner.email.toUpperCase() });
    const letters = await lettersOf(user.unique_ref);
    expect(letters).toContainEqual(expect.objectContaining({ kind: "address-in-use", to: owner.email }));
    expect(letters.map(({ kind }) => kind)).not.toContain("verify-address");
    expect(await verificationsOf(user.unique_ref)).toMatchObject([{ status: "pending" }]);
  });
});

describe("changing the address", () => {
  test("sends a link, tells the old address, keeps it, and goes on to a page that a reload does not repeat", async () => {
    const user = await makeMember();
    const answer = await change(user, {});
    expect(answer).toMatchObject({ status: 302, location: "/email/change/?changed" });
    expect(await page(user)).toEqual({
      current: { address: user.email, status: "verified" },
      waiting: { address: answer.new_email, status: "pending" },
    });
    const letters = await lettersOf(user.unique_ref);
    expect(letters.map(({ kind, to }) => [kind, to])).toEqual([
      ["address-change-asked", user.email],
      ["verify-address", answer.new_email],
    ]);
    expect(answer.sent.filter(({ kind }) => kind === "send-mail").map(({ ref }) => ref)).toEqual([
      letters[1]?.ref,
      letters[0]?.ref,
    ]);
    expect(await db.select().from(audit).where(eq(audit.user_ref, user.unique_ref))).toMatchObject([
      { action: "email-change-asked", occurred_at: NOW },
    ]);
    const after = await load<{ changed: string | null }>(changePage.loader, { user, path: "/email/change/?changed" });
    expect(after.data).toMatchObject({ changed: answer.new_email, current: user.email });
  });

  test("is not said to have happened to who only opens that page", async () => {
    const user = await makeMember();
    expect(await load(changePage.loader, { user, path: "/email/change/?changed" })).toMatchObject({
      data: { changed: null },
    });
  });

  test("gives this login a new token and ends every other, pending logins too", async () => {
    const user = await makeMember();
    const half = await beginPendingLoginAs(user.unique_ref);
    const [here] = [await signInAs(user.unique_ref), await signInAs(user.unique_ref)];
    const whoIs = async (cookie: string) =>
      (await findLogin(db, new Request("http://daybook.test/", { headers: { Cookie: cookie } }), NOW)).user;
    const signedIn = await whoIs(here);
    expect(signedIn).not.toBeNull();
    const { headers } = await change(signedIn as SignedInUser, {});
    expect(await db.select().from(logins).where(eq(logins.user_ref, user.unique_ref))).toHaveLength(1);
    expect(await whoIs(here)).toBeNull();
    expect(
      await findPendingLogin(db, new Request("http://daybook.test/", { headers: { Cookie: half } }), NOW),
    ).toBeNull();
    expect(await whoIs(headers.get("Set-Cookie")?.split(";")[0] ?? "")).toMatchObject({ unique_ref: user.unique_ref });
  });

  test.each<[string, Record<string, string>, Record<string, string>]>([
    [
      "nothing",
      { new_email: "", new_email_confirm: "", password: "" },
      {
        new_email: "Enter your new email address",
        new_email_confirm: "Enter the new email address again",
        password: "Enter your current password",
      },
    ],
    [
      "no address",
      { new_email: "first at example" },
      { new_email: "Enter an email address in the correct format, like name@example.com" },
    ],
    [
      "two addresses",
      { new_email_confirm: "b@example.com" },
      { new_email_confirm: "Both email addresses must be the same" },
    ],
    [
      "a wrong password",
      { password: "another set of words" },
      { password: "Please check your password and try again" },
    ],
  ])("with %s is refused at its field, and keeps no password", async (_, fields, errors) => {
    const user = await makeMember();
    const answer = await change(user, fields);
    expect(answer.status).toBe(422);
    const expected = Object.entries(errors).map(([name, message]) => [name, [message]]);
    expect(answer.errors).toEqual(Object.fromEntries(expected));
    expect(answer.data.form.values).not.toHaveProperty("password");
    expect(await lettersOf(user.unique_ref)).toEqual([]);
  });

  test("takes the second address in other case, as people type", async () => {
    const new_email = `${newRef()}@Example.com`;
    const answer = await change(await makeMember(), { new_email, new_email_confirm: new_email.toUpperCase() });
    expect(answer.status).toBe(302);
  });

  test("to the address that is verified already says so, and counts no password", async () => {
    const user = await makeMember();
    const answer = await change(user, { new_email: user.email.toUpperCase() });
    expect([answer.status, answer.errors]).toEqual([
      422,
      { new_email: ["This is already your email address. Enter a new one"] },
    ]);
  });

  test("asks for the code where two-factor is on and no reauthentication is fresh", async () => {
    const user = await makeMember();
    const stale = { ...user, has_totp: true, login: { ...user.login, reauthenticated_at: NOW - 11 * MINUTE } };
    const asks = async (who: SignedInUser) =>
      (await load<{ asksCode: boolean }>(changePage.loader, { user: who, path: "/email/change/" })).data.asksCode;
    expect([await asks(stale), await asks({ ...user, has_totp: true }), await asks(user)]).toEqual([
      true,
      false,
      false,
    ]);
    const refused = await change(stale, { twoFactorCode: "000000" });
    expect([refused.status, Object.keys(refused.errors ?? {})]).toEqual([422, ["twoFactorCode"]]);
    expect(refused.data.form.values).not.toHaveProperty("twoFactorCode");
    expect((await change({ ...user, has_totp: true }, {})).status).toBe(302);
  });

  test("counts wrong passwords", async () => {
    const user = await makeMember();
    const statuses = [];
    for (let n = 0; n < 11; n += 1) statuses.push((await change(user, { password: "wrong" })).status);
    expect(statuses.slice(-2)).toEqual([422, 429]);
    const keys = (await db.select().from(rateCounters)).map(({ key }) => key).join("\n");
    expect(keys).toContain(`reauthentication/${user.unique_ref}`);
    expect(keys).not.toContain(user.username);
  });
});

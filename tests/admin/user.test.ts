import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { auditLine } from "~/account/audit.server";
import { codes, logins, users } from "~/account/table.server";
import { linesOf } from "~/admin/audit.server";
import type { UserPage } from "~/admin/user.server";
import { outbox } from "~/mail/table.server";
import { newRef } from "~/platform/db/columns.server";
import { action, loader } from "~/routes/admin/user";
import { makeDiary } from "../support/diary";
import {
  countingDatabase,
  db,
  load,
  makeUser,
  NOW,
  openLoginOf,
  queryPlan,
  racingDatabase,
  recordingJobs,
  signInAs,
  submit,
} from "../support/harness";
import { beginPendingLoginAs, endLoginOf, makeGuardedUser } from "../support/two-factor";
import { addVerification } from "../support/verifications";
import { actsOf } from "./acts";

type Refused = { form: { errors: Record<string, string[]>; values: Record<string, string[]> } };

function at(userRef: string) {
  return { params: { userRef } };
}

async function levelOf(userRef: string) {
  const [row] = await db
    .select({ level: users.level, version: users.version })
    .from(users)
    .where(eq(users.unique_ref, userRef));
  return row;
}

async function loginsOf(userRef: string) {
  return db.select().from(logins).where(eq(logins.user_ref, userRef));
}

describe("the page of a user", () => {
  test("says what their account is, in one trip after the login", async () => {
    const { user: member, email } = await makeGuardedUser(5);
    await signInAs(member.unique_ref);
    const { database, trips } = countingDatabase();
    const answer = await load<{ user: UserPage }>(loader, {
      user: await makeUser(10),
      database,
      ...at(member.unique_ref),
    });
    expect(trips()).toBe(1);
    expect(answer.data.user).toMatchObject({
      username: member.username,
      name: "First Last",
      level: 5,
      version: 1,
      isSelf: false,
      addresses: [{ address: email, status: "verified" }],
      mayBeSentLink: false,
      app: true,
      codesLeft: 10,
      owesFactor: false,
      backup: null,
      logins: [{ browser: expect.any(String), lastUsed: "today at 12:00" }],
      pendingLogins: 0,
    });
  });

  test("shows nothing of their diary", async () => {
    const member = await makeUser();
    const { params } = await makeDiary(member);
    const answer = await load(loader, { user: await makeUser(10), ...at(member.unique_ref) });
    const shown = JSON.stringify(answer.data);
    for (const [name, ref] of Object.entries(params)) expect(shown.includes(ref), name).toBe(false);
    expect(Object.keys((answer.data as { user: object }).user).sort()).toEqual(
      [
        ...["addresses", "app", "backup", "codesLeft", "pendingLogins", "isSelf", "level", "lines", "logins", "made"],
        ...["mayBeSentLink", "name", "next", "owesFactor", "passkeys", "ref", "suspension", "username", "version"],
      ].sort(),
    );
  });

  test("is not there for nobody, and does nothing to them", async () => {
    const user = await makeUser(10);
    expect((await load(loader, { user, ...at(newRef()) })).status).toBe(404);
    expect((await submit(action, { intent: "logins" }, { user, ...at(newRef()) })).status).toBe(404);
    expect(await actsOf(user)).toEqual([]);
  });

  test("lists what they did and what was done to them, in words, a page at a time", async () => {
    const [admin, member] = [await makeUser(10), await makeUser()];
    const own = Array.from({ length: 55 }, (_, n) => auditLine(db, member.unique_ref, "logged-in", NOW - (n % 2)));
    const done = auditLine(db, admin.unique_ref, "admin-level-changed", NOW + 1, {
      about_ref: member.unique_ref,
      detail: "from 9 to 5",
    });
    await db.batch([done, ...own]);
    const first = await load<{ user: UserPage }>(loader, { user: admin, ...at(member.unique_ref) });
    const { lines, next } = first.data.user;
    expect(lines).toHaveLength(50);
    expect(lines[0]).toMatchObject({
      what: "An administrator changed the level: from 9 to 5",
      by: { ref: admin.unique_ref, name: admin.username },
      about: { ref: member.unique_ref },
    });
    const second = await load<{ user: UserPage }>(loader, {
      user: admin,
      path: `/admin/users/${member.unique_ref}/?before=${next}`,
      ...at(member.unique_ref),
    });
    expect(second.data.user.lines).toHaveLength(6);
    expect(second.data.user.next).toBeNull();
    const all = [...lines, ...second.data.user.lines].map(({ ref }) => ref);
    expect(new Set(all).size).toBe(56);
  });

  test("finds the lines by indexes", async () => {
    const plan = await queryPlan(linesOf(db, "anybody", ""));
    expect(plan).toContain("USING INDEX audit_of_user");
    expect(plan).toContain("USING INDEX audit_about");
    expect(plan).not.toMatch(/SCAN (audit|users|about)\b/);
  });
});

describe("a level", () => {
  test("is changed at once, and put on record with whom and what", async () => {
    const [user, member] = [await makeUser(10), await makeUser(9)];
    const answer = await submit(
      action,
      { intent: "level", level: "5", version: "1" },
      { user, ...at(member.unique_ref) },
    );
    expect(answer).toMatchObject({ status: 302, location: `/admin/users/${member.unique_ref}/` });
    expect(await levelOf(member.unique_ref)).toEqual({ level: 5, version: 2 });
    expect(await actsOf(user)).toEqual([
      { act: "admin-level-changed", about_ref: member.unique_ref, detail: "from 9 to 5" },
    ]);
  });

  test("that is there already is no change: a form sent twice leaves one line", async () => {
    const [user, member] = [await makeUser(10), await makeUser(9)];
    const send = () =>
      submit(action, { intent: "level", level: "5", version: "1" }, { user, ...at(member.unique_ref) });
    expect([(await send()).status, (await send()).status]).toEqual([302, 302]);
    expect(await actsOf(user)).toHaveLength(1);
  });

  test("chosen on an older page is refused, and the page comes back with what it is now", async () => {
    const [user, member] = [await makeUser(10), await makeUser(9)];
    await db.update(users).set({ level: 4, version: 2 }).where(eq(users.unique_ref, member.unique_ref));
    const answer = await submit<Refused>(
      action,
      { intent: "level", level: "5", version: "1" },
      { user, ...at(member.unique_ref) },
    );
    expect(answer.status).toBe(409);
    expect(answer.data.form.errors.level?.[0]).toContain("its level is 4 now");
    expect(answer.data.form.values.version).toEqual(["2"]);
    expect(await levelOf(member.unique_ref)).toEqual({ level: 4, version: 2 });
    expect(await actsOf(user)).toEqual([]);
  });

  test("that somebody changes at the same moment is refused, too", async () => {
    const [user, member] = [await makeUser(10), await makeUser(9)];
    const database = racingDatabase(1, () =>
      db.update(users).set({ level: 4, version: 2 }).where(eq(users.unique_ref, member.unique_ref)),
    );
    const form = { intent: "level", level: "5", version: "1" };
    const answer = await submit<Refused>(action, form, { user, database, ...at(member.unique_ref) });
    expect(answer.status).toBe(409);
    expect(await levelOf(member.unique_ref)).toEqual({ level: 4, version: 2 });
    expect(await actsOf(user)).toEqual([]);
  });

  test.each([
    ["0", "Choose a level from the list"],
    ["11", "Choose a level from the list"],
    ["", "Choose a level"],
  ])("of %j is refused in words", async (level, message) => {
    const [user, member] = [await makeUser(10), await makeUser(9)];
    const answer = await submit<Refused>(
      action,
      { intent: "level", level, version: "1" },
      { user, ...at(member.unique_ref) },
    );
    expect([answer.status, answer.data.form.errors.level]).toEqual([422, [message]]);
  });

  test("of one's own is not changed", async () => {
    const user = await makeUser(10);
    const answer = await submit<Refused>(
      action,
      { intent: "level", level: "9", version: "1" },
      { user, ...at(user.unique_ref) },
    );
    expect(answer.status).toBe(422);
    expect(answer.data.form.errors.level).toEqual(["Ask another administrator to change your own level"]);
    expect(await levelOf(user.unique_ref)).toEqual({ level: 10, version: 1 });
  });

  test("is taken by the first of two administrators who take it from each other: one is always left", async () => {
    const [one, other] = [await makeUser(10), await makeUser(10)];
    for (const each of [one, other]) await openLoginOf(each);
    const form = { intent: "level", level: "9", version: "1" };
    // The other is first, after this one was let in and before it writes.
    const database = racingDatabase(1, () => submit(action, form, { user: other, ...at(one.unique_ref) }));
    const answer = await submit(action, form, { user: one, database, ...at(other.unique_ref) });
    expect(answer).toMatchObject({ status: 302, location: "/login/" });
    expect([await levelOf(one.unique_ref), await levelOf(other.unique_ref)]).toMatchObject([
      { level: 9 },
      { level: 10 },
    ]);
    expect(await actsOf(one)).toEqual([]);
  });

  test("is not changed from a login that was ended meanwhile", async () => {
    const [user, member] = [await makeUser(10), await makeUser(9)];
    const database = racingDatabase(1, () => endLoginOf(user));
    const form = { intent: "level", level: "10", version: "1" };
    const answer = await submit(action, form, { user, database, ...at(member.unique_ref) });
    expect(answer).toMatchObject({ status: 302, location: "/login/" });
    expect(await levelOf(member.unique_ref)).toEqual({ level: 9, version: 1 });
  });
});

describe("logins", () => {
  test("of a user end all, with those that wait for a code", async () => {
    const [user, member] = [await makeUser(10), await makeUser()];
    await signInAs(member.unique_ref);
    await signInAs(member.unique_ref);
    await beginPendingLoginAs(member.unique_ref);
    const answer = await submit(action, { intent: "logins" }, { user, ...at(member.unique_ref) });
    expect(answer.status).toBe(302);
    expect(await loginsOf(member.unique_ref)).toEqual([]);
    expect(await db.select().from(codes).where(eq(codes.user_ref, member.unique_ref))).toEqual([]);
    expect(await actsOf(user)).toEqual([
      { act: "admin-logins-ended", about_ref: member.unique_ref, detail: "2 logins and 1 pending login" },
    ]);
    expect(await loginsOf(user.unique_ref)).toHaveLength(1);
  });

  test("that wait for a code are shown, and end, where no other is open", async () => {
    const [user, member, other] = [await makeUser(10), await makeUser(), await makeUser()];
    await beginPendingLoginAs(member.unique_ref);
    // Of somebody else, it is neither counted nor ended.
    await beginPendingLoginAs(other.unique_ref);
    const seen = async () => (await load<{ user: UserPage }>(loader, { user, ...at(member.unique_ref) })).data.user;
    expect(await seen()).toMatchObject({ logins: [], pendingLogins: 1 });
    await submit(action, { intent: "logins" }, { user, ...at(member.unique_ref) });
    expect(await seen()).toMatchObject({ pendingLogins: 0 });
    expect(await db.select().from(codes).where(eq(codes.user_ref, member.unique_ref))).toEqual([]);
    expect(await actsOf(user)).toMatchObject([{ act: "admin-logins-ended", detail: "1 pending login" }]);
    expect(await db.select().from(codes).where(eq(codes.user_ref, other.unique_ref))).toHaveLength(1);
  });

  test("of one's own end but this one", async () => {
    const user = await makeUser(10);
    await openLoginOf(user);
    await signInAs(user.unique_ref);
    await submit(action, { intent: "logins" }, { user, ...at(user.unique_ref) });
    expect((await loginsOf(user.unique_ref)).map(({ unique_ref }) => unique_ref)).toEqual([user.login.unique_ref]);
  });

  test("that there are none of leave no line", async () => {
    const [user, member] = [await makeUser(10), await makeUser()];
    expect((await submit(action, { intent: "logins" }, { user, ...at(member.unique_ref) })).status).toBe(302);
    expect(await actsOf(user)).toEqual([]);
  });
});

describe("a link to verify an address", () => {
  async function makeWaiting(status: "pending" | "failed") {
    const member = await makeUser();
    const address = `${newRef()}@example.com`.toLowerCase();
    await addVerification({ user_ref: member.unique_ref, address, status, created_at: NOW - 1 });
    return member;
  }

  test.each(["pending", "failed"] as const)("is sent anew where the address is %s", async (status) => {
    const [user, member, jobs] = [await makeUser(10), await makeWaiting(status), recordingJobs()];
    const answer = await submit(action, { intent: "verification" }, { user, jobs, ...at(member.unique_ref) });
    expect(answer.status).toBe(302);
    const mails = await db.select().from(outbox).where(eq(outbox.user_ref, member.unique_ref));
    expect(mails).toMatchObject([{ kind: "verify-address" }]);
    expect(jobs.sent).toContainEqual({ kind: "send-mail", ref: mails[0]?.unique_ref, delaySeconds: 0 });
    expect(await actsOf(user)).toEqual([{ act: "admin-verification-sent", about_ref: member.unique_ref, detail: "" }]);
  });

  test("is refused in words where there is no address, or it is verified, or five were sent within the hour", async () => {
    const user = await makeUser(10);
    const send = async (userRef: string) => {
      const answer = await submit<Refused>(action, { intent: "verification" }, { user, ...at(userRef) });
      return [answer.status, answer.data?.form?.errors[""]?.[0]];
    };
    expect(await send((await makeUser()).unique_ref)).toEqual([
      422,
      "There is no address to send a link to. Ask the user to enter one",
    ]);
    const { user: verified } = await makeGuardedUser();
    expect(await send(verified.unique_ref)).toEqual([422, "This user’s address is already verified"]);
    const member = await makeWaiting("pending");
    for (let n = 0; n < 5; n += 1) expect((await send(member.unique_ref))[0]).toBe(302);
    expect(await send(member.unique_ref)).toEqual([
      429,
      "This user has been sent 5 links within an hour. Wait an hour, then try again",
    ]);
  });
});

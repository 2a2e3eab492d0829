import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { codes, feeds, logins, users } from "~/account/table.server";
import type { UserPage } from "~/admin/user.server";
import { newRef } from "~/platform/db/columns.server";
import { action, loader } from "~/routes/admin/user";
import { db, load, makeUser, NOW, openLoginOf, racingDatabase, signInAs, submit } from "../support/harness";
import { lettersOf } from "../support/letters";
import { makeMember } from "../support/members";
import { actOn, suspendUser } from "../support/suspension";
import { beginPendingLoginAs } from "../support/two-factor";
import { addVerification, verificationsOf } from "../support/verifications";
import { actsOf } from "./acts";

const DAY = 24 * 60 * 60_000;
const SUSPEND = { intent: "suspend", reason: "taken-over" };

async function suspensionOf({ unique_ref }: { unique_ref: string }) {
  const [row] = await db
    .select({ at: users.suspended_at, reason: users.suspended_for, until: users.export_until, version: users.version })
    .from(users)
    .where(eq(users.unique_ref, unique_ref));
  return row;
}

/** What the owner was written to, newest first. */
async function mailsOf({ unique_ref }: { unique_ref: string }) {
  return (await lettersOf(unique_ref)).map(
    ({ to: _to, ref: _ref, cause: _cause, voidAt: _voidAt, ...content }) => content,
  );
}

describe("an administrator who suspends an account", () => {
  test("ends what is open, has its owner written to, and leaves a line", async () => {
    const [admin, member] = [await makeUser(10), await makeMember()];
    await signInAs(member.unique_ref);
    await beginPendingLoginAs(member.unique_ref);
    const row = () => ({ unique_ref: newRef(), user_ref: member.unique_ref, created_at: NOW, updated_at: NOW });
    await db.batch([
      db.insert(feeds).values({ ...row(), token_hash: newRef(), content: "titles" }),
      addVerification({ user_ref: member.unique_ref, address: "new@example.com", status: "pending" }),
    ]);
    const answer = await actOn(member, SUSPEND, admin);
    expect(answer).toMatchObject({ status: 302, location: `/admin/users/${member.unique_ref}/` });
    expect(await suspensionOf(member)).toEqual({ at: NOW, reason: "taken-over", until: null, version: 2 });
    const ref = member.unique_ref;
    expect(await db.select().from(logins).where(eq(logins.user_ref, ref))).toEqual([]);
    expect((await db.select().from(codes).where(eq(codes.user_ref, ref))).map(({ kind }) => kind)).toEqual([
      "verification",
    ]);
    expect(await db.select().from(feeds).where(eq(feeds.user_ref, ref))).toEqual([]);
    expect(await verificationsOf(ref)).toMatchObject([{ status: "expired" }]);
    expect(await mailsOf(member)).toEqual([
      { kind: "account-suspended", reason: "taken-over", contact: expect.stringContaining("@") },
    ]);
    const [line] = await actsOf(admin);
    expect(line).toEqual({ act: "admin-suspended", about_ref: ref, detail: "Somebody else may have access" });
  });

  test("sees it on the page of the user, and in the list", async () => {
    const [admin, member] = [await makeUser(10), await makeMember()];
    await actOn(member, SUSPEND, admin);
    const seen = { user: admin, params: { userRef: member.unique_ref } };
    const { user } = (await load<{ user: UserPage }>(loader, seen)).data;
    expect(user.suspension).toEqual({
      since: "21 November 2026",
      reason: "Somebody else may have access",
      exportUntil: null,
    });
  });

  test("gives a reason of the list", async () => {
    const member = await makeMember();
    for (const reason of ["", "because"]) {
      const answer = await actOn(member, { intent: "suspend", reason });
      expect([answer.status, Object.keys(answer.data.form.errors)]).toEqual([422, ["reason"]]);
    }
    expect(await suspensionOf(member)).toMatchObject({ at: null, version: 1 });
  });

  test("cannot be the one who is suspended", async () => {
    const admin = await makeUser(10);
    const answer = await actOn(admin, SUSPEND, admin);
    expect([answer.status, answer.data.form.errors]).toEqual([
      422,
      { "": ["Ask another administrator to suspend your own account"] },
    ]);
    expect(await suspensionOf(admin)).toMatchObject({ at: null });
  });

  test("of two who suspend each other only the first does: one is always left", async () => {
    const [one, other] = [await makeUser(10), await makeUser(10)];
    for (const each of [one, other]) await openLoginOf(each);
    const database = racingDatabase(1, () => actOn(one, SUSPEND, other));
    const form = { ...SUSPEND, version: "1" };
    const answer = await submit(action, form, { user: one, database, params: { userRef: other.unique_ref } });
    expect(answer).toMatchObject({ status: 302, location: "/login/" });
    expect(await suspensionOf(one)).toMatchObject({ at: NOW });
    expect(await suspensionOf(other)).toMatchObject({ at: null });
  });

  test("who looked at an older page is told what is so now", async () => {
    const member = await makeMember();
    await db.update(users).set({ level: 4, version: 2 }).where(eq(users.unique_ref, member.unique_ref));
    const answer = await actOn(member, { ...SUSPEND, version: "1" });
    expect(answer.status).toBe(409);
    expect(answer.data.form.errors[""]?.[0]).toContain("it is not suspended now");
    expect(await suspensionOf(member)).toMatchObject({ at: null });
  });

  test("twice by the same form has one mail sent, and leaves one line", async () => {
    const [admin, member] = [await makeUser(10), await makeMember()];
    for (let n = 0; n < 2; n += 1) expect((await actOn(member, { ...SUSPEND, version: "1" }, admin)).status).toBe(302);
    expect(await actsOf(admin)).toHaveLength(1);
    expect(await mailsOf(member)).toHaveLength(1);
  });
});

describe("a suspension", () => {
  test("is lifted, with a mail to the owner", async () => {
    const [admin, member] = [await makeUser(10), await makeMember()];
    await suspendUser(member, NOW + DAY);
    expect((await actOn(member, { intent: "lift" }, admin)).status).toBe(302);
    expect(await suspensionOf(member)).toEqual({ at: null, reason: null, until: null, version: 2 });
    expect(await mailsOf(member)).toEqual([{ kind: "suspension-lifted" }]);
    expect(await actsOf(admin)).toMatchObject([{ act: "admin-suspension-lifted", about_ref: member.unique_ref }]);
  });

  test("leaves its owner seven days to export, once an administrator allows it", async () => {
    const [admin, member] = [await makeUser(10), await makeMember()];
    await suspendUser(member);
    expect((await actOn(member, { intent: "export" }, admin)).status).toBe(302);
    expect(await suspensionOf(member)).toMatchObject({ at: NOW, until: NOW + 7 * DAY });
    expect(await mailsOf(member)).toMatchObject([{ kind: "export-allowed", until: "28 November 2026 at 12:00" }]);
    expect(await actsOf(admin)).toMatchObject([
      { act: "admin-export-allowed", detail: "until 28 November 2026 at 12:00" },
    ]);
  });

  test("that was lifted meanwhile leaves nothing to allow", async () => {
    const member = await makeMember();
    const answer = await actOn(member, { intent: "export" });
    expect(answer.status).toBe(409);
    expect(await mailsOf(member)).toEqual([]);
  });
});

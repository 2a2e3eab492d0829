import { and, eq, inArray, isNotNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { audit, backups, users } from "~/account/table.server";
import { backUpUser } from "~/backups/back-up-user.server";
import { dropOldBackups, planBackups } from "~/backups/daily.server";
import { newRef } from "~/platform/db/columns.server";
import { db, jobContext, makeUser } from "../support/harness";
import { backUp, backupsOf, NIGHT, NIGHT_DAY, nightAfter } from "./backups";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const statesOf = async (userRef: string) => (await backupsOf(userRef)).map(({ day, state }) => [day, state]);
const addBackup = async (user_ref: string, more: Partial<typeof backups.$inferInsert>) => {
  const unique_ref = newRef();
  const times = { due_at: NIGHT, created_at: NIGHT, updated_at: NIGHT };
  await db.insert(backups).values({ ...times, unique_ref, user_ref, day: NIGHT_DAY, state: "waiting", ...more });
  return unique_ref;
};

test.each([
  ["of what somebody did just before their last backup", "user_ref", -1, 1],
  ["of what somebody did in the moment of their last backup", "user_ref", 0, 2],
  ["of what somebody suffered just before their last backup", "about_ref", -1, 1],
  ["of what somebody suffered in the moment of their last backup", "about_ref", 0, 2],
] as const)("a line of the log %s", async (_, column, after, count) => {
  const [{ unique_ref: userRef }, { unique_ref: other }] = [await makeUser(), await makeUser()];
  for (const ref of [userRef, other]) expect(await backUp(ref)).toMatchObject({ state: "made", made_at: NIGHT });
  const line = { unique_ref: newRef(), user_ref: "", action: "logged-in", occurred_at: NIGHT + after };
  await db.insert(audit).values({ ...line, [column]: userRef });
  await planBackups(jobContext({ now: nightAfter(1) }));
  expect([(await backupsOf(userRef)).length, (await backupsOf(other)).length]).toEqual([count, 1]);
});

test("a backup that waits from an earlier day fails, and one of today goes on waiting", async () => {
  const [{ unique_ref: late }, { unique_ref: today }] = [await makeUser(), await makeUser()];
  await addBackup(late, { day: "2026-11-21" });
  await addBackup(late, { day: "2026-11-20", state: "made", made_at: 1 });
  await addBackup(today, {});
  await db.update(users).set({ changed_at: 2 }).where(eq(users.unique_ref, late));
  await planBackups(jobContext({ now: NIGHT }));
  expect(await statesOf(late)).toEqual([
    ["2026-11-20", "made"],
    ["2026-11-21", "failed"],
    [NIGHT_DAY, "waiting"],
  ]);
  expect(await statesOf(today)).toEqual([[NIGHT_DAY, "waiting"]]);
});

test.each([
  ["five minutes ago", 0, 5 * MINUTE, "made"],
  ["less than five minutes ago", 0, 5 * MINUTE - 1, "waiting"],
  ["two minutes ago, asked for six hours ago", 6 * HOUR, 2 * MINUTE, "waiting"],
  ["two minutes ago, asked for more than six hours ago", 6 * HOUR + 1, 2 * MINUTE, "made"],
] as const)("a backup of who saved something %s", async (_, waited, rest, state) => {
  const [{ unique_ref: userRef }, { unique_ref: other }] = [await makeUser(), await makeUser()];
  const ref = await addBackup(userRef, { created_at: NIGHT - waited });
  await addBackup(other, {});
  const ofBoth = inArray(users.unique_ref, [userRef, other]);
  await db
    .update(users)
    .set({ changed_at: NIGHT - rest })
    .where(ofBoth);
  await backUpUser(jobContext({ now: NIGHT }), ref);
  expect(await backupsOf(userRef)).toMatchObject([{ state, attempts: state === "made" ? 1 : 0 }]);
  expect(await backupsOf(other)).toMatchObject([{ state: "waiting", attempts: 0, due_at: NIGHT }]);
  const due = await db
    .select({ ref: users.unique_ref })
    .from(users)
    .where(and(ofBoth, isNotNull(users.changed_at)));
  expect(due.map(({ ref }) => ref).sort()).toEqual((state === "made" ? [other] : [userRef, other]).sort());
});

test.each([
  ["is not due yet", { due_at: NIGHT + 1 }],
  ["is made", { state: "made" as const }],
  ["has failed", { state: "failed" as const }],
])("a message about a backup that %s does nothing", async (_, more) => {
  const { unique_ref: userRef } = await makeUser();
  const ref = await addBackup(userRef, more);
  const before = await backupsOf(userRef);
  await backUpUser(jobContext({ now: NIGHT }), ref);
  expect(await backupsOf(userRef)).toEqual(before);
});

test("what was never made goes after 35 days, and what was made once a newer one is that old", async () => {
  const { unique_ref: userRef } = await makeUser();
  for (const [day, state] of [
    ["2026-10-10", "made"],
    ["2026-10-17", "failed"],
    ["2026-10-18", "failed"],
    ["2026-10-19", "made"],
    ["2026-10-20", "made"],
  ] as const) {
    await addBackup(userRef, { day, state });
  }
  const left = async (night: number) => {
    await dropOldBackups(jobContext({ now: nightAfter(night) }));
    return (await backupsOf(userRef)).map(({ day }) => day);
  };
  // 35 days before that night is 17 October.
  expect(await left(-1)).toEqual(["2026-10-10", "2026-10-18", "2026-10-19", "2026-10-20"]);
  expect(await left(0)).toEqual(["2026-10-10", "2026-10-19", "2026-10-20"]);
  expect(await left(1)).toEqual(["2026-10-19", "2026-10-20"]);
  expect(await left(2)).toEqual(["2026-10-20"]);
  expect(await left(400)).toEqual(["2026-10-20"]);
});

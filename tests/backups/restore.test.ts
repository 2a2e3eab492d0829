import { env } from "cloudflare:workers";
import { and, eq, getTableName, isNotNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { markForBackup } from "~/account/backups/due.server";
import { pagesOf } from "~/account/backups/objects.server";
import { deletionRef } from "~/account/deletion/deleted-users.server";
import { audit, backups, users } from "~/account/table.server";
import { checkStore } from "~/backups/check-store.server";
import { restoreUser } from "~/backups/restore.server";
import { chooseBackup, storedBackups, usersInStore } from "~/backups/stored.server";
import { editForm, writeChange } from "~/changes/write-change.server";
import { importStaging, stagedImports } from "~/data/backup-import/table.server";
import { nonEmptyBatch } from "~/data/backup-import/validate.server";
import { deleteAccountRows } from "~/data/deletion.server";
import { ROW_KINDS } from "~/data/records/kinds.server";
import { cases } from "~/diary/cases/table.server";
import { sessions } from "~/diary/sessions/table.server";
import { undoableChanges } from "~/diary/undo/queries.server";
import { jobPlans } from "~/planning/job-plans/table.server";
import { idempotencyKeys } from "~/platform/db/idempotency.server";
import { lockDays } from "../support/diary";
import { db, jobContext, makeUser, NOW, recordingJobs } from "../support/harness";
import { backUp, backupsOf, makeFullUser, NIGHT, NIGHT_DAY, nightAfter, rowsOfUser, text_encrypted } from "./backups";

const MORNING = NIGHT + 6 * 60 * 60 * 1000;

async function restore(userRef: string, upTo?: string) {
  const backup = await chooseBackup(env.OBJECTS, userRef, upTo);
  if (!backup) throw new Error("No backup");
  return restoreUser(jobContext({ now: MORNING }), backup);
}

/** As a lost database leaves it: nothing of anybody. */
async function loseEverything(userRef: string) {
  await db.batch(nonEmptyBatch(deleteAccountRows(db, userRef)));
}

async function staged() {
  return [await db.select().from(importStaging), await db.select().from(stagedImports)].map(({ length }) => length);
}

/** Without the line that the restore itself writes. */
async function rowsBefore(userRef: string) {
  const rows = await rowsOfUser(userRef);
  const lines = rows.audit?.filter((line) => !String(line).includes("restored-from-backup"));
  return { ...rows, audit: lines };
}

/** But for the number of their user: whoever comes back to a database gets a new one. */
function unnumbered(tables: Record<string, unknown[] | undefined>) {
  const lines = (rows: unknown[] = []) => rows.map((row) => String(row).replace(/"(user_)?id":\d+/, '"$1id":0'));
  return Object.fromEntries(Object.entries(tables).map(([table, rows]) => [table, lines(rows)]));
}

test("locked days hold up neither a restore nor the end of an account", async () => {
  const { user, userRef } = await makeFullUser();
  await lockDays(user, "2020-01-01", "2029-12-31");
  const before = await rowsOfUser(userRef);
  await backUp(userRef);
  await restore(userRef);
  await loseEverything(userRef);
  expect(Object.values(await rowsOfUser(userRef, user.id)).flat()).toEqual([]);
  await restore(userRef);
  const after = await rowsOfUser(userRef);
  for (const table of ["sessions", "cancellations", "cases", "leave", "locked_periods"]) {
    expect([table, after[table]?.length]).toEqual([table, before[table]?.length]);
  }
});

test("days that were locked since a backup do not hold up its restore, and are as the backup has them", async () => {
  const { user, userRef } = await makeFullUser();
  const before = await rowsOfUser(userRef);
  await backUp(userRef);
  await db.update(sessions).set({ site: "Elsewhere" }).where(eq(sessions.user_id, user.id));
  await lockDays(user, "2020-01-01", "2029-12-31");
  await restore(userRef);
  const after = await rowsOfUser(userRef);
  for (const table of ["sessions", "cancellations", "cases", "leave", "locked_periods"]) {
    expect([table, after[table]]).toEqual([table, before[table]]);
  }
});

test("where the account is gone every row comes back as it was, and other users keep theirs", async () => {
  const [{ user, userRef }, other] = [await makeFullUser(), await makeFullUser()];
  const [before, theirs] = [await rowsOfUser(userRef), await rowsOfUser(other.userRef)];
  await backUp(userRef);
  await loseEverything(userRef);
  expect(Object.values(await rowsOfUser(userRef, user.id)).flat()).toEqual([]);

  const waiting = await staged();
  const restored = await restore(userRef);
  expect(restored).toEqual({ part: "all", rows: Object.values(before).flat().length });
  expect(unnumbered(await rowsBefore(userRef))).toEqual(unnumbered(before));
  expect(await rowsOfUser(other.userRef)).toEqual(theirs);
  // The next night backs it up.
  expect(await db.$count(users, and(eq(users.unique_ref, userRef), isNotNull(users.changed_at)))).toBe(1);
  expect(await staged()).toEqual(waiting);
  const acts = await db.select().from(audit).where(eq(audit.user_ref, userRef));
  expect(acts.map(({ action }) => action)).toContain("restored-from-backup");
  // The list of backups was lost, too.
  const kept = (await storedBackups(env.OBJECTS, userRef)).map(({ day }) => day);
  expect(kept).toEqual(["2026-11-20", NIGHT_DAY]);
  expect((await backupsOf(userRef)).map(({ day, state }) => [day, state])).toEqual(kept.map((day) => [day, "made"]));
  expect(await usersInStore(env.OBJECTS)).toEqual(expect.arrayContaining([userRef, other.userRef]));
});

test("where the account is there the diary comes back as it was, and what opens the account stays as it is", async () => {
  const { user: owner, userRef, params } = await makeFullUser();
  const before = await rowsOfUser(userRef);
  await backUp(userRef);
  const newer = new Uint8Array([1, 2, 3]);
  await db.batch([
    db.update(users).set({ password_encrypted: newer }).where(eq(users.unique_ref, userRef)),
    db.update(sessions).set({ site: "Elsewhere" }).where(eq(sessions.user_id, owner.id)),
    db
      .update(jobPlans)
      .set({ title: "Overwritten" })
      .where(eq(jobPlans.unique_ref, params.planRef as string)),
    db.insert(cases).values({
      ...{ unique_ref: "made-since", user_id: owner.id, session_ref: params.sessionRef as string },
      ...{ created_at: NOW, updated_at: NOW },
    }),
  ]);
  expect((await restore(userRef)).part).toBe("diary");
  const after = await rowsBefore(userRef);
  const account = ROW_KINDS.filter(({ of }) => of === "account").map(({ table }) => getTableName(table));
  for (const [table, rows] of Object.entries(before)) {
    if (!account.includes(table)) expect(after[table as keyof typeof after], table).toEqual(rows);
  }
  const [user] = await db.select().from(users).where(eq(users.unique_ref, userRef));
  expect(Buffer.from(user?.password_encrypted ?? [])).toEqual(Buffer.from(newer));
});

test("what is restored is newer than any form that is open, and what was done before cannot be undone", async () => {
  const { user, userRef, params } = await makeFullUser();
  const by = { db, userId: user.id, now: NOW };
  const ref = params.sessionRef as string;
  const move = (version: number) =>
    writeChange(by, {
      message: "Session changed",
      form: editForm("sessions", { ref, version, fingerprint: "" }),
      seen: [{ part: "sessions", ref, version }],
      updates: { sessions: [{ unique_ref: ref, site: "Elsewhere" }] },
    });
  expect(await move(1)).toMatchObject({ result: "written", number: 2 });
  await backUp(userRef);
  await restore(userRef);
  expect(await undoableChanges(db, user.id, NOW)).toEqual([]);
  // The form that did it is in the backup; what it did is not what is there.
  for (const version of [1, 2]) expect(await move(version)).toEqual({ result: "changed since" });
  const [session] = await db.select().from(sessions).where(eq(sessions.unique_ref, ref));
  expect(session).toMatchObject({ version: 3, site: "Elsewhere" });

  await loseEverything(userRef);
  await restore(userRef);
  const [back] = await db.select().from(sessions).where(eq(sessions.unique_ref, ref));
  expect(back?.version).toBe(2);
  const keys = await db
    .select()
    .from(idempotencyKeys)
    .where(eq(idempotencyKeys.user_id, back?.user_id as number));
  expect(keys.map(({ key, change_number }) => [key, change_number])).toContainEqual([`${ref}/1`, null]);
});

test("the newest backup is taken, or the newest up to a day", async () => {
  const { unique_ref: userRef } = await makeUser();
  const days = [0, 3, 5];
  for (const night of days) {
    await markForBackup(db, userRef, nightAfter(night) - 60 * 60 * 1000);
    await backUp(userRef, { now: nightAfter(night) });
  }
  const chosen = async (upTo?: string) => (await chooseBackup(env.OBJECTS, userRef, upTo))?.day;
  expect(await chosen()).toBe("2026-11-27");
  expect(await chosen("2026-11-26")).toBe("2026-11-25");
  expect(await chosen("2026-11-22")).toBe("2026-11-22");
  expect(await chosen("2026-11-21")).toBeUndefined();
});

/** A backup of these lines, as if it had been made. */
async function storeLines(userRef: string, lines: string[]) {
  const parts = await text_encrypted({ userRef, day: NIGHT_DAY }, lines);
  await env.OBJECTS.put(`users/${userRef}/${NIGHT_DAY}.gz`, new Blob(parts));
}

const head = (userRef: string) => JSON.stringify({ daybook: 3, user_ref: userRef, day: NIGHT_DAY, made_at: NIGHT });
const PLAN = {
  ...{ title: "Job plan", date_start: "2026-04-01", method: "weekly_leave_adjusted", weeks_per_year_tenths: 420 },
  ...{ contracted_pa_units: 36_000, pa_rules: {}, created_at: 1, updated_at: 1 },
};

test("anything that is wrong with a backup leaves everything as it is", async () => {
  const { userRef } = await makeFullUser();
  const before = await rowsOfUser(userRef);
  const waiting = await staged();
  const plan = (more: object) =>
    JSON.stringify({ record: "job_plans", ...PLAN, unique_ref: crypto.randomUUID(), ...more });
  const sound = plan({});
  for (const [lines, reason] of [
    [[head(userRef), sound], "not complete"],
    [[head(userRef), sound, '{"records":2}'], "not complete"],
    [[head(userRef).replace(":3", ":1"), sound, '{"records":1}'], "of format 1 of Daybook's files"],
    [[head("somebody-else"), sound, '{"records":1}'], "no backup of"],
    [[head(userRef), sound, '{"record":"pensions"}', '{"records":2}'], "another version"],
    [[head(userRef), sound, '{"record":"case_options"}', '{"records":2}'], "it has a table case_options"],
    [[head(userRef), sound, plan({ contracted_pa_units: 1 }), '{"records":2}'], "CHECK"],
    [[head(userRef), sound, sound, '{"records":2}'], "a record twice"],
    [[head(userRef), sound, "half a li"], "cannot be read"],
  ] as const) {
    await storeLines(userRef, [...lines]);
    await expect(restore(userRef)).rejects.toThrow(reason);
    expect(await rowsBefore(userRef)).toEqual(before);
    expect(await staged()).toEqual(waiting);
  }
});

test("a backup from before a column was there takes what new rows have", async () => {
  const { id, unique_ref: userRef } = await makeUser();
  const row = { record: "job_plans", ...PLAN, unique_ref: crypto.randomUUID() };
  await storeLines(userRef, [head(userRef), JSON.stringify(row), '{"records":1}']);
  await restore(userRef);
  const [plan] = await db.select().from(jobPlans).where(eq(jobPlans.user_id, id));
  expect(plan).toMatchObject({
    title: "Job plan",
    employer: "",
    tolerance_percent: 5,
    text_encrypted: null,
  });
});

test("a name that somebody else has taken since is not taken from them", async () => {
  const { user: gone, userRef } = await makeFullUser();
  const [user] = await db.select().from(users).where(eq(users.unique_ref, userRef));
  await backUp(userRef);
  await loseEverything(userRef);
  const newcomer = await makeUser();
  await db
    .update(users)
    .set({ username: user?.username, username_key: user?.username_key })
    .where(eq(users.unique_ref, newcomer.unique_ref));
  await expect(restore(userRef)).rejects.toThrow();
  expect(Object.values(await rowsOfUser(userRef, gone.id)).flat()).toEqual([]);
  await db.delete(backups).where(eq(backups.user_ref, userRef));
});

/** As the deletion of an account leaves it, should the store not have answered: their backups are there. */
async function deleteAccount(userRef: string) {
  await loseEverything(userRef);
  const line = { unique_ref: await deletionRef(userRef), user_ref: "", action: "account-deleted", occurred_at: NIGHT };
  await db.insert(audit).values(line);
}

test("an account that its user deleted is never brought back", async () => {
  const { user, userRef } = await makeFullUser();
  await backUp(userRef);
  await deleteAccount(userRef);
  const waiting = await staged();
  await expect(restore(userRef)).rejects.toThrow("deleted by its user");
  expect(Object.values(await rowsOfUser(userRef, user.id)).flat()).toEqual([]);
  expect(await staged()).toEqual(waiting);
});

test("each night what is left of deleted accounts goes, and nothing of those that a lost database took", async () => {
  const [deleted, lost, other] = [await makeFullUser(), await makeFullUser(), await makeFullUser()];
  for (const { userRef } of [deleted, lost, other]) await backUp(userRef);
  await deleteAccount(deleted.userRef);
  await loseEverything(lost.userRef);
  await checkStore(jobContext({ now: nightAfter(1) }), "");
  const left = async ({ userRef }: { userRef: string }) => (await storedBackups(env.OBJECTS, userRef)).length;
  expect([await left(deleted), await left(lost), await left(other)]).toEqual([0, 2, 2]);
  await restore(lost.userRef);
});

test("an object that no row tells of gets one, and so is dropped in its time", async () => {
  const { unique_ref: userRef } = await makeUser();
  await backUp(userRef);
  await markForBackup(db, userRef, nightAfter(1) - 60 * 60 * 1000);
  const row = await backUp(userRef, { now: nightAfter(1) });
  // Its upload came through, and the row of it did not: tried again, it was one of another day.
  await db
    .update(backups)
    .set({ day: "2026-11-24" })
    .where(eq(backups.unique_ref, row?.unique_ref as string));
  await checkStore(jobContext({ now: nightAfter(3) }), "");
  await checkStore(jobContext({ now: nightAfter(4) }), "");
  const told = (await backupsOf(userRef)).map(({ day, state, made_at, records }) => [day, state, made_at, records]);
  expect(told).toEqual([
    [NIGHT_DAY, "made", NIGHT, 1],
    ["2026-11-23", "made", nightAfter(1), row?.records],
    ["2026-11-24", "made", nightAfter(1), row?.records],
  ]);
});

test("a store longer than a job goes through is gone on with by messages, each from where the last one stopped", async () => {
  const [first, second] = [await makeUser(), await makeUser()].map(({ unique_ref }) => unique_ref).sort() as [
    string,
    string,
  ];
  for (const userRef of [first, second]) {
    for (let n = 10; n < 40; n += 1) await env.OBJECTS.put(`users/${userRef}/20${n}-01-01.gz`, "any");
  }
  // Pages of one backup, of these two users alone.
  const theirs = (key: string) => [first, second].some((userRef) => key.includes(userRef));
  const short = new Proxy(env.OBJECTS, {
    get(target, name) {
      if (name !== "list") return Reflect.get(target, name).bind(target);
      return async ({ startAfter = "", cursor = startAfter }: R2ListOptions) => {
        const all: R2Object[] = [];
        for await (const page of pagesOf(target, { prefix: "users/" })) all.push(...page);
        const [next, ...others] = all.filter(({ key }) => key > cursor && theirs(key));
        return { objects: next ? [next] : [], truncated: others.length > 0, cursor: next?.key };
      };
    },
  });
  const jobs = recordingJobs();
  const told: number[] = [];
  for (let from: string | undefined = ""; from !== undefined; from = jobs.sent.pop()?.ref) {
    await checkStore(jobContext({ objects: short, jobs }), from);
    told.push((await backupsOf(first)).length + (await backupsOf(second)).length);
  }
  // The second begins with its user again.
  expect(told).toEqual([50, 60]);
});

test("a listing that comes in parts is read to its end", async () => {
  const { unique_ref: userRef } = await makeUser();
  for (const night of [0, 1, 2]) {
    await markForBackup(db, userRef, nightAfter(night) - 60 * 60 * 1000);
    await backUp(userRef, { now: nightAfter(night) });
  }
  const short = new Proxy(env.OBJECTS, {
    get(target, name) {
      if (name !== "list") return Reflect.get(target, name).bind(target);
      return (options: R2ListOptions) => target.list({ ...options, limit: 2 });
    },
  });
  expect((await chooseBackup(short, userRef))?.day).toBe("2026-11-24");
  expect(await storedBackups(short, userRef)).toEqual(await storedBackups(env.OBJECTS, userRef));
});

import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { REAUTHENTICATION_VALID_MS } from "~/account/guard.server";
import { audit, backups, feeds } from "~/account/table.server";
import { changes } from "~/changes/table.server";
import { formatSize, type Overview } from "~/data/your-data/overview.server";
import { cases } from "~/diary/cases/table.server";
import { fees, payers } from "~/diary/fees/table.server";
import { leave } from "~/diary/leave/table.server";
import { sessions } from "~/diary/sessions/table.server";
import { importRows, imports } from "~/import/table.server";
import { newRef } from "~/platform/db/columns.server";
import * as activity from "~/routes/mydata/activity";
import * as deleteSome from "~/routes/mydata/delete-some";
import * as feed from "~/routes/mydata/feed";
import * as feedFile from "~/routes/mydata/feed-file";
import * as mydata from "~/routes/mydata/mydata";
import * as changePage from "~/routes/password/change";
import * as resetPage from "~/routes/password/reset";
import { addFee, row } from "../diary/fees/extras-fees";
import { addOptionToCase, optionsOfUser } from "../support/case-options";
import { makeDiary } from "../support/diary";
import { flashOf } from "../support/flash";
import { countingDatabase, db, load, makeUser, NOW, racingDatabase, submit } from "../support/harness";
import { lettersOf } from "../support/letters";
import { makeMember, PASSWORD, setAddressOf, setPasswordOf } from "../support/members";
import { verifyResetCode } from "../support/reset";

type User = Awaited<ReturnType<typeof makeUser>>;

test("Your Data counts the diary and says when it was last backed up and exported, in one batch", async () => {
  const user = await makeUser();
  await makeDiary(user);
  const made = { day: "2026-11-20", state: "made", made_at: NOW - 3_600_000 } as const;
  await db.insert(backups).values({ ...row(user), ...made, user_ref: user.unique_ref, unique_ref: newRef() });
  await db
    .insert(audit)
    .values({ unique_ref: newRef(), user_ref: user.unique_ref, action: "data-exported", occurred_at: NOW - 60_000 });
  const { database, trips } = countingDatabase();
  const { data } = await load<{ data: Overview; hasDiary: boolean }>(mydata.loader, { user, database });
  expect(trips()).toBe(1);
  const counts = Object.fromEntries(data.data.counts.map(({ table, n }) => [table, n]));
  expect(data.data.counts.slice(0, 3).map(({ n, name }) => `${n} ${name}`)).toEqual([
    ...["1 job plan", "1 session", "1 case"],
  ]);
  expect(counts).toMatchObject({ job_plans: 1, sessions: 1, cases: 1, fees: 1, leave: 1, cpd: 1 });
  expect(data.data.storage).toBe("less than 0.1 MB of 50 MB");
  await setAddressOf(user);
  const confirmed = await load<{ data: Overview }>(mydata.loader, { user });
  expect(confirmed.data.data.storage).toBe("less than 0.1 MB of 500 MB");
  expect(data.data.range).toBe("17 November 2026 to 17 November 2026");
  expect([data.data.backup, data.data.exported].every((each) => each !== null)).toBe(true);
  expect(data.hasDiary).toBe(true);
  const empty = await load<{ data: Overview; hasDiary: boolean }>(mydata.loader, { user: await makeUser(1) });
  expect(empty.data.data).toMatchObject({ range: null, backup: null, exported: null });
  expect(empty.data.hasDiary).toBe(false);
});

test.each([
  [0, "less than 0.1 MB"],
  [49_999, "less than 0.1 MB"],
  [50_000, "about 0.1 MB"],
  [9_949_999, "about 9.9 MB"],
  [10_000_000, "about 10 MB"],
  [1_234_567, "about 1.2 MB"],
  [1_234_567_890, "about 1,235 MB"],
])("%i bytes are %s", (bytes, words) => {
  expect(formatSize(bytes)).toBe(words);
});

test("the activity log says in words what was done, also to the account, and nothing of others", async () => {
  const [user, admin] = [await makeUser(), await makeUser()];
  const line = (user_ref: string, act: string, at: number, more = {}) =>
    db
      .insert(audit)
      .values({ unique_ref: newRef(), user_ref, action: act, occurred_at: at, ...more } as typeof audit.$inferInsert);
  await line(user.unique_ref, "logged-in", NOW - 3000);
  await line(admin.unique_ref, "admin-level-changed", NOW - 2000, {
    about_ref: user.unique_ref,
    detail: "from 9 to 5",
  });
  await line(admin.unique_ref, "password-changed", NOW - 1000);
  const { data } = await load<{ lines: { what: string }[] }>(activity.loader, { user });
  expect(data.lines.map(({ what }) => what)).toEqual(["An administrator changed the level: from 9 to 5", "Logged in"]);
  for (let n = 0; n < 60; n += 1) await line(user.unique_ref, "logged-in", NOW - 10_000 - n);
  const first = await load<{ lines: unknown[]; older: string; newer: null }>(activity.loader, { user });
  expect([first.data.lines.length, first.data.older, first.data.newer]).toEqual([50, "/mydata/activity/?page=2", null]);
  const second = await load<{ lines: unknown[]; older: null; newer: string }>(activity.loader, {
    user,
    path: first.data.older,
  });
  expect([second.data.lines.length, second.data.older, second.data.newer]).toEqual([12, null, "/mydata/activity/"]);
});

test("an activity log that fills its page to the last line has no older one", async () => {
  const user = await makeUser();
  const line = { user_ref: user.unique_ref, action: "logged-in" } as const;
  for (let n = 0; n < 50; n += 1)
    await db.insert(audit).values({ ...line, unique_ref: newRef(), occurred_at: NOW - n });
  const { data } = await load<{ lines: unknown[]; older: null }>(activity.loader, { user });
  expect([data.lines.length, data.older]).toEqual([50, null]);
});

const press = (user: User, fields: Record<string, string>) =>
  submit<{ address?: string; form?: { errors: Record<string, string[]> } }>(
    feed.action,
    { content: "titles", ...fields },
    { user },
  );

async function calendarAt(address: string) {
  const { pathname } = new URL(address);
  const feedToken = pathname.split("/")[2] ?? "";
  return load<string>(feedFile.loader, { user: null, path: pathname, params: { feedToken } });
}

test("the feed shows sessions and leave to whoever has its address, and never a case, note, fee or place", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await db.delete(feeds).where(eq(feeds.user_ref, user.unique_ref));
  await db.update(sessions).set({ site: "Secret theatre" }).where(eq(sessions.unique_ref, params.sessionRef));
  await addFee(user, { session_ref: params.sessionRef, payer: "Insurer North" });
  const { data, headers } = await press(user, { intent: "make" });
  expect(data.address).toMatch(/\/calendar\/[\w-]{43}\/daybook\.ics$/);
  expect(headers.get("Location")).toBeNull();
  const read = await calendarAt(data.address ?? "");
  expect([read.status, read.headers.get("Content-Type")]).toEqual([200, "text/calendar; charset=utf-8"]);
  expect(read.data).toContain("SUMMARY:All-day orthopaedics\r\n");
  expect(read.data).toContain("SUMMARY:Annual leave");
  expect(read.data).not.toMatch(/Secret|Insurer|\bASA\b|2\.50/);
  const [kept] = await db.select().from(feeds).where(eq(feeds.user_ref, user.unique_ref));
  expect(JSON.stringify(kept)).not.toContain(data.address?.split("/")[4]);
  expect(kept?.last_read_at).toBe(NOW);
  await press(user, { intent: "change", content: "pas" });
  expect((await calendarAt(data.address ?? "")).data).toContain("SUMMARY:All-day orthopaedics (2.50 PA)");
});

test("leave that was called off, and work of long ago, are not in the feed", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await db.update(leave).set({ status: "cancelled" }).where(eq(leave.unique_ref, params.leaveRef));
  await db
    .update(sessions)
    .set({ start_at: NOW - 500 * 86_400_000, end_at: NOW - 500 * 86_400_000 + 3_600_000 })
    .where(eq(sessions.unique_ref, params.sessionRef));
  const { data } = await press(user, { intent: "make" });
  expect((await calendarAt(data.address ?? "")).data).not.toContain("BEGIN:VEVENT");
});

test("a new address ends the one before, and turning the feed off ends all; each is noted", async () => {
  const user = await makeUser();
  const first = (await press(user, { intent: "make" })).data.address ?? "";
  const second = (await press(user, { intent: "make" })).data.address ?? "";
  expect([(await calendarAt(first)).status, (await calendarAt(second)).status]).toEqual([404, 200]);
  // The second time it shows what it is to show already.
  for (const content of ["pas", "pas"]) await press(user, { intent: "change", content });
  const ended = await press(user, { intent: "end" });
  expect([ended.status, (await calendarAt(second)).status]).toEqual([302, 404]);
  expect((await press(user, { intent: "change" })).status).toBe(409);
  expect((await press(user, { intent: "end" })).status).toBe(302);
  const noted = await db.select({ act: audit.action }).from(audit).where(eq(audit.user_ref, user.unique_ref));
  expect(noted.map(({ act }) => act)).toEqual(["feed-made", "feed-made", "feed-changed", "feed-ended"]);
});

test("an address is made after reauthentication alone, and its owner is written to", async () => {
  const user = await makeUser();
  await setAddressOf(user);
  const stale = { ...user, login: { ...user.login, reauthenticated_at: NOW - REAUTHENTICATION_VALID_MS } };
  const confirm = "/account/confirm/?next=%2Fmydata%2Ffeed%2F";
  for (const intent of ["make", "change"]) expect((await press(stale, { intent })).location).toBe(confirm);
  expect(await db.select().from(feeds).where(eq(feeds.user_ref, user.unique_ref))).toEqual([]);
  const { address = "" } = (await press(user, { intent: "make" })).data;
  expect((await lettersOf(user.unique_ref)).map(({ kind }) => kind)).toEqual(["feed-made"]);
  // Whoever wants to be rid of it is asked nothing.
  expect((await press(stale, { intent: "end" })).location).toBe("/mydata/feed/");
  expect((await calendarAt(address)).status).toBe(404);
});

test.each(["reset", "changed"])("a feed ends when the password is %s", async (how) => {
  const user = await makeMember();
  const { address = "" } = (await press(user, { intent: "make" })).data;
  expect((await calendarAt(address)).status).toBe(200);
  const fields = { password1: "velvet harbour compass", password2: "velvet harbour compass" };
  const cookie = await verifyResetCode(user.unique_ref);
  const answer =
    how === "reset"
      ? await submit(resetPage.action, fields, { user: null, headers: { Cookie: cookie } })
      : await submit(changePage.action, { ...fields, password: PASSWORD }, { user });
  expect(answer.status).toBe(302);
  expect((await calendarAt(address)).status).toBe(404);
});

test("a feed of somebody who may have no diary any more answers as one that is not there", async () => {
  const user = await makeUser(2);
  await db.insert(feeds).values({
    ...{ ...row(user), user_ref: user.unique_ref, unique_ref: newRef(), token_hash: newRef(), content: "titles" },
  });
  const owner = { ...user, level: 9 };
  const { data } = await press(owner, { intent: "make" });
  expect((await calendarAt(data.address ?? "")).status).toBe(404);
  expect((await calendarAt("http://daybook.test/calendar/x/daybook.ics")).status).toBe(404);
});

const remove = (user: User, fields: Record<string, string>, more = {}) =>
  submit<{ form: { errors: Record<string, string[]> } }>(
    deleteSome.action,
    { password: PASSWORD, shown: "1,1,1,1", ...fields },
    { user, ...more },
  );

async function partsOf({ id }: User) {
  const n = async (rows: Promise<unknown[]>) => (await rows).length;
  return {
    sessions: await n(db.select().from(sessions).where(eq(sessions.user_id, id))),
    cases: await n(db.select().from(cases).where(eq(cases.user_id, id))),
    options: await n(optionsOfUser(id)),
    fees: await n(db.select().from(fees).where(eq(fees.user_id, id))),
    imports: await n(db.select().from(imports).where(eq(imports.user_id, id))),
    rows: await n(db.select().from(importRows).where(eq(importRows.user_id, id))),
    undo: await n(db.select().from(changes).where(eq(changes.user_id, id))),
  };
}

async function diaryWithFees() {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await db.insert(changes).values({ user_id: user.id, number: 2, message: "Case deleted", occurred_at: NOW });
  await setPasswordOf(user);
  await addFee(user, { case_ref: params.caseRef, payer: "Insurer North" });
  await addOptionToCase(params.caseRef, "121");
  return user;
}

test("only cases go, with their options and fees; the rest stays, and nothing of others goes", async () => {
  const [user, other] = [await diaryWithFees(), await diaryWithFees()];
  const { data } = await load<{ shown: string }>(deleteSome.loader, { user });
  expect(data.shown).toBe("1,1,1,1");
  const answer = await remove(user, { part: "cases" });
  expect([answer.status, answer.location, flashOf(answer).text]).toEqual([302, "/mydata/", "All cases deleted"]);
  const noted = await db.select({ act: audit.action }).from(audit).where(eq(audit.user_ref, user.unique_ref));
  expect(noted).toEqual([{ act: "some-data-deleted" }]);
  // Nothing names that payer any more.
  const left = await db.select({ name: payers.name }).from(payers).where(eq(payers.user_id, user.id));
  expect(left).toEqual([{ name: "Trust" }]);
  expect(await partsOf(user)).toEqual({ sessions: 1, cases: 0, options: 0, fees: 1, imports: 1, rows: 1, undo: 0 });
  expect(await partsOf(other)).toEqual({ sessions: 1, cases: 1, options: 1, fees: 2, imports: 1, rows: 1, undo: 1 });
});

test("only imports go; the cases that were placed from them stay", async () => {
  const user = await diaryWithFees();
  expect(flashOf(await remove(user, { part: "imports" })).text).toBe("All imported files deleted");
  expect(await partsOf(user)).toEqual({ sessions: 1, cases: 1, options: 1, fees: 2, imports: 0, rows: 0, undo: 0 });
});

test("a database that fails while cases are deleted is no change by somebody else", async () => {
  const user = await diaryWithFees();
  const failing = racingDatabase(1, () => Promise.reject(new Error("Network connection lost")));
  await expect(remove(user, { part: "cases" }, { database: failing })).rejects.toThrow("connection lost");
});

test("what comes in just before all cases go keeps them all", async () => {
  const user = await diaryWithFees();
  const more = () => makeDiary(user);
  const answer = await remove(user, { part: "cases" }, { database: racingDatabase(1, more) });
  expect(answer.status).toBe(409);
  expect(await partsOf(user)).toMatchObject({ cases: 2 });
});

test("nothing goes with a wrong password, without a choice, or when more is there than was shown", async () => {
  const user = await diaryWithFees();
  const before = await partsOf(user);
  expect((await remove(user, { part: "cases", password: "wrong horse battery" })).data.form.errors).toHaveProperty(
    "password",
  );
  expect((await remove(user, { part: "cases", password: "" })).data.form.errors.password).toEqual([
    "Enter your password",
  ]);
  expect((await remove(user, {})).data.form.errors).toHaveProperty("part");
  const changed = await remove(user, { part: "cases", shown: "0,1,1,1" });
  expect([changed.status, changed.data.form.errors[""]?.[0]]).toEqual([
    409,
    expect.stringContaining("Your data changed"),
  ]);
  expect(await partsOf(user)).toEqual(before);
});

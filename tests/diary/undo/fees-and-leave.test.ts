import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { type ChangeOutcome, writeChange } from "~/changes/write-change.server";
import { cases } from "~/diary/cases/table.server";
import { fees } from "~/diary/fees/table.server";
import { ownersOf } from "~/diary/fees/write.server";
import { leave, lieuLedger } from "~/diary/leave/table.server";
import { sessions } from "~/diary/sessions/table.server";
import { newRef } from "~/platform/db/columns.server";
import * as undo from "~/routes/logbook/undo";
import { makeDiary } from "../../support/diary";
import { flashOf } from "../../support/flash";
import { countingDatabase, db, makeUser, NOW, submit } from "../../support/harness";
import { payerRef } from "../../support/payers";

type User = Awaited<ReturnType<typeof makeUser>>;

const row = (user: User) => ({ user_id: user.id, created_at: NOW, updated_at: NOW });

/** Three fees: of the session, of its case, and one that stands alone. @returns their references */
async function threeFees(user: User, params: { sessionRef: string; caseRef: string }) {
  const [ofSession, ofCase, alone] = [newRef(), newRef(), newRef()];
  const payer_ref = await payerRef(user.id, "Trust");
  const fee = { ...row(user), amount_pence: 10_000, text_encrypted: new Uint8Array([0, 255]) };
  await db.batch([
    db.insert(fees).values({ ...fee, unique_ref: ofSession, session_ref: params.sessionRef, payer_ref }),
    db.insert(fees).values({ ...fee, unique_ref: ofCase, case_ref: params.caseRef, timesheet_date: "2026-11-20" }),
    db.insert(fees).values({ ...fee, unique_ref: alone, work_date: "2026-11-01", kind: "locum" }),
  ]);
  return [ofSession, ofCase, alone] as const;
}

const by = (user: User, at = NOW) => ({ db, userId: user.id, now: at });

const named = (refs: readonly string[], rows: (typeof fees.$inferSelect)[]) =>
  rows.filter(({ unique_ref }) => refs.includes(unique_ref));

const seen = (rows: (typeof fees.$inferSelect)[]) =>
  rows.map(({ unique_ref: ref, version }) => ({ part: "fees" as const, ref, version }));

/** Sets values of fees, as one change. @returns what undoes it */
async function mark(user: User, refs: readonly string[], values: Partial<typeof fees.$inferSelect>, at = NOW) {
  const feeList = named(refs, await feesOf(user));
  const sets = [{ part: "fees" as const, refs, values }];
  const change = { message: "Fees marked", seen: seen(feeList), sets, touches: ownersOf(feeList) };
  return ((await writeChange(by(user, at), change)) as ChangeOutcome).undo as string;
}

/** @returns what undoes it */
async function deleteFees(user: User, refs: readonly string[]) {
  const fees = named(refs, await feesOf(user));
  const deletes = [{ part: "fees" as const, refs }];
  const change = { message: "Fee deleted", seen: seen(fees), deletes, touches: ownersOf(fees) };
  return ((await writeChange(by(user), change)) as ChangeOutcome).undo as string;
}

/** Work that stands alone. @returns it, and what undoes it */
async function makeFee(user: User) {
  const fee = newRef();
  const inserts = { fees: [{ unique_ref: fee, work_date: "2026-11-02", amount_pence: 1 }] };
  return { fee, undo: ((await writeChange(by(user), { message: "Made", inserts })) as ChangeOutcome).undo as string };
}

async function ownersOfFees(params: { sessionRef: string; caseRef: string }) {
  const [session] = await db.select().from(sessions).where(eq(sessions.unique_ref, params.sessionRef));
  const [one] = await db.select().from(cases).where(eq(cases.unique_ref, params.caseRef));
  return [session?.version, one?.version];
}

const feesOf = ({ id }: User) => db.select().from(fees).where(eq(fees.user_id, id)).orderBy(asc(fees.unique_ref));

const press = (user: User, undoRef: string, more = {}) =>
  submit(undo.action, {}, { user, params: { undoRef }, ...more });

const said = (answer: { headers: Headers }) => flashOf(answer).text;

test("fees that an act changed are as before, and so are the versions of what they are for", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const refs = await threeFees(user, params);
  const before = await feesOf(user);
  const undone = await mark(user, refs, { timesheet_date: "2026-11-21", paid_date: "2026-11-21", paid_pence: 5 });
  expect(await ownersOfFees(params)).toEqual([2, 2]);
  const { database, trips } = countingDatabase();
  const answer = await press(user, undone, { database });
  expect([said(answer), trips()]).toEqual(["Restored: 3 fees", 2]);
  expect(await feesOf(user)).toEqual(before);
  // A form that was opened in between has another version, and is told.
  expect(await ownersOfFees(params)).toEqual([1, 1]);
  expect(said(await press(user, undone))).toBe("This has already been undone. Nothing was changed");
});

test("an undo that only raised the version of a session keeps no change of that session from being undone", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const refs = await threeFees(user, params);
  const marked = await mark(user, refs, { timesheet_date: "2026-11-21" });
  const updates = { sessions: [{ unique_ref: params.sessionRef, site: "Day unit" }] };
  const session = { part: "sessions" as const, ref: params.sessionRef, version: 2 };
  const moved = (await writeChange(by(user), { message: "Moved", seen: [session], updates })) as ChangeOutcome;
  const site = async () =>
    (await db.select().from(sessions).where(eq(sessions.unique_ref, params.sessionRef)))[0]?.site;
  expect(await site()).toBe("Day unit");
  expect(said(await press(user, marked))).toBe("Restored: 3 fees");
  // Its form shows the fee, and is told.
  expect((await ownersOfFees(params))[0]).toBeGreaterThan(3);
  expect(said(await press(user, moved.undo as string))).toBe("Restored: 1 session");
  expect(await site()).not.toBe("Day unit");
});

test("nothing is undone once one of its fees was changed since, until that is undone", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const refs = await threeFees(user, params);
  const before = await feesOf(user);
  const undone = await mark(user, refs, { timesheet_date: "2026-11-21" });
  const later = await mark(user, [refs[0]], { payer_ref: await payerRef(user.id, "Insurer") });
  const deleted = await deleteFees(user, [refs[2]]);
  for (const way of [later, deleted]) {
    const between = await feesOf(user);
    expect(JSON.stringify((await press(user, undone)).data)).toContain("Nothing was undone");
    expect(await feesOf(user)).toEqual(between);
    await press(user, way);
  }
  expect(said(await press(user, undone))).toBe("Restored: 3 fees");
  expect(await feesOf(user)).toEqual(before);
});

test("two changes are undone one after the other, and the making of the fee after them", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const refs = await threeFees(user, params);
  const before = await feesOf(user);
  const made = await makeFee(user);
  const claimed = await mark(user, [...refs, made.fee], { timesheet_date: "2026-11-19" });
  const paid = await mark(user, [...refs, made.fee], { paid_date: "2026-11-21" }, NOW + 1);
  expect(said(await press(user, paid, { now: NOW + 2 }))).toBe("Restored: 4 fees");
  expect((await feesOf(user)).map((fee) => fee.paid_date)).toEqual(Array(5).fill(null));
  expect(said(await press(user, claimed, { now: NOW + 3 }))).toBe("Restored: 4 fees");
  expect(said(await press(user, made.undo, { now: NOW + 4 }))).toBe("Removed: 1 fee");
  expect(await feesOf(user)).toEqual(before);
});

test("a fee that an act made stays when it was changed meanwhile", async () => {
  const user = await makeUser();
  const { fee, undo: made } = await makeFee(user);
  await mark(user, [fee], { paid_date: "2026-11-21" });
  expect((await press(user, made)).status).toBe(409);
  expect(await feesOf(user)).toHaveLength(1);
});

test("a page that went with the act leads to its list", async () => {
  const user = await makeUser();
  const { fee, undo: made } = await makeFee(user);
  const headers = { Referer: `http://daybook.test/extras/${fee}/` };
  const answer = await press(user, made, { headers });
  expect([answer.location, said(answer)]).toEqual(["/extras/", "Removed: 1 fee"]);
});

test("deleted fees come back, and forms that were opened without them are told", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const [ofSession, ofCase] = await threeFees(user, params);
  const before = await feesOf(user);
  const gone = await deleteFees(user, [ofSession, ofCase]);
  expect(await ownersOfFees(params)).toEqual([2, 2]);
  expect(said(await press(user, gone))).toBe("Restored: 2 fees");
  expect(await feesOf(user)).toEqual(before);
  expect(await ownersOfFees(params)).toEqual([1, 1]);
});

/** Every row of leave and of time in lieu. */
async function leaveOf({ id }: User) {
  return {
    leave: await db.select().from(leave).where(eq(leave.user_id, id)).orderBy(asc(leave.unique_ref)),
    lieu: await db.select().from(lieuLedger).where(eq(lieuLedger.user_id, id)),
  };
}

/** Deletes one row. @returns its change */
async function deleteRow({ id }: User, part: "leave" | "lieu_ledger", ref: string, version = 1) {
  const by = { db, userId: id, now: NOW };
  const change = { message: "Deleted", seen: [{ part, ref, version }], deletes: [{ part, refs: [ref] }] };
  return ((await writeChange(by, change)) as ChangeOutcome).undo as string;
}

test("deleted leave comes back with its line of time in lieu", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await db
    .update(leave)
    .set({ type: "lieu", text_encrypted: new Uint8Array([0, 255, 7]), stated_pa_units: 3600, version: 3 })
    .where(eq(leave.unique_ref, params.leaveRef));
  const spent = { unique_ref: newRef(), day: "2026-12-14", kind: "spent" as const, unit: "days" as const };
  await db.insert(lieuLedger).values({
    ...row(user),
    ...spent,
    hundredths: -100,
    leave_ref: params.leaveRef,
    text_encrypted: new Uint8Array([1]),
  });
  const before = await leaveOf(user);
  const step = await deleteRow(user, "leave", params.leaveRef, 3);
  expect((await leaveOf(user)).leave).toEqual([]);
  expect(said(await press(user, step))).toBe("Restored: 1 entry of leave, 1 line of time in lieu");
  expect(await leaveOf(user)).toEqual(before);
});

test.each([
  ["the same days", { date_start: "2026-12-18", date_end: "2026-12-18", start_part: "pm" }, 409],
  ["the afternoon of its last morning", { date_start: "2026-12-18", date_end: "2026-12-21", start_part: "pm" }, 302],
  ["a day of it, called off", { date_start: "2026-12-15", date_end: "2026-12-15", status: "cancelled" }, 302],
  ["the week after", { date_start: "2026-12-21", date_end: "2026-12-22" }, 302],
] as const)("leave does not come back onto days that other leave has taken: %s", async (which, days, status) => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  if (which.startsWith("the afternoon")) {
    await db.update(leave).set({ end_part: "am" }).where(eq(leave.unique_ref, params.leaveRef));
  }
  const step = await deleteRow(user, "leave", params.leaveRef);
  await db.insert(leave).values({ ...row(user), unique_ref: newRef(), type: "study", status: "planned", ...days });
  const answer = await press(user, step);
  expect(answer.status).toBe(status);
  expect((await leaveOf(user)).leave).toHaveLength(status === 302 ? 2 : 1);
});

test("a line that was deleted by itself does not come back to be spent on leave that is gone or of another type", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await db.update(leave).set({ type: "lieu" }).where(eq(leave.unique_ref, params.leaveRef));
  const unique_ref = newRef();
  const spent = {
    day: "2026-12-14",
    kind: "spent",
    unit: "days",
    hundredths: -100,
    leave_ref: params.leaveRef,
  } as const;
  await db.insert(lieuLedger).values({ ...row(user), ...spent, unique_ref });
  const step = await deleteRow(user, "lieu_ledger", unique_ref);
  const lines = async () => (await leaveOf(user)).lieu.map((line) => line.unique_ref);
  await db.update(leave).set({ type: "annual" }).where(eq(leave.unique_ref, params.leaveRef));
  const refused = await press(user, step);
  expect([refused.status, JSON.stringify(refused.data)]).toEqual([409, expect.stringContaining("Nothing was undone")]);
  expect(await lines()).not.toContain(unique_ref);
  await db.update(leave).set({ type: "toil" }).where(eq(leave.unique_ref, params.leaveRef));
  expect(said(await press(user, step))).toBe("Restored: 1 line of time in lieu");
  expect(await lines()).toContain(unique_ref);
});

test("a fee does not come back beside another of its session", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const [ofSession] = await threeFees(user, params);
  const gone = await deleteFees(user, [ofSession]);
  const other = { amount_pence: 5, session_ref: params.sessionRef, unique_ref: newRef() };
  await db.insert(fees).values({ ...row(user), ...other });
  const refused = await press(user, gone);
  expect([refused.status, JSON.stringify(refused.data)]).toEqual([409, expect.stringContaining("Nothing was undone")]);
});

import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { cases } from "~/cases/table.server";
import { claims } from "~/claims/table.server";
import { newRef } from "~/db/columns.server";
import { keepForUndo } from "~/db/undo-steps.server";
import { leave, lieuLedger } from "~/leave/table.server";
import * as undo from "~/routes/logbook/undo";
import { sessions } from "~/sessions/table.server";
import { makeDiary } from "../support/diary";
import { flashOf } from "../support/flash";
import { countingDatabase, db, makeUser, NOW, submit } from "../support/harness";

type User = Awaited<ReturnType<typeof makeUser>>;

const row = (user: User) => ({ user_id: user.id, created_at: NOW, updated_at: NOW });

/** Three fees: of the session, of its case, and one that stands alone. @returns their references */
async function threeFees(user: User, params: { sessionRef: string; caseRef: string }) {
  const [ofSession, ofCase, alone] = [newRef(), newRef(), newRef()];
  const fee = { ...row(user), amount_pence: 10_000, sealed: new Uint8Array([0, 255]) };
  await db.batch([
    db.insert(claims).values({ ...fee, unique_ref: ofSession, session_ref: params.sessionRef, payer: "Trust" }),
    db.insert(claims).values({ ...fee, unique_ref: ofCase, case_ref: params.caseRef, timesheet_date: "2026-11-20" }),
    db.insert(claims).values({ ...fee, unique_ref: alone, work_date: "2026-11-01", kind: "locum", version: 4 }),
  ]);
  return [ofSession, ofCase, alone] as const;
}

/** Sets a date of fees, as one act. @returns its step */
async function mark(user: User, refs: readonly string[], dates: Partial<typeof claims.$inferSelect>, at = NOW) {
  const ref = newRef();
  const where = and(eq(claims.user_id, user.id), inArray(claims.unique_ref, [...refs]));
  const step = {
    ref,
    says: "Fees marked",
    deletes: [{ table: claims, where: sql`${where}` }],
    makes: { claims: refs },
  };
  await db.batch([
    keepForUndo(db, user.id, step, at),
    db
      .update(claims)
      .set({ ...dates, version: sql`${claims.version} + 1`, updated_at: at })
      .where(where),
  ]);
  return ref;
}

const feesOf = ({ id }: User) => db.select().from(claims).where(eq(claims.user_id, id)).orderBy(asc(claims.unique_ref));

const press = (user: User, undoRef: string, more = {}) =>
  submit(undo.action, {}, { user, params: { undoRef }, ...more });

const said = (answer: { headers: Headers }) => flashOf(answer).text;

/** What a fee holds, but for what goes on with each change. */
const held = (fees: (typeof claims.$inferSelect)[]) => fees.map(({ version, updated_at, ...rest }) => rest);

test("fees that an act changed are as before, in one batch, and their forms are told", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const refs = await threeFees(user, params);
  const before = await feesOf(user);
  const step = await mark(user, refs, { timesheet_date: "2026-11-21", paid_date: "2026-11-21", paid_pence: 5 });
  const { database, trips } = countingDatabase();
  const answer = await press(user, step, { database });
  expect([said(answer), trips()]).toEqual(["Put back as before: 3 fees", 1]);
  const after = await feesOf(user);
  expect(held(after)).toEqual(held(before));
  const versions = (fees: typeof before) => refs.map((ref) => fees.find((fee) => fee.unique_ref === ref)?.version);
  expect(versions(after)).toEqual([3, 3, 6]);
  const [session] = await db.select().from(sessions).where(eq(sessions.unique_ref, params.sessionRef));
  const [one] = await db.select().from(cases).where(eq(cases.unique_ref, params.caseRef));
  expect([session?.version, one?.version]).toEqual([2, 2]);
  expect(said(await press(user, step))).toBe("This was undone before. Nothing has changed");
});

test("a fee that was changed or deleted since stays as it is, and is said", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const refs = await threeFees(user, params);
  const step = await mark(user, refs, { timesheet_date: "2026-11-21" });
  await db.update(claims).set({ payer: "Insurer", version: 3 }).where(eq(claims.unique_ref, refs[0]));
  await db.delete(claims).where(eq(claims.unique_ref, refs[2]));
  expect(said(await press(user, step))).toBe(
    "Put back as before: 1 fee. 1 stays as it is, since it was changed meanwhile. 1 is not there any more",
  );
  const after = await feesOf(user);
  expect(after.find((fee) => fee.unique_ref === refs[0])).toMatchObject({ payer: "Insurer", version: 3 });
  expect(after.find((fee) => fee.unique_ref === refs[1])).toMatchObject({ timesheet_date: "2026-11-20", version: 3 });
  // The session's own form was not passed by.
  const [session] = await db.select().from(sessions).where(eq(sessions.unique_ref, params.sessionRef));
  expect(session?.version).toBe(1);
});

test("two changes are undone one after the other, and the making of the fee after them", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const refs = await threeFees(user, params);
  const before = await feesOf(user);
  const alone = newRef();
  await db
    .insert(claims)
    .values({ ...row(user), unique_ref: alone, work_date: "2026-11-02", amount_pence: 1, version: 1 });
  const made = newRef();
  await db.batch([keepForUndo(db, user.id, { ref: made, says: "Made", makes: { claims: [alone] } }, NOW)]);
  const claimed = await mark(user, [...refs, alone], { timesheet_date: "2026-11-19" });
  const paid = await mark(user, [...refs, alone], { paid_date: "2026-11-21" }, NOW + 1);
  expect(said(await press(user, paid, { now: NOW + 2 }))).toBe("Put back as before: 4 fees");
  expect((await feesOf(user)).map((fee) => fee.paid_date)).toEqual(Array(5).fill(null));
  expect(said(await press(user, claimed, { now: NOW + 3 }))).toBe("Put back as before: 4 fees");
  expect(said(await press(user, made, { now: NOW + 4 }))).toBe("Taken away again: 1 fee");
  expect(held(await feesOf(user))).toEqual(held(before));
});

test("a fee that an act made stays when it was changed meanwhile", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const made = newRef();
  await db.batch([keepForUndo(db, user.id, { ref: made, says: "Made", makes: { claims: [params.claimRef] } }, NOW)]);
  await db.update(claims).set({ version: 2 }).where(eq(claims.unique_ref, params.claimRef));
  expect(said(await press(user, made))).toBe("Nothing was taken away. 1 stays, since it was changed meanwhile");
  expect(await feesOf(user)).toHaveLength(1);
});

test("a page that went with the act leads to its list", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const made = newRef();
  await db.batch([keepForUndo(db, user.id, { ref: made, says: "Made", makes: { claims: [params.claimRef] } }, NOW)]);
  const headers = { Referer: `http://daybook.test/extras/${params.claimRef}/` };
  const answer = await press(user, made, { headers });
  expect([answer.location, said(answer)]).toEqual(["/extras/", "Taken away again: 1 fee"]);
});

test("a deleted fee of a session comes back, and the session's form is told", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const [ofSession, ofCase] = await threeFees(user, params);
  const before = await feesOf(user);
  const step = newRef();
  const where = sql`${claims.unique_ref} IN (${ofSession}, ${ofCase})`;
  await db.batch([
    keepForUndo(db, user.id, { ref: step, says: "Fee deleted", deletes: [{ table: claims, where }] }, NOW),
    db.delete(claims).where(where),
  ]);
  expect(said(await press(user, step))).toBe("Put back: 2 fees");
  expect(await feesOf(user)).toEqual(before);
  const [session] = await db.select().from(sessions).where(eq(sessions.unique_ref, params.sessionRef));
  const [one] = await db.select().from(cases).where(eq(cases.unique_ref, params.caseRef));
  expect([session?.version, one?.version]).toEqual([2, 2]);
});

/** Every row of leave and of time in lieu. */
async function leaveOf({ id }: User) {
  return {
    leave: await db.select().from(leave).where(eq(leave.user_id, id)).orderBy(asc(leave.unique_ref)),
    lieu: await db.select().from(lieuLedger).where(eq(lieuLedger.user_id, id)),
  };
}

async function deleteLeave(user: User, leaveRef: string) {
  const ref = newRef();
  const deletes = [
    { table: leave, where: eq(leave.unique_ref, leaveRef) },
    { table: lieuLedger, where: eq(lieuLedger.leave_ref, leaveRef) },
  ];
  await db.batch([
    keepForUndo(db, user.id, { ref, says: "Leave deleted", deletes }, NOW),
    db.delete(lieuLedger).where(eq(lieuLedger.leave_ref, leaveRef)),
    db.delete(leave).where(eq(leave.unique_ref, leaveRef)),
  ]);
  return ref;
}

test("deleted leave comes back with its line of time in lieu", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await db
    .update(leave)
    .set({ sealed: new Uint8Array([0, 255, 7]), stated_pa_units: 3600, version: 3 })
    .where(eq(leave.unique_ref, params.leaveRef));
  const spent = { unique_ref: newRef(), day: "2026-12-14", kind: "spent" as const, unit: "days" as const };
  await db
    .insert(lieuLedger)
    .values({ ...row(user), ...spent, hundredths: -100, leave_ref: params.leaveRef, sealed: new Uint8Array([1]) });
  const before = await leaveOf(user);
  const step = await deleteLeave(user, params.leaveRef);
  expect((await leaveOf(user)).leave).toEqual([]);
  expect(said(await press(user, step))).toBe("Put back: 1 entry of leave, 1 line of time in lieu");
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
  const step = await deleteLeave(user, params.leaveRef);
  await db.insert(leave).values({ ...row(user), unique_ref: newRef(), type: "study", status: "planned", ...days });
  const answer = await press(user, step);
  expect(answer.status).toBe(status);
  expect((await leaveOf(user)).leave).toHaveLength(status === 302 ? 2 : 1);
  if (status === 409) expect(JSON.stringify(answer.data)).toContain("other leave is on those days now");
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
  const step = newRef();
  const where = eq(lieuLedger.unique_ref, unique_ref);
  const deletes = [{ table: lieuLedger, where }];
  await db.batch([
    keepForUndo(db, user.id, { ref: step, says: "Time in lieu deleted", deletes }, NOW),
    db.delete(lieuLedger).where(where),
  ]);
  const lines = async () => (await leaveOf(user)).lieu.map((line) => line.unique_ref);
  await db.update(leave).set({ type: "annual" }).where(eq(leave.unique_ref, params.leaveRef));
  const refused = await press(user, step);
  expect([refused.status, JSON.stringify(refused.data)]).toEqual([
    409,
    expect.stringContaining("the leave that it was spent on"),
  ]);
  expect(await lines()).not.toContain(unique_ref);
  await db.update(leave).set({ type: "toil" }).where(eq(leave.unique_ref, params.leaveRef));
  expect(said(await press(user, step))).toBe("Put back: 1 line of time in lieu");
  expect(await lines()).toContain(unique_ref);
});

test("a fee does not come back beside another of its session, in words of fees", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const [ofSession] = await threeFees(user, params);
  const step = newRef();
  const where = eq(claims.unique_ref, ofSession);
  await db.batch([
    keepForUndo(db, user.id, { ref: step, says: "Fee deleted", deletes: [{ table: claims, where }] }, NOW),
    db.delete(claims).where(where),
  ]);
  const other = { amount_pence: 5, session_ref: params.sessionRef, unique_ref: newRef() };
  await db.insert(claims).values({ ...row(user), ...other });
  const refused = await press(user, step);
  expect([refused.status, JSON.stringify(refused.data)]).toEqual([409, expect.stringContaining("has a fee again")]);
});

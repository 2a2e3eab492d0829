import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { type ChangeOutcome, UNDO_WINDOW_MS, writeChange } from "~/changes/write-change.server";
import { cases } from "~/diary/cases/table.server";
import { fees } from "~/diary/fees/table.server";
import { sessions } from "~/diary/sessions/table.server";
import { elementSchedule, jobPlanElements } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import * as leaveEdit from "~/routes/leave/leave-form";
import * as editCase from "~/routes/logbook/case";
import * as caseDelete from "~/routes/logbook/case-delete";
import * as editSession from "~/routes/logbook/session";
import * as undo from "~/routes/logbook/undo";
import * as list from "~/routes/logbook/undo-list";
import { addOptionToCase } from "../../support/case-options";
import { lockDays, makeDiary } from "../../support/diary";
import { flashOf } from "../../support/flash";
import { countingDatabase, db, load, makeUser, NOW, submit, vault } from "../../support/harness";
import { payerRef } from "../../support/payers";

type User = Awaited<ReturnType<typeof makeUser>>;

/** Every row of the diary that an undo may touch. */
async function rowsOf({ id }: User) {
  return {
    sessions: await db.select().from(sessions).where(eq(sessions.user_id, id)).orderBy(asc(sessions.unique_ref)),
    cases: await db.select().from(cases).where(eq(cases.user_id, id)).orderBy(asc(cases.unique_ref)),
    fees: await db.select().from(fees).where(eq(fees.user_id, id)).orderBy(asc(fees.unique_ref)),
  };
}

/** Numbers that are the same in every run. */
function dice(seed: number) {
  let state = seed;
  return (most: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % most;
  };
}

const TEXTS = ["", "Plain", 'With "quotes" and \\ and \u2028', "Ünïcödé 😀\nsecond line", "null", "{}", "'); DROP"];

/** Fills the diary with cases that have every kind of value, encrypted text and fees among them. */
async function fill(user: User, sessionRef: string, seed: number) {
  const roll = dice(seed);
  const row = { user_id: user.id, created_at: NOW - roll(9_999_999), updated_at: NOW };
  const text = () => TEXTS[roll(TEXTS.length)] as string;
  await db
    .update(sessions)
    .set({
      site: text(),
      text_encrypted: await vault.encrypt(user.unique_ref, `sessions/${sessionRef}`, text()),
      version: 7,
    })
    .where(eq(sessions.unique_ref, sessionRef));
  for (let at = 0; at < 1 + roll(4); at += 1) {
    const unique_ref = newRef();
    await db.insert(cases).values({
      ...row,
      unique_ref,
      session_ref: sessionRef,
      start_at: roll(2) ? NOW : null,
      age: roll(2) ? roll(100) : null,
      age_unit: roll(2) ? "years" : "months",
      asa: roll(2) ? 1 + roll(5) : null,
      identifier_suspected: roll(2) === 1,
      text_encrypted: await vault.encrypt(user.unique_ref, `cases/${unique_ref}`, text()),
      version: 1 + roll(9),
    });
    for (let option = 0; option < roll(4); option += 1) {
      const flags = roll(2) ? "ultrasound,catheter" : "";
      await addOptionToCase(unique_ref, String(option), flags);
    }
    if (roll(2)) {
      const payer_ref = await payerRef(user.id, text());
      const fee = { unique_ref: newRef(), case_ref: unique_ref, amount_pence: 1 + roll(99_999), payer_ref };
      await db.insert(fees).values({ ...row, ...fee, text_encrypted: new Uint8Array([0, 255, roll(256)]), version: 3 });
    }
  }
  await db.insert(fees).values({
    ...row,
    unique_ref: newRef(),
    session_ref: sessionRef,
    amount_pence: 5000,
    timesheet_date: "2026-11-20",
  });
}

/** Deletes a session with all that hangs on it, as one change. @returns what undoes it */
async function deleteSession({ id: userId }: User, ref: string, now = NOW) {
  const [row] = await db.select().from(sessions).where(eq(sessions.unique_ref, ref));
  const seen = [{ part: "sessions" as const, ref, version: row?.version ?? 0 }];
  const deletes = [{ part: "sessions" as const, refs: [ref] }];
  const done = await writeChange({ db, userId, now }, { message: "Session deleted", seen, deletes });
  return (done as ChangeOutcome).undo as string;
}

const press = (user: User, undoRef: string, more = {}) =>
  submit(undo.action, {}, { user, params: { undoRef }, ...more });

function said(headers: Headers): string {
  return flashOf({ headers }).text;
}

function stepOf(headers: Headers): string {
  return flashOf({ headers }).undo ?? "";
}

test.each([
  1, 22, 333, 4444, 55_555, 666_666,
])("a deleted session comes back with every row as it was, byte for byte (%i)", async (seed) => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await fill(user, params.sessionRef, seed);
  const before = await rowsOf(user);
  const step = await deleteSession(user, params.sessionRef);
  expect((await rowsOf(user)).sessions).toEqual([]);
  const answer = await press(user, step);
  expect(answer.status).toBe(302);
  expect(said(answer.headers)).toMatch(/^Restored: 1 session, \d cases?, \d fees?$/);
  expect(await rowsOf(user)).toEqual(before);
});

test("a case deleted on its page is said with its undo, and comes back whole with its options and fee", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await fill(user, params.sessionRef, 7);
  await addOptionToCase(params.caseRef, "500", "catheter");
  const fee = { unique_ref: newRef(), case_ref: params.caseRef, amount_pence: 12_345 };
  await db.insert(fees).values({ ...fee, user_id: user.id, created_at: NOW, updated_at: NOW });
  const before = await rowsOf(user);
  const deleted = await submit(caseDelete.action, { version: "1" }, { user, params });
  expect([deleted.status, said(deleted.headers)]).toEqual([302, "Case deleted"]);
  expect((await rowsOf(user)).fees).toHaveLength(before.fees.length - 1);

  const { database, trips } = countingDatabase();
  const back = `/logbook/session/${params.sessionRef}/`;
  const headers = { Referer: `http://daybook.test${back}` };
  const answer = await press(user, stepOf(deleted.headers), { database, headers });
  expect([answer.status, answer.location, said(answer.headers)]).toEqual([302, back, "Restored: 1 case, 1 fee"]);
  expect(trips()).toBe(2);
  expect(await rowsOf(user)).toEqual(before);
});

test("a second press, and two at once, put nothing back twice", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const before = await rowsOf(user);
  const step = await deleteSession(user, params.sessionRef);
  const answers = await Promise.all([press(user, step), press(user, step)]);
  expect(answers.map(({ status }) => status)).toEqual([302, 302]);
  const again = await press(user, step);
  expect(said(again.headers)).toBe("This has already been undone. Nothing was changed");
  expect(await rowsOf(user)).toEqual(before);
});

test("somebody else's step is not there", async () => {
  const [user, other] = [await makeUser(), await makeUser()];
  const { params } = await makeDiary(user);
  const step = await deleteSession(user, params.sessionRef);
  expect((await press(other, step)).status).toBe(404);
  expect((await load(undo.loader, { user: other, params: { undoRef: step } })).status).toBe(404);
  expect((await rowsOf(user)).sessions).toEqual([]);
  const page = await load<{ changes: unknown[] }>(list.loader, { user: other });
  expect(page.data.changes).toEqual([]);
});

test("after an hour nothing is put back, and the page says so", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const step = await deleteSession(user, params.sessionRef);
  const late = await press(user, step, { now: NOW + UNDO_WINDOW_MS });
  expect([late.status, JSON.stringify(late.data)]).toEqual([
    409,
    expect.stringContaining("You can undo within an hour"),
  ]);
  expect((await rowsOf(user)).sessions).toEqual([]);
  const justInTime = await press(user, step, { now: NOW + UNDO_WINDOW_MS - 1 });
  expect(said(justInTime.headers)).toContain("Restored: 1 session");
});

test("the page of a step offers nothing from the moment on at which it can no longer be taken back", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const undoRef = await deleteSession(user, params.sessionRef);
  const open = [];
  for (const now of [NOW + UNDO_WINDOW_MS - 1, NOW + UNDO_WINDOW_MS]) {
    open.push((await load<{ isOpen: boolean }>(undo.loader, { user, params: { undoRef }, now })).data.isOpen);
  }
  expect(open).toEqual([true, false]);
});

test("a case whose session is gone waits until that is undone", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const before = await rowsOf(user);
  const deleted = await submit(caseDelete.action, { version: "1" }, { user, params });
  const session = await deleteSession(user, params.sessionRef);
  const refused = await press(user, stepOf(deleted.headers));
  expect([refused.status, JSON.stringify(refused.data)]).toEqual([
    409,
    expect.stringContaining("Undo what came after it first"),
  ]);
  await press(user, session);
  await press(user, stepOf(deleted.headers));
  expect(await rowsOf(user)).toEqual(before);
});

test("a session does not come back once its element was deleted", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const step = await deleteSession(user, params.sessionRef);
  await db.delete(elementSchedule).where(eq(elementSchedule.element_ref, params.elementRef));
  await db.delete(jobPlanElements).where(eq(jobPlanElements.unique_ref, params.elementRef));
  expect((await press(user, step)).status).toBe(409);
  expect((await rowsOf(user)).sessions).toEqual([]);
});

/** Copies of a session as one change, each with a fee if so. @returns their references, and what undoes it */
async function copies({ id: userId }: User, sessionRef: string, count: number, withFee = false) {
  const [model] = await db.select().from(sessions).where(eq(sessions.unique_ref, sessionRef));
  const refs = Array.from({ length: count }, () => newRef());
  const inserts = {
    sessions: refs.map((unique_ref) => ({ ...(model as typeof sessions.$inferSelect), unique_ref })),
    fees: withFee ? refs.map((session_ref) => ({ unique_ref: newRef(), session_ref, amount_pence: 100 })) : [],
  };
  const message = `${count} sessions made`;
  const done = await writeChange({ db, userId, now: NOW }, { message, inserts });
  return { refs, message, undo: (done as ChangeOutcome).undo as string };
}

/** Somebody works on a session. */
async function rename({ id: userId }: User, ref: string) {
  const [row] = await db.select().from(sessions).where(eq(sessions.unique_ref, ref));
  const seen = [{ part: "sessions" as const, ref, version: row?.version ?? 0 }];
  const updates = { sessions: [{ unique_ref: ref, site: "Elsewhere" }] };
  await writeChange({ db, userId, now: NOW }, { message: "Session changed", seen, updates });
}

test.each([
  "changed",
  "given a case",
  "given a fee",
] as const)("what a change made stays whole once one of it was %s", async (what) => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const { refs, message, undo: undoRef } = await copies(user, params.sessionRef, 5, true);
  const [one] = refs as [string];
  const row = { user_id: user.id, unique_ref: newRef(), created_at: NOW, updated_at: NOW };
  if (what === "changed") await rename(user, one);
  if (what === "given a case") await db.insert(cases).values({ ...row, session_ref: one });
  if (what === "given a fee") {
    await db.delete(fees).where(eq(fees.session_ref, one));
    await db.insert(fees).values({ ...row, session_ref: one, amount_pence: 100 });
  }
  const before = await rowsOf(user);
  const page = await load<{ changes: { message: string; when: string }[] }>(list.loader, { user });
  expect(page.data.changes).toContainEqual(expect.objectContaining({ message, when: "Today at 12:00" }));
  const answer = await press(user, undoRef);
  expect([answer.status, JSON.stringify(answer.data)]).toEqual([409, expect.stringContaining("Nothing was undone")]);
  expect(await rowsOf(user)).toEqual(before);
});

test("what a change made goes again with its fees", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const before = await rowsOf(user);
  const { undo: undoRef } = await copies(user, params.sessionRef, 2, true);
  expect(said((await press(user, undoRef)).headers)).toBe("Removed: 2 sessions");
  expect(await rowsOf(user)).toEqual(before);
});

test("all that was written is listed, the last first, and an undone change no more", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await rename(user, params.sessionRef);
  const undoRef = await deleteSession(user, params.sessionRef);
  const listed = async () =>
    (await load<{ changes: { message: string }[] }>(list.loader, { user })).data.changes.map((each) => each.message);
  expect(await listed()).toEqual(["Session deleted", "Session changed"]);
  await press(user, undoRef);
  expect(await listed()).toEqual(["Session changed"]);
});

test("what is there again under its reference is said, and nothing is put back beside it", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await fill(user, params.sessionRef, 22);
  const all = await rowsOf(user);
  const [session] = all.sessions;
  const again = async (step: string) => {
    const before = await rowsOf(user);
    const refused = await press(user, step);
    expect([refused.status, JSON.stringify(refused.data)]).toEqual([
      409,
      expect.stringContaining("Nothing was undone"),
    ]);
    expect(await rowsOf(user)).toEqual(before);
  };
  const step = await deleteSession(user, params.sessionRef);
  await db.insert(sessions).values({ ...(session as typeof sessions.$inferSelect), site: "From a file" });
  await again(step);
  const one = all.cases.find(({ unique_ref }) => unique_ref === params.caseRef) as typeof cases.$inferSelect;
  await db.insert(cases).values({ ...one, version: 1 });
  const deleted = await submit(caseDelete.action, { version: "1" }, { user, params });
  await db.insert(cases).values({ ...one, age: 3 });
  await again(stepOf(deleted.headers));

  // The way that it names.
  await db.delete(cases).where(eq(cases.user_id, user.id));
  await db.delete(sessions).where(eq(sessions.unique_ref, params.sessionRef));
  expect((await press(user, step)).status).toBe(302);
  expect(await rowsOf(user)).toEqual(all);
});

test.each([
  false,
  true,
])("a save that changes nothing offers nothing to undo, in locked days too (%s)", async (isLocked) => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  if (isLocked) await lockDays(user, "2026-11-01", "2026-12-31");
  const answersOf = async (page: { loader: never }) =>
    (await load<{ answers: Record<string, string> }>(page.loader, { user, params })).data.answers;
  const session = {
    ...{ version: "1", session_date: "17/11/2026", session_start_time: "08:00", session_end_time: "18:00" },
    ...{ job_plan_element_unique_ref: params.elementRef, pa_calculation_basis: "time_calculated", description: "" },
  };
  const saves = [
    await submit(editSession.action, session, { user, params }),
    await submit(editCase.action, await answersOf(editCase as never), { user, params }),
    await submit(leaveEdit.action, await answersOf(leaveEdit as never), { user, params }),
  ];
  // Sent again, it is answered alike.
  saves.push(await submit(editSession.action, session, { user, params }));
  expect(saves.map((answer) => [answer.status, flashOf(answer).undo])).toEqual(saves.map(() => [302, null]));
  expect((await load<{ changes: unknown[] }>(list.loader, { user })).data.changes).toEqual([]);
  if (isLocked) return;
  // The row is as it was seen, and what is changed now is undone, whatever is saved unchanged after it.
  await submit(editSession.action, { ...session, site: "Elsewhere" }, { user, params });
  await submit(editSession.action, { ...session, version: "2", site: "Elsewhere" }, { user, params });
  expect((await load<{ changes: unknown[] }>(list.loader, { user })).data.changes).toHaveLength(1);
  expect(said((await press(user, "2")).headers)).toBe("Restored: 1 session");
});

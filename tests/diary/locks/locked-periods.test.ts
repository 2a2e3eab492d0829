import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { audit } from "~/account/table.server";
import { type Change, writeChange } from "~/changes/write-change.server";
import type { RowChanges } from "~/changes/write-rows.server";
import { answerDiaryCall } from "~/diary/calls/answer.server";
import { cases } from "~/diary/cases/table.server";
import { fees } from "~/diary/fees/table.server";
import { refuseIfLocked } from "~/diary/locks/locked.server";
import { isLocked, lockedWithin } from "~/diary/locks/rules";
import { lockedPeriods } from "~/diary/locks/table.server";
import { cancellations, sessionPlace, sessions } from "~/diary/sessions/table.server";
import { newRef } from "~/platform/db/columns.server";
import { londonInstant } from "~/platform/time/london";
import * as extras from "~/routes/extras/extras";
import * as elementRemove from "~/routes/job-plans/element-remove";
import * as planDelete from "~/routes/job-plans/plan-delete";
import * as editCase from "~/routes/logbook/case";
import * as planned from "~/routes/logbook/planned-log";
import * as editSession from "~/routes/logbook/session";
import * as newSession from "~/routes/logbook/session-new";
import * as undo from "~/routes/logbook/undo";
import * as activity from "~/routes/mydata/activity";
import * as page from "~/routes/reports/locked-periods";
import * as paper from "~/routes/reports/report-print";
import { makeDiary } from "../../support/diary";
import { flashOf } from "../../support/flash";
import { db, load, makeUser, NOW, racingDatabase, submit, vault } from "../../support/harness";

type User = Awaited<ReturnType<typeof makeUser>>;
interface Shown {
  periods: { ref: string; words: string; when: string; path: string }[];
  lock: { from: string; until: string; words: string } | null;
  unlock: { lock: string; words: string; stillLocked: string[] } | null;
}
interface Refused {
  form: { values: Record<string, string[]>; errors: Record<string, string[]>; link?: { path: string; words: string } };
}

const NOVEMBER = { from: "2026-11-01", until: "2026-11-20" };
const LOCKED =
  "You locked 1 to 20 November 2026, so sessions, cases and leave on these days cannot be changed. Unlock these days in Reports first";
const PLAN_LOCKED =
  "You locked 1 to 20 November 2026, and the report of these days counts by the job plan of these days. Unlock these days in Reports first, or change the plan from 21 November 2026 or later";
const SESSION = {
  session_date: "18/11/2026",
  session_start_time: "13:00",
  session_end_time: "17:00",
  pa_calculation_basis: "time_calculated",
  description: "Typed on the ward",
};

function lock(user: User, days: Record<string, string> = NOVEMBER) {
  return submit<Refused>(page.action, { intent: "lock", ...days }, { user });
}

async function locksOf(user: User) {
  return db.select().from(lockedPeriods).where(eq(lockedPeriods.user_id, user.id));
}

async function cancelledOf(user: User) {
  return db.select().from(cancellations).where(eq(cancellations.user_id, user.id));
}

async function shown(user: User, query = "") {
  return (await load<Shown>(page.loader, { user, path: `/reports/locks/${query}` })).data;
}

async function linesOf(user: User) {
  const lines = await db.select().from(audit).where(eq(audit.user_ref, user.unique_ref)).orderBy(audit.occurred_at);
  return lines.filter(({ action }) => action.startsWith("period-")).map(({ action, detail }) => `${action}: ${detail}`);
}

test("days are locked and unlocked, each with a line in the activity log, and twice is once", async () => {
  const user = await makeUser();
  for (let press = 0; press < 2; press += 1) {
    const done = await lock(user);
    expect([done.status, done.location, flashOf(done)?.text]).toEqual([
      ...[302, "/reports/locks/", "1 to 20 November 2026 locked"],
    ]);
  }
  const { periods } = await shown(user);
  expect(periods).toEqual([
    { ref: expect.any(String), words: "1 to 20 November 2026", when: "today at 12:00", path: expect.any(String) },
  ]);
  const [{ ref = "", path = "" } = {}] = periods;
  expect((await shown(user, path.replace("/reports/locks/", ""))).unlock).toEqual({
    ...{ lock: ref, words: "1 to 20 November 2026", stillLocked: [] },
  });
  expect((await submit(page.action, { intent: "unlock", lock: ref }, { user })).status).toBe(302);
  expect((await submit(page.action, { intent: "unlock", lock: ref }, { user })).status).toBe(404);
  expect(await locksOf(user)).toEqual([]);
  expect(await linesOf(user)).toEqual([
    "period-locked: 1 to 20 November 2026",
    "period-unlocked: 1 to 20 November 2026",
  ]);
  const { data } = await load<{ lines: { what: string }[] }>(activity.loader, { user });
  expect(data.lines.map(({ what }) => what).sort()).toEqual([
    "Period locked: 1 to 20 November 2026",
    "Period unlocked: 1 to 20 November 2026",
  ]);
});

test("of two that unlock the same days at once one does, and one line says so", async () => {
  const user = await makeUser();
  await lock(user);
  const [{ unique_ref = "" } = {}] = await locksOf(user);
  const unlock = (database = db) => submit(page.action, { intent: "unlock", lock: unique_ref }, { user, database });
  expect((await unlock(racingDatabase(1, () => unlock()))).status).toBe(302);
  expect(await linesOf(user)).toHaveLength(2);
});

test("days that are not over, or no days, are not locked", async () => {
  const user = await makeUser();
  for (const days of [
    { from: "2026-11-01", until: "2026-11-21" },
    { from: "2026-11-20", until: "2026-11-01" },
    { from: "", until: "2026-11-20" },
    { from: "2026-02-30", until: "2026-11-20" },
  ]) {
    expect((await lock(user, days)).status).toBe(422);
  }
  expect([await locksOf(user), await linesOf(user)]).toEqual([[], []]);
  // What is not over of a report is left out.
  expect((await shown(user, "?from=2026-04-01&until=2027-03-31")).lock).toEqual({
    ...{ from: "2026-04-01", until: "2026-11-20", words: "1 April to 20 November 2026" },
  });
  expect((await shown(user, "?from=2026-11-21&until=2027-03-31")).lock).toBe(null);
});

test("another's days are not there to unlock, and hold nothing of one's own", async () => {
  const [user, other] = [await makeUser(), await makeUser()];
  await lock(other);
  const [{ unique_ref = "" } = {}] = await locksOf(other);
  expect((await submit(page.action, { intent: "unlock", lock: unique_ref }, { user })).status).toBe(404);
  expect((await shown(user, `?unlock=${unique_ref}`)).unlock).toBe(null);
  const saved = await submit(newSession.action, { idempotency_key: newRef(), ...SESSION }, { user });
  expect(saved.status).toBe(302);
});

test("a session of locked days is refused in words, with its answers and the way to unlock them", async () => {
  const user = await makeUser();
  await lock(user);
  const key = newRef();
  const refused = await submit<Refused>(newSession.action, { idempotency_key: key, ...SESSION }, { user });
  expect([refused.status, refused.data.form.errors]).toEqual([409, { "": [LOCKED] }]);
  expect(refused.data.form.link).toEqual({ path: "/reports/locks/", words: "Show locked periods" });
  expect(refused.data.form.values.description).toEqual(["Typed on the ward"]);
  const [{ unique_ref = "" } = {}] = await locksOf(user);
  await submit(page.action, { intent: "unlock", lock: unique_ref }, { user });
  // The same form goes through once they are unlocked.
  expect((await submit(newSession.action, { idempotency_key: key, ...SESSION }, { user })).status).toBe(302);
});

test("a form that was saved before its days were locked is answered as it was", async () => {
  const user = await makeUser();
  const sent = { idempotency_key: newRef(), ...SESSION };
  expect((await submit(newSession.action, sent, { user })).status).toBe(302);
  await lock(user);
  expect((await submit(newSession.action, sent, { user })).status).toBe(302);
  expect(await db.select().from(sessions).where(eq(sessions.user_id, user.id))).toHaveLength(1);
});

test("days that are locked while a session of them is saved hold it", async () => {
  const user = await makeUser();
  const database = racingDatabase(2, () => lock(user));
  const late = await submit<Refused>(newSession.action, { idempotency_key: newRef(), ...SESSION }, { user, database });
  expect([late.status, late.data.form.errors[""]]).toEqual([409, [LOCKED]]);
});

/** Whether a change of the diary is refused because its days are locked; else it is written. */
async function isRefused(user: User, rows: RowChanges & Pick<Change, "seen">) {
  const by = { db, userId: user.id, now: NOW };
  return "errors" in (await refuseIfLocked(writeChange(by, { message: "Changed", ...rows })));
}

/** A row of the diary, and whether the days 1 to 20 November hold it. */
const EDGES = [
  { name: "a night that begins on the last day", at: ["2026-11-20", 22 * 60], held: true },
  { name: "midnight after the last day", at: ["2026-11-21", 0], held: false },
  { name: "midnight before the first day", at: ["2026-11-01", 0], held: true },
  { name: "the last minute of the day before", at: ["2026-10-31", 23 * 60 + 59], held: false },
] as const;

test.each(EDGES)("$name lies in the period: $held", async ({ at: [day, minute], held }) => {
  const user = await makeUser();
  await lock(user);
  const start_at = londonInstant(day, minute);
  const row = {
    ...{ unique_ref: newRef(), start_at, end_at: start_at + 3_600_000, pa_basis: "time_calculated" as const },
    ...{ standard_minutes: 60, premium_minutes: 0, pa_units: 900, pa_rules: { nation: "england" } as never },
  };
  expect(await isRefused(user, { inserts: { sessions: [row] } })).toBe(held);
});

test.each([
  ["2026-10-25", "2026-10-31", false],
  ["2026-10-25", "2026-11-01", true],
  ["2026-11-20", "2026-12-04", true],
  ["2026-11-21", "2026-12-04", false],
  ["2026-10-01", "2026-12-31", true],
])("leave from %s to %s lies in the period: %s", async (date_start, date_end, held) => {
  const user = await makeUser();
  await lock(user);
  const row = { unique_ref: newRef(), type: "annual", status: "approved", date_start, date_end } as const;
  expect(await isRefused(user, { inserts: { leave: [row] } })).toBe(held);
});

test("nothing is moved into locked days, or out of them", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const ofDay = async (session_date: string, version: string) =>
    (await submit(editSession.action, { ...SESSION, version, session_date, description: "" }, { user, params })).status;
  await lock(user, { from: "2026-10-01", until: "2026-10-31" });
  expect([await ofDay("20/10/2026", "1"), await ofDay("19/11/2026", "1")]).toEqual([409, 302]);
  await lock(user);
  expect([await ofDay("24/11/2026", "2"), await ofDay("18/11/2026", "2")]).toEqual([409, 409]);
});

test("fees of locked work are claimed and paid, and undone, on their page and on the forms of their work", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const notes = await vault.of(user.unique_ref).encrypt(sessionPlace(params.sessionRef), "With a colleague");
  await db.update(sessions).set({ text_encrypted: notes }).where(eq(sessions.unique_ref, params.sessionRef));
  const ref = newRef();
  const fee = { unique_ref: ref, user_id: user.id, created_at: NOW, updated_at: NOW, amount_pence: 30_000 };
  await db.insert(fees).values({ ...fee, session_ref: params.sessionRef });
  await lock(user);
  const claim = { idempotency_key: newRef(), intent: "claimed", date: "21/11/2026", fee: `${ref}/1` };
  const claimed = await submit(extras.action, claim, { user });
  expect(claimed.status).toBe(302);
  const [session] = await db.select().from(sessions).where(eq(sessions.unique_ref, params.sessionRef));
  const form = {
    ...{ version: String(session?.version), session_date: "17/11/2026", session_start_time: "08:00" },
    ...{ session_end_time: "18:00", job_plan_element_unique_ref: params.elementRef, site: session?.site ?? "" },
    ...{ pa_calculation_basis: "time_calculated", description: "With a colleague", extra_claim_amount: "300" },
    ...{ extra_claim_timesheet_date: "21/11/2026", extra_claim_paid_date: "21/11/2026" },
  };
  const paid = await submit<Refused>(editSession.action, form, { user, params });
  expect([paid.status, paid.data?.form?.errors]).toEqual([302, undefined]);
  const [now] = await db.select().from(fees).where(eq(fees.unique_ref, ref));
  expect([now?.timesheet_date, now?.paid_date]).toEqual(["2026-11-21", "2026-11-21"]);
  const [before] = await db.select().from(cases).where(eq(cases.unique_ref, params.caseRef));
  const { data } = await load<{ answers: Record<string, string> }>(editCase.loader, { user, params });
  const invoiced = { ...data.answers, case_claim_amount: "310.50", case_claim_timesheet_date: "18/11/2026" };
  const saved = await submit<Refused>(editCase.action, invoiced, { user, params });
  expect([saved.status, saved.data?.form?.errors]).toEqual([302, undefined]);
  const [after] = await db.select().from(cases).where(eq(cases.unique_ref, params.caseRef));
  expect(after).toEqual({ ...before, version: after?.version, updated_at: after?.updated_at });
});

test("the report of days that are over offers to lock them, and says when they are", async () => {
  const user = await makeUser();
  const ask = async () => {
    const path = "/reports/paper/?preset=appraisal&period=custom&from=2026-11-01&until=2026-11-20&section=caseload";
    return (await load<{ days: unknown }>(paper.loader, { user, path })).data.days;
  };
  const days = { date_start: "2026-11-01", date_end: "2026-11-20" };
  expect(await ask()).toEqual({ ...days, isLocked: false, locked: [] });
  await lock(user, { from: "2026-10-01", until: "2026-11-09" });
  const begun = { date_start: "2026-11-01", date_end: "2026-11-09" };
  expect(await ask()).toEqual({ ...days, isLocked: false, locked: [begun] });
  await lock(user, { from: "2026-11-10", until: "2026-11-20" });
  expect(await ask()).toEqual({ ...days, isLocked: true, locked: [days] });
  expect((await shown(user, "?from=2026-11-01&until=2026-11-20")).lock).toBe(null);
});

test("a text in locked days is encrypted under a new key, and nothing else of its row is written meanwhile", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await lock(user);
  const isThis = eq(sessions.unique_ref, params.sessionRef);
  await db
    .update(sessions)
    .set({ text_encrypted: new Uint8Array([1, 2, 3]) })
    .where(isThis);
  for (const values of [{ site: "Elsewhere" }, { text_encrypted: new Uint8Array([4, 5, 6]) }]) {
    const [before] = await db.select().from(sessions).where(isThis);
    const seen = [{ part: "sessions" as const, ref: params.sessionRef, version: before?.version ?? 0 }];
    const updates = { sessions: [{ unique_ref: params.sessionRef, ...values }] };
    expect(await isRefused(user, { seen, updates })).toBe(true);
    expect(await db.select().from(sessions).where(isThis)).toEqual([before]);
  }
});

test("a call of the diary is refused in the same words", async () => {
  const user = await makeUser();
  await lock(user);
  const asked = { db, user, userId: user.id, cipher: vault.of(user.unique_ref), now: NOW } as never;
  const call = { action: "AddEditSessionV2", form_data: SESSION, singleSession: true } as never;
  expect(await refuseIfLocked(answerDiaryCall(asked, call))).toMatchObject({ errors: { "": LOCKED }, status: 409 });
});

const JUNE = { date_start: "2026-01-01", date_end: "2026-06-30" };
const DECEMBER = { date_start: "2026-07-01", date_end: "2026-12-31" };
const YEAR = { date_start: "2026-01-01", date_end: "2026-12-31" };

test.each([
  { name: "two halves", locked: [DECEMBER, JUNE], within: [YEAR] },
  { name: "one in another", locked: [JUNE, { date_start: "2026-02-01", date_end: "2026-02-28" }], within: [JUNE] },
  { name: "more than the year", locked: [{ date_start: "2025-01-01", date_end: "2027-12-31" }], within: [YEAR] },
  {
    name: "a day between them",
    locked: [{ ...JUNE, date_end: "2026-06-29" }, DECEMBER],
    within: [{ ...JUNE, date_end: "2026-06-29" }, DECEMBER],
  },
  { name: "another year", locked: [{ date_start: "2025-01-01", date_end: "2025-12-31" }], within: [] },
])("the days of a year that are locked by periods: $name", ({ locked, within }) => {
  expect([lockedWithin(YEAR, locked), isLocked(YEAR, locked)]).toEqual([within, within[0] === YEAR]);
});

test("days that another period locks stay locked, and unlocking names both", async () => {
  const user = await makeUser();
  await lock(user);
  await lock(user, { from: "2026-11-12", until: "2026-11-20" });
  const [{ unique_ref = "" } = {}] = (await locksOf(user)).filter(({ date_start }) => date_start === "2026-11-01");
  const stays = "12 to 20 November 2026 stay locked: you also locked 12 to 20 November 2026";
  expect((await shown(user, `?unlock=${unique_ref}`)).unlock?.stillLocked).toEqual([stays]);
  const done = await submit(page.action, { intent: "unlock", lock: unique_ref }, { user });
  expect(flashOf(done).text).toBe(`1 to 20 November 2026 unlocked. ${stays}`);
});

test("that a planned session of locked days did not happen is neither said nor unsaid", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const press = (date: string, intent: string) => {
    const path = `/logbook/planned/${params.elementRef}/${date}/?start=08:00`;
    return submit<Refused>(planned.action, { intent }, { user, path, params: { elementRef: params.elementRef, date } });
  };
  const said = await press("2026-11-10", "cancel");
  await lock(user);
  const before = await cancelledOf(user);
  expect((await press("2026-11-03", "cancel")).data.form.errors).toEqual({ "": [LOCKED] });
  expect((await press("2026-11-10", "restore")).data.form.errors).toEqual({ "": [LOCKED] });
  const undoRef = flashOf(said)?.undo ?? "";
  expect((await submit<Refused>(undo.action, {}, { user, params: { undoRef } })).status).toBe(409);
  expect(await cancelledOf(user)).toEqual(before);
});

test("a plan is not deleted, and an element not archived, while their days are locked", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await db.update(sessions).set({ element_ref: null }).where(eq(sessions.user_id, user.id));
  await lock(user);
  const before = await cancelledOf(user);
  const plan = await load<{ sessions: number; cancelled: number }>(planDelete.loader, { user, params });
  expect(plan.data).toMatchObject({ sessions: 0, cancelled: 1 });
  const refused = await submit<Refused>(planDelete.action, { version: "1" }, { user, params });
  expect([refused.status, refused.data.form.errors]).toEqual([409, { "": [PLAN_LOCKED] }]);
  const element = await load<{ cancelled: number }>(elementRemove.loader, { user, params });
  expect(element.data).toMatchObject({ sessions: 0, cancelled: 1 });
  const archived = await submit<Refused>(elementRemove.action, { version: "1" }, { user, params });
  expect([archived.status, archived.data.form.errors]).toEqual([409, { "": [PLAN_LOCKED] }]);
  expect(await cancelledOf(user)).toEqual(before);
  const [{ unique_ref = "" } = {}] = (await locksOf(user)).filter(({ date_start }) => date_start === "2026-11-01");
  await submit(page.action, { intent: "unlock", lock: unique_ref }, { user });
  expect((await submit(planDelete.action, { version: "1" }, { user, params })).location).toBe("/job_plans/");
  expect(await cancelledOf(user)).toEqual([]);
});

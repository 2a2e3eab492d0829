import { and, asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { changedRows } from "~/changes/table.server";
import { fees } from "~/diary/fees/table.server";
import { sessionPlace, sessions } from "~/diary/sessions/table.server";
import { undoableChanges } from "~/diary/undo/queries.server";
import { elementSchedule, jobPlanElements, jobPlans } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import type { FormState } from "~/platform/http/action-result";
import { londonInstant, londonMoment } from "~/platform/time/london";
import * as edit from "~/routes/logbook/session";
import * as add from "~/routes/logbook/session-new";
import * as undo from "~/routes/logbook/undo";
import { makeDiary } from "../../support/diary";
import { flashOf } from "../../support/flash";
import { saveSession, shownFollowing } from "../../support/following";
import { countingDatabase, db, load, makeUser, NOW, racingDatabase, submit, vault } from "../../support/harness";

type Refused = { form: FormState };
type Fields = Record<string, string>;

function answers(elementRef: string, some: Fields = {}): Fields {
  return {
    idempotency_key: newRef(),
    session_date: "17/11/2026",
    session_start_time: "13:00",
    session_end_time: "20:30",
    job_plan_element_unique_ref: elementRef,
    pa_calculation_basis: "time_calculated",
    recurring: "yes",
    recurringChoice_type: "weekly",
    recurringChoice_selected: "11",
    recurringChoice_until: "date",
    recurringChoice_until_date: "15/12/2026",
    ...some,
  };
}

function edited(some: Fields = {}): Fields {
  const { recurring: _, idempotency_key: _key, ...rest } = answers("");
  return { ...rest, version: "2", series_scope: "following", ...some };
}

async function diary() {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  return { user, params };
}

/** A diary with a series of five Tuesdays from 17 November 2026. */
async function diaryWithSeries(some: Fields = {}) {
  const { user, params } = await diary();
  await submit(add.action, answers(params.elementRef, some), { user });
  const series = await seriesOf(user.id);
  const at = (index: number) => ({ ...params, sessionRef: series[index]?.unique_ref as string });
  return { user, params, series, at };
}

async function seriesOf(userId: number) {
  const rows = await db.select().from(sessions).where(eq(sessions.user_id, userId)).orderBy(asc(sessions.start_at));
  return rows.filter((row) => row.recurring_uuid !== null);
}

function clock(instant: number): string {
  const { date, minute } = londonMoment(instant);
  return `${date} ${minute / 60}`;
}

function flash(headers: Headers): string {
  return flashOf({ headers }).text;
}

test("a series is made in one batch, each session at its London clock time and worth its own day's PAs", async () => {
  const { user, params } = await diary();
  const { database, trips } = countingDatabase();
  const form = answers(params.elementRef, { session_date: "6/10/2026", recurringChoice_until_date: "27/10/2026" });
  const answer = await submit(add.action, form, { user, database });
  expect([answer.status, trips()]).toEqual([302, 2]);
  expect(flash(answer.headers)).toBe("Added 4 sessions, from Tue 6 Oct 2026 to Tue 27 Oct 2026: 8.00 PA in all");
  const rows = await seriesOf(user.id);
  expect(rows.map(({ start_at, end_at, pa_units }) => [clock(start_at), clock(end_at), pa_units])).toEqual([
    ["2026-10-06 13", "2026-10-06 20.5", 7200],
    ["2026-10-13 13", "2026-10-13 20.5", 7200],
    ["2026-10-20 13", "2026-10-20 20.5", 7200],
    ["2026-10-27 13", "2026-10-27 20.5", 7200],
  ]);
  expect(new Set(rows.map((row) => row.recurring_uuid)).size).toBe(1);
  expect(await undoableChanges(db, user.id, NOW)).toMatchObject([{ message: "4 sessions added" }]);
  expect(await db.$count(changedRows, eq(changedRows.user_id, user.id))).toBe(4);
});

test("a session on a bank holiday is worth premium time, or is left out", async () => {
  const bankHoliday = { session_date: "18/12/2026", recurringChoice_until_date: "1/1/2027" };
  const kept = await diaryWithSeries({ ...bankHoliday, session_start_time: "08:00", session_end_time: "18:00" });
  expect(kept.series.map(({ pa_units }) => pa_units)).toEqual([9000, 12_000, 12_000]);
  const { user, params } = await diary();
  const form = answers(params.elementRef, { ...bankHoliday, session_date: "11/12/2026", skip_bank_holidays: "yes" });
  const answer = await submit(add.action, form, { user });
  expect(flash(answer.headers)).toContain("2 bank holidays are left out: Fri 25 Dec 2026, Fri 1 Jan 2027");
  expect(await seriesOf(user.id)).toHaveLength(2);
});

test("each session of a series carries the notes, and only the first the fee", async () => {
  const { user, series } = await diaryWithSeries({ description: "Bring the cart", extra_claim_amount: "300" });
  for (const row of series) {
    expect(await vault.decrypt(user.unique_ref, sessionPlace(row.unique_ref), row.text_encrypted)).toBe(
      "Bring the cart",
    );
  }
  const feeList = await db.select().from(fees).where(eq(fees.user_id, user.id));
  expect(feeList.map((fee) => fee.session_ref).filter(Boolean)).toEqual([series[0]?.unique_ref]);
});

test("four hundred sessions with long notes are made at once", async () => {
  const { user, params } = await diary();
  await db.update(jobPlans).set({ date_end: "2034-07-11" }).where(eq(jobPlans.unique_ref, params.planRef));
  const form = answers(params.elementRef, { recurringChoice_until: "end", description: "ä".repeat(3_000) });
  expect((await submit(add.action, form, { user })).status).toBe(302);
  expect(await seriesOf(user.id)).toHaveLength(400);
});

test("the same form twice makes one series, and answers alike", async () => {
  const { user, params } = await diary();
  const form = answers(params.elementRef);
  const [one, other] = [await submit(add.action, form, { user }), await submit(add.action, form, { user })];
  expect([one.location, other.location, other.status]).toEqual([one.location, one.location, 302]);
  expect(await seriesOf(user.id)).toHaveLength(5);
});

test("options that make no series come back with what to mend, and nothing is written", async () => {
  const { user, params } = await diary();
  const form = answers(params.elementRef, { recurringChoice_until_date: "1/5/2027" });
  const answer = await submit<Refused>(add.action, form, { user });
  expect([answer.status, answer.data.form.errors]).toEqual([
    422,
    { recurringChoice_until_date: ["Job plan 2026/27 ends before that. Choose a date up to 31 March 2027"] },
  ]);
  expect(await seriesOf(user.id)).toEqual([]);
});

test("the button for the dates brings the page back with its answers, and is no error", async () => {
  const { user, params } = await diary();
  const form = { ...answers(params.elementRef), __INTENT__: 'validate("recurring")' };
  const answer = await submit<Refused>(add.action, form, { user });
  expect([answer.status, answer.data.form.errors]).toEqual([200, {}]);
  expect(answer.data.form.values.recurringChoice_until_date).toEqual(["15/12/2026"]);
});

test("options that were not asked for are not judged", async () => {
  const { user, params } = await diary();
  const { recurring: _, ...form } = answers(params.elementRef, { recurringChoice_until_date: "no date" });
  expect((await submit(add.action, form, { user })).status).toBe(302);
  expect(await seriesOf(user.id)).toEqual([]);
});

test("the page of a session says which series it is one of, in one batch", async () => {
  const { user, series, at, params } = await diaryWithSeries();
  const { database, trips } = countingDatabase();
  const page = await load<{ series: unknown }>(edit.loader, { user, params: at(1), database });
  expect([page.data.series, trips()]).toEqual([
    { total: 5, following: 4, firstAt: series[0]?.start_at, lastAt: series[4]?.start_at },
    1,
  ]);
  expect((await load<{ series: unknown }>(edit.loader, { user, params })).data.series).toBeNull();
});

test("this and all following change together: times, element, basis, site, and as many days later", async () => {
  const { user, at } = await diaryWithSeries();
  const form = edited({
    session_date: "25/11/2026",
    session_start_time: "08:00",
    session_end_time: "12:00",
    site: "Day surgery",
    description: "",
  });
  const answer = await saveSession(form, { user, params: at(1) });
  expect(flash(answer.headers)).toContain("Session and the 3 following saved: Wed 25 Nov 2026, 1.00 PA");
  const rows = await seriesOf(user.id);
  expect(rows.map(({ start_at }) => clock(start_at))).toEqual([
    "2026-11-17 13",
    "2026-11-25 8",
    "2026-12-02 8",
    "2026-12-09 8",
    "2026-12-16 8",
  ]);
  expect(rows.map(({ site, pa_units, element_ref }) => [site, pa_units, element_ref !== null])).toEqual([
    ["", 7200, true],
    ...Array.from({ length: 4 }, () => ["Day surgery", 3600, false]),
  ]);
  expect(rows.map(({ version }) => version)).toEqual([2, 3, 3, 3, 3]);
});

test("a change over a clock change keeps the clock times", async () => {
  const { user, params, at } = await diaryWithSeries({
    session_date: "13/10/2026",
    recurringChoice_until_date: "3/11/2026",
  });
  const form = edited({
    session_date: "13/10/2026",
    job_plan_element_unique_ref: params.elementRef,
    session_start_time: "08:00",
    session_end_time: "18:00",
  });
  await saveSession(form, { user, params: at(0) });
  const rows = await seriesOf(user.id);
  expect(rows.map(({ start_at, end_at }) => [clock(start_at).slice(11), (end_at - start_at) / 3_600_000])).toEqual(
    Array.from({ length: 4 }, () => ["8", 10]),
  );
});

test("this one only leaves the others as they are", async () => {
  const { user, at } = await diaryWithSeries();
  await saveSession(edited({ series_scope: "this", session_date: "25/11/2026" }), { user, params: at(1) });
  const rows = await seriesOf(user.id);
  expect(rows.map(({ version }) => version)).toEqual([2, 3, 2, 2, 2]);
  expect(clock(rows[1]?.start_at as number)).toBe("2026-11-25 13");
});

test.each([
  ["as they were: each keeps its own", "Same for all", ["Same for all", "My own", "Same for all"]],
  ["changed: those take them that had the same", "New words", ["New words", "My own", "New words"]],
])("notes that stay %s", async (_, description, expected) => {
  const { user, at } = await diaryWithSeries({
    description: "Same for all",
    recurringChoice_until_date: "1/12/2026",
  });
  await saveSession(edited({ series_scope: "this", session_date: "24/11/2026", description: "My own" }), {
    user,
    params: at(1),
  });
  await saveSession(edited({ description }), { user, params: at(0) });
  const rows = await seriesOf(user.id);
  const notes = rows.map((row) => vault.decrypt(user.unique_ref, sessionPlace(row.unique_ref), row.text_encrypted));
  expect(await Promise.all(notes)).toEqual(expected);
});

test("the last one, which would fall outside the plan, stays as it was and is said", async () => {
  const { user, params, at, series } = await diaryWithSeries({ recurringChoice_until: "end" });
  const form = edited({ session_date: "19/11/2026", job_plan_element_unique_ref: params.elementRef });
  const answer = await saveSession(form, { user, params: at(0) });
  expect(flash(answer.headers)).toBe(
    "Session and the 18 following saved: Thu 19 Nov 2026, 2.00 PA. Tue 30 Mar 2027 stays as it was: its job plan or its day does not allow the change",
  );
  const rows = await seriesOf(user.id);
  expect(rows.at(-1)).toEqual(series.at(-1));
  expect(rows.map(({ start_at }) => clock(start_at)).slice(-2)).toEqual(["2027-03-25 13", "2027-03-30 13"]);
});

test("a series never gets two sessions on the day where it is split", async () => {
  const { user, at } = await diaryWithSeries();
  const before = await seriesOf(user.id);
  const answer = await saveSession<Refused>(edited({ session_date: "17/11/2026" }), { user, params: at(1) });
  expect(answer.data.form.errors).toEqual({
    session_date: ["This series already has a session on Tue 17 Nov 2026. Choose another date"],
  });
  expect(await seriesOf(user.id)).toEqual(before);
  const later = await saveSession(edited({ session_date: "1/12/2026" }), { user, params: at(1) });
  expect(later.status).toBe(302);
  expect(new Set((await seriesOf(user.id)).map(({ start_at }) => start_at)).size).toBe(5);
});

test("an older version of the chosen one, or of one that follows, writes nothing", async () => {
  const { user, at } = await diaryWithSeries();
  const before = await seriesOf(user.id);
  const stale = await saveSession<Refused>(edited({ version: "7" }), { user, params: at(0) });
  expect([stale.status, await seriesOf(user.id)]).toEqual([409, before]);

  const elsewhere = () =>
    db
      .update(sessions)
      .set({ version: 9 })
      .where(eq(sessions.unique_ref, at(3).sessionRef))
      .run();
  const database = racingDatabase(2, elsewhere);
  const raced = await saveSession<Refused>(edited(), { user, params: at(0), database });
  expect([raced.status, raced.data.form.errors[""]?.[0]]).toEqual([
    409,
    expect.stringContaining("A session that follows was changed elsewhere after you opened this page"),
  ]);
  expect((await seriesOf(user.id)).map(({ version }) => version)).toEqual([2, 2, 2, 9, 2]);
});

test("when the chosen one is deleted meanwhile, those that follow stay as they are", async () => {
  const { user, at } = await diaryWithSeries();
  const gone = () =>
    db
      .delete(sessions)
      .where(eq(sessions.unique_ref, at(0).sessionRef))
      .run();
  const answer = await saveSession(edited(), { user, params: at(0), database: racingDatabase(2, gone) });
  expect(answer.status).toBe(404);
  expect((await seriesOf(user.id)).map(({ version }) => version)).toEqual([2, 2, 2, 2]);
});

test("nor is another's session of the same reference, out of the same file, taken for the chosen one", async () => {
  const { user, at } = await diaryWithSeries();
  const { id } = await makeUser();
  const [chosen] = await db
    .select()
    .from(sessions)
    .where(eq(sessions.unique_ref, at(0).sessionRef));
  if (!chosen) throw new Error("The series has its first session");
  const ofUser = and(eq(sessions.user_id, user.id), eq(sessions.unique_ref, at(0).sessionRef));
  const theirs = { ...chosen, user_id: id, element_ref: null, version: chosen.version + 1 };
  const goes = () => db.batch([db.delete(sessions).where(ofUser), db.insert(sessions).values(theirs)]);
  const answer = await saveSession(edited(), { user, params: at(0), database: racingDatabase(2, goes) });
  expect(answer.status).toBe(404);
  expect((await seriesOf(user.id)).map(({ version }) => version)).toEqual([2, 2, 2, 2]);
});

test("somebody else's series is never touched", async () => {
  const { user, at } = await diaryWithSeries();
  const stranger = await makeUser();
  const before = await seriesOf(user.id);
  expect((await saveSession(edited(), { user: stranger, params: at(0) })).status).toBe(404);
  expect(await seriesOf(user.id)).toEqual(before);
});

test("a night over the clock change keeps its clock times in a series", async () => {
  const { series } = await diaryWithSeries({
    session_date: "20/3/2027",
    recurringChoice_until_date: "28/3/2027",
    session_start_time: "20:00",
    session_end_time: "08:00",
  });
  expect(series.map(({ start_at, end_at }) => (end_at - start_at) / 3_600_000)).toEqual([12, 11]);
  expect(series[1]?.end_at).toBe(londonInstant("2027-03-28", 480));
});

function stepOf(headers: Headers): string {
  return flashOf({ headers }).undo ?? "";
}

const LATER = { session_date: "25/11/2026", session_start_time: "08:00", session_end_time: "12:00", site: "Elsewhere" };

test.each([
  ["added", {}, { extra_claim_amount: "300" }],
  ["changed", { extra_claim_amount: "120", extra_claim_notes: "Old" }, { extra_claim_amount: "300" }],
  ["taken away", { extra_claim_amount: "120", extra_claim_notes: "Old" }, {}],
])("a change of this and all following is undone: rows as they were, a fee that was %s too", async (_, first, then) => {
  const { user, at } = await diaryWithSeries({ ...first, description: "Old notes" });
  const feesOf = () => db.select().from(fees).where(eq(fees.user_id, user.id)).orderBy(fees.unique_ref);
  const [rows, feeList] = [await seriesOf(user.id), await feesOf()];
  const form = edited({ ...LATER, ...then, session_date: "18/11/2026", description: "New notes" });
  const changed = await saveSession(form, { user, params: at(0) });
  expect(changed.status).toBe(302);
  const undone = await submit(undo.action, {}, { user, params: { undoRef: stepOf(changed.headers) } });
  // One of them lies across the session that the diary began with, now as before.
  expect(flash(undone.headers)).toBe("Restored: 5 sessions. 1 of them overlaps other sessions");
  expect(await seriesOf(user.id)).toEqual(rows);
  expect(await feesOf()).toEqual(feeList);
  // A form that was opened meanwhile is told.
  expect((await saveSession(edited({ version: "3" }), { user, params: at(0) })).status).toBe(409);
});

test("a change of a series that somebody worked on since is not undone", async () => {
  const { user, at } = await diaryWithSeries();
  const changed = await saveSession(edited(LATER), { user, params: at(1) });
  const here = (index: number) => ({ user, params: at(index), now: NOW + 1000 });
  const own = edited({ ...LATER, series_scope: "this", version: "3", session_date: "2/12/2026", site: "My own" });
  expect((await saveSession(own, here(2))).status).toBe(302);
  const before = await seriesOf(user.id);
  const refused = await submit(undo.action, {}, { user, params: { undoRef: stepOf(changed.headers) } });
  expect(refused.status).toBe(409);
  expect(await seriesOf(user.id)).toEqual(before);
});

test("a change of four hundred sessions with long notes is undone too, and one session alone stands in the list only", {
  tags: ["full"],
}, async () => {
  const { user, params } = await diary();
  await db.update(jobPlans).set({ date_end: "2034-07-11" }).where(eq(jobPlans.unique_ref, params.planRef));
  const long = answers(params.elementRef, { recurringChoice_until: "end", description: "ä".repeat(3_000) });
  await submit(add.action, long, { user });
  const series = await seriesOf(user.id);
  const at = (index: number) => ({ user, params: { sessionRef: series.at(index)?.unique_ref as string } });
  const all = await saveSession(edited({ session_start_time: "12:00" }), at(0));
  expect(flash(all.headers)).toMatch(/^Session and the 399 following saved: /);
  const undone = await submit(undo.action, {}, { user, params: { undoRef: stepOf(all.headers) } });
  expect([flash(undone.headers), await seriesOf(user.id)]).toEqual([
    expect.stringMatching(/^Restored: 400 sessions/),
    series,
  ]);
  const date = londonMoment(series.at(-1)?.start_at as number).date;
  const last = await saveSession(edited({ session_date: date }), at(-1));
  expect([flash(last.headers), stepOf(last.headers)]).toEqual([expect.stringMatching(/^Session saved/), ""]);
  const [latest] = await undoableChanges(db, user.id, NOW);
  expect(latest?.message).toBe("Session changed, Tue 11 Jul 2034");
});

test("the same change of a series sent again is answered alike, with the same undo", async () => {
  const { user, at } = await diaryWithSeries();
  const series_shown = await shownFollowing({ user, params: at(0) });
  const form = edited({ session_date: "18/11/2026", series_shown });
  const [one, again] = [
    await submit(edit.action, form, { user, params: at(0) }),
    await submit(edit.action, form, { user, params: at(0) }),
  ];
  expect([again.location, flash(again.headers), stepOf(again.headers)]).toEqual([
    one.location,
    flash(one.headers),
    stepOf(one.headers),
  ]);
  expect(flash(one.headers)).toContain("Session and the 4 following saved");
  const other = await submit(edit.action, { ...form, site: "Elsewhere" }, { user, params: at(0) });
  expect(other.status).toBe(409);
});

test("a series whose element is deleted meanwhile is neither made nor changed, and says so beside its field", async () => {
  const { user, at } = await diaryWithSeries();
  const { planRef, elementRef } = (await makeDiary(user)).params;
  await db.delete(sessions).where(eq(sessions.element_ref, elementRef));
  const [element] = await db.select().from(jobPlanElements).where(eq(jobPlanElements.unique_ref, elementRef));
  if (!element) throw new Error("The diary has its element");
  const goes = () =>
    db.batch([
      db.delete(elementSchedule).where(eq(elementSchedule.element_ref, elementRef)),
      db.delete(jobPlanElements).where(eq(jobPlanElements.unique_ref, elementRef)),
    ]);
  const before = await seriesOf(user.id);
  const gone = { job_plan_element_unique_ref: ["This job plan element has just been deleted. Choose another"] };
  const added = await submit<Refused>(add.action, answers(elementRef), { user, database: racingDatabase(2, goes) });
  expect([added.status, added.data.form.errors]).toEqual([422, gone]);
  await db.insert(jobPlanElements).values({ ...element, plan_ref: planRef });
  const form = edited({ job_plan_element_unique_ref: elementRef });
  const changed = await saveSession<Refused>(form, { user, params: at(0), database: racingDatabase(2, goes) });
  expect([changed.status, changed.data.form.errors, await seriesOf(user.id)]).toEqual([422, gone, before]);
});

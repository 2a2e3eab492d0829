import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { cases } from "~/diary/cases/table.server";
import { fees } from "~/diary/fees/table.server";
import type { DiaryWeek } from "~/diary/list/diary";
import { copyOn, nextUsualDay } from "~/diary/sessions/copies";
import { sessions } from "~/diary/sessions/table.server";
import { changeRow } from "~/diary/undo/queries.server";
import { NATIONAL_RULES } from "~/planning/job-plans/pa-rules";
import { elementSchedule, jobPlanElements } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import { londonInstant, londonMoment } from "~/platform/time/london";
import * as logbook from "~/routes/logbook/logbook";
import * as repeat from "~/routes/logbook/session-repeat";
import * as undo from "~/routes/logbook/undo";
import * as undoList from "~/routes/logbook/undo-list";
import * as copy from "~/routes/logbook/week-copy";
import * as weeks from "~/routes/logbook/weeks";
import { makeDiary } from "../../support/diary";
import { flashOf } from "../../support/flash";
import { countingDatabase, db, load, makeUser, NOW, racingDatabase, submit, vault } from "../../support/harness";

type User = Awaited<ReturnType<typeof makeUser>>;

async function addSession(user: User, date: string, start: number, end: number, more = {}) {
  const unique_ref = newRef();
  await db.insert(sessions).values({
    ...{ unique_ref, user_id: user.id, created_at: NOW, updated_at: NOW },
    ...{ start_at: londonInstant(date, start), end_at: londonInstant(date, end) },
    ...{ pa_basis: "time_calculated", standard_minutes: end - start, premium_minutes: 0, pa_units: 900 },
    pa_rules: NATIONAL_RULES.england,
    ...more,
  });
  return unique_ref;
}

async function allSessions(user: User) {
  const rows = await db.select().from(sessions).where(eq(sessions.user_id, user.id)).orderBy(asc(sessions.start_at));
  return rows.map((row) => ({ ...row, start: londonMoment(row.start_at), end: londonMoment(row.end_at) }));
}

function said(headers: Headers): string {
  return flashOf({ headers }).text;
}

function stepOf(headers: Headers): string {
  return flashOf({ headers }).undo ?? "";
}

test("a week is copied with times, element, site, basis and allocation, and without notes, cases and fees", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const text_encrypted = await vault.encrypt(user.unique_ref, `sessions/${params.sessionRef}`, "Notes");
  await db
    .update(sessions)
    .set({ text_encrypted, recurring_uuid: newRef() })
    .where(eq(sessions.unique_ref, params.sessionRef));
  const fixed = { pa_basis: "fixed", fixed_pa_units: 5400, pa_units: 5400, site: "Main theatres" };
  const night = await addSession(user, "2026-11-19", 1200, 1440 + 480, fixed);
  await db.insert(fees).values({
    ...{ unique_ref: newRef(), user_id: user.id, session_ref: night, amount_pence: 100 },
    ...{ created_at: NOW, updated_at: NOW },
  });
  const { database, trips } = countingDatabase();
  const answer = await submit(copy.action, {}, { user, params: { monday: "2026-11-23" }, database });
  expect(trips()).toBe(2);
  expect([answer.status, answer.location]).toEqual([302, "/logbook/?date=2026-11-23"]);
  expect(said(answer.headers)).toBe("2 sessions copied from the week before");
  const [, , list, nights] = await allSessions(user);
  expect(list).toMatchObject({
    ...{ start: { date: "2026-11-24", minute: 480 }, end: { date: "2026-11-24", minute: 1080 } },
    ...{ element_ref: params.elementRef, pa_units: 9000, text_encrypted: null, recurring_uuid: null, version: 2 },
  });
  expect(nights).toMatchObject({
    ...{ start: { date: "2026-11-26", minute: 1200 }, end: { date: "2026-11-27", minute: 480 } },
    ...{ site: "Main theatres", pa_basis: "fixed", fixed_pa_units: 5400, pa_units: 5400 },
  });
  expect(await db.$count(cases, eq(cases.user_id, user.id))).toBe(1);
});

test("what is there already stays as it is, a second press copies nothing, and neither do two at once", async () => {
  const user = await makeUser();
  await makeDiary(user);
  await addSession(user, "2026-11-18", 480, 720);
  await addSession(user, "2026-11-24", 480, 1080, { site: "Elsewhere" });
  const params = { monday: "2026-11-25" };
  const first = await submit(copy.action, {}, { user, params });
  expect(said(first.headers)).toBe("1 session copied from the week before. 1 was here already");
  const second = await submit(copy.action, {}, { user, params });
  expect(said(second.headers)).toBe("Nothing was copied: the sessions of the week before are already here");
  expect(stepOf(second.headers)).toBe("");
  const next = { monday: "2026-11-30" };
  await Promise.all([submit(copy.action, {}, { user, params: next }), submit(copy.action, {}, { user, params: next })]);
  expect((await allSessions(user)).map(({ start }) => start.date)).toEqual([
    ...["2026-11-17", "2026-11-18", "2026-11-24", "2026-11-25", "2026-12-01", "2026-12-02"],
  ]);
});

test("what somebody makes or deletes while a week is copied is looked at again, and the rest is copied", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await addSession(user, "2026-11-18", 480, 720);
  const monday = { monday: "2026-11-23" };
  const meanwhile = racingDatabase(2, () => submit(repeat.action, {}, { user, params }));
  const rest = await submit(copy.action, {}, { user, params: monday, database: meanwhile });
  expect(said(rest.headers)).toBe("1 session copied from the week before. 1 was here already");
  const elementGoes = () =>
    db.batch([
      db.update(sessions).set({ element_ref: null }).where(eq(sessions.element_ref, params.elementRef)),
      db.delete(elementSchedule).where(eq(elementSchedule.element_ref, params.elementRef)),
      db.delete(jobPlanElements).where(eq(jobPlanElements.unique_ref, params.elementRef)),
    ]);
  const next = { monday: "2026-11-30" };
  const without = await submit(copy.action, {}, { user, params: next, database: racingDatabase(2, elementGoes) });
  expect(said(without.headers)).toBe("2 sessions copied from the week before");
  expect((await allSessions(user)).slice(-2)).toMatchObject([{ element_ref: null }, { element_ref: null }]);
});

test("other work that starts at the same time keeps nothing from being copied or repeated", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await addSession(user, "2026-11-17", 480, 720);
  // An annual meeting instead of one of them.
  await addSession(user, "2026-11-24", 480, 600);
  const shown = await load<{ sessions: string[] }>(copy.loader, { user, params: { monday: "2026-11-23" } });
  expect(shown.data.sessions).toHaveLength(2);
  expect(said((await submit(repeat.action, {}, { user, params })).headers)).toContain("Session repeated");
  const answer = await submit(copy.action, {}, { user, params: { monday: "2026-11-23" } });
  expect(said(answer.headers)).toBe("1 session copied from the week before. 1 was here already");
  expect((await allSessions(user)).filter(({ start }) => start.date === "2026-11-24")).toHaveLength(3);
  const [change] = await changeRow(db, user.id, stepOf(answer.headers));
  expect(change?.message).toBe("1 session copied from the week before");
});

test("the undo of a copied week takes its sessions away again", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const answer = await submit(copy.action, {}, { user, params: { monday: "2026-11-23" } });
  const undone = await submit(undo.action, {}, { user, params: { undoRef: stepOf(answer.headers) } });
  expect(said(undone.headers)).toBe("Removed: 1 session");
  expect((await allSessions(user)).map(({ unique_ref }) => unique_ref)).toEqual([params.sessionRef]);
  const again = await submit(copy.action, {}, { user, params: { monday: "2026-11-23" } });
  expect(said(again.headers)).toBe("1 session copied from the week before");
});

test.each([
  ["forward", "2026-03-23", "2026-03-30", 540],
  ["back", "2026-10-19", "2026-10-26", 540],
])("over the weekend on which clocks go %s, times stay as the clock shows them", async (_, from, to, minute) => {
  const user = await makeUser();
  await addSession(user, from, minute, minute + 240);
  await submit(copy.action, {}, { user, params: { monday: to } });
  const [, made] = await allSessions(user);
  expect([made?.start, made?.end]).toEqual([
    { date: to, minute },
    { date: to, minute: minute + 240 },
  ]);
});

test("a night over a clock change has the hours that it really lasts", () => {
  const night = (date: string) => ({
    ...{ start_at: londonInstant(date, 1200), end_at: londonInstant(date, 1440 + 480) },
    ...{ element_ref: null, site: "", pa_basis: "time_calculated" as const, fixed_pa_units: null },
  });
  const minutes = (date: string, to: string) => {
    const { columns } = copyOn(night(date), to, []);
    return columns.standard_minutes + columns.premium_minutes;
  };
  expect(minutes("2026-03-21", "2026-03-28")).toBe(11 * 60);
  expect(minutes("2026-10-17", "2026-10-24")).toBe(13 * 60);
  expect(minutes("2026-10-24", "2026-10-31")).toBe(12 * 60);
});

test("a session in the hour that the clocks skip moves on and keeps its length", () => {
  const source = {
    ...{ start_at: londonInstant("2026-03-22", 90), end_at: londonInstant("2026-03-22", 120) },
    ...{ element_ref: null, site: "", pa_basis: "time_calculated" as const, fixed_pa_units: null },
  };
  const { columns } = copyOn(source, "2026-03-29", []);
  expect(londonMoment(columns.start_at).minute).toBe(150);
  expect(columns.end_at - columns.start_at).toBe(30 * 60_000);
});

test("a session that its plan does not reach comes without its element, and is told of", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await addSession(user, "2027-03-30", 480, 600, { element_ref: params.elementRef });
  const answer = await submit(copy.action, {}, { user, params: { monday: "2027-04-05" } });
  expect(said(answer.headers)).toBe(
    "1 session copied from the week before. One has no job plan element: no plan has it on that day",
  );
  expect((await allSessions(user)).at(-1)).toMatchObject({ element_ref: null, start: { date: "2027-04-06" } });
});

test("a bank holiday that a copy falls on is named", async () => {
  const user = await makeUser();
  await addSession(user, "2026-12-18", 480, 720);
  const answer = await submit(copy.action, {}, { user, params: { monday: "2026-12-21" } });
  expect(said(answer.headers)).toBe("1 session copied from the week before. Fri 25 Dec is a bank holiday");
});

test("a week before without sessions, and what is no week", async () => {
  const user = await makeUser();
  const answer = await submit(copy.action, {}, { user, params: { monday: "2026-11-23" } });
  expect(said(answer.headers)).toBe("Nothing was copied: the week before has no sessions");
  const page = await load<{ lastWeek: number }>(copy.loader, { user, params: { monday: "2026-11-23" } });
  expect(page.data.lastWeek).toBe(0);
  expect((await submit(copy.action, {}, { user, params: { monday: "2026-02-31" } })).status).toBe(404);
});

test("a week that is copied from the calendar leads back to the calendar", async () => {
  const user = await makeUser();
  await makeDiary(user);
  const path = "/logbook/week/2026-11-23/copy/?view=week";
  const answer = await submit(copy.action, {}, { user, params: { monday: "2026-11-23" }, path });
  expect(answer.location).toBe("/logbook/week/?date=2026-11-23");
});

test("the page of a copy shows what it would make, in one batch", async () => {
  const user = await makeUser();
  await makeDiary(user);
  const { database, trips } = countingDatabase();
  const page = await load<{ sessions: string[] }>(copy.loader, { user, params: { monday: "2026-11-23" }, database });
  expect(page.data.sessions).toEqual(["All-day orthopaedics, Tue 24 Nov 2026, 08:00 – 18:00"]);
  expect(trips()).toBe(1);
});

test("a session is repeated a week later, once however often it is pressed, and can be undone", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const answers = await Promise.all([
    submit(repeat.action, {}, { user, params }),
    submit(repeat.action, {}, { user, params }),
  ]);
  const words = answers.map(({ headers }) => said(headers)).toSorted();
  expect(words).toEqual([
    "Nothing was added: this session is already there, on Tue 24 Nov 2026",
    "Session repeated on Tue 24 Nov 2026, 2.50 PA",
  ]);
  const rows = await allSessions(user);
  expect(rows.map(({ start }) => start)).toEqual([
    { date: "2026-11-17", minute: 480 },
    { date: "2026-11-24", minute: 480 },
  ]);
  const step = answers.map(({ headers }) => stepOf(headers)).find((ref) => ref !== "") as string;
  // What made nothing leaves nothing to undo.
  const { data } = await load<{ changes: unknown[] }>(undoList.loader, { user });
  expect(data.changes).toHaveLength(1);
  await submit(undo.action, {}, { user, params: { undoRef: step } });
  expect(await allSessions(user)).toHaveLength(1);
});

test("somebody else's session is neither repeated nor shown", async () => {
  const [user, other] = [await makeUser(), await makeUser()];
  const { params } = await makeDiary(user);
  expect((await submit(repeat.action, {}, { user: other, params })).status).toBe(404);
  expect((await load(repeat.loader, { user: other, params })).status).toBe(404);
});

test("an element of every second week, or of an archived kind, is repeated as it is usual", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await db.update(elementSchedule).set({ recurrence: 12 }).where(eq(elementSchedule.element_ref, params.elementRef));
  await submit(repeat.action, {}, { user, params });
  expect((await allSessions(user)).at(-1)?.start.date).toBe("2026-12-01");
  await db.update(jobPlanElements).set({ active: false }).where(eq(jobPlanElements.unique_ref, params.elementRef));
  const [, last] = await allSessions(user);
  const answer = await submit(repeat.action, {}, { user, params: { sessionRef: last?.unique_ref as string } });
  expect(said(answer.headers)).toContain("One has no job plan element");
});

test.each([
  [11, "2026-11-24"],
  [14, "2026-12-15"],
  [23, "2026-12-15"],
  [25, "2026-12-29"],
  [21, "2026-12-01"],
] as const)("the next usual day after Tue 17 Nov 2026 by recurrence %i is %s", (recurrence, date) => {
  const row = { weekday: 2, start_minute: 480, end_minute: 1080, recurrence, anchor_date: null };
  expect(nextUsualDay(londonInstant("2026-11-17", 480), [row])).toBe(date);
});

test("the oldest week of a page is offered the sessions of the week before it, on the page and further down", async () => {
  const user = await makeUser();
  // The page begins with 26 October; the week before it, and its oldest week, which is empty.
  await addSession(user, "2026-10-20", 480, 720);
  await addSession(user, "2026-11-04", 480, 720);
  await addSession(user, "2026-11-11", 480, 720);
  await addSession(user, "2026-11-18", 480, 720);
  const copiesOf = (weeks: DiaryWeek[]) => weeks.filter((week) => week.copies).map(({ monday }) => monday);
  const page = await load<{ stretch: { weeks: DiaryWeek[] } }>(logbook.loader, { user, path: "/logbook/" });
  expect(copiesOf(page.data.stretch.weeks)).toEqual(["2026-10-26"]);
  const path = "/logbook/weeks/?top=2026-10-26&weeks=1";
  const more = await load<{ weeks: DiaryWeek[] }>(weeks.loader, { user, path });
  expect(copiesOf(more.data.weeks)).toEqual(["2026-10-26"]);
});

import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { SignedInUser } from "~/account/login/logins.server";
import { leave } from "~/diary/leave/table.server";
import type { WeekChunk } from "~/diary/list/week-chunks";
import { type PlannedTimes, plannedOn } from "~/diary/planned/planned";
import { countsOf, readWeek } from "~/diary/round-up/queries.server";
import { cancellations, sessions } from "~/diary/sessions/table.server";
import type { TimedElement } from "~/diary/sessions/week-due";
import type { WeekCalendar } from "~/diary/week/week-calendar";
import { NATIONAL_RULES } from "~/planning/job-plans/pa-rules";
import { elementSchedule, jobPlanElements, jobPlans } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import { londonInstant } from "~/platform/time/london";
import * as logbook from "~/routes/logbook/logbook";
import * as log from "~/routes/logbook/planned-log";
import * as undo from "~/routes/logbook/undo";
import * as weekPage from "~/routes/logbook/week";
import { makeDiary } from "../../support/diary";
import { flashOf } from "../../support/flash";
import { db, load, makeUser, NOW, racingDatabase, submit, TODAY } from "../../support/harness";

const theatre: TimedElement = {
  ...{ weekday: 2, start_minute: 480, end_minute: 1080, recurrence: 11, anchor_date: null },
  ...{ element_ref: "theatre", element: "All-day list", category: "DCC", counts_to_balance: true },
  ...{ stated_pa_units: null, custom_minutes_per_pa: null, date_start: "2026-04-01", date_end: "2027-03-31" },
  pa_rules: NATIONAL_RULES.england,
};

function at(date: string, minute: number, element_ref: string | null = "theatre") {
  return { start_at: londonInstant(date, minute), end_at: londonInstant(date, minute + 60), element_ref };
}

function timesOn(date: string, logged: ReturnType<typeof at>[], more: Partial<PlannedTimes> = {}) {
  return plannedOn(date, logged, { today: TODAY, timed: [theatre], ...more }).map(({ times }) => times);
}

test("what a plan expects and nobody logged stands on its day, and no more than that", () => {
  expect(timesOn("2026-11-17", [])).toEqual(["08:00 – 18:00"]);
  expect(timesOn("2026-11-18", [])).toEqual([]);
  // Started late, and yet it.
  expect(timesOn("2026-11-17", [at("2026-11-17", 545)])).toEqual([]);
  expect(timesOn("2026-11-17", [at("2026-11-17", 480, "another")])).toEqual(["08:00 – 18:00"]);
  expect(timesOn("2026-03-31", [])).toEqual([]);
  const away = { type: "annual" as const, name: "", start_part: "full" as const, end_part: "full" as const };
  expect(timesOn("2026-11-17", [], { leave: [{ ...away, date_start: "2026-11-16", date_end: "2026-11-18" }] })).toEqual(
    [],
  );
  const monday = { ...theatre, weekday: 1 };
  expect(timesOn("2026-08-31", [], { timed: [monday] })).toEqual([]);
});

test("a session of the plan before answers the same kind of work at the same time, and nothing else", () => {
  const before = { plan_start: "2026-04-01", plan_end: "2026-11-16" };
  const other = (minute: number, category: "DCC" | "SPA", plan: object = before) => {
    return { ...at("2026-11-17", minute, "before"), category, ...plan };
  };
  expect(timesOn("2026-11-17", [other(480, "DCC")])).toEqual([]);
  expect(timesOn("2026-11-17", [other(480, "SPA")])).toEqual(["08:00 – 18:00"]);
  expect(timesOn("2026-11-17", [other(485, "DCC")])).toEqual(["08:00 – 18:00"]);
  // Of a plan that covers the day it is other work.
  expect(timesOn("2026-11-17", [other(480, "DCC", { ...before, plan_end: null })])).toEqual(["08:00 – 18:00"]);
  // The time's own session answers it first: the other is work beside it.
  const twice = [theatre, { ...theatre, start_minute: 1200, end_minute: 1260 }];
  expect(timesOn("2026-11-17", [other(480, "DCC"), at("2026-11-17", 545)], { timed: twice })).toEqual([
    "20:00 – 21:00",
  ]);
});

test("no session is expected before the day from which its plan counts", async () => {
  const late = { ...theatre, counts_from: "2026-11-17" };
  for (const [date, times] of [
    ["2026-11-10", []],
    ["2026-11-17", ["08:00 – 18:00"]],
  ] as const) {
    expect(timesOn(date, [], { timed: [late] })).toEqual(times);
  }

  const user = await makeUser();
  const { params } = await makeDiary(user);
  await db.delete(sessions).where(eq(sessions.user_id, user.id));
  await db.update(jobPlans).set({ counts_from: "2026-11-16" }).where(eq(jobPlans.user_id, user.id));
  const { data: list } = await load<{ stretch: { weeks: WeekChunk[] } }>(logbook.loader, { user, path: "/logbook/" });
  const days = JSON.stringify(list.stretch.weeks).match(/\/logbook\/planned\/[^/]+\/[\d-]+/g) ?? [];
  expect(days.map((path) => path.slice(-10))).toEqual(["2026-11-17"]);
  const week = async (date: string) => {
    const path = `/logbook/week/?date=${date}`;
    const { data } = await load<{ week: WeekCalendar }>(weekPage.loader, { user, path });
    const { days, planned } = data.week;
    const blocks = days.flatMap((day) => day.blocks.map(({ kind }) => kind));
    return [blocks, days.map((day) => day.planned).filter(Boolean), planned];
  };
  expect(await week("2026-11-09")).toEqual([[], [], null]);
  expect(await week("2026-11-16")).toEqual([["missing"], ["2.50"], "2.50"]);
  const unlogged = async (date: string) => countsOf(await readWeek(db, user.id, date, NOW)).unlogged;
  expect([await unlogged("2026-11-09"), await unlogged("2026-11-16")]).toEqual([0, 1]);
  // An old page of such a day.
  const planned = { user, params: { ...params, date: "2026-11-10" }, path: "/?start=08:00" };
  expect((await load<{ state: string }>(log.loader, planned)).data.state).toBe("none");
  for (const intent of ["log", "cancel"]) await submit(log.action, { intent, start: "08:00" }, planned);
  expect(await db.$count(sessions, eq(sessions.user_id, user.id))).toBe(0);
  expect(await db.$count(cancellations, eq(cancellations.user_id, user.id))).toBe(1);
});

test("of two times a day each session answers the nearest, and what is left stands in its place", () => {
  const timed = [
    { ...theatre, end_minute: 750 },
    { ...theatre, start_minute: 810, end_minute: 1080 },
  ];
  expect(timesOn("2026-11-17", [], { timed })).toEqual(["13:30 – 18:00", "08:00 – 12:30"]);
  const [left, ...none] = plannedOn("2026-11-17", [at("2026-11-17", 800), at("2026-11-17", 1140, null)], {
    ...{ today: TODAY, timed },
  });
  expect([left?.times, left?.below, none]).toEqual(["08:00 – 12:30", 2, []]);
});

test("a planned session is logged by one address up to today, is called off up to a week ahead, and has the form alone after it", () => {
  const [past] = plannedOn("2026-11-17", [], { today: TODAY, timed: [theatre] });
  expect(past).toMatchObject({
    ...{ pa: "2.50", path: "/logbook/planned/theatre/2026-11-17/?start=08%3A00" },
    form: "/logbook/session/new/?date=2026-11-17&element=theatre&start=08%3A00&end=18%3A00",
  });
  const [coming] = plannedOn("2026-11-24", [], { today: TODAY, timed: [theatre] });
  expect([past?.coming, coming?.coming, coming?.path]).toEqual([false, true, past?.path?.replace("-17/", "-24/")]);
  const [later] = plannedOn("2026-12-01", [], { today: TODAY, timed: [theatre] });
  expect(later?.path).toBeNull();
});

async function press(user: SignedInUser, elementRef: string, date: string, more = {}) {
  const path = `/logbook/planned/${elementRef}/${date}/?start=08:00`;
  const answer = await submit(log.action, {}, { user, path, params: { elementRef, date }, ...more });
  return { ...answer, said: answer.status === 404 ? "" : flashOf(answer).text, undo: flashOf(answer).undo };
}

const sessionsOf = (user: SignedInUser) => db.select().from(sessions).where(eq(sessions.user_id, user.id));

test("one press logs a session as planned, with the plan's times, site and basis, and Undo takes it back", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const fixed = { location: "Main theatres", default_basis: "fixed" as const, default_fixed_pa_units: 7200 };
  await db.update(jobPlanElements).set(fixed).where(eq(jobPlanElements.unique_ref, params.elementRef));
  const answer = await press(user, params.elementRef, "2026-11-10");
  expect([answer.status, answer.location]).toEqual([302, "/logbook/"]);
  expect(answer.said).toBe("Session logged: All-day orthopaedics, Tue 10 Nov 2026, 08:00 – 18:00, 2.00 PA");
  const made = (await sessionsOf(user)).find(({ unique_ref }) => unique_ref !== params.sessionRef);
  expect(made).toMatchObject({
    ...{ start_at: londonInstant("2026-11-10", 480), end_at: londonInstant("2026-11-10", 1080) },
    ...{ element_ref: params.elementRef, site: "Main theatres", pa_basis: "fixed", pa_units: 7200, version: 2 },
  });
  const undoRef = answer.undo?.match(/\d+/)?.[0] as string;
  await submit(undo.action, {}, { user, params: { undoRef } });
  expect(await sessionsOf(user)).toHaveLength(1);
});

test("a second press logs nothing and says so, and of two at once one logs it", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  expect((await press(user, params.elementRef, "2026-11-17")).said).toBe(
    "Nothing was logged: this session of Tue 17 Nov 2026 is logged already",
  );
  const database = racingDatabase(2, () => press(user, params.elementRef, "2026-11-10"));
  const second = await press(user, params.elementRef, "2026-11-10", { database });
  expect(second.said).toBe("Nothing was logged: this session of Tue 10 Nov 2026 is logged already");
  expect(await sessionsOf(user)).toHaveLength(2);
});

test("a night is logged to its end on the next day, and one in leave with a word about it", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const night = { start_minute: 1200, end_minute: 480 };
  await db.update(elementSchedule).set(night).where(eq(elementSchedule.element_ref, params.elementRef));
  const path = `/logbook/planned/${params.elementRef}/2026-12-15/`;
  const at = { user, path, params: { elementRef: params.elementRef, date: "2026-12-15" } };
  const page = await load<{ session: string; state: string; notes: string[] }>(log.loader, at);
  expect(page.data.state).toBe("open");
  expect(page.data.notes).toEqual(["Tue 15 Dec is in your leave"]);
  await submit(log.action, {}, at);
  const made = (await sessionsOf(user)).find(({ unique_ref }) => unique_ref !== params.sessionRef);
  expect(made?.end_at).toBe(londonInstant("2026-12-16", 480));
  expect(await db.$count(leave, eq(leave.user_id, user.id))).toBe(1);
});

test("what no plan of one's own has is not there, and a day without it is told", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  expect((await press(user, params.elementRef, "2026-11-18")).said).toBe(
    "Nothing was logged: your job plan no longer has this session on Wed 18 Nov 2026",
  );
  for (const [who, ref, date] of [
    [await makeUser(), params.elementRef, "2026-11-10"],
    [user, newRef(), "2026-11-10"],
    [user, params.elementRef, "2019-11-12"],
    [user, params.elementRef, "31-11-2026"],
  ] as const) {
    expect((await press(who, ref, date)).status).toBe(404);
  }
});

test("the logbook shows what was planned and not logged in its place, also where nothing is logged at all", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const other = await makeUser();
  await makeDiary(other);
  const page = await load<{ stretch: WeekChunk; opensOnToday: boolean }>(logbook.loader, {
    ...{ user: other, path: "/logbook/" },
  });
  const rows = page.data.stretch.weeks.flatMap((week) => week.rows);
  expect(page.data.opensOnToday).toBe(true);
  expect(rows.flatMap(({ planned }) => planned)).toHaveLength(3);
  expect(rows.find((row) => row.days[0]?.date === "2026-11-17")).toMatchObject({ planned: [], coming: false });
  const before = await load<{ opensOnToday: boolean }>(logbook.loader, {
    ...{ user: other, path: "/logbook/?date=2026-06-02" },
  });
  expect(before.data.opensOnToday).toBe(false);
  const planner = await makeUser();
  const plan = { unique_ref: newRef(), user_id: planner.id };
  const [source] = await db.select().from(jobPlans).where(eq(jobPlans.unique_ref, params.planRef));
  const [element] = await db.select().from(jobPlanElements).where(eq(jobPlanElements.unique_ref, params.elementRef));
  const [row] = await db.select().from(elementSchedule).where(eq(elementSchedule.element_ref, params.elementRef));
  if (!source || !element || !row) throw new Error("The diary has its plan");
  const own = { ...element, unique_ref: newRef(), user_id: planner.id, plan_ref: plan.unique_ref };
  await db.insert(jobPlans).values({ ...source, ...plan });
  await db.insert(jobPlanElements).values(own);
  await db.insert(elementSchedule).values({
    ...{ ...row, unique_ref: newRef(), user_id: planner.id, element_ref: own.unique_ref },
  });
  const first = await load<{ stretch: WeekChunk }>(logbook.loader, { user: planner, path: "/logbook/" });
  expect(first.data.stretch.weeks.flatMap((week) => week.rows.flatMap(({ planned }) => planned))).toHaveLength(4);
});

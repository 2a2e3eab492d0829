import { expect, test } from "vitest";
import type { DiaryFigures } from "~/diary/list/figures";
import { sessions } from "~/diary/sessions/table.server";
import type { TimedElement } from "~/diary/sessions/week-due";
import { alike, type CalendarBlock, type CalendarSession, weekCalendar } from "~/diary/week/week-calendar";
import { NATIONAL_RULES } from "~/planning/job-plans/pa-rules";
import { occurrencesBetween, type PlanDates, type ScheduleRow } from "~/planning/job-plans/schedule";
import { newRef } from "~/platform/db/columns.server";
import { assignLanes, lanesOf } from "~/platform/time/lanes";
import { londonInstant } from "~/platform/time/london";
import * as sessionNew from "~/routes/logbook/session-new";
import * as week from "~/routes/logbook/week";
import { makeDiary } from "../../support/diary";
import { countingDatabase, db, load, makeUser, NOW } from "../../support/harness";

const HOUR_MS = 60 * 60 * 1000;

const open = { date_start: "2026-01-01", date_end: null };

function row(more: Partial<ScheduleRow>): ScheduleRow {
  return { weekday: 2, start_minute: 480, end_minute: 1080, recurrence: 11, anchor_date: null, ...more };
}

function dates(more: Partial<ScheduleRow>, from: string, to: string, plan: PlanDates = open): string[] {
  return occurrencesBetween([row(more)], plan, from, to).map(({ date }) => date);
}

test("times fall every week, every few weeks from their anchor, or on the nth weekday of the month", () => {
  expect(dates({}, "2026-11-16", "2026-11-29")).toEqual(["2026-11-17", "2026-11-24"]);
  expect(dates({ recurrence: 12, anchor_date: "2026-11-06" }, "2026-11-01", "2026-11-30")).toEqual([
    "2026-11-03",
    "2026-11-17",
  ]);
  expect(dates({ recurrence: 14, anchor_date: "2026-11-17" }, "2026-09-01", "2026-11-30")).toEqual([
    "2026-09-22",
    "2026-10-20",
    "2026-11-17",
  ]);
  expect(dates({ recurrence: 25 }, "2026-09-01", "2026-12-31")).toEqual(["2026-09-29", "2026-12-29"]);
});

test("times fall on no day that their plan does not hold", () => {
  const plan = { date_start: "2026-11-18", date_end: "2026-11-30" };
  expect(dates({}, "2026-11-01", "2026-12-31", { ...plan, date_end: null })).toHaveLength(6);
  expect(dates({}, "2026-11-01", "2026-12-31", plan)).toEqual(["2026-11-24"]);
});

const theatre: TimedElement = {
  ...row({}),
  ...{
    element_ref: "theatre",
    element: "All-day list",
    category: "DCC",
    counts_to_balance: true,
    stated_pa_units: null,
  },
  ...{ custom_minutes_per_pa: null, ...open, pa_rules: NATIONAL_RULES.england },
};

function session(
  date: string,
  start: number,
  minutes: number,
  element_ref: string | null = "theatre",
): CalendarSession {
  const start_at = londonInstant(date, start);
  return {
    ...{ unique_ref: `${date}-${start}`, start_at, end_at: start_at + minutes * 60_000, pa_units: 9000 },
    ...{ element: "All-day list", category: "DCC", counts_to_balance: true, element_ref },
  };
}

function calendar(sessions: CalendarSession[], timed: TimedElement[], monday = "2026-11-16") {
  return weekCalendar({ monday, now: NOW, sessions, timed, plans: [] });
}

function kinds(of: ReturnType<typeof calendar>): string[] {
  return of.days.flatMap(({ weekday, blocks }) => blocks.map(({ kind, times }) => `${weekday} ${kind} ${times}`));
}

test("what was planned is worked, missing once it is over, and planned until then", () => {
  expect(kinds(calendar([session("2026-11-17", 500, 600)], [theatre]))).toEqual(["Tuesday worked 08:20–18:20"]);
  expect(kinds(calendar([], [theatre]))).toEqual(["Tuesday missing 08:00–18:00"]);
  expect(kinds(calendar([], [theatre], "2026-11-23"))).toEqual(["Tuesday planned 08:00–18:00"]);
  expect(calendar([], [theatre]).missing).toBe(1);
});

test("what is to come, planned or logged, may be said not to happen, but for locked days", () => {
  const pathsOf = (sessions: CalendarSession[], locks: { date_start: string; date_end: string }[] = []) => {
    const input = { monday: "2026-11-23", now: NOW, sessions, timed: [theatre], plans: [], locks };
    return weekCalendar(input).days.flatMap(({ blocks }) => blocks.map(({ path }) => path));
  };
  expect(pathsOf([])).toEqual(["/logbook/planned/theatre/2026-11-24/?start=08%3A00&view=week"]);
  const logged = session("2026-11-24", 480, 600);
  expect(pathsOf([logged])).toEqual(["/logbook/session/2026-11-24-480/outcome/?view=week"]);
  expect(pathsOf([{ ...logged, outcome: "cancelled_by_me" }])).toEqual([null]);
  expect(pathsOf([logged], [{ date_start: "2026-11-01", date_end: "2026-11-30" }])).toEqual([null]);
});

test("work of another element does not answer what was planned, and one session answers one time", () => {
  const evening = { ...theatre, start_minute: 1140, end_minute: 1260 };
  const one = [session("2026-11-17", 480, 600)];
  expect(kinds(calendar(one, [theatre, evening]))).toEqual([
    "Tuesday worked 08:00–18:00",
    "Tuesday missing 19:00–21:00",
  ]);
  expect(calendar([session("2026-11-17", 480, 600, "other")], [theatre]).missing).toBe(1);
});

test("nothing is missing on a bank holiday", () => {
  const christmas = { ...theatre, weekday: 5 };
  const at = weekCalendar({
    monday: "2025-12-22",
    now: NOW,
    sessions: [],
    timed: [{ ...christmas, date_start: "2025-01-01" }],
    plans: [],
  });
  expect(kinds(at)).toEqual(["Friday holiday 08:00–18:00"]);
  expect([at.missing, at.days[4]?.planned]).toEqual([0, null]);
  expect(at.days.map(({ away }) => away)).toEqual([null, null, null, "Bank holiday", "Bank holiday", null, null]);
});

test("what lies in leave is not due, and a half day off spares the other half", () => {
  const off = { type: "annual", name: "", date_start: "2026-11-17", date_end: "2026-11-17" } as const;
  const at = (start_part: "full" | "am" | "pm", timed = [theatre], sessions: CalendarSession[] = []) =>
    weekCalendar({
      ...{ monday: "2026-11-16", now: NOW, sessions, timed, plans: [] },
      leave: [{ ...off, start_part, end_part: "full" }],
    });
  const whole = at("full");
  expect(kinds(whole)).toEqual(["Tuesday leave 08:00–18:00"]);
  expect([whole.missing, whole.days[1]?.planned, whole.days[1]?.away]).toEqual([0, null, "Annual leave"]);
  expect([whole.days[1]?.off, whole.days[0]?.off]).toEqual([{ start: 0, end: 1440 }, null]);
  const lists = [
    { ...theatre, end_minute: 780 },
    { ...theatre, start_minute: 780 },
  ];
  expect(kinds(at("pm", lists))).toEqual(["Tuesday missing 08:00–13:00", "Tuesday leave 13:00–18:00"]);
  expect(at("am").days[1]).toMatchObject({ away: "Annual leave, ½ day: morning", off: { start: 0, end: 720 } });
  // Worked all the same: it counts as planned.
  expect(at("full", [theatre], [session("2026-11-17", 480, 600)]).days[1]).toMatchObject({ planned: "2.50" });
});

test("a night stands on both its days, and counts on the first", () => {
  const at = calendar([session("2026-11-18", 1200, 720)], []);
  expect(kinds(at)).toEqual(["Wednesday worked 20:00–08:00", "Thursday worked 20:00–08:00"]);
  expect(at.days[3]?.blocks[0]).toMatchObject({ since: "from Wed 18 Nov", pa: null, start: 0, end: 480 });
  expect(at.days.map(({ done }) => done)).toEqual(["0.00", "0.00", "2.50", "0.00", "0.00", "0.00", "0.00"]);
  expect([at.firstHour, at.lastHour]).toEqual([0, 24]);
});

test("a day says what was done, what was planned, and how far they are apart", () => {
  const at = calendar([{ ...session("2026-11-17", 480, 300), pa_units: 4500 }], [theatre]);
  expect(at.days[1]).toMatchObject({ done: "1.25", planned: "2.50", difference: "1.25 short" });
  expect(at.days[0]).toMatchObject({ done: "0.00", planned: null, difference: null });
});

test("extra work stands beside a day's PAs as beside the week's, and is not planned", () => {
  const extra = { ...session("2026-11-20", 1140, 240), pa_units: 4800, counts_to_balance: false };
  const at = calendar([session("2026-11-20", 480, 600), extra], [{ ...theatre, weekday: 5, counts_to_balance: false }]);
  expect(at.days[4]).toMatchObject({ done: "2.50", beside: ["+ 1.33 extra"], planned: null });
  expect(at).toMatchObject({ done: "2.50", beside: ["+ 1.33 extra"] });
});

test("a whole day and a session without an element read as in the list", () => {
  const at = calendar([{ ...session("2026-11-17", 0, 1440, null), element: null, category: null }], []);
  expect(at.days[1]?.blocks).toMatchObject([{ times: "Whole day", element: null }]);
});

test("PAs that were typed for an element's week are shared by its times", () => {
  const twice = { ...theatre, stated_pa_units: 7200 };
  const at = calendar([], [twice, { ...twice, weekday: 4 }]);
  expect(at.days.map(({ planned }) => planned)).toEqual([null, "1.00", null, "1.00", null, null, null]);
});

test("blocks that share a time stand side by side", () => {
  const block = (start: number, end: number) => ({ key: `${start}`, start, end }) as CalendarBlock;
  const lanes = assignLanes([block(480, 600), block(540, 660), block(600, 720), block(800, 900)]);
  expect(lanes.map(({ lane, lanes: of }) => [lane, of])).toEqual([
    [0, 2],
    [1, 2],
    [0, 2],
    [0, 1],
  ]);
});

test("a week is as many lanes wide as its days together, and an empty day is one", () => {
  const block = (start: number, end: number) => ({ start, end }) as CalendarBlock;
  const day = (...blocks: CalendarBlock[]) => ({ blocks: assignLanes(blocks) });
  expect(lanesOf([day(), day(block(480, 600)), day(block(480, 600), block(540, 660)), day()])).toBe(5);
});

test("the week page asks one batch, and a missing session leads to a form that holds its answers", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const { database, trips } = countingDatabase();
  interface Shown {
    week: ReturnType<typeof weekCalendar>;
    shown: DiaryFigures;
  }
  const page = await load<Shown>(week.loader, { user, path: "/logbook/week/?date=10/11/2026", database });
  expect([page.status, trips()]).toEqual([200, 1]);
  expect(page.data.shown.figures.map(({ label, value }) => `${label}: ${value}`)).toEqual([
    ...["9 – 15 November 2026: 0.00", "Plan to date: 80.00", "Unpaid fees: £1,200"],
  ]);
  const [missing] = page.data.week.days[1]?.blocks ?? [];
  expect(missing).toMatchObject({ kind: "missing", element: "All-day orthopaedics" });
  const form = await load<{ defaults: Record<string, string>; back: string }>(sessionNew.loader, {
    user,
    path: missing?.to ?? "",
  });
  expect(form.data.defaults).toMatchObject({
    ...{ session_date: "10/11/2026", session_start_time: "08:00", session_end_time: "18:00" },
    job_plan_element_unique_ref: params.elementRef,
  });
  expect(form.data.back).toBe("/logbook/week/?date=2026-11-09");
  const others = await load<{ defaults: Record<string, string> }>(sessionNew.loader, {
    user: await makeUser(),
    path: missing?.to ?? "",
  });
  expect(others.data.defaults.job_plan_element_unique_ref).toBe("");
  const none = await load<Shown>(week.loader, { user: await makeUser(), path: "/logbook/week/?date=10/11/2026" });
  expect(none.data.week.days.flatMap(({ blocks }) => blocks)).toEqual([]);
});

test("work from midnight on Monday is in the figures of its week, and a night from Sunday in those before", async () => {
  const user = await makeUser();
  const times = [londonInstant("2026-11-08", 1320), londonInstant("2026-11-09"), londonInstant("2026-11-09", 480)];
  await db.insert(sessions).values(
    times.map((start_at) => ({
      ...{ unique_ref: newRef(), user_id: user.id, start_at, end_at: start_at + 4 * HOUR_MS },
      ...{ created_at: NOW, updated_at: NOW, pa_basis: "time_calculated" as const, pa_rules: NATIONAL_RULES.england },
      ...{ standard_minutes: 240, premium_minutes: 0, pa_units: 3600 },
    })),
  );
  const { data } = await load<{ shown: DiaryFigures }>(week.loader, { user, path: "/logbook/week/?date=10/11/2026" });
  expect(data.shown.figures[0]).toMatchObject({ label: "9 – 15 November 2026", value: "2.00" });
});

test("the grid runs from the first hour of work to the last, ten hours at least", () => {
  const hours = ({ firstHour, lastHour }: ReturnType<typeof calendar>) => [firstHour, lastHour];
  expect(hours(calendar([], []))).toEqual([8, 18]);
  expect(hours(calendar([session("2026-11-17", 8 * 60 + 20, 600)], []))).toEqual([8, 19]);
  expect(hours(calendar([session("2026-11-17", 13 * 60, 60)], []))).toEqual([13, 23]);
  expect(hours(calendar([session("2026-11-17", 22 * 60, 60)], []))).toEqual([14, 24]);
});

test("each empty hour adds a session of four hours there, or up to what comes next", () => {
  const at = calendar([session("2026-11-17", 10 * 60 + 30, 120)], []);
  const free = at.days[1]?.free.map(({ to }) => new URL(to, "https://daybook.example").searchParams) ?? [];
  expect(free.map((query) => [query.get("date"), query.get("start"), query.get("end")])).toEqual([
    ["2026-11-17", "13:00", "17:00"],
    ["2026-11-17", "14:00", "18:00"],
    ["2026-11-17", "15:00", "19:00"],
    ["2026-11-17", "16:00", "20:00"],
    ["2026-11-17", "17:00", "20:00"],
    ["2026-11-17", "18:00", "20:00"],
    ["2026-11-17", "19:00", "20:00"],
  ]);
  const before = calendar([session("2026-11-17", 600, 120), session("2026-11-18", 480, 60)], []);
  expect(before.days[1]?.free[0]?.to).toBe("/logbook/session/new/?date=2026-11-17&start=08%3A00&end=10%3A00&view=week");
  expect(at.days[0]?.free).toHaveLength(10);
});

test("notes stand with sessions that have one name on one day, and with no others", async () => {
  const twice = [session("2026-11-17", 480, 120), session("2026-11-17", 720, 120), session("2026-11-18", 480, 120)];
  expect(alike(twice).map(({ unique_ref }) => unique_ref)).toEqual(["2026-11-17-480", "2026-11-17-720"]);
  expect(alike([session("2026-11-17", 480, 120), session("2026-11-17", 720, 120, "other")])).toEqual([]);
  const notes = new Map([["2026-11-17-480", "Mr Green’s list"]]);
  const at = weekCalendar({ monday: "2026-11-16", now: NOW, sessions: twice, timed: [], plans: [], notes });
  expect(at.days[1]?.blocks.map(({ note }) => note)).toEqual(["Mr Green’s list", null]);
});

import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { formatSpan } from "~/diary/leave/rules";
import { sessions } from "~/diary/sessions/table.server";
import { compareLeave, leaveSpanOf } from "~/import/rota/leave-steps";
import { leaveTypeOf } from "~/import/rota/titles";
import { jobPlanElements } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import { DAY_MS } from "~/platform/time/durations";
import { londonInstant } from "~/platform/time/london";
import { db, NOW } from "../../support/harness";
import { calendarOf, eventOf } from "./files";
import onCallWeek from "./fixtures/on-call-week.ics?raw";
import { consultant, diaryOf, imported, press, upload } from "./page";

/** A consultant with a trauma list and an on-call of fixed PAs in the plan. */
async function onCaller() {
  const { user, params } = await consultant();
  const element = {
    ...{ user_id: user.id, plan_ref: params.planRef, created_at: NOW, updated_at: NOW, category: "DCC" as const },
    ...{ counts_to_balance: true, weekly_pa_units: 3600, pattern: "on_call" as const },
  };
  await db.insert(jobPlanElements).values([
    { ...element, unique_ref: newRef(), description: "On-call", default_basis: "fixed", default_fixed_pa_units: 3600 },
    { ...element, unique_ref: newRef(), description: "Trauma list", default_basis: "time_calculated" },
  ]);
  return user;
}

test("a week on call is a day on call for each day, beside the list in it, however the file writes it", async () => {
  const user = await onCaller();
  const shown = await upload(user, onCallWeek);
  const { add, leave: offered, notes } = shown.data.page;
  expect(add).toEqual([
    {
      element: "On-call",
      dates: [2, 3, 4, 5, 6, 16, 17, 18, 19, 20, 21, 22].map((day) => `2026-11-${String(day).padStart(2, "0")}`),
    },
    { element: "Trauma list", dates: ["2026-11-04"] },
  ]);
  expect(offered.map(({ words }) => words)).toEqual(["Annual leave, 9 to 13 November 2026"]);
  expect(notes.filter((note) => note.includes("left out"))).toEqual([]);
  await press(user, shown);
  expect((await diaryOf(user)).slice(0, 4)).toEqual([
    "2026-11-02 0-0 On-call",
    "2026-11-03 0-0 On-call",
    "2026-11-04 0-0 On-call",
    "2026-11-04 8-13 Trauma list",
  ]);
});

test("a week on call that moves by a day keeps the days that it shares with the one before", async () => {
  const user = await onCaller();
  const week = (from: string, to: string) => calendarOf(eventOf("a", from, to, "On call week"));
  await imported(user, week("20261116", "20261123"));
  const { page } = (await upload(user, week("20261117", "20261124"))).data;
  expect([page.add, page.change, page.notes]).toEqual([
    [{ element: "On-call", dates: ["2026-11-23"] }],
    [],
    ["6 events imported before and not changed since"],
  ]);
});

test("a day on call counts no PAs, and says so, where its element has no fixed ones: never 24 hours by the clock", async () => {
  const user = await onCaller();
  await db
    .update(jobPlanElements)
    .set({ default_fixed_pa_units: null })
    .where(and(eq(jobPlanElements.user_id, user.id), eq(jobPlanElements.description, "On-call")));
  const shown = await upload(user, onCallWeek);
  expect(shown.data.page.notes).toContain(
    "12 sessions to add last whole days and count 0 PA: the element has no fixed PAs of a session. To count them, enter these in your job plan, then import the file",
  );
  await press(user, shown);
  const rows = await db.select().from(sessions).where(eq(sessions.user_id, user.id));
  const days = rows.filter(({ start_at, end_at }) => end_at - start_at === DAY_MS);
  expect(days.map(({ pa_basis, pa_units }) => [pa_basis, pa_units])).toEqual(Array(12).fill(["fixed", 0]));
});

test.each([
  ["Annual Leave", "annual"],
  ["A/L", "annual"],
  ["Leave", "annual"],
  ["Study Leave", "study"],
  ["SL", "study"],
  ["Sickness", "sick"],
  ["TOIL", "toil"],
  ["Bank holiday in lieu", "lieu"],
  ["Lieu day", "toil"],
  ["Maternity leave", "parental"],
  ["Jury service", "jury"],
  ["Bank holiday", null],
  ["Zero day", null],
  ["Off", null],
])("%s means the leave %s", (title, type) => {
  expect(leaveTypeOf(title)).toBe(type);
});

test("days of leave that follow each other are one leave, half days by the clock, and other types stay apart", () => {
  const event = (title: number, date: string, from = 480, until = 1080) => {
    const key = `${title}${date}`.padEnd(22, "x");
    return { key, title, startAt: londonInstant(date, from), endAt: londonInstant(date, until), allDay: false };
  };
  const calendar = {
    ...{ key: "k".repeat(22), first: "2026-11-09", last: "2026-11-16", titles: ["Annual leave", "A/L", "Study leave"] },
    ...{ cancelled: [], unread: { faulty: 0, endless: 0, long: 0, repeats: 0, zones: 0 } },
    events: [
      ...[event(1, "2026-11-10"), event(0, "2026-11-09"), event(0, "2026-11-12", 480, 780)],
      ...[event(2, "2026-11-10"), event(2, "2026-11-13", 780), event(2, "2026-11-14")],
    ],
  };
  const compared = (choices: string[]) => compareLeave(calendar, choices, { known: [], there: [] });
  const days = (choices: string[]) =>
    compared(choices).steps.map(
      ({ planned }) => planned && `${planned.element_ref}: ${formatSpan(leaveSpanOf(planned))}`,
    );
  // Annual leave came first on the 10th.
  expect(days(["annual", "annual", "study"])).toEqual([
    "annual: 9 to 10 November 2026",
    "annual: 12 November 2026, morning",
    "study: 13 to 14 November 2026, from noon of the first day",
  ]);
  expect(compared(["annual", "annual", "study"]).overlapping).toBe(1);
  expect(days(["out", "out", "study"])).toEqual([
    "study: 10 November 2026",
    "study: 13 to 14 November 2026, from noon of the first day",
  ]);
});

import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { leave } from "~/diary/leave/table.server";
import { sessions } from "~/diary/sessions/table.server";
import { leaveOffers, leaveTypeOf } from "~/import/rota/leave-offers";
import { jobPlanElements } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import { DAY_MS } from "~/platform/time/durations";
import { londonInstant } from "~/platform/time/london";
import * as leaveNew from "~/routes/leave/leave-form";
import { db, load, NOW } from "../../support/harness";
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
  expect(offered).toEqual([
    {
      words: "Annual leave, 9 to 13 November 2026",
      path: "/leave/new/?date=2026-11-09&until=2026-11-13&type=annual",
    },
  ]);
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

test("leave that the diary has is not offered, and the form of the rest has its dates and type", async () => {
  const user = await onCaller();
  await db.insert(leave).values({
    ...{ user_id: user.id, unique_ref: newRef(), created_at: NOW, updated_at: NOW, type: "annual", status: "planned" },
    ...{ date_start: "2026-11-09", date_end: "2026-11-13", start_part: "full", end_part: "full" },
  });
  const study = eventOf("s", "20261125", "20261126", "Study leave");
  const long = eventOf("l", "20270201", "20270301", "Annual leave");
  await imported(user, calendarOf(eventOf("o", "20261130", "20261201", "On call"), study));
  const { page } = (await upload(user, onCallWeek.replace("END:VCALENDAR", `${study}\r\n${long}\r\nEND:VCALENDAR`)))
    .data;
  expect(page.leave.map(({ words }) => words)).toEqual([
    "Study leave, 25 November 2026",
    "Annual leave, 1 to 28 February 2027",
  ]);
  const form = async (path: string) =>
    (await load<{ answers: Record<string, string> }>(leaveNew.loader, { user, path })).data.answers;
  expect(await form(page.leave[0]?.path ?? "")).toMatchObject({ type: "study", date_start: "25/11/2026" });
  expect(await form(page.leave[1]?.path ?? "")).toMatchObject({ type: "annual", date_end: "28/02/2027" });
  expect((await form("/leave/new/?date=2026-11-25&type=nonsense")).type).toBe("annual");
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

test("days of leave that follow each other are one leave, and other types and titles stay apart", () => {
  const titles = ["Annual leave", "A/L", "Study leave", "List"];
  const day = (title: number, date: string) => {
    const startAt = londonInstant(date, 480);
    return { key: date, title, startAt, endAt: startAt + 3_600_000, allDay: false };
  };
  const events = [
    day(1, "2026-11-10"),
    day(0, "2026-11-09"),
    day(2, "2026-11-10"),
    day(0, "2026-11-12"),
    day(3, "2026-11-11"),
  ];
  const words = (isLeftOut: boolean[]) => leaveOffers({ titles, events }, isLeftOut, []).map((offer) => offer.words);
  expect(words([true, true, true, true])).toEqual([
    "Annual leave, 9 to 10 November 2026",
    "Study leave, 10 November 2026",
    "Annual leave, 12 November 2026",
  ]);
  expect(words([false, false, true, true])).toEqual(["Study leave, 10 November 2026"]);
});

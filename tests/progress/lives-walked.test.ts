import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { SignedInUser } from "~/account/login/logins.server";
import type { DiaryFigures } from "~/diary/list/figures";
import { chosenPlanSessions } from "~/diary/planned/plan-diary.server";
import { sessions } from "~/diary/sessions/table.server";
import { showPa, showPaChange } from "~/planning/job-plans/pa-rules";
import { jobPlanElements, jobPlans } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import { readDate, ukDate } from "~/platform/time/dates";
import { type LondonDate, londonInstant } from "~/platform/time/london";
import { readChoice } from "~/progress/choice";
import { progressFigures } from "~/progress/figures.server";
import { renderProgress } from "~/progress/render-progress.server";
import * as elementRoute from "~/routes/job-plans/element";
import * as diaryRoute from "~/routes/job-plans/plan-diary";
import * as planRoute from "~/routes/job-plans/plan-form";
import * as leaveRoute from "~/routes/leave/leave-form";
import * as sessionRoute from "~/routes/logbook/session";
import * as newSessionRoute from "~/routes/logbook/session-new";
import * as outcomeRoute from "~/routes/logbook/session-outcome";
import * as weekRoute from "~/routes/logbook/week";
import { reportOf, summaryOf } from "../reports/document/report-tables";
import { changeOf, changePlan } from "../support/change-plan";
import { db, load, makeUser, NOW, submit, TODAY } from "../support/harness";

interface List {
  description: string;
  weekday: string;
  end: string;
}

/** A plan of 2026/27 by the forms: lists from 08:00, and SPA as planned; the logbook is filled with the lists to `until`. */
async function planWith(
  user: SignedInUser,
  contracted_pa: string,
  lists: readonly List[],
  spaPa: string,
  until: string,
) {
  await submit(
    planRoute.action,
    {
      ...{ idempotency_key: newRef(), title: "Job plan 2026/27", employer: "", contracted_pa },
      ...{ date_start: "1/4/2026", date_end: "31/3/2027", counts: "start", opening_balance_pa: "0" },
      ...{ method: "weekly_leave_adjusted", weeks_per_year: "42", tolerance_percent: "5" },
      ...{ nation: "england", premium_days: ["6", "7"], bank_holidays_premium: "yes" },
    },
    { user },
  );
  const [plan] = await db.select().from(jobPlans).where(eq(jobPlans.user_id, user.id));
  const params = { planRef: plan?.unique_ref ?? "" };
  const usual = { counts_to_balance: "yes", counting: "logged" };
  for (const { description, weekday, end } of lists) {
    const time = { weekday, end, start: "08:00", recurrence: "11" };
    const rows = Object.entries(time).map(([part, answer]) => [`schedule[0].${part}`, answer]);
    const added = { ...usual, idempotency_key: newRef(), description, category: "DCC", pattern: "fixed_times" };
    await submit(elementRoute.action, { ...added, ...Object.fromEntries(rows) }, { user, params });
  }
  const spa = {
    idempotency_key: newRef(),
    description: "SPA core",
    category: "SPA",
    pattern: "flexible_week",
    pa: spaPa,
  };
  await submit(elementRoute.action, { ...usual, ...spa, counting: "as_planned" }, { user, params });
  const elements = await db.select().from(jobPlanElements).where(eq(jobPlanElements.user_id, user.id));
  const refOf = (description: string) => elements.find((each) => each.description === description)?.unique_ref ?? "";
  const element_refs = lists.map(({ description }) => refOf(description));
  const days = { from: "2026-04-01", until: readDate(until) as LondonDate };
  const ticks = { skip_bank_holidays: true, skip_leave: true, element_refs };
  const { shown } = await chosenPlanSessions(db, user.id, params.planRef, { ...days, ...ticks });
  const filled = await submit(
    diaryRoute.action,
    {
      ...{ idempotency_key: newRef(), from: "1/4/2026", until, shown, intent: "make" },
      ...{ skip_bank_holidays: "yes", skip_leave: "yes", element_refs },
    },
    { user, params },
  );
  expect(filled.status).toBe(302);
  return { params, refOf };
}

async function takeLeave(user: SignedInUser, answers: Record<string, string>, now = NOW) {
  const whole = { date_end: "", start_part: "full", end_part: "full", status: "approved" };
  const kept = { name: "", pa: "", study_cost: "", notes: "", lieu_amount: "", lieu_unit: "days" };
  const fields = { idempotency_key: newRef(), type: "annual", ...whole, ...kept, ...answers };
  expect((await submit(leaveRoute.action, fields, { user, now })).status).toBe(302);
}

async function sessionOn(user: SignedInUser, date: LondonDate) {
  const at = londonInstant(date, 480);
  const [found] = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.user_id, user.id), eq(sessions.start_at, at)));
  if (!found) throw new Error(`No session on ${date}`);
  return found;
}

/** Balance, expected and done of the page of progress, and the sentence of its headline. */
async function progressOf(user: SignedInUser, today: LondonDate, plan?: string) {
  const asked = readChoice(new URLSearchParams(plan === undefined ? {} : { plan }));
  const { choice, plans, shown } = await progressFigures(db, user.id, asked, today);
  if (!shown) throw new Error("There is a plan");
  const { expected, done, balance } = shown.report.total;
  const { headline } = renderProgress({ ...shown, choice, plans });
  return { figures: [showPa(expected), showPa(done), showPaChange(balance)], headline };
}

const BLANK = Object.fromEntries(
  ["whole_day", "session_greater_24_hours", "session_end_date", "site", "fixed_PA_allocation", "description"].map(
    (name) => [name, ""],
  ),
);

/** The answers of a session from 08:00 or another time. */
function timed(date: string, element: string, start: string, end: string) {
  return {
    ...{ ...BLANK, session_date: date, session_start_time: start, session_end_time: end },
    ...{ job_plan_element_unique_ref: element, pa_calculation_basis: "time_calculated" },
  };
}

async function overrun(user: SignedInUser, date: LondonDate, end: string, now = NOW) {
  const { unique_ref, version, element_ref } = await sessionOn(user, date);
  const fields = { ...timed(ukDate(date), element_ref ?? "", "08:00", end), unique_ref, version: String(version) };
  const { status } = await submit(
    sessionRoute.action,
    { ...fields, idempotency_key: newRef(), series_scope: "this" },
    { user, now, params: { sessionRef: unique_ref } },
  );
  expect(status).toBe(302);
}

async function callOff(user: SignedInUser, date: LondonDate, intent: string, now: number) {
  const { unique_ref, version } = await sessionOn(user, date);
  const fields = { idempotency_key: newRef(), version: String(version), intent, swapped_with: "", swap_date: "" };
  const { status } = await submit(outcomeRoute.action, fields, { user, now, params: { sessionRef: unique_ref } });
  expect(status).toBe(302);
}

async function weekOf(user: SignedInUser, date: LondonDate, now = NOW) {
  const { data } = await load<{ shown: DiaryFigures }>(weekRoute.loader, {
    user,
    now,
    path: `/logbook/week/?date=${date}`,
  });
  return data.shown.figures.map(({ value, more }) => `${value} ${more}`);
}

// 6 PA: Mondays and Wednesdays of 2.50, 1.00 of SPA, 0.20 on each weekday. From 1 April to 20 November 2026 there are 33
// Mondays, of which bank holidays take 4 (6 April, 4 and 25 May, 31 August), leave 2 in August and 5 October 1: 26 × 2.50 =
// 65.00. Of 34 Wednesdays leave takes 2, and half of 16 September: 32 × 2.50 − 1.25 = 78.75. Of 168 weekdays 5 are bank
// holidays, and leave takes 12.5: 150.5 × 0.20 = 30.10. Together 173.85 are expected. Filled in are the lists but that of
// 16 September, of which the afternoon is added, 1.25. 18 November ends at 20:30: one standard hour and 1.5 of premium more,
// 0.25 + 0.50. The bank holiday of 31 August is worked, 10 hours of premium: 3.33. 4.08 ahead.
test("the part-time life by the forms: two lists, SPA as planned, bank holidays, half a day of leave", async () => {
  const user = await makeUser();
  await takeLeave(user, { date_start: "3/8/2026", date_end: "14/8/2026" });
  await takeLeave(user, { date_start: "16/9/2026", start_part: "am" });
  await takeLeave(user, { date_start: "5/10/2026", date_end: "6/10/2026", type: "study" });
  const [monday, wednesday] = ["Monday list", "Wednesday list"];
  const { refOf } = await planWith(
    user,
    "6",
    [
      { description: monday, weekday: "1", end: "18:00" },
      { description: wednesday, weekday: "3", end: "18:00" },
    ],
    "1",
    "30/11/2026",
  );
  for (const answers of [
    timed("16/9/2026", refOf(wednesday), "13:00", "18:00"),
    timed("31/8/2026", refOf(monday), "08:00", "18:00"),
  ]) {
    const added = await submit(newSessionRoute.action, { ...answers, idempotency_key: newRef() }, { user });
    expect(added.status).toBe(302);
  }
  await overrun(user, "2026-11-18", "20:30");
  expect(await progressOf(user, TODAY)).toEqual({
    figures: ["173.85", "177.93", "+4.08"],
    headline: "You are 4.08 PA ahead, about 0.7 weeks",
  });
  expect(await weekOf(user, "2026-11-16")).toEqual(expect.arrayContaining(["6.75 of 6.00 PA", "4.08 PA ahead"]));
  const report = await reportOf(user, "period=custom&from=2026-04-01&until=2026-11-20&section=job-plan");
  expect(summaryOf(report)).toEqual([
    "Job plan 2026/27: 177.93 PAs done, 173.85 expected by 20 November 2026, 4.08 ahead of the plan.",
  ]);
});

// 10 PA: Tuesdays and Wednesdays of 2.50, Fridays of 1.25, and 3.75 of SPA, 0.75 on each weekday. From 1 April to 31
// December 2026 there are 39 Tuesdays, 40 Wednesdays, 39 Fridays less 2 bank holidays, and 197 weekdays less 7: 97.50 +
// 100.00 + 46.25 + 142.50 = 386.25 are expected. All is done as planned, but 1 December ends at 20:30, 0.75 more, and the
// Wednesday list of 9 December is cancelled by its owner, 2.50 less: 1.75 behind. From 1 January 2027 Wednesday's list is on
// Mondays, and Friday's is dropped. To 19 February there are 7 Mondays and 7 Tuesdays, of which leave takes one each, and 36
// weekdays less a bank holiday and 5 of leave: 15.00 + 15.00 + 22.50 = 52.50. Done is the same, with a list that the trust
// cancelled on 5 January, and half an hour more on 15 February, 0.125, shown as 0.13: in all 1.75 − 0.13 = 1.62 behind.
test("the full-time life by the forms: a list dropped and one moved on 1 January, 10 PA to 9, one balance", async () => {
  const user = await makeUser();
  const lists = [
    { description: "Tuesday list", weekday: "2", end: "18:00" },
    { description: "Trauma list", weekday: "3", end: "18:00" },
    { description: "ENT list", weekday: "5", end: "13:00" },
  ];
  const { params, refOf } = await planWith(user, "10", lists, "3.75", "31/3/2027");
  const line = (at: number, description: string, keep: string, weekday: string, end: string) => {
    const time = { weekday, end, start: "08:00", recurrence: "11", anchor_date: "", rota_weeks: "" };
    const rows = Object.entries(time).map(([part, answer]) => [`lines[${at}].schedule[0].${part}`, answer]);
    return { [`lines[${at}].ref`]: refOf(description), [`lines[${at}].keep`]: keep, ...Object.fromEntries(rows) };
  };
  const changed = {
    ...line(0, "Tuesday list", "yes", "2", "18:00"),
    ...line(1, "Trauma list", "yes", "1", "18:00"),
    ...line(2, "ENT list", "", "5", "13:00"),
    ...{ "lines[3].ref": refOf("SPA core"), "lines[3].keep": "yes", "lines[3].pa": "3.75" },
  };
  const { done } = await changePlan(
    changeOf({ from: "1/1/2027", date_end: "31/3/2027", contracted_pa: "9", ...changed }),
    { user, params },
  );
  expect(done.status).toBe(302);
  const today = "2027-02-20";
  const now = londonInstant(today, 720);
  await takeLeave(user, { date_start: "8/2/2027", date_end: "12/2/2027" }, now);
  for (const date of ["2027-02-08", "2027-02-09"] as const) await callOff(user, date, "cancelled_by_me", now);
  await overrun(user, "2026-12-01", "20:30", now);
  await overrun(user, "2027-02-15", "18:30", now);
  await callOff(user, "2026-12-09", "cancelled_by_me", now);
  await callOff(user, "2027-01-05", "cancelled_by_trust", now);
  expect((await progressOf(user, today, params.planRef)).figures).toEqual(["386.25", "384.50", "−1.75"]);
  expect(await progressOf(user, today)).toEqual({
    figures: ["52.50", "52.63", "−1.62"],
    headline: "You are 1.62 PA behind, about 0.2 weeks",
  });
  expect(await weekOf(user, "2027-02-15", now)).toEqual(expect.arrayContaining(["8.88 of 8.75 PA", "1.62 PA behind"]));
  const report = await reportOf(user, "period=custom&from=2026-04-01&until=2027-03-31&section=job-plan", db, now);
  expect(summaryOf(report)).toEqual([
    "Job plan 2026/27: 384.50 PAs done, 386.25 expected by 31 December 2026, 1.75 behind the plan.",
    "Job plan 2026/27 from 1 January 2027: 52.63 PAs done, 52.50 expected by 19 February 2027, 0.13 ahead of the plan.",
    "4 sessions did not happen: 1 cancelled by the trust (2.50 PA kept), 3 by me.",
  ]);
});

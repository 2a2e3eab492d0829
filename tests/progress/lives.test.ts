import { expect, test } from "vitest";
import type { SignedInUser } from "~/account/login/logins.server";
import { leave } from "~/diary/leave/table.server";
import { sessions } from "~/diary/sessions/table.server";
import type { Category, Counting } from "~/planning/job-plans/elements";
import { NATIONAL_RULES, paUnits, showPa, showPaChange } from "~/planning/job-plans/pa-rules";
import { elementSchedule, jobPlanElements, jobPlans } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import { addDays, type LondonDate, londonInstant } from "~/platform/time/london";
import { readChoice } from "~/progress/choice";
import { progressFigures } from "~/progress/figures.server";
import { renderProgress } from "~/progress/render-progress.server";
import { reportOf, summaryOf } from "../reports/document/report-tables";
import { db, makeUser, TODAY } from "../support/harness";

/** An element: PAs a week on Monday to Friday, or hours from 08:00 on a weekday. */
interface Element {
  category?: Category;
  counting?: Counting;
  pa?: number;
  times?: Record<number, number>;
}

interface Plan {
  date_start: LondonDate;
  date_end?: LondonDate | null;
  employer?: string;
  elements: Element[];
}

async function addPlan(user: SignedInUser, { elements, date_end = null, ...plan }: Plan) {
  const row = { user_id: user.id, created_at: 1, updated_at: 1 };
  const planRef = newRef();
  await db.insert(jobPlans).values({
    ...{ ...row, ...plan, date_end, unique_ref: planRef, title: `From ${plan.date_start}` },
    ...{ method: "weekly_leave_adjusted", weeks_per_year_tenths: 420, contracted_pa_units: 36_000 },
    pa_rules: NATIONAL_RULES.england,
  });
  const refs: string[] = [];
  for (const [sort_order, { category = "DCC", counting = "logged", pa, times = {} }] of elements.entries()) {
    const unique_ref = newRef();
    refs.push(unique_ref);
    const hours = Object.values(times).reduce((sum, each) => sum + each, 0);
    await db.insert(jobPlanElements).values({
      ...{ ...row, unique_ref, plan_ref: planRef, category, counting, description: category, sort_order },
      pattern: pa === undefined ? "fixed_times" : "flexible_week",
      ...{ stated_pa_units: pa === undefined ? null : paUnits(pa), weekly_pa_units: paUnits(pa ?? hours / 4) },
      ...{ counts_to_balance: true, default_basis: "time_calculated" },
    });
    for (const [weekday, length] of Object.entries(times)) {
      const time = {
        weekday: Number(weekday),
        start_minute: 480,
        end_minute: 480 + length * 60,
        recurrence: 11,
      } as const;
      await db.insert(elementSchedule).values({ ...row, unique_ref: newRef(), element_ref: unique_ref, ...time });
    }
  }
  return { planRef, refs };
}

async function log(user: SignedInUser, element_ref: string | undefined, from: LondonDate, pas: readonly number[]) {
  for (const [day, pa] of pas.entries()) {
    const start_at = londonInstant(addDays(from, day), 480);
    await db.insert(sessions).values({
      ...{ unique_ref: newRef(), user_id: user.id, start_at, end_at: start_at + 3_600_000, element_ref },
      ...{ pa_basis: "fixed", fixed_pa_units: paUnits(pa), standard_minutes: 60, premium_minutes: 0 },
      ...{ pa_units: paUnits(pa), pa_rules: NATIONAL_RULES.england, created_at: 1, updated_at: 1 },
    });
  }
}

function takeLeave(user: SignedInUser, date_start: LondonDate, date_end: LondonDate) {
  const row = { user_id: user.id, unique_ref: newRef(), created_at: 1, updated_at: 1 };
  return db.insert(leave).values({ ...row, type: "annual", status: "approved", date_start, date_end });
}

/** Expected, done and balance of a plan's page, to the hundredth. */
async function figuresOf(user: SignedInUser, planRef: string) {
  const asked = readChoice(new URLSearchParams({ plan: planRef }));
  const { choice, plans, shown } = await progressFigures(db, user.id, asked, TODAY);
  if (!shown) throw new Error("There is a plan");
  const { expected, done, balance } = shown.report.total;
  const page = renderProgress({ ...shown, choice, plans });
  return { total: [showPa(expected), showPa(done), showPaChange(balance)], before: page.balance.before };
}

/** What the report says of each plan, from the first of them to the day before. */
async function reportedOf(user: SignedInUser): Promise<string[]> {
  return summaryOf(await reportOf(user, "period=custom&from=2026-04-01&until=2026-11-20&section=job-plan"));
}

const times = (count: number, pa: number) => Array.from({ length: count }, () => pa);

// From 1 April to 20 November 2026 there are 33 Tuesdays (7 April to 17 November) and 34 Wednesdays and Thursdays (1 and 2
// April to 18 and 19 November): 33 × 2.50 + 34 × 2.50 + 34 × 1.00 = 201.50. No bank holiday of these months is on one. Leave
// from 3 to 14 August takes two of each, 12.00: 189.50 are expected. 75 × 2.50 + 1.00 = 188.50 are done: 1.00 behind.
test("the life of a part-timer of 6 PA on three days, to the hundredth", async () => {
  const user = await makeUser();
  const { planRef, refs } = await addPlan(user, {
    date_start: "2026-04-01",
    elements: [{ times: { 2: 10, 3: 10, 4: 4 } }],
  });
  await takeLeave(user, "2026-08-03", "2026-08-14");
  await log(user, refs[0], "2026-04-01", times(75, 2.5));
  await log(user, refs[0], "2026-11-12", [1]);
  expect((await figuresOf(user, planRef)).total).toEqual(["189.50", "188.50", "−1.00"]);
});

// From Monday 2 to Friday 20 November 2026 there are 15 weekdays, of which leave takes two (5 and 6 November): 13 × 2.00 =
// 26.00 are expected of 10 PA a week. Logged are 22.00 of clinical work, and 13 × 0.30 = 3.90 of 1.50 PA of SPA count as
// planned: 25.90 are done, 0.10 behind. What was done before the plan counts nothing.
test("the life of a joiner in November who logs clinical work alone, to the hundredth", async () => {
  const user = await makeUser();
  const { planRef, refs } = await addPlan(user, {
    ...{ date_start: "2026-11-02", date_end: "2027-03-31" },
    elements: [{ pa: 8.5 }, { category: "SPA", counting: "as_planned", pa: 1.5 }],
  });
  await takeLeave(user, "2026-11-05", "2026-11-06");
  await log(user, refs[0], "2026-10-20", [5]);
  await log(user, refs[0], "2026-11-09", [5, 5, 5, 5, 2]);
  expect((await figuresOf(user, planRef)).total).toEqual(["26.00", "25.90", "−0.10"]);
  expect(await reportedOf(user)).toEqual([
    "From 2026-11-02: 25.90 PAs done, 26.00 expected by 20 November 2026, 0.10 behind the plan.",
  ]);
});

// North, 6 PA a week, 1.20 on each weekday: from 1 April to 20 November there are 33 Mondays and Tuesdays and 34 of each
// other weekday, 168, less 5 bank holidays (3 and 6 April, 4 and 25 May, 31 August) and 10 days of leave: 153 × 1.20 =
// 183.60. Done are 36 × 5.00 + 2.40 = 182.40: 1.20 behind. South, 2.00 on Thursdays and Fridays: 34 + 34 less Good Friday
// and four days of leave, 63 × 2.00 = 126.00. Done are 31 × 4.00 + 3.50 = 127.50: 1.50 ahead.
test("the life of a consultant with two employers: each plan by its own sessions, and leave from both", async () => {
  const user = await makeUser();
  const start = { date_start: "2026-04-01", date_end: "2027-03-31" };
  const north = await addPlan(user, { ...start, employer: "North", elements: [{ pa: 6 }] });
  const south = await addPlan(user, { ...start, employer: "South", elements: [{ times: { 4: 8, 5: 8 } }] });
  await takeLeave(user, "2026-08-03", "2026-08-14");
  await log(user, north.refs[0], "2026-04-01", [...times(36, 5), 2.4]);
  await log(user, south.refs[0], "2026-09-01", [...times(31, 4), 3.5]);
  expect((await figuresOf(user, north.planRef)).total).toEqual(["183.60", "182.40", "−1.20"]);
  expect((await figuresOf(user, south.planRef)).total).toEqual(["126.00", "127.50", "+1.50"]);
  expect((await reportedOf(user)).toSorted()).toEqual([
    "From 2026-04-01: 127.50 PAs done, 126.00 expected by 20 November 2026, 1.50 ahead of the plan.",
    "From 2026-04-01: 182.40 PAs done, 183.60 expected by 20 November 2026, 1.20 behind the plan.",
  ]);
});

// 10 PA a week, 2.00 a day. The plan year begins on 1 April, in the middle of the second plan: of this count 22 + 21 + 22 +
// 23 + 21 + 22 = 131 weekdays to 30 September, less the 5 bank holidays: 126 × 2.00 = 252.00, of which 250.00 are done. The
// 40.00 done in February belong to the year before. From 1 October 22 + 15 weekdays, 74.00, of which 75.00 are done.
test("a plan that was in force when the plan year began is carried from that day on", async () => {
  const user = await makeUser();
  const elements = [{ pa: 10 }];
  await addPlan(user, { date_start: "2025-04-01", date_end: "2025-12-31", elements });
  const second = await addPlan(user, { date_start: "2026-01-01", date_end: "2026-09-30", elements });
  const third = await addPlan(user, { date_start: "2026-10-01", date_end: "2027-03-31", elements });
  await log(user, second.refs[0], "2026-02-02", times(4, 10));
  await log(user, second.refs[0], "2026-05-01", times(25, 10));
  await log(user, third.refs[0], "2026-10-05", times(15, 5));
  const { total, before } = await figuresOf(user, third.planRef);
  expect(before).toMatchObject([
    { name: "Carried over from From 2026-01-01, 1 April to 30 September 2026", amount: "−2.00" },
  ]);
  expect(total).toEqual(["74.00", "75.00", "−1.00"]);
});

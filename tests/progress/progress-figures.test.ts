import { and, eq, lte, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { periodOf } from "~/diary/expected/period";
import { leave, leaveSettings, leaveYears } from "~/diary/leave/table.server";
import { sessions } from "~/diary/sessions/table.server";
import { NATIONAL_RULES, paUnits, showPa } from "~/planning/job-plans/pa-rules";
import { includesDate } from "~/planning/job-plans/plan-dates";
import { elementSchedule, jobPlanElements, jobPlans } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import { insertRows } from "~/platform/db/json-rows.server";
import { type LondonDate, londonInstant } from "~/platform/time/london";
import { balanceFigures, balancesOf } from "~/progress/balance.server";
import { balanceBatch } from "~/progress/balance-batch.server";
import { type ProgressChoice, readChoice } from "~/progress/choice";
import { type ProgressFigures, progressFigures } from "~/progress/figures.server";
import { countedBeginOf } from "~/progress/queries.server";
import { isEmpty } from "~/progress/sentences";
import { loader as csv } from "~/routes/progress/csv";
import { countingDatabase, db, load, makeUser, TODAY } from "../support/harness";
import { meteredDatabase } from "../support/metered";

const NOTHING_ASKED = readChoice(new URLSearchParams());

type Some = Partial<typeof jobPlans.$inferInsert> & { unique_ref?: string };

/** A plan with 1.00 PA of ward work and 0.50 PA of teaching on each of Monday to Friday. */
async function makePlan(user_id: number, more: Some = {}) {
  const row = { user_id, created_at: 1, updated_at: 1 };
  const plan = more.unique_ref ?? newRef();
  const [ward, teaching, extra] = [newRef(), newRef(), newRef()];
  const element = (unique_ref: string, category: "DCC" | "SPA" | "Extra", weekly: number) => ({
    ...{ ...row, unique_ref, plan_ref: plan, category, description: category, pattern: "flexible_week" as const },
    ...{ stated_pa_units: paUnits(weekly), weekly_pa_units: paUnits(weekly), counts_to_balance: category !== "Extra" },
    default_basis: "time_calculated" as const,
  });
  await db.batch([
    db.insert(jobPlans).values({
      ...{ ...row, unique_ref: plan, title: "Job plan 2026/27", method: "weekly_leave_adjusted" },
      ...{ date_start: "2026-04-01", date_end: "2027-03-31", weeks_per_year_tenths: 420, contracted_pa_units: 27_000 },
      pa_rules: NATIONAL_RULES.england,
      ...more,
    }),
    db
      .insert(jobPlanElements)
      .values([element(ward, "DCC", 5), element(teaching, "SPA", 2.5), element(extra, "Extra", 0)]),
  ]);
  return { plan, ward, teaching, extra };
}

async function makeSession(user_id: number, date: LondonDate, element_ref: string | null, pas: number, minute = 480) {
  const unique_ref = newRef();
  const start_at = londonInstant(date, minute);
  await db.insert(sessions).values({
    ...{ unique_ref, user_id, start_at, end_at: start_at + Math.max(pas, 1) * 240 * 60_000, element_ref },
    ...{ pa_basis: "time_calculated", standard_minutes: pas * 240, premium_minutes: 0, pa_units: paUnits(pas) },
    ...{ pa_rules: NATIONAL_RULES.england, created_at: 1, updated_at: 1 },
  });
  return unique_ref;
}

async function makeLeave(user_id: number, date_start: LondonDate, date_end: LondonDate, more = {}) {
  await db.insert(leave).values({
    ...{ unique_ref: newRef(), user_id, type: "annual", status: "approved", date_start, date_end },
    ...{ created_at: 1, updated_at: 1, ...more },
  });
}

function figuresOf(user_id: number, choice: Partial<ProgressChoice> = {}, today = TODAY): Promise<ProgressFigures> {
  return progressFigures(db, user_id, { ...NOTHING_ASKED, ...choice }, today);
}

test("work, leave and bank holidays up to yesterday make the balance; today and what is to come do not", async () => {
  const { id: me } = await makeUser();
  const { ward, teaching, extra } = await makePlan(me, { date_start: "2026-11-02" });
  await makeLeave(me, "2026-11-05", "2026-11-06", { start_part: "pm" });
  await makeLeave(me, "2026-11-09", "2026-11-09", { status: "requested" });
  await makeSession(me, "2026-11-03", ward, 8);
  await makeSession(me, "2026-11-10", teaching, 2);
  await makeSession(me, "2026-11-12", extra, 3);
  await makeSession(me, "2026-11-13", null, 1.25);
  await makeSession(me, "2026-11-17", ward, 0);
  await makeSession(me, "2026-11-20", ward, 1);
  await makeSession(me, "2026-11-24", ward, 4);
  const { shown } = await figuresOf(me, {}, "2026-11-20");
  // 14 weekdays to 19 November less one and a half of leave, at 1.5 PA.
  expect(showPa(shown?.report.total.expected ?? 0)).toBe("18.75");
  expect(showPa(shown?.report.total.done ?? 0)).toBe("10.00");
  expect(showPa(shown?.report.total.balance ?? 0)).toBe("−8.75");
  expect(shown?.report).toMatchObject({ day: "2026-11-19", word: "well behind", method: "weekly_leave_adjusted" });
  expect(showPa(shown?.report.extra ?? 0)).toBe("3.00");
  expect(showPa(shown?.report.untagged ?? 0)).toBe("1.25");
  expect(shown?.report.needsValue).toMatchObject([{ date: "2026-11-17", element: "DCC" }]);
  expect(showPa(shown?.report.forecast?.inDiary ?? 0)).toBe("5.00");
  const rows = shown?.report.categories.map(({ category, done, expected }) => [
    category,
    showPa(done),
    showPa(expected),
  ]);
  expect(rows).toEqual([
    ["DCC", "8.00", "12.50"],
    ["SPA", "2.00", "6.25"],
  ]);
});

test("a pace rests on what is left of leave, which is not rounded, on the page and in the figures strip", async () => {
  const { id: me } = await makeUser();
  await makePlan(me, { method: "annualised_paced" });
  const row = { user_id: me, created_at: 1, updated_at: 1 };
  await db.batch([
    db.insert(leaveSettings).values({ ...row, unique_ref: newRef(), study_half_days: 0, study_half_days_of_three: 0 }),
    db.insert(leaveYears).values({
      ...{ ...row, unique_ref: newRef(), year_begins: "2026-04-01" },
      ...{ fraction_hundredths: 80, carried_half_days: 2 },
    }),
  ]);
  const { shown } = await figuresOf(me);
  // 163 of 251 working days are over. Of this plan's five days a week 32 are leave, and one that four fifths of full time
  // carries over is a quarter more: 33.25. 315 PA × 163 ÷ (251 − 33.25). By 33.5 days it would be 236.07 PA.
  expect(showPa(shown?.report.total.expected ?? 0)).toBe(showPa((315 * 3600 * 163) / 217.75));
  expect(shown?.report.forecast?.daysLeft).toBe(54.8);
  const [strip] = balancesOf(await db.batch(balanceBatch(db, me, TODAY)), TODAY);
  expect(strip?.expected).toBe(shown?.report.total.expected);
});

test("what a plan asks for in a year is rounded once, not each week", async () => {
  const { id: me } = await makeUser();
  const { plan } = await makePlan(me, { method: "annualised_paced" });
  // One PA twice a year is 171.43 units a week of 42: as 171 four of them were 7.98 PA a year, and not 8.00.
  await db.insert(jobPlanElements).values(
    [1, 2, 3, 4].map((at) => ({
      ...{ unique_ref: newRef(), user_id: me, plan_ref: plan, created_at: 1, updated_at: 1 },
      ...{ category: "DCC" as const, description: `Twice a year ${at}`, pattern: "flexible_year" as const },
      ...{ stated_pa_units: paUnits(1), occurrences_per_year: 2, weekly_pa_units: 171, counts_to_balance: true },
      default_basis: "time_calculated" as const,
    })),
  );
  const { shown } = await figuresOf(me);
  expect(shown?.report.forecast?.target).toBe(paUnits(315 + 8));
  const ended = await figuresOf(me, { day: "2027-03-31" }, "2027-04-01");
  expect(ended.shown?.report.total.expected).toBe(paUnits(315 + 8));
});

test("the balance of the strip is that of the page, and both ask the database once", async () => {
  const { id: me } = await makeUser();
  const { ward } = await makePlan(me, { opening_balance_pa_units: paUnits(-2) });
  await makeLeave(me, "2026-08-03", "2026-08-14");
  await makeLeave(me, "2026-09-07", "2026-09-08", { type: "sick", status: "taken" });
  // Before the period by the clocks of UTC, and on its first day by those of London.
  await makeSession(me, "2026-04-01", ward, 1, 15);
  await makeSession(me, "2026-03-31", ward, 5, 23 * 60 + 30);
  await makeSession(me, "2026-11-20", ward, 2.5);
  await makeSession(me, TODAY, ward, 4);
  for (const method of ["weekly_leave_adjusted", "annualised_paced", "annualised_linear"] as const) {
    await db.update(jobPlans).set({ method }).where(eq(jobPlans.user_id, me));
    const { database, trips } = countingDatabase();
    const { shown } = await progressFigures(database, me, NOTHING_ASKED, TODAY);
    expect(trips()).toBe(1);
    const [balance] = balancesOf(await database.batch(balanceBatch(database, me, TODAY)), TODAY);
    expect(trips()).toBe(2);
    expect(showPa(shown?.report.total.done ?? 0)).toBe("3.50");
    expect(shown?.report.opening).toBe(paUnits(-2));
    expect(balance).toMatchObject({ ...shown?.report.total, method, day: "2026-11-20", word: shown?.report.word });
  }
});

test("a plan that counts from a day expects and counts nothing of the months before, on the page and in the strip", async () => {
  const { id: me } = await makeUser();
  const { ward } = await makePlan(me, { counts_from: "2026-11-19", opening_balance_pa_units: paUnits(-2) });
  await makeSession(me, "2026-06-01", ward, 5);
  await makeSession(me, "2026-11-19", ward, 2.5);
  const shown = (await progressFigures(db, me, NOTHING_ASKED, TODAY)).shown;
  // Thursday and Friday: 1.50 PA each.
  expect(shown?.report).toMatchObject({
    period: { begins: "2026-11-19", ends: "2027-03-31" },
    opening: paUnits(-2),
    total: { done: paUnits(2.5), expected: paUnits(3), balance: paUnits(-2.5) },
  });
  const [balance] = balancesOf(await db.batch(balanceBatch(db, me, TODAY)), TODAY);
  expect(balance).toMatchObject({ done: paUnits(2.5), expected: paUnits(3), balance: paUnits(-2.5) });
});

test("the strip calculates by the plans that have ended since as the page does: typed leave, and their bank holidays", async () => {
  const { id: me } = await makeUser();
  const { ward } = await makePlan(me);
  const scotland = { ...NATIONAL_RULES.england, bank_holiday_region: "scotland" as const };
  // In another country: one that held July with this plan, and one before both.
  await makePlan(me, {
    ...{ title: "Elsewhere", employer: "Elsewhere", date_start: "2026-05-01", date_end: "2026-08-15" },
    pa_rules: scotland,
  });
  await makePlan(me, { title: "Before", date_start: "2025-04-01", date_end: "2026-03-31", pa_rules: scotland });
  await makeSession(me, "2026-06-02", ward, 4);
  await makeLeave(me, "2026-07-06", "2026-07-10", { stated_pa_units: paUnits(10) });
  // Of these days 3 August is a bank holiday there, and 1 December 2025 was one.
  await makeLeave(me, "2026-08-03", "2026-08-07", { stated_pa_units: paUnits(4) });
  await makeLeave(me, "2025-12-01", "2025-12-05", { type: "study" });
  for (const method of ["weekly_leave_adjusted", "annualised_paced", "annualised_linear"] as const) {
    await db.update(jobPlans).set({ method }).where(eq(jobPlans.user_id, me));
    const { shown } = await figuresOf(me);
    const balances = balancesOf(await db.batch(balanceBatch(db, me, TODAY)), TODAY);
    expect(balances.map(({ plan }) => plan.title)).toEqual(["Job plan 2026/27"]);
    expect(balances[0]).toMatchObject({ ...shown?.report.total, method });
  }
});

test("a diary that has not begun, and a plan that has not, are not behind in the strip either", async () => {
  const { id: me } = await makeUser();
  const { plan, ward, extra } = await makePlan(me);
  const strip = async (today = TODAY) =>
    balanceFigures(balancesOf(await db.batch(balanceBatch(db, me, today)), today)).map((each) => {
      return [each.value, each.more, ...each.beside, each.warns];
    });
  await makeSession(me, TODAY, ward, 2.5);
  const silent = ["0.00", "PA", "Nothing logged in this plan yet", false];
  expect(await strip()).toEqual([silent]);
  expect(await strip("2026-04-01")).toEqual([
    ["0.00", "PA", "Nothing is expected before its first day is over", false],
  ]);
  // Extra work, and work without an element, are logged in it, as the page has it.
  for (const element_ref of [extra, null]) {
    const worked = await makeSession(me, "2026-11-03", element_ref, 2);
    const { shown } = await figuresOf(me, { plan });
    expect(shown && isEmpty(shown.report)).toBe(false);
    expect((await strip())[0]).toMatchObject({ 1: "PA well behind", 3: true });
    await db.delete(sessions).where(eq(sessions.unique_ref, worked));
    expect(await strip()).toEqual([silent]);
  }
});

test("a plan of several years is shown by the year that holds the day, with what was carried over in its first", async () => {
  const { id: me } = await makeUser();
  const { plan, ward } = await makePlan(me, {
    ...{ date_start: "2024-09-01", date_end: null, opening_balance_pa_units: paUnits(3) },
  });
  await makeSession(me, "2024-10-01", ward, 2);
  await makeSession(me, "2025-10-01", ward, 4);
  await makeSession(me, "2026-10-01", ward, 8);
  const doneIn = async (day: string | null) => {
    const { report, periods } = (await figuresOf(me, { plan, day })).shown ?? {};
    const { period, total, opening } = report ?? { period: null, total: { done: 0 }, opening: 0 };
    return [period?.begins, period?.ends, showPa(total.done), showPa(opening), periods?.length];
  };
  expect(await doneIn(null)).toEqual(["2026-09-01", "2027-08-31", "8.00", "0.00", 3]);
  expect(await doneIn("2025-09-01")).toEqual(["2025-09-01", "2026-08-31", "4.00", "0.00", 3]);
  expect(await doneIn("2025-08-31")).toEqual(["2024-09-01", "2025-08-31", "2.00", "3.00", 3]);
  expect(await doneIn("1999-01-01")).toEqual(["2024-09-01", "2025-08-31", "2.00", "3.00", 3]);
  expect(await doneIn("2026-02-31")).toEqual(["2026-09-01", "2027-08-31", "8.00", "0.00", 3]);
});

test("the database finds the same first day of a period as the page does, leap days too", async () => {
  const { id: me } = await makeUser();
  const starts = ["2024-02-29", "2023-03-01", "2023-04-01", "2023-12-31", "2025-01-01", "2025-11-22"];
  const ends = [null, "2025-12-31", "2026-02-05", "2026-05-05", "2028-02-29"];
  const days = ["2026-02-01", "2026-02-28", "2026-03-01", "2026-11-21", "2028-02-29", "2025-12-31", "2026-01-01"];
  const counted = [null, "2025-12-01", "2026-02-28", "2026-11-21", "2028-01-01"];
  for (const [at, date_start] of starts.entries()) {
    for (const [n, date_end] of ends.entries()) {
      await makePlan(me, { date_start, date_end, counts_from: counted[(at + n) % counted.length] ?? null });
    }
  }
  const plans = await db.select().from(jobPlans).where(eq(jobPlans.user_id, me));
  for (const day of days) {
    const begins = await db
      .select({ unique_ref: jobPlans.unique_ref, begins: countedBeginOf(sql`${day}`) })
      .from(jobPlans)
      .where(and(eq(jobPlans.user_id, me), lte(jobPlans.date_start, day)));
    const found = new Map(begins.map((row) => [row.unique_ref, row.begins]));
    for (const plan of plans.filter((each) => includesDate(each, day))) {
      expect([plan.date_start, plan.date_end, found.get(plan.unique_ref)]).toEqual([
        plan.date_start,
        plan.date_end,
        periodOf(plan, day).begins,
      ]);
    }
  }
});

test("where no plan holds today the nearest one is shown, whole when it is over; without a plan there is nothing", async () => {
  const { id: me } = await makeUser();
  expect(await figuresOf(me)).toMatchObject({ plans: [], shown: null });
  await makePlan(me, { title: "Old", date_start: "2019-04-01", date_end: "2020-03-31" });
  const { ward } = await makePlan(me, { title: "Last", date_start: "2024-04-01", date_end: "2025-03-31" });
  await makePlan(me, { title: "Next", date_start: "2031-04-01", date_end: "2032-03-31" });
  await makeSession(me, "2025-03-31", ward, 2);
  await makeSession(me, "2025-04-01", ward, 4, 0);
  const { shown, plans } = await figuresOf(me);
  expect(plans.map(({ title }) => title)).toEqual(["Next", "Last", "Old"]);
  expect(shown?.report).toMatchObject({ plan: { title: "Last" }, day: "2025-03-31", forecast: null });
  expect(showPa(shown?.report.total.done ?? 0)).toBe("2.00");
});

test("of two plans that hold the day the one begun last is shown, on the page and first in the strip", async () => {
  const { id: me } = await makeUser();
  const [open, next] = [{ date_start: "2020-01-01", date_end: null }, { date_start: "2026-08-01" }];
  await makePlan(me, { title: "Elsewhere", employer: "Elsewhere", ...open });
  const { ward } = await makePlan(me, { title: "Here", ...next });
  await makePlan(me, { title: "Before", date_start: "2025-08-01", date_end: "2026-07-31" });
  await makeSession(me, "2026-08-04", ward, 2);
  const { shown } = await figuresOf(me);
  expect(shown?.report).toMatchObject({ plan: { title: "Here" }, total: { done: paUnits(2) } });
  const balances = balancesOf(await db.batch(balanceBatch(db, me, TODAY)), TODAY);
  expect(balances.map(({ plan, done }) => [plan.title, showPa(done)])).toEqual([
    ["Here", "2.00"],
    ["Elsewhere", "0.00"],
  ]);
});

test("a plan that has not begun expects nothing yet, and is foreseen whole", async () => {
  const { id: me } = await makeUser();
  await makePlan(me, { date_start: "2027-04-01", date_end: "2028-03-31" });
  const { shown } = await figuresOf(me);
  expect(shown?.report).toMatchObject({ day: "2027-03-31", word: "on track", weeks: 0 });
  expect(shown?.report.total).toMatchObject({ expected: 0, done: 0, balance: 0 });
  expect(shown?.report.points[0]?.toCome).toBe(0);
  expect(shown?.report.forecast?.toCome).toBeGreaterThan(0);
});

test("one category or element alone is calculated without what was carried over, one of another plan as if not asked", async () => {
  const { id: me } = await makeUser();
  const { ward, teaching } = await makePlan(me, { opening_balance_pa_units: paUnits(1) });
  await makeSession(me, "2026-11-03", ward, 8);
  await makeSession(me, "2026-11-04", teaching, 2);
  const done = async (choice: Partial<ProgressChoice>) => {
    const { report } = (await figuresOf(me, choice)).shown ?? {};
    return [showPa(report?.total.done ?? 0), report?.opening, report?.categories.length];
  };
  expect(await done({ category: "SPA" })).toEqual(["2.00", 0, 1]);
  expect(await done({ element: ward })).toEqual(["8.00", 0, 1]);
  expect(await done({ element: newRef() })).toEqual(["10.00", paUnits(1), 2]);
});

test("hours are minutes of the clock, or of PAs that are fixed, against the minutes of the plan", async () => {
  const { id: me } = await makeUser();
  const { ward } = await makePlan(me, { date_start: "2026-11-09" });
  const first = await makeSession(me, "2026-11-10", ward, 2);
  await makeSession(me, "2026-11-19", ward, 1.5);
  const { shown } = await figuresOf(me, { measure: "hours" }, "2026-11-23");
  expect(shown?.report.total).toMatchObject({ done: 840, weekly: 1800, expected: 3600 });
  // Of the thirteen days since the first session, the last whole week: 1.5 PA, 360 minutes, on 19 November.
  expect(shown?.hours).toMatchObject({ meanMinutes: 360, weeks: 1, from: "2026-11-16", isOver: false });
  const fixedPas = { pa_basis: "fixed", fixed_pa_units: 3600, pa_units: 3600 } as const;
  await db.update(sessions).set(fixedPas).where(eq(sessions.user_id, me));
  const fixed = await figuresOf(me, { measure: "hours" }, "2026-11-23");
  expect(fixed.shown?.report.total.done).toBe(480);
  expect(first).toBeDefined();
});

test("a shortfall is said in lists of the longest clinical one, and of teaching in none", async () => {
  const { id: me } = await makeUser();
  const { ward, teaching } = await makePlan(me);
  const times = { weekday: 2, recurrence: 11 as const, user_id: me, created_at: 1, updated_at: 1 };
  await db.batch([
    db.update(jobPlanElements).set({ pattern: "fixed_times" }).where(eq(jobPlanElements.user_id, me)),
    db.insert(elementSchedule).values([
      { ...times, unique_ref: newRef(), element_ref: ward, start_minute: 480, end_minute: 1080 },
      { ...times, unique_ref: newRef(), element_ref: ward, start_minute: 780, end_minute: 1020 },
      { ...times, unique_ref: newRef(), element_ref: teaching, start_minute: 480, end_minute: 1200 },
    ]),
  ]);
  const units = async (choice: Partial<ProgressChoice>) => (await figuresOf(me, choice)).shown?.report.listUnits;
  expect(await units({})).toBe(paUnits(2.5));
  expect(await units({ measure: "hours" })).toBe(600);
  expect(await units({ category: "SPA" })).toBeNull();
});

test("somebody else's plan is not found", async () => {
  const [{ id: me }, { id: other }] = [await makeUser(), await makeUser()];
  const { plan } = await makePlan(other);
  await makePlan(me);
  await expect(figuresOf(me, { plan })).rejects.toMatchObject({ init: { status: 404 } });
});

test("the file holds the months with their running totals, or the elements, as numbers", async () => {
  const user = await makeUser();
  const { ward } = await makePlan(user.id, { date_start: "2026-10-01", date_end: "2026-12-31" });
  await makeSession(user.id, "2026-10-06", ward, 2.5);
  const months = await load<string>(csv, { user, path: "/progress/csv/" });
  expect(months.headers.get("Content-Disposition")).toBe(
    'attachment; filename="progress-2026-10-01-to-2026-12-31-by-month.csv"',
  );
  const lines = months.data.replace("\ufeff", "").trim().split("\r\n");
  expect(lines[1]).toBe("2026-10-01,2026-10-31,2.50,0.00,2.50,0.00,0.00,33.00,2.50,33.00,-30.50");
  expect(lines).toHaveLength(4);
  const elements = await load<string>(csv, { user, path: "/progress/csv/?table=elements" });
  const rows = elements.data.trim().split("\r\n");
  expect(rows.at(-1)).toBe("All,All,7.50,55.50,0.00,2.50,-53.00");
  const bare = await load(csv, { user: await makeUser(), path: "/progress/csv/" });
  expect(bare).toMatchObject({ status: 302, location: "/progress/" });
});

/** Rows that the database reads for the page, and for the strip, of somebody with so many years of plans and work, and the sessions of a year. */
async function rowsReadAfter(years: number): Promise<{ page: number; strip: number; sessions: number }> {
  const { id: me } = await makeUser();
  for (let year = 0; year < years; year += 1) {
    const begins = 2026 - year;
    const { ward } = await makePlan(me, { date_start: `${begins}-04-01`, date_end: `${begins + 1}-03-31` });
    const row = { user_id: me, created_at: 1, updated_at: 1, pa_rules: NATIONAL_RULES.england };
    const work = Array.from({ length: 400 }, (_, at) => {
      const start_at = londonInstant(`${begins}-04-01`, 480) + Math.floor(at * 0.9) * 86_400_000;
      const counted = {
        standard_minutes: 240,
        premium_minutes: 0,
        pa_units: 3600,
        pa_basis: "time_calculated" as const,
      };
      return { ...row, ...counted, unique_ref: newRef(), element_ref: ward, start_at, end_at: start_at + 14_400_000 };
    });
    const [first, ...others] = insertRows(db, sessions, work);
    if (first) await db.batch([first, ...others]);
    for (const month of ["05", "07", "09", "11"]) await makeLeave(me, `${begins}-${month}-10`, `${begins}-${month}-14`);
  }
  const [page, strip] = [meteredDatabase(), meteredDatabase()];
  await progressFigures(page.metered, me, NOTHING_ASKED, TODAY);
  balancesOf(await strip.metered.batch(balanceBatch(strip.metered, me, TODAY)), TODAY);
  return { page: page.rowsRead(), strip: strip.rowsRead(), sessions: 400 };
}

test("thirty years of work read the rows of four: the page two more for each plan to choose from, the strip none", async () => {
  const [four, thirty] = [await rowsReadAfter(4), await rowsReadAfter(30)];
  expect(four.page).toBeGreaterThan(100);
  expect(thirty.page - four.page).toBeLessThan(26 * 3);
  expect(thirty.strip - four.strip).toBeLessThan(13);
  // The sessions of a year and a half through their index; the strip takes only sums of one that covers them.
  expect(four.page).toBeLessThan(four.sessions * 2.5);
  expect(four.strip).toBeLessThan(four.sessions);
});

import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { SignedInUser } from "~/account/login/logins.server";
import { leave } from "~/diary/leave/table.server";
import { sessions } from "~/diary/sessions/table.server";
import { NATIONAL_RULES, paUnits, showPa, showPaChange } from "~/planning/job-plans/pa-rules";
import { jobPlanElements, jobPlans } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import { addDays, type LondonDate, londonInstant } from "~/platform/time/london";
import { goingBalances } from "~/progress/balance.server";
import { balanceBatch } from "~/progress/balance-batch.server";
import { readChoice } from "~/progress/choice";
import { progressFigures } from "~/progress/figures.server";
import { renderProgress } from "~/progress/render-progress.server";
import { changeOf, changePlan } from "../support/change-plan";
import { db, makeUser, TODAY } from "../support/harness";
import { meteredDatabase } from "../support/metered";

async function log(user: SignedInUser, date: LondonDate, element_ref: string | null, pas: number) {
  const start_at = londonInstant(date, 480);
  await db.insert(sessions).values({
    ...{ unique_ref: newRef(), user_id: user.id, start_at, end_at: start_at + pas * 240 * 60_000, element_ref },
    ...{ pa_basis: "time_calculated", standard_minutes: pas * 240, premium_minutes: 0, pa_units: paUnits(pas) },
    ...{ pa_rules: NATIONAL_RULES.england, created_at: 1, updated_at: 1 },
  });
}

/**
 * A full-time consultant, 7.5 PA a week on Monday to Friday, 1.50 a day, from 1 April 2026, with two weeks of leave; from
 * 1 November it is 6.5 PA, 1.30 a day, and the change is entered on 21 November.
 */
async function changedInNovember() {
  const user = await makeUser();
  const row = { user_id: user.id, created_at: 1, updated_at: 1 };
  const [planRef, ward, teaching] = [newRef(), newRef(), newRef()];
  const element = (unique_ref: string, category: "DCC" | "SPA", weekly: number, sort_order: number) => ({
    ...{ ...row, unique_ref, plan_ref: planRef, category, description: category, pattern: "flexible_week" as const },
    ...{ stated_pa_units: paUnits(weekly), weekly_pa_units: paUnits(weekly), counts_to_balance: true, sort_order },
    default_basis: "time_calculated" as const,
  });
  await db.batch([
    db.insert(jobPlans).values({
      ...{ ...row, unique_ref: planRef, title: "Job plan 2026/27", method: "weekly_leave_adjusted" },
      ...{ date_start: "2026-04-01", date_end: "2027-03-31", weeks_per_year_tenths: 420, contracted_pa_units: 27_000 },
      pa_rules: NATIONAL_RULES.england,
    }),
    db.insert(jobPlanElements).values([element(ward, "DCC", 5, 1), element(teaching, "SPA", 2.5, 2)]),
    db.insert(leave).values({
      ...{ ...row, unique_ref: newRef(), type: "annual", status: "approved" },
      ...{ date_start: "2026-08-03", date_end: "2026-08-14" },
    }),
  ]);
  // 20 × 10 and 8.25 PA before the change, 4 × 4.5 PA after it.
  for (let day = 0; day < 20; day++) await log(user, `2026-09-${String(day + 1).padStart(2, "0")}`, ward, 10);
  await log(user, "2026-10-31", ward, 8.25);
  for (const day of ["02", "06", "10", "20"]) await log(user, `2026-11-${day}`, ward, 4.5);
  const lines = [ward, teaching].map((ref, at) => [
    [`lines[${at}].ref`, ref],
    [`lines[${at}].keep`, "yes"],
    [`lines[${at}].pa`, at === 0 ? "4" : "2.5"],
  ]);
  const fields = changeOf({ from: "1/11/2026", date_end: "31/3/2027", contracted_pa: "6.5" });
  const { done } = await changePlan({ ...fields, ...Object.fromEntries(lines.flat()) }, { user, params: { planRef } });
  const next = done.location?.split("/")[2] ?? "";
  const shown = async (plan: string | null, today = TODAY) => {
    const asked = readChoice(new URLSearchParams(plan === null ? {} : { plan }));
    const { choice, plans, shown: found } = await progressFigures(db, user.id, asked, today);
    if (!found) throw new Error("There is a plan");
    return { ...found, page: renderProgress({ ...found, choice, plans }) };
  };
  return { user, planRef, next, shown };
}

// Monday to Friday: April 22, May 21, June 22, July 23, August 21, September 22, October 22 days: 153. Bank holidays are
// 3 and 6 April, 4 and 25 May, 31 August: 5. Leave takes 10 days: 138 days × 1.50 = 207.00 PA are expected to 31 October,
// and 208.25 are done: 1.25 ahead. From 2 to 20 November 15 days × 1.30 = 19.50, of which 18.00 are done: 1.50 behind.
// Together 0.25 behind.
test("progress goes on over a change of plan with one balance, plan by plan in its table, to the hundredth", async () => {
  const { user, planRef, next, shown } = await changedInNovember();
  const before = await shown(planRef);
  const figures = ({ expected, done, balance }: typeof before.report.total) => [
    showPa(expected),
    showPa(done),
    showPaChange(balance),
  ];
  expect(figures(before.report.total)).toEqual(["207.00", "208.25", "+1.25"]);
  const now = await shown(null);
  expect([now.plan.unique_ref, ...figures(now.report.total)]).toEqual([next, "19.50", "18.00", "−0.25"]);
  expect(now.page.headline).toMatch(/^You are 0\.25 PA behind/);
  expect(now.page.balance.before).toEqual([
    {
      name: "Carried over from Job plan 2026/27, 1 April to 31 October 2026",
      ...{ to: `/progress/?plan=${planRef}`, amount: "+1.25", tone: "over" },
    },
  ]);
  const [strip] = await goingBalances(db, user.id, await db.batch(balanceBatch(db, user.id, TODAY)), TODAY);
  expect(showPaChange(strip?.balance ?? 0)).toBe("−0.25");
});

test("on the first day of the plan that follows the balance is that of the day before", async () => {
  const { user, shown } = await changedInNovember();
  const day = "2026-11-01";
  expect((await shown(null, day)).page.headline).toMatch(/^You are 1\.25 PA ahead/);
  const [strip] = await goingBalances(db, user.id, await db.batch(balanceBatch(db, user.id, day)), day);
  expect([strip?.isToCome, showPaChange(strip?.balance ?? 0)]).toEqual([false, "+1.25"]);
});

// 1.25 PA of the 207.00 that were expected before the change are 0.6 %: within 5 % on the first days too.
test("the word for a balance measures it by what is expected from the first plan on, not from the change alone", async () => {
  const { user, shown } = await changedInNovember();
  for (const day of ["2026-11-01", "2026-11-03"]) {
    const { report } = await shown(null, day);
    const [strip] = await goingBalances(db, user.id, await db.batch(balanceBatch(db, user.id, day)), day);
    expect([day, report.word, strip?.word]).toEqual([day, "on track", "on track"]);
  }
});

test("of a plan before, only the sessions of its own days are read", async () => {
  const { user } = await changedInNovember();
  const answers = await db.batch(balanceBatch(db, user.id, TODAY));
  const rowsOfGoing = async () => {
    const { metered, rowsRead } = meteredDatabase();
    await goingBalances(metered, user.id, answers, TODAY);
    return rowsRead();
  };
  const rows = await rowsOfGoing();
  for (let day = 0; day < 20; day++) {
    await log(user, addDays("2026-03-01", day), null, 1);
    await log(user, addDays("2026-11-03", day), null, 1);
  }
  expect(await rowsOfGoing()).toBe(rows);
});

test("a balance that was typed for the plan that follows stands in place of the one before it", async () => {
  const { user, next, shown } = await changedInNovember();
  await db
    .update(jobPlans)
    .set({ opening_balance_pa_units: paUnits(2) })
    .where(eq(jobPlans.unique_ref, next));
  const { page } = await shown(null);
  expect(page.balance.before).toMatchObject([{ name: "Carried over from before", to: null, amount: "+2.00" }]);
  const [strip] = await goingBalances(db, user.id, await db.batch(balanceBatch(db, user.id, TODAY)), TODAY);
  expect(showPaChange(strip?.balance ?? 0)).toBe("+0.50");
});

import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { elementSchedule, jobPlanElements, jobPlans } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import { londonInstant } from "~/platform/time/london";
import type { ProgressBar } from "~/progress/types";
import { monthsTable } from "~/reports/sections/plan-months.server";
import { makeDiary } from "../../support/diary";
import { db, makeUser, NOW } from "../../support/harness";
import { reportOf, rowsOf, summaryOf, tableOf, tablesOf } from "./report-tables";

type User = Awaited<ReturnType<typeof makeUser>>;

function custom(from: string, until: string): string {
  return `period=custom&from=${from}&until=${until}&section=job-plan`;
}

const row = (user: User) => ({ unique_ref: newRef(), user_id: user.id, created_at: NOW, updated_at: NOW });

/** A list of every Tuesday morning of a plan. @returns its reference */
async function addList(user: User, plan_ref: string, description: string, specialty = ""): Promise<string> {
  const element = row(user);
  await db.batch([
    db.insert(jobPlanElements).values({
      ...{ ...element, plan_ref, description, specialty, category: "DCC", counts_to_balance: true },
      ...{ pattern: "fixed_times", weekly_pa_units: 3600, default_basis: "time_calculated" },
    }),
    db.insert(elementSchedule).values({
      ...{ ...row(user), element_ref: element.unique_ref, weekday: 2, start_minute: 480, end_minute: 720 },
      recurrence: 11,
    }),
  ]);
  return element.unique_ref;
}

test.each([
  ["2026-11-17", ["job-plan"], "Nothing is expected yet: a day counts once it is over.", []],
  [
    "2026-11-18",
    ["job-plan", "job-plan-months"],
    "Calculated to 17 November 2026, weekly, leave-adjusted. A day counts once it is over.",
    ["Job plan 2026/27: 2.50 PAs done, 2.50 expected by 17 November 2026, as planned."],
  ],
  [
    "2026-11-25",
    ["job-plan", "job-plan-months"],
    "Calculated to 24 November 2026, weekly, leave-adjusted. A day counts once it is over.",
    ["Job plan 2026/27: 2.50 PAs done, 5.00 expected by 24 November 2026, 2.50 behind the plan."],
  ],
])("a plan is compared from the day after the first one on: on %s", async (day, ids, note, summary) => {
  const user = await makeUser();
  await makeDiary(user);
  const report = await reportOf(user, custom("2026-11-17", "2026-11-30"), db, londonInstant(day, 720));
  expect(tablesOf(report).map(({ id }) => id)).toEqual(ids);
  expect([tableOf(report, "job-plan").note, summaryOf(report)]).toEqual([note, summary]);
});

test.each([
  ["2026-03-01", "2026-03-31", []],
  ["2026-03-01", "2026-04-01", ["Job plan 2026/27, 1 April 2026"]],
  ["2027-03-31", "2027-05-01", ["Job plan 2026/27, 31 March 2027"]],
  ["2027-04-01", "2027-05-01", []],
  ["2027-03-01", "2027-03-31", ["Job plan 2026/27, 1 to 31 March 2027"]],
])("from %s to %s a plan is compared on the days that it has of them", async (from, until, captions) => {
  const user = await makeUser();
  await makeDiary(user);
  const report = await reportOf(user, custom(from, until));
  expect(tablesOf(report).map(({ caption }) => caption)).toEqual(captions);
});

test("what is carried over is in the whole plan from its first day, and in no part of it", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const rows = async (query: string) => rowsOf(tableOf(await reportOf(user, query), "job-plan"));
  const [plan, later] = [custom("2026-04-01", "2027-03-31"), custom("2026-11-17", "2026-11-30")];
  const without = await rows(plan);
  expect(without.map(([name]) => name)).toEqual(["All-day orthopaedics", "All"]);
  const ofPlan = and(eq(jobPlans.user_id, user.id), eq(jobPlans.unique_ref, params.planRef));
  await db.update(jobPlans).set({ opening_balance_pa_units: 3600 }).where(ofPlan);
  const [list, all] = without as [string[], string[]];
  const sum = (Number(all[6]?.replace("−", "-")) + 1).toFixed(2).replace("-", "−");
  expect(await rows(plan)).toEqual([
    list,
    ["Carried over from before", "", "0.00", "0.00", "0.00", "0.00", "1.00"],
    [...all.slice(0, 6), sum],
  ]);
  expect(await rows(`${plan}&element=${params.elementRef}`)).toEqual(without);
  expect((await rows(later)).map(([name]) => name)).toEqual(["All-day orthopaedics", "All"]);
});

test("elements and specialties of a filter leave those of a plan that are of both", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const clinic = await addList(user, params.planRef, "Clinic", "Pain");
  await addList(user, params.planRef, "Trauma", "Orthopaedics");
  const names = async (filter: string) => {
    const report = await reportOf(user, custom("2026-04-01", "2027-03-31") + filter);
    return tablesOf(report).flatMap(({ id, rows }) => (id === "job-plan" ? rows.map(([name]) => name) : []));
  };
  expect(await names("")).toEqual(["All-day orthopaedics", "Clinic", "Trauma"]);
  expect(await names("&specialty=pain&specialty=orthopaedics")).toEqual(["Clinic", "Trauma"]);
  expect(await names(`&element=${clinic}&element=${params.elementRef}`)).toEqual(["All-day orthopaedics", "Clinic"]);
  expect(await names(`&element=${clinic}&specialty=pain`)).toEqual(["Clinic"]);
  expect(await names(`&element=${clinic}&specialty=orthopaedics`)).toEqual([]);
});

test("work of all sites counts towards a plan, whichever sites are shown", async () => {
  const user = await makeUser();
  await makeDiary(user);
  const rows = async (filter: string) =>
    rowsOf(tableOf(await reportOf(user, custom("2026-11-17", "2026-11-20") + filter), "job-plan"));
  const ofAnnexe = await rows("&site=Annexe");
  expect(ofAnnexe.map((cells) => cells[5])).toEqual(["2.50", "2.50"]);
  expect(ofAnnexe).toEqual(await rows(""));
});

test("each of many plans has a table of its own name", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const [plan] = await db.select().from(jobPlans).where(eq(jobPlans.unique_ref, params.planRef));
  if (!plan) throw new Error("No plan");
  for (let at = 1; at <= 27; at++) {
    const unique_ref = newRef();
    await db.insert(jobPlans).values({ ...plan, unique_ref, employer: `Trust ${at}` });
    await addList(user, unique_ref, "List");
  }
  const report = await reportOf(user, custom("2026-11-01", "2026-11-30"));
  const ids = tablesOf(report).map(({ id }) => id.replace("job-plan", ""));
  const letters = [..."bcdefghijklmnopqrstuvwxyz", "aa", "ab"].map((each) => `-${each}`);
  expect(ids).toEqual(["", ...letters, "-months"]);
});

test.each<[string, Partial<ProgressBar>, number]>([
  ["nothing", {}, 0],
  ["work done", { done: [{ category: "DCC", amount: 3600 }] }, 1],
  ["work expected", { expected: 3600 }, 1],
  ["extra work", { extra: 3600 }, 1],
])("months of %s make as many tables: %#", (_, more, tables) => {
  const bar = { begins: "2026-11-01", ends: "2026-11-30", done: [], extra: 0, leave: 0, expected: 0 };
  expect(monthsTable([bar, { ...bar, ...more }], "pas")).toHaveLength(tables);
  expect(monthsTable([], "pas")).toEqual([]);
});

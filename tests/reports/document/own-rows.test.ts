import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { SignedInUser } from "~/account/login/logins.server";
import { sessions } from "~/diary/sessions/table.server";
import { NATIONAL_RULES } from "~/planning/job-plans/pa-rules";
import { jobPlanElements, jobPlans } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import { londonInstant } from "~/platform/time/london";
import { copyDiary } from "../../support/copy-diary";
import { makeDiary } from "../../support/diary";
import { db, makeUser, NOW } from "../../support/harness";
import { factsOf, reportOf, rowsOf, tableOf, tablesOf } from "./report-tables";

const YEAR = "period=custom&from=2026-11-01&until=2026-11-30";

/**
 * A session of each of three lists; and beside them somebody with all of it under the same references, of whose lists two
 * have each other's names, the third has that of one of them, and all have a specialty and another employer.
 */
async function besideTheSame() {
  const [user, other] = [await makeUser(), await makeUser()];
  const { params } = await makeDiary(user);
  const { planRef, elementRef } = params;
  const [clinicRef, painRef] = [await addList(user, planRef, "Clinic"), await addList(user, planRef, "Pain")];
  await copyDiary(user.id, other.id);
  const [plan] = await db.select().from(jobPlans).where(eq(jobPlans.user_id, other.id));
  if (!plan) throw new Error("No plan");
  const later = { ...plan, unique_ref: newRef(), date_start: "2027-04-01", date_end: "2028-03-31" };
  await db.insert(jobPlans).values(later);
  const change = (unique_ref: string, set: { description: string; plan_ref?: string }) =>
    db
      .update(jobPlanElements)
      .set({ ...set, specialty: "Pain" })
      .where(and(eq(jobPlanElements.user_id, other.id), eq(jobPlanElements.unique_ref, unique_ref)));
  // No two of a plan have one name at a time.
  await change(painRef, { description: "Clinic", plan_ref: later.unique_ref });
  await change(elementRef, { description: "Neither" });
  await change(clinicRef, { description: "All-day orthopaedics" });
  await change(elementRef, { description: "Clinic" });
  await db.update(jobPlans).set({ employer: "Elsewhere" }).where(eq(jobPlans.user_id, other.id));
  return { user, elementRef };
}

/** A list that was worked once in November. @returns its reference */
async function addList(user: SignedInUser, plan_ref: string, description: string): Promise<string> {
  const row = { user_id: user.id, created_at: NOW, updated_at: NOW };
  const element_ref = newRef();
  await db.insert(jobPlanElements).values({
    ...{ ...row, unique_ref: element_ref, plan_ref, description, category: "DCC", counts_to_balance: true },
    ...{ pattern: "flexible_week", weekly_pa_units: 3600, default_basis: "fixed" },
  });
  await db.insert(sessions).values({
    ...{ ...row, unique_ref: newRef(), element_ref, pa_rules: NATIONAL_RULES.england },
    ...{ start_at: londonInstant("2026-11-18", 480), end_at: londonInstant("2026-11-18", 720) },
    ...{ pa_basis: "fixed", fixed_pa_units: 3600, pa_units: 3600, standard_minutes: 240, premium_minutes: 0 },
  });
  return element_ref;
}

test("a filter goes by one's own elements and plans, whatever others have under their references", async () => {
  const { user, elementRef } = await besideTheSame();
  const shown = async (filter: string) => {
    const report = await reportOf(user, `${YEAR}&section=scope${filter}`);
    return [factsOf(report, "scope").Sessions ?? 0, ...report.head.filters];
  };
  expect(await shown("")).toEqual([3]);
  expect(await shown(`&element=${elementRef}`)).toEqual([1, "Element: All-day orthopaedics"]);
  expect(await shown("&employer=Elsewhere")).toEqual([0, "Employer: Elsewhere"]);
  expect(await shown("&specialty=Pain")).toEqual([0, "Specialty: Pain"]);
});

test("a report counts one's own sessions and cases alone", async () => {
  const { user, elementRef } = await besideTheSame();
  const report = await reportOf(user, `${YEAR}&section=caseload&section=job-plan`);
  expect(tableOf(report, "cases-by-month").foot?.[1]).toEqual({ kind: "cases", value: 1 });
  expect(rowsOf(tableOf(report, "cases-by-element")).map(([name, ...numbers]) => [name, numbers.at(-1)])).toEqual([
    ["All-day orthopaedics", "1"],
    ["All", "1"],
  ]);
  const done = (rows: string[][]) => rows.map((cells) => [cells[0], cells[5]]);
  expect(done(rowsOf(tableOf(report, "job-plan")))).toEqual([
    ["All-day orthopaedics", "2.50"],
    ["Clinic", "1.00"],
    ["Pain", "1.00"],
    ["All", "4.50"],
  ]);
  const filtered = await reportOf(user, `${YEAR}&section=job-plan&element=${elementRef}`);
  expect(done(rowsOf(tableOf(filtered, "job-plan")))).toEqual([
    ["All-day orthopaedics", "2.50"],
    ["All", "2.50"],
  ]);
  expect(tablesOf(filtered).map(({ id }) => id)).toEqual(["job-plan", "job-plan-months"]);
});

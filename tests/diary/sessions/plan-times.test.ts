import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { sessions } from "~/diary/sessions/table.server";
import { elementSchedule, jobPlanElements } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import * as add from "~/routes/logbook/session-new";
import { makeDiary } from "../../support/diary";
import { db, load, makeUser, submit } from "../../support/harness";

const PATH = "/logbook/session/new/";
type Defaults = { defaults: Record<string, string> };
type Refused = { form: { values: Record<string, string[]>; errors: Record<string, string[]> } };

async function withPlan() {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const fixed = { location: "Main theatres", default_basis: "fixed" as const, default_fixed_pa_units: 7200 };
  await db.update(jobPlanElements).set(fixed).where(eq(jobPlanElements.unique_ref, params.elementRef));
  return { user, params };
}

test("a new session whose date and element are known begins with the plan's times, site and basis", async () => {
  const { user, params } = await withPlan();
  const defaultsOf = async (search: string) =>
    (await load<Defaults>(add.loader, { user, path: `${PATH}?${search}` })).data.defaults;
  expect(await defaultsOf(`date=2026-11-10&element=${params.elementRef}`)).toMatchObject({
    ...{ session_start_time: "08:00", session_end_time: "18:00", site: "Main theatres" },
    ...{ pa_calculation_basis: "fixed", fixed_PA_allocation: "2" },
  });
  // On no day of its own, and on one outside its plan.
  for (const date of ["2026-11-11", "2019-11-12"]) {
    const defaults = await defaultsOf(`date=${date}&element=${params.elementRef}`);
    expect(defaults.session_start_time).toBeUndefined();
  }
  const asked = await defaultsOf(`date=2026-11-10&element=${params.elementRef}&start=09:00&end=12:00`);
  expect([asked.session_start_time, asked.session_end_time]).toEqual(["09:00", "12:00"]);
});

test("of two times on a day the form begins with the first that is not logged", async () => {
  const { user, params } = await withPlan();
  const [row] = await db.select().from(elementSchedule).where(eq(elementSchedule.element_ref, params.elementRef));
  if (!row) throw new Error("The element has its times");
  await db.insert(elementSchedule).values({ ...row, unique_ref: newRef(), start_minute: 1110, end_minute: 1320 });
  const start = async (date: string) => {
    const path = `${PATH}?date=${date}&element=${params.elementRef}`;
    return (await load<Defaults>(add.loader, { user, path })).data.defaults.session_start_time;
  };
  expect([await start("2026-11-10"), await start("2026-11-17")]).toEqual(["08:00", "18:30"]);
});

test("‘Fill in times and fee’ fills the form in without script, saves nothing and keeps every other answer", async () => {
  const { user, params } = await withPlan();
  const form = {
    ...{ session_date: "10/11/2026", session_start_time: "", session_end_time: "", description: "kept" },
    ...{ job_plan_element_unique_ref: params.elementRef, pa_calculation_basis: "time_calculated", whole_day: "yes" },
    __INTENT__: 'validate("job_plan_element_unique_ref")',
  };
  const answer = await submit<Refused>(add.action, form, { user, path: PATH });
  expect([answer.status, answer.data.form.errors]).toEqual([200, {}]);
  expect(answer.data.form.values).toMatchObject({
    ...{ session_start_time: ["08:00"], session_end_time: ["18:00"], site: ["Main theatres"], description: ["kept"] },
    ...{ pa_calculation_basis: ["fixed"], fixed_PA_allocation: ["2"] },
  });
  expect(answer.data.form.values.whole_day).toBeUndefined();
  const other = { ...form, session_date: "11/11/2026", session_start_time: "09:00" };
  const none = await submit<Refused>(add.action, other, { user, path: PATH });
  expect(none.data.form.values).toMatchObject({ session_start_time: ["09:00"], whole_day: ["yes"] });
  expect(await db.$count(sessions, eq(sessions.user_id, user.id))).toBe(1);
});

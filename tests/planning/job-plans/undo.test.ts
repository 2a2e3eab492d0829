import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { sessions } from "~/diary/sessions/table.server";
import { elementSchedule, jobPlanElements, jobPlans } from "~/planning/job-plans/table.server";
import { localPublicHolidays } from "~/planning/public-holidays/table.server";
import { newRef } from "~/platform/db/columns.server";
import * as elementNew from "~/routes/job-plans/element";
import * as deleteRoute from "~/routes/job-plans/plan-delete";
import * as endRoute from "~/routes/job-plans/plan-end";
import * as editRoute from "~/routes/job-plans/plan-form";
import * as holidays from "~/routes/leave/public-holidays";
import * as undo from "~/routes/logbook/undo";
import { changeOf, changePlan } from "../../support/change-plan";
import { makeDiary } from "../../support/diary";
import { flashOf } from "../../support/flash";
import { type Answer, db, load, makeUser, submit } from "../../support/harness";

async function planner() {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await db.delete(localPublicHolidays).where(eq(localPublicHolidays.user_id, user.id));
  await db.update(jobPlans).set({ date_end: null }).where(eq(jobPlans.user_id, user.id));
  const rows = async () => ({
    plans: await db.select().from(jobPlans).where(eq(jobPlans.user_id, user.id)).orderBy(asc(jobPlans.date_start)),
    elements: await db.select().from(jobPlanElements).where(eq(jobPlanElements.user_id, user.id)),
    times: await db.select().from(elementSchedule).where(eq(elementSchedule.user_id, user.id)),
    days: await db.select().from(localPublicHolidays).where(eq(localPublicHolidays.user_id, user.id)),
  });
  const version = async () => String((await rows()).plans[0]?.version);
  const end = async (date_end: string) =>
    submit(endRoute.action, { version: await version(), date_end }, { user, params });
  const change = async () => (await changePlan(changeOf({}), { user, params })).done;
  const addDay = (day: string) => {
    return submit(holidays.action, { idempotency_key: newRef(), intent: "", day, name: "Trust day" }, { user });
  };
  const press = (answer: Answer) =>
    submit(undo.action, {}, { user, params: { undoRef: flashOf(answer).undo as string } });
  return { user, params, rows, version, end, change, addDay, press };
}

test("a plan that is changed from a date, which ends the one before, is undone in one press", async () => {
  const { rows, change, press } = await planner();
  const before = await rows();
  const changed = await change();
  expect((await rows()).plans.map(({ date_end }) => date_end)).toEqual(["2026-12-31", null]);
  expect(flashOf(await press(changed)).text).toBe("Restored: 1 job plan");
  expect(await rows()).toEqual(before);
});

test("a plan that was deleted comes back with its elements and their times", async () => {
  const { user, params, rows, version, press } = await planner();
  await db.update(sessions).set({ element_ref: null }).where(eq(sessions.user_id, user.id));
  const before = await rows();
  const deleted = await submit(deleteRoute.action, { version: await version() }, { user, params });
  expect((await rows()).elements).toEqual([]);
  expect(flashOf(await press(deleted)).text).toMatch(/^Restored: 1 job plan, 1 element, 1 time of an element/);
  expect(await rows()).toEqual(before);
});

test("the end of a plan is not undone onto the days of the one that was added after it", async () => {
  const { rows, end, change, press } = await planner();
  const ended = await end("31/12/2026");
  await change();
  const before = await rows();
  expect((await press(ended)).status).toBe(409);
  expect(await rows()).toEqual(before);
});

test("a bank holiday that is undone is none of any plan, nor of one that was added since", async () => {
  const { rows, end, change, addDay, press } = await planner();
  await end("31/12/2026");
  const added = await addDay("24/12/2026");
  await change();
  const rulesOf = async () => (await rows()).plans.map(({ pa_rules }) => pa_rules.local_public_holidays?.added);
  expect(await rulesOf()).toEqual([["2026-12-24"], ["2026-12-24"]]);
  expect((await press(added)).status).toBe(302);
  expect(await rulesOf()).toEqual([undefined, undefined]);
});

test("a plan that comes back counts the bank holidays that were added meanwhile", async () => {
  const { user, params, rows, version, addDay, press } = await planner();
  await db.update(sessions).set({ element_ref: null }).where(eq(sessions.user_id, user.id));
  const deleted = await submit(deleteRoute.action, { version: await version() }, { user, params });
  await addDay("24/12/2026");
  expect((await press(deleted)).status).toBe(302);
  expect((await rows()).plans[0]?.pa_rules.local_public_holidays?.added).toEqual(["2026-12-24"]);
});

test("terms are not undone once an element was weighed by them, nor an element brought back to other terms", async () => {
  const { user, params, rows, version, press } = await planner();
  const { data } = await load<{ answers: Record<string, string> }>(editRoute.loader, { user, params });
  const terms = { ...data.answers, date_end: "", version: await version(), weeks_per_year: "40" };
  const changed = await submit(editRoute.action, terms as never, { user, params });
  expect(changed.status).toBe(302);
  const element = {
    ...{ idempotency_key: newRef(), description: "Visits", category: "DCC", counts_to_balance: "yes" },
    ...{ pattern: "flexible_year", pa: "1", occurrences_per_year: "10", default_basis: "fixed", default_fixed_pa: "1" },
  };
  const added = await submit(elementNew.action, element, { user, params: { planRef: params.planRef } });
  expect(added.status).toBe(302);
  const before = await rows();
  expect((await press(changed)).status).toBe(409);
  expect(await rows()).toEqual(before);
  expect((await press(added)).status).toBe(302);
  expect((await press(changed)).status).toBe(302);
  expect((await rows()).plans[0]?.weeks_per_year_tenths).not.toBe(400);
});

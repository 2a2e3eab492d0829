import { and, asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { changeAnswers } from "~/planning/job-plans/answers.server";
import { elementSchedule, type JobPlan, jobPlanElements, jobPlans } from "~/planning/job-plans/table.server";
import { localPublicHolidays } from "~/planning/public-holidays/table.server";
import { newRef } from "~/platform/db/columns.server";
import type { FormState } from "~/platform/http/action-result";
import * as elementNew from "~/routes/job-plans/element";
import * as endRoute from "~/routes/job-plans/plan-end";
import * as editRoute from "~/routes/job-plans/plan-form";
import * as newRoute from "~/routes/job-plans/plan-form";
import { changeOf, changePlan } from "../../support/change-plan";
import { makeDiary } from "../../support/diary";
import { db, makeUser, NOW, submit, TODAY } from "../../support/harness";
import { plan as planAnswers } from "../../support/valid-forms";

type Refused = { form: FormState };
type Answers = Record<string, string | string[]>;

const WHOLE: Answers = { ...planAnswers, date_start: "1/4/2026", date_end: "31/3/2027", counts: "start" };

async function planOf(planRef: string | undefined): Promise<JobPlan> {
  const [row] = await db
    .select()
    .from(jobPlans)
    .where(eq(jobPlans.unique_ref, planRef ?? ""));
  if (!row) throw new Error("There is no such plan");
  return row;
}

/** The fields with an error; null when the plan is added. */
async function errorsOf(some: Answers): Promise<string[] | null> {
  const form = { idempotency_key: newRef(), template: "", ...WHOLE, ...some };
  const { status, data } = await submit<Refused>(newRoute.action, form, { user: await makeUser() });
  return status === 302 ? null : Object.keys(data.form.errors);
}

test.each<[string, Answers, string[] | null]>([
  ["of a single day", { date_end: "1/4/2026" }, null],
  ["that ends before it starts", { date_end: "31/3/2026" }, ["date_end"]],
  ["that counts from today, its last day", { counts: "today", date_end: "21/11/2026" }, null],
  ["that counts from today and ended yesterday", { counts: "today", date_end: "20/11/2026" }, ["counts"]],
  ["that counts from its start and ended yesterday", { counts: "start", date_end: "20/11/2026" }, null],
  ["without an end that counts from today", { counts: "today", date_end: "" }, null],
  ["that counts from its first day", { counts: "", counts_from: "1/4/2026" }, null],
  ["that counts from its last day", { counts: "", counts_from: "31/3/2027" }, null],
  ["that counts from the day before", { counts: "", counts_from: "31/3/2026" }, ["counts_from"]],
  ["that counts from the day after", { counts: "", counts_from: "1/4/2027" }, ["counts_from"]],
  ["with a balance that is not said", { counts: "balance", opening_balance_pa: "" }, ["opening_balance_pa"]],
  ["of a minute of standard time", { standard_start: "07:00", standard_end: "07:01" }, null],
  ["without standard time", { standard_start: "07:00", standard_end: "07:00" }, ["standard_end"]],
  [
    "whose standard time ends before the nation's begins",
    { standard_start: "", standard_end: "06:00" },
    ["standard_end"],
  ],
])("a plan %s", async (_, some, errors) => {
  expect(await errorsOf(some)).toEqual(errors);
});

test("a plan may end on the day on which it starts, and says when it was changed", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await db.delete(localPublicHolidays).where(eq(localPublicHolidays.user_id, user.id));
  const before = await planOf(params.planRef);
  const end = (date_end: string) =>
    submit<Refused>(endRoute.action, { version: String(before.version), date_end }, { user, params });
  expect((await end("31/3/2026")).data.form.errors).toEqual({
    date_end: ["The last day must be the same as or after the day the plan starts"],
  });
  expect((await end("1/4/2026")).status).toBe(302);
  expect(await planOf(params.planRef)).toEqual({
    ...{ ...before, date_end: "2026-04-01", version: 2, updated_at: NOW },
  });
});

test("an edit keeps the day on which a plan was added", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await db.update(jobPlans).set({ created_at: 5, updated_at: 5 }).where(eq(jobPlans.user_id, user.id));
  const form = { ...WHOLE, counts: "", version: "1", title: "Edited", notes: "" };
  expect((await submit(editRoute.action, form, { user, params })).status).toBe(302);
  expect(await planOf(params.planRef)).toMatchObject({
    ...{ title: "Edited", created_at: 5, updated_at: NOW, version: 2, opening_balance_pa_units: -5400 },
  });
});

function elementsOf(userId: number, plan_ref: string | undefined) {
  return db
    .select()
    .from(jobPlanElements)
    .where(and(eq(jobPlanElements.user_id, userId), eq(jobPlanElements.plan_ref, plan_ref ?? "")))
    .orderBy(asc(jobPlanElements.sort_order));
}

function timesOf(element_ref: string | undefined) {
  return db
    .select()
    .from(elementSchedule)
    .where(eq(elementSchedule.element_ref, element_ref ?? ""))
    .orderBy(asc(elementSchedule.sort_order));
}

test("a change from the second day of an open plan ends that on its first, with its elements and times in their order", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await db.delete(localPublicHolidays).where(eq(localPublicHolidays.user_id, user.id));
  await db.update(jobPlans).set({ date_end: null, updated_at: 5 }).where(eq(jobPlans.user_id, user.id));
  const element = {
    ...{ idempotency_key: newRef(), description: "Two lists", category: "SPA", counts_to_balance: "yes" },
    ...{ pattern: "fixed_times", pa: "" },
    ...{ "schedule[0].weekday": "5", "schedule[0].start": "08:00", "schedule[0].end": "12:00" },
    ...{ "schedule[0].recurrence": "12", "schedule[0].anchor_date": "3/4/2026" },
    ...{ "schedule[1].weekday": "1", "schedule[1].start": "13:00", "schedule[1].end": "17:00" },
    ...{ "schedule[1].recurrence": "11", "schedule[1].anchor_date": "" },
  };
  expect((await submit(elementNew.action, element, { user, params: { planRef: params.planRef } })).status).toBe(302);
  const before = await planOf(params.planRef);
  const change = async (from: string) => (await changePlan(changeOf({ from }), { user, params })).done;
  expect((await change("1/4/2026")).data.form.errors).toHaveProperty("from");
  const made = await change("2/4/2026");
  expect(made.status).toBe(302);
  expect(await planOf(params.planRef)).toEqual({
    ...{ ...before, date_end: "2026-04-01", version: 3, updated_at: NOW },
  });
  const copied = await planOf(made.location?.split("/")[2]);
  expect(copied).toEqual({
    ...{
      ...before,
      unique_ref: copied.unique_ref,
      title: "Job plan 2026/27 from 2 April 2026",
      date_start: "2026-04-02",
    },
    ...{ version: 3, created_at: NOW, updated_at: NOW, opening_balance_pa_units: 0, text_encrypted: null },
  });
  const [old, made_of] = [await elementsOf(user.id, params.planRef), await elementsOf(user.id, copied.unique_ref)];
  const fresh = { plan_ref: copied.unique_ref, version: 3, created_at: NOW, updated_at: NOW };
  expect(made_of).toEqual(
    old.map((each, at) => ({
      ...each,
      ...fresh,
      unique_ref: made_of[at]?.unique_ref,
      sort_order: at + 1,
    })),
  );
  const [oldTimes, newTimes] = [await timesOf(old.at(-1)?.unique_ref), await timesOf(made_of.at(-1)?.unique_ref)];
  expect(oldTimes.map(({ weekday, recurrence, sort_order }) => [weekday, recurrence, sort_order])).toEqual([
    ...[
      [5, 12, 0],
      [1, 11, 1],
    ],
  ]);
  expect(newTimes).toEqual(
    oldTimes.map((each, at) => ({
      ...each,
      ...{ unique_ref: newTimes[at]?.unique_ref, element_ref: made_of.at(-1)?.unique_ref },
      ...{ created_at: NOW, updated_at: NOW, version: 3 },
    })),
  );
});

test("a change is offered from the day after a plan that is over, and for one that goes on the date is asked", () => {
  const offered = (date_end: string | null) => {
    const { from, date_end: end } = changeAnswers({ date_end, contracted_pa_units: 36_000 } as JobPlan, [], TODAY);
    return [from, end];
  };
  expect(offered("2026-11-20")).toEqual(["21/11/2026", ""]);
  expect(offered("2026-11-21")).toEqual(["", "21/11/2026"]);
  expect(offered(null)).toEqual(["", ""]);
});

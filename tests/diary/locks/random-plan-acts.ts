import { sessions } from "~/diary/sessions/table.server";
import { jobPlanElements, jobPlans } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import { ukDate } from "~/platform/time/dates";
import * as element from "~/routes/job-plans/element";
import * as elementNew from "~/routes/job-plans/element";
import * as elementRemove from "~/routes/job-plans/element-remove";
import * as elementRestore from "~/routes/job-plans/element-restore";
import * as planDelete from "~/routes/job-plans/plan-delete";
import * as planEnd from "~/routes/job-plans/plan-end";
import * as planEdit from "~/routes/job-plans/plan-form";
import * as planNew from "~/routes/job-plans/plan-form";
import { changeOf, changePlan } from "../../support/change-plan";
import { plan } from "../../support/valid-forms";
import {
  type Act,
  type ActedDiary,
  answeredBy,
  covered,
  type Days,
  type Draw,
  dayOf,
  drawn,
  version,
} from "./acted-diary";

type Plan = typeof jobPlans.$inferSelect;

function planFields(draw: Draw) {
  const { from, until } = drawn(draw);
  return {
    ...{ ...plan, title: draw.text, employer: draw.employer, method: draw.method, nation: draw.nation },
    ...{ hours_per_pa_standard: "", hours_per_pa_premium: "", bank_holiday_region: "" },
    ...{ date_start: ukDate(from), date_end: ukDate(until), counts: "start", opening_balance_pa: draw.pa || "0" },
    counts_from: { "": "", first: ukDate(from), last: ukDate(until) }[draw.counts_from] ?? "",
  };
}

function elementFields(draw: Draw) {
  return {
    ...{ description: draw.text, category: "DCC", counts_to_balance: draw.pick % 5 ? "on" : "", pa: draw.pa },
    ...{ pattern: "fixed_times", default_basis: "time_calculated", whole_plan: "yes" },
    ...{ "schedule[0].weekday": draw.weekday, "schedule[0].start": draw.hour, "schedule[0].end": "21:30" },
    ...{ "schedule[0].recurrence": draw.recurrence, "schedule[0].anchor_date": ukDate(draw.from) },
  };
}

/** The days of an element: those of its plan, and of the sessions that have it. */
async function daysOfElement(diary: ActedDiary, own: { unique_ref: string; plan_ref: string }): Promise<Days[]> {
  const plans = (await diary.rows(jobPlans)).filter(({ unique_ref }) => unique_ref === own.plan_ref);
  const used = (await diary.rows(sessions)).filter(({ element_ref }) => element_ref === own.unique_ref);
  return [...plans.map(covered), ...used.map(dayOf)];
}

async function daysOfPlan(diary: ActedDiary, own: Plan): Promise<Days[]> {
  const elements = (await diary.rows(jobPlanElements)).filter(({ plan_ref }) => plan_ref === own.unique_ref);
  return [covered(own), ...(await Promise.all(elements.map((one) => daysOfElement(diary, one)))).flat()];
}

function ofElement(action: (args: never) => unknown, fields: (draw: Draw) => Record<string, string>): Act {
  return async (diary, draw) => {
    const own = await diary.picked(jobPlanElements, draw);
    if (!own) return null;
    const about = await daysOfElement(diary, own);
    const params = { planRef: own.plan_ref, elementRef: own.unique_ref };
    return { about, ...(await diary.post(action, { version: version(own), ...fields(draw) }, params)) };
  };
}

function ofPlan(
  action: (args: never) => unknown,
  fields: (draw: Draw) => Record<string, string | string[]>,
  becomes: (draw: Draw, own: Plan) => Days = drawn,
): Act {
  return async (diary, draw) => {
    const own = await diary.picked(jobPlans, draw);
    if (!own) return null;
    const about = [...(await daysOfPlan(diary, own)), becomes(draw, own)];
    const sent = { version: version(own), ...fields(draw) };
    return { about, ...(await diary.post(action, sent, { planRef: own.unique_ref })) };
  };
}

/** What is done to plans, their elements and their times. */
export const PLAN_ACTS: Record<string, Act> = {
  "add a plan": async (diary, draw) => {
    const fields = { idempotency_key: newRef(), template: draw.yes ? "theatre" : "", ...planFields(draw) };
    return { about: [drawn(draw)], ...(await diary.post(planNew.action, fields)) };
  },
  "change a plan": ofPlan(planEdit.action, planFields),
  "change a plan from a date": async (diary, draw) => {
    const own = await diary.picked(jobPlans, draw);
    if (!own) return null;
    const { from, until } = drawn(draw);
    const about = [...(await daysOfPlan(diary, own)), { from, until }];
    const fields = changeOf({ from: ukDate(from), date_end: ukDate(until) });
    const { done } = await changePlan(fields, { user: diary.user, params: { planRef: own.unique_ref } });
    return { about, ...answeredBy(done) };
  },
  "end a plan": ofPlan(
    planEnd.action,
    ({ from }) => ({ date_end: ukDate(from), after: "keep" }),
    ({ from }, { date_start }) => ({ from: date_start, until: from }),
  ),
  "delete a plan": ofPlan(planDelete.action, () => ({})),
  "add an element": async (diary, draw) => {
    const own = await diary.picked(jobPlans, draw);
    if (!own) return null;
    const fields = { idempotency_key: newRef(), ...elementFields(draw) };
    const answered = await diary.post(elementNew.action, fields, { planRef: own.unique_ref });
    return { about: [covered(own)], ...answered };
  },
  "change an element": ofElement(element.action, elementFields),
  "remove an element": ofElement(elementRemove.action, () => ({})),
  "restore an element": ofElement(elementRestore.action, () => ({})),
};

import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { SignedInUser } from "~/account/login/logins.server";
import { leave } from "~/diary/leave/table.server";
import { rotaEvents, rotaTitles } from "~/diary/rota/table.server";
import { cancellations, sessions } from "~/diary/sessions/table.server";
import { jobPlanElements, jobPlans } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import type { FormState } from "~/platform/http/action-result";
import * as element from "~/routes/job-plans/element";
import * as elementNew from "~/routes/job-plans/element";
import * as elementRemove from "~/routes/job-plans/element-remove";
import * as elementRestore from "~/routes/job-plans/element-restore";
import * as planDelete from "~/routes/job-plans/plan-delete";
import * as planEnd from "~/routes/job-plans/plan-end";
import * as planEdit from "~/routes/job-plans/plan-form";
import * as planNew from "~/routes/job-plans/plan-form";
import { changeOf, changePlan } from "../../support/change-plan";
import { lockDays, makeDiary } from "../../support/diary";
import { db, makeUser, NOW, submit } from "../../support/harness";
import { reportOfDays } from "../../support/report-of-days";
import { plan } from "../../support/valid-forms";

const LOCKED =
  "You locked 1 to 31 October 2026, and the report of these days counts by the job plan of these days. Unlock these days in Reports first, or change the plan from 1 November 2026 or later";

/** The plan of `makeDiary`, as its form shows it. */
const PLAN = {
  ...plan,
  ...{ title: "Job plan 2026/27", employer: "", date_start: "01/04/2026", date_end: "31/03/2027" },
  ...{ counts: "start", opening_balance_pa: "0", notes: "" },
};

/** Its element: two standard and four premium hours of each Tuesday, 1.83 PA in England and 1.60 PA in Wales. */
const EVENING = {
  ...{ description: "Evening lists", category: "DCC", counts_to_balance: "on", pattern: "fixed_times", pa: "" },
  ...{ "schedule[0].weekday": "2", "schedule[0].start": "17:00", "schedule[0].end": "23:00" },
  ...{ "schedule[0].recurrence": "11", default_basis: "time_calculated", whole_plan: "yes" },
};

interface Refused {
  form: FormState;
}

/** What the address of a new row does not name. */
const NEW = new Map<unknown, Record<string, undefined>>([
  [planNew.action, { planRef: undefined }],
  [elementNew.action, { elementRef: undefined }],
]);

/** October 2026 is locked, with a day of annual leave in it. */
async function lockedOctober(times = {}) {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const post = (action: (args: never) => unknown, fields: Record<string, string | string[]>, more = {}) =>
    submit<Refused>(action, fields, { user, params: { ...params, ...more } });
  const add = (action: (args: never) => unknown, fields: Record<string, string | string[]>) =>
    post(action, { idempotency_key: newRef(), ...fields }, NEW.get(action));
  expect((await post(element.action, { version: "1", ...EVENING, ...times })).status).toBe(302);
  await db.insert(leave).values({
    ...{ unique_ref: newRef(), user_id: user.id, created_at: NOW, updated_at: NOW, type: "annual", status: "approved" },
    ...{ date_start: "2026-10-13", date_end: "2026-10-13" },
  });
  await lockDays(user, "2026-10-01", "2026-10-31");
  return { user, params, post, add, ...(await versionsOf(params)) };
}

async function versionsOf({ planRef, elementRef }: { planRef: string; elementRef: string }) {
  const [[whole], [own]] = await db.batch([
    db.select().from(jobPlans).where(eq(jobPlans.unique_ref, planRef)),
    db.select().from(jobPlanElements).where(eq(jobPlanElements.unique_ref, elementRef)),
  ]);
  return { planVersion: String(whole?.version), elementVersion: String(own?.version) };
}

const october = (user: SignedInUser) => reportOfDays(user, "2026-10-01", "2026-10-31");

/** PAs of annual leave in the report of October. */
async function leaveTaken(user: SignedInUser) {
  const blocks = (await october(user)).flatMap((section) => section.blocks);
  const table = blocks.find(({ id }) => id === "leave");
  if (table?.kind !== "table") throw new Error("October has no leave");
  return table.rows.map(([type, , pas]) => [type, pas]);
}

test("three saves of a plan do not change what locked leave was worth: its start moved past the lock, its nation, its start moved back", async () => {
  const { user, post, params } = await lockedOctober();
  const [before, worth] = [await october(user), await leaveTaken(user)];
  // 1.8333 PA, in the hundredths of a PA that the report shows.
  expect(worth).toEqual([["Annual leave", expect.objectContaining({ value: 6588 })]]);
  const answers = [];
  const saves: Record<string, string>[] = [
    { date_start: "01/11/2026" },
    { date_start: "01/11/2026", nation: "wales", hours_per_pa_standard: "", hours_per_pa_premium: "" },
    { nation: "wales", hours_per_pa_standard: "", hours_per_pa_premium: "" },
  ];
  for (const fields of saves) {
    const { planVersion: version } = await versionsOf(params);
    const { status, data } = await post(planEdit.action, { version, ...PLAN, ...fields });
    answers.push([status, data?.form?.errors, data?.form?.values.date_start]);
  }
  expect(await leaveTaken(user)).toEqual(worth);
  expect(await october(user)).toEqual(before);
  const refused = (typed: string) => [409, { "": [LOCKED] }, [typed]];
  expect(answers).toEqual([refused("01/11/2026"), refused("01/11/2026"), refused("01/04/2026")]);
});

/** What would change the report of October. */
const ATTACKS: Record<string, (made: Awaited<ReturnType<typeof lockedOctober>>) => Promise<{ status: number }>> = {
  "a plan of another employer added over locked days": ({ add }) =>
    add(planNew.action, { ...PLAN, employer: "Southern Trust", template: "" }),
  "a plan added that ends on the first of them": ({ add }) =>
    add(planNew.action, {
      ...{ ...PLAN, employer: "Southern Trust", template: "" },
      ...{ date_start: "01/09/2026", date_end: "01/10/2026" },
    }),
  "a plan deleted": async ({ post, planVersion, user }) => {
    await freeElements(user);
    return post(planDelete.action, { version: planVersion });
  },
  "a plan ended on a locked day": ({ post, planVersion }) =>
    post(planEnd.action, { version: planVersion, date_end: "30/10/2026" }),
  "a plan changed from a locked day": async ({ user, params }) => {
    await db.update(jobPlans).set({ date_end: null }).where(eq(jobPlans.user_id, user.id));
    return (await changePlan(changeOf({ from: "15/10/2026", date_end: "31/03/2027" }), { user, params })).done;
  },
  "a plan that counts from a later day": ({ post, planVersion: version }) =>
    post(planEdit.action, { version, ...PLAN, counts_from: "01/11/2026" }),
  "another method": ({ post, planVersion: version }) =>
    post(planEdit.action, { version, ...PLAN, method: "annualised_linear" }),
  "other weeks a year": ({ post, planVersion: version }) =>
    post(planEdit.action, { version, ...PLAN, weeks_per_year: "40" }),
  "another employer": ({ post, planVersion: version }) =>
    post(planEdit.action, { version, ...PLAN, employer: "Southern Trust" }),
  "an element's PA": ({ post, elementVersion: version }) => post(element.action, { version, ...EVENING, pa: "1" }),
  "an element's times": ({ post, elementVersion: version }) =>
    post(element.action, { version, ...EVENING, "schedule[0].end": "22:00" }),
  "an element's day": ({ post, elementVersion: version }) =>
    post(element.action, { version, ...EVENING, "schedule[0].weekday": "3" }),
  "an element that no longer counts": ({ post, elementVersion: version }) =>
    post(element.action, { version, ...EVENING, counts_to_balance: "" }),
  "an element's name": ({ post, elementVersion: version }) =>
    post(element.action, { version, ...EVENING, description: "Late lists" }),
  "an element added": ({ add }) => add(elementNew.action, { ...EVENING, description: "Late lists" }),
  "an element archived": ({ post, elementVersion }) => post(elementRemove.action, { version: elementVersion }),
  "an element deleted": async ({ post, elementVersion, user }) => {
    await freeElements(user);
    return post(elementRemove.action, { version: elementVersion });
  },
};

/** No session and no other entry has an element: then it may be deleted where nothing is locked. */
async function freeElements({ id }: SignedInUser) {
  await db.update(sessions).set({ element_ref: null }).where(eq(sessions.user_id, id));
  await db.delete(cancellations).where(eq(cancellations.user_id, id));
  await db.delete(rotaEvents).where(eq(rotaEvents.user_id, id));
  await db.delete(rotaTitles).where(eq(rotaTitles.user_id, id));
}

test.each(Object.entries(ATTACKS))("locked days refuse, in words that say how to go on: %s", async (_, attack) => {
  const made = await lockedOctober();
  const before = await october(made.user);
  const { status, data } = (await attack(made)) as { status: number; data: Refused };
  expect(await october(made.user)).toEqual(before);
  expect([status, data.form.errors, data.form.link]).toEqual([
    ...[409, { "": [LOCKED] }],
    { path: "/reports/locks/", words: "Show locked periods" },
  ]);
});

/** What touches no locked day. */
const ALLOWED: typeof ATTACKS = {
  "a plan ended on the last locked day": ({ post, planVersion }) =>
    post(planEnd.action, { version: planVersion, date_end: "31/10/2026" }),
  "a plan that begins after them": ({ add }) =>
    add(planNew.action, {
      ...{ ...PLAN, employer: "Southern Trust", template: "theatre" },
      ...{ date_start: "01/11/2026", nation: "wales" },
    }),
  "a plan that ends before them": ({ add }) =>
    add(planNew.action, {
      ...{ ...PLAN, employer: "Southern Trust", template: "" },
      ...{ date_start: "01/04/2026", date_end: "30/09/2026" },
    }),
  "a plan changed from the day after": async ({ user, params }) => {
    await db.update(jobPlans).set({ date_end: null }).where(eq(jobPlans.user_id, user.id));
    return (await changePlan(changeOf({ from: "01/11/2026", date_end: "31/03/2027" }), { user, params })).done;
  },
  "a plan that starts later, but before them": ({ post, planVersion: version }) =>
    post(planEdit.action, { version, ...PLAN, date_start: "01/10/2026" }),
  "a plan that counts from their first day": ({ post, planVersion: version }) =>
    post(planEdit.action, { version, ...PLAN, counts_from: "01/10/2026" }),
  "what was carried over to the day the plan begins, which is not locked": ({ post, planVersion: version }) =>
    post(planEdit.action, { version, ...PLAN, opening_balance_pa: "4" }),
  "contracted PAs, tolerance and notes": ({ post, planVersion: version }) =>
    post(planEdit.action, { version, ...PLAN, contracted_pa: "11", tolerance_percent: "7", notes: "Agreed in March" }),
  "the same element saved again": ({ post, elementVersion: version }) => post(element.action, { version, ...EVENING }),
  "where an element is, and what its sessions start with": ({ post, elementVersion: version }) =>
    post(element.action, {
      ...{ version, ...EVENING, location: "Day theatre" },
      ...{ default_basis: "fixed", default_fixed_pa: "1.5" },
    }),
  "an element that does not count": ({ add }) =>
    add(elementNew.action, { ...EVENING, description: "Extra lists", counts_to_balance: "" }),
};

test.each(
  Object.entries(ALLOWED),
)("locked days do not hold up what leaves their report as it is: %s", async (_, act) => {
  const made = await lockedOctober();
  const before = await october(made.user);
  const { status } = await act(made);
  expect([status, await october(made.user)]).toEqual([302, before]);
});

test("an archived element of locked days does not come back into them", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const put = (active: boolean) =>
    db.update(jobPlanElements).set({ active }).where(eq(jobPlanElements.unique_ref, params.elementRef));
  await put(false);
  await lockDays(user, "2026-10-01", "2026-10-31");
  const before = await october(user);
  const refused = await submit<Refused>(elementRestore.action, { version: "1" }, { user, params });
  expect([refused.status, refused.data.form.errors, await october(user)]).toEqual([409, { "": [LOCKED] }, before]);
});

test("an element that only a locked session has, of a plan that does not cover its day, stays as it is", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await db.update(jobPlans).set({ date_start: "2026-11-18" }).where(eq(jobPlans.unique_ref, params.planRef));
  await lockDays(user, "2026-11-17", "2026-11-17");
  const report = () => reportOfDays(user, "2026-11-17", "2026-11-17");
  const before = await report();
  const fields = { version: "1", ...EVENING, category: "SPA" };
  expect((await submit(element.action, fields, { user, params })).status).toBe(409);
  const moved = { version: "1", ...PLAN, employer: "Southern Trust", date_start: "18/11/2026" };
  expect((await submit(planEdit.action, moved, { user, params })).status).toBe(409);
  expect(await report()).toEqual(before);
});

test("a plan with a list each second Tuesday of the month can be ended after the lock, and the days before count as they did", async () => {
  const { user, post, planVersion } = await lockedOctober({ "schedule[0].recurrence": "22" });
  const before = await october(user);
  expect((await post(planEnd.action, { version: planVersion, date_end: "03/01/2027" })).status).toBe(302);
  expect(await october(user)).toEqual(before);
});

test("leave with typed PAs that goes on after the lock keeps its days of work: the plan is ended after it, not in it", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  // Of its days two are Tuesdays, on which the plan has work: one in October, one after it.
  await db.insert(leave).values({
    ...{ unique_ref: newRef(), user_id: user.id, created_at: NOW, updated_at: NOW, type: "annual", status: "approved" },
    ...{ date_start: "2026-10-27", date_end: "2026-11-04", stated_pa_units: 14_400 },
  });
  await lockDays(user, "2026-10-01", "2026-10-31");
  const before = await october(user);
  expect(await leaveTaken(user)).toEqual([["Annual leave", expect.objectContaining({ value: 7200 })]]);
  const end = (date_end: string) => submit<Refused>(planEnd.action, { version: "1", date_end }, { user, params });
  const fields = { idempotency_key: newRef(), ...PLAN, employer: "Southern Trust", template: "theatre" };
  const refused = [
    await end("01/11/2026"),
    await submit<Refused>(planNew.action, { ...fields, date_start: "02/11/2026" }, { user }),
  ];
  const words =
    "You locked 1 to 31 October 2026. Leave with PAs that you entered goes beyond these days, and the job plan of all its days says how these PAs are divided. Unlock these days in Reports first, or change your work from a date after this leave";
  expect(refused.map(({ status, data }) => [status, data.form.errors[""]])).toEqual(refused.map(() => [409, [words]]));
  expect(await october(user)).toEqual(before);
  expect((await end("04/11/2026")).status).toBe(302);
  expect(await october(user)).toEqual(before);
});

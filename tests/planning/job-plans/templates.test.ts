import { and, asc, eq } from "drizzle-orm";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ELEMENT_TEMPLATES } from "~/planning/job-plans/element-templates";
import { NATIONAL_RULES, PA_UNITS, paUnits } from "~/planning/job-plans/pa-rules";
import { elementSchedule, jobPlanElements, jobPlans } from "~/planning/job-plans/table.server";
import { PLAN_TEMPLATES, TEMPLATE_KEYS, templateElements, templatePreview } from "~/planning/job-plans/templates";
import { formatSum, TemplateElements } from "~/planning/job-plans/views/template-list";
import { weeklyPaUnits } from "~/planning/job-plans/weekly";
import { newRef } from "~/platform/db/columns.server";
import type { FormState } from "~/platform/http/action-result";
import * as elementNewRoute from "~/routes/job-plans/element";
import * as elementTemplatesRoute from "~/routes/job-plans/element-templates";
import * as planRoute from "~/routes/job-plans/plan";
import * as newRoute from "~/routes/job-plans/plan-form";
import * as templatesRoute from "~/routes/job-plans/plan-templates";
import { makeDiary } from "../../support/diary";
import { countingDatabase, db, load, makeUser, submit } from "../../support/harness";

const START = "2026-04-01";

test.each([
  ["theatre", "DCC 7.50 + SPA 2.50 = 10.00"],
  ["intensive_care", "DCC 7.50 + SPA 2.50 = 10.00"],
  ["less_than_full_time", "DCC 4.50 + SPA 1.50 = 6.00"],
  ["wales", "DCC 7.00 + SPA 3.00 = 10.00"],
] as const)("the template %s adds up: %s", (key, words) => {
  const { sums, check } = templatePreview(key, START);
  expect(formatSum(sums)).toBe(words);
  expect(sums.total).toBe(paUnits(PLAN_TEMPLATES[key].contracted_pa));
  expect(check.adds).toBe(true);
});

test("each template is exact to the unit whatever day its plan starts on", () => {
  for (const key of TEMPLATE_KEYS) {
    for (const start of ["2026-04-01", "2026-08-05", "2027-02-28", "2028-02-29"]) {
      expect(templatePreview(key, start).sums.total).toBe(PLAN_TEMPLATES[key].contracted_pa * PA_UNITS);
    }
  }
});

test("the 10 PA plan has the parts of the worked example", () => {
  const parts = templatePreview("theatre", START).elements.map(({ weekly_pa_units }) => weekly_pa_units / PA_UNITS);
  expect(parts).toEqual([2.5, 2.5, 0.625, 1, 0.875, 1.5, 1]);
});

// 2.50 + 2.50 + 0.63 + 1.00 + 0.88 + 1.50 + 1.00 would be 10.01.
test("the elements of the 10 PA plan add up to 10.00 as they are listed", () => {
  const { elements } = templatePreview("theatre", START);
  const listed = renderToStaticMarkup(createElement(TemplateElements, { elements }));
  const shown = [...listed.matchAll(/<td class="r">([\d.]+)</g)].map(([, pas]) => Number(pas));
  expect(shown).toHaveLength(7);
  expect(shown.reduce((sum, each) => sum + each, 0).toFixed(2)).toBe("10.00");
});

test("a Welsh session is 3.75 hours: a morning is one, a day of 7.5 hours two", () => {
  const plan = { date_start: START, date_end: null, weeks_per_year_tenths: 420, pa_rules: NATIONAL_RULES.wales };
  const timed = templateElements("wales", START).filter(({ schedule }) => schedule.length > 0);
  expect(timed.map(({ element, schedule }) => weeklyPaUnits({ ...element, schedule }, plan) / PA_UNITS)).toEqual([
    2, 2, 1, 1,
  ]);
});

test("a fortnightly list begins on its first day of the plan", () => {
  const list = templateElements("theatre", "2026-04-01").find(({ element }) => element.description === "ENT list");
  expect(list?.schedule).toEqual([
    { weekday: 5, start_minute: 480, end_minute: 780, recurrence: 12, anchor_date: "2026-04-03" },
  ]);
});

function answers(some: Record<string, string | string[]> = {}) {
  return {
    idempotency_key: newRef(),
    template: "theatre",
    title: "Job plan 2026/27",
    employer: "",
    date_start: "1/4/2026",
    date_end: "31/3/2027",
    method: "weekly_leave_adjusted",
    weeks_per_year: "42",
    contracted_pa: "10",
    opening_balance_pa: "0",
    tolerance_percent: "5",
    nation: "england",
    premium_days: ["6", "7"],
    bank_holidays_premium: "yes",
    notes: "",
    ...some,
  };
}

function elementsOf(userId: number) {
  return db
    .select()
    .from(jobPlanElements)
    .where(eq(jobPlanElements.user_id, userId))
    .orderBy(asc(jobPlanElements.sort_order));
}

test("the form of a template comes with its title, dates and terms", async () => {
  const user = await makeUser();
  const { data: page } = await load<{ answers: Record<string, string>; template: { name: string } }>(newRoute.loader, {
    user,
    path: "/job_plans/new/?template=wales",
  });
  expect(page.template.name).toBe("Wales 10 sessions");
  expect(page.answers).toMatchObject({
    template: "wales",
    title: "Job plan 2026/27",
    date_start: "01/04/2026",
    date_end: "31/03/2027",
    contracted_pa: "10",
    weeks_per_year: "42",
    nation: "wales",
  });
});

test("a template that there is not is an empty plan", async () => {
  const user = await makeUser();
  const path = "/job_plans/new/?template=__proto__";
  const { data: page } = await load<{ answers: Record<string, string>; template: null }>(newRoute.loader, {
    user,
    path,
  });
  expect(page.template).toBeNull();
  expect(page.answers.template).toBe("");
});

test("a plan is made with the elements and times of its template, in one batch, and adds up on its page", async () => {
  const user = await makeUser();
  const { database, trips } = countingDatabase();
  const added = await submit(newRoute.action, answers(), { user, database });
  expect(added.status).toBe(302);
  // The first reads what locked days count by.
  expect(trips()).toBe(2);
  const elements = await elementsOf(user.id);
  expect(elements.map(({ description }) => description)).toEqual(
    PLAN_TEMPLATES.theatre.elements.map(({ description }) => description),
  );
  expect(elements.map(({ sort_order }) => sort_order)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  const times = await db.select().from(elementSchedule).where(eq(elementSchedule.user_id, user.id));
  expect(times).toHaveLength(4);
  const planRef = elements[0]?.plan_ref ?? "";
  const { data: page } = await load<{ check: { words: string }; week: { days: { total: string | null }[] } }>(
    planRoute.loader,
    { user, params: { planRef } },
  );
  expect(page.check.words).toBe("Adds up to 10.00");
  expect(page.week.days.map(({ total }) => total)).toEqual([null, "2.50", "2.50", "1.00", "0.63", null, null]);
});

test("a form sent twice makes one plan with one set of elements, and leads to it both times", async () => {
  const user = await makeUser();
  const form = answers();
  const first = await submit(newRoute.action, form, { user });
  const second = await submit(newRoute.action, form, { user });
  expect(second.location).toBe(first.location);
  expect(await db.select().from(jobPlans).where(eq(jobPlans.user_id, user.id))).toHaveLength(1);
  expect(await elementsOf(user.id)).toHaveLength(7);
});

test("a plan that is refused leaves no element behind and keeps its template", async () => {
  const user = await makeUser();
  await submit(newRoute.action, answers({ template: "" }), { user });
  const refused = await submit<{ form: FormState }>(newRoute.action, answers(), { user });
  expect(refused.status).toBe(422);
  expect(refused.data.form.values.template).toEqual(["theatre"]);
  expect(await elementsOf(user.id)).toEqual([]);
});

test("the elements are weighed by the rules that the plan is saved with", async () => {
  const user = await makeUser();
  await submit(newRoute.action, answers({ nation: "wales" }), { user });
  const [list] = await elementsOf(user.id);
  expect(list?.weekly_pa_units).toBe(9600);
});

test("an empty plan has no elements", async () => {
  const user = await makeUser();
  expect((await submit(newRoute.action, answers({ template: "" }), { user })).status).toBe(302);
  expect(await elementsOf(user.id)).toEqual([]);
});

test("a template that nobody offers is refused", async () => {
  const user = await makeUser();
  const refused = await submit<{ form: FormState }>(newRoute.action, answers({ template: "constructor" }), { user });
  expect(refused.status).toBe(422);
});

test("the list of templates shows their sums", async () => {
  const user = await makeUser();
  const { data: page } = await load<{ templates: { name: string }[] }>(templatesRoute.loader, { user });
  expect(page.templates.map(({ name }) => name)).toEqual([
    "10 PA theatre",
    "ICU annualised 7.5 DCC",
    "LTFT 6 PA",
    "Wales 10 sessions",
  ]);
});

test("element templates: names are unique and those of the plan are marked; another user's plan is not found", async () => {
  expect(new Set(ELEMENT_TEMPLATES.map(({ description }) => description)).size).toBe(ELEMENT_TEMPLATES.length);
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const { data: page } = await load<{ taken: string[] }>(elementTemplatesRoute.loader, { user, params });
  expect(page.taken).toEqual(["All-day orthopaedics"]);
  const other = await makeUser();
  expect((await load(elementTemplatesRoute.loader, { user: other, params })).status).toBe(404);
});

test("the form of a new element comes with the answers of its template", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const path = `/job_plans/x/element/new/?template=${encodeURIComponent("WLI / extra list")}`;
  const { data: page } = await load<{ answers: Record<string, string> }>(elementNewRoute.loader, {
    user,
    params: { planRef: params.planRef },
    path,
  });
  expect(page.answers).toMatchObject({ description: "WLI / extra list", category: "Extra", counts_to_balance: "" });
});

test("nothing of another user's is touched when plans are made from one template", async () => {
  const [one, other] = [await makeUser(), await makeUser()];
  await submit(newRoute.action, answers(), { user: one });
  await submit(newRoute.action, answers({ template: "less_than_full_time" }), { user: other });
  expect(await elementsOf(one.id)).toHaveLength(7);
  const [theirs] = await elementsOf(other.id);
  const ownPlans = await db
    .select()
    .from(jobPlans)
    .where(and(eq(jobPlans.user_id, one.id), eq(jobPlans.unique_ref, theirs?.plan_ref ?? "")));
  expect(ownPlans).toEqual([]);
});

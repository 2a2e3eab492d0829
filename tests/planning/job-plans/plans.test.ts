import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { sessions } from "~/diary/sessions/table.server";
import { NATIONAL_RULES } from "~/planning/job-plans/pa-rules";
import { elementSchedule, jobPlanElements, jobPlans, planPlace } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import { FORM_USED } from "~/platform/db/idempotency.server";
import type { FormState } from "~/platform/http/action-result";
import * as listRoute from "~/routes/job-plans/job-plans";
import * as planRoute from "~/routes/job-plans/plan";
import * as changeRoute from "~/routes/job-plans/plan-change";
import * as deleteRoute from "~/routes/job-plans/plan-delete";
import * as endRoute from "~/routes/job-plans/plan-end";
import * as editRoute from "~/routes/job-plans/plan-form";
import * as newRoute from "~/routes/job-plans/plan-form";
import { changeOf, changePlan } from "../../support/change-plan";
import { makeDiary } from "../../support/diary";
import { countingDatabase, db, load, makeUser, racingDatabase, submit, vault } from "../../support/harness";

type Refused = { form: FormState };

function answers(some: Record<string, string | string[]> = {}) {
  return {
    idempotency_key: newRef(),
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

function plansOf(userId: number) {
  return db.select().from(jobPlans).where(eq(jobPlans.user_id, userId)).orderBy(jobPlans.date_start);
}

function refOf(location: string | null): string {
  return /^\/job_plans\/([\w-]{22})\/$/.exec(location ?? "")?.[1] ?? "";
}

test("a plan is added with its nation's rules and encrypted notes, and its page is shown next", async () => {
  const user = await makeUser();
  const added = await submit(newRoute.action, answers({ notes: "Agreed in March" }), { user });
  expect(added.status).toBe(302);
  const [plan] = await plansOf(user.id);
  expect(plan).toMatchObject({
    unique_ref: refOf(added.location),
    date_start: "2026-04-01",
    date_end: "2027-03-31",
    weeks_per_year_tenths: 420,
    contracted_pa_units: 36_000,
    tolerance_percent: 5,
    pa_rules: NATIONAL_RULES.england,
  });
  const place = planPlace(plan?.unique_ref ?? "");
  expect(await vault.decrypt(user.unique_ref, place, plan?.text_encrypted ?? null)).toBe("Agreed in March");
});

test.each([
  ["today", {}, "2026-11-21", 0],
  ["start", {}, null, 0],
  ["balance", {}, "2026-11-21", -9_000],
  // From its first day, which an edit of a mistyped year has to change with it.
  ["today", { date_start: "1/4/2027", date_end: "31/3/2028" }, "2027-04-01", 0],
  ["start", { date_start: "1/4/2025", date_end: "31/3/2026" }, null, 0],
  ["", { counts_from: "1/6/2026" }, "2026-06-01", -9_000],
])("a new plan counts from %s, %j: %s", async (counts, more, counts_from, opening_balance_pa_units) => {
  const user = await makeUser();
  await submit(newRoute.action, answers({ counts, opening_balance_pa: "-2.5", ...more }), { user });
  const [plan] = await plansOf(user.id);
  expect(plan).toMatchObject({ counts_from, opening_balance_pa_units });
});

test.each([
  [{ counts: "soon" }, { counts: ["Choose from when it counts from the list"] }],
  [{ counts: "balance", opening_balance_pa: "" }, { opening_balance_pa: ["Enter the balance so far, such as -2.5"] }],
  [
    { counts: "today", date_start: "1/4/2025", date_end: "31/3/2026" },
    { counts: ["This plan ended before today: count it from the plan’s start, or change its end date"] },
  ],
  [
    { counts_from: "31/3/2026" },
    { counts_from: ["A plan counts from one of its own dates. Leave this blank to count from its start"] },
  ],
])("a plan that counts from %j is refused", async (more, errors) => {
  const user = await makeUser();
  const refused = await submit<Refused>(newRoute.action, answers(more), { user });
  expect([refused.status, refused.data.form.errors]).toEqual([422, errors]);
});

test("blank rules are those of the nation, typed ones its own", async () => {
  const user = await makeUser();
  await submit(newRoute.action, answers({ nation: "wales" }), { user });
  const scottish = { nation: "scotland", employer: "B", standard_start: "7", hours_per_pa_premium: "2.75" };
  await submit(newRoute.action, answers({ ...scottish, premium_days: [], bank_holidays_premium: [] }), { user });
  const rules = (await plansOf(user.id)).map(({ pa_rules }) => pa_rules);
  expect(rules).toContainEqual(NATIONAL_RULES.wales);
  expect(rules).toContainEqual({
    ...NATIONAL_RULES.scotland,
    standard_start_minute: 420,
    premium_minutes_per_pa: 165,
    premium_weekdays: [],
    bank_holidays_premium: false,
  });
});

test.each([
  ["title", "", "Enter a title"],
  ["title", "x".repeat(81), "Title must be 80 characters or fewer"],
  ["employer", "x".repeat(81), "Employer must be 80 characters or fewer"],
  ["date_start", "", "Enter a start date"],
  ["date_start", "31/2/2026", "Start date must be a real date: February 2026 has 28 days"],
  ["date_end", "tomorrow", "End date must be a real date, such as 27/3/2026"],
  ["date_end", "31/3/2026", "End date must be the same as or after 1 April 2026"],
  ["method", "", "Choose how progress is calculated"],
  ["method", "guess", "Choose how progress is calculated from the list"],
  ["weeks_per_year", "", "Enter the weeks a year"],
  ["weeks_per_year", "52.3", "Weeks a year must be between 1 and 52.2"],
  ["weeks_per_year", "41.55", "Weeks a year must be a number with up to 1 decimal places"],
  ["contracted_pa", "", "Enter the contracted PAs a week"],
  ["contracted_pa", "0.2", "Contracted PAs must be between 0.25 and 16"],
  ["contracted_pa", "17", "Contracted PAs must be between 0.25 and 16"],
  ["contracted_pa", "ten", "Contracted PAs must be a number"],
  ["opening_balance_pa", "-101", "Opening balance must be between -100 and 100"],
  ["tolerance_percent", "26", "Tolerance must be between 0 and 25"],
  ["tolerance_percent", "2.5", "Tolerance must be a whole number"],
  ["nation", "", "Choose a nation"],
  ["nation", "france", "Choose a nation from the list"],
  ["hours_per_pa_standard", "13", "Hours of a PA in standard time must be between 1 and 12"],
  ["hours_per_pa_premium", "3.1", "Hours of a PA in premium time must go in steps of 0.25"],
  ["standard_start", "7.75", "Please check the time is in the format hh:mm"],
  ["standard_end", "25:00", "Please check the time is in the format hh:mm"],
  ["standard_end", "06:00", "Standard time must end after it starts, on the same day"],
  ["premium_days", "8", "Choose the premium days from the list"],
  ["bank_holiday_region", "mars", "Choose a region from the list"],
  ["notes", "x".repeat(10_001), "Notes must be 10000 characters or fewer"],
  ["idempotency_key", "", "Reload this page, then send the form again"],
])("a plan whose %s is %j is refused in words, the answers kept", async (name, value, message) => {
  const user = await makeUser();
  const refused = await submit<Refused>(newRoute.action, answers({ [name]: value }), { user });
  expect(refused.status).toBe(422);
  expect(refused.data.form.errors).toEqual({ [name]: [message] });
  expect(refused.data.form.values.contracted_pa).toEqual([name === "contracted_pa" ? value : "10"]);
  expect(await plansOf(user.id)).toEqual([]);
});

test("the same form sent twice, at once or later, makes one plan", async () => {
  const user = await makeUser();
  const form = answers();
  const both = await Promise.all([submit(newRoute.action, form, { user }), submit(newRoute.action, form, { user })]);
  const again = await submit(newRoute.action, form, { user });
  expect(new Set([...both, again].map(({ location }) => location)).size).toBe(1);
  expect(await plansOf(user.id)).toHaveLength(1);
});

test("plans of one employer must not share a date; those of two may", async () => {
  const user = await makeUser();
  await submit(newRoute.action, answers({ employer: "St Mary's" }), { user });
  const other = answers({ title: "B", employer: "st mary's", date_start: "31/3/2027", date_end: "" });
  const refused = await submit<Refused>(newRoute.action, other, { user });
  expect(refused.data.form.errors).toEqual({
    date_start: [
      "Plans for one employer must not overlap. These dates overlap “Job plan 2026/27”, 1 April 2026 to 31 March 2027",
    ],
  });
  expect((await submit(newRoute.action, { ...other, employer: "Elsewhere" }, { user })).status).toBe(302);
  expect(
    (await submit(newRoute.action, { ...other, idempotency_key: newRef(), date_start: "1/4/2027" }, { user })).status,
  ).toBe(302);
});

test("two tabs cannot make overlapping plans at once", async () => {
  const user = await makeUser();
  const tabs = await Promise.all(["A", "B"].map((title) => submit(newRoute.action, answers({ title }), { user })));
  expect(tabs.map(({ status }) => status).sort()).toEqual([302, 422]);
  expect(await plansOf(user.id)).toHaveLength(1);
});

test("the list has plans newest first with their sums and status, and warns of gaps", async () => {
  const user = await makeUser();
  await makeDiary(user);
  await submit(newRoute.action, answers({ title: "Old", date_start: "1/4/2025", date_end: "28/2/2026" }), { user });
  const { database, trips } = countingDatabase();
  const list = await load<Awaited<ReturnType<typeof listRoute.loader>>>(listRoute.loader, { user, database });
  expect(trips()).toBe(1);
  expect(list.data.plans.map(({ title, status, sums }) => [title, status, sums.total])).toEqual([
    ["Job plan 2026/27", "current", 9000],
    ["Old", "past", 0],
  ]);
  expect(list.data.warnings.map(({ words }) => words)).toEqual(["No plan covers 1 to 31 March 2026"]);
});

test("the page of a plan has its figures and elements, in one batch", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const { database, trips } = countingDatabase();
  const page = await load<Awaited<ReturnType<typeof planRoute.loader>>>(planRoute.loader, { user, params, database });
  expect(trips()).toBe(1);
  expect(page.data).toMatchObject({
    title: "Job plan 2026/27",
    lead: "1 April 2026 to 31 March 2027 · England rules · 42 weeks",
    contracted: 36_000,
    minutes: 600,
    sessions: 1,
    elements: [{ description: "All-day orthopaedics", when: ["Tue 08:00–18:00"], weekly_pa_units: 9000 }],
    archived: [],
  });
});

test("a new plan starts with the plan year of today, or with what follows the last one", async () => {
  const user = await makeUser();
  type New = Awaited<ReturnType<typeof newRoute.loader>>;
  const first = await load<New>(newRoute.loader, { user });
  expect(first.data.answers).toMatchObject({
    title: "Job plan 2026/27",
    date_start: "01/04/2026",
    weeks_per_year: "42",
  });
  await submit(newRoute.action, answers({ employer: "St Mary's" }), { user });
  const next = await load<New>(newRoute.loader, { user });
  expect(next.data.answers).toMatchObject({
    title: "Job plan 2027/28",
    date_start: "01/04/2027",
    employer: "St Mary's",
  });
});

test("an edit changes the plan and what its elements count a week; its form shows it again as typed", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const form = answers({ version: "1", nation: "wales", hours_per_pa_standard: "4", notes: "New rules" });
  const saved = await submit(editRoute.action, form, { user, params });
  expect(saved.location).toBe(`/job_plans/${params.planRef}/`);
  const [element] = await db.select().from(jobPlanElements).where(eq(jobPlanElements.unique_ref, params.elementRef));
  expect(element).toMatchObject({ weekly_pa_units: 9000, version: 1 });
  await submit(editRoute.action, { ...form, version: "2", hours_per_pa_standard: "" }, { user, params });
  const [welsh] = await db.select().from(jobPlanElements).where(eq(jobPlanElements.unique_ref, params.elementRef));
  expect(welsh?.weekly_pa_units).toBe(9600);
  const { database, trips } = countingDatabase();
  const again = await load<Awaited<ReturnType<typeof editRoute.loader>>>(editRoute.loader, { user, params, database });
  expect(trips()).toBe(1);
  expect(again.data.answers).toMatchObject({
    version: "3",
    nation: "wales",
    hours_per_pa_standard: "",
    premium_days: ["6", "7"],
    bank_holidays_premium: "yes",
    notes: "New rules",
  });
});

test("an edit from an older version is refused with the answers kept, and may then be put in its place", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await submit(editRoute.action, answers({ version: "1", title: "First" }), { user, params });
  const stale = await submit<Refused>(editRoute.action, answers({ version: "1", title: "Second" }), { user, params });
  expect(stale.status).toBe(409);
  expect(stale.data.form.errors[""]?.[0]).toMatch(/^This plan was changed elsewhere after you opened it/);
  expect(stale.data.form.values).toMatchObject({ title: ["Second"], version: ["2"] });
  expect((await plansOf(user.id))[0]?.title).toBe("First");
  await submit(editRoute.action, answers({ version: "2", title: "Second" }), { user, params });
  expect((await plansOf(user.id))[0]?.title).toBe("Second");
});

test("a missing version is refused", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const refused = await submit<Refused>(editRoute.action, answers(), { user, params });
  expect(refused.data.form.errors).toEqual({ version: ["Reload this page, then make your change again"] });
});

test("an edit may not move a plan onto another of its employer", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await submit(newRoute.action, answers({ title: "Next", date_start: "1/4/2027", date_end: "" }), { user });
  const refused = await submit<Refused>(editRoute.action, answers({ version: "1", date_end: "" }), { user, params });
  expect(refused.status).toBe(422);
  expect(refused.data.form.errors.date_start?.[0]).toMatch(/overlap “Next”, 1 April 2027 onwards$/);
});

test("a plan ends on a day, not before it starts", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const end = (form: Record<string, string>) => submit<Refused>(endRoute.action, form, { user, params });
  expect((await end({ version: "1", date_end: "" })).data.form.errors).toEqual({
    date_end: ["Enter the last day of the plan"],
  });
  expect((await end({ version: "1", date_end: "31/3/2026" })).data.form.errors).toEqual({
    date_end: ["The last day must be the same as or after the day the plan starts"],
  });
  expect((await end({ version: "1", date_end: "30/11/2026" })).status).toBe(302);
  expect((await plansOf(user.id))[0]?.date_end).toBe("2026-11-30");
  expect((await end({ version: "1", date_end: "1/12/2026" })).status).toBe(409);
});

test("a change takes over elements and times, weighed anew, and ends an open plan the day before", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await submit(editRoute.action, answers({ version: "1", date_end: "", notes: "Old" }), { user, params });
  const form = changeOf({ from: "1/4/2027" });
  const both = await Promise.all([1, 2].map(() => changePlan(form, { user, params })));
  expect(both.map(({ done }) => done.status)).toEqual([302, 302]);
  expect(both[0]?.done.location).toBe(both[1]?.done.location);
  const plans = await plansOf(user.id);
  expect(plans).toMatchObject([
    { title: "Job plan 2026/27", date_end: "2027-03-31" },
    { title: "Job plan 2027/28", date_start: "2027-04-01", date_end: null, text_encrypted: null, version: 3 },
  ]);
  const page = await load<Awaited<ReturnType<typeof planRoute.loader>>>(planRoute.loader, {
    user,
    params: { planRef: plans[1]?.unique_ref ?? "" },
  });
  expect(page.data).toMatchObject({
    sessions: 0,
    elements: [{ description: "All-day orthopaedics", when: ["Tue 08:00–18:00"], weekly_pa_units: 9000 }],
  });
});

test("a change onto the days of another plan, from a plan's first day or to before its own is refused", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await submit(newRoute.action, answers({ title: "Next", date_start: "1/4/2027", date_end: "" }), { user });
  const errorsOf = async (fields: Record<string, string>) =>
    (await changePlan(changeOf(fields), { user, params })).done.data.form.errors;
  expect((await errorsOf({ from: "1/1/2027" })).from?.[0]).toMatch(/overlap “Next”, 1 April 2027 onwards$/);
  expect(await errorsOf({ from: "1/4/2026", date_end: "31/3/2027" })).toEqual({
    from: ["Enter a date after 1 April 2026, when the plan starts"],
  });
  expect(await errorsOf({ from: "1/1/2027", date_end: "31/12/2026" })).toEqual({
    date_end: ["End date must be the same as or after 1 January 2027"],
  });
  expect(await plansOf(user.id)).toHaveLength(2);
});

test("a change whose form was sent before is refused with other answers, or when its plan is gone", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const ask = { user, params };
  const { done, sent } = await changePlan(changeOf({}), ask);
  const made = refOf(done.location);
  expect(refOf((await submit(changeRoute.action, sent, ask)).location)).toBe(made);
  const refused = await submit<Refused>(changeRoute.action, { ...sent, contracted_pa: "9" }, ask);
  expect([refused.status, refused.data.form.errors]).toEqual([409, { "": [FORM_USED] }]);
  const version = String((await plansOf(user.id)).find(({ unique_ref }) => unique_ref === made)?.version);
  await submit(deleteRoute.action, { version }, { user, params: { planRef: made } });
  expect((await submit(changeRoute.action, sent, ask)).status).toBe(409);
  expect(await plansOf(user.id)).toHaveLength(1);
});

test("a new plan whose form was sent before is refused with other answers, or when it is gone", async () => {
  const [route, form] = [newRoute, answers({ date_start: "1/4/2028", date_end: "" })];
  const user = await makeUser();
  await makeDiary(user);
  const params = {};
  const made = refOf((await submit(route.action, form, { user, params })).location);
  expect(refOf((await submit(route.action, form, { user, params })).location)).toBe(made);
  const other = { ...form, title: "Other", date_start: "1/4/2027", date_end: "31/3/2028" };
  const refused = await submit<Refused>(route.action, other, { user, params });
  expect([refused.status, refused.data.form.errors]).toEqual([409, { "": [FORM_USED] }]);
  expect(refused.data.form.values.title).toEqual(["Other"]);
  expect(await plansOf(user.id)).toHaveLength(2);
  const page = await load<{ idempotency_key: string }>(route.loader, { user, params });
  const fresh = { ...other, idempotency_key: page.data.idempotency_key };
  expect((await submit(route.action, fresh, { user, params })).status).toBe(302);
  const version = String((await plansOf(user.id)).find(({ unique_ref }) => unique_ref === made)?.version);
  await submit(deleteRoute.action, { version }, { user, params: { planRef: made } });
  expect((await submit(route.action, form, { user, params })).status).toBe(409);
  expect((await plansOf(user.id)).map(({ title }) => title)).toEqual(["Job plan 2026/27", "Other"]);
});

test("a plan that is deleted while it is saved or ended is not found", async () => {
  const forms = [
    [editRoute, answers({ version: "1" })],
    [endRoute, { version: "1", date_end: "1/3/2027" }],
  ] as const;
  for (const [route, form] of forms) {
    const user = await makeUser();
    const { params } = await makeDiary(user);
    const ofUser = eq(jobPlanElements.user_id, user.id);
    const somebodyDeletes = async () => {
      await db.update(sessions).set({ element_ref: null }).where(eq(sessions.user_id, user.id));
      await db.delete(elementSchedule).where(eq(elementSchedule.user_id, user.id));
      await db.delete(jobPlanElements).where(ofUser);
      await db.delete(jobPlans).where(eq(jobPlans.user_id, user.id));
    };
    const database = racingDatabase(2, somebodyDeletes);
    expect((await submit(route.action, form, { user, params, database })).status).toBe(404);
  }
});

test("a plan whose element gets other times while it is saved stays as it was, with the PAs of those times", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const element = eq(jobPlanElements.unique_ref, params.elementRef);
  const somebodyEdits = () => db.update(jobPlanElements).set({ weekly_pa_units: 7200, version: 2 }).where(element);
  const form = answers({ version: "1", title: "Rules of Wales", nation: "wales" });
  const database = racingDatabase(2, somebodyEdits);
  const answer = await submit<Refused>(editRoute.action, form, { user, params, database });
  expect(answer.status).toBe(409);
  expect(answer.data.form.errors[""]?.[0]).toMatch(/^This plan was changed elsewhere/);
  expect((await plansOf(user.id)).map(({ title, version }) => [title, version])).toEqual([["Job plan 2026/27", 1]]);
  const [kept] = await db.select().from(jobPlanElements).where(element);
  expect(kept).toMatchObject({ weekly_pa_units: 7200, version: 2 });
});

test("a plan with thirty elements is changed whole", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const [element] = await db.select().from(jobPlanElements).where(eq(jobPlanElements.unique_ref, params.elementRef));
  if (!element) throw new Error("The diary has its element");
  for (let index = 0; index < 29; index++) {
    await db.insert(jobPlanElements).values({ ...element, unique_ref: newRef(), description: `List ${index}` });
  }
  const next = refOf((await changePlan(changeOf({}), { user, params })).done.location);
  expect(await db.select().from(jobPlanElements).where(eq(jobPlanElements.plan_ref, next))).toHaveLength(30);
});

test("a plan is deleted only while no session carries its elements", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const unread = await submit<Refused>(deleteRoute.action, {}, { user, params });
  expect(unread.data.form.errors).toEqual({ version: ["Reload this page, then make your change again"] });
  const kept = await submit(deleteRoute.action, { version: "1" }, { user, params });
  expect(kept.location).toBe(`/job_plans/${params.planRef}/`);
  expect(await plansOf(user.id)).toHaveLength(1);
  const copy = refOf((await changePlan(changeOf({ from: "1/4/2027" }), { user, params })).done.location);
  const stale = await submit<Refused>(deleteRoute.action, { version: "1" }, { user, params: { planRef: copy } });
  expect(stale.status).toBe(409);
  expect(stale.data.form.errors).toEqual({
    "": [
      "This plan was changed elsewhere after you opened this page, and is not deleted. Check what is saved now, then delete it",
    ],
  });
  const gone = await submit(deleteRoute.action, { version: "2" }, { user, params: { planRef: copy } });
  expect(gone.location).toBe("/job_plans/");
  expect(await plansOf(user.id)).toHaveLength(1);
  expect(await db.select().from(jobPlanElements).where(eq(jobPlanElements.plan_ref, copy))).toEqual([]);
});

test.each([
  ["plan", planRoute],
  ["edit", editRoute],
  ["change", changeRoute],
  ["end", endRoute],
  ["delete", deleteRoute],
])("someone else's plan is not found: %s", async (_name, route) => {
  const { params } = await makeDiary(await makeUser());
  const user = await makeUser();
  expect((await load(route.loader, { user, params })).status).toBe(404);
  if (!("action" in route)) return;
  const form = { ...answers({ version: "1" }), from: "1/1/2027", intent: "make" };
  expect((await submit(route.action, form, { user, params })).status).toBe(404);
  const [plan] = await db.select().from(jobPlans).where(eq(jobPlans.unique_ref, params.planRef));
  expect(plan).toMatchObject({ version: 1, date_end: "2027-03-31" });
});

test.each([
  ["change", changeRoute],
  ["end", endRoute],
  ["delete", deleteRoute],
  ["new", newRoute],
])("the page %s asks the database once", async (_name, route) => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const { database, trips } = countingDatabase();
  expect((await load(route.loader, { user, params, database })).status).toBe(200);
  expect(trips()).toBe(1);
});

test("a level below the diary's is sent home", async () => {
  const user = await makeUser(2);
  expect((await load(listRoute.loader, { user })).location).toBe("/");
  expect((await submit(newRoute.action, answers(), { user })).location).toBe("/");
});

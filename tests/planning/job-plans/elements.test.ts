import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { SignedInUser } from "~/account/login/logins.server";
import { countSessionsOfElement, countSessionsOfPlan } from "~/diary/sessions/queries.server";
import { sessions } from "~/diary/sessions/table.server";
import { elementSchedule, jobPlanElements, jobPlans } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import { FORM_USED } from "~/platform/db/idempotency.server";
import type { FormState } from "~/platform/http/action-result";
import * as elementRoute from "~/routes/job-plans/element";
import * as newRoute from "~/routes/job-plans/element";
import * as removeRoute from "~/routes/job-plans/element-remove";
import * as restoreRoute from "~/routes/job-plans/element-restore";
import * as planRoute from "~/routes/job-plans/plan";
import { makeDiary } from "../../support/diary";
import { flashOf } from "../../support/flash";
import { countingDatabase, db, load, makeUser, queryPlan, racingDatabase, submit, TODAY } from "../../support/harness";

type Refused = { form: FormState };

/** A weekly Tuesday list of 2.50 PA. */
function answers(some: Record<string, string> = {}): Record<string, string> {
  return {
    idempotency_key: newRef(),
    description: "Trauma list",
    category: "DCC",
    counts_to_balance: "yes",
    pattern: "fixed_times",
    "schedule[0].weekday": "2",
    "schedule[0].start": "08:00",
    "schedule[0].end": "18:00",
    "schedule[0].recurrence": "11",
    "schedule[0].anchor_date": "",
    pa: "",
    occurrences_per_year: "",
    default_basis: "",
    default_fixed_pa: "",
    custom_hours_per_pa: "",
    specialty: "",
    location: "",
    ...some,
  };
}

/** The address of a new element has only that of its plan. */
const ofPlan = ({ planRef }: { planRef: string }) => ({ planRef });

async function added(some: Record<string, string>) {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const answer = await submit<Refused>(newRoute.action, answers(some), { user, params: ofPlan(params) });
  const [element] = await named(user, some.description ?? "Trauma list");
  return { answer, element, user, params };
}

function named(user: SignedInUser, description: string) {
  return db
    .select()
    .from(jobPlanElements)
    .where(and(eq(jobPlanElements.user_id, user.id), eq(jobPlanElements.description, description)));
}

function timesOf(elementRef: string) {
  return db.select().from(elementSchedule).where(eq(elementSchedule.element_ref, elementRef));
}

test("an element of fixed times is worth what its times are worth", async () => {
  const { answer, element, params } = await added({ specialty: "Orthopaedics", location: "Theatre 3" });
  expect(answer.location).toBe(`/job_plans/${params.planRef}/`);
  expect(element).toMatchObject({
    category: "DCC",
    counts_to_balance: true,
    stated_pa_units: null,
    weekly_pa_units: 9000,
    default_basis: "time_calculated",
    specialty: "Orthopaedics",
    location: "Theatre 3",
    active: true,
  });
  expect(await timesOf(element?.unique_ref ?? "")).toMatchObject([
    { weekday: 2, start_minute: 480, end_minute: 1080, recurrence: 11, anchor_date: null },
  ]);
});

test.each([
  ["every 2 weeks", { "schedule[0].recurrence": "12", "schedule[0].anchor_date": "17/11/2026" }, 4500],
  ["typed PAs", { pa: "1.25" }, 4500],
  ["flexible in the week", { pattern: "flexible_week", pa: "0.875" }, 3150],
  ["flexible in the year", { pattern: "flexible_year", pa: "4", occurrences_per_year: "8" }, 2743],
  ["on call", { pattern: "on_call", pa: "1" }, 3600],
  ["not timed", { pattern: "not_timed", pa: "0" }, 0],
  ["extra work", { category: "Extra" }, 0],
  ["over midnight", { "schedule[0].start": "20:00", "schedule[0].end": "04:00" }, 9600],
  ["a blank second row", { "schedule[1].weekday": "", "schedule[1].recurrence": "11" }, 9000],
  ["second Tuesdays", { "schedule[0].recurrence": "22" }, Math.round((9000 * 12) / (365 / 7))],
])("PA a week of %s", async (_name, some, units) => {
  const { element } = await added(some);
  expect(element?.weekly_pa_units).toBe(units);
});

test("on call is Fixed unless told otherwise, and extra work never counts", async () => {
  expect((await added({ pattern: "on_call", pa: "1" })).element?.default_basis).toBe("fixed");
  expect((await added({ pattern: "on_call", pa: "1", default_basis: "time_calculated" })).element?.default_basis).toBe(
    "time_calculated",
  );
  expect((await added({ category: "Extra" })).element?.counts_to_balance).toBe(false);
});

test.each([
  ["description", "", "Enter a description"],
  ["description", "x".repeat(61), "Description must be 60 characters or fewer"],
  [
    "description",
    "all-day ORTHOPAEDICS",
    "This plan already has an element with this name, in use or archived. Choose another name",
  ],
  ["category", "", "Choose a category"],
  ["category", "XYZ", "Choose a category from the list"],
  ["pattern", "", "Choose when it happens"],
  ["pattern", "never", "Choose when it happens from the list"],
  ["pa", "12.5", "PAs must be between 0 and 12"],
  ["pa", "1.00001", "PAs must be a number with up to 4 decimal places"],
  ["occurrences_per_year", "401", "Times a year must be between 0 and 400"],
  ["occurrences_per_year", "1.5", "Times a year must be a whole number"],
  ["schedule[0].weekday", "", "Choose a day"],
  ["schedule[0].weekday", "8", "Choose a day from the list"],
  ["schedule[0].start", "", "Enter a start time"],
  ["schedule[0].start", "24:00", "Please check the time is in the format hh:mm"],
  ["schedule[0].end", "", "Enter an end time"],
  ["schedule[0].end", "8.61", "Please check the time is in the format hh:mm"],
  ["schedule[0].recurrence", "15", "Choose how often from the list"],
  ["schedule[0].recurrence", "26", "Choose how often from the list"],
  ["schedule[0].anchor_date", "31/4/2026", "Date of one such week must be a real date: April has 30 days"],
  ["default_basis", "guess", "Choose a PA basis from the list"],
  ["default_fixed_pa", "12.05", "Fixed PAs must be between 0 and 12"],
  ["default_fixed_pa", "1.03", "Fixed PAs must go in steps of 0.05"],
  ["custom_hours_per_pa", "0.5", "Hours of a PA must be between 1 and 12"],
  ["custom_hours_per_pa", "2.6", "Hours of a PA must go in steps of 0.25"],
  ["specialty", "x".repeat(61), "Specialty must be 60 characters or fewer"],
  ["location", "x".repeat(61), "Site must be 60 characters or fewer"],
])("an element whose %s is %j is refused in words, the answers kept", async (name, value, message) => {
  const { answer, user, params } = await added({ [name]: value });
  expect(answer.status).toBe(422);
  expect(answer.data.form.errors).toEqual({ [name]: [message] });
  expect(answer.data.form.values["schedule[0].end"]).toEqual([name === "schedule[0].end" ? value : "18:00"]);
  const all = await db.select().from(jobPlanElements).where(eq(jobPlanElements.plan_ref, params.planRef));
  expect(all.map(({ user_id }) => user_id)).toEqual([user.id]);
});

test.each([
  [
    "every 2 weeks without a date",
    { "schedule[0].recurrence": "12" },
    { "schedule[0].anchor_date": ["Enter any date in a week when it happens"] },
  ],
  [
    "fixed times without times",
    { "schedule[0].weekday": "", "schedule[0].start": "", "schedule[0].end": "" },
    { "schedule[0].weekday": ["Enter the day and times, or change when it happens"] },
  ],
  ["flexible in the week without PAs", { pattern: "flexible_week" }, { pa: ["Enter the PAs a week"] }],
  [
    "flexible in the year without figures",
    { pattern: "flexible_year" },
    { pa: ["Enter the PAs of each time"], occurrences_per_year: ["Enter how many times a year"] },
  ],
  [
    "extra work with PAs",
    { category: "Extra", pa: "1" },
    { pa: ["Extra work has no PAs in the plan: leave this blank"] },
  ],
])("%s is refused", async (_name, some, errors) => {
  const { answer } = await added(some);
  expect(answer.status).toBe(422);
  expect(answer.data.form.errors).toEqual(errors);
});

test("a list of times in another shape, or too long, is refused", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const { "schedule[0].weekday": _day, ...rest } = answers();
  const flat = Object.fromEntries(Object.entries(rest).filter(([name]) => !name.startsWith("schedule")));
  const shape = await submit<Refused>(
    newRoute.action,
    { ...flat, schedule: "Tuesday" },
    { user, params: ofPlan(params) },
  );
  expect(shape.data.form.errors).toEqual({ schedule: ["Reload this page, then enter the times again"] });
  const many = Object.fromEntries(Array.from({ length: 15 }, (_, index) => [`schedule[${index}].weekday`, ""]));
  const long = await submit<Refused>(newRoute.action, answers(many), { user, params: ofPlan(params) });
  expect(long.data.form.errors.schedule).toEqual(["An element holds up to 14 times"]);
});

test("rows are added and taken away by buttons, with nothing saved and nothing said", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const blank = { weekday: "", start: "", end: "", recurrence: "11", anchor_date: "" };
  const insert = `insert(${JSON.stringify({ name: "schedule", defaultValue: blank })})`;
  const more = await submit<Refused>(newRoute.action, answers({ description: "", __INTENT__: insert }), {
    user,
    params: ofPlan(params),
  });
  expect(more.status).toBe(200);
  expect(more.data.form.errors).toEqual({});
  expect(more.data.form.values).toMatchObject({
    "schedule[0].start": ["08:00"],
    "schedule[1].start": [""],
    "schedule[1].recurrence": ["11"],
  });
  const two = answers({ "schedule[1].weekday": "4", "schedule[1].start": "13:00" });
  const remove = { ...two, __INTENT__: `remove(${JSON.stringify({ name: "schedule", index: 0 })})` };
  const fewer = await submit<Refused>(newRoute.action, remove, { user, params: ofPlan(params) });
  expect(fewer.data.form.values["schedule[0].start"]).toEqual(["13:00"]);
  expect(Object.keys(fewer.data.form.values).some((name) => name.startsWith("schedule[1]"))).toBe(false);
  expect(await named(user, "Trauma list")).toEqual([]);
});

test("the same form sent twice makes one element", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const form = answers();
  const both = await Promise.all([1, 2].map(() => submit(newRoute.action, form, { user, params: ofPlan(params) })));
  expect(both.map(({ location }) => location)).toEqual(Array(2).fill(`/job_plans/${params.planRef}/`));
  const made = await named(user, "Trauma list");
  expect(made).toHaveLength(1);
  expect(await timesOf(made[0]?.unique_ref ?? "")).toHaveLength(1);
});

test("a form that was sent before is refused with other answers, or when its element is gone", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const form = answers();
  await submit(newRoute.action, form, { user, params: ofPlan(params) });
  const other = { ...form, description: "Another list" };
  const refused = await submit<Refused>(newRoute.action, other, { user, params: ofPlan(params) });
  expect([refused.status, refused.data.form.errors]).toEqual([409, { "": [FORM_USED] }]);
  expect(refused.data.form.values.description).toEqual(["Another list"]);
  expect(await named(user, "Another list")).toEqual([]);
  type Page = Awaited<ReturnType<typeof newRoute.loader>>;
  const { data: page } = await load<Page>(newRoute.loader, { user, params: ofPlan(params) });
  await submit(
    newRoute.action,
    { ...other, idempotency_key: page.idempotency_key ?? "" },
    { user, params: ofPlan(params) },
  );
  const [made] = await named(user, "Another list");
  const gone = { version: String(made?.version) };
  await submit(removeRoute.action, gone, { user, params: { ...params, elementRef: made?.unique_ref ?? "" } });
  const late = { ...other, idempotency_key: page.idempotency_key ?? "" };
  expect((await submit(newRoute.action, late, { user, params: ofPlan(params) })).status).toBe(409);
  expect(await named(user, "Another list")).toEqual([]);
});

test("an element whose plan is deleted while it is added, or that is deleted while it is saved, is not found", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await db.update(sessions).set({ element_ref: null }).where(eq(sessions.unique_ref, params.sessionRef));
  const ofElement = eq(elementSchedule.element_ref, params.elementRef);
  const deleteElement = async () => {
    await db.delete(elementSchedule).where(ofElement);
    await db.delete(jobPlanElements).where(eq(jobPlanElements.unique_ref, params.elementRef));
  };
  const saving = { user, params, database: racingDatabase(3, deleteElement) };
  const untimed = { pattern: "flexible_week", pa: "1", "schedule[0].weekday": "", "schedule[0].start": "" };
  const form = answers({ version: "1", ...untimed, "schedule[0].end": "" });
  const [element] = await named(user, "All-day orthopaedics");
  if (!element) throw new Error("The diary has its element");
  expect((await submit(elementRoute.action, form, saving)).status).toBe(404);
  await db.insert(jobPlanElements).values(element);
  const timed = { user, params, database: racingDatabase(3, deleteElement) };
  expect((await submit(elementRoute.action, answers({ version: "1" }), timed)).status).toBe(404);
  const deletePlan = () => db.delete(jobPlans).where(eq(jobPlans.unique_ref, params.planRef)).run();
  const adding = { user, params: ofPlan(params), database: racingDatabase(1, deletePlan) };
  expect((await submit(newRoute.action, answers(), adding)).status).toBe(404);
  expect(await db.select().from(elementSchedule).where(eq(elementSchedule.user_id, user.id))).toEqual([]);
});

test("the sessions of an element and of a plan are counted through the element, not among all of the user", async () => {
  const { id } = await makeUser();
  for (const statement of [countSessionsOfElement(db, id, "element"), countSessionsOfPlan(db, id, "plan")]) {
    const plan = await queryPlan(statement);
    expect(plan).toMatch(/SEARCH sessions .*\(user_id=\? AND element_ref=\?\)/);
  }
});

test("an edit changes the element and its times; its form shows them again", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const form = answers({
    version: "1",
    whole_plan: "yes",
    description: "All-day orthopaedics",
    "schedule[0].end": "13:00",
    "schedule[1].weekday": "5",
    "schedule[1].start": "8",
    "schedule[1].end": "13",
    "schedule[1].recurrence": "12",
    "schedule[1].anchor_date": "20/11/26",
    custom_hours_per_pa: "2.5",
    default_basis: "fixed",
    default_fixed_pa: "1.05",
  });
  expect((await submit(elementRoute.action, form, { user, params })).status).toBe(302);
  const [element] = await named(user, "All-day orthopaedics");
  expect(element).toMatchObject({ version: 2, weekly_pa_units: 10_800, default_fixed_pa_units: 3780 });
  const { database, trips } = countingDatabase();
  type Page = Awaited<ReturnType<typeof elementRoute.loader>>;
  const page = await load<Page>(elementRoute.loader, { user, params, database });
  expect(trips()).toBe(1);
  expect(page.data.answers).toMatchObject({
    version: "2",
    "schedule[1].weekday": "5",
    "schedule[1].start": "08:00",
    "schedule[1].anchor_date": "20/11/2026",
    custom_hours_per_pa: "2.5",
    default_basis: "fixed",
    default_fixed_pa: "1.05",
  });
  const [session] = await db.select().from(sessions).where(eq(sessions.unique_ref, params.sessionRef));
  expect(session?.pa_units).toBe(9000);
});

test("a change of what is expected of an element that is worked asks whether it holds for the whole plan", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const edit = (some: Record<string, string>) =>
    submit<Refused>(elementRoute.action, answers({ version: "1", ...some }), { user, params });
  const half = { "schedule[0].end": "13:00" };
  const asked = await edit(half);
  expect([asked.status, asked.data.form.errors.whole_plan?.[0]]).toEqual([
    422,
    "This changes what the plan expects from its first day on, 1 April 2026. Select that it applies to the whole plan, or change the plan from a date",
  ]);
  expect(await timesOf(params.elementRef)).toMatchObject([{ end_minute: 1080 }]);
  expect((await edit({ description: "All-day joints", location: "Theatre 3" })).status).toBe(302);
  expect((await edit({ ...half, version: "2", whole_plan: "yes" })).status).toBe(302);
  await db.update(sessions).set({ element_ref: null }).where(eq(sessions.user_id, user.id));
  expect((await edit({ version: "3" })).status).toBe(302);
});

test("weeks that counted as planned are asked about and warned of as weeks that were worked", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await db.update(sessions).set({ element_ref: null }).where(eq(sessions.user_id, user.id));
  await db.update(jobPlanElements).set({ counting: "as_planned" }).where(eq(jobPlanElements.user_id, user.id));
  const half = answers({ version: "1", counting: "as_planned", "schedule[0].end": "13:00" });
  const edit = () => submit<Refused>(elementRoute.action, half, { user, params });
  const isWarned = async () => {
    const { data } = await load<{ countsAsPlanned: boolean }>(removeRoute.loader, { user, params });
    return data.countsAsPlanned;
  };
  const asked = await edit();
  expect([asked.status, Object.keys(asked.data.form.errors)]).toEqual([422, ["whole_plan"]]);
  expect(await isWarned()).toBe(true);
  await db.update(jobPlans).set({ counts_from: TODAY }).where(eq(jobPlans.user_id, user.id));
  expect(await isWarned()).toBe(false);
  expect((await edit()).status).toBe(302);
});

test("an edit from an older version is refused, with times and all as they were", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const edit = (some: Record<string, string>) =>
    submit<Refused>(elementRoute.action, answers({ version: "1", whole_plan: "yes", ...some }), { user, params });
  await edit({ "schedule[0].end": "13:00" });
  const stale = await edit({ "schedule[0].end": "12:00" });
  expect(stale.status).toBe(409);
  expect(stale.data.form.errors[""]?.[0]).toMatch(/^This element was changed elsewhere/);
  expect(stale.data.form.values.version).toEqual(["2"]);
  expect(await timesOf(params.elementRef)).toMatchObject([{ end_minute: 780 }]);
});

test("an element that no session carries is deleted with its times", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await db.update(sessions).set({ element_ref: null }).where(eq(sessions.unique_ref, params.sessionRef));
  const { database, trips } = countingDatabase();
  const page = await load(removeRoute.loader, { user, params, database });
  expect(page.data).toEqual({
    description: "All-day orthopaedics",
    version: 1,
    sessions: 0,
    cancelled: 0,
    countsAsPlanned: false,
  });
  expect(trips()).toBe(1);
  const stale = await submit<Refused>(removeRoute.action, { version: "2" }, { user, params });
  expect(stale.status).toBe(409);
  expect(stale.data.form.errors[""]?.[0]).toMatch(/^This element was changed elsewhere/);
  expect(await timesOf(params.elementRef)).toHaveLength(1);
  await submit(removeRoute.action, { version: "1" }, { user, params });
  expect(await named(user, "All-day orthopaedics")).toEqual([]);
  expect(await timesOf(params.elementRef)).toEqual([]);
});

test("a removal whose answer was lost is answered when it is sent again, with the same undo", async () => {
  const { element, user, params } = await added({});
  const gone = { planRef: params.planRef, elementRef: element?.unique_ref ?? "" };
  const press = (version = 0) => submit(removeRoute.action, { version: String(version) }, { user, params: gone });
  const first = await press(element?.version);
  expect(await named(user, "Trauma list")).toEqual([]);
  const again = await press(element?.version);
  expect(again.location).toBe(first.location);
  expect(flashOf(first).undo).not.toBeNull();
  expect(flashOf(again)).toEqual({ ...flashOf(first), text: "Element deleted" });
  expect((await press(99)).status).toBe(404);
});

test("an element that a session carries is archived whole, and can be restored", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  expect((await load(removeRoute.loader, { user, params })).data).toMatchObject({ sessions: 1 });
  expect((await submit(removeRoute.action, { version: "2" }, { user, params })).status).toBe(409);
  await submit(removeRoute.action, { version: "1" }, { user, params });
  expect(await named(user, "All-day orthopaedics")).toMatchObject([{ active: false, version: 2 }]);
  expect(await timesOf(params.elementRef)).toHaveLength(1);
  type Page = Awaited<ReturnType<typeof planRoute.loader>>;
  const page = await load<Page>(planRoute.loader, { user, params });
  expect(page.data).toMatchObject({ elements: [], archived: [{ weekly_pa_units: 9000 }], sums: { total: 0 } });
  expect((await load(restoreRoute.loader, { user, params })).status).toBe(200);
  expect((await submit(restoreRoute.action, { version: "1" }, { user, params })).status).toBe(409);
  await submit(restoreRoute.action, { version: "2" }, { user, params });
  expect(await named(user, "All-day orthopaedics")).toMatchObject([{ active: true }]);
});

test.each([
  ["edit", elementRoute],
  ["remove", removeRoute],
  ["restore", restoreRoute],
])("someone else's element is not found: %s", async (_name, route) => {
  const owner = await makeUser();
  const { params } = await makeDiary(owner);
  const user = await makeUser();
  const mine = await makeDiary(user);
  const before = await named(owner, "All-day orthopaedics");
  for (const planRef of [params.planRef, mine.params.planRef]) {
    const theirs = { planRef, elementRef: params.elementRef };
    expect((await load(route.loader, { user, params: theirs })).status).toBe(404);
    const form = answers({ version: "1" });
    expect((await submit(route.action, form, { user, params: theirs })).status).toBe(404);
  }
  expect(await named(owner, "All-day orthopaedics")).toEqual(before);
});

test("no element is added to someone else's plan", async () => {
  const { params } = await makeDiary(await makeUser());
  const user = await makeUser();
  expect((await load(newRoute.loader, { user, params: ofPlan(params) })).status).toBe(404);
  expect((await submit(newRoute.action, answers(), { user, params: ofPlan(params) })).status).toBe(404);
  expect(await db.select().from(jobPlanElements).where(eq(jobPlanElements.plan_ref, params.planRef))).toHaveLength(1);
  const [plan] = await db.select().from(jobPlans).where(eq(jobPlans.unique_ref, params.planRef));
  expect(plan?.version).toBe(1);
});

import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { SignedInUser } from "~/account/login/logins.server";
import { NO_PLAN_TEXT } from "~/diary/sessions/element-choices";
import { sessionPlace, sessions } from "~/diary/sessions/table.server";
import { DATE_MESSAGE, TIME_MESSAGE } from "~/diary/sessions/times";
import { elementSchedule, jobPlanElements, jobPlans } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import { FORM_USED } from "~/platform/db/idempotency.server";
import { londonInstant } from "~/platform/time/london";
import * as edit from "~/routes/logbook/session";
import * as add from "~/routes/logbook/session-new";
import { makeDiary } from "../../support/diary";
import { flashOf } from "../../support/flash";
import { countingDatabase, db, load, makeUser, racingDatabase, submit, vault } from "../../support/harness";

interface Refused {
  form: { values: Record<string, string[]>; errors: Record<string, string[]> };
  newer?: { version: number; facts: { name: string; value: string }[] };
}

const PATH = "/logbook/session/new/";
const AFTERNOON = {
  session_date: "17/11/2026",
  session_start_time: "13:00",
  session_end_time: "20:30",
  pa_calculation_basis: "time_calculated",
};

function sessionsOf(user: SignedInUser) {
  return db.select().from(sessions).where(eq(sessions.user_id, user.id));
}

async function saved(user: SignedInUser, answers: Record<string, string>) {
  const form = { ...AFTERNOON, ...answers, idempotency_key: newRef() };
  const answer = await submit<Refused>(add.action, form, { user, path: PATH });
  const [row] = await sessionsOf(user);
  return { answer, row };
}

/** The text that the next page shows. */
function flash(headers: Headers): string {
  return flashOf({ headers }).text;
}

async function errorsOf(answers: Record<string, string | string[]>, user?: SignedInUser) {
  const by = user ?? (await makeUser());
  const form = { ...AFTERNOON, idempotency_key: newRef(), ...answers };
  const answer = await submit<Refused>(add.action, form, { user: by, path: PATH });
  expect(answer.status).toBe(422);
  return Object.fromEntries(Object.entries(answer.data.form.errors).map(([name, list]) => [name, list[0]]));
}

test("the add page starts with the date of its address, else today, in one batch", async () => {
  const user = await makeUser();
  await makeDiary(user);
  const { database, trips } = countingDatabase();
  const page = await load<{ defaults: Record<string, string>; plans: { title: string }[] }>(add.loader, {
    ...{ user, database, path: `${PATH}?date=2026-11-17` },
  });
  expect(page.data.defaults.session_date).toBe("17/11/2026");
  expect(page.data.plans.map((plan) => plan.title)).toEqual(["Job plan 2026/27"]);
  expect(trips()).toBe(1);
  for (const path of [PATH, `${PATH}?date=31/2/2026`]) {
    const today = await load<typeof page.data>(add.loader, { user, path });
    expect(today.data.defaults.session_date).toBe("21/11/2026");
  }
});

test("Tue 17 Nov 2026 13:00-20:30 is 2.00 PA", async () => {
  const user = await makeUser();
  const { answer, row } = await saved(user, { description: "Hip and knee" });
  expect([answer.status, answer.location]).toEqual([302, "/logbook/"]);
  expect(flash(answer.headers)).toBe("Session added: Tue 17 Nov 2026, 2.00 PA");
  expect(row).toMatchObject({
    ...{ start_at: londonInstant("2026-11-17", 780), end_at: londonInstant("2026-11-17", 1230) },
    ...{ standard_minutes: 360, premium_minutes: 90, pa_units: 7200, element_ref: null, version: 2 },
    ...{ pa_basis: "time_calculated", fixed_pa_units: null },
  });
  expect(row?.pa_rules.nation).toBe("england");
  const notes = row?.text_encrypted ?? null;
  expect(await vault.decrypt(user.unique_ref, sessionPlace(row?.unique_ref ?? ""), notes)).toBe("Hip and knee");
});

test("Wed 18 Nov 2026 20:00-04:00 ends on the next day and is 2.67 PA", async () => {
  const night = { session_date: "18/11/2026", session_start_time: "20:00", session_end_time: "04:00" };
  const { answer, row } = await saved(await makeUser(), night);
  expect(flash(answer.headers)).toBe("Session added: Wed 18 Nov 2026, 2.67 PA");
  expect(row?.end_at).toBe(londonInstant("2026-11-19", 240));
});

test("‘Save and add a case’ goes on to the new session's first case", async () => {
  const { answer, row } = await saved(await makeUser(), { after_save: "case" });
  expect(answer.location).toBe(`/logbook/session/${row?.unique_ref}/case/new/`);
});

test("an older session leads to its own page of the logbook", async () => {
  const { answer } = await saved(await makeUser(), { session_date: "2 Jun 2026" });
  expect(answer.location).toBe("/logbook/?date=2026-06-02");
});

test("the same form sent twice makes one session and answers alike", async () => {
  const user = await makeUser();
  const form = { ...AFTERNOON, idempotency_key: newRef() };
  const answers = await Promise.all([1, 2].map(() => submit(add.action, form, { user, path: PATH })));
  const third = await submit(add.action, form, { user, path: PATH });
  expect([...answers, third].map((answer) => [answer.location, flash(answer.headers)])).toEqual(
    [1, 2, 3].map(() => ["/logbook/", "Session added: Tue 17 Nov 2026, 2.00 PA"]),
  );
  expect(await sessionsOf(user)).toHaveLength(1);
});

test("the same form by its other button is the same form", async () => {
  const user = await makeUser();
  const form = { ...AFTERNOON, idempotency_key: newRef() };
  await submit(add.action, form, { user, path: PATH });
  const again = await submit(add.action, { ...form, after_save: "case" }, { user, path: PATH });
  const [row] = await sessionsOf(user);
  expect(again.location).toBe(`/logbook/session/${row?.unique_ref}/case/new/`);
});

test("a form that was sent before is refused with other answers, which a new key then saves", async () => {
  const user = await makeUser();
  const form = { ...AFTERNOON, idempotency_key: newRef() };
  await submit(add.action, form, { user, path: PATH });
  const other = { ...form, session_end_time: "21:00", description: "kept" };
  const refused = await submit<Refused>(add.action, other, { user, path: PATH });
  expect([refused.status, refused.data.form.errors]).toEqual([409, { "": [FORM_USED] }]);
  expect(refused.data.form.values).toMatchObject({ session_end_time: ["21:00"], description: ["kept"] });
  expect(await sessionsOf(user)).toHaveLength(1);
  const page = await load<{ idempotencyKey: string }>(add.loader, { user, path: PATH });
  const fresh = { ...other, idempotency_key: page.data.idempotencyKey };
  expect((await submit(add.action, fresh, { user, path: PATH })).status).toBe(302);
  expect(await sessionsOf(user)).toHaveLength(2);
});

test("a form whose session is deleted by now says so, and makes none", async () => {
  const user = await makeUser();
  const form = { ...AFTERNOON, idempotency_key: newRef() };
  await submit(add.action, form, { user, path: PATH });
  await db.delete(sessions).where(eq(sessions.user_id, user.id));
  const again = await submit<Refused>(add.action, form, { user, path: PATH });
  expect([again.status, again.data.form.errors]).toEqual([409, { "": [FORM_USED] }]);
  expect(await sessionsOf(user)).toEqual([]);
});

test("an element that is deleted while a session is saved is a message beside its field", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await db.update(sessions).set({ element_ref: null }).where(eq(sessions.unique_ref, params.sessionRef));
  const [element] = await db.select().from(jobPlanElements).where(eq(jobPlanElements.unique_ref, params.elementRef));
  if (!element) throw new Error("The diary has its element");
  const somebodyDeletes = () =>
    db.batch([
      db.delete(elementSchedule).where(eq(elementSchedule.element_ref, params.elementRef)),
      db.delete(jobPlanElements).where(eq(jobPlanElements.unique_ref, params.elementRef)),
    ]);
  const form = { ...AFTERNOON, job_plan_element_unique_ref: params.elementRef };
  const gone = { job_plan_element_unique_ref: ["This job plan element has just been deleted. Choose another"] };
  const added = await submit<Refused>(
    add.action,
    { ...form, idempotency_key: newRef() },
    { user, path: PATH, database: racingDatabase(2, somebodyDeletes) },
  );
  expect([added.status, added.data.form.errors]).toEqual([422, gone]);
  await db.insert(jobPlanElements).values(element);
  const edited = await submit<Refused>(
    edit.action,
    { ...form, version: "1" },
    { user, params, database: racingDatabase(2, somebodyDeletes) },
  );
  expect([edited.status, edited.data.form.errors]).toEqual([422, gone]);
  expect(await sessionsOf(user)).toMatchObject([{ version: 1, element_ref: null }]);
});

test.each([
  ["no date", { session_date: "" }, { session_date: DATE_MESSAGE }],
  ["an impossible date", { session_date: "31/2/2026" }, { session_date: `${DATE_MESSAGE}: February 2026 has 28 days` }],
  [
    "no times",
    { session_start_time: "", session_end_time: "" },
    { session_start_time: TIME_MESSAGE, session_end_time: TIME_MESSAGE },
  ],
  ["an impossible time", { session_end_time: "25:61" }, { session_end_time: TIME_MESSAGE }],
  ["half a time", { session_end_time: "20:3" }, { session_end_time: TIME_MESSAGE }],
  ["no end date", { session_greater_24_hours: "yes" }, { session_end_date: DATE_MESSAGE }],
  ["a faulty end date", { session_greater_24_hours: "yes", session_end_date: "x" }, { session_end_date: DATE_MESSAGE }],
  [
    "an end before the start",
    { session_greater_24_hours: "yes", session_end_date: "16/11/2026" },
    { session_end_date: "The end must be after the start, Tue 17 Nov 2026 13:00. Check the end date and time" },
  ],
  ["no basis", { pa_calculation_basis: "" }, { pa_calculation_basis: "Choose PA basis" }],
  ["another basis", { pa_calculation_basis: "guess" }, { pa_calculation_basis: "Choose PA basis from the list" }],
  [
    "no allocation",
    { pa_calculation_basis: "fixed" },
    { fixed_PA_allocation: "Enter the fixed PA allocation, such as 1 or 0.5" },
  ],
  [
    "too large an allocation",
    { pa_calculation_basis: "fixed", fixed_PA_allocation: "40.01" },
    { fixed_PA_allocation: "PA allocation must be between 0 and 40" },
  ],
  [
    "an allocation below nothing",
    { pa_calculation_basis: "fixed", fixed_PA_allocation: "-1" },
    { fixed_PA_allocation: "PA allocation must be between 0 and 40" },
  ],
  [
    "an allocation in words",
    { pa_calculation_basis: "fixed", fixed_PA_allocation: "one" },
    { fixed_PA_allocation: "PA allocation must be a number" },
  ],
  ["a long site", { site: "x".repeat(81) }, { site: "Site must be 80 characters or fewer" }],
  ["long notes", { description: "x".repeat(10_001) }, { description: "Notes must be 10000 characters or fewer" }],
  [
    "an unknown element",
    { job_plan_element_unique_ref: newRef() },
    { job_plan_element_unique_ref: "Choose a job plan element from the list" },
  ],
  ["two dates", { session_date: ["17/11/2026", "18/11/2026"] }, { session_date: "Give one answer only" }],
  ["no key", { idempotency_key: "" }, { idempotency_key: "Reload this page, then send the form again" }],
])("%s is refused with its message", async (_name, answers, errors) => {
  const user = await makeUser();
  expect(await errorsOf(answers as Record<string, string | string[]>, user)).toEqual(errors);
  expect(await sessionsOf(user)).toHaveLength(0);
});

test("a form of nothing is refused field by field, and keeps what it had", async () => {
  const user = await makeUser();
  const answer = await submit<Refused>(add.action, { description: "kept" }, { user, path: PATH });
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.data.form.errors).sort()).toEqual([
    "idempotency_key",
    "pa_calculation_basis",
    "session_date",
  ]);
  expect(answer.data.form.values).toEqual({ description: ["kept"] });
});

test("what a form does not ask for is not read: an allocation by time, an end date without its tick", async () => {
  const { row } = await saved(await makeUser(), { fixed_PA_allocation: "99", session_end_date: "31/2/2026" });
  expect(row).toMatchObject({ fixed_pa_units: null, pa_units: 7200 });
});

test("another user's element is none", async () => {
  const { params } = await makeDiary(await makeUser());
  expect(await errorsOf({ job_plan_element_unique_ref: params.elementRef })).toEqual({
    job_plan_element_unique_ref: "Choose a job plan element from the list",
  });
});

test("an element outside the dates of its plan is refused with the plan and its dates", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const answers = { session_date: "1/4/2027", job_plan_element_unique_ref: params.elementRef };
  expect(await errorsOf(answers, user)).toEqual({
    job_plan_element_unique_ref:
      "All-day orthopaedics is an element of Job plan 2026/27, 1 April 2026 to 31 March 2027. Choose an element of the plan that covers the session’s date, or check the date",
  });
});

test("an archived element is refused, but a session that has it keeps it", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await db.update(jobPlanElements).set({ active: false }).where(eq(jobPlanElements.unique_ref, params.elementRef));
  const tagged = { ...AFTERNOON, job_plan_element_unique_ref: params.elementRef };
  expect(Object.keys(await errorsOf(tagged, user))).toEqual(["job_plan_element_unique_ref"]);
  const answer = await submit(edit.action, { ...tagged, version: "1" }, { user, params });
  expect(answer.status).toBe(302);
});

test("a blank allocation and a blank site are those of the element", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await db
    .update(jobPlanElements)
    .set({ default_basis: "fixed", default_fixed_pa_units: 3600, location: "Day theatre" })
    .where(eq(jobPlanElements.unique_ref, params.elementRef));
  const form = {
    ...{ session_date: "18/11/2026", pa_calculation_basis: "fixed", idempotency_key: newRef() },
    job_plan_element_unique_ref: params.elementRef,
  };
  const answer = await submit(add.action, form, { user, path: PATH });
  expect(flash(answer.headers)).toBe("Session added: Wed 18 Nov 2026, 1.00 PA");
  const [row] = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.user_id, user.id), eq(sessions.pa_basis, "fixed")));
  expect(row).toMatchObject({
    ...{ fixed_pa_units: 3600, pa_units: 3600, site: "Day theatre", premium_minutes: 720 },
    ...{ start_at: londonInstant("2026-11-18"), end_at: londonInstant("2026-11-19") },
  });
});

test("a whole day by time is worth its 24 hours, and its form shows both times blank", async () => {
  const user = await makeUser();
  const { row } = await saved(user, { session_start_time: "", session_end_time: "", whole_day: "yes" });
  expect(row).toMatchObject({ standard_minutes: 720, premium_minutes: 720, pa_units: 25_200 });
  const page = await load<{ defaults: Record<string, string> }>(edit.loader, {
    ...{ user, params: { sessionRef: row?.unique_ref ?? "" } },
  });
  expect(page.data.defaults).toMatchObject({ session_start_time: "", session_end_time: "", whole_day: "yes" });
});

test("a whole day may start at 08:00, and ends there the day after", async () => {
  const { row } = await saved(await makeUser(), {
    ...{ session_date: "18/11/2026", session_start_time: "08:00", session_end_time: "", whole_day: "yes" },
  });
  expect([row?.start_at, row?.end_at]).toEqual([londonInstant("2026-11-18", 480), londonInstant("2026-11-19", 480)]);
});

test("a blank allocation of an element that has none is refused for that reason", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const answers = { pa_calculation_basis: "fixed", job_plan_element_unique_ref: params.elementRef };
  expect(await errorsOf(answers, user)).toEqual({
    fixed_PA_allocation:
      "Enter the fixed PA allocation, such as 1 or 0.5: this element has none of its own in your job plan",
  });
});

test("without a plan the rules are England's, with one those of the plan of the day", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const [plan] = await db.select().from(jobPlans).where(eq(jobPlans.unique_ref, params.planRef));
  const wales = { ...plan?.pa_rules, nation: "wales", standard_minutes_per_pa: 225, premium_minutes_per_pa: 225 };
  await db
    .update(jobPlans)
    .set({ pa_rules: wales as NonNullable<typeof plan>["pa_rules"] })
    .where(eq(jobPlans.unique_ref, params.planRef));
  const untagged = { ...AFTERNOON, session_date: "20/11/2026", idempotency_key: newRef() };
  expect(flash((await submit(add.action, untagged, { user, path: PATH })).headers)).toContain("2.00 PA");
  const before = { ...untagged, session_date: "20/3/2026", idempotency_key: newRef() };
  await submit(add.action, before, { user, path: PATH });
  const rows = await db.select().from(sessions).where(eq(sessions.user_id, user.id)).orderBy(sessions.start_at);
  expect(rows.map((row) => row.pa_rules.nation)).toEqual(["england", "england", "wales"]);
});

test("soft warnings come with the save: a long session, an overlap, a time that the clocks skip", async () => {
  const weekend = {
    ...{ session_date: "20/11/2026", session_start_time: "18:00", session_end_time: "08:00" },
    ...{ session_greater_24_hours: "yes", session_end_date: "23/11/2026" },
  };
  expect(flash((await saved(await makeUser(), weekend)).answer.headers)).toBe(
    "Session added: Fri 20 Nov 2026, 20.50 PA. 62 h: is this on-call? Use Fixed",
  );
  const user = await makeUser();
  await makeDiary(user);
  expect(flash((await saved(user, {})).answer.headers)).toBe(
    "Session added: Tue 17 Nov 2026, 2.00 PA. It overlaps All-day orthopaedics, Tue 17 Nov, 08:00 – 18:00",
  );
  const skipped = { session_date: "27/3/2027", session_start_time: "22:00", session_end_time: "01:30" };
  expect(flash((await saved(await makeUser(), skipped)).answer.headers)).toBe(
    "Session added: Sat 27 Mar 2027, 1.17 PA. 01:30 does not exist on Sun 28 Mar 2027, when the clocks go forward: moved to 02:30",
  );
});

test("the second of two equal times is what it says", async () => {
  const night = { session_date: "24/10/2026", session_start_time: "20:00", session_end_time: "01:30" };
  const { row } = await saved(await makeUser(), { ...night, session_end_time_which: "second" });
  expect(row?.premium_minutes).toBe(390);
});

test("‘Show elements for this date’ saves nothing and keeps every answer", async () => {
  const user = await makeUser();
  const form = { ...AFTERNOON, session_end_time: "", description: "kept", __INTENT__: 'validate("session_date")' };
  const answer = await submit<Refused>(add.action, form, { user, path: PATH });
  expect([answer.status, answer.data.form.errors]).toEqual([200, {}]);
  expect(answer.data.form.values.description).toEqual(["kept"]);
  expect(await sessionsOf(user)).toHaveLength(0);
  expect(NO_PLAN_TEXT).toBe("No matching job plan");
});

test("the edit page shows the session, its cases and what it overlaps, in one batch", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await saved(user, {});
  const { database, trips } = countingDatabase();
  const page = await load<{
    defaults: Record<string, string>;
    overlaps: string | null;
    cases: { unique_ref: string }[];
  }>(edit.loader, { user, params, database });
  expect(trips()).toBe(1);
  expect(page.data.defaults).toMatchObject({
    ...{ session_date: "17/11/2026", session_start_time: "08:00", session_end_time: "18:00", version: "1" },
    ...{ job_plan_element_unique_ref: params.elementRef, pa_calculation_basis: "time_calculated" },
    ...{ session_greater_24_hours: "", whole_day: "", fixed_PA_allocation: "", description: "" },
  });
  expect(page.data.overlaps).toBe("It overlaps a session, Tue 17 Nov, 13:00 – 20:30");
  expect(page.data.cases.map((each) => each.unique_ref)).toEqual([params.caseRef]);
});

test("an edit keeps the session's own rules until its times change", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const [before] = await sessionsOf(user);
  const resident = { ...before?.pa_rules, standard_minutes_per_pa: 300 } as NonNullable<typeof before>["pa_rules"];
  await db.update(sessions).set({ pa_rules: resident }).where(eq(sessions.unique_ref, params.sessionRef));
  const form = {
    ...{ session_date: "17/11/2026", session_start_time: "08:00", session_end_time: "18:00" },
    ...{ pa_calculation_basis: "time_calculated", job_plan_element_unique_ref: params.elementRef, version: "1" },
  };
  const noted = await submit(edit.action, { ...form, description: "A note" }, { user, params });
  expect(flash(noted.headers)).toBe("Session saved: Tue 17 Nov 2026, 2.00 PA");
  await submit(edit.action, { ...form, session_end_time: "19:00", version: "2" }, { user, params });
  const [row] = await sessionsOf(user);
  expect(row).toMatchObject({ version: 3, pa_units: 9900, text_encrypted: null });
  expect(row?.pa_rules.standard_minutes_per_pa).toBe(240);
});

test("a save from an older version is refused with a link to the newer one beside the answers", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const mine = { ...AFTERNOON, description: "mine", version: "1" };
  const theirs = { ...mine, description: "theirs", extra_claim_amount: "300" };
  expect((await submit(edit.action, theirs, { user, params })).status).toBe(302);
  const before = await sessionsOf(user);
  const refused = await submit<Refused>(edit.action, mine, { user, params });
  expect(refused.status).toBe(409);
  expect(refused.data.form.errors[""]).toEqual([expect.stringMatching(/^This session was changed elsewhere/)]);
  expect(await sessionsOf(user)).toEqual(before);
  expect(refused.data.form.values.description).toEqual(["mine"]);
  expect(refused.data.newer).toMatchObject({ version: 2 });
  expect((await submit(edit.action, { ...mine, version: "2" }, { user, params })).status).toBe(302);
});

test("an edit without its version is refused, and faulty answers of an edit write nothing", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const answer = await submit<Refused>(edit.action, AFTERNOON, { user, params });
  expect(answer.data.form.errors).toEqual({ version: ["Reload this page, then make your change again"] });
  const faulty = await submit<Refused>(
    edit.action,
    { ...AFTERNOON, session_end_time: "", version: "1" },
    { user, params },
  );
  expect([faulty.status, faulty.data.form.errors]).toEqual([422, { session_end_time: [TIME_MESSAGE] }]);
  expect((await sessionsOf(user))[0]?.version).toBe(1);
});

test("somebody else's session is not there", async () => {
  const { params } = await makeDiary(await makeUser());
  const user = await makeUser();
  const form = { ...AFTERNOON, version: "1" };
  expect((await load(edit.loader, { user, params })).status).toBe(404);
  expect((await submit(edit.action, form, { user, params })).status).toBe(404);
  expect((await submit(edit.action, { ...form, session_end_time: "" }, { user, params })).status).toBe(404);
  expect((await submit(edit.action, {}, { user, params })).status).toBe(404);
});

test("both forms have the plans of a date newest first, and two that begin together by employer and title", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const [made] = await db.select().from(jobPlans).where(eq(jobPlans.unique_ref, params.planRef));
  const beside = (title: string, employer: string, date_start: string) =>
    db
      .insert(jobPlans)
      .values({ ...(made as typeof jobPlans.$inferInsert), unique_ref: newRef(), title, employer, date_start });
  await beside("Private work", "Nuffield", "2026-04-01");
  await beside("Academic", "Nuffield", "2026-04-01");
  await beside("Before", "", "2025-04-01");
  await beside("After", "University", "2026-10-01");
  type Page = { plans: { title: string }[] };
  const pages = [
    await load<Page>(add.loader, { user, path: `${PATH}?date=2026-11-17` }),
    await load<Page>(edit.loader, { user, params }),
  ];
  const inOrder = ["After", "Job plan 2026/27", "Academic", "Private work", "Before"];
  expect(pages.map(({ data }) => data.plans.map(({ title }) => title))).toEqual([inOrder, inOrder]);
});

import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Question } from "~/data/tables/fields";
import { cases, options } from "~/diary/cases/table.server";
import { sessions } from "~/diary/sessions/table.server";
import { jobPlanElements } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import { FORM_USED } from "~/platform/db/idempotency.server";
import { londonInstant } from "~/platform/time/london";
import * as caseData from "~/routes/mydata/case-data";
import * as sessionData from "~/routes/mydata/session-data";
import { addCase, addSession, row } from "../../diary/fees/extras-fees";
import { addOptionToCase, optionsOfCase } from "../../support/case-options";
import { makeDiary } from "../../support/diary";
import { db, makeUser, racingDatabase, submit } from "../../support/harness";

type User = Awaited<ReturnType<typeof makeUser>>;
type Refs = Awaited<ReturnType<typeof makeDiary>>["params"];
interface Refused {
  form: { errors: Record<string, string[]>; values: Record<string, string[]> };
  question?: Question;
}

const ROUTES = { sessions: sessionData, cases: caseData };
type Kind = keyof typeof ROUTES;

const press = (kind: Kind, user: User, fields: Record<string, string | string[]>, more: object = {}) =>
  submit<Refused>(ROUTES[kind].action, { idempotency_key: newRef(), ...fields }, { user, path: "/mydata/", ...more });

const sessionOf = async (ref: string) => (await db.select().from(sessions).where(eq(sessions.unique_ref, ref)))[0];
const caseOf = async (ref: string) => (await db.select().from(cases).where(eq(cases.unique_ref, ref)))[0];

/** A session that is fixed at 1 PA, with a case that was supervised and had an oral tube. */
async function makeOne() {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const fixed = { pa_basis: "fixed", fixed_pa_units: 3600, pa_units: 3600 } as const;
  await db.update(sessions).set(fixed).where(eq(sessions.unique_ref, params.sessionRef));
  await db.update(cases).set({ supervision: 3 }).where(eq(cases.unique_ref, params.caseRef));
  await addOptionToCase(params.caseRef, "121");
  return { user, params, rows: { sessions: `${params.sessionRef}/1`, cases: `${params.caseRef}/1` } };
}

type Answers = Record<string, string | ((params: Refs) => string)>;

test.each<[Kind, Answers, Record<string, string>]>([
  ["sessions", { intent: "fixed", new_pa: "1", row: "" }, { row: "Select the sessions first" }],
  ["sessions", { intent: "element" }, { new_element: "Choose a job plan element" }],
  ["sessions", { intent: "element", new_element: "x" }, { new_element: "Choose a job plan element from the list" }],
  [
    "sessions",
    { intent: "element", new_element: ({ elementRef }) => elementRef },
    { new_element: "The selected sessions already have this element" },
  ],
  ["sessions", { intent: "fixed" }, { new_pa: "Enter the fixed PA allocation, such as 1 or 0.5" }],
  ["sessions", { intent: "fixed", new_pa: "1" }, { new_pa: "The selected sessions already have this allocation" }],
  ["sessions", { intent: "find" }, { words: "Enter words to find" }],
  ["cases", { intent: "option", new_option: "111", row: "" }, { row: "Select the cases first" }],
  ["cases", { intent: "supervision" }, { new_supervision: "Choose a supervision" }],
  [
    "cases",
    { intent: "supervision", new_supervision: "3" },
    { new_supervision: "The selected cases already have this value" },
  ],
  ["cases", { intent: "option" }, { new_option: "Choose an airway or procedure" }],
  ["cases", { intent: "option", new_option: "x" }, { new_option: "Choose an airway or procedure from the list" }],
  ["cases", { intent: "option", new_option: "121" }, { new_option: "The selected cases already have this value" }],
  ["cases", { intent: "move" }, { move_date: "Enter the date of the session they belong to" }],
  ["cases", { intent: "move_now" }, { move_date: "Enter the date of the session they belong to" }],
  [
    "cases",
    { intent: "move_now", move_to: ({ sessionRef }) => sessionRef },
    { move_date: "The selected cases are already in that session" },
  ],
])("ticked %s are not changed by %j: %j", async (kind, answers, errors) => {
  const { user, params, rows } = await makeOne();
  const fields: Answers = { row: rows[kind], ...answers };
  const sent = Object.entries(fields).map(([name, value]) => [name, typeof value === "string" ? value : value(params)]);
  const answer = await press(kind, user, Object.fromEntries(sent));
  const said = Object.entries(errors).map(([name, message]) => [name, [message]]);
  expect([answer.status, answer.data.form.errors]).toEqual([422, Object.fromEntries(said)]);
  // What was typed comes back.
  expect(answer.data.form.values.intent).toEqual([fields.intent]);
  expect([(await sessionOf(params.sessionRef))?.version, (await caseOf(params.caseRef))?.version]).toEqual([1, 1]);
});

test("a question is asked by its own button, whatever was answered before", async () => {
  const { user, params, rows } = await makeOne();
  const day = { asks: "move", day: "Tue 17 Nov 2026" };
  const where = { row: rows.cases, move_date: "17/11/2026" };
  const move = await press("cases", user, { ...where, intent: "move", move_to: params.sessionRef });
  expect(move.data.question).toMatchObject(day);
  const unanswered = await press("cases", user, { ...where, intent: "move_now" });
  expect(unanswered.data.question).toMatchObject(day);
  for (const [kind, shown] of [
    ["cases", "1,0"],
    ["sessions", "1,0"],
  ] as const) {
    const asks = { asks: "delete", sessions: kind === "sessions" ? 1 : 0, cases: 1, fees: 0 };
    const again = await press(kind, user, { row: rows[kind], intent: "delete", shown });
    expect(again.data.question).toEqual(asks);
    expect((await press(kind, user, { row: rows[kind], intent: "delete_now" })).data.question).toEqual(asks);
  }
  expect((await caseOf(params.caseRef))?.version).toBe(1);
});

test.each([
  ["sessions", ["a"], "This session was"],
  ["sessions", ["a", "b"], "One of these sessions was"],
  ["cases", ["a"], "This case was"],
  ["cases", ["a", "b"], "One of these cases was"],
] as const)("that ticked %s are gone is said of %j as of so many", async (kind, ticked, words) => {
  const user = await makeUser();
  const row = ticked.map((letter) => `${letter.repeat(22)}/1`);
  const { status, data } = await press(kind, user, { intent: "delete", row });
  const message = `${words} changed or deleted elsewhere after you opened this page, so nothing is done. The table shows them as they are now: choose again`;
  expect([status, data.form.errors]).toEqual([409, { "": [message] }]);
});

test("a form that set one allocation sets no other", async () => {
  const { user, params, rows } = await makeOne();
  const fields = { intent: "fixed", row: rows.sessions, idempotency_key: newRef() };
  expect((await press("sessions", user, { ...fields, new_pa: "2" })).status).toBe(302);
  const row = `${params.sessionRef}/${(await sessionOf(params.sessionRef))?.version}`;
  const used = await press("sessions", user, { ...fields, row, new_pa: "3" });
  expect([used.status, used.data.form.errors]).toEqual([409, { "": [FORM_USED] }]);
  expect((await sessionOf(params.sessionRef))?.pa_units).toBe(7200);
});

test("an element is taken off sessions that have one", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const bare = await addSession(user, "2026-11-18");
  const row = [`${params.sessionRef}/1`, `${bare}/1`];
  expect((await press("sessions", user, { intent: "element", new_element: "none", row })).status).toBe(302);
  expect(await sessionOf(params.sessionRef)).toMatchObject({ element_ref: null, pa_units: 9000, version: 2 });
  expect(await sessionOf(bare)).toMatchObject({ element_ref: null, version: 1 });
});

test("a case of a session of several days keeps its day in another one of these days", async () => {
  const user = await makeUser();
  const [from, to] = [await addSession(user, "2026-05-04"), await addSession(user, "2026-05-04")];
  const end_at = londonInstant("2026-05-07", 720);
  await db.update(sessions).set({ end_at }).where(eq(sessions.user_id, user.id));
  const ref = await addCase(user, from, "Hernia");
  const times = { start_at: londonInstant("2026-05-06", 540), end_at: londonInstant("2026-05-06", 600) };
  await db.update(cases).set(times).where(eq(cases.unique_ref, ref));
  await press("cases", user, { intent: "move_now", move_to: to, row: `${ref}/1` });
  expect(await caseOf(ref)).toMatchObject({ session_ref: to, ...times });
});

test("one's own option is added while it is on one's list, and not once it is archived", async () => {
  const { user, params, rows } = await makeOne();
  const [old, own] = [newRef(), newRef()];
  const plain = { ...row(user), kind: "procedure" } as const;
  await db.insert(options).values([
    { ...plain, unique_ref: old, label: "Old block", active: false },
    { ...plain, unique_ref: own, label: "Own block" },
  ]);
  const refused = await press("cases", user, { intent: "option", new_option: old, row: rows.cases });
  expect(refused.data.form.errors).toEqual({ new_option: ["Choose an airway or procedure from the list"] });
  expect((await press("cases", user, { intent: "option", new_option: own, row: rows.cases })).status).toBe(302);
  expect((await optionsOfCase(params.caseRef)).map(({ id }) => id)).toEqual(["121", own].sort());
});

test("what goes meanwhile is not chosen because another's has the same reference", async () => {
  const [user, other] = [await makeUser(), await makeUser()];
  const { params } = await makeDiary(user);
  const theirs = await makeDiary(other);
  const bare = await addSession(user, "2026-11-18");
  const [option, element] = [newRef(), newRef()];
  const [made] = await db
    .select()
    .from(jobPlanElements)
    .where(eq(jobPlanElements.unique_ref, theirs.params.elementRef));
  for (const each of [user, other]) {
    await db.insert(options).values({ ...row(each), unique_ref: option, kind: "procedure", label: "Block" });
    const plan_ref = each === user ? params.planRef : theirs.params.planRef;
    const values = { ...(made as NonNullable<typeof made>), ...row(each), unique_ref: element, plan_ref };
    await db.insert(jobPlanElements).values({ ...values, description: "Lists" });
  }
  const optionGoes = () => db.delete(options).where(and(eq(options.user_id, user.id), eq(options.unique_ref, option)));
  const elementGoes = () =>
    db
      .delete(jobPlanElements)
      .where(and(eq(jobPlanElements.user_id, user.id), eq(jobPlanElements.unique_ref, element)));
  const optionRaced = await press(
    "cases",
    user,
    { intent: "option", new_option: option, row: `${params.caseRef}/1` },
    { database: racingDatabase(2, optionGoes) },
  );
  expect(optionRaced.data.form.errors.new_option?.[0]).toContain("has just been deleted");
  const elementRaced = await press(
    "sessions",
    user,
    { intent: "element", new_element: element, row: `${bare}/1` },
    { database: racingDatabase(2, elementGoes) },
  );
  expect(elementRaced.data.form.errors.new_element?.[0]).toContain("has just been deleted");
});

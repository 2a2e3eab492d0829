import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { answerDiaryCall } from "~/diary/calls/answer.server";
import { diaryCall } from "~/diary/calls/diary-call-form";
import { plainAnswers } from "~/diary/cases/form";
import { sessions } from "~/diary/sessions/table.server";
import { jobPlanElements } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import { requestContextOf } from "../../import/files";
import { makeDiary } from "../../support/diary";
import { db, makeUser } from "../../support/harness";

type Body = Record<string, unknown>;

const WEEK_MS = 7 * 86_400_000;

async function diary() {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const answer = (body: Body) => answerDiaryCall(requestContextOf(user), diaryCall.parse(body));
  const call = async <Answer = Body>(body: Body): Promise<Answer> => {
    const answered = await answer(body);
    expect(answered.status).toBe(200);
    return answered.json();
  };
  const between = (start: string, end = start) =>
    call<{ sessions: Body[]; cases: Record<string, Body[]>; jobPlans: Body[] }>({
      action: "between_dates",
      start,
      end,
    });
  return { user, params, answer, call, between };
}

const ref = expect.stringMatching(/^[\w-]{22}$/);

/** Every field of a session, none as it would be by itself. */
const SESSION = {
  session_date: "24/11/2026",
  session_start_time: "08:15",
  session_end_time: "09:45",
  session_greater_24_hours: true,
  session_end_date: "25/11/2026",
  site: "Main theatres",
  pa_calculation_basis: "fixed",
  fixed_PA_allocation: 2.5,
  description: "Covered for a colleague",
  extra_claim_amount: "1200.50",
  extra_claim_payer: "Northern Trust",
  extra_claim_timesheet_date: "26/11/2026",
  extra_claim_paid_date: "20/12/2026",
  extra_claim_notes: "Agreed by e-mail",
};

const SESSION_READ = {
  start_datetime: "2026-11-24T08:15:00.000Z",
  end_datetime: "2026-11-25T09:45:00.000Z",
  job_plan_element: "All-day orthopaedics",
  job_plan_element_pa: 2.5,
  description: "Covered for a colleague",
  pa_calculation_basis: "fixed",
  outcome: "held",
  fixed_PA_allocation: 2.5,
  pa: 2.5,
  site: "Main theatres",
  recurring_uuid: null,
  extra_claim_amount: "1200.50",
  extra_claim_payer: "Northern Trust",
  extra_claim_timesheet_date: "26/11/2026",
  extra_claim_paid_date: "20/12/2026",
  extra_claim_notes: "Agreed by e-mail",
  version: expect.any(Number),
};

test("a call gives each field of a session as another call said it, and every session with nothing but these", async () => {
  const { params, call, between } = await diary();
  const form_data = { ...SESSION, job_plan_element_unique_ref: params.elementRef };
  const { session } = await call<{ session: Body }>({ action: "AddEditSessionV2", form_data, singleSession: true });
  const read = { ...SESSION_READ, job_plan_element_unique_ref: params.elementRef };
  expect(session).toEqual({ ...read, unique_ref: ref });
  const { sessions } = await between("2026-11-24");
  expect(sessions).toEqual([session]);

  // Each changed by itself leaves all others.
  let before = session;
  for (const [change, changed] of [
    [{ site: "Day unit" }, {}],
    [{ description: "Another list" }, {}],
    [{ fixed_PA_allocation: 3.25 }, { pa: 3.25 }],
    [{ session_start_time: "08:30" }, { session_start_time: undefined, start_datetime: "2026-11-24T08:30:00.000Z" }],
    [{ session_end_date: "26/11/2026" }, { session_end_date: undefined, end_datetime: "2026-11-26T09:45:00.000Z" }],
    [{ extra_claim_amount: "900.00" }, {}],
    [{ extra_claim_payer: "Southern Trust" }, {}],
    [{ extra_claim_timesheet_date: "27/11/2026" }, {}],
    [{ extra_claim_paid_date: "21/12/2026" }, {}],
    [{ extra_claim_notes: "Agreed by phone" }, {}],
  ] as [Body, Body][]) {
    const edit = { ...change, unique_ref: session.unique_ref, version: before.version };
    const saved = await call<{ session: Body }>({ action: "AddEditSessionV2", form_data: edit, singleSession: true });
    const { version } = saved.session;
    expect(version).not.toBe(before.version);
    const after = { ...before, ...change, ...changed, version };
    expect(saved.session).toEqual(JSON.parse(JSON.stringify(after)));
    before = saved.session;
  }
});

test("a call gives job plans and their elements with every fact of theirs", async () => {
  const { params, between } = await diary();
  const element = {
    default_basis: "fixed",
    default_fixed_pa_units: 4_500,
    weekly_pa_units: 9_900,
    active: false,
  } as const;
  await db.update(jobPlanElements).set(element).where(eq(jobPlanElements.unique_ref, params.elementRef));
  const { jobPlans } = await between("2026-11-24");
  expect(jobPlans).toEqual([
    {
      unique_ref: params.planRef,
      title: "Job plan 2026/27",
      date_start: "2026-04-01",
      date_end: "2027-03-31",
      JP_elements_set: [
        {
          unique_ref: params.elementRef,
          description: "All-day orthopaedics",
          category: "DCC",
          pa: 2.75,
          pa_calculation_basis: "fixed",
          fixed_PA_allocation: 1.25,
          active: false,
        },
      ],
    },
  ]);
});

test("a call gives each field of a case as another call said it", async () => {
  const { params, call, between } = await diary();
  const form_data = {
    ...{ start_time: "09:05", end_time: "10:40", age: 46, age_unit: "months", gender: 2, asa: 3, urgency: 1 },
    ...{
      supervision: 2,
      case_description: "Hip replacement",
      complications: "Bleeding",
      reflective_notes: "Went well",
    },
    ...{ selected_airway_options_set: ["111"], selected_extra_options_set: [], new_extra_option: "A block of my own" },
    ...{ case_claim_procedure_code: "W8500 C7520", case_claim_amount: "310.50", case_claim_payer: "An insurer" },
    ...{
      case_claim_timesheet_date: "18/11/2026",
      case_claim_paid_date: "20/11/2026",
      case_claim_notes: "Invoice sent",
    },
  };
  await call({ action: "add_edit_case", form_data, session_ur: params.sessionRef });
  const { cases } = await between("2026-11-17");
  const made = cases[params.sessionRef]?.find(({ unique_ref }) => unique_ref !== params.caseRef);
  const { new_extra_option, ...said } = form_data;
  expect(made).toMatchObject({
    ...said,
    ...{ unique_ref: ref, session_ur: params.sessionRef, version: expect.any(Number) },
    ...{ gender_text: expect.any(String), urgency_text: expect.any(String), supervision_text: expect.any(String) },
    selected_airway_options_set: [{ id: "111", label: expect.any(String) }],
    selected_extra_options_set: [{ id: ref, label: new_extra_option }],
  });
  const names = Object.keys({ ...said, ...plainAnswers });
  expect(Object.keys(made ?? {}).sort()).toEqual(
    [...names, "unique_ref", "session_ur", "version", "gender_text", "urgency_text", "supervision_text"]
      .concat(Object.keys(made ?? {}).filter((name) => name === "case_day" || name.startsWith("block_flags_")))
      .sort(),
  );
});

const GONE = { sessions: 1, cases: 1, fees: 0 };

async function seriesOf(params: { sessionRef: string }) {
  const recurring_uuid = newRef();
  await db.update(sessions).set({ recurring_uuid }).where(eq(sessions.unique_ref, params.sessionRef));
  const [first] = await db.select().from(sessions).where(eq(sessions.unique_ref, params.sessionRef));
  if (!first) throw new Error("The diary has its session");
  const later = { unique_ref: newRef(), start_at: first.start_at + WEEK_MS, end_at: first.end_at + WEEK_MS };
  await db.insert(sessions).values({ ...first, ...later });
  return { ...params, laterRef: later.unique_ref };
}

test.each([
  ["nothing of what it saw", {}],
  ["all that it saw", { version: 1, goes: GONE }],
])("a call that deletes a session and says %s is answered alike when it is sent again", async (_, said) => {
  const { params, call } = await diary();
  const body = { action: "delete_session_v2", unique_ref: params.sessionRef, ...said };
  const first = await call(body);
  expect(first).toMatchObject({ deleted: GONE, message: "Session deleted, with 1 case", undo: expect.any(String) });
  expect(await call(body)).toEqual(first);
});

test("a call that deletes a series is answered alike when it is sent again, and one that asks for more is not", async () => {
  const { params, call, answer } = await diary();
  const { sessionRef, laterRef } = await seriesOf(params);
  const asked = (unique_ref: string, recurring: string) => ({ action: "delete_session_v2", unique_ref, recurring });
  expect(await call(asked(laterRef, "2"))).toMatchObject({ deleted: { sessions: 1, cases: 0, fees: 0 } });
  await expect(answer(asked(laterRef, "3"))).rejects.toMatchObject({ init: { status: 404 } });
  const all = await call(asked(sessionRef, "3"));
  expect(all).toMatchObject({ deleted: GONE });
  expect(await call(asked(sessionRef, "3"))).toEqual(all);
  const other = { ...asked(sessionRef, "3"), goes: { sessions: 2, cases: 1, fees: 0 } };
  await expect(answer(other)).rejects.toMatchObject({ init: { status: 404 } });
});

test("a call deletes nothing when something else would go than it saw", async () => {
  const { user, params, answer } = await diary();
  const asked = { action: "delete_session_v2", unique_ref: params.sessionRef };
  for (const said of [{ version: 7 }, { goes: { ...GONE, cases: 2 } }]) {
    const refused = await answer({ ...asked, ...said });
    expect([refused.status, await refused.json()]).toEqual([
      422,
      { responseStatus: 422, errors: { "": [expect.stringContaining("Nothing was deleted")] } },
    ]);
  }
  expect(await db.$count(sessions, eq(sessions.user_id, user.id))).toBe(1);
});

test("a call that deletes a case is answered alike when it is sent again", async () => {
  const { params, call } = await diary();
  const body = { action: "DeleteCase", unique_ref: params.caseRef };
  const first = await call(body);
  expect(first).toEqual({ UpdatedCases: [], session_ur: params.sessionRef, undo: expect.any(String) });
  expect(await call(body)).toEqual(first);
});

test("a call gives a kind of work outside the plan in place of an element, and reads it back", async () => {
  const { call, between } = await diary();
  const session = { ...SESSION, job_plan_element_unique_ref: "wli" };
  await call({ action: "AddEditSessionV2", form_data: session });
  const { sessions: read } = await between("2026-11-24");
  expect(read).toMatchObject([
    { job_plan_element: "Waiting list initiative", job_plan_element_unique_ref: "wli", job_plan_element_pa: null },
  ]);
});

import { expect, test } from "@playwright/test";
import { type Answer, type Client, type Json, newMember } from "./client";

interface Session extends Json {
  unique_ref: string;
  version: number;
  recurring_uuid: string | null;
  start_datetime: string;
}

interface Case extends Json {
  unique_ref: string;
  version: number;
}

interface Diary {
  sessions: Session[];
  cases: Record<string, Case[]>;
  options: Record<string, { Standard: Option[]; Custom: Option[] }>;
  jobPlans: {
    unique_ref: string;
    date_start: string;
    JP_elements_set: { unique_ref: string; description: string }[];
  }[];
}

type Option = { id: string; label: string };
type SavedSession = Diary & { session: Session; undo: string | null; message: string; replaced?: Session };
type SavedCase = { session: Session; cases: Case[]; message: string; replaced?: Case };
type Errors = { errors: Record<string, string[]> };

const PLAN = {
  title: "Job plan 2026/27",
  date_start: "01/04/2026",
  date_end: "31/03/2027",
  method: "weekly_leave_adjusted",
  weeks_per_year: "42",
  contracted_pa: "10",
  tolerance_percent: "5",
  nation: "england",
  hours_per_pa_standard: "4",
  hours_per_pa_premium: "3",
  standard_start: "07:00",
  standard_end: "19:00",
  premium_days: "6",
  bank_holiday_region: "england_wales",
};

const ELEMENT = {
  description: "All-day orthopaedics",
  category: "DCC",
  counts_to_balance: "on",
  pattern: "fixed_times",
  "schedule[0].weekday": "2",
  "schedule[0].start": "08:00",
  "schedule[0].end": "18:00",
  "schedule[0].recurrence": "11",
  default_basis: "time_calculated",
};

const newKey = () => crypto.randomUUID().replaceAll("-", "").slice(0, 22);

const november = (client: Client) =>
  client.diary<Diary>("between_dates", { start: "01/11/2026", end: "2026-11-30T23:00:00.000Z" });

/** Somebody with a job plan of one element, made on the pages. */
async function newDiary(): Promise<{ client: Client; element: string }> {
  const { client } = await newMember();
  await client.form("/job_plans/new/", { ...PLAN, idempotency_key: newKey() });
  const [plan] = (await november(client)).body.jobPlans;
  await client.form(`/job_plans/${plan?.unique_ref}/element/new/`, { ...ELEMENT, idempotency_key: newKey() });
  const [same] = (await november(client)).body.jobPlans;
  return { client, element: same?.JP_elements_set[0]?.unique_ref ?? "" };
}

function tuesday(more: Json = {}): Json {
  return {
    unique_ref: null,
    session_date: "17/11/2026",
    session_start_time: "08:00",
    session_end_time: "18:00",
    session_greater_24_hours: false,
    pa_calculation_basis: "time_calculated",
    description: "Two lists",
    ...more,
  };
}

const save = (client: Client, form_data: Json, more: Json = {}) =>
  client.diary<SavedSession>("AddEditSessionV2", { form_data, ...more });
/** Each refused answer says its status in the body as well. */
function refusalOf({ status, body }: Answer<unknown>) {
  const { errors, responseStatus } = body as Errors & { responseStatus?: number };
  expect(responseStatus).toBe(status === 422 ? 422 : undefined);
  return [status, errors];
}

const weekly = (until: string) => ({ recurringChoice: { type: "weekly", selected: 11, until } });

test("a session is added, read back under the names of the specification, and added once for one key", async () => {
  const { client, element } = await newDiary();
  const form_data = tuesday({
    job_plan_element_unique_ref: element,
    extra_claim_amount: 1200.5,
    extra_claim_timesheet_date: "18/11/2026",
  });
  const idempotency_key = newKey();
  const added = await save(client, form_data, { idempotency_key });
  expect([added.status, added.body.session]).toEqual([
    200,
    {
      unique_ref: expect.any(String),
      start_datetime: "2026-11-17T08:00:00.000Z",
      end_datetime: "2026-11-17T18:00:00.000Z",
      job_plan_element: "All-day orthopaedics",
      job_plan_element_pa: 2.5,
      job_plan_element_unique_ref: element,
      description: "Two lists",
      pa_calculation_basis: "time_calculated",
      fixed_PA_allocation: null,
      pa: 2.5,
      outcome: "held",
      site: "",
      recurring_uuid: null,
      extra_claim_amount: "1200.50",
      extra_claim_payer: null,
      extra_claim_timesheet_date: "18/11/2026",
      extra_claim_paid_date: null,
      extra_claim_notes: null,
      version: expect.any(Number),
    },
  ]);
  const again = await save(client, form_data, { idempotency_key });
  expect(again.body.session.unique_ref).toBe(added.body.session.unique_ref);
  const other = await save(client, tuesday(), { idempotency_key });
  expect([other.status, Object.keys((other.body as unknown as Errors).errors)]).toEqual([422, [""]]);
  expect((await save(client, tuesday(), { idempotency_key: "short" })).status).toBe(422);
  const { body } = await november(client);
  expect(body).toMatchObject({ sessions: [added.body.session], cases: {}, jobPlans: [{ date_start: "2026-04-01" }] });
  expect(body.options.airway_options?.Standard.length).toBeGreaterThan(10);
  expect(body.options.extra_options?.Custom).toEqual([]);
});

test("what is wrong with a session is said by field, in the words of the specification", async () => {
  const { client } = await newMember();
  const TIME = "Please check the time is in the format hh:mm";
  const tries: [Json, Record<string, unknown[]>][] = [
    [tuesday({ session_date: "" }), { session_date: ["Please choose a date"] }],
    [tuesday({ session_date: "31/02/2026" }), { session_date: ["Please choose a date: February 2026 has 28 days"] }],
    [tuesday({ session_start_time: "25:00" }), { session_start_time: [TIME] }],
    [
      tuesday({ session_start_time: null, session_end_time: "" }),
      { session_start_time: [TIME], session_end_time: [TIME] },
    ],
    [tuesday({ session_date: ["17/11/2026"] }), { session_date: ["Give one answer only"] }],
    [tuesday({ session_greater_24_hours: "false" }), { session_greater_24_hours: ["Send true or false"] }],
    [tuesday({ pa_calculation_basis: "guessed" }), { pa_calculation_basis: ["Choose PA basis from the list"] }],
    [tuesday({ job_plan_element_unique_ref: "A".repeat(22) }), { job_plan_element_unique_ref: [expect.any(String)] }],
    [
      tuesday({ description: "NHS 943 476 5919" }),
      { description: [expect.any(String)], identifiers_reason: [expect.any(String)] },
    ],
    [
      tuesday({ recurringChoice: "weekly" }),
      { recurringChoice_type: ["Give one answer only"], recurringChoice_until: [expect.any(String)] },
    ],
    [tuesday(weekly("01/01/2020")), { recurringChoice_until_date: [expect.any(String)] }],
    [tuesday(weekly("end")), { recurringChoice_until: [expect.any(String)] }],
  ];
  for (const [form_data, errors] of tries) expect(refusalOf(await save(client, form_data))).toEqual([422, errors]);
  expect(refusalOf(await client.diary("AddEditSessionV2", { form_data: [] }))).toEqual([
    422,
    { form_data: ["Send an object"] },
  ]);
  const scope = await save(client, tuesday(), { singleSession: "yes" });
  expect(refusalOf(scope)).toEqual([422, { singleSession: ["Send true or false"] }]);
  expect((await november(client)).body.sessions).toEqual([]);
});

test("an edit changes what it names, and never overwrites unseen", async () => {
  const { client, element } = await newDiary();
  const { session } = (await save(client, tuesday({ job_plan_element_unique_ref: element, site: "Main theatres" })))
    .body;
  const { unique_ref, version } = session;
  const named = await save(client, { unique_ref, version, session_end_time: "17:00" }, { singleSession: true });
  expect([named.status, named.body.replaced]).toEqual([200, undefined]);
  expect(named.body.session).toMatchObject({
    end_datetime: "2026-11-17T17:00:00.000Z",
    site: "Main theatres",
    description: "Two lists",
    job_plan_element_unique_ref: element,
  });
  const newer = named.body.session.version;
  expect(newer).toBeGreaterThan(version);
  const stale = await save(client, { unique_ref, version, description: "From an old page" });
  expect([stale.status, stale.body]).toEqual([
    422,
    { responseStatus: 422, version: newer, errors: { "": [expect.stringContaining("changed")] } },
  ]);
  const unnamed = await save(client, { unique_ref, description: null });
  expect([unnamed.body.session.description, unnamed.body.replaced]).toEqual(["", named.body.session]);
  const faulty = await save(client, { unique_ref, session_start_time: "8 o'clock" });
  expect(refusalOf(faulty)).toEqual([422, { session_start_time: ["Please check the time is in the format hh:mm"] }]);
});

test("a whole day and a session over several days keep their times through an edit of something else", async () => {
  const { client } = await newMember();
  const whole = tuesday({ session_start_time: "", session_end_time: "", whole_day: true });
  const long = tuesday({ session_date: "20/11/2026", session_greater_24_hours: true, session_end_date: "22/11/2026" });
  for (const form_data of [whole, { ...long, recurringChoice: "" }]) {
    const { session } = (await save(client, form_data)).body;
    const edited = await save(client, { unique_ref: session.unique_ref, description: "Quiet" });
    expect(edited.body.session).toMatchObject({
      start_datetime: session.start_datetime,
      end_datetime: session.end_datetime,
      description: "Quiet",
    });
  }
});

test("a series: its counts, this one alone, this and all following, and each way to delete", async () => {
  const { client, element } = await newDiary();
  const fields = tuesday({ session_date: "03/11/2026", job_plan_element_unique_ref: element, ...weekly("01/12/2026") });
  const added = await save(client, fields);
  expect([added.status, added.body.sessions.length, typeof added.body.undo]).toEqual([200, 5, "string"]);
  const [first, second, third, fourth] = added.body.sessions as [Session, Session, Session, Session];
  const { recurring_uuid } = first;
  expect(added.body.sessions.every((each) => each.recurring_uuid === recurring_uuid)).toBe(true);

  const counts = await client.diary("GetRecurringSessions", { session: third.unique_ref, recurring_uuid });
  expect([counts.status, counts.body]).toEqual([
    200,
    {
      responseStatus: 200,
      future: 3,
      total: 5,
      version: third.version,
      goes: {
        1: { sessions: 1, cases: 0, fees: 0 },
        2: { sessions: 3, cases: 0, fees: 0 },
        3: { sessions: 5, cases: 0, fees: 0 },
      },
    },
  ]);
  const given = await client.diary("GetRecurringSessions", { session: third, recurring_uuid });
  expect(given.body).toEqual(counts.body);
  const foreign = { session: third.unique_ref, recurring_uuid: "A".repeat(22) };
  expect((await client.diary("GetRecurringSessions", foreign)).status).toBe(404);

  const one = await save(client, { unique_ref: second.unique_ref, site: "Annexe" }, { singleSession: true });
  expect(one.body.sessions.map(({ site }) => site)).toEqual(["", "Annexe", "", "", ""]);
  const following = await save(client, { unique_ref: fourth.unique_ref, site: "Day unit" }, { singleSession: false });
  expect(following.body.sessions.map(({ site }) => site)).toEqual(["", "Annexe", "", "Day unit", "Day unit"]);

  const wrong = await client.diary("delete_session_v2", { unique_ref: first.unique_ref, recurring: 4 });
  expect(refusalOf(wrong)).toEqual([422, { recurring: ["Please choose an option from those above"] }]);
  const goes = { sessions: 9, cases: 0, fees: 0 };
  for (const seen of [{ goes }, { version: 700 }]) {
    const asked = { unique_ref: fourth.unique_ref, recurring: 2, ...seen };
    expect(refusalOf(await client.diary("delete_session_v2", asked))).toEqual([422, { "": [expect.any(String)] }]);
  }
  for (const [recurring, from, left] of [
    [null, first, 4],
    [1, second, 3],
    ["2", fourth, 1],
  ] as [unknown, Session, number][]) {
    const { status, body } = await client.diary<SavedSession>("delete_session_v2", {
      unique_ref: from.unique_ref,
      recurring,
    });
    expect([recurring, status, body.sessions.length, typeof body.undo]).toEqual([recurring, 200, left, "string"]);
    const again = await client.diary("delete_session_v2", { unique_ref: from.unique_ref, recurring });
    expect([recurring, again.status, again.body]).toEqual([recurring, 200, body]);
  }
  // It is gone, but not by these calls.
  for (const other of [{ recurring: 3 }, { version: 700 }, { goes: { sessions: 1, cases: 1, fees: 0 } }]) {
    const asked = await client.diary("delete_session_v2", { unique_ref: first.unique_ref, recurring: null, ...other });
    expect([other, asked.status]).toEqual([other, 404]);
  }

  const more = (await save(client, fields)).body.sessions.filter((each) => each.recurring_uuid !== recurring_uuid);
  const all = { unique_ref: more[2]?.unique_ref, recurring: 3 };
  const { body } = await client.diary<SavedSession>("delete_session_v2", all);
  expect(body.sessions.map(({ unique_ref }) => unique_ref)).toEqual([third.unique_ref]);
  // The page takes it back: what was deleted by a call is there again.
  await client.form(`/logbook/undo/${body.undo}/`, {});
  expect((await november(client)).body.sessions).toHaveLength(5);
});

test("cases: added, edited, refused by field, and deleted", async () => {
  const { client } = await newMember();
  const session_ur = (await save(client, tuesday())).body.session.unique_ref;
  const saveCase = (form_data: Json, more: Json = {}) =>
    client.diary<SavedCase>("add_edit_case", { form_data, session_ur, ...more });
  const fields = {
    start_time: "09:05",
    end_time: "10:40",
    case_description: "Hip replacement",
    age: 45,
    gender: 1,
    asa: 2,
    urgency: 4,
    supervision: null,
    selected_airway_options_set: [{ id: "111", label: "SGA - i-gel" }],
    selected_extra_options_set: ["281"],
    complications: "",
    reflective_notes: "Went well",
    case_claim_procedure_code: "w8500",
    case_claim_amount: "310.50",
    case_claim_payer: "An insurer",
    case_claim_timesheet_date: "18/11/2026",
    case_claim_paid_date: null,
    case_claim_notes: "",
  };
  const idempotency_key = newKey();
  const added = await saveCase(fields, { idempotency_key });
  const [first] = added.body.cases as [Case];
  expect([added.status, first]).toMatchObject([
    200,
    {
      ...fields,
      session_ur,
      age_unit: "years",
      gender_text: "Female",
      urgency_text: "Elective",
      supervision_text: "No Supervision",
      selected_extra_options_set: [{ id: "281", label: "Arterial line" }],
      case_claim_procedure_code: "W8500",
      case_claim_notes: null,
      version: expect.any(Number),
    },
  ]);
  expect((await saveCase(fields, { idempotency_key })).body.cases).toHaveLength(1);

  const tries: [Json, string[]][] = [
    [{ start_time: "9.75" }, ["start_time"]],
    [{ end_time: ["10:00"] }, ["end_time"]],
    [{ case_description: "x".repeat(501) }, ["case_description"]],
    [
      { complications: "x".repeat(10_001), reflective_notes: "x".repeat(10_001) },
      ["complications", "reflective_notes"],
    ],
    [{ age: 200 }, ["age"]],
    [{ age: "45a" }, ["age"]],
    [{ gender: 3, asa: 6, urgency: 5, supervision: 1 }, ["gender", "asa", "urgency", "supervision"]],
    [{ selected_airway_options_set: ["9999"] }, ["selected_airway_options_set"]],
    [{ selected_airway_options_set: [{ id: { deep: [] } }] }, ["selected_airway_options_set"]],
    [{ case_claim_amount: "abc" }, ["case_claim_amount"]],
    [{ case_claim_paid_date: "31/02/2026" }, ["case_claim_paid_date"]],
    [{ case_description: "Mrs Smith" }, ["case_description", "identifiers_confirmed"]],
  ];
  for (const unique_ref of ["", first.unique_ref]) {
    for (const [odd, names] of tries) {
      const [status, errors] = refusalOf(await saveCase({ ...fields, unique_ref, ...odd }));
      expect([odd, status, Object.keys(errors as object).sort()]).toEqual([odd, 422, names.toSorted()]);
    }
  }

  const { unique_ref, version } = first;
  const edited = await saveCase({ unique_ref, version, asa: 3, supervision: 20 });
  expect(edited.body.cases).toMatchObject([
    { asa: 3, supervision_text: "Second Consultant Present", age: 45, case_claim_amount: "310.50" },
  ]);
  const newer = edited.body.cases[0]?.version as number;
  expect(newer).toBeGreaterThan(version);
  const stale = await saveCase({ unique_ref, version, asa: 1 });
  expect([stale.status, stale.body]).toMatchObject([422, { version: newer, errors: { "": [expect.any(String)] } }]);
  const unnamed = await saveCase({ unique_ref, reflective_notes: null });
  expect(unnamed.body.replaced).toEqual(edited.body.cases[0]);
  expect((await november(client)).body.cases).toEqual({ [session_ur]: unnamed.body.cases });

  const old = await client.diary("DeleteCase", { unique_ref, version });
  expect(refusalOf(old)).toEqual([422, { "": [expect.any(String)] }]);
  const deleted = await client.diary("DeleteCase", { unique_ref });
  expect([deleted.status, deleted.body]).toEqual([200, { UpdatedCases: [], session_ur, undo: expect.any(String) }]);
  const again = await client.diary("DeleteCase", { unique_ref });
  expect([again.status, again.body]).toEqual([200, deleted.body]);
  expect((await client.diary("DeleteCase", { unique_ref, version })).status).toBe(404);
  await client.diary("delete_session_v2", { unique_ref: session_ur, recurring: null });
  expect((await client.diary("DeleteCase", { unique_ref: "A".repeat(22) })).status).toBe(404);
});

test("deleting a session takes its cases and fees with it, and says how many", async () => {
  const { client } = await newMember();
  const { session } = (await save(client, tuesday({ extra_claim_amount: 50 }))).body;
  await client.diary("add_edit_case", { form_data: { age: 30 }, session_ur: session.unique_ref });
  const answer = await client.diary("delete_session_v2", { unique_ref: session.unique_ref, recurring: null });
  expect([answer.status, answer.body]).toEqual([
    200,
    {
      unique_ref: session.unique_ref,
      sessions: [],
      deleted: { sessions: 1, cases: 1, fees: 1 },
      message: "Session deleted, with 1 case and 1 fee",
      undo: expect.any(String),
    },
  ]);
});

test("notes as long as a form takes go through, whatever their letters", async () => {
  const { client } = await newMember();
  const session_ur = (await save(client, tuesday())).body.session.unique_ref;
  const long = "🫁".repeat(10_000);
  const form_data = { complications: long, reflective_notes: long };
  const { status, body } = await client.diary<SavedCase>("add_edit_case", { form_data, session_ur });
  expect([status, body.cases[0]?.complications === long]).toEqual([200, true]);
});

test("dates are asked for in order, five years at most, and what is worked on them is found", async () => {
  const { client } = await newMember();
  await save(client, tuesday({ session_start_time: "20:00", session_end_time: "08:00" }));
  const next = await client.diary<Diary>("between_dates", { start: "18/11/2026", end: "18/11/2026" });
  expect(next.body.sessions).toHaveLength(1);
  const after = await client.diary<Diary>("between_dates", { start: "2026-11-19", end: "2026-11-19" });
  expect(after.body.sessions).toEqual([]);
  for (const [start, end, name] of [
    ["", "18/11/2026", "start"],
    ["18/11/2026", "soon", "end"],
    ["18/11/2026", "17/11/2026", "end"],
    ["18/11/2020", "18/11/2026", "end"],
    [20_261_118, "18/11/2026", "start"],
  ] as [unknown, unknown, string][]) {
    const [status, errors] = refusalOf(await client.diary("between_dates", { start, end }));
    expect([status, Object.keys(errors as object)]).toEqual([422, [name]]);
  }
});

test("nobody reads, changes or deletes what is somebody else's", async () => {
  const { client, element } = await newDiary();
  const { session } = (await save(client, tuesday({ job_plan_element_unique_ref: element, ...weekly("end") }))).body;
  const session_ur = session.unique_ref;
  const made = await client.diary<SavedCase>("add_edit_case", { form_data: { age: 30 }, session_ur });
  const unique_ref = made.body.cases[0]?.unique_ref;
  const before = (await november(client)).body;
  const { client: other } = await newMember();
  const answers = [
    await save(other, { unique_ref: session_ur, description: "Mine" }),
    await save(other, { unique_ref: session_ur, description: "Mine" }, { singleSession: false }),
    await other.diary("add_edit_case", { form_data: { age: 31 }, session_ur }),
    await other.diary("add_edit_case", { form_data: { unique_ref, age: 31 }, session_ur }),
    await other.diary("DeleteCase", { unique_ref }),
    await other.diary("GetRecurringSessions", { session: session_ur, recurring_uuid: session.recurring_uuid }),
    await other.diary("delete_session_v2", { unique_ref: session_ur, recurring: 3 }),
  ];
  for (const answer of answers) expect(refusalOf(answer)).toEqual([404, { "": [expect.any(String)] }]);
  const tagged = await save(other, tuesday({ job_plan_element_unique_ref: element }));
  expect(tagged.status).toBe(422);
  expect((await november(other)).body.sessions).toEqual([]);
  expect((await november(client)).body).toEqual(before);
});

test("an action that nobody knows is named as such", async () => {
  const { client } = await newMember();
  for (const action of ["Delete_Everything", "", null, 5, ["between_dates"], "__proto__"]) {
    const { status, body } = await client.post<Errors>("/api/session_diary/", { action });
    expect([action, status, Object.keys(body.errors)]).toEqual([action, 422, ["action"]]);
  }
});

import { expect, test } from "@playwright/test";
import { type Answer, botToken, type Client, type Json, newMember, newVisitor, PASSWORD, SECRET } from "./client";

type Kind = "text" | "texts" | "decoy" | "ref" | "flag" | "list" | "object";

/** What a field can be, and what it then is not. */
const WRONG: Record<Kind, unknown[]> = {
  /** A number is text, too: its digits. */
  text: [true, false, {}, { toString: 1 }, [], ["x"], [["x"]], [{}]],
  /** One text or several. */
  texts: [true, {}, { toString: 1 }, [[]], [{}], [true]],
  /** Text in the field that nobody sees is told nothing. */
  decoy: [true, {}, [], [{}]],
  /** Of a field that is ours, such as a reference: digits are none. */
  ref: [5, true, {}, { toString: 1 }, [], ["x"]],
  flag: ["true", "", 0, 1, {}, []],
  list: ["281", 5, true, false, {}, { length: 1 }, [{}], [[]], [true], [{ id: {} }]],
  object: ["x", 5, true, [], [[]]],
};

type Send = (body: Json) => Promise<Answer>;

/** Sends what would be accepted, with each field in turn of every type that it has not. @returns what was not refused in words */
async function acceptedOf(
  send: Send,
  right: Json,
  kinds: Record<string, Kind>,
  values?: unknown[],
): Promise<unknown[]> {
  const accepted: unknown[] = [];
  for (const [name, kind] of Object.entries(kinds)) {
    for (const wrong of values ?? WRONG[kind]) {
      const { status, body } = await send({ ...right, [name]: wrong });
      const refusal = "errors" in body ? body.errors : body;
      if (status < 400 || status > 499 || !isInWords(refusal)) accepted.push([name, wrong, status, body]);
    }
  }
  return accepted;
}

function isInWords(refusal: unknown): boolean {
  return /\w{3} \w/.test(JSON.stringify(refusal) ?? "");
}

/**
 * As `acceptedOf` for a form of many fields: all of a kind are wrong at once, and each must be refused by its own name,
 * in words. A field whose name is not among the errors is sent again, alone.
 */
async function acceptedOfForm(send: Send, right: Json, kinds: Record<string, Kind>): Promise<unknown[]> {
  const accepted: unknown[] = [];
  for (const kind of new Set(Object.values(kinds))) {
    const names = Object.keys(kinds).filter((name) => kinds[name] === kind);
    for (const wrong of WRONG[kind]) {
      const { status, body } = await send({ ...right, ...Object.fromEntries(names.map((name) => [name, wrong])) });
      const errors = (status === 422 ? body.errors : {}) as Json;
      for (const name of names) {
        if (!isInWords(errors[name])) accepted.push(...(await acceptedOf(send, right, { [name]: kind }, [wrong])));
      }
    }
  }
  return accepted;
}

const all = (kind: Kind, names: string[]): Record<string, Kind> =>
  Object.fromEntries(names.map((name) => [name, kind]));

test("login", async () => {
  const client = await newVisitor();
  const right = { username: (await newMember()).username, password: PASSWORD, remember: true };
  const send: Send = (body) => client.post("/api/login/", body);
  // Each try counts, whatever is wrong with it: the password is one of them.
  expect(await acceptedOf(send, right, { remember: "flag", username: "text" })).toEqual([]);
  expect(await acceptedOf(send, right, { password: "text" })).toEqual([]);
});

test("the passkey", async () => {
  const client = await newVisitor();
  const part = "AAAA";
  const response = { authenticatorData: part, clientDataJSON: part, signature: part, userHandle: part };
  const right = { id: part, rawId: part, type: "public-key", clientExtensionResults: {}, response };
  const send: Send = (body) => client.post("/api/auth/login_with_passkey/", body);
  expect((await send(right)).status).toBe(401);
  expect(await acceptedOf(send, right, { ...all("ref", ["id", "rawId", "type"]), response: "object" })).toEqual([]);
  const within: Send = (body) => send({ ...right, response: body });
  expect(await acceptedOf(within, response, all("ref", Object.keys(response)))).toEqual([]);
});

test("the code of a login", async () => {
  const client = await newVisitor();
  const { username } = await newMember(9, { totp: SECRET });
  await client.post("/api/login/", { username, password: PASSWORD });
  const send: Send = (body) => client.post("/api/twofactorlogin/", body);
  expect(await acceptedOf(send, {}, { twoFactorCode: "text" })).toEqual([]);
});

test("sign_up", async () => {
  const client = await newVisitor();
  const name = crypto.randomUUID().slice(0, 8);
  const right = {
    first_name: "Ivo",
    last_name: "Marsh",
    email: `ivo-${name}@example.com`,
    username: `ivo-${name}`,
    password1: "velvet harbour compass",
    password2: "velvet harbour compass",
    read_t_c: true,
    location: "",
    turnstile_token: await botToken("sign-up"),
  };
  const { read_t_c: _, ...texts } = right;
  const kinds = all("text", [...Object.keys(texts), "idempotency_key"]);
  const send: Send = (body) => client.post("/api/sign_up/", body);
  expect(await acceptedOf(send, right, { ...kinds, read_t_c: "flag", location: "decoy" })).toEqual([]);
});

test("a forgotten password", async () => {
  const { client, email } = await newMember();
  const asking = { email, turnstileToken: await botToken("forgot-password") };
  const ask: Send = (body) => client.post("/api/password/forgotten/", body);
  expect(await acceptedOf(ask, asking, all("text", Object.keys(asking)))).toEqual([]);
  const tryCode: Send = (body) => client.post("/api/password/verify/", body);
  expect(await acceptedOf(tryCode, { email, code: "AAAAAA" }, all("text", ["email", "code"]))).toEqual([]);
});

test("what asks for reauthentication", async () => {
  const { client, email } = await newMember(9, { totp: SECRET });
  await client.form("/dev/expire-login/", { what: "reauthentication" });
  const right = { new_email: `new-${email}`, new_email_confirm: `new-${email}`, password: PASSWORD };
  const change: Send = (body) => client.post("/api/email/change/", body);
  expect(await acceptedOf(change, right, all("text", [...Object.keys(right), "twoFactorCode"]))).toEqual([]);
  const end: Send = (body) => client.post("/api/delete_all_data/", body);
  const reauthentication = { password: PASSWORD };
  expect(await acceptedOf(end, reauthentication, { twoFactorCode: "text" })).toEqual([]);
  expect(await acceptedOf(end, reauthentication, { password: "text" })).toEqual([]);
});

const SESSION = {
  session_date: "17/11/2026",
  session_start_time: "08:00",
  session_end_time: "18:00",
  session_greater_24_hours: true,
  session_end_date: "18/11/2026",
  whole_day: false,
  job_plan_element_unique_ref: "",
  site: "Main theatres",
  pa_calculation_basis: "fixed",
  fixed_PA_allocation: 2.5,
  description: "Two lists",
  extra_claim_amount: 50,
  extra_claim_payer: "The trust",
  extra_claim_timesheet_date: "18/11/2026",
  extra_claim_paid_date: "18/11/2026",
  extra_claim_notes: "By hand",
  skip_bank_holidays: false,
  identifiers_confirmed: false,
  identifiers_reason: "",
};

/** What an edit reads, too. */
const SESSION_KINDS: Record<string, Kind> = {
  ...all("text", Object.keys(SESSION)),
  ...all("flag", ["session_greater_24_hours", "whole_day", "skip_bank_holidays", "identifiers_confirmed"]),
  unique_ref: "ref",
};

const CASE = {
  start_time: "09:05",
  end_time: "10:40",
  case_day: "",
  case_description: "Hip replacement",
  age: 45,
  age_unit: "years",
  gender: 1,
  asa: 2,
  urgency: 4,
  supervision: 20,
  selected_airway_options_set: ["111"],
  selected_extra_options_set: ["281"],
  new_airway_option: "",
  new_extra_option: "",
  complications: "None",
  reflective_notes: "Went well",
  case_claim_procedure_code: "W8500",
  case_claim_amount: "310.50",
  case_claim_payer: "An insurer",
  case_claim_timesheet_date: "18/11/2026",
  case_claim_paid_date: "18/11/2026",
  case_claim_notes: "By hand",
  identifiers_confirmed: false,
  identifiers_reason: "",
};

const CASE_KINDS: Record<string, Kind> = {
  ...all("text", Object.keys(CASE)),
  ...all("list", ["selected_airway_options_set", "selected_extra_options_set"]),
  ...all("texts", ["new_airway_option", "new_extra_option"]),
  identifiers_confirmed: "flag",
  unique_ref: "ref",
};

async function newDiary() {
  const { client } = await newMember();
  const session = await client.diary<{ session: Json }>("AddEditSessionV2", { form_data: SESSION });
  const session_ur = session.body.session.unique_ref;
  const made = await client.diary<{ cases: Json[] }>("add_edit_case", { form_data: CASE, session_ur });
  return { client, session_ur, case_ur: made.body.cases[0]?.unique_ref };
}

/** An action whose form is the body. */
function formOf(client: Client, action: string, more: Json = {}): Send {
  return (form_data) => client.diary(action, { ...more, form_data });
}

test("a session", async () => {
  const { client, session_ur: unique_ref } = await newDiary();
  const send = formOf(client, "AddEditSessionV2");
  expect(await acceptedOfForm(send, { ...SESSION, session_date: "24/11/2026" }, SESSION_KINDS)).toEqual([]);
  const { skip_bank_holidays: _, ...kinds } = SESSION_KINDS;
  expect(await acceptedOfForm(send, { ...SESSION, unique_ref }, { ...kinds, version: "text" })).toEqual([]);
  const repeats = { type: "weekly", selected: 11, until: "01/12/2026" };
  const recurring: Send = (recurringChoice) => send({ ...SESSION, recurringChoice });
  expect(await acceptedOf(recurring, repeats, all("text", Object.keys(repeats)))).toEqual([]);
  expect(await acceptedOf(send, SESSION, { recurringChoice: "object" })).toEqual([]);
  const whole: Send = (body) => client.diary("AddEditSessionV2", body);
  const kindsOfBody = { form_data: "object", idempotency_key: "ref", singleSession: "flag" } as const;
  expect(await acceptedOf(whole, { form_data: SESSION }, kindsOfBody)).toEqual([]);
});

test("a case", async () => {
  const { client, session_ur, case_ur: unique_ref } = await newDiary();
  const send = formOf(client, "add_edit_case", { session_ur });
  expect(await acceptedOfForm(send, CASE, CASE_KINDS)).toEqual([]);
  expect(await acceptedOfForm(send, { ...CASE, unique_ref }, { ...CASE_KINDS, version: "text" })).toEqual([]);
  // An edit that knows no units compares the age with the one that stands.
  expect(await acceptedOf(send, { unique_ref }, { age: "text" })).toEqual([]);
  const whole: Send = (body) => client.diary("add_edit_case", body);
  const kinds = { form_data: "object", session_ur: "ref", idempotency_key: "ref" } as const;
  expect(await acceptedOf(whole, { form_data: CASE, session_ur }, kinds)).toEqual([]);
});

test("the other calls of the diary", async () => {
  const { client, session_ur, case_ur } = await newDiary();
  const tries: [string, Json, Record<string, Kind>][] = [
    ["between_dates", { start: "01/11/2026", end: "30/11/2026" }, all("ref", ["start", "end", "action"])],
    ["DeleteCase", { unique_ref: case_ur }, { unique_ref: "ref", version: "ref" }],
    ["GetRecurringSessions", { session: session_ur }, all("ref", ["session", "recurring_uuid"])],
    ["delete_session_v2", { unique_ref: session_ur }, { unique_ref: "ref", recurring: "ref", version: "ref" }],
    ["delete_session_v2", { unique_ref: session_ur }, { goes: "object" }],
  ];
  for (const [action, right, kinds] of tries) {
    const accepted = await acceptedOf((body) => client.post("/api/session_diary/", { action, ...body }), right, kinds);
    expect([action, accepted]).toEqual([action, []]);
  }
  const goes = { sessions: 1, cases: 1, fees: 2 };
  const within: Send = (body) => client.diary("delete_session_v2", { unique_ref: session_ur, goes: body });
  expect(await acceptedOf(within, goes, all("text", Object.keys(goes)))).toEqual([]);
});

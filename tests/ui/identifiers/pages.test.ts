import { and, eq, ne } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { cases } from "~/diary/cases/table.server";
import { sessions } from "~/diary/sessions/table.server";
import { newRef } from "~/platform/db/columns.server";
import type { FormState } from "~/platform/http/action-result";
import * as editCase from "~/routes/logbook/case";
import * as addCase from "~/routes/logbook/case-new";
import * as editPage from "~/routes/logbook/session";
import * as addSession from "~/routes/logbook/session-new";
import { CONFIRM_MESSAGE, REASON_MESSAGE } from "~/ui/identifiers/rules";
import { makeDiary } from "../../support/diary";
import { db, load, makeUser, submit } from "../../support/harness";

type Refused = { form: FormState };
type Fields = Record<string, string>;

const NHS = "This looks like an NHS number. Please remove details that identify a patient.";
const NAME = "This looks like a person’s name. Please remove details that identify a patient.";
const TIMES = {
  session_date: "17/11/2026",
  session_start_time: "08:00",
  session_end_time: "18:00",
  pa_calculation_basis: "time_calculated",
};

async function diary() {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const asked = { user, params };
  return {
    ...{ user, params, asked },
    add: (fields: Fields) => submit<Refused>(addCase.action, fields, asked),
    edit: (fields: Fields) => submit<Refused>(editCase.action, fields, asked),
    addSession: (fields: Fields) => submit<Refused>(addSession.action, { ...TIMES, ...fields }, asked),
    editSession: (fields: Fields) => submit<Refused>(editPage.action, { ...TIMES, ...fields }, asked),
  };
}

test.each([
  "case_description",
  "complications",
  "reflective_notes",
  "case_claim_notes",
])("a strong hit in %s asks for a reason and keeps every answer; with one it is saved and flagged", async (name) => {
  const { user, params, add } = await diary();
  const form = { idempotency_key: newRef(), age: "45", case_claim_amount: "310", [name]: "943 476 5919" };
  for (const tick of ["", "yes"]) {
    const refused = await add({ ...form, identifiers_confirmed: tick });
    expect(refused.status).toBe(422);
    expect(refused.data.form.errors).toEqual({ [name]: [NHS], identifiers_reason: [REASON_MESSAGE] });
    expect(refused.data.form.values).toMatchObject({ age: ["45"], [name]: ["943 476 5919"] });
  }
  expect((await add({ ...form, identifiers_reason: "Implant" })).status).toBe(302);
  const made = and(eq(cases.user_id, user.id), ne(cases.unique_ref, params.caseRef));
  expect(await db.select().from(cases).where(made)).toMatchObject([{ age: 45, identifier_suspected: true }]);
});

test.each([
  ["case_claim_payer", "Mrs Smith", "name", { identifiers_confirmed: "yes", identifiers_asked: "name" }],
  ["case_claim_payer", "Trust, 943 476 5919", "an NHS number", { identifiers_reason: "A contract" }],
  ["case_claim_procedure_code", "943 476 5919", "an NHS number", { identifiers_reason: "Three codes" }],
  ["new_airway_option", "Tube of Mr Brown", "name", { identifiers_confirmed: "yes", identifiers_asked: "name" }],
])("%s, which is stored as it is, is asked about too: %s", async (name, typed, kind, anyway: Fields) => {
  const { user, params, add } = await diary();
  const form = { idempotency_key: newRef(), case_claim_amount: "310", [name]: typed };
  const refused = await add(form);
  expect([refused.status, Object.keys(refused.data.form.errors)[0]]).toEqual([422, name]);
  expect(refused.data.form.errors[name]?.[0]).toContain(kind);
  expect((await add({ ...form, ...anyway })).status).toBe(302);
  const made = and(eq(cases.user_id, user.id), ne(cases.unique_ref, params.caseRef));
  expect(await db.select().from(cases).where(made)).toMatchObject([{ identifier_suspected: true }]);
});

test("the payer of a session's fee is asked about too", async () => {
  const { editSession } = await diary();
  const form = { version: "1", extra_claim_amount: "1200", extra_claim_payer: "MR BROWN" };
  expect(Object.keys((await editSession(form)).data.form.errors)).toEqual([
    "extra_claim_payer",
    "identifiers_confirmed",
  ]);
  const ticked = { identifiers_confirmed: "yes", identifiers_asked: "name" };
  expect((await editSession({ ...form, ...ticked })).status).toBe(302);
  expect((await editSession({ ...form, version: "2" })).status).toBe(302);
});

test("a medium hit asks for a tick; a changed text asks again, an unchanged one does not", async () => {
  const { params, edit } = await diary();
  const flag = async () =>
    (await db.select().from(cases).where(eq(cases.unique_ref, params.caseRef)))[0]?.identifier_suspected;
  const refused = await edit({ version: "1", complications: "Mr Brown asked" });
  expect(refused.data.form.errors).toEqual({ complications: [NAME], identifiers_confirmed: [CONFIRM_MESSAGE] });
  expect(await flag()).toBe(false);
  const ticked = { identifiers_confirmed: "yes", identifiers_asked: "name" };
  expect((await edit({ version: "1", complications: "Mr Brown, 07700 900123", ...ticked })).status).toBe(422);
  expect((await edit({ version: "1", complications: "Mr Brown asked", ...ticked })).status).toBe(302);
  expect(await flag()).toBe(true);
  expect((await edit({ version: "2", complications: "Mr Brown asked", age: "46" })).status).toBe(302);
  expect(await flag()).toBe(true);
  expect((await edit({ version: "3", complications: "Mr Brown asked twice" })).status).toBe(422);
  // Another field is another text.
  expect((await edit({ version: "3", reflective_notes: "Mr Brown asked" })).status).toBe(422);
  expect((await edit({ version: "3", complications: "A surgeon asked" })).status).toBe(302);
  expect(await flag()).toBe(false);
});

test.each(["description", "extra_claim_notes"])("a session asks about %s in the same way", async (name) => {
  const { user, addSession, editSession, asked } = await diary();
  const form = { extra_claim_amount: "1200", [name]: "DOB 1950" };
  const key = { idempotency_key: newRef() };
  const refused = await addSession({ ...key, ...form });
  expect(refused.status).toBe(422);
  expect(Object.keys(refused.data.form.errors)).toEqual([name, "identifiers_reason"]);
  expect(await db.$count(sessions, eq(sessions.user_id, user.id))).toBe(1);
  expect((await addSession({ ...key, ...form, identifiers_reason: "A list’s name" })).status).toBe(302);
  expect((await editSession({ version: "1", ...form })).status).toBe(422);
  expect((await editSession({ version: "1", ...form, identifiers_reason: "A list’s name" })).status).toBe(302);
  const page = await load<{ defaults: Fields }>(editPage.loader, asked);
  expect((await editSession({ ...page.data.defaults, ...TIMES, session_end_time: "17:00" })).status).toBe(302);
});

test("a reason that is too long says so, and no text is ever logged", async () => {
  const { edit } = await diary();
  const spies = (["log", "info", "warn", "error"] as const).map((name) => vi.spyOn(console, name));
  const long = await edit({ version: "1", complications: "Mrs Smith", identifiers_reason: "x".repeat(201) });
  expect(long.data.form.errors).toEqual({ identifiers_reason: ["Reason must be 200 characters or fewer"] });
  await edit({ version: "1", complications: "Mrs Smith" });
  expect(spies.flatMap((spy) => spy.mock.calls).join()).not.toContain("Smith");
  for (const spy of spies) spy.mockRestore();
});

import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { cases } from "~/diary/cases/table.server";
import { countsText, type DeletionCounts } from "~/diary/sessions/deletion";
import { decryptNotes } from "~/diary/sessions/queries.server";
import { sessions } from "~/diary/sessions/table.server";
import type { FormState } from "~/platform/http/action-result";
import { deletedRowContext } from "~/platform/http/refusal.server";
import * as editCase from "~/routes/logbook/case";
import * as removeCase from "~/routes/logbook/case-delete";
import * as editSession from "~/routes/logbook/session";
import * as removeSession from "~/routes/logbook/session-delete";
import { makeDiary } from "../../support/diary";
import { contextOf, db, load, makeUser, submit, vault } from "../../support/harness";

interface Refused {
  form: FormState;
  gone?: { undoable: boolean };
}

const SESSION = {
  version: "1",
  session_date: "17/11/2026",
  session_start_time: "08:00",
  session_end_time: "19:40",
  pa_calculation_basis: "time_calculated",
  description: "Typed for long",
};
const CASE = { version: "1", age: "44", complications: "Typed for long" };

async function diary() {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const deleteSession = async () => {
    const asked = { user, params };
    const { data } = await load<{ version: number; counts: DeletionCounts[]; code: { code: string; signed: string } }>(
      removeSession.loader,
      asked,
    );
    const code = { delete_code: data.code.code, signed_code: data.code.signed };
    const form = { version: String(data.version), shown: countsText(data.counts), recurring: "1", warned: "yes" };
    expect((await submit(removeSession.action, { ...form, ...code }, asked)).status).toBe(302);
  };
  const deleteCase = async () => {
    expect((await submit(removeCase.action, { version: "1" }, { user, params })).status).toBe(302);
  };
  return { user, params, deleteSession, deleteCase };
}

/** The form as the page holds it now, with a press of one of its ways on. */
function pressed(form: FormState, if_gone: "undo" | "new"): Record<string, string> {
  const sent = Object.entries(form.values).map(([name, values]) => [name, values[0] ?? ""]);
  return { ...Object.fromEntries(sent), if_gone };
}

test("a session that was deleted meanwhile is put back with what was typed, once it is asked for", async () => {
  const { user, params, deleteSession } = await diary();
  await deleteSession();
  const refused = await submit<Refused>(editSession.action, SESSION, { user, params });
  expect([refused.status, refused.data.gone, refused.data.form.values.description]).toEqual([
    ...[404, { undoable: true }, ["Typed for long"]],
  ]);
  expect(await db.$count(sessions, eq(sessions.user_id, user.id))).toBe(0);
  const saved = await submit(editSession.action, pressed(refused.data.form, "undo"), { user, params });
  expect(saved.status).toBe(302);
  const [row] = await db.select().from(sessions).where(eq(sessions.unique_ref, params.sessionRef));
  expect(row && [row.version, await decryptNotes(vault.of(user.unique_ref), row)]).toEqual([4, "Typed for long"]);
  expect(await db.$count(cases, eq(cases.user_id, user.id))).toBe(1);
});

test("its answers are saved as a new session, once for each form", async () => {
  const { user, params, deleteSession } = await diary();
  await deleteSession();
  const refused = await submit<Refused>(editSession.action, SESSION, { user, params });
  const form = pressed(refused.data.form, "new");
  for (let time = 0; time < 2; time += 1) {
    expect((await submit(editSession.action, form, { user, params })).status).toBe(302);
  }
  const rows = await db.select().from(sessions).where(eq(sessions.user_id, user.id));
  expect(await Promise.all(rows.map((row) => decryptNotes(vault.of(user.unique_ref), row)))).toEqual([
    "Typed for long",
  ]);
  expect(rows[0]?.unique_ref).not.toBe(params.sessionRef);
});

test.each([
  "undo",
  "new",
] as const)("a case that was deleted meanwhile: its answers are saved by way of %s", async (way) => {
  const { user, params, deleteCase } = await diary();
  await deleteCase();
  const refused = await submit<Refused>(editCase.action, CASE, { user, params });
  expect([refused.status, refused.data.gone, refused.data.form.values.complications]).toEqual([
    ...[404, { undoable: true }, ["Typed for long"]],
  ]);
  const saved = await submit(editCase.action, pressed(refused.data.form, way), { user, params });
  expect([saved.status, saved.location]).toEqual([302, `/logbook/session/${params.sessionRef}/`]);
  const rows = await db.select().from(cases).where(eq(cases.user_id, user.id));
  expect(rows.map(({ age, unique_ref }) => [age, unique_ref === params.caseRef])).toEqual([[44, way === "undo"]]);
});

test("a case comes back with the session that it was deleted with", async () => {
  const { user, params, deleteSession } = await diary();
  await deleteSession();
  const refused = await submit<Refused>(editCase.action, CASE, { user, params });
  const form = pressed(refused.data.form, "undo");
  expect((await submit(editCase.action, form, { user, params })).status).toBe(302);
  const rows = await db.select().from(cases).where(eq(cases.user_id, user.id));
  expect(rows.map(({ age, version }) => [age, version])).toEqual([[44, 4]]);
});

test("one that was deleted before its session is put back after that alone, and keeps the answers", async () => {
  const { user, params, deleteCase, deleteSession } = await diary();
  await deleteCase();
  await deleteSession();
  const refused = await submit<Refused>(editCase.action, CASE, { user, params });
  const again = await submit<Refused>(editCase.action, pressed(refused.data.form, "undo"), { user, params });
  expect([again.status, again.data.form.values.complications, again.data.form.errors[""]?.[0]]).toEqual([
    ...[404, ["Typed for long"], expect.stringContaining("Undo what came after it first")],
  ]);
});

test.each([
  ["session", editSession.loader],
  ["case", editCase.loader],
])("without script the page of a %s that is gone is drawn around its answers, and else is not there", async (_, loader) => {
  const { user, params, deleteSession } = await diary();
  await deleteSession();
  expect((await load(loader, { user, params })).status).toBe(404);
  const context = contextOf(user);
  context.set(deletedRowContext, true);
  const request = new Request("http://daybook.test/");
  const args = { request, params, context, url: new URL(request.url), pattern: "" };
  expect(await loader(args as never)).toBeTruthy();
});

test("somebody else's session is never found, put back or told of", async () => {
  const { user, params, deleteSession } = await diary();
  const stranger = await makeUser();
  await deleteSession();
  for (const if_gone of ["", "undo"]) {
    const answer = await submit<Refused>(editSession.action, { ...SESSION, if_gone }, { user: stranger, params });
    expect([answer.status, answer.data.gone]).toEqual([404, { undoable: false }]);
  }
  expect(await db.$count(sessions, eq(sessions.user_id, user.id))).toBe(0);
});

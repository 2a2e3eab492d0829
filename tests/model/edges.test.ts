import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { MAX_NOTES, MAX_OPTIONS } from "~/diary/cases/form";
import { STANDARD } from "~/diary/cases/standard-options";
import { cases, options } from "~/diary/cases/table.server";
import { countsText, type DeletionCounts } from "~/diary/sessions/deletion";
import { sessionPlace, sessions } from "~/diary/sessions/table.server";
import { jobPlans } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import { insertRows } from "~/platform/db/json-rows.server";
import type { FormState } from "~/platform/http/action-result";
import * as editCase from "~/routes/logbook/case";
import * as removeCase from "~/routes/logbook/case-delete";
import * as addCase from "~/routes/logbook/case-new";
import * as removeSession from "~/routes/logbook/session-delete";
import * as addSession from "~/routes/logbook/session-new";
import * as undo from "~/routes/logbook/undo";
import { optionsOfUser } from "../support/case-options";
import { makeDiary } from "../support/diary";
import { flashOf } from "../support/flash";
import { saveSession } from "../support/following";
import { db, load, makeUser, NOW, submit, vault } from "../support/harness";

type User = Awaited<ReturnType<typeof makeUser>>;
interface Shown {
  version: number;
  counts: DeletionCounts[];
  code: { code: string; signed: string };
}

/** As long as notes may be, each character of four bytes. */
const LONGEST = "😀".repeat(MAX_NOTES);

const LIST = {
  session_date: "17/11/2026",
  session_start_time: "08:00",
  session_end_time: "18:00",
  pa_calculation_basis: "time_calculated",
};

async function diary() {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  return { user, params };
}

async function rowsOf({ id }: User) {
  const rows = await db.batch([
    db.select().from(sessions).where(eq(sessions.user_id, id)).orderBy(asc(sessions.unique_ref)),
    db.select().from(cases).where(eq(cases.user_id, id)).orderBy(asc(cases.unique_ref)),
  ]);
  return [...rows, await optionsOfUser(id)] as const;
}

/** Compares rows as text: byte by byte takes half a minute for millions of them. */
function expectSame(rows: readonly object[], before: readonly object[]): void {
  expect(rows).toHaveLength(before.length);
  expect(rows.every((row, at) => JSON.stringify(row) === JSON.stringify(before[at]))).toBe(true);
}

function stepOf(headers: Headers): string {
  return flashOf({ headers }).undo ?? "";
}

function said(headers: Headers): string {
  return flashOf({ headers }).text;
}

/** Presses the button of a deletion's page, with its code. */
async function remove(user: User, sessionRef: string, choice: "1" | "3") {
  const asked = { user, params: { sessionRef } };
  const { data } = await load<Shown>(removeSession.loader, asked);
  const form = {
    ...{ version: String(data.version), shown: countsText(data.counts), recurring: choice, warned: "yes" },
    ...{ signed_code: data.code.signed, delete_code: data.code.code },
  };
  const answer = await submit(removeSession.action, form, asked);
  // Its answer may get lost: the form sent again is told the same.
  const again = await submit(removeSession.action, form, asked);
  expect([again.status, again.location, said(again.headers)]).toEqual([302, answer.location, said(answer.headers)]);
  return answer;
}

test("a case has as many options as a form lets through, is changed, deleted and put back with all of them", async () => {
  const { user, params } = await diary();
  const own = Array.from({ length: 60 }, (_, at) => ({
    ...{ unique_ref: newRef(), user_id: user.id, kind: at % 2 ? ("airway" as const) : ("procedure" as const) },
    ...{ label: `Own ${at}`, created_at: NOW, updated_at: NOW },
  }));
  const [insert] = insertRows(db, options, own);
  await insert;
  const idsOf = (kind: "airway" | "procedure") =>
    [
      ...STANDARD[kind].flatMap((group) => group.options.map(({ id }) => id)),
      ...own.filter((each) => each.kind === kind).map((each) => each.unique_ref),
    ].slice(-MAX_OPTIONS);
  const [airway, procedures] = [idsOf("airway"), idsOf("procedure")];
  expect([airway.length, procedures.length]).toEqual([MAX_OPTIONS, MAX_OPTIONS]);
  const all = {
    selected_airway_options_set: airway,
    selected_extra_options_set: procedures,
    new_airway_option: "Another airway",
    new_extra_option: "Another procedure",
  };
  expect((await submit(addCase.action, { idempotency_key: newRef(), ...all }, { user, params })).status).toBe(302);
  expect((await submit(editCase.action, { version: "1", ...all }, { user, params })).status).toBe(302);
  const before = await rowsOf(user);
  expect(before[2]).toHaveLength(2 * (2 * MAX_OPTIONS + 2));
  const version = before[1].find(({ unique_ref }) => unique_ref === params.caseRef)?.version;
  const deleted = await submit(removeCase.action, { version: String(version) }, { user, params });
  expect((await rowsOf(user))[2]).toHaveLength(2 * MAX_OPTIONS + 2);
  await submit(undo.action, {}, { user, params: { undoRef: stepOf(deleted.headers) } });
  expect(await rowsOf(user)).toEqual(before);
});

test("four hundred sessions with the longest notes are made, changed and deleted at once, and none is half done", {
  tags: ["full"],
  // Four million letters are encrypted, kept and compared: half a minute, twice that on a busy machine.
  timeout: 180_000,
}, async () => {
  const { user, params } = await diary();
  await db.update(jobPlans).set({ date_end: "2034-07-11" }).where(eq(jobPlans.unique_ref, params.planRef));
  const recurrence = { recurring: "yes", recurringChoice_type: "weekly", recurringChoice_selected: "11" };
  const form = { ...LIST, ...recurrence, recurringChoice_until: "end", description: LONGEST };
  expect((await submit(addSession.action, { ...form, idempotency_key: newRef() }, { user })).status).toBe(302);
  const notesOf = async () => {
    const rows = (await rowsOf(user))[0].filter((row) => row.recurring_uuid !== null);
    const notes = rows.map((row) => vault.decrypt(user.unique_ref, sessionPlace(row.unique_ref), row.text_encrypted));
    return { rows, notes: new Set(await Promise.all(notes)) };
  };
  const made = await notesOf();
  expect([made.rows.length, made.notes]).toEqual([400, new Set([LONGEST])]);

  const first = made.rows.toSorted((one, other) => one.start_at - other.start_at)[0];
  const sessionRef = first?.unique_ref as string;
  const other = LONGEST.replaceAll("😀", "🩺");
  const change = { ...LIST, version: "2", series_scope: "following", description: other };
  expect((await saveSession(change, { user, params: { sessionRef } })).status).toBe(302);
  const changed = await notesOf();
  expect([changed.rows.length, changed.notes]).toEqual([400, new Set([other])]);

  // More than a row of the database holds.
  const answer = await remove(user, sessionRef, "3");
  expect([answer.status, (await notesOf()).rows]).toEqual([302, []]);
  expect((await rowsOf(user))[0]).toHaveLength(1);
  await submit(undo.action, {}, { user, params: { undoRef: stepOf(answer.headers) } });
  expectSame((await notesOf()).rows, changed.rows);
});

test("a session with 24 cases of the longest texts is deleted, and put back with all of them", {
  tags: ["full"],
}, async () => {
  const { user, params } = await diary();
  const long = { complications: LONGEST, reflective_notes: LONGEST };
  for (let at = 0; at < 24; at += 1) {
    const form = { idempotency_key: newRef(), ...long };
    expect((await submit(addCase.action, form, { user, params })).status).toBe(302);
  }
  const before = await rowsOf(user);
  const answer = await remove(user, params.sessionRef, "1");
  expect((await rowsOf(user)).map((rows) => rows.length)).toEqual([0, 0, 0]);
  await submit(undo.action, {}, { user, params: { undoRef: stepOf(answer.headers) } });
  expectSame((await rowsOf(user)).flat(), before.flat());
});

test("a character too many is refused in words, every answer comes back, and nothing is written", async () => {
  const { user, params } = await diary();
  const before = await rowsOf(user);
  const [long, key] = [`${LONGEST}!`, newRef()];
  type Refused = { form: FormState };
  const session = { ...LIST, idempotency_key: key, description: long };
  const one = await submit<Refused>(addSession.action, session, { user });
  const other = await submit<Refused>(addCase.action, { idempotency_key: key, complications: long }, { user, params });
  expect([one.status, one.data.form.errors]).toEqual([
    422,
    { description: ["Notes must be 10000 characters or fewer"] },
  ]);
  expect(other.data.form.errors).toEqual({ complications: ["Complications must be 10000 characters or fewer"] });
  expect([one.data.form.values.description, other.data.form.values.complications]).toEqual([[long], [long]]);
  expect(await rowsOf(user)).toEqual(before);
});

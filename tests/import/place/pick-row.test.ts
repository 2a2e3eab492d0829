import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { newCaseForm } from "~/diary/cases/form";
import { cases } from "~/diary/cases/table.server";
import { undoWithMessage } from "~/diary/undo/undo.server";
import { pastImports, undoImport } from "~/import/place/imports.server";
import { addCaseFromRow, sessionWithRow } from "~/import/place/pick-row.server";
import { clearWorkingSet } from "~/import/stage/clear.server";
import { workingSet } from "~/import/stage/working-set.server";
import { importRows } from "~/import/table.server";
import { newRef } from "~/platform/db/columns.server";
import type { FormState } from "~/platform/http/action-result";
import { londonInstant } from "~/platform/time/london";
import { action, loader } from "~/routes/csv-import/case-new";
import { makeDiary } from "../../support/diary";
import { countingDatabase, db, load, makeUser, NOW, racingDatabase, submit } from "../../support/harness";
import { importFile, requestContextOf, row } from "../files";

const FIRST = { from: 0, sessions: 0 };

/** A diary with a file of one row, of the day after its session. */
async function withRow(more: Parameters<typeof row>[1] = {}) {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const context = requestContextOf(user);
  const { importRef } = await importFile(context, [row(2, { case_date: "2026-11-18", ...more })]);
  const [{ unique_ref: rowRef, case_ref } = { unique_ref: "", case_ref: "" }] = await db
    .select()
    .from(importRows)
    .where(eq(importRows.import_ref, importRef));
  return { user, asked: context, sessionRef: params.sessionRef, rowRef, caseRef: case_ref, theirs: params };
}

/** The answers of a form, as its route reads them. */
async function answered(answers: object = {}) {
  return newCaseForm.parseAsync({ idempotency_key: newRef(), ...answers });
}

test("a row fills the form of its case, in one trip, and keeps its own day when it is saved", async () => {
  const { user, asked: context, sessionRef, rowRef, caseRef } = await withRow();
  const { database, trips } = countingDatabase();
  const place = await sessionWithRow(requestContextOf(user, NOW, database), sessionRef, rowRef);
  expect(trips()).toBe(1);
  expect(place.row).toMatchObject({ unique_ref: rowRef, case_ref: caseRef, placed: false });
  expect(place.row?.answers).toEqual({
    ...{ start_time: "09:05", end_time: "10:40", case_day: "2026-11-18", age: "45", age_unit: "years" },
    ...{ gender: "1", asa: "2", case_description: "Procedure 2" },
    ...{ urgency: "", supervision: "", selected_airway_options_set: [], selected_extra_options_set: [] },
  });
  const answers = await answered({ ...place.row?.answers, asa: "3" });
  expect(await addCaseFromRow(context, place, answers, "print")).toBeNull();
  // The same form again makes nothing more.
  expect(await addCaseFromRow(context, place, answers, "print")).toBeNull();
  const [made] = await db.select().from(cases).where(eq(cases.unique_ref, caseRef));
  expect(made).toMatchObject({ asa: 3, session_ref: sessionRef, start_at: londonInstant("2026-11-18", 545) });
  expect((await workingSet(context, FIRST)).rows.items.map(({ unique_ref }) => unique_ref)).not.toContain(rowRef);
  const [stored] = await db.select().from(importRows).where(eq(importRows.unique_ref, rowRef));
  expect(stored?.placed_at).toBe(NOW);
  const params = { sessionRef };
  const again = await load(loader, { user, params, path: `/import_csv_data/case/new/?row=${rowRef}` });
  expect([again.status, again.location]).toEqual([302, "/import_csv_data/"]);
});

test("a case that was made of a row is undone like any other, and the row waits again", async () => {
  const { asked: context, sessionRef, rowRef, caseRef } = await withRow();
  const place = await sessionWithRow(context, sessionRef, rowRef);
  const answers = await answered(place.row?.answers);
  expect(await addCaseFromRow(context, place, answers, "print")).toBeNull();
  expect(await undoWithMessage(context, "2")).toMatchObject({ ok: true, gone: [{ unique_ref: caseRef }] });
  expect((await workingSet(context, FIRST)).rows.items.map(({ unique_ref }) => unique_ref)).toContain(rowRef);
  expect(await addCaseFromRow(context, place, answers, "print")).toBeNull();
  expect(await db.$count(cases, eq(cases.unique_ref, caseRef))).toBe(1);
});

test("a row that another page has made a case of is not made one twice, and that is said", async () => {
  const { asked: context, sessionRef, rowRef } = await withRow();
  const place = await sessionWithRow(context, sessionRef, rowRef);
  expect(await addCaseFromRow(context, place, await answered(place.row?.answers), "print")).toBeNull();
  const refusal = await addCaseFromRow(context, place, await answered(place.row?.answers), "other");
  expect(refusal?.status).toBe(409);
  expect(refusal?.errors[""]).toContain("is already in your logbook");
});

test("a text that may identify a patient is asked about like any other", async () => {
  const { asked: context, sessionRef, rowRef } = await withRow({ case_description: "MRN 12345, hernia" });
  const place = await sessionWithRow(context, sessionRef, rowRef);
  const refusal = await addCaseFromRow(context, place, await answered(place.row?.answers), "print");
  expect(Object.keys(refusal?.errors ?? {})).toEqual(["case_description", "identifiers_reason"]);
});

test("another user's row or session is not there", async () => {
  const [mine, theirs] = [await withRow(), await withRow()];
  const missing = { init: { status: 404 } };
  expect((await sessionWithRow(mine.asked, mine.sessionRef, theirs.rowRef)).row).toBeNull();
  await expect(sessionWithRow(mine.asked, theirs.sessionRef, mine.rowRef)).rejects.toMatchObject(missing);
  expect((await sessionWithRow(mine.asked, mine.sessionRef, newRef())).row).toBeNull();
});

test("a row that is cleared while its dialog is open is refused in words, with the answers kept", async () => {
  const { user, asked: context, sessionRef, rowRef, caseRef } = await withRow();
  const place = await sessionWithRow(context, sessionRef, rowRef);
  const answers = await answered({ ...place.row?.answers, reflective_notes: "Stayed late" });
  // In the moment between the look and the batch.
  const slow = { ...context, db: racingDatabase(1, () => clearWorkingSet(context)) };
  expect((await addCaseFromRow(slow, place, answers, "print"))?.errors[""]).toContain("This row was cleared");
  expect(await db.$count(cases, eq(cases.unique_ref, caseRef))).toBe(0);
  const sent = { idempotency_key: newRef(), row: rowRef, start_time: "09:05", reflective_notes: "Stayed late" };
  const page = { user, params: { sessionRef }, path: `/?row=${rowRef}` };
  const refused = await submit<{ form: FormState }>(action, sent, page);
  expect([refused.status, refused.data.form.values.reflective_notes]).toEqual([409, ["Stayed late"]]);
  expect((await load(loader, page)).data).toMatchObject({ gone: true, row: rowRef });
});

test("a case that was completed by hand is told of before its import is undone", async () => {
  const { asked: context, sessionRef, rowRef } = await withRow();
  const place = await sessionWithRow(context, sessionRef, rowRef);
  const answers = await answered({ ...place.row?.answers, reflective_notes: "Stayed late" });
  await addCaseFromRow(context, place, answers, "print");
  const [past] = (await pastImports(context)).past;
  expect(past?.going).toMatchObject({ cases: 1, edited: 1 });
  expect(await undoImport(context, past?.unique_ref ?? "", { cases: 1, edited: 0, fees: 0 })).toEqual({
    result: "changed",
  });
});

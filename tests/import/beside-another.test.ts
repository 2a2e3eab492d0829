import { and, asc, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { newCaseForm } from "~/diary/cases/form";
import { cases, options } from "~/diary/cases/table.server";
import { fees } from "~/diary/fees/table.server";
import { sessions } from "~/diary/sessions/table.server";
import { makeSessions } from "~/import/new-sessions/make.server";
import { proposeSessions } from "~/import/new-sessions/propose.server";
import { importToUndo, onePastImport, pastImports, undoImport } from "~/import/place/imports.server";
import { addCaseFromRow, sessionWithRow } from "~/import/place/pick-row.server";
import { placeAll } from "~/import/place/place.server";
import { placingPreview } from "~/import/place/preview.server";
import { importsOfFile } from "~/import/stage/begin.server";
import { clearWorkingSet } from "~/import/stage/clear.server";
import { workingSet } from "~/import/stage/working-set.server";
import { importRows, imports } from "~/import/table.server";
import { jobPlanElements } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import { londonInstant } from "~/platform/time/london";
import { copyDiary } from "../support/copy-diary";
import { lockDays, makeDiary } from "../support/diary";
import { db, makeUser, NOW } from "../support/harness";
import { importFile, requestContextOf, row } from "./files";

const FIRST = { from: 0, sessions: 0 };
const LATER = NOW + 60_000;
const EVERY_ROW = [importRows, imports, cases, options, fees, sessions] as const;

/** Somebody with a session, a file of one row for it and one without a session, and another user. */
async function twoUsers() {
  const [user, other] = [await makeUser(), await makeUser()];
  const { params } = await makeDiary(user);
  const own = { user_id: user.id, created_at: NOW, updated_at: NOW };
  const option = newRef();
  await db.insert(options).values({ ...own, unique_ref: option, kind: "airway", label: "Wand" });
  const rows = [
    row(2, { start_minute: 600, options: [{ id: option, flags: "" }] }),
    row(3, { case_date: "2026-11-12" }),
  ];
  const { importRef, facts } = await importFile(requestContextOf(user), rows);
  const [homed] = await db.select().from(importRows).where(eq(importRows.import_ref, importRef));
  const copy = () => copyDiary(user.id, other.id);
  return { user, other, params, importRef, facts, option, copy, homed, asked: requestContextOf(user, LATER) };
}

function ofUser(userId: number) {
  return Promise.all(
    EVERY_ROW.map((table) => db.select().from(table).where(eq(table.user_id, userId)).orderBy(asc(table.unique_ref))),
  );
}

async function rowsOf(userId: number, importRef: string) {
  const ofImport = and(eq(importRows.user_id, userId), eq(importRows.import_ref, importRef));
  return db.select().from(importRows).where(ofImport).orderBy(asc(importRows.line));
}

async function importOf(userId: number, importRef: string) {
  const isIt = and(eq(imports.user_id, userId), eq(imports.unique_ref, importRef));
  return (await db.select().from(imports).where(isIt))[0];
}

/** Of these rows there is a case, and nothing says that they were placed. */
async function placeUnsaid(userId: number) {
  const unsaid = { placed_at: null };
  await db.update(importRows).set(unsaid).where(eq(importRows.user_id, userId));
}

async function makeAll(by: ReturnType<typeof requestContextOf>) {
  const proposal = await proposeSessions(by);
  return makeSessions(by, proposal, proposal.fingerprint);
}

test.each([
  ["placing all", placeAll, [true, false]],
  ["making sessions", makeAll, [true, true]],
])("%s marks the rows of its own user alone", async (_, act, placed) => {
  const { user, other, importRef, asked } = await twoUsers();
  await act(asked);
  await copyDiary(user.id, other.id);
  await placeUnsaid(other.id);
  // Of the first their rows wait again.
  await db.delete(cases).where(and(eq(cases.user_id, user.id), eq(cases.created_at, LATER)));
  await db.delete(sessions).where(and(eq(sessions.user_id, user.id), eq(sessions.created_at, LATER)));
  await placeUnsaid(user.id);
  const before = await ofUser(other.id);
  const last = requestContextOf(user, LATER + 60_000);
  await act(last);
  expect(await ofUser(other.id)).toEqual(before);
  const marked = (await rowsOf(user.id, importRef)).map((each) => [each.placed_at, each.updated_at === last.now]);
  expect(marked).toEqual(placed.map((isPlaced) => [isPlaced ? last.now : null, isPlaced]));
});

test("a case has none of another user's options, whatever its row says", async () => {
  const { user, option, copy, homed, asked } = await twoUsers();
  await copy();
  await db.delete(options).where(and(eq(options.user_id, user.id), eq(options.unique_ref, option)));
  await placeAll(asked);
  const made = await db
    .select({ user_id: cases.user_id, options: cases.options })
    .from(cases)
    .where(eq(cases.unique_ref, homed?.case_ref ?? ""));
  expect(made).toEqual([{ user_id: user.id, options: [] }]);
});

test("a case that is made of a row by hand marks that row, and no other user's", async () => {
  const { user, other, params, importRef, copy, homed, asked } = await twoUsers();
  await copy();
  const before = await ofUser(other.id);
  const place = await sessionWithRow(asked, params.sessionRef, homed?.unique_ref ?? "");
  const answers = await newCaseForm.parseAsync({ idempotency_key: newRef(), ...place.row?.answers });
  expect(await addCaseFromRow(asked, place, answers, "print")).toBeNull();
  expect(await ofUser(other.id)).toEqual(before);
  expect((await rowsOf(user.id, importRef))[0]).toMatchObject({ placed_at: LATER, by_hand: true, updated_at: LATER });
});

test("undoing an import removes what was shown of it, beside another user's cases and fees", async () => {
  const { user, other, importRef, copy, homed, asked } = await twoUsers();
  await placeAll(asked);
  const fee = { user_id: user.id, created_at: NOW, updated_at: NOW, amount_pence: 5_000 };
  await db.insert(fees).values({ ...fee, unique_ref: newRef(), case_ref: homed?.case_ref ?? "" });
  await copy();
  const touched = { updated_at: LATER + 30_000 };
  await db.update(cases).set(touched).where(eq(cases.user_id, other.id));
  const before = await ofUser(other.id);
  const last = requestContextOf(user, LATER + 60_000);
  const { going } = await onePastImport(asked, importRef);
  expect(going).toEqual({ cases: 1, edited: 0, fees: 1, pence: 5_000 });
  expect(await undoImport(last, importRef, going)).toMatchObject({ result: "undone", undo: expect.any(String) });
  expect(await ofUser(other.id)).toEqual(before);
  expect(await importOf(user.id, importRef)).toMatchObject({ undone_at: last.now, updated_at: last.now });
  expect(await rowsOf(user.id, importRef)).toEqual([]);
});

test("of the cases that an undoing would remove, those count as locked whose own session is", async () => {
  const { user, other, importRef, copy, asked } = await twoUsers();
  await placeAll(asked);
  await copy();
  const start_at = londonInstant("2026-11-10", 480);
  await db.update(sessions).set({ start_at }).where(eq(sessions.user_id, other.id));
  await lockDays(user, "2026-11-10", "2026-11-10");
  expect((await importToUndo(asked, importRef)).locked).toBe(0);
  await lockDays(user, "2026-11-17", "2026-11-17");
  expect((await importToUndo(asked, importRef)).locked).toBe(1);
});

test("clearing notes when, and clears no other user's rows", async () => {
  const { user, other, importRef, copy, asked } = await twoUsers();
  await copy();
  const before = await ofUser(other.id);
  await clearWorkingSet(asked);
  expect(await ofUser(other.id)).toEqual(before);
  expect(await importOf(user.id, importRef)).toMatchObject({ cleared_at: LATER, updated_at: LATER });
});

test("what the pages of an import show is the same beside another user with other values under the same references", async () => {
  const { user, other, facts, importRef, copy, asked } = await twoUsers();
  const shown = async () => ({
    set: await workingSet(asked, FIRST),
    placing: await placingPreview(asked),
    proposed: await proposeSessions(asked),
    past: await pastImports(asked),
    undoing: await importToUndo(asked, importRef),
    ofFile: await importsOfFile(db, user.id, facts.file_hash),
  });
  const alone = await shown();
  expect(alone.placing.places[0]).toMatchObject({ session_ref: expect.any(String), element: "All-day orthopaedics" });
  await copy();
  await db.batch([
    db.update(jobPlanElements).set({ description: "Theirs" }).where(eq(jobPlanElements.user_id, other.id)),
    db
      .update(sessions)
      .set({ start_at: sql`start_at - 60000`, end_at: sql`end_at + 60000` })
      .where(eq(sessions.user_id, other.id)),
    db.update(importRows).set({ case_date: "2026-11-30", start_at: 0 }).where(eq(importRows.user_id, other.id)),
    db.update(imports).set({ rows_read: 99, created_at: LATER }).where(eq(imports.user_id, other.id)),
  ]);
  expect(await shown()).toEqual(alone);
});

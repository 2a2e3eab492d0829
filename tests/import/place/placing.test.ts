import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { getTableConfig } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import { writeChange } from "~/changes/write-change.server";
import { decryptCaseText } from "~/diary/cases/encrypted-text.server";
import { cases } from "~/diary/cases/table.server";
import { deleteCase } from "~/diary/cases/write.server";
import { fees } from "~/diary/fees/table.server";
import { sessions } from "~/diary/sessions/table.server";
import { undoableChanges } from "~/diary/undo/queries.server";
import { undoWithMessage } from "~/diary/undo/undo.server";
import { onePastImport, pastImports, undoImport } from "~/import/place/imports.server";
import { placeAll } from "~/import/place/place.server";
import { type Preview, placingPreview } from "~/import/place/preview.server";
import { workingSet } from "~/import/stage/working-set.server";
import { NATIONAL_RULES } from "~/planning/job-plans/pa-rules";
import { newRef } from "~/platform/db/columns.server";
import { addDays, londonInstant } from "~/platform/time/london";
import { action, loader } from "~/routes/csv-import/place";
import { copyDiary } from "../../support/copy-diary";
import { makeDiary } from "../../support/diary";
import { flashOf } from "../../support/flash";
import { countingDatabase, db, load, makeUser, NOW, racingDatabase, submit } from "../../support/harness";
import { meteredDatabase } from "../../support/metered";
import { importFile, requestContextOf, row } from "../files";

const FIRST = { from: 0, sessions: 0 };

/** An empty diary. */
async function somebody() {
  return requestContextOf(await makeUser());
}

async function addSession(userId: number, date: string, from: number, until: number) {
  const unique_ref = newRef();
  await db.insert(sessions).values({
    ...{ unique_ref, user_id: userId, created_at: NOW, updated_at: NOW },
    ...{ start_at: londonInstant(date, from), end_at: londonInstant(date, until) },
    ...{ pa_basis: "time_calculated", standard_minutes: until - from, premium_minutes: 0, pa_units: 3600 },
    pa_rules: NATIONAL_RULES.england,
  });
  return unique_ref;
}

function casesOf(sessionRef: string) {
  return db.select().from(cases).where(eq(cases.session_ref, sessionRef)).orderBy(cases.start_at);
}

test("rows go into the one session whose times hold their start; the preview says all of it before", async () => {
  const context = await somebody();
  const userId = context.user.id;
  const morning = await addSession(userId, "2026-11-17", 480, 780);
  const night = await addSession(userId, "2026-11-17", 1200, 1920);
  const [one, other] = [
    await addSession(userId, "2026-11-18", 540, 720),
    await addSession(userId, "2026-11-18", 600, 780),
  ];
  await importFile(context, [
    row(2, { start_minute: 480, end_minute: 500 }),
    row(3, { start_minute: 779, end_minute: 800, case_description: "Mr Smith, hernia" }),
    // The session has ended.
    row(4, { start_minute: 780, end_minute: 800 }),
    row(5, { start_minute: 1300, end_minute: 20 }),
    // Past midnight it is still that night.
    row(6, { case_date: "2026-11-18", start_minute: 100, end_minute: 200 }),
    row(7, { case_date: "2026-11-18", start_minute: 610, end_minute: 700 }),
    row(8, { case_date: "2026-11-18", start_minute: 550, end_minute: 590 }),
    // Without times: two sessions begin that day.
    row(9, { start_minute: null, end_minute: null }),
    row(10, { start_minute: 500, end_minute: 520, case_description: "MRN 12345, hernia" }),
    row(11, { case_date: "2026-11-19", start_minute: null, end_minute: null }),
    // The same patient at the same time, from another table of the file.
    row(12, { start_minute: 480, end_minute: 500, case_description: "Hernia, spinal" }),
  ]);
  const preview = await placingPreview(context);
  const places = preview.places.map(({ session_ref, time, rows }) => [session_ref, time, rows]);
  expect(places).toEqual([
    [one, "09:00 – 12:00", 1],
    [night, "20:00 – 08:00", 2],
    [morning, "08:00 – 13:00", 2],
  ]);
  expect([preview.rows, preview.marked]).toEqual([5, 1]);
  expect([preview.there.rows, preview.there.first.map(({ line }) => line)]).toEqual([1, [12]]);
  // The page offers what the preview then shows.
  expect(await workingSet(context, FIRST)).toMatchObject({ available: 11, placeable: 5 });
  const skipped = preview.skipped.map(({ reason, first, rows }) => [reason, rows, first.map(({ line }) => line)]);
  expect(skipped.sort()).toEqual([
    ["identifier", 1, [10]],
    ["no_session", 2, [4, 11]],
    ["two_sessions", 2, [9, 7]],
  ]);

  expect(await placeAll(context)).toEqual({ placed: 5, undo: "2" });
  const [first, marked] = await casesOf(morning);
  expect(first).toMatchObject({ age: 45, age_unit: "years", gender: 1, asa: 2, urgency: null, version: 2 });
  expect((await decryptCaseText(context.cipher, first as never)).case_description).toBe("Procedure 2");
  expect([first?.identifier_suspected, marked?.identifier_suspected]).toEqual([false, true]);
  expect((await casesOf(night)).map(({ start_at }) => start_at)).toEqual([
    londonInstant("2026-11-17", 1300),
    londonInstant("2026-11-18", 100),
  ]);
  expect([(await casesOf(one)).length, (await casesOf(other)).length]).toEqual([1, 0]);
  // Again is harmless, and the preview has nothing left to place.
  expect(await placeAll(context)).toEqual({ placed: 0, undo: null });
  expect((await placingPreview(context)).rows).toBe(0);
  expect(await workingSet(context, FIRST)).toMatchObject({ total: 11, placed: 5, matching: 1, available: 5 });
});

test("what is placed is what the page showed: a session that came meanwhile asks to look again", async () => {
  const context = await somebody();
  const userId = context.user.id;
  const morning = await addSession(userId, "2026-11-17", 480, 780);
  await importFile(context, [row(2), row(3, { case_date: "2026-11-18" })]);
  const shown = (await load<{ preview: Preview }>(loader, { user: context.user })).data.preview;
  await addSession(userId, "2026-11-18", 480, 780);
  const press = ({ fingerprint }: Preview) => submit(action, { fingerprint }, { user: context.user });
  expect((await press(shown)).status).toBe(409);
  expect(await casesOf(morning)).toEqual([]);
  const now = await placingPreview(context);
  expect([(await press(now)).status, (await press(now)).status]).toEqual([302, 302]);
  expect(await casesOf(morning)).toHaveLength(1);
});

test("what is placed is what the page showed: one case swapped for another in the same session asks to look again", async () => {
  const context = await somebody();
  const morning = await addSession(context.user.id, "2026-11-17", 480, 780);
  const { facts } = await importFile(context, [row(2)]);
  const shown = (await load<{ preview: Preview }>(loader, { user: context.user })).data.preview;
  // The same file, mapped another way: its row takes the place of the one that was shown.
  await importFile(context, [row(3, { age: 46 })], { ...facts, mapping: { ...facts.mapping, asa: 8 } });
  expect((await placingPreview(context)).rows).toBe(shown.rows);
  const pressed = await submit(action, { fingerprint: shown.fingerprint }, { user: context.user });
  expect([pressed.status, await casesOf(morning)]).toEqual([409, []]);
});

test("a preview of very many sessions names the newest two hundred", async () => {
  const context = await somebody();
  const days = Array.from({ length: 203 }, (_, at) => addDays("2026-01-01", at));
  for (const day of days) await addSession(context.user.id, day, 480, 1080);
  await importFile(
    context,
    days.map((case_date, at) => row(at + 2, { case_date })),
  );
  const { places, more, rows } = await placingPreview(context);
  expect([places.length, more, rows]).toEqual([200, 3, 203]);
});

test("a row hides only behind a case with the same start, end, age and gender, all of them present", async () => {
  const context = await somebody();
  const userId = context.user.id;
  const session_ref = await addSession(userId, "2026-11-17", 480, 780);
  const like = { session_ref, user_id: userId, created_at: NOW, updated_at: NOW };
  const [start_at, end_at] = [londonInstant("2026-11-17", 545), londonInstant("2026-11-17", 640)];
  const [age, gender] = [45, 1];
  await db.batch([
    db.insert(cases).values({ ...like, unique_ref: newRef(), start_at, end_at, age, gender }),
    db.insert(cases).values({ ...like, unique_ref: newRef(), start_at, end_at, gender: 2 }),
  ]);
  await importFile(context, [
    row(2),
    row(3, { start_minute: 546 }),
    row(4, { end_minute: 641 }),
    row(5, { age: 46 }),
    row(6, { age_unit: "months" }),
    row(7, { gender: 2 }),
    row(8, { gender: null }),
    row(9, { age: null, gender: 2 }),
    row(10, { end_minute: null }),
  ]);
  const { rows, matching } = await workingSet(context, FIRST);
  expect([rows.items.map(({ line }) => line), matching]).toEqual([[3, 10, 9, 8, 7, 6, 5, 4], 1]);
});

test("a case that is removed brings its row back; placed again, its undo ends in no fault of placing", async () => {
  const context = await somebody();
  const sessionRef = await addSession(context.user.id, "2026-11-17", 480, 780);
  const { importRef } = await importFile(context, [row(2)]);
  await placeAll(context);
  expect((await workingSet(context, FIRST)).rows.items.length).toBe(0);
  const [placed] = await casesOf(sessionRef);
  const { unique_ref: caseRef = "", version = 0 } = placed ?? {};
  const step = await deleteCase(context, sessionRef, caseRef, version);
  expect((await workingSet(context, FIRST)).rows.items.length).toBe(1);
  expect(await onePastImport(context, importRef)).toMatchObject({ placed: 0, removed: 1, brought: 1 });
  expect(await placeAll(context)).toMatchObject({ placed: 1 });
  expect((await casesOf(sessionRef))[0]?.unique_ref).toBe(placed?.unique_ref);
  // Another page's undo brings the very case back, whatever it says here: it is there once.
  expect(await undoWithMessage(context, "undo" in step ? (step.undo ?? "") : "")).toMatchObject({ ok: false });
  expect(await casesOf(sessionRef)).toHaveLength(1);
  expect(await placeAll(context)).toEqual({ placed: 0, undo: null });
  expect(await onePastImport(context, importRef)).toMatchObject({ placed: 1, removed: 0 });
});

test("placing all is one change: undone, its cases go again and their rows wait as before, but not once one was changed", async () => {
  const context = await somebody();
  const sessionRef = await addSession(context.userId, "2026-11-17", 480, 780);
  await importFile(context, [row(2), row(3, { start_minute: 546 }), row(4, { start_minute: 547 })]);
  const pressed = await submit(
    action,
    { fingerprint: (await placingPreview(context)).fingerprint },
    { user: context.user },
  );
  expect(flashOf(pressed)).toEqual({ text: "3 cases placed", undo: "2", done: true });
  const [edited] = await casesOf(sessionRef);
  const ref = edited?.unique_ref ?? "";
  await writeChange(context, {
    message: "Case changed",
    seen: [{ part: "cases", ref, version: 2 }],
    updates: { cases: [{ unique_ref: ref, asa: 4 }] },
  });
  expect(await undoWithMessage(context, "2")).toMatchObject({ ok: false });
  expect((await workingSet(context, FIRST)).placed).toBe(3);
  await undoWithMessage(context, "3");
  expect(await undoWithMessage(context, "2")).toMatchObject({ message: "Removed: 3 cases" });
  const { rows, available, placeable, placed } = await workingSet(context, FIRST);
  expect([rows.items.map(({ line }) => line), available, placeable, placed]).toEqual([[4, 3, 2], 3, 3, 0]);
  expect(await placeAll(context)).toEqual({ placed: 3, undo: "6" });
});

test("what finds nothing to place is no change, nor is a page that another was quicker than", async () => {
  const context = await somebody();
  await addSession(context.userId, "2026-11-17", 480, 780);
  await importFile(context, [row(2), row(3, { case_date: "2026-11-19" })]);
  const quicker = { ...context, db: racingDatabase(1, () => placeAll(context)) };
  expect(await placeAll(quicker)).toEqual({ placed: 0, undo: null });
  expect(await placeAll(context)).toEqual({ placed: 0, undo: null });
  const listed = await undoableChanges(db, context.userId, NOW);
  expect(listed.map(({ message }) => message)).toEqual(["1 case placed"]);
});

test("a placing that is undone before it came to its end does not go on", async () => {
  const context = await somebody();
  const sessionRef = await addSession(context.userId, "2026-11-17", 480, 780);
  // Two files are two lots.
  await importFile(context, [row(2)]);
  await importFile(context, [row(2, { start_minute: 546 })]);
  const undoing = { ...context, db: racingDatabase(2, () => undoWithMessage(context, "2")) };
  expect(await placeAll(undoing)).toEqual({ placed: 1, undo: null });
  expect(await casesOf(sessionRef)).toEqual([]);
  expect(await workingSet(context, FIRST)).toMatchObject({ available: 2, placeable: 2 });
});

test("an undo takes all that an import placed, says before what goes, and nothing if that has changed", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const context = requestContextOf(user);
  const { importRef } = await importFile(context, [row(2, { start_minute: 700 }), row(3, { start_minute: 720 })]);
  await placeAll(context);
  const placed = (await casesOf(params.sessionRef)).filter(({ unique_ref }) => unique_ref !== params.caseRef);
  // Its own row was placed with them.
  expect(placed).toHaveLength(3);
  const edited = placed.find(({ age }) => age === 45);
  await db.batch([
    db
      .update(cases)
      .set({ updated_at: NOW + 1 })
      .where(eq(cases.unique_ref, edited?.unique_ref ?? "")),
    db.insert(fees).values({
      ...{ unique_ref: newRef(), user_id: user.id, created_at: NOW, updated_at: NOW },
      ...{ case_ref: edited?.unique_ref ?? null, amount_pence: 12_000 },
    }),
  ]);
  // Somebody with the same rows under the same references, whose fees are not these.
  await copyDiary(user.id, (await makeUser()).id);
  const ofSession = and(eq(cases.user_id, user.id), eq(cases.session_ref, params.sessionRef));
  const { going, ...shown } = await onePastImport(context, importRef);
  expect(going).toEqual({ cases: 2, edited: 1, fees: 1, pence: 12_000 });
  expect(shown).toMatchObject({
    read: 4,
    skipped: 1,
    merged: 1,
    rejected: 1,
    known: 0,
    brought: 2,
    placed: 2,
    removed: 0,
  });
  expect(await undoImport(context, importRef, { ...going, edited: 0 })).toEqual({ result: "changed" });
  expect(await db.$count(cases, ofSession)).toBe(4);
  expect(await undoImport(context, importRef, going)).toMatchObject({ result: "undone" });
  expect(await db.$count(cases, ofSession)).toBe(2);
  expect(await db.$count(fees, eq(fees.user_id, user.id))).toBe(1);
  expect(await undoImport(context, importRef, going)).toEqual({ result: "before" });
  expect((await pastImports(context)).past.map(({ state, placed }) => [state, placed])).toEqual([
    ["undone", 0],
    ["complete", 1],
  ]);
});

test("the undo of an import can be undone: its cases are back with their fees, and of its rows none", async () => {
  const context = await somebody();
  const sessionRef = await addSession(context.userId, "2026-11-17", 480, 780);
  const { importRef } = await importFile(context, [row(2), row(3, { case_date: "2026-11-19" })]);
  await placeAll(context);
  const [placed] = await casesOf(sessionRef);
  const owner = { case_ref: placed?.unique_ref ?? "" };
  await writeChange(context, {
    message: "Fee added",
    inserts: { fees: [{ unique_ref: newRef(), ...owner, amount_pence: 12_000 }] },
  });
  expect(await undoImport(context, importRef, { cases: 1, edited: 0, fees: 1 })).toEqual({
    result: "undone",
    undo: "4",
  });
  expect(await undoWithMessage(context, "4")).toMatchObject({ message: "Restored: 1 case, 1 fee" });
  expect(await casesOf(sessionRef)).toEqual([placed]);
  expect(await db.$count(fees, eq(fees.user_id, context.userId))).toBe(1);
  expect(await onePastImport(context, importRef)).toMatchObject({ state: "undone", placed: 0 });
  expect(await workingSet(context, FIRST)).toMatchObject({ total: 0, rows: { items: [] } });
});

test("the undo of an import that had placed nothing has nothing to put back, and is not offered", async () => {
  const context = await somebody();
  const { importRef } = await importFile(context, [row(2)]);
  expect(await undoImport(context, importRef, { cases: 0, edited: 0, fees: 0 })).toEqual({
    result: "undone",
    undo: null,
  });
  expect(await undoableChanges(db, context.userId, NOW)).toEqual([]);
});

test("nothing of an import is there for another user", async () => {
  const [context, stranger] = [await somebody(), await somebody()];
  const { importRef } = await importFile(context, [row(2)]);
  const refused = { init: { status: 404 } };
  await expect(onePastImport(stranger, importRef)).rejects.toMatchObject(refused);
  await expect(undoImport(stranger, importRef, { cases: 0, edited: 0, fees: 0 })).rejects.toMatchObject(refused);
  expect(await workingSet(stranger, FIRST)).toMatchObject({ total: 0, rows: { items: [] } });
  expect(await placeAll(stranger)).toEqual({ placed: 0, undo: null });
});

test("the main view shows the sessions between the first and the last date, newest first, in one trip", async () => {
  const context = await somebody();
  const userId = context.user.id;
  await addSession(userId, "2026-11-15", 480, 780);
  const night = await addSession(userId, "2026-11-15", 1200, 1920);
  const list = await addSession(userId, "2026-11-17", 480, 780);
  await addSession(userId, "2026-11-19", 480, 780);
  await importFile(context, [row(2), row(3, { case_date: "2026-11-18" }), row(4, { case_date: "2026-11-16" })]);
  await placeAll(context);
  const { database, trips } = countingDatabase();
  const set = await workingSet(requestContextOf(context.user, NOW, database), FIRST);
  expect(trips()).toBe(1);
  expect(set.sessionLimits).toEqual({ earliest: "2026-11-16", latest: "2026-11-18" });
  expect(set.sessions.items.map(({ unique_ref }) => unique_ref)).toEqual([list, night]);
  expect([set.sessions.total, set.sessions.items[0]?.cases.map(({ summary }) => summary)]).toEqual([
    2,
    ["45 y F, ASA 2 – Procedure 2"],
  ]);
  const { unique_ref: _, ...first } = set.rows.items[0] ?? { unique_ref: "" };
  expect(first).toEqual({
    ...{ line: 3, date: "Wed 18 Nov 2026", time: "09:05 – 10:40", patient: "45 y F, ASA 2" },
    ...{ description: "Procedure 3", identifier: null, remarks: [], choices: [] },
  });
  expect(set.rows.items[1]?.choices).toEqual([
    { session_ref: night, label: "No job plan element, 20:00 – 08:00", fits: false },
  ]);
});

test("a case without a time is offered the session that begins on its day first, as all are placed", async () => {
  const context = await somebody();
  const night = await addSession(context.userId, "2026-11-16", 1080, 1920);
  const list = await addSession(context.userId, "2026-11-17", 480, 1080);
  await importFile(context, [row(2, { start_minute: null, end_minute: null })]);
  const [only] = (await workingSet(context, FIRST)).rows.items;
  expect(only?.choices.map(({ session_ref, fits }) => [session_ref, fits])).toEqual([
    [night, false],
    [list, true],
  ]);
  expect((await placingPreview(context)).places.map(({ session_ref }) => session_ref)).toEqual([list]);
});

test("a page of the list goes on where the one before ends, also among rows of one time and of none", async () => {
  const context = await somebody();
  const rows = Array.from({ length: 12 }, (_, at) => {
    const start_minute = at % 3 === 0 ? null : 480 + (at % 2);
    return row(at + 2, { case_date: at < 6 ? "2026-11-16" : "2026-11-17", start_minute, end_minute: null });
  });
  await importFile(context, rows);
  const from = async (index: number) => (await workingSet(context, { from: index, sessions: 0 })).rows.items;
  const all = await from(0);
  expect(all.map(({ line }) => line)).toEqual([13, 9, 12, 10, 11, 8, 7, 3, 6, 4, 5, 2]);
  expect(await from(7)).toEqual(all.slice(7));
});

test("a case of a session that began two weeks before is known again", async () => {
  const context = await somebody();
  const userId = context.user.id;
  const long = await addSession(userId, "2026-11-01", 480, 480 + 13 * 1440);
  const at = (minute: number) => londonInstant("2026-11-13", minute);
  await db.insert(cases).values({
    ...{ unique_ref: newRef(), user_id: userId, session_ref: long, created_at: NOW, updated_at: NOW },
    ...{ start_at: at(500), end_at: at(560), age: 45, gender: 2 },
  });
  await importFile(context, [
    row(2, { case_date: "2026-11-13", start_minute: 500, end_minute: 560, age: 45, gender: 2 }),
  ]);
  expect(await placingPreview(context)).toMatchObject({ rows: 0 });
  expect(await placeAll(context)).toEqual({ placed: 0, undo: null });
});

test("20,000 rows are stored, previewed, placed and undone, with seven statements a lot of 5,000", {
  tags: ["full"],
  timeout: 60_000,
}, async () => {
  const user = await makeUser();
  const context = requestContextOf(user);
  const days = Array.from({ length: 200 }, (_, at) => addDays("2026-01-01", at));
  for (const day of days) await addSession(user.id, day, 480, 1080);
  const rows = Array.from({ length: 20_000 }, (_, at) => {
    const start_minute = 480 + ((Math.floor(at / 200) * 6) % 600);
    return row(at + 2, {
      case_date: days[at % 200] as string,
      start_minute,
      end_minute: start_minute + 5,
      age: at % 90,
    });
  });
  const { importRef, last } = await importFile(context, rows);
  expect(last).toEqual({ received: 20_000, expected: 20_000, known: 0, complete: true });
  const preview = await placingPreview(context);
  expect(preview.rows).toBe(20_000);
  const { metered, rowsRead } = meteredDatabase();
  const reading = requestContextOf(user, NOW, metered);
  await workingSet(reading, FIRST);
  const shown = rowsRead();
  await workingSet(reading, { from: 19_900, sessions: 180 });
  const lastPage = rowsRead() - shown;
  const already = rowsRead();
  await placingPreview(reading);
  const previewed = rowsRead() - already;
  // In step with the rows, however many sessions there are.
  expect({ shown: shown < 12 * 20_000, lastPage: lastPage < 28 * 20_000, previewed: previewed < 25 * 20_000 }).toEqual({
    ...{ shown: true, lastPage: true, previewed: true },
  });
  const { database, statements } = countingDatabase();
  expect(await placeAll(requestContextOf(user, NOW, database))).toMatchObject({
    placed: 20_000,
  });
  // The lots, and the line of the change; of each lot what must hold, its number, its cases, their marks, locked days and its end.
  expect(statements()).toBe(2 + 4 * 7);
  expect(await db.$count(cases, eq(cases.user_id, user.id))).toBe(20_000);
  const { going } = await onePastImport(context, importRef);
  expect(await undoImport(context, importRef, going)).toMatchObject({ result: "undone" });
  expect(await db.$count(cases, eq(cases.user_id, user.id))).toBe(0);
});

test("nothing but mapped values, encrypted where they are text, is in the database", async () => {
  const context = await somebody();
  await addSession(context.user.id, "2026-11-17", 480, 780);
  const described = row(2, { case_description: "Zebra hernia" });
  // What a hostile page sends beside the mapped values goes nowhere.
  await importFile(context, [{ ...described, ...{ patient: "Quagga" } }]);
  await placeAll(context);
  const { results } = await env.DB.prepare(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%user_id INTEGER%'",
  ).all<{ name: string }>();
  const names = results.map(({ name }) => name);
  expect(names).toContain(getTableConfig(cases).name);
  // Other tests of this database may write what they like, and as much.
  const ofUser = names.map((name) => env.DB.prepare(`SELECT * FROM ${name} WHERE user_id = ?`).bind(context.user.id));
  const rows = (await env.DB.batch(ofUser)).map(({ results: own }) => own);
  expect(rows.flat().length).toBeGreaterThan(5);
  const bytes = JSON.stringify(rows);
  const words = new TextDecoder("latin1").decode(Uint8Array.from(rows.flatMap(blobsOf)));
  expect(/quagga|zebra|hernia/i.test(bytes + words)).toBe(false);
});

/** D1 hands blobs over as lists of numbers. */
function blobsOf(rows: unknown[]): number[] {
  return rows.flatMap(
    (each) =>
      Object.values(each as object)
        .filter(Array.isArray)
        .flat() as number[],
  );
}

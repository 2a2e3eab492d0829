import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { cases } from "~/diary/cases/table.server";
import { formatArrived, formatCounts, type Received } from "~/import/format";
import { knownFile } from "~/import/map/known-file.server";
import { storeFile } from "~/import/map/read-upload.server";
import { wordTable } from "~/import/map/word-table";
import { onePastImport, pastImports, undoImport } from "~/import/place/imports.server";
import { placeAll } from "~/import/place/place.server";
import {
  type FileFacts,
  inChunks,
  type MappedFile,
  newRowsOf,
  type ReadFile,
  type ReadingRequest,
  rowsToSend,
} from "~/import/read-file";
import { beginImport } from "~/import/stage/begin.server";
import { clearWorkingSet } from "~/import/stage/clear.server";
import { receiveRows } from "~/import/stage/receive.server";
import { workingSet } from "~/import/stage/working-set.server";
import { importRows, imports } from "~/import/table.server";
import { londonInstant } from "~/platform/time/london";
import { makeDiary } from "../support/diary";
import { cutOffDatabase, db, makeUser, NOW, racingDatabase } from "../support/harness";
import { setProfile } from "../support/profile";
import { factsOf, importFile, requestContextOf, row } from "./files";

const FIRST = { from: 0, sessions: 0 };

/** Asked by a new user, who has nothing. */
async function somebody() {
  return requestContextOf(await makeUser());
}

function rowsOf(importRef: string) {
  return db.select().from(importRows).where(eq(importRows.import_ref, importRef)).orderBy(asc(importRows.line));
}

test("a file of three chunks is complete when all have come in their order, and each twice", async () => {
  const context = await somebody();
  const rows = Array.from({ length: 25 }, (_, at) => row(at + 2, { start_minute: 480 + at }));
  const begun = await beginImport(context, factsOf(rows));
  const chunks = inChunks(rowsToSend(rows), 10);
  const send = (at: number) => receiveRows(context, begun.import_ref, at * 10, chunks[at] ?? []);
  // One that is missing would be missed for good.
  await expect(send(1)).rejects.toMatchObject({ status: 409 });
  const answers = [];
  for (const at of [0, 0, 1, 0, 2, 1, 2]) answers.push(await send(at));
  expect(answers.map((answer) => [answer?.received, answer?.known, answer?.complete])).toEqual([
    [10, 0, false],
    [10, 0, false],
    [20, 0, false],
    [20, 0, false],
    [25, 0, true],
    [25, 0, true],
    [25, 0, true],
  ]);
  expect(await rowsOf(begun.import_ref)).toHaveLength(25);
  const set = await workingSet(context, FIRST);
  expect([set.available, set.total, set.unfinished]).toEqual([25, 25, []]);
});

test("two tabs that send the same rows at once store them once", async () => {
  const context = await somebody();
  const rows = [row(2), row(3)];
  const { import_ref } = await beginImport(context, factsOf(rows, { rows_expected: 4 }));
  const answers = await Promise.all([1, 2].map(() => receiveRows(context, import_ref, 0, rowsToSend(rows))));
  expect(answers).toEqual(Array(2).fill({ received: 2, expected: 4, known: 0, complete: false }));
  expect(await rowsOf(import_ref)).toHaveLength(2);
});

test("of somebody who keeps bands only no exact age is stored with the rows either", async () => {
  const context = await somebody();
  await setProfile(context.user.unique_ref, { ages: "bands" });
  const rows = [row(2, { age: 71 }), row(3, { age: 9, age_unit: "months" }), row(4, { age: null })];
  const begun = await beginImport(context, factsOf(rows));
  await receiveRows(context, begun.import_ref, 0, rowsToSend(rows));
  const stored = (await rowsOf(begun.import_ref)).map(({ age, age_unit }) => [age, age_unit]);
  expect(stored).toEqual([
    [65, "years"],
    [1, "months"],
    [null, "years"],
  ]);
});

test("an import that broke off says so, and the file goes on with it when it is dropped again", async () => {
  const context = await somebody();
  const rows = [row(2), row(3, { start_minute: 700, end_minute: 720 })];
  const facts = factsOf(rows);
  const begun = await beginImport(context, facts);
  await receiveRows(context, begun.import_ref, 0, rowsToSend(rows).slice(0, 1));
  const { unfinished } = await workingSet(context, FIRST);
  expect(unfinished).toEqual([{ unique_ref: begun.import_ref, day: "Sat 21 Nov 2026", received: 1, expected: 2 }]);
  expect(await beginImport(context, facts)).toEqual({ state: "resumed", import_ref: begun.import_ref });
  const last = await receiveRows(context, begun.import_ref, 1, rowsToSend(rows).slice(1));
  expect(last).toEqual({ received: 2, expected: 2, known: 0, complete: true });
});

test("a chunk whose connection dies after it was stored is there once when it is sent again", async () => {
  const context = await somebody();
  const rows = [row(2), row(3)];
  const begun = await beginImport(context, factsOf(rows));
  const dying = requestContextOf(context.user, NOW, cutOffDatabase(2));
  await expect(receiveRows(dying, begun.import_ref, 0, rowsToSend(rows))).rejects.toThrow("Network connection lost");
  expect(await receiveRows(context, begun.import_ref, 0, rowsToSend(rows))).toMatchObject({
    received: 2,
    complete: true,
  });
  expect(await rowsOf(begun.import_ref)).toHaveLength(2);
});

test("an import takes as many rows as were told at its beginning, and not one more", async () => {
  const context = await somebody();
  const rows = Array.from({ length: 5 }, (_, at) => row(at + 2, { start_minute: 480 + at }));
  const refused = { status: 409 };
  const { import_ref } = await beginImport(context, factsOf(rows, { rows_expected: 3 }));
  const [first = [], second = [], third = []] = inChunks(rowsToSend(rows), 2);
  await receiveRows(context, import_ref, 0, first);
  await expect(receiveRows(context, import_ref, 2, second)).rejects.toMatchObject(refused);
  expect(await rowsOf(import_ref)).toHaveLength(2);
  const last = { received: 3, expected: 3, known: 0, complete: true };
  expect(await receiveRows(context, import_ref, 2, third)).toEqual(last);
  await expect(receiveRows(context, import_ref, 3, third)).rejects.toMatchObject(refused);
  expect(await rowsOf(import_ref)).toHaveLength(3);
  // Its own chunks again, those that an earlier import had brought too.
  expect(await receiveRows(context, import_ref, 2, third)).toEqual(last);
  const known = await importFile(context, rows.slice(0, 2));
  expect(known.last).toEqual({ received: 2, expected: 2, known: 2, complete: true });
  expect(await receiveRows(context, known.importRef, 0, first)).toEqual(known.last);
});

test("two tabs that drop the same file at once fill one import", async () => {
  const context = await somebody();
  const facts = factsOf([row(2)]);
  const [one, other] = await Promise.all([beginImport(context, facts), beginImport(context, facts)]);
  expect(one).toMatchObject({ import_ref: (other as { import_ref: string }).import_ref });
  expect(await db.$count(imports, eq(imports.user_id, context.user.id))).toBe(1);
});

test("the same file again is told of before, and brings nothing new", async () => {
  const context = await somebody();
  // Two rows that are equal in all mapped values are two, and stay two.
  const rows = [row(2, { case_description: "Cataract" }), row(3, { case_description: "Cataract" }), row(4)];
  const { facts, importRef } = await importFile(context, rows);
  const { created_at: _, ...earlier } = (await knownFile(context, facts)).earlier ?? { created_at: 0 };
  expect(earlier).toEqual({ unique_ref: importRef, day: "Sat 21 Nov 2026", rows: 3, complete: true, cleared: false });
  const again = await importFile(context, rows, facts);
  expect(again.last).toEqual({ received: 3, expected: 3, known: 3, complete: true });
  expect(await rowsOf(again.importRef)).toEqual([]);
  expect((await workingSet(context, FIRST)).total).toBe(3);
});

test("a longer extract of the same system brings only what is new in it", async () => {
  const context = await somebody();
  const equal = { case_description: "Cataract", start_minute: 600 };
  await importFile(context, [row(2), row(3, equal), row(4, equal)]);
  const longer = [row(2, equal), row(3, equal), row(4, equal), row(5, { case_description: "Procedure 2" }), row(6)];
  const { last, importRef } = await importFile(context, longer);
  expect(last?.known).toBe(3);
  expect((await rowsOf(importRef)).map(({ line }) => line)).toEqual([4, 6]);
});

test("rows are stored with the instants of London's clocks, the end after the start", async () => {
  const context = await somebody();
  const night = { start_minute: 1380, end_minute: 60 };
  const { importRef } = await importFile(context, [
    row(2, night),
    // Clocks go back: 00:30 to 01:30 is an hour or two; the first such time counts.
    row(3, { case_date: "2026-10-25", start_minute: 30, end_minute: 90 }),
    row(4, { case_date: "2026-10-24", ...night }),
    row(5, { start_minute: null, end_minute: null }),
    row(6, { start_minute: null, end_minute: 600 }),
  ]);
  const stored = await rowsOf(importRef);
  expect(stored.map(({ start_at, end_at }) => [start_at, end_at])).toEqual([
    [londonInstant("2026-11-17", 1380), londonInstant("2026-11-18", 60)],
    [londonInstant("2026-10-25", 30), londonInstant("2026-10-25", 90)],
    [londonInstant("2026-10-24", 1380), londonInstant("2026-10-25", 60)],
    [null, null],
    [null, londonInstant("2026-11-17", 600)],
  ]);
});

test.each([
  ["encoding", { encodings: ["windows-1252"] }, { encodings: ["utf-8"] }],
  ["separator", { delimiters: [","] }, { delimiters: [";"] }],
] as const)("a file that is read again by another %s replaces the rows that it brought", async (_, one, other) => {
  const context = await somebody();
  const wrong = [row(2, { case_description: "Whippleâ€™s" })];
  const { facts } = await importFile(context, wrong, factsOf(wrong, { choices: one as never }));
  const right = [row(2, { case_description: "Whipple’s" })];
  const { last } = await importFile(context, right, { ...facts, choices: other as never });
  expect(last).toMatchObject({ known: 0, complete: true });
  expect((await workingSet(context, FIRST)).rows.items.map(({ description }) => description)).toEqual(["Whipple’s"]);
});

test("two tabs that map one file each their own way do not fill one import", async () => {
  const context = await somebody();
  const rows = [row(2), row(3, { start_minute: 700 })];
  const facts = factsOf(rows);
  const remapped = { ...facts, mapping: { ...facts.mapping, asa: 8 } };
  let other = { import_ref: "" };
  const slow = { ...context, db: racingDatabase(1, async () => (other = await beginImport(context, remapped))) };
  const mine = await beginImport(slow, facts);
  expect(mine.import_ref).not.toBe(other.import_ref);
  // The later one stands.
  expect(await receiveRows(context, other.import_ref, 0, rowsToSend(rows))).toBeNull();
  expect(await receiveRows(context, mine.import_ref, 0, rowsToSend(rows))).toMatchObject({ known: 0, complete: true });
});

test("past imports tell of one whose rows another mapping replaced, and of none that brought nothing", async () => {
  const { asked: context } = await diary();
  const before = (await pastImports(context)).past.length;
  const rows = [row(2, { start_minute: 700 }), row(3, { start_minute: 100 })];
  const { facts, importRef } = await importFile(context, rows);
  await placeAll(context);
  expect((await importFile(context, rows, facts)).last?.known).toBe(2);
  expect((await pastImports(context)).past.length).toBe(before + 1);
  await importFile(context, rows, { ...facts, mapping: { ...facts.mapping, asa: 8 } });
  const replaced = (await pastImports(context)).past.find(({ unique_ref }) => unique_ref === importRef);
  expect(replaced).toMatchObject({ state: "cleared", placed: 1 });
});

test("past imports come fifty at a time, newest first", async () => {
  const context = await somebody();
  const facts = Array.from({ length: 52 }, (_, at) => factsOf([row(2)], { file_hash: `${at}` }));
  for (const [at, each] of facts.entries()) await beginImport({ ...context, now: NOW + at }, each);
  const [newest, oldest] = [await pastImports(context), await pastImports(context, 50)];
  expect([newest.past.length, newest.total, newest.past[0]?.created_at]).toEqual([50, 52, NOW + 51]);
  expect(oldest.past.map(({ created_at }) => created_at)).toEqual([NOW + 1, NOW]);
});

test("a mapping is remembered by layout, and a file mapped another way replaces its rows that were not placed", async () => {
  const { asked: context } = await diary();
  const rows = [row(2, { start_minute: 700 }), row(3, { start_minute: 100 })];
  const { facts } = await importFile(context, rows);
  await placeAll(context);
  const remapped = { ...facts, mapping: { ...facts.mapping, asa: 8 } };
  const again = await importFile(
    context,
    rows.map((each) => ({ ...each, asa: 3 as const })),
    remapped,
  );
  // The line that was placed is known, be it mapped as it may.
  expect(again.last?.known).toBe(1);
  const set = await workingSet(context, FIRST);
  expect(set.rows.items.filter(({ time }) => time.startsWith("01:40")).map(({ patient }) => patient)).toEqual([
    "45 y F, ASA 3",
  ]);
  const known = await knownFile(context, { layout: facts.layout, file_hash: "another" });
  expect(known).toMatchObject({ mapping: remapped.mapping, earlier: null, there: null });
});

async function diary() {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const context = requestContextOf(user);
  return { asked: context, params, user };
}

test("clearing empties the working set and leaves the diary; what was placed stays known", async () => {
  const { asked: context, params } = await diary();
  const rows = [row(2, { start_minute: 700 }), row(3, { start_minute: 100 })];
  const { facts, importRef } = await importFile(context, rows);
  await placeAll(context);
  const before = await db.$count(cases, eq(cases.session_ref, params.sessionRef));
  await clearWorkingSet(context);
  expect(await db.$count(cases, eq(cases.session_ref, params.sessionRef))).toBe(before);
  expect(await workingSet(context, FIRST)).toMatchObject({
    total: 0,
    rows: { items: [] },
    sessions: { items: [] },
    unfinished: [],
  });
  // The values are gone with it.
  expect(await rowsOf(importRef)).toMatchObject([{ case_date: null, text_encrypted: null, start_at: null, age: null }]);
  expect((await knownFile(context, facts)).earlier?.cleared).toBe(true);
  const again = await importFile(context, rows, facts);
  expect(again.last).toMatchObject({ known: 1, complete: true });
  // Once its case is removed too, the row comes anew with the next import.
  await clearWorkingSet(context);
  await db.delete(cases).where(eq(cases.session_ref, params.sessionRef));
  expect((await importFile(context, rows, facts)).last).toMatchObject({ known: 0, complete: true });
  expect((await workingSet(context, FIRST)).available).toBe(2);
});

test("an import that was undone takes no more rows, and its file brings all anew", async () => {
  const { asked: context } = await diary();
  const rows = [row(2, { start_minute: 700 }), row(3, { start_minute: 100 })];
  const { facts, importRef } = await importFile(context, rows);
  await placeAll(context);
  expect(await undoImport(context, importRef, { cases: 1, edited: 0, fees: 0 })).toMatchObject({ result: "undone" });
  expect(await receiveRows(context, importRef, 0, rowsToSend(rows))).toBeNull();
  expect(await rowsOf(importRef)).toEqual([]);
  expect((await importFile(context, rows, facts)).last).toMatchObject({ known: 0, received: 2, complete: true });
});

test("a file that the server has read itself is stored by the same way", async () => {
  const context = await somebody();
  const rows = Array.from({ length: 1_200 }, (_, at) => row(at + 2, { start_minute: at }));
  const facts = factsOf(rows);
  const stored = { received: 1_200, expected: 1_200, complete: true };
  expect(await storeFile(context, facts, rows)).toEqual({ ...stored, known: 0 });
  expect((await workingSet(context, FIRST)).available).toBe(1_200);
  expect(await storeFile(context, facts, rows)).toEqual({ ...stored, known: 1_200 });
  const again = await storeFile(context, facts, rows);
  expect(formatArrived(again as Received)).toBe("No new cases: 1,200 cases were imported before");
});

test("a second preview of a file counts as new only what its import would bring", async () => {
  const context = await somebody();
  const rows = [row(2), row(3, { start_minute: 700 }), row(4, { start_minute: 710 })];
  const facts = factsOf(rows);
  await importFile(context, rows, facts);
  const file = { files: [{ encoding: "utf-8", delimiter: "," }], ...facts } as unknown as ReadFile;
  const mapped = { rows: 3, counts: {} } as unknown as MappedFile;
  const fresh = async (wanted: Partial<ReadingRequest> = {}) => {
    const { there } = await knownFile(context, facts);
    const choices = { ...there?.choices, encodings: ["utf-8" as const], delimiters: ["," as const] };
    const said = there && { ...there, choices };
    return newRowsOf(file, { mapping: facts.mapping, choices: {}, ...wanted }, mapped, said);
  };
  expect(await fresh()).toBe(0);
  // Another mapping brings them anew, since none is in a session.
  expect(await fresh({ mapping: { case_date: 11 } })).toBe(3);
  await clearWorkingSet(context);
  expect(await fresh()).toBe(3);
  expect(newRowsOf(file, { mapping: facts.mapping, choices: {} }, mapped, null)).toBe(3);
});

/** How many rows of a file a preview calls new, read as it was last. */
async function freshOf(context: Awaited<ReturnType<typeof somebody>>, facts: FileFacts): Promise<number> {
  const { there } = await knownFile(context, facts);
  const file = { files: [{ encoding: "utf-8", delimiter: "," }], ...facts } as unknown as ReadFile;
  const mapped = { rows: facts.rows_expected, counts: {} } as unknown as MappedFile;
  return newRowsOf(file, facts, mapped, there);
}

const READ_ALIKE = { encodings: ["utf-8" as const], delimiters: ["," as const] };

test("after the first of two imports of a file is undone, a preview calls its rows new", async () => {
  const context = await somebody();
  const rows = [row(2), row(3, { start_minute: 700 })];
  const facts = factsOf(rows, { choices: READ_ALIKE });
  const { importRef } = await importFile(context, rows, facts);
  expect((await importFile(context, rows, facts)).last?.known).toBe(2);
  await undoImport(context, importRef, { cases: 0, edited: 0, fees: 0 });
  expect(await freshOf(context, facts)).toBe(2);
  expect((await importFile(context, rows, facts)).last?.known).toBe(0);
});

test("only cases that are in the logbook are said to be imported", async () => {
  const { asked: context } = await diary();
  const { importRef } = await importFile(context, [row(2, { start_minute: 700 }), row(3, { start_minute: 100 })]);
  const said = async () => formatCounts(await onePastImport(context, importRef)).replace(/^.*?rejected\. /, "");
  expect(await said()).toBe("0 of 2 new cases are in your logbook.");
  await placeAll(context);
  expect(await said()).toBe("1 of 2 new cases is in your logbook.");
  await undoImport(context, importRef, { cases: 1, edited: 0, fees: 0 });
  expect(await said()).toBe("2 new cases.");
  const one = await importFile(context, [row(4, { start_minute: 705 })]);
  await placeAll(context);
  expect(formatCounts(await onePastImport(context, one.importRef))).toContain("1 case imported.");
});

test("what somebody said that words mean is there for the next file of the layout, and for nobody else's", async () => {
  const context = await somebody();
  const rows = [row(2)];
  const words = { supervision: { "local wizard": ["20"] }, airway: { lma: [] } };
  const facts = factsOf(rows, { choices: { words } });
  await importFile(context, rows, facts);
  const next = { layout: facts.layout, file_hash: "another" };
  expect((await knownFile(context, next)).words).toEqual(words);
  expect((await knownFile(await somebody(), next)).words).toEqual({});
});

test.each([
  [{ airway: { "943 476 5919": ["111"] } }, "A word may name a patient: leave it out"],
  [{ airway: { lma: ["x"] } }, "Choose what each word means"],
  [{ urgency: { soon: ["9"] } }, "Choose what each word means"],
  [{ airway: { lma: ["+airway/LMA"] } }, "Choose what each word means"],
  [{ patient: { lma: ["111"] } }, "Unrecognized key"],
  [
    { airway: Object.fromEntries(Array.from({ length: 361 }, (_, at) => [`word ${at}`, ["111"]])) },
    "360 words or fewer",
  ],
])("a table of words that is no vocabulary is refused", (words, message) => {
  const read = wordTable.safeParse(words);
  expect(read.success).toBe(false);
  expect(JSON.stringify(read.error?.issues)).toContain(message);
});

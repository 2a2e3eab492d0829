import { expect, test } from "vitest";
import { type ReadRecord, readFile } from "~/data/backup-import/read-file.server";
import { newRef } from "~/platform/db/columns.server";
import { NOW } from "../../support/harness";

const NOT_AN_EXPORT = "Choose a JSON file exported by Daybook. This one is not, or another program changed it";
const CUT_OFF = "This file is not complete. Export it again, then choose the new file";
const HEAD = ['{"daybook": 1,', '"made_at": "2026-11-21T12:00:00+00:00",', '"account": {},', '"records": ['];

const times = { created_at: "2026-11-21T12:00:00+00:00", updated_at: "2026-11-21T12:00:00+00:00" };
const [dayRef, cpdRef] = [newRef(), newRef()];
const DAY = { record: "local_public_holidays", unique_ref: dayRef, day: "2026-06-19", is_added: true, name: "Fair" };
const COURSE = { record: "cpd", unique_ref: cpdRef, day: "2026-10-05", minutes: 90, type: "course", domains: "1,2" };
const line = (record: object) => JSON.stringify({ ...record, ...times });

/** @param pieceBytes the file arrives in pieces of that length */
async function read(lines: readonly string[], pieceBytes = 1_000_000): Promise<ReadRecord[]> {
  const bytes = new TextEncoder().encode(lines.join("\n"));
  const pieces = (async function* () {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  })();
  const records: ReadRecord[] = [];
  for await (const record of readFile(pieces)) records.push(record);
  return records;
}

const fault = (lines: readonly string[]) =>
  read(lines).then(
    () => "read",
    (error: Error) => error.message,
  );

const day = {
  ...{ kind: "local_public_holidays", line: 5, texts: {} },
  row: { unique_ref: dayRef, day: "2026-06-19", is_added: 1, name: "Fair", created_at: NOW, updated_at: NOW },
};
const course = {
  ...{ kind: "cpd", line: 6, texts: { title: "Update – £4 😀", reflection: "" } },
  row: {
    ...{ unique_ref: cpdRef, day: "2026-10-05", minutes: 90, type: "course", domains: "1,2", version: 1 },
    ...{ created_at: NOW, updated_at: NOW },
  },
};
const RECORDS = [`${line(DAY)},`, line({ ...COURSE, title: "Update – £4 😀", version: 1 })];

test.each([
  1, 3, 1_000_000,
])("a file is read alike in pieces of %s bytes, its texts apart from its rows", async (size) => {
  expect(await read([...HEAD, ...RECORDS, "]}", ""], size)).toEqual([day, course]);
  expect(
    await read(
      [...HEAD, ...RECORDS, "]}"].map((each) => `${each}\r`),
      size,
    ),
  ).toEqual([day, course]);
  expect(await read(['{"daybook":1,', ...HEAD.slice(1), "]}"], size)).toEqual([]);
});

test("a record by its names of before is one by its names of now", async () => {
  const { name, is_added, ...others } = DAY;
  const before = { ...others, record: "local_bank_days", called: name, is_off: is_added };
  expect(await read([...HEAD, line(before), "]}"])).toEqual([day]);
  const both = { ...DAY, called: "Feast" };
  expect(await fault([...HEAD, line(both), "]}"])).toBe(
    "Line 5, of local_public_holidays: Daybook cannot read a field that it does not know",
  );
});

const heads = (count: number) => Array.from({ length: count }, (_, n) => `"more_${n}": 1,`);

test.each([
  ["nothing", [], NOT_AN_EXPORT],
  ["no format", ['{"daybook": "1",', ...HEAD.slice(1), "]}"], NOT_AN_EXPORT],
  [
    "another format",
    ['{"daybook": 12,', ...HEAD.slice(1), "]}"],
    "This file is of format 12 of Daybook's files, and this Daybook reads format 1",
  ],
  ["ten lines before its records", [...HEAD.slice(0, 1), ...heads(8), ...HEAD.slice(3), "]}"], "read"],
  ["eleven lines before its records", [...HEAD.slice(0, 1), ...heads(9), ...HEAD.slice(3), "]}"], NOT_AN_EXPORT],
  ["a line before its records that is none of ours", [...HEAD.slice(0, 3), "x", "]}"], NOT_AN_EXPORT],
  ["its head alone", HEAD.slice(0, 3), CUT_OFF],
  ["no end", [...HEAD, line(DAY)], CUT_OFF],
  ["more after its end", [...HEAD, "]}", "", line(DAY)], NOT_AN_EXPORT],
  [
    "a list for a record",
    [...HEAD, "[1]", "]}"],
    "Line 5 cannot be read: another program changed it, or the file is cut off there",
  ],
  [
    "no record",
    [...HEAD, "null", "]}"],
    "Line 5 cannot be read: another program changed it, or the file is cut off there",
  ],
  ["an unknown record", [...HEAD, line({ record: "users" }), "]}"], "Line 5 is not something that Daybook recognises"],
  [
    "a record without its name",
    [...HEAD, line({ ...DAY, record: undefined }), "]}"],
    "Line 5 is not something that Daybook recognises",
  ],
  [
    "a wrong day",
    [...HEAD, line({ ...DAY, day: "2026-02-30" }), "]}"],
    "Line 5, of local_public_holidays: Daybook cannot read day",
  ],
])("of a file with %s is said what is wrong", async (_, lines, words) => {
  expect(await fault(lines)).toBe(words);
});

test.each([
  [500_000, "read"],
  [500_001, NOT_AN_EXPORT],
])("a line may have %s characters in memory: %s", async (letters, words) => {
  const head = HEAD.slice(0, 2);
  const long = `"account": "${"x".repeat(letters - 14)}",`;
  const pieces = [`${head.join("\n")}\n${long}`, `\n"records": [\n]}\n`].map((text) => new TextEncoder().encode(text));
  const all = (async function* () {
    yield* pieces;
  })();
  const found = (async () => {
    for await (const record of readFile(all)) expect(record).toBeDefined();
    return "read";
  })();
  expect(await found.catch((error: Error) => error.message)).toBe(words);
});

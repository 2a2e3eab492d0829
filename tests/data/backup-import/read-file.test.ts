import { expect, test } from "vitest";
import { readFile } from "~/data/backup-import/import-backup.server";
import type { StagedRow } from "~/data/backup-import/stage.server";
import { newRef } from "~/platform/db/columns.server";
import { NOW } from "../../support/harness";

const NOT_AN_EXPORT = "Choose a JSON file exported by Daybook. This one is not, or another program changed it";
const CUT_OFF = "This file is not complete. Export it again, then choose the new file";
const HEAD = '{"daybook":3,"made_at":"2026-11-21T12:00:00+00:00","account":{}}';

const times = { created_at: "2026-11-21T12:00:00+00:00", updated_at: "2026-11-21T12:00:00+00:00" };
const [dayRef, cpdRef] = [newRef(), newRef()];
const DAY = {
  record: "local_public_holidays",
  unique_ref: dayRef,
  day: "2026-06-19",
  is_added: true,
  name: "Fair",
  version: 1,
};
const COURSE = { record: "cpd", unique_ref: cpdRef, day: "2026-10-05", minutes: 90, type: "course", domains: "1,2" };
const line = (record: object) => JSON.stringify({ ...record, ...times });

type Read = Omit<StagedRow, "kind"> & { kind: string };

/** @param pieceBytes the file arrives in pieces of that length */
async function read(lines: readonly string[], pieceBytes = 1_000_000): Promise<Read[]> {
  const bytes = new TextEncoder().encode(lines.join("\n"));
  const pieces = (async function* () {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  })();
  const records: Read[] = [];
  for await (const { kind, ...record } of readFile(pieces)) records.push({ kind: kind.name, ...record });
  return records;
}

const fault = (lines: readonly string[]) =>
  read(lines).then(
    () => "read",
    (error: Error) => error.message,
  );

const day = {
  ...{ kind: "local_public_holidays", line: 2, texts: {} },
  row: {
    unique_ref: dayRef,
    day: "2026-06-19",
    is_added: 1,
    name: "Fair",
    version: 1,
    created_at: NOW,
    updated_at: NOW,
  },
};
const course = {
  ...{ kind: "cpd", line: 3, texts: { title: "Update – £4 😀", reflection: "" } },
  row: {
    ...{ unique_ref: cpdRef, day: "2026-10-05", minutes: 90, type: "course", domains: "1,2", version: 1 },
    ...{ created_at: NOW, updated_at: NOW },
  },
};
const RECORDS = [line(DAY), line({ ...COURSE, title: "Update – £4 😀", version: 1 })];

const end = (records: number) => JSON.stringify({ records });

test.each([
  1, 3, 1_000_000,
])("a file is read alike in pieces of %s bytes, its texts apart from its rows", async (size) => {
  expect(await read([HEAD, ...RECORDS, end(2), ""], size)).toEqual([day, course]);
  expect(
    await read(
      [HEAD, ...RECORDS, end(2)].map((each) => `${each}\r`),
      size,
    ),
  ).toEqual([day, course]);
  expect(await read(['{"daybook": 3}', end(0)], size)).toEqual([]);
});

test.each([
  ["nothing", [], NOT_AN_EXPORT],
  ["no format", ['{"daybook":"3"}', end(0)], NOT_AN_EXPORT],
  [
    "another format",
    ['{"daybook":12}', end(0)],
    "This file is of format 12 of Daybook's files, and this Daybook reads format 3",
  ],
  [
    "the format of before, over several lines",
    ['{"daybook": 1,', '"records": [', "]}"],
    "This file is of format 1 of Daybook's files, and this Daybook reads format 3",
  ],
  [
    "a first line that breaks off",
    ['{"daybook":3,', end(0)],
    "Line 1 cannot be read: another program changed it, or the file is cut off there",
  ],
  ["its head alone", [HEAD], CUT_OFF],
  ["no end", [HEAD, line(DAY)], CUT_OFF],
  ["a record less than its end says", [HEAD, line(DAY), end(2)], CUT_OFF],
  ["a record more than its end says", [HEAD, ...RECORDS, end(1)], CUT_OFF],
  ["an end that says nothing", [HEAD, line(DAY), '{"records":null}'], CUT_OFF],
  ["more after its end", [HEAD, end(0), "", line(DAY)], NOT_AN_EXPORT],
  [
    "a list for a record",
    [HEAD, "[1]", end(1)],
    "Line 2 cannot be read: another program changed it, or the file is cut off there",
  ],
  [
    "no record",
    [HEAD, "null", end(1)],
    "Line 2 cannot be read: another program changed it, or the file is cut off there",
  ],
  [
    "an unknown record",
    [HEAD, line({ record: "pensions" }), end(1)],
    "Line 2 is not something that Daybook recognises",
  ],
  ...["users", "totp", "passkeys", "rota_titles", "idempotency_keys"].map((record): [string, string[], string] => [
    `rows of ${record}, which a backup has`,
    [HEAD, line({ record }), end(1)],
    "Line 2 is not something that Daybook recognises",
  ]),
  [
    "a record without its name",
    [HEAD, line({ ...DAY, record: undefined }), end(1)],
    "Line 2 is not something that Daybook recognises",
  ],
  [
    "a wrong day",
    [HEAD, line({ ...DAY, day: "2026-02-30" }), end(1)],
    "Line 2, of local_public_holidays: Daybook cannot read day",
  ],
  [
    "text that is encrypted",
    [HEAD, line({ ...COURSE, version: 1, text_encrypted: "00" }), end(1)],
    "Line 2, of cpd: Daybook cannot read a field that it does not know",
  ],
])("of a file with %s is said what is wrong", async (_, lines, words) => {
  expect(await fault(lines)).toBe(words);
});

test.each([
  [500_000, "read"],
  [500_001, NOT_AN_EXPORT],
])("a line may have %s characters in memory: %s", async (letters, words) => {
  const [before, after] = ['{"daybook":3,"account":"', '"}'];
  const long = `${before}${"x".repeat(letters - before.length - after.length)}${after}`;
  const pieces = [long, `\n${end(0)}\n`].map((text) => new TextEncoder().encode(text));
  const all = (async function* () {
    yield* pieces;
  })();
  const found = (async () => {
    for await (const record of readFile(all)) expect(record).toBeDefined();
    return "read";
  })();
  expect(await found.catch((error: Error) => error.message)).toBe(words);
});

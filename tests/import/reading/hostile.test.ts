import { expect, test } from "vitest";
import { isCsvName, UPLOAD_FAILED } from "~/import/parse/decode";
import { mapRows } from "~/import/parse/map-rows";
import { type ReadOptions, readFiles, type SourceFile } from "~/import/parse/read-files";

function fileOf(bytes: Uint8Array<ArrayBuffer> | string): SourceFile {
  return { name: "list.csv", bytes: typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes };
}

function read(bytes: Uint8Array<ArrayBuffer> | string, options?: ReadOptions) {
  return readFiles([fileOf(bytes)], options);
}

async function refusalOf(bytes: Uint8Array<ArrayBuffer> | string): Promise<string> {
  const reading = await read(bytes);
  return reading.ok ? "" : reading.message;
}

async function tableOf(bytes: Uint8Array<ArrayBuffer> | string, options?: ReadOptions) {
  const reading = await read(bytes, options);
  if (!reading.ok) throw new Error(reading.message);
  return reading.table;
}

const cellsOf = async (bytes: Uint8Array<ArrayBuffer> | string, options?: ReadOptions) =>
  (await tableOf(bytes, options)).records.map(({ cells }) => cells);

function utf16(text: string, littleEndian: boolean): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let index = 0; index < text.length; index++) view.setUint16(index * 2, text.charCodeAt(index), littleEndian);
  return new Uint8Array(view.buffer);
}

const SMALL = "Date,Age,Note\r\n01/02/2026,45,café\r\n";
const SMALL_CELLS = [["01/02/2026", "45", "café"]];

test.each([
  ["UTF-8", new TextEncoder().encode(SMALL), "utf-8"],
  ["UTF-8 with its mark", new TextEncoder().encode(`\ufeff${SMALL}`), "utf-8"],
  ["Windows-1252", Uint8Array.from(SMALL, (letter) => letter.charCodeAt(0)), "windows-1252"],
  ["UTF-16 with its mark", utf16(`\ufeff${SMALL}`, true), "utf-16le"],
  ["UTF-16 big-endian with its mark", utf16(`\ufeff${SMALL}`, false), "utf-16be"],
  ["UTF-16 without a mark", utf16(SMALL, true), "utf-16le"],
  ["UTF-16 big-endian without a mark", utf16(SMALL, false), "utf-16be"],
])("%s is known by its bytes", async (_, bytes, encoding) => {
  const table = await tableOf(bytes);
  expect(table.files[0]?.encoding).toBe(encoding);
  expect(table.columns[0]?.heading).toBe("Date");
  expect(table.records.map(({ cells }) => cells)).toEqual(SMALL_CELLS);
});

test("a chosen encoding and a chosen separator go before the guess", async () => {
  expect(await cellsOf(SMALL, { encoding: "windows-1252" })).toEqual([["01/02/2026", "45", "cafÃ©"]]);
  expect((await tableOf("a,b;c,d\nx,y;z,w", { delimiter: ";" })).files[0]?.delimiter).toBe(";");
});

test("dashes and quotation marks of Windows-1252 are read as such", async () => {
  const bytes = Uint8Array.from("Date,Age,Note\n01/02/2026,45,a\x96b \x93c\x94", (letter) => letter.charCodeAt(0));
  expect((await cellsOf(bytes))[0]?.[2]).toBe("a–b “c”");
});

test("NUL characters are left out", async () => {
  expect(await cellsOf("Date,Age,Note\n01/02/2026,4\x005,\0a\0b\n")).toEqual([["01/02/2026", "45", "ab"]]);
});

test("a quotation mark within a cell is a letter, and one that opens a cell and is not closed opens none", async () => {
  expect((await cellsOf('Date,Age,Note\n01/02/2026,45,5" plate\n'))[0]?.[2]).toBe('5" plate');
  const open = await cellsOf('Date,Age,Note\n01/02/2026,45,a\n02/02/2026,46,"b\n03/02/2026,47,c\n');
  expect(open.map((cells) => cells[2])).toEqual(["a", '"b', "c"]);
});

test("a quotation mark out of place that swallows cells makes its row a fault", async () => {
  const table = await tableOf('Date,Age,Note\n01/02/2026,"4"5,a,"b"\n02/02/2026,46,c\n03/02/2026,"7" up",d\n');
  const { rows, faults } = mapRows(table, { case_date: 0, age: 1 });
  expect(rows.map(({ line }) => line)).toEqual([3, 4]);
  expect(faults.map(({ line, mend }) => [line, mend])).toEqual([
    [2, 'Close each quotation mark ("). Write a quotation mark inside a text twice.'],
  ]);
});

test("a cell of 10 MB is refused with its row", async () => {
  const long = "x".repeat(10_000_000);
  const words = /^Row 3 has more than 1,000,000 characters\./;
  expect(await refusalOf(`Date,Age,Note\n01/02/2026,45,a\n02/02/2026,46,${long}\n03/02/2026,47,b`)).toMatch(words);
  expect(await refusalOf(`Date,Age,Note\n01/02/2026,45,a\n02/02/2026,46,"${long}"\n03/02/2026,47,b`)).toMatch(words);
  expect(await refusalOf(`Date,Age,Note\n01/02/2026,45,a\n02/02/2026,46,"${long}`)).toMatch(/^Row 3 /);
});

test("a cell within the limit is read, and cut to what a case takes", async () => {
  const table = await tableOf(`Date,Age,Note\n01/02/2026,45,"${"x ".repeat(450_000)}"\n02/02/2026,46,a`);
  const { rows } = mapRows(table, { case_date: 0, case_description: 2 });
  expect(rows.map(({ case_description }) => case_description.length)).toEqual([499, 1]);
  expect(rows[0]?.remarks).toEqual([{ field: "case_description", code: "cut" }]);
  expect(table.columns[2]?.samples[0]?.length).toBe(60);
});

test("1,000 columns are read; one more is refused with its row", async () => {
  const wide = (columns: number) =>
    `${Array.from({ length: columns }, (_, index) => `Head ${"x".repeat(index % 9)}`).join(",")}\n${Array(columns).fill("a").join(",")}`;
  expect((await tableOf(wide(1_000))).columns).toHaveLength(1_000);
  expect(await refusalOf(wide(1_001))).toMatch(/^Row 1 has more than 1,000 columns\./);
});

test("100,000 rows are read; one more is refused", async () => {
  const rows = (count: number) =>
    `Date,Id,B\n${Array.from({ length: count }, (_, index) => `01/02/2026,r${index},b`).join("\n")}`;
  expect((await tableOf(rows(100_000))).records).toHaveLength(100_000);
  expect(await refusalOf(rows(100_001))).toMatch(/^There are more than 100,000 rows\./);
});

test("more than 50 MB are refused before they are read, in one file or in several", async () => {
  const words = "list.csv is larger than 50 MB. Split it into smaller files and choose them one by one.";
  expect(await refusalOf(new Uint8Array(50_000_001))).toBe(words);
});

test("formulas are text, and nothing that is read of them calculates", async () => {
  const table = await tableOf('Date,Age,Note\n01/02/2026,45,"=HYPERLINK(""x"")"\n02/02/2026,+46,@x\n');
  const { rows } = mapRows(table, table.suggestion);
  expect(table.records.map(({ cells }) => cells[2])).toEqual(['=HYPERLINK("x")', "@x"]);
  expect(rows.map(({ age }) => age)).toEqual([45, null]);
});

test("mixed line ends are all line ends", async () => {
  expect(await cellsOf("Date,Age,Note\r01/02/2026,45,a\n02/02/2026,46,b\r\n03/02/2026,47,c\n\r")).toHaveLength(3);
});

test("ragged rows: what is missing is blank, what is too much is a fault", async () => {
  const table = await tableOf("Date,Age,Note\n01/02/2026\n02/02/2026,46\n03/02/2026,47,a,b\n04/02/2026,48,c\n");
  const { rows, faults } = mapRows(table, { case_date: 0, age: 1, case_description: 2 });
  expect(rows.map(({ line, age, case_description }) => [line, age, case_description])).toEqual([
    [2, null, ""],
    [3, 46, ""],
    [5, 48, "c"],
  ]);
  expect(faults.map(({ line, found }) => [line, found])).toEqual([[4, "b"]]);
});

test("headings that are there twice, or named like parts of the language, are headings", async () => {
  const table = await tableOf("Date,__proto__,constructor,Date\n01/02/2026,a,b,02/02/2026");
  expect(table.columns.map(({ label }) => label)).toEqual([
    "Date (column A)",
    "__proto__",
    "constructor",
    "Date (column D)",
  ]);
  expect(table.suggestion).toEqual({ case_date: 0 });
});

test("31/02 is a fault and 24:00 a remark", async () => {
  const table = await tableOf("Date,Start,Note\n31/02/2026,08:00,a\n28/02/2026,24:00,b\n");
  const { rows, faults } = mapRows(table, { case_date: 0, start_time: 1 });
  expect(rows).toMatchObject([{ start_minute: null, remarks: [{ field: "start_time", code: "time_unreadable" }] }]);
  expect(faults).toMatchObject([{ line: 2, field: "case_date", found: "31/02/2026" }]);
});

test("an end that comes before the start, and is no night's, is left blank and said", async () => {
  const table = await tableOf(
    "Date,Start,End\n12/11/2026,10:30,10:10\n12/11/2026,14:00,08:01\n12/11/2026,14:00,08:00\n",
  );
  const { rows } = mapRows(table, { case_date: 0, start_time: 1, end_time: 2 });
  expect(rows.map(({ end_minute, remarks }) => [end_minute, remarks.map(({ code }) => code)])).toEqual([
    [null, ["end_before_start"]],
    [null, ["end_before_start"]],
    [480, ["next_day"]],
  ]);
});

test.each([
  "",
  "\ufeff",
  "\n\n\n",
  ",,,\n,,,",
  "Date,Age,Note",
  "Date,Age,Note\n\n",
  "Date,Age,Note\nTotal,,\n",
])("a file of %j has no rows, in words", async (text) => {
  expect(await refusalOf(text)).toBe(
    "list.csv has no rows with cases. Choose a file with a header row and rows below it.",
  );
});

test.each([
  ["a workbook", [0x50, 0x4b, 0x03, 0x04, 0x14, 0x00]],
  ["an old workbook", [0xd0, 0xcf, 0x11, 0xe0, 0xa1]],
  ["a PDF", [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ["a picture", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 1, 2, 3]],
])("%s is no CSV file, whatever its name", async (_, bytes) => {
  expect(await refusalOf(new Uint8Array(bytes))).toContain(UPLOAD_FAILED);
});

test("only names that end in .csv are taken", () => {
  expect(["a.csv", "A.CSV", "a.b.csv "].every(isCsvName)).toBe(true);
  expect(["a.xlsx", "csv", "a.csv.exe", ""].some(isCsvName)).toBe(false);
});

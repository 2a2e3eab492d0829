import { expect, test } from "vitest";
import type { CsvMapping } from "~/import/fields";
import { suggestMapping } from "~/import/parse/columns";
import { mapRows, rejectedCsv } from "~/import/parse/map-rows";
import { readFiles } from "~/import/parse/read-files";
import { formatNotice, formatRemark } from "~/import/parse/remarks";
import { columnLetter, fileLineOf } from "~/import/parse/table";

async function tableOf(text: string, ...more: string[]) {
  const files = [text, ...more].map((each, index) => ({
    name: `${index + 1}.csv`,
    bytes: new TextEncoder().encode(each),
  }));
  const reading = await readFiles(files);
  if (!reading.ok) throw new Error(reading.message);
  return reading.table;
}

const cellsOf = async (text: string) => (await tableOf(text)).records.map(({ cells }) => cells);

/** Headings as columns, to suggest from. */
function columns(...headings: string[]) {
  return headings.map((heading, index) => ({ index, letter: "", heading, label: heading, samples: [] }));
}

test.each([",", ";", "\t", "|"])("cells are cut at %j, whatever else stands in the text", async (delimiter) => {
  const rows = [
    ["Date", "Age", "Procedure"],
    ["01/02/2026", "45", '"Hip, left; open | shut"'],
    ["02/02/2026", "46", "Knee"],
  ];
  const table = await tableOf(rows.map((cells) => cells.join(delimiter)).join("\n"));
  expect(table.files[0]?.delimiter).toBe(delimiter);
  expect(table.records[0]?.cells).toEqual(["01/02/2026", "45", "Hip, left; open | shut"]);
});

test("names written with a comma do not turn a file of semicolons into one of commas", async () => {
  const table = await tableOf("Name;Date;Age\nA, B;01/02/2026;45\nC, D;02/02/2026;46\nE, F;03/02/2026");
  expect(table.files[0]?.delimiter).toBe(";");
});

test("a first line that says the separator is believed and is no row", async () => {
  const table = await tableOf("sep=;\r\nDate;Age;Note\r\n01/02/2026;45;a,b,c,d");
  expect(table.columns.map(({ heading }) => heading)).toEqual(["Date", "Age", "Note"]);
  expect(table.records[0]?.line).toBe(2);
});

test("rows are counted as a spreadsheet counts them, over line breaks in quotes and over all kinds of line ends", async () => {
  const table = await tableOf('Date,Age,Note\r\n01/02/2026,45,"a\r\nb"\r02/02/2026,46,"c\nd"\n\n03/02/2026,47,""""');
  expect(table.records).toEqual([
    { line: 2, cells: ["01/02/2026", "45", "a\nb"] },
    { line: 3, cells: ["02/02/2026", "46", "c\nd"] },
    { line: 5, cells: ["03/02/2026", "47", '"'] },
  ]);
  expect(table.counts).toEqual({ read: 3, skipped: 1, merged: 0 });
});

test("the header row is found below a title, and what stands above it is skipped", async () => {
  const table = await tableOf("Theatre report,,\nRun on,01/01/2026,\nDate,Age,Note\n01/02/2026,45,a");
  expect(table.columns.map(({ heading }) => heading)).toEqual(["Date", "Age", "Note"]);
  expect(table.counts).toEqual({ read: 1, skipped: 2, merged: 0 });
});

test("a file without a header row has letters for columns and keeps its first row", async () => {
  const table = await tableOf("01/02/2026,45,Hip\n02/02/2026,46,Knee");
  expect(table.columns.map(({ label }) => label)).toEqual(["Column A", "Column B", "Column C"]);
  expect(table.records).toHaveLength(2);
  expect(table.suggestion).toEqual({});
});

test("columns are named as a spreadsheet names them, and headings that are there twice are told apart", async () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(columnLetter)).toEqual(["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]);
  const table = await tableOf("Date,Note,Note,,x\n01/02/2026,a,b,c,d");
  expect(table.columns.map(({ label }) => label)).toEqual([
    ...["Date", "Note (column B)", "Note (column C)", "Column D", "x"],
  ]);
});

test("empty rows, repeated headers, totals and page numbers are skipped; an operation called Total is not", async () => {
  const skipped = ["", ",,", "Date,Procedure,Age", "Total,,3", "Grand total: 3,,", ",Total cases,3", "Page 1 of 2,,"];
  const kept = ["01/02/2026,Total hip replacement,70", "02/02/2026,x,71"];
  const table = await tableOf(["Date,Procedure,Age", ...kept, ...skipped].join("\n"));
  expect(table.records).toHaveLength(2);
  expect(table.counts).toEqual({ read: 2, skipped: skipped.length, merged: 0 });
  expect(await cellsOf("Procedure,Age,Date\nTotal hip replacement,70,01/02/2026")).toHaveLength(1);
});

test("rows that are equal after trimming are one", async () => {
  const table = await tableOf("Date,Age,Note\n01/02/2026,45,a\n01/02/2026 , 45,a,\n01/02/2026,45,A");
  expect(table.records.map(({ line }) => line)).toEqual([2, 4]);
  expect(table.counts).toEqual({ read: 3, skipped: 0, merged: 1 });
});

test("a continuation row goes into the row above; equal ones of two cases stay with their own", async () => {
  const cells = await cellsOf("ID,Date,Age,Block\n1,01/02/2026,45,a\n,,,b\n2,02/02/2026,46,a\n,,,b\n,,,a");
  expect(cells).toEqual([
    ["1", "01/02/2026", "45", "a + b"],
    ["2", "02/02/2026", "46", "a + b"],
  ]);
});

test("no row takes in more than a hundred continuation rows", async () => {
  const more = Array.from({ length: 150 }, (_, index) => `,,n${index}`);
  expect(await cellsOf(["Id,Date,Note", "1,01/02/2026,a", ...more].join("\n"))).toHaveLength(51);
});

test("a row whose first column is blank by chance stays a case of its own", async () => {
  const cells = await cellsOf("Hospital,Date,Age,Sex\nSt E,01/02/2026,45,M\n,01/02/2026,46,F\n,02/02/2026,,\n,,47,");
  expect(cells).toHaveLength(4);
});

test("rows are sorted by the twelfth column only where at least four fifths of its cells are dates", async () => {
  const head = Array.from({ length: 12 }, (_, index) => `Column word ${"x".repeat(index + 1)}`).join(",");
  const row = (id: string, cell: string) => [id, ...Array(10).fill("x"), cell].join(",");
  const ids = async (...cells: string[]) =>
    (await cellsOf([head, ...cells.map((cell, index) => row(`r${index}`, cell))].join("\n"))).map(([id]) => id);
  expect(await ids("03/02/2026", "02/02/2026", "01/03/2025", "?", "01/02/2026 09:00")).toEqual([
    ...["r2", "r4", "r1", "r0", "r3"],
  ]);
  expect(await ids("03/02/2026", "02/02/2026", "01/03/2025", "?", "x")).toEqual(["r0", "r1", "r2", "r3", "r4"]);
});

test("several files count on through their rows, and each row knows its own", async () => {
  const table = await tableOf("Date,Age,Note\n01/02/2026,45,a\n", "date,AGE,note\n02/02/2026,46,b\n");
  expect(table.records.map(({ line }) => line)).toEqual([2, 4]);
  const [first, second] = table.files.map(({ name }) => name);
  expect([first, second].sort()).toEqual(["1.csv", "2.csv"]);
  expect(fileLineOf(table, 2)).toEqual({ file: first, line: 2 });
  expect(fileLineOf(table, 4)).toEqual({ file: second, line: 2 });
});

test.each<[string, string[], CsvMapping]>([
  [
    "our own export",
    ["Reference", "Date", "Start time", "End time", "Age", "Age unit", "Gender", "ASA grade", "Urgency", "Description"],
    { case_date: 1, start_time: 2, end_time: 3, age: 4, gender: 6, asa: 7, urgency: 8, case_description: 9 },
  ],
  [
    "an extract with codes and times of every kind",
    [
      ...["Patient Date of Birth", "Session Date", "Planned Start", "Into Theatre", "Out of Theatre", "Knife to Skin"],
      ...["Sex", "PatientAge", "Procedure Code", "Actual Procedure", "Surgeon Grade", "ASA Class"],
    ],
    { case_date: 1, start_time: 3, end_time: 4, gender: 6, age: 7, case_description: 9, asa: 11 },
  ],
  [
    "dates with times in one column",
    ["Arrived Date/Time", "Out of Theatre Date/Time", "Operation Date/Time", "Surgery", "Gender"],
    { case_date: 2, end_time: 1, case_description: 3, gender: 4 },
  ],
  ["a date of birth alone", ["Date of birth", "DOB", "Admission date", "Age group", "Procedure count"], { age: 1 }],
  ["words within words", ["Asap", "Weekend", "Sussex", "Manager", "Updated"], {}],
])("columns of %s are suggested by their headings", (_, headings, expected) => {
  expect(suggestMapping(columns(...headings))).toEqual(expected);
});

test("the layout of a file is its header row: other rows and letter case make no difference, other columns do", async () => {
  const one = await tableOf("Date,Age,Note\n01/02/2026,45,a");
  expect((await tableOf("DATE,Age,Note\n05/02/2026,4,b\n")).layout).toBe(one.layout);
  expect((await tableOf("Date,Note,Age\n01/02/2026,a,45")).layout).not.toBe(one.layout);
});

test("files are read in one order, however they were chosen: a line is the same line when they come again", async () => {
  const files = ["01/02/2026,45,a", "02/02/2026,46,b", "03/02/2026,47,c"].map((line, at) => {
    return { name: `${at}.csv`, bytes: new TextEncoder().encode(`Date,Age,Note\n${line}\n`) };
  });
  const [one, other] = [await readFiles(files), await readFiles(files.toReversed())];
  if (!one.ok || !other.ok) throw new Error("Not read");
  expect(other.table.fileHash).toBe(one.table.fileHash);
  expect(other.table.records).toEqual(one.table.records);
  expect(other.table.files).toEqual(one.table.files);
});

test("the time comes from the column of dates while no start is mapped, unless all its times are midnight", async () => {
  const mapping = { case_date: 0 };
  const timed = await tableOf("Date,A,B\n01/02/2026 00:00,x,y\n01/02/2026 08:15,x,y");
  expect(mapRows(timed, mapping).rows.map(({ start_minute }) => start_minute)).toEqual([0, 495]);
  const midnight = await tableOf("Date,A,B\n01/02/2026 00:00,x,y\n02/02/2026 00:00,x,y");
  expect(mapRows(midnight, mapping).rows.map(({ start_minute }) => start_minute)).toEqual([null, null]);
});

test("the date comes from the start while no date is mapped, and from the start after midnight", async () => {
  const table = await tableOf(
    "Date,Start,End\n01/02/2026,02/02/2026 00:30,02/02/2026 01:30\n01/02/2026,09/02/2026 00:30,",
  );
  expect(mapRows(table, { start_time: 1 }).rows.map(({ case_date }) => case_date)).toEqual([
    "2026-02-02",
    "2026-02-09",
  ]);
  const { rows } = mapRows(table, { case_date: 0, start_time: 1, end_time: 2 });
  expect(rows.map(({ case_date, remarks }) => [case_date, remarks.map(({ code }) => code).join()])).toEqual([
    ["2026-02-01", "other_date"],
    ["2026-02-02", "other_day"],
  ]);
});

test("a row without a date that exists is a fault that says how to mend it; other doubts are remarks", async () => {
  const table = await tableOf(
    "Date,Start,Age,Sex,ASA\n31/02/2026,08:00,45,M,2\n,08:00,45,M,2\n01/02/2026,24:00,xx,X,9",
  );
  const mapping = { case_date: 0, start_time: 1, age: 2, gender: 3, asa: 4 };
  const { rows, faults, counts } = mapRows(table, mapping);
  expect(faults.map(({ line, column, found, mend }) => [line, column, found, mend])).toEqual([
    [2, "Date", "31/02/2026", "Enter a date that exists, day first, such as 27/3/2026."],
    [3, "Date", "", "Enter the date of the case, such as 27/3/2026."],
  ]);
  expect(rows).toMatchObject([{ line: 4, start_minute: null, age: null, gender: null, asa: null }]);
  const words = rows[0]?.remarks.map(formatRemark) ?? [];
  expect(words).toHaveLength(4);
  expect(words.every((each) => each.length > 10)).toBe(true);
  expect(counts).toEqual({ read: 3, skipped: 0, merged: 0, cancelled: 0, others: 0, rejected: 2 });
  expect(mapRows(table, { age: 2 }).faults.map(({ mend }) => mend)).toEqual(
    Array(3).fill("Map the column that holds the date of each case."),
  );
});

test("a row with a cell too many is a fault, as its values may be in the wrong columns", async () => {
  const table = await tableOf("Date,Note,Age\n01/02/2026,a,45\n01/02/2026,b,c,45\n02/02/2026,d\n03/02/2026,e,46,,");
  const { rows, faults } = mapRows(table, { case_date: 0, age: 2 });
  expect(rows.map(({ line, age }) => [line, age])).toEqual([
    [2, 45],
    [4, null],
    [5, 46],
  ]);
  expect(faults).toMatchObject([{ line: 3, column: "Whole row", found: "45" }]);
});

test("dates that look like US dates are asked about, and read as a person says", async () => {
  const table = await tableOf("Date,A,B\n04/13/2026,x,y\n03/04/2026,x,z");
  const asked = mapRows(table, { case_date: 0 });
  expect([asked.notices.map(({ code }) => code), asked.open]).toEqual([["us_dates"], "us_dates"]);
  expect(asked.notices[0]?.dates?.evidence).toEqual(["“04/13/2026” is a date only if the month is first"]);
  expect(asked.rows.map(({ case_date }) => case_date)).toEqual(["2026-04-03"]);
  const told = mapRows(table, { case_date: 0 }, { usDates: true });
  expect(told.rows.map(({ case_date }) => case_date)).toEqual(["2026-03-04", "2026-04-13"]);
});

test("genders of 1 and 2 alone are left blank and asked about until a person says which is which", async () => {
  const table = await tableOf("Date,Sex,B\n13/04/2026,1,y\n14/04/2026,2,z");
  const genders = (genderCodes?: "1_female" | "1_male") =>
    mapRows(table, { case_date: 0, gender: 1 }, { genderCodes }).rows.map(({ gender }) => gender);
  expect(genders()).toEqual([null, null]);
  expect(genders("1_female")).toEqual([1, 2]);
  expect(genders("1_male")).toEqual([2, 1]);
  const { notices, rows } = mapRows(table, { case_date: 0, gender: 1 });
  expect(notices).toEqual([{ code: "gender_codes", rows: 2 }]);
  expect(rows[0]?.remarks).toEqual([{ field: "gender", code: "gender_codes" }]);
});

test("rows of one time and person with other procedures are joined, unless a person says otherwise", async () => {
  const table = await tableOf(
    [
      "Date,Start,Age,Sex,Procedure,ASA,End",
      ...["13/04/2026,08:00,45,M,Hip,,09:00", "13/04/2026,08:00,45,M,Knee,2,09:00", "13/04/2026,08:00,45,F,Hip,,09:00"],
      ...["13/04/2026,,45,M,Eye,,", "13/04/2026,,45,M,Ear,,"],
    ].join("\n"),
  );
  const mapping = { case_date: 0, start_time: 1, age: 2, gender: 3, case_description: 4, asa: 5, end_time: 6 };
  expect(mapRows(table, mapping, { joinProcedures: false }).rows).toHaveLength(5);
  const { rows, counts, notices } = mapRows(table, mapping);
  expect(notices).toEqual([{ code: "same_case", rows: 1 }]);
  expect(rows.map(({ case_description }) => case_description)).toEqual(["Eye", "Ear", "Hip + Knee", "Hip"]);
  expect(rows[2]).toMatchObject({ line: 2, asa: 2, end_minute: 540 });
  expect(rows[2]?.remarks).toContainEqual({ field: "case_description", code: "joined" });
  expect(counts).toEqual({ read: 5, skipped: 0, merged: 1, cancelled: 0, others: 0, rejected: 0 });
});

test("each notice has words, in the number that it is about", () => {
  expect(formatNotice({ code: "same_case", rows: 1 })).toMatch(/^1 row has/);
  expect(formatNotice({ code: "same_case", rows: 2 })).toMatch(/^2 rows have/);
  const dates = {
    readings: ["", ""] as [string, string],
    evidence: ["Times have AM and PM, which is usual with the month first"],
  };
  expect(formatNotice({ code: "us_dates", rows: 2, dates })).toBe(
    "The dates may have the day or the month first. Times have AM and PM, which is usual with the month first.",
  );
  expect(formatNotice({ code: "gender_codes", rows: 2 })).toContain("Choose which is female");
  expect(formatNotice({ code: "ages_at_export", rows: 2 })).toContain("Ages may be as of the export date");
});

test("rejected rows come as a file that a spreadsheet opens and never calculates, and that can be read again", async () => {
  const table = await tableOf('Date,Note,Age\n31/02/2026,"=1+1, ""x""",45\n01/02/2026,ok,46\n,-2,47');
  const { faults } = mapRows(table, table.suggestion);
  const text = rejectedCsv(table, faults);
  expect(text).toBe(
    [
      "\ufeffDate,Note,Age,Row of the file,What to correct",
      `31/02/2026,"'=1+1, ""x""",45,2,"Date: Enter a date that exists, day first, such as 27/3/2026."`,
      `,-2,47,4,"Date: Enter the date of the case, such as 27/3/2026."`,
      "",
    ].join("\r\n"),
  );
  const again = await tableOf(text);
  expect(again.records.map(({ cells }) => cells.slice(0, 3))).toEqual([
    ["31/02/2026", '=1+1, "x"', "45"],
    ["", "-2", "47"],
  ]);
});

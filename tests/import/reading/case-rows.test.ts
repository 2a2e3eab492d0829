import { expect, test } from "vitest";
import type { CsvMapping } from "~/import/fields";
import { type MapChoices, mapRows } from "~/import/parse/map-rows";
import { readFiles } from "~/import/parse/read-files";

async function mappedOf(lines: readonly string[], mapping?: CsvMapping, choices?: MapChoices, today?: string) {
  const bytes = new TextEncoder().encode(lines.join("\n"));
  const reading = await readFiles([{ name: "theatre.csv", bytes }]);
  if (!reading.ok) throw new Error(reading.message);
  return mapRows(reading.table, mapping ?? reading.table.suggestion, choices, [], today ?? null);
}

/** The codes of the doubts about each row. */
async function doubtsOf(...read: Parameters<typeof mappedOf>): Promise<string[]> {
  return (await mappedOf(...read)).rows.map(({ remarks }) => remarks.map(({ code }) => code).join());
}

test("a case that ends when it starts has no night, and no doubt", async () => {
  const { rows } = await mappedOf(["Date,Start,End,Note", "12/11/2026,10:30,10:30,x"]);
  expect(rows).toMatchObject([{ start_minute: 630, end_minute: 630, remarks: [] }]);
});

test("a date is in the future after today only", async () => {
  const lines = ["Date,Procedure,Note", "21/11/2026,Hip,x", "22/11/2026,Knee,x"];
  expect(await doubtsOf(lines, undefined, {}, "2026-11-21")).toEqual(["", "future"]);
});

test("more than a date beside a date is a doubt only where no column has the starts", async () => {
  const lines = ["Date,Start,Note", "12/11/2026 list B,10:30,x"];
  expect(await doubtsOf(lines, { case_date: 0 })).toEqual(["date_more"]);
  expect(await doubtsOf(lines, { case_date: 0, start_time: 1 })).toEqual([""]);
});

test("of a column of 1 and 2 only these are in doubt, and of a column with letters none is", async () => {
  const of = (...genders: string[]) =>
    doubtsOf(["Date,Sex,Note", ...genders.map((gender, day) => `0${day + 1}/11/2026,${gender},x`)]);
  expect(await of("1", "9", "2", "")).toEqual(["gender_codes", "", "gender_codes", ""]);
  expect(await of("1", "F")).toEqual(["", ""]);
});

test("without a column of starts, the time beside a date is the start where one of them is no midnight", async () => {
  const starts = async (...dates: string[]) =>
    (await mappedOf(["Date,Operation,Note", ...dates.map((date) => `${date},Hip,x`)])).rows.map(
      ({ case_date, start_minute }) => [case_date, start_minute],
    );
  expect(await starts("12/11/2026 00:00", "13/11/2026", "14/11/2026 00:01", "14/11/2026 00:01")).toEqual([
    ["2026-11-12", 0],
    ["2026-11-13", null],
    ["2026-11-14", 1],
  ]);
  expect(await starts("12/11/2026 00:00", "13/11/2026 00:00")).toEqual([
    ["2026-11-12", null],
    ["2026-11-13", null],
  ]);
});

test("rows are in the order of their dates, then of their starts, then of their lines", async () => {
  const { rows } = await mappedOf([
    "Date,Start,Operation",
    ...["13/11/2026,09:00,Knee", "12/11/2026,10:00,Hip", "12/11/2026,09:00,Toe", "12/11/2026,,Ear"],
    ...["12/11/2026,10:00,Eye", "11/11/2026,23:00,Jaw"],
  ]);
  expect(rows.map(({ line }) => line)).toEqual([7, 5, 4, 3, 6, 2]);
});

test("ages at the day of the export are warned of only while ages are imported", async () => {
  const lines = ["Date,Patient_Age_Years,Note", "13/11/2026,45,x"];
  const noticesFor = async (mapping: CsvMapping) => (await mappedOf(lines, mapping)).notices;
  expect(await noticesFor({ case_date: 0, age: 1 })).toEqual([{ code: "ages_at_export", rows: 1 }]);
  expect(await noticesFor({ case_date: 0 })).toEqual([]);
  expect((await mappedOf(["Date,Age,Note", "13/11/2026,45,x"])).notices).toEqual([]);
});

const JOINED = ["Date,Start,End,Age,Sex,ASA,Urgency,Supervision,Operation", "13/11/2026,09:00,10:00,45,F,,,,Hip"];

test("rows that are joined have the first value of each kind that one of them has, and no other doubt", async () => {
  const lines = [...JOINED, "13/11/2026,09:00,10:00,45,F,,,,Knee", "13/11/2026,09:00,10:00,45,F,3,2,ST 5-7,Toe"];
  const { rows } = await mappedOf(lines);
  expect(rows).toStrictEqual([
    {
      ...{ line: 2, case_date: "2026-11-13", start_minute: 540, end_minute: 600, age: 45, age_unit: "years" },
      ...{ gender: 1, asa: 3, urgency: 2, supervision: 3, case_description: "Hip + Knee + Toe" },
      remarks: [{ field: "case_description", code: "joined" }],
    },
  ]);
});

test("descriptions that are too long together are cut, which is said once", async () => {
  const lines = [...JOINED, `13/11/2026,09:00,10:00,45,F,,,,${"x".repeat(499)}`];
  const { rows } = await mappedOf(lines);
  expect(
    rows.map(({ case_description, remarks }) => [case_description.length, remarks.map(({ code }) => code)]),
  ).toEqual([[500, ["joined", "cut"]]]);
});

import { expect, test } from "vitest";
import { mapRows } from "~/import/parse/map-rows";
import { type CsvReading, readFiles } from "~/import/parse/read-files";
import type { CsvTable } from "~/import/parse/table";
import { clockTime } from "~/platform/time/clock-time";
import llp from "../fixtures/llp.csv?url&inline";
import surginet from "../fixtures/surginet.csv?url&inline";
import trust from "../fixtures/trust.csv?url&inline";

async function read(...files: [name: string, url: string][]): Promise<CsvReading> {
  const sources = files.map(async ([name, url]) => {
    return { name, bytes: new Uint8Array(await (await fetch(url)).arrayBuffer()) };
  });
  return readFiles(await Promise.all(sources));
}

async function tableOf(...files: [name: string, url: string][]): Promise<CsvTable> {
  const reading = await read(...files);
  if (!reading.ok) throw new Error(reading.message);
  return reading.table;
}

/** Each row as one line: what a person would check by eye. */
async function linesOf(table: CsvTable): Promise<string[]> {
  const { rows } = mapRows(table, table.suggestion);
  return rows.map((row) => {
    const times = [row.start_minute, row.end_minute].map((minute) => (minute === null ? "--:--" : clockTime(minute)));
    const who = `${row.age} ${row.age_unit} ${row.gender ?? "-"} ASA ${row.asa ?? "-"}`;
    const remarks = row.remarks.map(({ code }) => code).join(", ");
    return `${row.line} ${row.case_date} ${times.join("-")} ${who} ${row.case_description} [${remarks}]`;
  });
}

test("a trust's file is read to the last value", async () => {
  const table = await tableOf(["trust.csv", trust]);
  expect(table.files).toEqual([{ name: "trust.csv", encoding: "utf-8", delimiter: ",", before: 0 }]);
  expect(table.columns).toHaveLength(14);
  expect(table.suggestion).toEqual({
    ...{ case_date: 11, start_time: 10, end_time: 12, age: 7, gender: 6, asa: 8, case_description: 5 },
    ...{ urgency: 9, specialty: 4, location: 1 },
  });
  expect(table.counts).toEqual({ read: 10, skipped: 3, merged: 1 });
  expect(table.records.map(({ cells }) => cells[11])).toEqual([
    ...["03/11/2026", "05/11/2026", "06/11/2026", "10/11/2026", "10/11/2026", "10/11/2026"],
    ...["17/11/2026", "17/11/2026", "31/02/2026"],
  ]);
  expect(await linesOf(table)).toEqual([
    "4 2026-11-03 08:15-10:20 68 years 1 ASA 3 Total knee replacement []",
    "6 2026-11-05 23:10-00:25 19 years 2 ASA 1 Laparoscopic appendicectomy [next_day, asa_emergency]",
    "7 2026-11-06 02:05-05:40 81 years 2 ASA 4 Emergency laparotomy []",
    "9 2026-11-10 13:30-14:15 6 months 2 ASA 1 Inguinal herniotomy []",
    "10 2026-11-10 14:30-15:05 15 months 2 ASA 1 Circumcision []",
    "11 2026-11-10 15:15---:-- 12 days - ASA 2 Examination under anaesthetic [time_unreadable]",
    "2 2026-11-17 08:40-10:35 72 years 1 ASA 2 Right total hip replacement []",
    "3 2026-11-17 10:50-11:55 34 years 2 ASA 1 Left knee arthroscopy, meniscal repair []",
  ]);
  const { faults, counts } = mapRows(table, table.suggestion);
  expect(faults).toEqual([
    {
      ...{ line: 12, field: "case_date", column: "Operation Date", found: "31/02/2026" },
      mend: "Enter a date that exists, day first, such as 27/3/2026.",
    },
  ]);
  expect(counts).toEqual({ read: 10, skipped: 3, merged: 1, cancelled: 0, others: 0, rejected: 1 });
});

test("a SurgiNet-like file is read to the last value, and no name or number leaves it", async () => {
  const table = await tableOf(["surginet.csv", surginet]);
  expect(table.files[0]).toMatchObject({ encoding: "windows-1252", delimiter: ";" });
  expect(table.counts).toEqual({ read: 6, skipped: 0, merged: 1 });
  const heading = (index: number | undefined) => table.columns[index ?? -1]?.heading;
  expect(Object.values(table.suggestion).map(heading).sort()).toEqual([
    ...["ASA_Class", "Operation Date", "Operation DateTime Anaes Finish", "Operation DateTime Anaes Start"],
    ...["Operation Procedure Text", "Patient_Age_Text", "Patient_Gender"],
  ]);
  expect(await linesOf(table)).toEqual([
    "2 2019-01-06 23:26-01:10 71 years 2 ASA 3 Laparotomy, washout / and closure [next_day, asa_emergency]",
    "3 2019-01-07 08:35-09:40 66 years 1 ASA 2 Total prosthetic replacement of knee joint, cemented []",
    '5 2019-01-07 10:05-10:50 7 years 1 ASA 1 Extraction of wisdom tooth – "simple" [quotes]',
    "6 2019-01-08 --:-----:-- 31 years 1 ASA - Emergency caesarean section [time_missing]",
    "7 2019-01-09 14:02-14:40 6 months 2 ASA 1 Primary repair of hernia, café-au-lait patch excised []",
  ]);
  const mapped = mapRows(table, table.suggestion);
  expect(mapped.notices).toEqual([{ code: "ages_at_export", rows: 5 }]);
  expect(JSON.stringify(mapped)).not.toMatch(/SURNAME|H00000|100\d/);
});

test("a file of the Lifelong Learning Platform is read to the last value", async () => {
  const table = await tableOf(["llp.csv", llp]);
  expect(table.counts).toEqual({ read: 6, skipped: 0, merged: 2 });
  expect(table.records[1]?.cells.slice(19, 21)).toEqual([
    "epidural-thoracic + adductor-canal-subsartorial",
    "landmark-technique + ultrasound",
  ]);
  expect(table.records[1]?.cells[24]).toBe(
    "arterial-cannulation + central-venous-access–internal-jugular + double-lumen-tube",
  );
  expect(await linesOf(table)).toEqual([
    "2 2018-08-01 08:00-13:00 12 years - ASA 1 Tonsillectomy [band]",
    "3 2018-08-02 08:00-18:00 64 years - ASA 3 Femoro–popliteal bypass / Block technique: landmark-technique, ultrasound / Block catheter: yes [band]",
    "6 2018-08-03 22:00-08:00 1 months - ASA 2 Pyloromyotomy [band, next_day]",
    "7 2018-08-04 18:00-22:00 48 years - ASA - Organ retrieval [band, asa_six]",
  ]);
});

test("the same file twice at once is read once, and files of other columns are not mixed", async () => {
  const twice = await tableOf(["one.csv", trust], ["two.csv", trust]);
  const once = await tableOf(["one.csv", trust]);
  expect(twice.records).toEqual(once.records);
  expect(twice.counts).toEqual({ read: 20, skipped: 6, merged: 11 });
  expect(twice.layout).toBe(once.layout);
  expect(twice.fileHash).not.toBe(once.fileHash);
  expect(await read(["trust.csv", trust], ["llp.csv", llp])).toEqual({
    ok: false,
    message: "llp.csv and trust.csv have different columns. Import them one after the other.",
  });
});

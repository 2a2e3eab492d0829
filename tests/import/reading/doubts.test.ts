import { expect, test } from "vitest";
import { mapRows } from "~/import/parse/map-rows";
import { readFiles } from "~/import/parse/read-files";
import { mappedFileOf } from "~/import/read-file";

async function mappedOf(lines: readonly string[]) {
  const text = ["Date,Start,End,Age,Procedure", ...lines].join("\n");
  const reading = await readFiles([{ name: "theatre.csv", bytes: new TextEncoder().encode(text) }]);
  if (!reading.ok) throw new Error(reading.message);
  const { table } = reading;
  return mappedFileOf(mapRows(table, table.suggestion));
}

test("what is left blank, and what may name a patient, is said with its rows before anything is sent", async () => {
  const { doubts, counts, rows } = await mappedOf([
    "17/11/2026,24:00,09:70,45,Hernia",
    "18/11/2026,09:00,10:00,-3,Appendix",
    "18/11/2026,11:00,12:00,121,Appendix for 943 476 5919",
    "19/11/2026,25:00,12:00,01/02/2027,Appendix",
  ]);
  expect([rows, counts.rejected]).toEqual([4, 0]);
  expect(doubts).toEqual([
    { code: "identifier", rows: 1, lines: [4] },
    { code: "time_unreadable", rows: 2, lines: [2, 5] },
    { code: "age_range", rows: 3, lines: [3, 4, 5] },
  ]);
  expect(JSON.stringify(doubts)).not.toContain("943");
});

test("of a doubt about many rows the first eight are named", async () => {
  const lines = Array.from({ length: 12 }, (_, row) => `${28 - row}/11/2026,24:00,12:00,45,Hernia ${row}`);
  const { doubts } = await mappedOf(lines);
  expect(doubts).toEqual([{ code: "time_unreadable", rows: 12, lines: [2, 3, 4, 5, 6, 7, 8, 9] }]);
});

test("a file without a doubt has none said", async () => {
  expect((await mappedOf(["17/11/2026,09:00,10:00,45,Hernia"])).doubts).toEqual([]);
});

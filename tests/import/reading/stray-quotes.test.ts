import Papa from "papaparse";
import { expect, test } from "vitest";
import { mapRows } from "~/import/parse/map-rows";
import { readFiles } from "~/import/parse/read-files";
import { recordsOf } from "~/import/parse/records";
import { lenientRecords } from "~/import/parse/stray-quotes";
import fc from "../../support/property";

/** The cells of each record, with a mark before those of a row with a quotation mark out of place. */
function cut(text: string): string[] {
  return [...recordsOf(text, ",")].flat().map(({ cells, strayQuote }) => `${strayQuote ? "! " : ""}${cells.join("|")}`);
}

test.each([
  ["inches", '1,Removal of 12" nail,2', '! 1|Removal of 12" nail|2'],
  ["a quoted letter", '1,"L" knee arthroscopy,2', '! 1|"L" knee arthroscopy|2'],
  ["a quoted letter at the end of a row", '1,2,"L" knee', '! 1|2|"L" knee'],
  ["inches within marks that are not doubled", '1,"12" nail, left",2', '! 1|12" nail, left|2'],
  ["two quoted letters in one row", '1,"L" knee,"R" hip', '! 1|"L" knee|"R" hip'],
  ["a mark that is closed nowhere", '1,"knee,2', '! 1|"knee|2'],
  ["doubled marks, as they should be", '1,"12"" nail",2', '1|12" nail|2'],
  ["a separator and a line end within marks", '1,"a,b\nc",2', "1|a,b\nc|2"],
  ["a blank behind the closing mark", '1,"a" ,2', "1|a|2"],
  ["the text of a formula", '1,="0815",2', '1|="0815"|2'],
])("%s are read so that the rows around them stay whole", (_, row, expected) => {
  expect(cut(`a,b,c\n${row}\nx,y,z\n`)).toEqual(["a|b|c", expected, "x|y|z"]);
});

test("a mark out of place is read alike wherever a slice of the text ends", () => {
  const slice = 262_144;
  for (const before of [3, 6, 9, 12]) {
    const filler = "x".repeat(slice - before);
    expect(cut(`${filler}\n1,"L" knee,2\n3,"a,\nb",4`).slice(1)).toEqual(['! 1|"L" knee|2', "3|a,\nb|4"]);
  }
});

test("a text whose marks are in place is cut as the strict parser cuts it", () => {
  const cell = fc.oneof(
    fc.string({ unit: fc.constantFrom("a", " ", "1") }),
    fc.string({ unit: fc.constantFrom("a", '"', ",", "\n") }).map((text) => `"${text.replaceAll('"', '""')}"`),
  );
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 1 }), { minLength: 1 }), fc.boolean(), (rows, isLast) => {
      const text = rows.map((cells) => cells.join()).join("\n");
      // One without any text has no record, and no mark.
      fc.pre(text !== "");
      const strict = new Papa.Parser({ delimiter: ",", newline: "\n" }).parse(text, 0, !isLast);
      const { data, stray, cursor } = lenientRecords(text, ",", isLast);
      expect([data, stray.size]).toEqual([strict.data, 0]);
      if (!isLast) expect(cursor).toBe(strict.meta.cursor);
    }),
  );
});

test("rows with marks out of place are imported and marked, unless their cells are cut otherwise than all others", async () => {
  const lines = [
    "Date,Age,Procedure",
    '13/11/2026,45,Removal of 12" nail',
    '13/11/2026,61,"L" knee arthroscopy',
    "14/11/2026,33,Laparoscopy",
    '14/11/2026,34,"R" hip, cemented',
  ];
  const bytes = new TextEncoder().encode(lines.join("\r\n"));
  const reading = await readFiles([{ name: "theatre.csv", bytes }]);
  if (!reading.ok) throw new Error(reading.message);
  const { rows, faults } = mapRows(reading.table, reading.table.suggestion);
  expect(rows.map(({ case_description, remarks }) => [case_description, remarks.map(({ code }) => code)])).toEqual([
    ['Removal of 12" nail', ["quotes"]],
    ['"L" knee arthroscopy', ["quotes"]],
    ["Laparoscopy", []],
  ]);
  expect(faults.map(({ line }) => line)).toEqual([5]);
});

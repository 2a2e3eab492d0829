import { expect, test } from "vitest";
import { CSV_FIELDS, type CsvMapping } from "~/import/fields";
import { type MappedRows, mapRows } from "~/import/parse/map-rows";
import { readFiles } from "~/import/parse/read-files";
import { recordsOf } from "~/import/parse/records";
import { CSV_DELIMITERS, type CsvDelimiter, type CsvTable } from "~/import/parse/table";
import { csvOf } from "~/platform/http/csv";
import { machineNow } from "~/platform/time/clock";
import fc, { sampled, timesOf } from "../../support/property";

/** Any mapping at all of the columns of a table. */
function mappingOf(table: CsvTable, seed: readonly number[]): CsvMapping {
  const mapping: CsvMapping = {};
  for (const [index, field] of CSV_FIELDS.entries()) mapping[field] = (seed[index] ?? 0) % table.columns.length;
  return mapping;
}

/** What holds for every table and mapping. */
function expectSound(table: CsvTable, { rows, faults, counts }: MappedRows): void {
  expect(counts.read).toBe(counts.merged + counts.rejected + rows.length);
  expect(faults.length).toBe(counts.rejected);
  expect(new Set(rows.map(({ line }) => line)).size).toBe(rows.length);
  for (const row of rows) {
    expect(row.case_date).toMatch(/^(?:19|20)\d\d-\d\d-\d\d$/);
    for (const minute of [row.start_minute, row.end_minute]) {
      expect(minute === null || (Number.isInteger(minute) && minute >= 0 && minute < 1440)).toBe(true);
    }
    expect(row.age === null || (Number.isInteger(row.age) && row.age >= 0 && row.age <= 366)).toBe(true);
    expect([...row.case_description].length).toBeLessThanOrEqual(500);
  }
  expect(faults.every(({ found }) => found.length <= 60)).toBe(true);
  expect(table.columns.length).toBeGreaterThan(0);
}

const seeds = fc.array(fc.nat(2_000), { minLength: CSV_FIELDS.length, maxLength: CSV_FIELDS.length });

async function expectAnswer(bytes: Uint8Array<ArrayBuffer>, seed: readonly number[]): Promise<void> {
  const reading = await readFiles([{ name: "any.csv", bytes }]);
  if (!reading.ok) expect(reading.message.length).toBeGreaterThan(20);
  else expectSound(reading.table, mapRows(reading.table, mappingOf(reading.table, seed)));
}

test("any bytes are read or refused in words", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), seeds, (bytes, seed) =>
      expectAnswer(new Uint8Array(bytes), seed),
    ),
    { numRuns: timesOf("files of any bytes", 500, 100) },
  );
});

/** Pieces of which hostile files are made. */
const piece = fc.constantFrom(
  ...['"', '""', ",", ";", "\t", "|", "\r", "\n", "\r\n", "\0", "\ufeff", " ", "=", "'", "-", "sep=;\n"],
  ...["31/02/2026", "01/02/2026", "46115", "24:00", "08:15", "0800-1300", "45y", "6/12", "ASA II", "M", "1", "2"],
  ...["Date", "Age", "Total", "Page 1 of", "é", "🦴", "\ud800", "__proto__"],
);

test("any text of awkward pieces is read or refused in words", async () => {
  const text = fc.array(fc.oneof({ weight: 5, arbitrary: piece }, fc.string({ maxLength: 5 })), { maxLength: 120 });
  await fc.assert(
    fc.asyncProperty(text, seeds, (pieces, seed) => expectAnswer(new TextEncoder().encode(pieces.join("")), seed)),
    { numRuns: timesOf("files of awkward pieces", 1_000, 200) },
  );
});

/** A cell as a file can carry it: line ends become one kind, and NUL and blanks at the ends go. */
const cell = fc
  .oneof(fc.string({ maxLength: 12 }), fc.string({ unit: "binary", maxLength: 8 }), piece)
  .map((text) => text.replace(/\r\n?/g, "\n"));

test("what is written as CSV is cut into the same cells again, with any separator and any line end", () => {
  const tables = fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 12 });
  const delimiters = fc.constantFrom(...(Object.keys(CSV_DELIMITERS) as CsvDelimiter[]));
  fc.assert(
    fc.property(tables, delimiters, fc.constantFrom("\n", "\r", "\r\n"), (rows, delimiter, end) => {
      const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
      const text = rows.map((cells) => cells.map(quoted).join(delimiter) + end).join("");
      const read = [...recordsOf(text, delimiter)].flat();
      expect(read.map(({ cells }) => cells)).toEqual(rows);
      expect(read.map(({ line }) => line)).toEqual(rows.map((_, index) => index + 1));
    }),
    { numRuns: timesOf("CSV that is cut again", 500, 100) },
  );
});

test("what our own files hold comes back as it was, neutralised cells too", async () => {
  const seen = cell.map((text) => text.replaceAll("\0", "").trim());
  await fc.assert(
    fc.asyncProperty(fc.array(seen, { minLength: 3, maxLength: 3 }), async (cells) => {
      const rows = [
        ["Note one", "Note two", "Note three", "Key"],
        [...cells, "x"],
      ];
      const reading = await readFiles([{ name: "own.csv", bytes: new TextEncoder().encode(csvOf(rows)) }]);
      const known = new TextDecoder().decode(new TextEncoder().encode(cells.join("\u001f"))).split("\u001f");
      if (reading.ok) expect(reading.table.records[0]?.cells).toEqual([...known, "x"]);
      else expect(cells.join()).toMatch(/total|page/i);
    }),
    { numRuns: timesOf("files of our own", 300, 60) },
  );
});

/** Each as long as it would take to bring a reader to its knees that looks through a text again and again. */
const LONG_TEXTS: [string, string][] = [
  [
    "continuation rows without an end",
    `Id,Date,Note\n1,01/02/2026,a\n${Array.from({ length: 90_000 }, (_, index) => `,,n${index}\n`).join("")}`,
  ],
  ["quotation marks that never close", `"${'a"'.repeat(400_000)}`],
  ["quotation marks before a long blank", `"${'a" '.repeat(100_000)}${" ".repeat(600_000)}b`],
  ["quotation marks before tabs", `"${'a" '.repeat(100_000)}${"\t".repeat(600_000)}b`],
  ["nothing but quotation marks", '"'.repeat(3_000_000)],
  ["nothing but line ends", "\n".repeat(2_000_000)],
  ["nothing but separators", ",".repeat(2_000_000)],
  ["blank characters", `${" ".repeat(900_000)}x`],
  ["separators at the end of a text", `Date,Age,Note\n01/02/2026,45,"${", ".repeat(400_000)}x"`],
  ["digits", `Date,Age,Note\n${"1".repeat(900_000)},${"1".repeat(50_000)},x`],
];

test.each(sampled("long texts", LONG_TEXTS, 1 / 5))("%s take work in proportion to their length", async (_, text) => {
  await expectAnswer(new TextEncoder().encode(text), [1, 2, 0, 3, 4, 5, 6]);
  for (const delimiter of Object.keys(CSV_DELIMITERS) as CsvDelimiter[]) {
    let slices = 0;
    try {
      for (const records of recordsOf(text, delimiter)) {
        slices += 1;
        expect(records.length).toBeLessThanOrEqual(300_000);
      }
    } catch (error) {
      expect((error as Error).message).toMatch(/^Row \d+ /);
    }
    expect(slices).toBeLessThanOrEqual(Math.ceil(text.length / 262_144));
  }
});

test("20,000 rows are read and mapped", { tags: ["full"] }, async () => {
  const rows = Array.from({ length: 20_000 }, (_, index) => {
    const day = String((index % 28) + 1).padStart(2, "0");
    const time = `${String(8 + (index % 10)).padStart(2, "0")}:${String(index % 60).padStart(2, "0")}`;
    const place = `St Elsewhere,Theatre ${index % 9},AM,Consultant,Orthopaedics`;
    return `${place},"Operation ${index}, left",${index % 2 ? "M" : "F"},${(index % 98) + 1},ASA ${(index % 5) + 1},Elective,${time},${day}/11/2026,18:00,${index}`;
  });
  const head =
    "Hospital,Theatre,List,Surgeon Grade,Specialty,Procedure,Sex,Age,ASA,Urgency,Anaes Start,Operation Date,Out of Theatre,Notes";
  const bytes = new TextEncoder().encode([head, ...rows].join("\r\n"));
  const before = machineNow();
  const reading = await readFiles([{ name: "big.csv", bytes }]);
  const between = machineNow();
  if (!reading.ok) throw new Error(reading.message);
  const mapped = mapRows(reading.table, reading.table.suggestion);
  console.log(`20,000 rows: read in ${between - before} ms, mapped in ${machineNow() - between} ms`);
  expect(mapped.rows).toHaveLength(20_000);
  expect(mapped.rows.every(({ remarks }) => remarks.length === 0)).toBe(true);
  expectSound(reading.table, mapped);
});

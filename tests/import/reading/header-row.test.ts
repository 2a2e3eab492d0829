import { expect, test } from "vitest";
import { dataRows, refuseIfTooMany } from "~/import/parse/rows";

/** The headings of a file, and the cells of its rows. */
function read(...lines: string[]) {
  const { headings, rows, skipped } = dataRows(lines.join("\n"), ",", 0, 0);
  return { headings, rows: rows.map(({ cells }) => cells.join("|")), skipped };
}

test("a row of dates, or of times, is no header row", () => {
  expect(read("01/02/2026,Hip,Knee")).toEqual({ headings: [], rows: ["01/02/2026|Hip|Knee"], skipped: 0 });
  expect(read("08:15,Hip,Knee")).toEqual({ headings: [], rows: ["08:15|Hip|Knee"], skipped: 0 });
});

test("values in three quarters of the columns say that there is no header row; in fewer, that it comes below", () => {
  expect(read("01/02/2026,45,Hip,", "Date,Age,Operation,Note").headings).toEqual([]);
  expect(read("Report of,01/02/2026,,", "Date,Age,Operation,Note", "01/02/2026,45,Hip,x")).toEqual({
    headings: ["Date", "Age", "Operation", "Note"],
    rows: ["01/02/2026|45|Hip|x"],
    skipped: 1,
  });
});

test("of two rows of headings the one with more fields counts, where the third row has values", () => {
  const groups = "Patient,When,Other";
  expect(read(groups, "Age,Date,Operation", "45,01/02/2026,Hip").headings).toEqual(["Age", "Date", "Operation"]);
  expect(read("Age,Date,Operation", groups, "45,01/02/2026,Hip").rows).toEqual([
    "Patient|When|Other",
    "45|01/02/2026|Hip",
  ]);
});

test("only a row that repeats all headings is left out, not one that begins with the first", () => {
  expect(read("Hospital,Date,Age", "hospital,DATE,age", "Hospital,01/02/2026,45", "Hospital,,")).toEqual({
    headings: ["Hospital", "Date", "Age"],
    rows: ["Hospital|01/02/2026|45", "Hospital||"],
    skipped: 1,
  });
});

test("a text that a program has written as a formula is the text, and a formula stays what it is", () => {
  expect(read("Date,Id,Note", '01/02/2026,"=""0815""","=""a""&""b"""').rows).toEqual(['01/02/2026|0815|="a"&"b"']);
});

test("100,000 rows are not too many", () => {
  expect(refuseIfTooMany(100_000)).toBeUndefined();
  expect(() => refuseIfTooMany(100_001)).toThrow(/^There are more than 100,000 rows\./);
});

import { expect, test } from "vitest";
import { dateOrderOf } from "~/import/parse/date-order";

function isAsked(...dates: string[]): boolean {
  const records = dates.map((date, line) => ({ line, cells: [date] }));
  return dateOrderOf({ records, columns: [] }, { case_date: 0 }, null) !== null;
}

test("beside dates in words, the dates of birth are asked about", () => {
  const read = (born: string) =>
    dateOrderOf({ records: [{ line: 2, cells: ["3 Apr 2026", born] }], columns: [] }, { case_date: 0, age: 1 }, null);
  expect(read("03/04/1981")?.readings).toEqual(["03/04/1981 is Fri 3 Apr 1981", "03/04/1981 is Wed 4 Mar 1981"]);
  expect([read("25/04/1981"), read("45"), read("6/12")]).toEqual([null, null, null]);
});

test.each([
  [["04/13/2026", "03/04/2026"], true],
  [["13/04/2026", "03/04/2026"], false],
  [["13/04/2026", "04/13/2026"], false],
  [["03/04/2026", "05/06/2026"], true],
  [["03/03/2026", "05-06-26 08:15"], true],
  [["3 April 2026", ""], false],
  // A number of 12 may be a month as well as a day.
  [["12/13/2026"], true],
  [["13/12/2026"], false],
  [["04/12/2026"], true],
  [["12/12/2026", "00/00/0000", "00/12/2026"], false],
  [[], false],
])("of the dates %j it is asked which number is the month: %s", (dates, expected) => {
  expect(isAsked(...dates)).toBe(expected);
});

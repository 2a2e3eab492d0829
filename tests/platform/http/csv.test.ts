import { expect, test } from "vitest";
import { csvOf, csvResponse, escapeFormula } from "~/platform/http/csv";

test.each([
  "=",
  "+",
  "-",
  "@",
  "\t",
  "\r",
  "\0",
  "\n",
  "＝",
  "＋",
  "－",
  "＠",
])("a cell that begins with %j makes no spreadsheet calculate", (start) => {
  expect(csvOf([[`${start}1+1`]])).toContain(`'${start}1+1`);
});

test("text with tabs goes by the same rule", () => {
  expect(["＝1+1", "\n=1", "-3.50"].map(escapeFormula)).toEqual(["'＝1+1", "'\n=1", "-3.50"]);
});

test("text that has the mark already is not told apart from what was marked, so it gets another", () => {
  expect(["'=1", "''@x", "it's = so", "'"].map(escapeFormula)).toEqual(["''=1", "'''@x", "it's = so", "'"]);
});

test("a number below nothing stays a number", () => {
  expect(csvOf([["-11.25", "-3", "-3-1", "-"]])).toBe("\ufeff-11.25,-3,'-3-1,'-\r\n");
});

test("commas, quotes and line ends stay within their cell", () => {
  expect(csvOf([["a,b", 'say "aah"', "one\ntwo", " edge"]])).toBe('\ufeff"a,b","say ""aah""","one\ntwo"," edge"\r\n');
});

test("the answer is a file with a name", async () => {
  const answer = csvResponse("fees", [["Date"]]);
  expect(answer.headers.get("Content-Disposition")).toBe('attachment; filename="fees.csv"');
  expect(await answer.text()).toContain("Date");
});

import { expect, test } from "vitest";
import { CsvRefusal, decode, UPLOAD_FAILED } from "~/import/parse/decode";

/** Forty letters, of which so many at an even and at an odd place are 0. */
function withZeros(even: number, odd: number): Uint8Array {
  return new Uint8Array(40).map((_, place) => (place < (place % 2 === 0 ? even : odd) * 2 ? 0 : 97));
}

test.each([
  ["utf-16le", 0, 11],
  ["utf-16be", 11, 0],
])("text is %s where more than a quarter of its bytes are the zeros of one half", (encoding, even, odd) => {
  expect(decode(withZeros(even, odd)).encoding).toBe(encoding);
});

test.each([
  ["a quarter, in the second half", 0, 10],
  ["a quarter, in the first half", 10, 0],
  ["more, with a tenth as many in the first half", 1, 11],
  ["more, with a tenth as many in the second half", 11, 1],
])("bytes of which %s are zeros are no text", (_, even, odd) => {
  expect(() => decode(withZeros(even, odd))).toThrow(new CsvRefusal(UPLOAD_FAILED));
});

/** Twenty bytes, of which the first ones are these. */
function beginning(...bytes: number[]): Uint8Array {
  return new Uint8Array(20).fill(97).map((byte, place) => bytes[place] ?? byte);
}

test("a tenth of bytes that no text has are taken for slips, more for another kind of file", () => {
  expect(decode(beginning(8, 14))).toEqual({ text: `\b\u000e${"a".repeat(18)}`, encoding: "utf-8" });
  expect(() => decode(beginning(8, 14, 31))).toThrow(new CsvRefusal(UPLOAD_FAILED));
  expect(() => decode(beginning(8, 8, 8))).toThrow(new CsvRefusal(UPLOAD_FAILED));
  expect(() => decode(beginning(14, 14, 14))).toThrow(new CsvRefusal(UPLOAD_FAILED));
});

test("tabs, line ends and blanks are text, however many there are", () => {
  expect(decode(beginning(9, 10, 11, 12, 13, 13, 13, 32)).text).toBe(`\t\n\v\f\r\r\r ${"a".repeat(12)}`);
});

test("a workbook is refused with what to do", () => {
  expect(() => decode(beginning(0x50, 0x4b, 0x03, 0x04))).toThrow(
    new CsvRefusal(`${UPLOAD_FAILED} This is a spreadsheet or a document. Open it and save it as CSV.`),
  );
});

import { expect, test } from "vitest";
import { isBlank, readClock, readMoment, readTime } from "~/import/parse/moment";
import { readAge, readDescription } from "~/import/parse/patient";

/** The minute of a time, or that it is none. */
function minuteOf(cell: string): number | "no time" {
  const time = readTime(cell);
  return time ? time.minute : "no time";
}

test.each([
  ["08:15:59", 495],
  ["08:15:60", "no time"],
  ["08:59", 539],
  ["08:60:00", "no time"],
  ["0859", 539],
  ["0860", "no time"],
  ["1 am", 60],
  ["0 am", "no time"],
  ["12 pm", 720],
  ["13 pm", "no time"],
  ["0.34375".padEnd(40, "0"), 495],
  ["0.34375".padEnd(41, "0"), "no time"],
])("the time %j is minute %s", (cell, minute) => {
  expect(minuteOf(cell)).toBe(minute);
});

test("two digits behind a point are no time, as they may be minutes or a part of a day", () => {
  expect([readClock("0.25"), readClock(".25"), readClock("0.250")]).toEqual([
    ...[false, false],
    { minute: 360, zone: null },
  ]);
});

test("a text of up to sixty characters may say nothing, or begin with a date", () => {
  const [unknown, dated] = ["Not captured in the theatre system", "03/04/2026 list"];
  expect([isBlank(unknown.padEnd(60, "x")), isBlank(unknown.padEnd(61, "x"))]).toEqual([true, false]);
  expect(readMoment(dated.padEnd(60, "x"))).toEqual({ date: "2026-04-03", clock: false });
  expect(readMoment(dated.padEnd(61, "x"))).toBe(false);
});

test.each([
  ["00/00/2026", null],
  ["00/04/2026", false],
  ["03/00/2026", false],
])("of the date %j a day or a month of 0 alone is a mistake, both are no date", (cell, expected) => {
  expect(readMoment(cell)).toBe(expected);
});

test("a spreadsheet's number just before midnight has no time of the next day", () => {
  expect(readMoment("46115.9993")).toEqual({ date: "2026-04-03", clock: { minute: 1439, zone: null } });
  expect(readMoment("46115.9999")).toEqual({ date: "2026-04-03", clock: false });
});

test.each([
  ["1", { age: 1, unit: "years" }],
  ["1 year", { age: 1, unit: "years" }],
  ["0.9", { age: 10, unit: "months" }],
  ["0", { age: 0, unit: "years", remark: "age_zero" }],
  ["0y 3m", { age: 3, unit: "months" }],
  ["0 days", { age: 0, unit: "days" }],
  ["0 weeks", { age: 0, unit: "days" }],
  ["-1", { age: null, unit: "years", remark: "age_range" }],
  ["1w 1m", { age: 7, unit: "days" }],
  ["1w 6d", { age: 13, unit: "days" }],
  ["120", { age: 120, unit: "years" }],
  ["121", { age: null, unit: "years", remark: "age_range" }],
])("the age %j is %j", (cell, expected) => {
  expect(readAge(cell)).toEqual(expected);
});

test("of a cell 5,000 characters are read, whatever of them is kept", () => {
  expect(readDescription(`Hip${" ".repeat(4_997)}`)).toEqual({ text: "Hip", cut: false });
  expect(readDescription(`Hip${" ".repeat(4_997)}x`)).toEqual({ text: "Hip", cut: true });
});

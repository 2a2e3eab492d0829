import { expect, test } from "vitest";
import { isBlank, readClock, readMoment, readTime } from "~/import/parse/moment";
import { hasGenderCodesOnly, joined, readAge, readAsa, readDescription, readGender } from "~/import/parse/patient";
import { clockTime } from "~/platform/time/clock-time";

/** `2026-04-03 08:15`, `2026-04-03`, `2026-04-03 ?` with a time that is none, `blank`, `no date`. */
function momentText(cell: string, monthFirst = false): string {
  const moment = readMoment(cell, monthFirst);
  if (!moment) return moment === null ? "blank" : "no date";
  if (moment.clock === null) return moment.date;
  return `${moment.date} ${moment.clock ? clockTime(moment.clock.minute) : "?"}`;
}

test.each([
  ["03/04/2026", "2026-04-03"],
  ["3-Apr-26", "2026-04-03"],
  ["03-APR-2026", "2026-04-03"],
  ["3 April 2026", "2026-04-03"],
  ["06 Jan 2019 23:26:02:000", "2019-01-06 23:26"],
  ["2026-04-03T08:15:00", "2026-04-03 08:15"],
  ["2026-04-03 08:15", "2026-04-03 08:15"],
  ["03/04/26", "2026-04-03"],
  ["46115", "2026-04-03"],
  ["46115.34375", "2026-04-03 08:15"],
  ["31/02/2026", "no date"],
  ["29/02/2027", "no date"],
  ["29/02/2028", "2028-02-29"],
  ["00/00/0000", "blank"],
  ["1900-01-01 00:00", "blank"],
  ["01/01/1900", "blank"],
  ["", "blank"],
  ["Unknown", "blank"],
  ["03/04/2026 24:00", "2026-04-03 ?"],
  ["03/04/2026 8:15 PM", "2026-04-03 20:15"],
  ["Friday, 3 April 2026", "2026-04-03"],
  ["3rd April 2026", "2026-04-03"],
  ["April 3, 2026", "2026-04-03"],
  ["1 August 2018", "2018-08-01"],
  ["3 Sept 2026", "2026-09-03"],
  ["20260403", "2026-04-03"],
  ["2026/04/03", "2026-04-03"],
  ["2026-04-03T08:15:00Z", "2026-04-03 09:15"],
  ["04/13/2026", "no date"],
  ["45", "no date"],
  ["4711234", "no date"],
  ["99999", "no date"],
  ["3 April", "no date"],
  ["1.5.2026.7", "no date"],
  ["today", "no date"],
])("the date %j is read as %s", (cell, expected) => {
  expect(momentText(cell)).toBe(expected);
});

test("the month is read first only where a person says so, and never in a date with the month in words", () => {
  expect(momentText("04/13/2026", true)).toBe("2026-04-13");
  expect(momentText("03/04/2026", true)).toBe("2026-03-04");
  expect(momentText("3 April 2026", true)).toBe("2026-04-03");
  expect(momentText("2026-04-03", true)).toBe("2026-04-03");
});

test.each([
  ...["0815", "8:15", "08.15", "08:15:00", "8:15 AM", "815", "08:15", "08:15:00.000", "0815hrs", "0.34375"],
  ...["2026-04-03 08:15", "06 Jan 2019 08:15:02:000", "8.15am"],
])("the time %j is 08:15", (cell) => {
  const time = readTime(cell);
  expect(time && clockTime(time.minute)).toBe("08:15");
});

test.each([
  ["8:15 PM", "20:15"],
  ["12:05 AM", "00:05"],
  ["12:05 PM", "12:05"],
  ["00:00", "00:00"],
  ["23:59", "23:59"],
  ["8 pm", "20:00"],
])("the time %j is %s", (cell, expected) => {
  const clock = readClock(cell);
  expect(clock && clockTime(clock.minute)).toBe(expected);
});

test.each([
  "24:00",
  "2400",
  "08:60",
  "8",
  "15",
  "0.25",
  "13:00 PM",
  "25:10",
  "after lunch",
  "03/04/2026",
  "1:2:3:4:5",
])("%j is no time", (cell) => {
  expect(readTime(cell)).toBe(false);
});

test.each([
  ["morning-0800-1300", "08:00", "13:00"],
  ["morning-0800-1300, afternoon-1300-1800", "08:00", "18:00"],
  ["night-2200-0800", "22:00", "08:00"],
  ["08:00 - 12:30", "08:00", "12:30"],
])("the part of the day %j goes from %s to %s", (cell, start, end) => {
  const time = readTime(cell);
  expect(time && [clockTime(time.minute), clockTime(time.bandEnd ?? 0)]).toEqual([start, end]);
});

test.each([
  ["45", "45 years"],
  ["45y", "45 years"],
  ["45 yrs", "45 years"],
  ["45 years", "45 years"],
  ["45 Years old", "45 years"],
  ["067", "67 years"],
  ["67.5", "67 years"],
  ["0.5", "6 months"],
  ["6 mths", "6 months"],
  ["6m", "6 months"],
  ["6/12", "6 months"],
  ["1 months", "1 months"],
  ["6 Month(s)", "6 months"],
  ["12 days", "12 days"],
  ["12d", "12 days"],
  ["2/52", "14 days"],
  ["3/7", "3 days"],
  ["6 weeks", "42 days"],
  ["2w 3d", "17 days"],
  ["5 hours", "0 days"],
  ["1y 3m", "15 months"],
  ["1 year and 3 months", "15 months"],
  ["45y 3m", "45 years"],
  ["60 months", "5 years"],
  ["400 days", "13 months"],
  ["0", "0 years age_zero"],
  ["<1", "0 years"],
  ["< 1", "0 years"],
  ["<1 year", "0 years"],
  ["under 1", "0 years"],
  ["<2", "none age_unreadable"],
  ["> 90", "90 years age_over"],
  ["90+", "90 years age_over"],
  ["120", "120 years"],
  ["121", "none age_range"],
  ["-5", "none age_range"],
  ["1960", "none age_range"],
  ["19600403", "66 years"],
  ["03/04/1960", "66 years"],
  ["3 Apr 1960", "66 years"],
  ["1960-04-03 00:00", "66 years"],
  ["22009", "66 years"],
  ["adult", "none age_unreadable"],
  ["Unknown", "blank"],
  ["-", "blank"],
])("the age %j is %s", (cell, expected) => {
  const age = readAge(cell, { on: "2026-11-13" });
  const value = age?.age === null ? "none" : `${age?.age} ${age?.unit}`;
  expect(age === null ? "blank" : [value, age.remark ?? ""].join(" ").trim()).toBe(expected);
});

test("a number alone is in the unit that its column's heading says", () => {
  expect(readAge("6", { bare: "months" })).toEqual({ age: 6, unit: "months" });
  expect(readAge("6", { bare: "days" })).toEqual({ age: 6, unit: "days" });
  expect(readAge("6 years", { bare: "months" })).toEqual({ age: 6, unit: "years" });
});

test.each<[string, string]>([
  ...["2", "ASA 2", "ASA II", "II", "asa-2", "P2", "ASA: 2", "2 - mild systemic disease", "ASA PS 2"].map(
    (cell): [string, string] => [cell, "2"],
  ),
  ["2E", "2 asa_emergency"],
  ["ASA III E", "3 asa_emergency"],
  ["I", "1"],
  ["IV", "4"],
  ["5", "5"],
  ["6", "null asa_six"],
  ["VI", "null asa_six"],
  ["donor", "null asa_six"],
  ["7", "null asa_unreadable"],
  ["1-2", "null asa_unreadable"],
  ["22", "null asa_unreadable"],
  ["IIII", "null asa_unreadable"],
  ["not recorded", "undefined"],
])("the ASA grade %j is %s", (cell, expected) => {
  const asa = readAsa(cell);
  expect([String(asa?.grade), asa?.remark ?? ""].join(" ").trim()).toBe(expected);
});

test.each<[string, 1 | 2 | null | false]>([
  ...["M", "Male", "MALE", "m", "2", "M - Male"].map((cell): [string, 2] => [cell, 2]),
  ...["F", "Female", "1", "f", " female "].map((cell): [string, 1] => [cell, 1]),
  ["Not known", null],
  ["", null],
  ["X", false],
  ["12", false],
])("the gender %j is %s", (cell, expected) => {
  expect(readGender(cell)).toBe(expected);
});

test("1 and 2 are asked about where a column holds nothing else, and read as they are answered", () => {
  expect(hasGenderCodesOnly(["1", "2", "", "9"])).toBe(true);
  expect(hasGenderCodesOnly(["1", "2", "F"])).toBe(false);
  expect(hasGenderCodesOnly(["", "Unknown"])).toBe(false);
  expect([readGender("1", "1_male"), readGender("2", "1_male"), readGender("F", "1_male")]).toEqual([2, 1, 1]);
});

test.each([
  ...["Unknown", "Not Known", "Not Stated", "N/A", "-", "Not captured in Surginet", "", "  ", "NULL"],
])("%j says nothing", (cell) => {
  expect(isBlank(cell)).toBe(true);
});

test.each(["No", "Note", "0", "Not yet", "Unknown primary tumour"])("%j says something", (cell) => {
  expect(isBlank(cell)).toBe(false);
});

test.each([
  ["Laparotomy,  washout\nand closure", "Laparotomy, washout / and closure"],
  ["\n\nNotes begin here\n", "Notes begin here"],
  ["Knee, , ,", "Knee"],
  ["a\tb\u00a0c", "a b c"],
  ["l\u200bap\u202e", "lap"],
  ["=1+1", "=1+1"],
  ["N/A", ""],
])("the description %j becomes %j", (cell, expected) => {
  expect(readDescription(cell)).toEqual({ text: expected, cut: false });
});

test("a description is cut after 500 characters, between letters and not within one", () => {
  expect(readDescription("x".repeat(500))).toEqual({ text: "x".repeat(500), cut: false });
  expect(readDescription("x".repeat(501))).toEqual({ text: "x".repeat(500), cut: true });
  expect(readDescription("🦴".repeat(600)).text).toBe("🦴".repeat(500));
});

test("procedures of one case are joined, each once", () => {
  expect(joined(["Hip", "", "Knee", "Hip"])).toEqual({ text: "Hip + Knee", cut: false });
});

import { describe, expect, test } from "vitest";
import {
  dateOfSerial,
  fullDate,
  longDate,
  missingDay,
  monthName,
  nameOfWeekday,
  readDate,
  readDateOrInstant,
  shortDate,
  ukDate,
  weekHeading,
} from "~/platform/time/dates";

describe("a date", () => {
  test.each([
    ["17/11/2026", "2026-11-17"],
    ["3/4/2026", "2026-04-03"],
    ["3/4/26", "2026-04-03"],
    ["03-04-2026", "2026-04-03"],
    ["3.4.26", "2026-04-03"],
    ["3 Apr 2026", "2026-04-03"],
    ["3 april 26", "2026-04-03"],
    ["  17 / 11 / 2026  ", "2026-11-17"],
    ["03042026", "2026-04-03"],
    ["030426", "2026-04-03"],
    ["27.3.2026", "2026-03-27"],
    ["27.3.26", "2026-03-27"],
    ["27-3-2026", "2026-03-27"],
    ["27 3 26", "2026-03-27"],
    ["27,3,2026", "2026-03-27"],
    ["2026-04-03", "2026-04-03"],
    ["2026-4-3", "2026-04-03"],
    ["29/2/2028", "2028-02-29"],
    ["1/1/1900", "1900-01-01"],
    ["31/12/2099", "2099-12-31"],
  ])("typed as %s is read", (typed, date) => {
    expect(readDate(typed)).toBe(date);
  });

  test.each([
    ["12 nov", "2026-11-12"],
    ["12nov", false],
    ["12-Nov", "2026-11-12"],
    ["12 November", "2026-11-12"],
    ["3 jan", "2027-01-03"],
    ["23 may", "2026-05-23"],
    ["22 may", "2027-05-22"],
    ["29 feb", false],
    ["31 nov", false],
    ["12/11", false],
    ["12 smarch", false],
  ])("without a year is that of the nearest: %s", (typed, date) => {
    expect(readDate(typed, "2026-11-21")).toBe(date);
  });

  test("without a year, in January, may be of the year before", () => {
    expect(readDate("28 dec", "2027-01-03")).toBe("2026-12-28");
  });

  test.each([
    ["31/02/2026", "February 2026 has 28 days"],
    ["30/2/2028", "February 2028 has 29 days"],
    ["31/4/26", "April has 30 days"],
    ["31 nov", "November has 30 days"],
    ["45/1/2026", "January has 31 days"],
    ["30 feb", "February has 29 days"],
    ["31022026", "February 2026 has 28 days"],
    ["32/12/2026", "December has 31 days"],
    ["1/13/2026", null],
    ["45/13/2026", null],
    ["45/0/2026", null],
    ["31/2/1899", null],
    ["today", null],
    ["28/2/2026", null],
    ["", null],
  ])("that its month does not have says so: %s", (typed, words) => {
    expect(missingDay(typed)).toBe(words);
  });

  test.each(["", "   "])("left out is null: %j", (typed) => {
    expect(readDate(typed)).toBeNull();
  });

  test.each([
    "29/2/2026",
    "29/2/2100",
    "31/4/2026",
    "0/1/2026",
    "32/1/2026",
    "1/0/2026",
    "1/13/2026",
    "1/1/1899",
    "1/1/2100",
    "1/1/026",
    "17/11",
    "17/11/2026/1",
    "31042026",
    "310426",
    "3042026",
    "30426",
    "20261117",
    "0304",
    "3,,26",
    "1/ma/2026",
    "1/x/2026",
    "today",
    "-1/1/2026",
    "1e1/1/2026",
    "١/١/٢٠٢٦",
  ])("that is none is false: %s", (typed) => {
    expect(readDate(typed)).toBe(false);
  });

  test.each([
    "2026-02-30T08:00:00Z",
    "2026-06-31T08:00:00+01:00",
    "2026-02-29T00:00",
  ])("that is none is false as an instant too: %s", (typed) => {
    expect(readDateOrInstant(typed)).toBe(false);
  });

  test("of an instant is London's", () => {
    expect(readDateOrInstant("2026-06-30T23:30:00Z")).toBe("2026-07-01");
  });

  test("is written as each place wants it", () => {
    expect(ukDate("2026-04-03")).toBe("03/04/2026");
    expect(longDate("2026-04-03")).toBe("3 April 2026");
    expect(monthName("2026-04-03")).toBe("April 2026");
    expect([1, 7].map(nameOfWeekday)).toEqual(["Monday", "Sunday"]);
    expect(shortDate("2026-11-17")).toBe("Tue 17 Nov 2026");
    expect(shortDate("2026-11-17", false)).toBe("Tue 17 Nov");
    expect(fullDate("2026-11-22")).toBe("Sunday 22 November 2026");
  });

  test("stands under the heading of its week, Monday to Sunday", () => {
    expect(weekHeading("2026-11-22")).toBe("16 – 22 November 2026");
    expect(weekHeading("2026-10-01")).toBe("28 September – 4 October 2026");
    expect(weekHeading("2027-01-01")).toBe("28 December 2026 – 3 January 2027");
  });
});

test.each([
  [46_115, "2026-04-03"],
  [46_115.99, "2026-04-03"],
  [61, "1900-03-01"],
  [73_050.5, "2099-12-31"],
  [60, false],
  [73_051, false],
  [-1, false],
  [1e300, false],
  [Number.NaN, false],
])("a spreadsheet's day %s is %s", (serial, date) => {
  expect(dateOfSerial(serial)).toBe(date);
});

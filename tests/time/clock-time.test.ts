import { describe, expect, test } from "vitest";
import { clockTime, hoursAndMinutes, readClockTime } from "~/time/clock-time";

describe("a clock time", () => {
  test.each([
    ["08:15", 495],
    ["8:15", 495],
    ["8.15", 495],
    ["0815", 495],
    ["815", 495],
    ["8", 480],
    ["20", 1200],
    [" 20 : 00 ", 1200],
    ["00:00", 0],
    ["23:59", 1439],
  ])("typed as %s is read", (typed, minute) => {
    expect(readClockTime(typed)).toBe(minute);
  });

  test("left out is null", () => {
    expect(readClockTime("  ")).toBeNull();
  });

  test.each([
    "24:00",
    "25",
    "12:60",
    "2460",
    "12:5",
    "12:345",
    ":30",
    "half nine",
    "-1",
    "12345",
  ])("that is none is false: %s", (typed) => {
    expect(readClockTime(typed)).toBe(false);
  });

  test("is written hh:mm, days left out", () => {
    expect(clockTime(495)).toBe("08:15");
    expect(clockTime(1440 + 240)).toBe("04:00");
    expect(clockTime(-60)).toBe("23:00");
  });

  test("that has passed is written in hours and minutes", () => {
    expect([45, 60, 90, 360].map(hoursAndMinutes)).toEqual(["45 min", "1 h", "1 h 30 min", "6 h"]);
  });
});

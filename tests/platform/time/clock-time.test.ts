import { describe, expect, test } from "vitest";
import { clockTime, endTime, hoursAndMinutes, readClockTime, readEndTime } from "~/platform/time/clock-time";

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
    ["5pm", 1020],
    ["5 PM", 1020],
    ["05pm", 1020],
    ["5.30 p.m.", 1050],
    ["1230pm", 750],
    ["12am", 0],
    ["12pm", 720],
    ["9.5", 570],
    ["09.5", 570],
    ["8,15", 495],
    ["8 15", 495],
    ["08:", 480],
    ["230", 150],
  ])("typed as %s is read", (typed, minute) => {
    expect(readClockTime(typed)).toBe(minute);
  });

  test("left out is null", () => {
    expect(readClockTime("  ")).toBeNull();
  });

  test.each([
    "24:30",
    "25",
    "25:00",
    "13pm",
    "0am",
    "9.3",
    "5 o'clock",
    "pm",
    "12:60",
    "2460",
    "12:5",
    "12:345",
    "13:0",
    "13 0",
    "8 1 5",
    ":30",
    "half nine",
    "-1",
    "12345",
  ])("that is none is false: %s", (typed) => {
    expect(readClockTime(typed)).toBe(false);
  });

  test.each([
    "24:00",
    "24.00",
    "2400",
    "24",
    "24:",
    " 24 : 00 ",
  ])("that ends a day is its last midnight: %s", (typed) => {
    expect(readEndTime(typed)).toBe(1440);
    expect(readClockTime(typed)).toBe(false);
    expect(endTime(1440)).toBe("24:00");
  });

  test.each([
    ["00:00", 0],
    ["5pm", 1020],
    ["", null],
    ["24:30", false],
  ])("of an end is read as any other: %s", (typed, minute) => {
    expect(readEndTime(typed)).toBe(minute);
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

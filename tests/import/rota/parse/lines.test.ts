import { expect, test } from "vitest";
import { calendarLines } from "~/import/rota/parse/lines";

test("of a calendar and its events only the lines count that Daybook reads, each of its own part", () => {
  const text = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Rota 1.2//EN",
    "BEGIN:VTIMEZONE",
    "X-WR-CALNAME:Zone",
    "TZID:Own",
    "BEGIN:STANDARD",
    "DTSTART:16010101T020000",
    "COMMENT:Winter",
    "END:STANDARD",
    "END:VTIMEZONE",
    "BEGIN:VEVENT",
    "UID:a",
    "NAME:Event",
    "SUMMARY:Ortho",
    "  list",
    "BEGIN:VALARM",
    "SUMMARY:Alarm",
    "END:VALARM",
    "END:VEVENT",
    "X-WR-CALNAME: Rota ",
    "X-WR-CALNAME:Other",
    "END:VCALENDAR",
  ].join("\r\n");
  expect(calendarLines(text, 1)).toEqual({
    head: new Map([
      ["PRODID", "-//Rota 1.2//EN"],
      ["X-WR-CALNAME", "Rota"],
    ]),
    events: [
      new Map([
        ["UID", ["UID:a"]],
        ["SUMMARY", ["SUMMARY:Ortho list"]],
      ]),
    ],
    zones: [
      "BEGIN:VTIMEZONE\r\nTZID:Own\r\nBEGIN:STANDARD\r\nDTSTART:16010101T020000\r\nEND:STANDARD\r\nEND:VTIMEZONE",
    ],
  });
  expect(calendarLines(text, 0)).toBe("too many");
});

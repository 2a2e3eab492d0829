import { expect, test } from "vitest";
import type { Unread } from "~/import/rota/calendar";
import { calendarLines } from "~/import/rota/parse/lines";
import { occurrencesOf } from "~/import/rota/parse/occurrences.server";
import { clockTime } from "~/platform/time/clock-time";
import { londonMoment } from "~/platform/time/london";
import { calendarOf, eventOf } from "../files";

/** What is read of events in November and December 2026: `a: 2026-11-24 08:00 to 2026-11-24 12:00`. */
function read(events: readonly string[], window = { from: "2026-11-01", until: "2026-12-31" }) {
  const lines = calendarLines(calendarOf(...events), 100);
  if (typeof lines === "string") throw new Error(lines);
  const unread: Unread = { faulty: 0, endless: 0, long: 0, repeats: 0, zones: 0 };
  const at = (instant: number) => {
    const { date, minute } = londonMoment(instant);
    return `${date} ${clockTime(minute)}`;
  };
  const found = occurrencesOf(lines, window, unread);
  return { unread, found: found.map(({ name, startAt, endAt }) => `${name}: ${at(startAt)} to ${at(endAt)}`) };
}

const morning = (uid: string, day: string, ...more: string[]) =>
  eventOf(uid, `${day}T080000`, `${day}T120000`, "List", ...more);

/** An event whose end is another line. */
const ending = (uid: string, ...end: string[]) =>
  ["BEGIN:VEVENT", `UID:${uid}`, "DTSTART:20261124T080000", ...end, "END:VEVENT"].join("\r\n");

test("events are read from the first day to the last", () => {
  const days = ["20261031", "20261101", "20261231", "20270101"];
  expect(read(days.map((day) => morning(day, day)))).toEqual({
    unread: { faulty: 0, endless: 0, long: 0, repeats: 0, zones: 0 },
    found: ["20261101: 2026-11-01 08:00 to 2026-11-01 12:00", "20261231: 2026-12-31 08:00 to 2026-12-31 12:00"],
  });
  const more = "RDATE:20251231T080000,20261101T080000,20261231T080000,20270101T080000";
  expect(read([morning("a", "20261031", more)]).found).toEqual([
    "a/2026-11-01: 2026-11-01 08:00 to 2026-11-01 12:00",
    "a/2026-12-31: 2026-12-31 08:00 to 2026-12-31 12:00",
  ]);
});

test("an event may last fourteen days and no minute more, and must last at all", () => {
  const events = [
    ending("a", "DTEND:20261208T080000"),
    ending("b", "DTEND:20261208T080100"),
    ending("c", "DTEND:20261124T080000"),
    ending("d", "DURATION:PT0M"),
    ending("e", "DURATION:P1D"),
    ending("f", "DTEND:garbage"),
    ending("g", "DTEND:garbage", "DURATION:P1D"),
    ending("h"),
  ];
  expect(read(events)).toEqual({
    unread: { faulty: 2, endless: 3, long: 1, repeats: 0, zones: 0 },
    found: ["a: 2026-11-24 08:00 to 2026-12-08 08:00", "e: 2026-11-24 08:00 to 2026-11-25 08:00"],
  });
});

test("a day or a time is left out of a series and of its further days", () => {
  const event = morning(
    "a",
    "20261124",
    "RRULE:FREQ=WEEKLY;COUNT=4",
    "EXDATE;VALUE=DATE:20261201",
    "EXDATE:20261208T080000,20261215T090000",
    "RDATE:20261203T130000,20261204T130000,20261205T130000",
    "EXDATE;VALUE=DATE:20261203",
    "EXDATE:20261204T130000,20261205T140000",
  );
  expect(read([event]).found).toEqual([
    "a/2026-11-24: 2026-11-24 08:00 to 2026-11-24 12:00",
    "a/2026-12-15: 2026-12-15 08:00 to 2026-12-15 12:00",
    "a/2026-12-05: 2026-12-05 13:00 to 2026-12-05 17:00",
  ]);
});

test("an event in the hour that the clocks skip keeps its length", () => {
  const event = eventOf("a", "20260328T013000", "20260328T023000", "List", "RRULE:FREQ=DAILY;COUNT=3");
  expect(read([event], { from: "2026-03-01", until: "2026-04-01" }).found).toEqual([
    "a/2026-03-28: 2026-03-28 01:30 to 2026-03-28 02:30",
    "a/2026-03-29: 2026-03-29 02:30 to 2026-03-29 03:30",
    "a/2026-03-30: 2026-03-30 01:30 to 2026-03-30 02:30",
  ]);
});

test("events that share a UID are known by their days, and those of one day by their order", () => {
  const names = (...days: string[]) =>
    read(days.map((day) => morning("a", day))).found.map((line) => line.split(":")[0]);
  expect(names("20261124", "20261125", "20261125")).toEqual(["a/2026-11-24", "a/2026-11-25", "a/2026-11-25#1"]);
  expect(names("20261125", "20261124")).toEqual(["a/2026-11-25", "a/2026-11-24"]);
});

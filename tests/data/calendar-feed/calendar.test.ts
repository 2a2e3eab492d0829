import ICAL from "ical.js";
import { expect, test } from "vitest";
import { calendarText } from "~/data/export/calendar";
import { leaveEvent, sessionEvent } from "~/data/export/calendar-file.server";
import { londonInstant } from "~/platform/time/london";
import { NOW } from "../../support/harness";

const HOUR = 3_600_000;

/** As a program that is not ours reads the file. */
function readBy(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  for (const zone of calendar.getAllSubcomponents("vtimezone")) ICAL.TimezoneService.register(zone);
  return calendar.getAllSubcomponents("vevent").map((each) => new ICAL.Event(each));
}

function instantOf(time: ICAL.Time): number {
  return time.toUnixTime() * 1000;
}

test("another program reads each hour over both clock changes, of many years, as the instant that it is", () => {
  // Until 1995 the clocks went back on the fourth Sunday of October.
  const days = ["1995-10-22", ...[1997, 2004, 2015, 2026, 2027, 2031].flatMap((year) => lastSundays(year))];
  const starts = days.flatMap((day) => Array.from({ length: 60 }, (_, at) => londonInstant(day, 0) + (at * HOUR) / 2));
  const events = starts.map((from) => ({
    uid: `${from}`,
    title: "List",
    changedAt: NOW,
    from,
    until: from + 8 * HOUR,
  }));
  const read = readBy(calendarText(events, NOW));
  expect(read.map((each) => [instantOf(each.startDate), instantOf(each.endDate)])).toEqual(
    starts.map((from) => [from, from + 8 * HOUR]),
  );
});

function lastSundays(year: number): string[] {
  return [`${year}-03`, `${year}-10`].map((month) => {
    const days = Array.from({ length: 7 }, (_, back) => `${month}-${31 - back}`);
    return days.find((day) => new Date(`${day}T12:00:00Z`).getUTCDay() === 0) as string;
  });
}

test("a session over a clock change is written in London's clock times, with the zone told", () => {
  const from = londonInstant("2026-10-24", 22 * 60);
  const text = calendarText([{ uid: "a", title: "Night", changedAt: NOW, from, until: from + 11 * HOUR }], NOW);
  expect(text).toContain("DTSTART;TZID=Europe/London:20261024T220000\r\n");
  expect(text).toContain("DTEND;TZID=Europe/London:20261025T080000\r\n");
  expect(text).toContain("BEGIN:VTIMEZONE\r\nTZID:Europe/London\r\n");
});

test("whole days end the day after, and say so to programs", () => {
  const text = calendarText(
    [{ uid: "a", title: "Leave", changedAt: NOW, firstDay: "2026-12-14", lastDay: "2026-12-18" }],
    NOW,
  );
  expect(text).toContain("DTSTART;VALUE=DATE:20261214\r\nDTEND;VALUE=DATE:20261219\r\n");
  const [event] = readBy(text);
  expect([event?.startDate.toString(), event?.endDate.toString()]).toEqual(["2026-12-14", "2026-12-19"]);
});

test("any text comes back as it was, in lines of at most 75 octets", () => {
  const title = "Trauma; list, \\n £4 – 😀 ".repeat(20).trim();
  const [from, location] = [londonInstant("2026-11-17", 480), "Theatre 4\nEast; wing, 2"];
  const text = calendarText([{ uid: "a", title, location, changedAt: NOW, from, until: from + HOUR }], NOW);
  expect(Math.max(...text.split("\r\n").map((line) => new TextEncoder().encode(line).length))).toBe(75);
  expect(text).not.toContain("\r\n\r\n");
  const [event] = readBy(text);
  expect([event?.summary, event?.location]).toEqual([title, location]);
});

test("text of a user's cannot begin a line of its own", () => {
  const from = londonInstant("2026-11-17", 480);
  const title = "List\r\nEND:VEVENT\rBEGIN:VALARM\nX";
  const text = calendarText([{ uid: "a", title, changedAt: NOW, from, until: from + HOUR }], NOW);
  expect(text.match(/^END:VEVENT/gm)).toHaveLength(1);
  expect(text).not.toContain("\r\nBEGIN:VALARM");
});

test("a session's event tells its title and site, and its PAs only where that was chosen", () => {
  const times = {
    start_at: londonInstant("2026-11-17", 480),
    end_at: londonInstant("2026-11-17", 1080),
    updated_at: NOW,
  };
  const session = { unique_ref: "s", ...times, element: "All-day list", site: "Main theatres", pa_units: 9000 };
  expect(sessionEvent(session, "titles")).toMatchObject({ title: "All-day list", location: "Main theatres" });
  expect(sessionEvent({ ...session, element: null, site: "" }, "pas").title).toBe("Session (2.50 PA)");
});

test("an event of leave says which half of a day is off, and that it is not granted yet", () => {
  const leave = { unique_ref: "l", type: "annual", name: "", status: "approved", updated_at: NOW } as const;
  const day = { date_start: "2026-12-14", date_end: "2026-12-14", end_part: "full" } as const;
  expect(leaveEvent({ ...leave, ...day, start_part: "pm" }).title).toBe("Annual leave, afternoon");
  const span = { ...day, date_end: "2026-12-18", start_part: "pm", end_part: "am" } as const;
  expect(leaveEvent({ ...leave, ...span, status: "requested" }).title).toBe(
    "Annual leave, from the first afternoon, to the last morning, requested",
  );
});

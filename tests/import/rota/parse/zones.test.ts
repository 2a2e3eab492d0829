import { expect, test } from "vitest";
import { readCalendar } from "~/import/rota/parse/read-calendar.server";
import { clockTime } from "~/platform/time/clock-time";
import { londonMoment } from "~/platform/time/london";
import { TODAY } from "../../../support/harness";
import { calendarOf, eventOf } from "../files";
import bst from "../fixtures/zone-named-bst.ics?raw";
import gmt from "../fixtures/zone-named-gmt.ics?raw";

/** The times of a file's events in London, and how many are in a zone that nobody knows. */
async function timesOf(text: string) {
  const read = await readCalendar(text, { today: TODAY, userRef: "me" });
  if (!read.ok) throw new Error(read.message);
  const at = (instant: number) => {
    const { date, minute } = londonMoment(instant);
    return `${date} ${clockTime(minute)}`;
  };
  const { events, unread } = read.calendar;
  return { times: events.map(({ startAt, endAt }) => `${at(startAt)} to ${at(endAt)}`), unknown: unread.zones };
}

/** A zone of a file whose clocks go an hour forward by one rule and back by another. */
function zone(name: string, [forward, back]: readonly [string, string], standard = "+0000", summer = "+0100") {
  const change = (kind: string, start: string, from: string, to: string, rule: string) =>
    [`BEGIN:${kind}`, start, `TZOFFSETFROM:${from}`, `TZOFFSETTO:${to}`, `RRULE:${rule}`, `END:${kind}`].join("\r\n");
  return [
    "BEGIN:VTIMEZONE",
    `TZID:${name}`,
    change("STANDARD", "DTSTART:16010101T020000", summer, standard, back),
    change("DAYLIGHT", "DTSTART:16010101T010000", standard, summer, forward),
    "END:VTIMEZONE",
  ].join("\r\n");
}

const BRITISH = ["FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3", "FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10"] as const;

/** A list from 08:00 to 13:00 on the clocks of a zone. */
const list = (tzid: string, day = "20260714", from = "080000", to = "130000") =>
  [
    ...["BEGIN:VEVENT", `UID:${day}`, `DTSTART;TZID=${tzid}:${day}T${from}`, `DTEND;TZID=${tzid}:${day}T${to}`],
    ...["SUMMARY:List", "END:VEVENT"],
  ].join("\r\n");

test.each([
  ["GMT", gmt],
  ["BST", bst],
])("a zone that a file names %s has the clocks that the file describes", async (_, text) => {
  expect(await timesOf(text)).toEqual({ times: ["2026-07-14 08:00 to 2026-07-14 13:00"], unknown: 0 });
});

test("a zone of the file may have any name, and any clocks", async () => {
  const own = '"Customized, Time Zone"';
  const files = [
    calendarOf(zone("Clinic", BRITISH).replaceAll("DTSTART:1601", "DTSTART:0001"), list("Clinic")),
    calendarOf(zone("Customized\\, Time Zone", BRITISH), list(own)),
    calendarOf(zone("Clinic", BRITISH, "+0100", "+0200"), list("Clinic")),
    calendarOf(zone("Clinic", ["FREQ=YEARLY;BYDAY=2SU;BYMONTH=3", BRITISH[1]]), list("Clinic", "20260317")),
  ];
  expect(await Promise.all(files.map(timesOf))).toEqual([
    { times: ["2026-07-14 08:00 to 2026-07-14 13:00"], unknown: 0 },
    { times: ["2026-07-14 08:00 to 2026-07-14 13:00"], unknown: 0 },
    { times: ["2026-07-14 07:00 to 2026-07-14 12:00"], unknown: 0 },
    { times: ["2026-03-17 07:00 to 2026-03-17 12:00"], unknown: 0 },
  ]);
});

test("a night in which the clocks change has its usual hours in a zone of the file", async () => {
  const nights = ["20260328", "20261024"].map((day) =>
    [
      ...["BEGIN:VEVENT", `UID:${day}`, `DTSTART;TZID=Own:${day}T200000`, "RRULE:FREQ=DAILY;COUNT=2"],
      ...[`DTEND;TZID=Own:${Number(day) + 1}T080000`, "SUMMARY:Night", "END:VEVENT"],
    ].join("\r\n"),
  );
  expect((await timesOf(calendarOf(zone("Own", BRITISH), ...nights))).times).toEqual([
    "2026-03-28 20:00 to 2026-03-29 08:00",
    "2026-03-29 20:00 to 2026-03-30 08:00",
    "2026-10-24 20:00 to 2026-10-25 08:00",
    "2026-10-25 20:00 to 2026-10-26 08:00",
  ]);
});

test("a zone that the file does not describe is known by its name; by letters alone only where they mean one zone", async () => {
  expect(
    await Promise.all(["BST", "GMT", "Europe/Berlin", "EST", "IST"].map((name) => timesOf(calendarOf(list(name))))),
  ).toEqual([
    { times: ["2026-07-14 08:00 to 2026-07-14 13:00"], unknown: 0 },
    { times: ["2026-07-14 09:00 to 2026-07-14 14:00"], unknown: 0 },
    { times: ["2026-07-14 07:00 to 2026-07-14 12:00"], unknown: 0 },
    { times: ["2026-07-14 08:00 to 2026-07-14 13:00"], unknown: 1 },
    { times: ["2026-07-14 08:00 to 2026-07-14 13:00"], unknown: 1 },
  ]);
});

test.each([
  ["changes each second", "FREQ=SECONDLY"],
  ["changes on a day that no year has", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;BYDAY=SU"],
  ["changes on the ninth Sunday of a month", "FREQ=YEARLY;BYMONTH=2;BYDAY=9SU"],
  ["changes on a fifth Sunday that is an 8th", "FREQ=YEARLY;BYMONTH=3;BYDAY=5SU;BYMONTHDAY=8"],
  ["changes by nonsense", "nonsense"],
])("a zone that %s is known by its name", async (_, rule) => {
  const files = ["Europe/Berlin", "Own"].map((name) => calendarOf(zone(name, [rule, rule]), list(name)));
  expect(await Promise.all(files.map(timesOf))).toEqual([
    { times: ["2026-07-14 07:00 to 2026-07-14 12:00"], unknown: 0 },
    { times: ["2026-07-14 08:00 to 2026-07-14 13:00"], unknown: 1 },
  ]);
});

test("of a file with very many zones only the first are read", async () => {
  const zones = Array.from({ length: 1_000 }, (_, at) => zone(`Zone ${at}`, BRITISH));
  const read = await timesOf(calendarOf(...zones, list("Zone 0"), list("Zone 999", "20260715")));
  expect(read.unknown).toBe(1);
});

test("whole days are the same in every zone", async () => {
  expect(
    (await timesOf(calendarOf(zone("Own", BRITISH), eventOf("a", "20260714", "20260715", "On call")))).times,
  ).toEqual(["2026-07-14 00:00 to 2026-07-15 00:00"]);
});

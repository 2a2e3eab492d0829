import { expect, test } from "vitest";
import { MAX_EVENTS } from "~/import/rota/calendar";
import { MAX_CARRIED, parseCalendar, serializeCalendar } from "~/import/rota/form";
import { type ReadCalendar, readCalendar } from "~/import/rota/parse/read-calendar.server";
import { addDays, londonMoment } from "~/platform/time/london";
import { TODAY } from "../../support/harness";
import fc from "../../support/property";
import { calendarOf, eventOf } from "./files";
import fifthTuesday from "./fixtures/fifth-tuesday.ics?raw";
import google from "./fixtures/google.ics?raw";
import medirota from "./fixtures/medirota.ics?raw";
import outlook from "./fixtures/outlook.ics?raw";

const asked = { today: TODAY, userRef: "me" };

async function read(text: string) {
  const answer = await readCalendar(text, asked);
  if (!answer.ok) throw new Error(answer.message);
  const { calendar } = answer;
  const clock = (at: number) => {
    const { date, minute } = londonMoment(at);
    return `${date} ${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
  };
  const lines = calendar.events.map(
    ({ title, startAt, endAt, allDay }) =>
      `${calendar.titles[title]}: ${clock(startAt)} to ${clock(endAt)}${allDay ? ", all day" : ""}`,
  );
  return { calendar, lines };
}

test("an Outlook file repeats by its rule, without the days it leaves out, and with those it moves or cancels", async () => {
  const { calendar, lines } = await read(outlook);
  expect(lines).toEqual([
    "Trauma & ortho list: 2026-10-06 08:00 to 2026-10-06 18:00",
    "Trauma & ortho list: 2026-10-13 08:00 to 2026-10-13 18:00",
    "Trauma & ortho list: 2026-10-20 08:00 to 2026-10-20 18:00",
    "Trauma & ortho list: 2026-10-27 08:00 to 2026-10-27 18:00",
    "Trauma & ortho list: 2026-11-17 08:00 to 2026-11-17 18:00",
    "Trauma & ortho list: 2026-11-24 08:00 to 2026-11-24 18:00",
    "Trauma & ortho list: 2026-12-08 08:00 to 2026-12-08 18:00",
    "Trauma & ortho list: 2026-12-15 08:00 to 2026-12-15 18:00",
    "Trauma & ortho list: 2026-11-03 07:30 to 2026-11-03 17:30",
    "On-call night: 2026-10-25 00:00 to 2026-10-25 08:00",
    "Governance meeting: 2026-11-20 13:00 to 2026-11-20 17:00",
  ]);
  expect(calendar.cancelled).toHaveLength(1);
  // The night in which the clocks go back has nine hours.
  expect((calendar.events[9]?.endAt ?? 0) - (calendar.events[9]?.startAt ?? 0)).toBe(9 * 3_600_000);
  expect(calendar.unread).toEqual({ faulty: 0, endless: 0, long: 0, repeats: 0, zones: 1 });
  expect([calendar.first, calendar.last]).toEqual(["2026-10-06", "2026-12-15"]);
});

test("a Google file has times of other zones on London's clocks, and a number of repeats", async () => {
  const { lines } = await read(google);
  expect(lines.filter((line) => line.startsWith("Labour ward"))).toHaveLength(12);
  expect(lines).toContain("Labour ward: 2026-12-17 08:00 to 2026-12-17 18:00");
  expect(lines).toContain("Teaching from Berlin: 2026-11-27 09:00 to 2026-11-27 11:00");
  expect(lines.filter((line) => line.startsWith("Christmas"))).toEqual([
    "Christmas: 2026-12-25 00:00 to 2026-12-26 00:00, all day",
    "Christmas: 2027-12-25 00:00 to 2027-12-26 00:00, all day",
  ]);
});

test("a Medirota file has days without times, and times without a zone, which are London's", async () => {
  const { calendar, lines } = await read(medirota);
  expect(lines).toEqual([
    "Orthopaedics list: A Example: 2026-11-24 00:00 to 2026-11-25 00:00, all day",
    "Labour ward: 2026-11-26 08:00 to 2026-11-26 18:00",
    "Study leave: 2026-12-07 00:00 to 2026-12-08 00:00, all day",
    "On call: 2026-11-28 00:00 to 2026-11-29 00:00, all day",
    "On call: 2026-11-29 00:00 to 2026-11-30 00:00, all day",
  ]);
  expect(calendar.unread.endless).toBe(1);
});

test("an event keeps its key when it moves, and no two users share one", async () => {
  const before = await read(calendarOf(eventOf("a", "20261124T080000", "20261124T180000", "List")));
  const after = await read(calendarOf(eventOf("a", "20261125T090000", "20261125T180000", "Other list")));
  expect(after.calendar.events[0]?.key).toBe(before.calendar.events[0]?.key);
  const others = await readCalendar(calendarOf(eventOf("a", "20261124T080000", "20261124T180000", "List")), {
    ...asked,
    userRef: "you",
  });
  expect(others.ok && others.calendar.events[0]?.key).not.toBe(before.calendar.events[0]?.key);
});

test("events that share one UID, or have none, are told apart", async () => {
  const days = ["20261124", "20261125", "20261125"];
  const same = days.map((day) => eventOf("same", `${day}T080000`, `${day}T180000`, "List"));
  const without = days.map((day, at) => eventOf("", `${day}T0${at}0000`, `${day}T180000`, "List"));
  for (const events of [same, without]) {
    const { calendar } = await read(calendarOf(...events));
    expect(new Set(calendar.events.map(({ key }) => key)).size).toBe(3);
  }
});

test("of two versions of an event in one file the newer counts", async () => {
  const old = eventOf("a", "20261124T080000", "20261124T180000", "List", "SEQUENCE:1");
  const newer = eventOf("a", "20261124T090000", "20261124T180000", "List", "SEQUENCE:2");
  expect((await read(calendarOf(newer, old))).lines).toEqual(["List: 2026-11-24 09:00 to 2026-11-24 18:00"]);
});

test.each([
  ["", "Choose an .ics file. This file is not a calendar"],
  ["Date,Procedure\n17/11/2026,Hernia", "Choose an .ics file. This file is not a calendar"],
  [calendarOf(), "This calendar has no events"],
  [
    calendarOf(eventOf("a", "20101124T080000", "20101124T180000", "List")),
    "No event in this calendar is within two years of today",
  ],
  [
    calendarOf(
      ...Array.from({ length: MAX_EVENTS + 1 }, (_, at) =>
        eventOf(`e${at}`, "20261124T080000", "20261124T180000", "List"),
      ),
    ),
    "This calendar has too many events. Export a shorter period, or the rota alone",
  ],
  [
    calendarOf(
      ...Array.from({ length: 151 }, (_, at) => eventOf(`e${at}`, "20261124T080000", "20261124T180000", `List ${at}`)),
    ),
    "This calendar has more than 150 different titles. Export a shorter period, or the rota alone",
  ],
])("a file that is no use is refused in words: %#", async (text, message) => {
  expect(await readCalendar(text, asked)).toEqual({ ok: false, message });
});

test.each([
  ["repeats", "RRULE:FREQ=SECONDLY"],
  ["repeats", "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"],
  ["repeats", "RRULE:FREQ=YEARLY;BYWEEKNO=9"],
  ["repeats", "RRULE:FREQ=WEEKLY\r\nRRULE:FREQ=YEARLY;BYWEEKNO=9"],
  ["repeats", "RRULE:nonsense"],
  ["repeats", "RRULE:FREQ=WEEKLY;UNTIL=tomorrow"],
])("an event that repeats in an odd way is counted as unread, %s, %s", async (reason, rule) => {
  const text = calendarOf(eventOf("a", "20260224T080000", "20260224T180000", "List", rule));
  const { calendar } = await read(text);
  expect([calendar.events.length, calendar.unread[reason as "repeats"]]).toEqual([0, 1]);
});

test("further days of an event have their own times, and periods are read as their starts", async () => {
  const more = ["RDATE:20261201T080000,20261203T130000", "RDATE;VALUE=PERIOD:20261208T080000/PT5H"];
  const { lines } = await read(calendarOf(eventOf("a", "20261124T080000", "20261124T120000", "List", ...more)));
  expect(lines).toEqual([
    "List: 2026-11-24 08:00 to 2026-11-24 12:00",
    "List: 2026-12-01 08:00 to 2026-12-01 12:00",
    "List: 2026-12-03 13:00 to 2026-12-03 17:00",
    "List: 2026-12-08 08:00 to 2026-12-08 12:00",
  ]);
});

const LATER = "RECURRENCE-ID;RANGE=THISANDFUTURE:";

test("a change of all later days of a series moves them, until the next change; one of a single day is its own", async () => {
  const series = eventOf("a", "20261124T080000", "20261124T120000", "List", "RRULE:FREQ=WEEKLY;COUNT=6");
  const changes = [
    eventOf("a", "20261202T090000", "20261202T120000", "Clinic", `${LATER}20261201T080000`),
    eventOf("a", "20261210T080000", "20261210T120000", "Theatre", "RECURRENCE-ID:20261208T080000"),
    eventOf("a", "20261222T080000", "20261222T120000", "List", `${LATER}20261222T080000`, "STATUS:CANCELLED"),
  ];
  for (const events of [
    [series, ...changes],
    [...changes.toReversed(), series],
  ]) {
    const { calendar, lines } = await read(calendarOf(...events));
    expect(lines.toSorted()).toEqual([
      "Clinic: 2026-12-02 09:00 to 2026-12-02 12:00",
      "Clinic: 2026-12-16 09:00 to 2026-12-16 12:00",
      "List: 2026-11-24 08:00 to 2026-11-24 12:00",
      "Theatre: 2026-12-10 08:00 to 2026-12-10 12:00",
    ]);
    expect([calendar.cancelled.length, calendar.unread.repeats]).toEqual([2, 0]);
  }
});

test("a change of all later days that was made long ago holds today", async () => {
  const series = eventOf("a", "20100105T080000", "20100105T120000", "List", "RRULE:FREQ=WEEKLY");
  const later = eventOf("a", "20100113T090000", "20100113T120000", "Clinic", `${LATER}20100112T080000`);
  const { lines } = await read(calendarOf(series, later));
  expect(lines).toContain("Clinic: 2026-11-25 09:00 to 2026-11-25 12:00");
});

test("the fifth Tuesdays of a year are followed, and a series may have two rules", async () => {
  expect((await read(fifthTuesday)).lines).toEqual([
    "Trauma list: 2026-09-29 08:00 to 2026-09-29 13:00",
    "Trauma list: 2026-12-29 08:00 to 2026-12-29 13:00",
  ]);
  const rules = ["RRULE:FREQ=WEEKLY;COUNT=2", "RRULE:FREQ=MONTHLY;COUNT=2"];
  expect((await read(calendarOf(eventOf("a", "20261124T080000", "20261124T120000", "List", ...rules)))).lines).toEqual([
    "List: 2026-11-24 08:00 to 2026-11-24 12:00",
    "List: 2026-12-01 08:00 to 2026-12-01 12:00",
    "List: 2026-12-24 08:00 to 2026-12-24 12:00",
  ]);
});

test("a rule without an end stops two years on, and one that began long ago starts two years back", async () => {
  const text = calendarOf(eventOf("a", "20000104T080000", "20000104T180000", "List", "RRULE:FREQ=WEEKLY"));
  const { calendar } = await read(text);
  expect(calendar.events.length).toBeGreaterThan(205);
  expect(calendar.first >= addDays(TODAY, -750) && calendar.last <= addDays(TODAY, 750)).toBe(true);
});

test("many rules that never end cost no more than so many steps", { tags: ["full"] }, async () => {
  const events = Array.from({ length: 3_000 }, (_, at) =>
    eventOf(`e${at}`, "19700101T080000", "19700101T180000", "List", "RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE;BYSETPOS=-1"),
  );
  const { calendar } = await read(calendarOf(...events));
  // Some can be read with what the rules of a file may cost together.
  expect(calendar.unread.repeats).toBeGreaterThan(2_990);
});

test("dates that do not exist, and spans that make no session, are counted and left out", async () => {
  const { calendar } = await read(
    calendarOf(
      eventOf("a", "20260231T080000", "20260231T180000", "List"),
      eventOf("b", "20261124T250000", "20261124T260000", "List"),
      eventOf("c", "20261124T180000", "20261124T080000", "List"),
      eventOf("d", "20261101T080000", "20261124T080000", "List"),
      eventOf("e", "20261124T080000", "garbage", "List"),
    ),
  );
  expect(calendar.unread).toEqual({ faulty: 3, endless: 1, long: 1, repeats: 0, zones: 0 });
});

test("a length stands for an end, and titles are one line of 80 letters at most", async () => {
  const text = calendarOf(
    [
      "BEGIN:VEVENT",
      "UID:a",
      "DTSTART:20261124T080000Z",
      "DURATION:PT4H30M",
      `SUMMARY:a\\, b\\n c ${"x".repeat(200)}`,
      "END:VEVENT",
    ].join("\r\n"),
  );
  const { calendar, lines } = await read(text);
  expect(lines[0]).toContain("2026-11-24 08:00 to 2026-11-24 12:30");
  expect(calendar.titles[0]?.startsWith("a, b c xxx")).toBe(true);
  expect(calendar.titles[0]).toHaveLength(80);
});

test("the fullest calendar that is read can be carried by its page, and comes back as it was", async () => {
  const events = Array.from({ length: MAX_EVENTS }, (_, at) => {
    const day = addDays(TODAY, at % 700).replaceAll("-", "");
    return eventOf(`e${at}`, `${day}T080000`, `${day}T180000`, `List ${at % 50}`);
  });
  const { calendar } = await read(calendarOf(...events));
  expect(serializeCalendar(calendar).length).toBeLessThan(MAX_CARRIED);
  expect(parseCalendar(serializeCalendar(calendar))).toEqual(calendar);
});

const anyLine = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }),
  fc
    .tuple(
      fc.constantFrom(
        "DTSTART",
        "DTEND",
        "DURATION",
        "RRULE",
        "EXDATE",
        "RDATE",
        "RECURRENCE-ID",
        "UID",
        "SUMMARY",
        "STATUS",
        "SEQUENCE",
        "BEGIN",
        "END",
        "METHOD",
        "TRANSP",
        "TZID",
        "TZOFFSETFROM",
        "TZOFFSETTO",
      ),
      fc.constantFrom(
        "",
        ";TZID=GMT Standard Time",
        ";TZID=America/New_York",
        ";TZID=../..",
        ";VALUE=DATE",
        ';TZID="a:b"',
        ";TZID",
      ),
      fc.oneof(
        fc.string(),
        fc.constantFrom(
          "20261124T080000",
          "20261124T180000Z",
          "20261124",
          "20260329T013000",
          "20261025T013000",
          "VEVENT",
          "VCALENDAR",
          "VTIMEZONE",
          "STANDARD",
          "TRANSPARENT",
          "GMT Standard Time",
          "+0100",
          "CANCELLED",
          "PT1H",
          "-P1D",
          "P99999999999D",
        ),
        fc.constantFrom(
          "FREQ=DAILY",
          "FREQ=WEEKLY;BYDAY=MO,TU",
          "FREQ=MONTHLY;BYDAY=5MO",
          "FREQ=MONTHLY;BYDAY=-1FR;INTERVAL=0",
          "FREQ=WEEKLY;COUNT=-1",
          "FREQ=DAILY;COUNT=99999999999",
          "FREQ=WEEKLY;INTERVAL=99999",
          "FREQ=WEEKLY;WKST=XX",
          "FREQ=MONTHLY;BYMONTHDAY=31",
          "FREQ=HOURLY",
          "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;BYDAY=MO",
          "FREQ=MONTHLY;INTERVAL=24;BYDAY=5SU",
          "FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU",
        ),
      ),
    )
    .map(([name, parameter, value]) => `${name}${parameter}:${value}`),
);

test("any text at all gives a calendar that its page can carry, or a message", async () => {
  const inEvent = fc
    .array(anyLine, { maxLength: 12 })
    .map((lines) => `BEGIN:VEVENT\r\n${lines.join("\r\n")}\r\nEND:VEVENT`);
  const anyText = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(anyLine).map((lines) => lines.join("\n")),
    fc.array(inEvent, { maxLength: 6 }).map((events) => calendarOf(...events)),
    fc.tuple(fc.array(anyLine, { maxLength: 8 }), inEvent).map(([lines, event]) => {
      const zone = ["BEGIN:VTIMEZONE", "TZID:GMT Standard Time", "BEGIN:STANDARD", ...lines];
      return calendarOf([...zone, "END:STANDARD", "END:VTIMEZONE"].join("\r\n"), event);
    }),
    fc
      .tuple(fc.constantFrom(outlook, google, medirota), fc.nat(), fc.string(), fc.nat(40))
      .map(([text, at, put, cut]) => {
        const place = at % text.length;
        return text.slice(0, place) + put + text.slice(place + cut);
      }),
  );
  await fc.assert(
    fc.asyncProperty(anyText, async (text) => {
      const answer: ReadCalendar = await readCalendar(text, asked);
      if (!answer.ok) {
        expect(answer.message).toMatch(/^[A-Z].*[a-z0-9]$/);
        return;
      }
      const { calendar } = answer;
      for (const { startAt, endAt, title } of calendar.events) {
        expect(endAt).toBeGreaterThan(startAt);
        expect(calendar.titles[title]).not.toBe("");
      }
      expect(new Set(calendar.events.map(({ key }) => key)).size).toBe(calendar.events.length);
      expect(parseCalendar(serializeCalendar(calendar))).toEqual(calendar);
    }),
    { numRuns: 400 },
  );
});

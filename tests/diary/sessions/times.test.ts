import { expect, test } from "vitest";
import {
  DATE_MESSAGE,
  endsSentence,
  readTimes,
  TIME_MESSAGE,
  type TypedTimes,
  timesForm,
  timesText,
} from "~/diary/sessions/times";
import type { Disambiguation } from "~/platform/time/ambiguous-time";
import { readClockTime } from "~/platform/time/clock-time";
import { addDays, londonInstant, londonMoment } from "~/platform/time/london";
import fc from "../../support/property";

function typed(date: string, start: string, end: string, more: Partial<TypedTimes> = {}): TypedTimes {
  return {
    date,
    start: readClockTime(start) as number | null,
    end: readClockTime(end) as number | null,
    ...{ startWhich: "", endWhich: "", wholeDay: false, fixedBasis: false, longerThanADay: false, endDate: null },
    ...more,
  };
}

/** Start and end in UTC, or the errors. */
function read(...what: Parameters<typeof typed>) {
  const times = readTimes(typed(...what));
  if (!times.ok) return times.errors;
  return [times.startAt, times.endAt].map((instant) => new Date(instant).toISOString().slice(0, 16));
}

test.each([
  ["an evening", "2026-11-17", "13:00", "20:30", {}, "2026-11-17T13:00", "2026-11-17T20:30"],
  ["a night", "2026-11-18", "20:00", "04:00", {}, "2026-11-18T20:00", "2026-11-19T04:00"],
  ["equal times, the next day", "2026-11-18", "08:00", "08:00", {}, "2026-11-18T08:00", "2026-11-19T08:00"],
  ["until midnight", "2026-11-18", "20:00", "00:00", {}, "2026-11-18T20:00", "2026-11-19T00:00"],
  [
    "blank times of the Fixed basis",
    "2026-11-18",
    "",
    "",
    { fixedBasis: true },
    "2026-11-18T00:00",
    "2026-11-19T00:00",
  ],
  ["a whole day", "2026-11-18", "", "", { wholeDay: true }, "2026-11-18T00:00", "2026-11-19T00:00"],
  ["a whole day from its start", "2026-11-18", "08:00", "", { wholeDay: true }, "2026-11-18T08:00", "2026-11-19T08:00"],
  [
    "a whole day between equal times",
    "2026-11-18",
    "08:00",
    "08:00",
    { wholeDay: true },
    "2026-11-18T08:00",
    "2026-11-19T08:00",
  ],
  [
    "a whole day from the first 01:30",
    "2026-10-25",
    "01:30",
    "",
    { wholeDay: true },
    "2026-10-25T00:30",
    "2026-10-26T01:30",
  ],
  ["a whole day of 23 h", "2027-03-28", "", "", { wholeDay: true }, "2027-03-28T00:00", "2027-03-28T23:00"],
  ["a whole day of 25 h", "2026-10-25", "", "", { wholeDay: true }, "2026-10-24T23:00", "2026-10-26T00:00"],
  [
    "a weekend",
    "2026-11-20",
    "18:00",
    "08:00",
    { longerThanADay: true, endDate: "2026-11-23" },
    "2026-11-20T18:00",
    "2026-11-23T08:00",
  ],
  ["a summer day", "2026-07-01", "08:00", "18:00", {}, "2026-07-01T07:00", "2026-07-01T17:00"],
  [
    "an end date without its tick",
    "2026-11-18",
    "08:00",
    "18:00",
    { endDate: "2026-11-20" },
    "2026-11-18T08:00",
    "2026-11-18T18:00",
  ],
] as const)("reads %s", (_name, date, start, end, more, startAt, endAt) => {
  expect(read(date, start, end, more)).toEqual([startAt, endAt]);
});

test.each([
  ["the first, unless told", "20:00", "01:30", {}, "2026-10-25T00:30"],
  ["the second, when told", "20:00", "01:30", { endWhich: "second" }, "2026-10-25T01:30"],
] as const)("an end that happens twice is %s", (_name, start, end, more, endAt) => {
  expect(read("2026-10-24", start, end, more)).toEqual(["2026-10-24T19:00", endAt]);
});

test("from one half past one to the other is an hour, and the second alone may be the start", () => {
  const hour = { startWhich: "first", endWhich: "second" } as const;
  expect(read("2026-10-25", "01:30", "01:30", hour)).toEqual(["2026-10-25T00:30", "2026-10-25T01:30"]);
  expect(read("2026-10-25", "01:30", "04:00", { startWhich: "second" })).toEqual([
    "2026-10-25T01:30",
    "2026-10-25T04:00",
  ]);
  expect(read("2026-10-25", "01:30", "01:45", { startWhich: "second" })).toEqual([
    "2026-10-25T01:30",
    "2026-10-25T01:45",
  ]);
});

test("an end that the clocks skip moves an hour on, and says so; a start is refused in the same words", () => {
  expect(readTimes(typed("2027-03-27", "22:00", "01:30"))).toMatchObject({
    ok: true,
    endAt: Date.UTC(2027, 2, 28, 1, 30),
    moved: ["01:30 does not exist on Sun 28 Mar 2027, when the clocks go forward: moved to 02:30"],
  });
  for (const end of ["02:15", "08:00", "01:15"]) {
    expect(read("2027-03-28", "01:30", end)).toEqual({
      session_start_time: "01:30 does not exist on Sun 28 Mar 2027, when the clocks go forward: enter 02:30 or later",
    });
  }
});

test.each([
  ["in the hour that is skipped", "2026-03-29", "02:10", "01:30", "2026-03-29T01:10", "2026-03-30T00:30"],
  ["before that hour", "2026-03-29", "02:10", "00:30", "2026-03-29T01:10", "2026-03-29T23:30"],
  ["at the start", "2026-03-29", "02:10", "02:10", "2026-03-29T01:10", "2026-03-30T01:10"],
  ["in the night that is an hour longer", "2026-10-25", "02:30", "01:30", "2026-10-25T02:30", "2026-10-26T01:30"],
  ["before the hour that comes twice", "2026-10-25", "01:30", "00:45", "2026-10-25T00:30", "2026-10-26T00:45"],
])("an end at or before the start is the next day's: %s", (_name, date, start, end, startAt, endAt) => {
  expect(read(date, start, end)).toEqual([startAt, endAt]);
});

test.each([
  ["01:15", "second", "2026-10-25T01:15"],
  ["01:15", "next", "2026-10-26T01:15"],
  ["01:30", "second", "2026-10-25T01:30"],
  ["01:30", "next", "2026-10-26T01:30"],
] as const)("an end that comes again in the night of its start must be said: %s, the %s", (end, endWhich, endAt) => {
  const asks = { session_end_time_which: `Choose which ${end} it ends at` };
  expect(read("2026-10-25", "01:30", end)).toEqual(asks);
  expect(read("2026-10-25", "01:30", end, { startWhich: "first" })).toEqual(asks);
  // As a session has it whose start was before its end until now.
  expect(read("2026-10-25", "01:30", end, { endWhich: "first" })).toEqual(asks);
  expect(read("2026-10-25", "01:30", end, { endWhich })).toEqual(["2026-10-25T00:30", endAt]);
});

test("what was said of an end is refused where it is before the start, and not taken for the next day", () => {
  const second = { startWhich: "second" } as const;
  expect(read("2026-10-25", "01:30", "01:45", { ...second, endWhich: "first" })).toEqual({
    session_end_time_which: "The first 01:45 is before the start: choose the second",
  });
  for (const endWhich of ["first", "second"] as const) {
    expect(read("2026-10-25", "01:30", "01:15", { ...second, endWhich })).toEqual({
      session_end_time_which:
        "Neither 01:15 of this night is after the start: choose 01:15 of the next day, or change the times",
    });
  }
  expect(read("2026-10-25", "01:30", "01:15", { ...second, endWhich: "next" })).toEqual([
    "2026-10-25T01:30",
    "2026-10-26T01:15",
  ]);
  // The evening after, nothing comes twice any more.
  expect(read("2026-10-25", "20:00", "01:15", { endWhich: "first" })).toEqual(["2026-10-25T20:00", "2026-10-26T01:15"]);
});

test("after the second of two equal starts nothing comes again, and nothing is asked", () => {
  const second = { startWhich: "second" } as const;
  expect(read("2026-10-25", "01:30", "01:15", second)).toEqual(["2026-10-25T01:30", "2026-10-26T01:15"]);
});

test.each([
  ["forgotten times", "", "", {}, { session_start_time: TIME_MESSAGE, session_end_time: TIME_MESSAGE }],
  ["a forgotten end", "08:00", "", {}, { session_end_time: TIME_MESSAGE }],
  ["a forgotten start", "", "18:00", { fixedBasis: true }, { session_start_time: TIME_MESSAGE }],
  [
    "another end on a whole day",
    "08:00",
    "18:00",
    { wholeDay: true },
    { whole_day: "A whole day ends at the time it starts. Leave the end blank, or clear ‘Whole day’" },
  ],
  ["no end date", "08:00", "18:00", { longerThanADay: true }, { session_end_date: DATE_MESSAGE }],
  [
    "an end before the start",
    "08:00",
    "18:00",
    { longerThanADay: true, endDate: "2026-11-16" },
    { session_end_date: "The end must be after the start, Tue 17 Nov 2026 08:00. Check the end date and time" },
  ],
  [
    "more than 14 days",
    "08:00",
    "08:01",
    { longerThanADay: true, endDate: "2026-12-01" },
    { session_end_date: "A session can last 14 days at most. Check the end date" },
  ],
] as const)("refuses %s", (_name, start, end, more, errors) => {
  expect(read("2026-11-17", start, end, more)).toEqual(errors);
});

test("14 days exactly are let through", () => {
  const times = readTimes(typed("2026-11-17", "08:00", "08:00", { longerThanADay: true, endDate: "2026-12-01" }));
  expect(times.ok).toBe(true);
});

const anySpan = fc
  .record({
    date: fc.integer({ min: 0, max: 1826 }).map((days) => addDays("2024-01-01", days)),
    minute: fc.integer({ min: 0, max: 1439 }),
    minutes: fc.oneof(fc.integer({ min: 1, max: 1500 }), fc.integer({ min: 1, max: 13 * 1440 })),
  })
  .map(({ date, minute, minutes }) => {
    const startAt = londonInstant(date, minute);
    return { startAt, endAt: startAt + minutes * 60_000 };
  });
const clockChanges = fc
  .record({
    night: fc.constantFrom(Date.UTC(2026, 9, 24, 22), Date.UTC(2027, 2, 27, 22)),
    from: fc.integer({ min: 0, max: 300 }),
    minutes: fc.integer({ min: 1, max: 300 }),
  })
  .map(({ night, from, minutes }) => ({ startAt: night + from * 60_000, endAt: night + (from + minutes) * 60_000 }));

test("the form of a session reads back to the same session", () => {
  fc.assert(
    fc.property(fc.oneof(anySpan, clockChanges), (span) => {
      const form = timesForm(span);
      const longer = form.session_greater_24_hours === "yes";
      const times = readTimes({
        date: londonMoment(span.startAt).date,
        start: readClockTime(form.session_start_time ?? "") as number | null,
        end: readClockTime(form.session_end_time ?? "") as number | null,
        startWhich: form.session_start_time_which as Disambiguation,
        endWhich: form.session_end_time_which as Disambiguation,
        wholeDay: form.whole_day === "yes",
        fixedBasis: false,
        longerThanADay: longer,
        endDate: longer ? londonMoment(span.endAt).date : null,
      });
      expect(times).toMatchObject({ ok: true, ...span });
    }),
    { numRuns: 400 },
  );
});

test("a whole day shows both times blank, and two are longer than 24 hours", () => {
  const startAt = londonInstant("2026-11-17");
  const blank = { session_start_time: "", session_end_time: "", whole_day: "yes" };
  expect(timesForm({ startAt, endAt: londonInstant("2026-11-18") })).toMatchObject({
    ...blank,
    session_greater_24_hours: "",
  });
  expect(timesForm({ startAt, endAt: londonInstant("2026-11-19") })).toMatchObject({
    ...blank,
    session_greater_24_hours: "yes",
  });
});

test.each([
  ["2026-11-17T13:00Z", "2026-11-17T20:30Z", null, "13:00 – 20:30", null],
  ["2026-11-18T20:00Z", "2026-11-19T04:00Z", "Ends Thu 19 Nov (next day)", "20:00 – 04:00", "ends Thu 19"],
  ["2026-11-18T20:00Z", "2026-11-19T00:00Z", "Ends Thu 19 Nov (next day)", "20:00 – 00:00", null],
  ["2026-11-18T00:00Z", "2026-11-19T00:00Z", "Ends Thu 19 Nov (next day)", "Whole day", null],
  ["2026-11-20T18:00Z", "2026-11-23T08:00Z", "Ends Mon 23 Nov at 08:00, after 62 h", "18:00 – 08:00", "ends Mon 23"],
])("%s to %s in words", (start, end, sentence, times, ends) => {
  const span = { startAt: Date.parse(start), endAt: Date.parse(end) };
  expect(endsSentence(span)).toBe(sentence);
  expect(timesText(span)).toEqual({ times, ends });
});

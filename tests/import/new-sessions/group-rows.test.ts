import { expect, test } from "vitest";
import { groupRows, type UnmatchedRow } from "~/import/new-sessions/group-rows";
import { clockTime } from "~/platform/time/clock-time";
import { addDays, londonInstant, londonMoment } from "~/platform/time/london";
import fc from "../../support/property";

const DAY = "2026-11-17";
let next = 0;

function row(start: number | null, end: number | null, more: Partial<UnmatchedRow> = {}): UnmatchedRow {
  const case_date = more.case_date ?? DAY;
  next += 1;
  return {
    unique_ref: `row ${next}`,
    case_date,
    start_at: start === null ? null : londonInstant(case_date, start),
    end_at: end === null ? null : londonInstant(case_date, end),
    location: "",
    specialty: "",
    ...more,
  };
}

function planned(start: number, end: number, date = DAY) {
  const [startAt, endAt] = [londonInstant(date, start), londonInstant(date, end)];
  return { date, element_ref: "element", startAt, endAt, cancelled: false };
}

function cancelled(start: number, end: number, date = DAY) {
  return { ...planned(start, end, date), cancelled: true };
}

/** `17 08:00-13:00 plan 2`: day, times, where they come from, rows. */
function drawn({ sessions, unclear, cancelled: left }: ReturnType<typeof groupRows>): string[] {
  const at = (instant: number) => clockTime(londonMoment(instant).minute);
  return [
    ...sessions.map(({ startAt, endAt, times, rows }) => {
      return `${londonMoment(startAt).date.slice(8)} ${at(startAt)}-${at(endAt)} ${times} ${rows.length}`;
    }),
    ...(unclear.length > 0 ? [`unclear ${unclear.length}`] : []),
    ...(left.length > 0 ? [`cancelled ${left.length}`] : []),
  ];
}

test("cases of a planned time make its session, with its times, and longer where a case starts outside them", () => {
  const rows = [row(510, 600), row(700, 840), row(830, 1000)];
  expect(drawn(groupRows(rows, [planned(480, 780), planned(810, 1080)], []))).toEqual([
    "17 08:00-13:00 plan 2",
    "17 13:30-18:00 plan 1",
  ]);
  expect(drawn(groupRows([row(450, 600), row(1090, 1150)], [planned(480, 1080)], []))).toEqual([
    "17 07:30-19:10 plan 2",
  ]);
});

test("without a plan cases go together by day, list and gap, from the first start to the last end", () => {
  expect(drawn(groupRows([row(520, 600), row(605, 700), row(890, 950), row(1131, 1200)], [], []))).toEqual([
    "17 08:40-11:40 rows 2",
    "17 14:50-15:50 rows 1",
    "17 18:51-20:00 rows 1",
  ]);
  const lists = [
    row(480, 560, { location: "Theatre 1" }),
    row(570, 640, { location: "theatre 1" }),
    row(650, 700, { location: "Theatre 2" }),
  ];
  expect(drawn(groupRows(lists, [], []))).toEqual(["17 08:00-10:40 rows 2", "17 10:50-11:40 rows 1"]);
  // Side by side nobody works two sessions.
  const both = [row(480, 600, { location: "A" }), row(500, 560, { location: "B" }), row(610, 700, { location: "A" })];
  expect(drawn(groupRows(both, [], []))).toEqual(["17 08:00-11:40 rows 3"]);
});

test("a night goes on past midnight while its cases do, and a new day begins a new session", () => {
  const late = row(1380, null, { end_at: londonInstant(addDays(DAY, 1), 30) });
  const early = row(50, 120, { case_date: addDays(DAY, 1) });
  const morning = row(360, 420, { case_date: addDays(DAY, 1) });
  expect(drawn(groupRows([late, early, morning], [], []))).toEqual(["17 23:00-02:00 rows 2", "18 06:00-07:00 rows 1"]);
  const night = { ...planned(1200, 1440), endAt: londonInstant(addDays(DAY, 1), 480) };
  expect(drawn(groupRows([late, early, morning], [night], []))).toEqual(["17 20:00-08:00 plan 3"]);
});

test("a last case without an end is allowed an hour, and says so", () => {
  expect(drawn(groupRows([row(480, 540), row(550, null)], [], []))).toEqual(["17 08:00-10:10 rows without an end 2"]);
  expect(drawn(groupRows([row(480, 480)], [], []))).toEqual(["17 08:00-09:00 rows without an end 1"]);
});

test("cases without times go into the one session of their day, made, planned or usual; of several none is chosen", () => {
  const timeless = () => row(null, null);
  expect(drawn(groupRows([row(480, 540), timeless()], [], []))).toEqual(["17 08:00-09:00 rows 2"]);
  expect(drawn(groupRows([timeless(), timeless()], [planned(480, 780)], []))).toEqual(["17 08:00-13:00 plan 2"]);
  expect(drawn(groupRows([timeless(), timeless()], [], []))).toEqual(["17 08:00-18:00 usual 2"]);
  expect(drawn(groupRows([timeless()], [planned(480, 780), planned(810, 1080)], []))).toEqual(["unclear 1"]);
  expect(drawn(groupRows([row(480, 540), row(1200, 1260), timeless()], [], []))).toEqual([
    "17 08:00-09:00 rows 1",
    "17 20:00-21:00 rows 1",
    "unclear 1",
  ]);
});

test("cases of a planned time that did not happen make no session; those without times go where else they can", () => {
  const timeless = () => row(null, null);
  const [morning, afternoon] = [cancelled(480, 780), planned(810, 1080)];
  expect(drawn(groupRows([row(510, 600), row(1200, 1260)], [cancelled(480, 780)], []))).toEqual([
    "17 20:00-21:00 rows 1",
    "cancelled 1",
  ]);
  expect(drawn(groupRows([row(510, 600), row(830, 900), timeless()], [morning, afternoon], []))).toEqual([
    "17 13:30-18:00 plan 2",
    "cancelled 1",
  ]);
  expect(drawn(groupRows([timeless()], [morning, afternoon], []))).toEqual(["17 13:30-18:00 plan 1"]);
  expect(drawn(groupRows([row(510, 600), timeless()], [morning], []))).toEqual(["cancelled 2"]);
});

test("no new session goes on across the start of one that is there", () => {
  const there = [{ startAt: londonInstant(DAY, 560) }];
  expect(drawn(groupRows([row(480, 550), row(630, 700)], [], there))).toEqual([
    "17 08:00-09:10 rows 1",
    "17 10:30-11:40 rows 1",
  ]);
});

test.each([
  ["an hour before it", row(420, 450), "17 07:00-13:00 plan 1"],
  ["more than an hour before it", row(419, 450), "17 06:59-07:30 rows 1"],
  ["at its end", row(780, 800), "17 08:00-13:20 plan 1"],
  ["an hour after its last minute", row(839, 850), "17 08:00-14:10 plan 1"],
  ["an hour after its end", row(840, 850), "17 14:00-14:10 rows 1"],
])("a case that starts %s has a planned time or a session of its own", (_, one, session) => {
  expect(drawn(groupRows([one], [planned(480, 780)], []))).toEqual([session]);
});

test.each([
  ["three hours on the same day are one session", [row(480, 540), row(720, 780)], ["17 08:00-13:00 rows 2"]],
  [
    "one that ends as that of another list begins are two",
    [row(480, 540, { location: "A" }), row(540, 600, { location: "B" })],
    ["17 08:00-09:00 rows 1", "17 09:00-10:00 rows 1"],
  ],
  [
    "an hour over midnight are one",
    [row(1320, 1380), row(0, 60, { case_date: addDays(DAY, 1) })],
    ["17 22:00-01:00 rows 2"],
  ],
  [
    "two hours over midnight are two",
    [row(1260, 1320), row(0, 60, { case_date: addDays(DAY, 1) })],
    ["17 21:00-22:00 rows 1", "18 00:00-01:00 rows 1"],
  ],
])("cases with a gap of %s", (_, rows, sessions) => {
  expect(drawn(groupRows(rows, [], []))).toEqual(sessions);
});

test.each([
  ["the first of two cases starts", 480, ["17 08:00-11:40 rows 2"]],
  ["the second starts", 630, ["17 08:00-09:10 rows 1", "17 10:30-11:40 rows 1"]],
  ["after both", 631, ["17 08:00-11:40 rows 2"]],
])("a session of the diary that begins when %s divides them or not", (_, at, sessions) => {
  const there = [{ startAt: londonInstant(DAY, at) }];
  expect(drawn(groupRows([row(480, 550), row(630, 700)], [], there))).toEqual(sessions);
});

const DATES = Array.from({ length: 4 }, (_, at) => addDays("2026-03-27", at));
const anyRow = fc.record({
  date: fc.constantFrom(...DATES),
  start: fc.option(fc.integer({ min: 0, max: 1439 })),
  lasts: fc.option(fc.integer({ min: -30, max: 600 })),
  location: fc.constantFrom("", "A", "B"),
});

test("whatever the rows, each is in one session, unclear or cancelled, and each session holds the starts of its rows", () => {
  fc.assert(
    fc.property(
      fc.array(anyRow, { maxLength: 14 }),
      fc.subarray(DATES),
      fc.boolean(),
      (drawnRows, planDates, isFirstOff) => {
        const rows = drawnRows.map(({ date, start, lasts, location }) => {
          const made = row(start, null, { case_date: date, location });
          return { ...made, end_at: made.start_at === null || lasts === null ? null : made.start_at + lasts * 60_000 };
        });
        const times = planDates.map((date, at) => (isFirstOff && at === 0 ? cancelled : planned)(480, 780, date));
        const { sessions, unclear, cancelled: left } = groupRows(rows, times, []);
        const placed = [...sessions.flatMap((session) => session.rows), ...unclear, ...left].map(
          ({ unique_ref }) => unique_ref,
        );
        expect(placed.sort()).toEqual(rows.map(({ unique_ref }) => unique_ref).sort());
        for (const session of sessions) {
          expect(session.endAt).toBeGreaterThan(session.startAt);
          for (const { start_at } of session.rows) {
            if (start_at === null) continue;
            expect(start_at).toBeGreaterThanOrEqual(session.startAt);
            expect(start_at).toBeLessThan(session.endAt);
          }
        }
      },
    ),
    { numRuns: 300 },
  );
});

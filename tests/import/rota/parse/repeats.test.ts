import { expect, test } from "vitest";
import type { Moment } from "~/import/rota/parse/moments.server";
import { REPEATS_BUDGET, repeatDays } from "~/import/rota/parse/repeats.server";

const MONDAY: Moment = { date: "2026-01-05", minute: 480, zone: "London" };

/** Days of a rule in six weeks that begin a week after its start, as `01-12`. */
function daysOf(rule: string, start = MONDAY, window = { from: "2026-01-12", until: "2026-03-02" }) {
  return repeatDays(`RRULE:${rule}`, start, window, { left: REPEATS_BUDGET })?.map((day) => day.slice(5)) ?? null;
}

test.each([
  ["FREQ=WEEKLY;INTERVAL=3", ["01-26", "02-16"]],
  ["FREQ=WEEKLY;BYDAY=SA;COUNT=3", ["01-17", "01-24"]],
  ["FREQ=DAILY;INTERVAL=20", ["01-25", "02-14"]],
  ["FREQ=DAILY;BYDAY=MO,TU;COUNT=5", ["01-12", "01-13", "01-19"]],
  ["FREQ=MONTHLY", ["02-05"]],
  ["FREQ=MONTHLY;BYMONTHDAY=31", ["01-31"]],
  ["FREQ=MONTHLY;BYMONTHDAY=20;INTERVAL=2", ["01-20"]],
  ["FREQ=MONTHLY;BYMONTHDAY=-1", ["01-31", "02-28"]],
  ["FREQ=MONTHLY;BYDAY=MO;BYSETPOS=1", ["02-02", "03-02"]],
  ["FREQ=MONTHLY;BYDAY=1MO", ["02-02", "03-02"]],
  ["FREQ=MONTHLY;BYDAY=-1MO;INTERVAL=12", ["01-26"]],
])("%s has its days from the first that is asked for to the last", (rule, days) => {
  expect(daysOf(rule)).toEqual(days);
});

test("the longest interval is 400", () => {
  expect(daysOf("FREQ=DAILY;INTERVAL=400", MONDAY, { from: "2026-01-05", until: "2027-02-09" })).toEqual([
    "01-05",
    "02-09",
  ]);
});

test("no day comes before the start of the event", () => {
  const window = { from: "2025-12-01", until: "2026-01-13" };
  expect(daysOf("FREQ=MONTHLY;BYMONTHDAY=1,12", MONDAY, window)).toEqual(["01-12"]);
  expect(daysOf("FREQ=WEEKLY;BYDAY=MO", MONDAY, window)).toEqual(["01-05", "01-12"]);
});

const UNUSUAL = [
  "FREQ=YEARLY;BYMONTH=1",
  "FREQ=YEARLY;BYDAY=MO",
  "FREQ=WEEKLY;BYMONTHDAY=5",
  "FREQ=WEEKLY;BYSETPOS=1",
  "FREQ=WEEKLY;BYDAY=1MO",
  "FREQ=WEEKLY;BYMONTH=1",
  "FREQ=WEEKLY;BYDAY=MO;BYSETPOS=1",
  "FREQ=DAILY;INTERVAL=401",
  "FREQ=DAILY;BYMONTH=1",
  "FREQ=DAILY;BYMONTHDAY=5",
  "FREQ=DAILY;BYDAY=1MO",
  "FREQ=DAILY;BYSETPOS=1",
  "FREQ=DAILY;BYDAY=MO;BYSETPOS=1",
  "FREQ=DAILY;BYDAY=MO;INTERVAL=2",
  "FREQ=MONTHLY;BYMONTHDAY=31;INTERVAL=2",
  "FREQ=MONTHLY;BYMONTHDAY=5;BYDAY=MO",
  "FREQ=MONTHLY;BYMONTHDAY=5,6;BYSETPOS=1",
  "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=5",
  "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=1;INTERVAL=2",
  "FREQ=MONTHLY;BYDAY=1MO;BYSETPOS=1",
  "FREQ=MONTHLY;BYDAY=MO",
  "FREQ=MONTHLY;BYDAY=5MO",
  "FREQ=MONTHLY;BYDAY=1MO;INTERVAL=13",
  "FREQ=HOURLY;INTERVAL=24",
];

test("a rule with parts that no rota has, or with those of others, is not read", () => {
  expect(UNUSUAL.filter((rule) => daysOf(rule) !== null)).toEqual([]);
});

test.each([
  ["a day, which still counts", MONDAY, "20260114", "01-14"],
  ["the instant of a start", MONDAY, "20260114T080000Z", "01-14"],
  ["a minute before a start", MONDAY, "20260114T075900Z", "01-13"],
  ["a day, of whole days", { ...MONDAY, minute: null }, "20260114", "01-14"],
  ["a midnight, of whole days", { ...MONDAY, minute: null }, "20260114T000000Z", "01-14"],
  ["an evening, of whole days", { ...MONDAY, minute: null }, "20260114T235900Z", "01-14"],
])("a rule ends with %s", (_, start, until, last) => {
  expect(daysOf(`FREQ=DAILY;UNTIL=${until}`, start)?.at(-1)).toBe(last);
});

test("whole days that end with a midnight of summer, in UTC still the day before, have that day and no more", () => {
  const start: Moment = { date: "2026-07-06", minute: null, zone: "London" };
  const window = { from: "2026-07-06", until: "2026-08-01" };
  expect(daysOf("FREQ=DAILY;UNTIL=20260707T230000Z", start, window)).toEqual(["07-06", "07-07", "07-08"]);
});

import { expect, test } from "vitest";
import type { Moment } from "~/import/rota/parse/moments.server";
import { REPEATS_BUDGET, repeatMoments } from "~/import/rota/parse/repeats.server";

const MONDAY: Moment = { date: "2026-01-05", minute: 480, zone: "London" };

/** Days of a rule in six weeks that begin a week after its start, as `01-12`. */
function daysOf(rule: string, start = MONDAY, window = { from: "2026-01-12", until: "2026-03-02" }) {
  return (
    repeatMoments(`RRULE:${rule}`, start, window, { left: REPEATS_BUDGET })?.map(({ date }) => date.slice(5)) ?? null
  );
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
  ["FREQ=MONTHLY;BYDAY=MO;BYSETPOS=-1;INTERVAL=2", ["01-26"]],
  ["FREQ=MONTHLY;BYDAY=MO;BYMONTH=1,3", ["01-12", "01-19", "01-26", "03-02"]],
  ["FREQ=MONTHLY;BYMONTHDAY=5,6;BYDAY=FR", ["02-06"]],
  ["FREQ=MONTHLY;BYMONTHDAY=31;INTERVAL=2", ["01-31"]],
  [
    "FREQ=WEEKLY;BYDAY=MO,SU;INTERVAL=2;WKST=SU",
    ["01-18", "01-19", "02-01", "02-02", "02-15", "02-16", "03-01", "03-02"],
  ],
  ["FREQ=WEEKLY;BYMONTH=1", ["01-12", "01-19", "01-26"]],
  ["FREQ=DAILY;BYDAY=MO;INTERVAL=2", ["01-19", "02-02", "02-16", "03-02"]],
  ["FREQ=DAILY;BYMONTHDAY=5", ["02-05"]],
  ["FREQ=DAILY;BYMONTH=2;BYMONTHDAY=1,2", ["02-01", "02-02"]],
  ["FREQ=YEARLY;BYMONTH=2", ["02-05"]],
  ["FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=3", ["02-03"]],
  ["FREQ=YEARLY;BYMONTH=2;BYDAY=2TU", ["02-10"]],
  ["FREQ=YEARLY;BYDAY=MO", ["01-12", "01-19", "01-26", "02-02", "02-09", "02-16", "02-23", "03-02"]],
  ["FREQ=YEARLY;BYYEARDAY=40", ["02-09"]],
  ["FREQ=HOURLY;INTERVAL=240", ["01-15", "01-25", "02-04", "02-14", "02-24"]],
])("%s has its days from the first that is asked for to the last", (rule, days) => {
  expect(daysOf(rule)).toEqual(days);
});

test("no day comes before the start of the event", () => {
  const window = { from: "2025-12-01", until: "2026-01-13" };
  expect(daysOf("FREQ=MONTHLY;BYMONTHDAY=1,12", MONDAY, window)).toEqual(["01-12"]);
  expect(daysOf("FREQ=WEEKLY;BYDAY=MO", MONDAY, window)).toEqual(["01-05", "01-12"]);
});

test("a rule may have days of a far week, and times of its own", () => {
  const fifth = { from: "2026-09-01", until: "2027-01-31" };
  expect(daysOf("FREQ=MONTHLY;BYDAY=5TU", { ...MONDAY, date: "2026-09-29" }, fifth)).toEqual(["09-29", "12-29"]);
  const far = { from: "2026-01-01", until: "2028-12-31" };
  expect(daysOf("FREQ=DAILY;INTERVAL=400", MONDAY, far)).toEqual(["01-05", "02-09", "03-15"]);
  const twice = repeatMoments("RRULE:FREQ=DAILY;BYHOUR=8,13;COUNT=3", MONDAY, far, { left: REPEATS_BUDGET });
  expect(twice?.map(({ date, minute }) => `${date} ${minute}`)).toEqual([
    "2026-01-05 480",
    "2026-01-05 780",
    "2026-01-06 480",
  ]);
});

test.each([
  "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
  "FREQ=MONTHLY;INTERVAL=24;BYDAY=5SU;BYMONTHDAY=1",
  "FREQ=YEARLY;BYMONTH=4;BYDAY=9SU",
])("%s has no day after its first, and its search ends", (rule) => {
  expect(daysOf(rule, MONDAY, { from: "2026-01-06", until: "2028-12-31" }) ?? []).toEqual([]);
});

/** Of these the library has other days than the standard, or none. */
const MISREAD = [
  "FREQ=YEARLY;BYWEEKNO=20",
  "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO",
  "FREQ=YEARLY;BYDAY=20MO",
  "FREQ=YEARLY;BYMONTHDAY=5",
  "FREQ=YEARLY;BYMONTH=1,2;BYMONTHDAY=-1",
  "FREQ=YEARLY;BYMONTH=1,2;BYMONTHDAY=30",
  "FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=5;BYDAY=MO",
  "FREQ=YEARLY;BYMONTH=1;BYHOUR=8,13",
  "FREQ=YEARLY;BYDAY=MO;BYSETPOS=1",
  "FREQ=YEARLY;BYMONTH=1,2;BYDAY=MO;BYSETPOS=1",
  "FREQ=WEEKLY;BYDAY=MO,TU;BYSETPOS=1",
  "FREQ=DAILY;BYDAY=MO;BYSETPOS=1",
  "FREQ=DAILY;BYMONTHDAY=-1",
  "FREQ=MONTHLY;BYMONTHDAY=5,6;BYSETPOS=1",
  "FREQ=MONTHLY;BYDAY=1MO,2MO;BYSETPOS=1",
  "FREQ=MONTHLY;BYDAY=MO;BYMONTHDAY=-1",
  "FREQ=MONTHLY;BYDAY=MO;BYMONTHDAY=5;INTERVAL=2",
  "FREQ=MONTHLY;BYMONTH=1,3;INTERVAL=2",
  "FREQ=MONTHLY;BYMONTH=2;BYDAY=MO",
  "FREQ=MONTHLY;BYDAY=1MO;BYHOUR=8,13",
  "FREQ=WEEKLY;BYMONTHDAY=5",
  "FREQ=FORTNIGHTLY",
];

test("a rule that the library would misread is not read", () => {
  expect(MISREAD.filter((rule) => daysOf(rule) !== null)).toEqual([]);
});

test.each([
  ["a day, which still counts", MONDAY, "20260114", "01-14"],
  ["the instant of a start", MONDAY, "20260114T080000Z", "01-14"],
  ["a minute before a start", MONDAY, "20260114T075900Z", "01-13"],
  ["a day, of whole days", { ...MONDAY, minute: null }, "20260114", "01-14"],
  ["a midnight, of whole days", { ...MONDAY, minute: null }, "20260114T000000Z", "01-14"],
  ["a day that no date can be, which programs write for none", MONDAY, "99991231T235959Z", "03-02"],
  ["a 29 February of another century", MONDAY, "21040229", "03-02"],
  ["an evening, of whole days", { ...MONDAY, minute: null }, "20260114T235900Z", "01-14"],
])("a rule ends with %s", (_, start, until, last) => {
  expect(daysOf(`FREQ=DAILY;UNTIL=${until}`, start)?.at(-1)).toBe(last);
});

test("whole days that end with a midnight of summer, in UTC still the day before, have that day and no more", () => {
  const start: Moment = { date: "2026-07-06", minute: null, zone: "London" };
  const window = { from: "2026-07-06", until: "2026-08-01" };
  expect(daysOf("FREQ=DAILY;UNTIL=20260707T230000Z", start, window)).toEqual(["07-06", "07-07", "07-08"]);
});

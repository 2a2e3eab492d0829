import { expect, test } from "vitest";
import {
  daysToLock,
  formatLocked,
  formatLockedPeriod,
  formatStillLocked,
  isForReading,
  isLocked,
  type LockedPeriod,
  lockableDays,
  lockedDays,
  lockedWithin,
  lockOf,
} from "~/diary/locks/rules";

function days(date_start: string, date_end = date_start): LockedPeriod {
  return { date_start, date_end };
}

const TODAY = "2026-11-21";

test.each<[string, LockedPeriod, LockedPeriod | null]>([
  ["days that are over", days("2026-11-01", "2026-11-20"), days("2026-11-01", "2026-11-20")],
  ["days up to today", days("2026-11-01", "2026-11-21"), days("2026-11-01", "2026-11-20")],
  ["days to come as well", days("2026-11-01", "2026-12-31"), days("2026-11-01", "2026-11-20")],
  ["yesterday", days("2026-11-20"), days("2026-11-20")],
  ["today", days("2026-11-21"), null],
])("of a report only days that are over can be locked: %s", (_, period, lockable) => {
  expect(lockableDays(period, TODAY)).toEqual(lockable);
  const none = lockable && { ...lockable, isLocked: false, locked: [] };
  expect(daysToLock(period, [days("2026-10-31"), days("2026-11-22")], TODAY)).toEqual(none);
});

test.each<[string, LockedPeriod[], LockedPeriod[], boolean]>([
  ["none", [], [], false],
  ["those before and after", [days("2026-10-01", "2026-10-31"), days("2026-12-01")], [], false],
  [
    "the first and the last",
    [days("2026-11-30", "2026-12-01"), days("2026-10-31", "2026-11-01")],
    [days("2026-11-01"), days("2026-11-30")],
    false,
  ],
  [
    "two beside each other",
    [days("2026-11-11", "2026-11-30"), days("2026-11-01", "2026-11-10")],
    [days("2026-11-01", "2026-11-30")],
    true,
  ],
  [
    "two with a day between",
    [days("2026-11-01", "2026-11-10"), days("2026-11-12", "2026-11-30")],
    [days("2026-11-01", "2026-11-10"), days("2026-11-12", "2026-11-30")],
    false,
  ],
  [
    "one within another",
    [days("2026-11-01", "2026-11-20"), days("2026-11-05", "2026-11-06")],
    [days("2026-11-01", "2026-11-20")],
    false,
  ],
  ["more than all", [days("2026-10-01", "2026-12-31")], [days("2026-11-01", "2026-11-30")], true],
])("the locked days of a month: %s", (_, locked, within, isAll) => {
  const november = days("2026-11-01", "2026-11-30");
  expect([lockedWithin(november, locked), isLocked(november, locked)]).toEqual([within, isAll]);
});

test("a locked period holds its first and its last day", () => {
  const period = days("2026-11-10", "2026-11-12");
  const held = (from: string, until?: string) => lockOf([period], from, until);
  expect([held("2026-11-09"), held("2026-11-10"), held("2026-11-12"), held("2026-11-13")]).toEqual([
    ...[null, period, period, null],
  ]);
  expect([
    held("2026-11-01", "2026-11-09"),
    held("2026-11-01", "2026-11-10"),
    held("2026-11-12", "2026-11-30"),
    held("2026-11-13", "2026-11-30"),
  ]).toEqual([null, period, period, null]);
});

test("days that another period locks too are said to stay locked", () => {
  const others = [days("2026-11-05"), days("2026-11-20", "2026-12-31"), days("2026-12-01", "2026-12-31")];
  expect(formatStillLocked(days("2026-11-01", "2026-11-30"), others)).toEqual([
    "5 November 2026 stays locked: you also locked 5 November 2026",
    "20 to 30 November 2026 stay locked: you also locked 20 November to 31 December 2026",
  ]);
});

test("a locked entry is for reading, unless its form was sent and came back", () => {
  const words = "1 to 30 November 2026";
  expect([
    isForReading(words, {}, undefined),
    isForReading(null, {}, undefined),
    isForReading(words, {}, { form: {} }),
    isForReading(words, { kept: "It was kept." }, undefined),
  ]).toEqual([true, false, false, false]);
});

test("locked days are named by their dates, one day as one", () => {
  const [day, week] = [days("2026-11-05"), days("2026-11-09", "2026-11-15")];
  expect(lockedDays([day, week])).toEqual([
    { ...day, words: "5 November 2026" },
    { ...week, words: "9 to 15 November 2026" },
  ]);
  expect([formatLockedPeriod([day, week], "2026-11-15"), formatLockedPeriod([day, week], "2026-11-16")]).toEqual([
    ...["9 to 15 November 2026", null],
  ]);
  expect([day, week].map(formatLocked)).toEqual([
    "You locked 5 November 2026, so sessions, cases and leave on this day cannot be changed. Unlock this day in Reports first",
    "You locked 9 to 15 November 2026, so sessions, cases and leave on these days cannot be changed. Unlock these days in Reports first",
  ]);
});

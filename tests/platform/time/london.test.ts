import { describe, expect, test, vi } from "vitest";
import {
  addDays,
  daysBetween,
  londonInstant,
  londonInstants,
  londonMoment,
  londonToday,
  mondayOf,
  weekday,
} from "~/platform/time/london";

const HOUR = 3_600_000;
const utc = (text: string) => Date.parse(text);

describe("London's clocks", () => {
  test("are those of UTC in winter, and an hour ahead in summer", () => {
    expect(londonInstant("2026-01-15", 9 * 60)).toBe(utc("2026-01-15T09:00Z"));
    expect(londonInstant("2026-07-15", 9 * 60)).toBe(utc("2026-07-15T08:00Z"));
    expect(londonMoment(utc("2026-07-15T23:30Z"))).toEqual({ date: "2026-07-16", minute: 30 });
    expect(londonToday(utc("2026-06-30T23:00Z"))).toBe("2026-07-01");
  });

  test("skip an hour on the last Sunday of March: a time in it moves an hour on", () => {
    expect(londonInstant("2026-03-29", 59)).toBe(utc("2026-03-29T00:59Z"));
    expect(londonInstant("2026-03-29", 60)).toBe(utc("2026-03-29T01:00Z"));
    expect(londonInstant("2026-03-29", 90)).toBe(utc("2026-03-29T01:30Z"));
    expect(londonInstant("2026-03-29", 120)).toBe(utc("2026-03-29T01:00Z"));
    expect(londonMoment(utc("2026-03-29T01:00Z"))).toEqual({ date: "2026-03-29", minute: 120 });
    expect(londonInstants("2026-03-29", 90)).toEqual([]);
  });

  test("show an hour twice on the last Sunday of October: the first is meant", () => {
    expect(londonInstant("2026-10-25", 60)).toBe(utc("2026-10-25T00:00Z"));
    expect(londonInstant("2026-10-25", 90)).toBe(utc("2026-10-25T00:30Z"));
    expect(londonInstant("2026-10-25", 120)).toBe(utc("2026-10-25T02:00Z"));
    expect(londonMoment(utc("2026-10-25T01:30Z"))).toEqual({ date: "2026-10-25", minute: 90 });
    expect(londonInstants("2026-10-25", 90)).toEqual([utc("2026-10-25T00:30Z"), utc("2026-10-25T01:30Z")]);
  });

  test("make a night at work shorter in March and longer in October", () => {
    const night = (date: string) => londonInstant(date, 1440 + 8 * 60) - londonInstant(date, 20 * 60);
    expect(night("2026-03-28") / HOUR).toBe(11);
    expect(night("2026-10-24") / HOUR).toBe(13);
    expect(night("2026-11-17") / HOUR).toBe(12);
  });

  test.each([2024, 2025, 2026, 2027, 2028])("are read back as they were set, all through %i", (year) => {
    const changes = ["03-31", "10-31"].map((last) => addDays(`${year}-${last}`, -(weekday(`${year}-${last}`) % 7)));
    const days = [
      ...changes.flatMap((day) => [addDays(day, -1), day, addDays(day, 1)]),
      `${year}-01-01`,
      `${year}-07-01`,
    ];
    for (const date of days) {
      for (let minute = 0; minute < 1440; minute += 30) {
        const skipped = date === changes[0] && minute >= 60 && minute < 120;
        const shown = { date, minute: skipped ? minute + 60 : minute };
        expect(londonMoment(londonInstant(date, minute))).toEqual(shown);
        expect(londonInstants(date, minute)).toHaveLength(
          skipped ? 0 : date === changes[1] && minute >= 60 && minute < 120 ? 2 : 1,
        );
      }
    }
  });

  test("before 1970 and a time past midnight are right too", () => {
    expect(londonMoment(londonInstant("1960-07-01", 61))).toEqual({ date: "1960-07-01", minute: 61 });
    expect(londonMoment(londonInstant("2026-12-31", 1440 + 61))).toEqual({ date: "2027-01-01", minute: 61 });
  });
});

test("an isolate keeps the offsets of some five thousand spans, however many instants it is asked for", () => {
  const [add, kept] = [vi.spyOn(Map.prototype, "set"), { most: 0 }];
  const SPAN_MS = 16 * 24 * 60 * 60 * 1000;
  for (let span = 0; span < 11_000; span += 1) {
    londonMoment((span - 5_500) * SPAN_MS);
    const [spans] = add.mock.contexts as Map<number, unknown>[];
    kept.most = Math.max(kept.most, spans?.size ?? 0);
    add.mockClear();
  }
  add.mockRestore();
  expect(kept.most).toBe(5_000);
});

describe("calendar days", () => {
  test("are added and counted over clock changes, months and leap years", () => {
    expect(addDays("2026-03-28", 2)).toBe("2026-03-30");
    expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
    expect(addDays("2027-01-01", -1)).toBe("2026-12-31");
    for (let day = 0; day < 2000; day++) {
      const date = new Date(Date.UTC(2023, 0, 1 + day)).toISOString().slice(0, 10);
      for (const days of [-400, -30, -1, 0, 1, 6, 31])
        expect(addDays(date, days)).toBe(new Date(Date.UTC(2023, 0, 1 + day + days)).toISOString().slice(0, 10));
    }
    expect(daysBetween("2026-10-24", "2026-10-26")).toBe(2);
    expect(daysBetween("2026-10-26", "2026-10-24")).toBe(-2);
  });

  test("stand in weeks from Monday to Sunday", () => {
    expect(weekday("2026-11-16")).toBe(1);
    expect(weekday("2026-11-22")).toBe(7);
    expect(mondayOf("2026-11-22")).toBe("2026-11-16");
    expect(mondayOf("2026-11-16")).toBe("2026-11-16");
  });
});

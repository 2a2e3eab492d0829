import { expect, test } from "vitest";
import {
  NATIONAL_RULES,
  type PaRules,
  paUnitsOf,
  showPa,
  showPaChange,
  workedMinutes,
} from "~/planning/job-plans/pa-rules";
import { isBankHoliday } from "~/platform/time/bank-holidays";
import { readClockTime } from "~/platform/time/clock-time";
import { addDays, londonInstant, londonMoment, weekday } from "~/platform/time/london";
import fc from "../../support/property";

const { england, wales, scotland } = NATIONAL_RULES;
const MINUTE_MS = 60_000;

function calculate(date: string, start: string, endDate: string, end: string, rules: PaRules) {
  const startAt = londonInstant(date, readClockTime(start) as number);
  const endAt = londonInstant(endDate, readClockTime(end) as number);
  const worked = workedMinutes(startAt, endAt, rules);
  return { standard: worked.standard / 60, premium: worked.premium / 60, pa: showPa(paUnitsOf(worked, rules)) };
}

test.each([
  ["an all-day list", "2026-11-17", "08:00", "2026-11-17", "18:00", england, 10, 0, "2.50"],
  ["past 19:00", "2026-11-17", "13:00", "2026-11-17", "20:30", england, 6, 1.5, "2.00"],
  ["over midnight", "2026-11-18", "20:00", "2026-11-19", "04:00", england, 0, 8, "2.67"],
  ["over two boundaries", "2026-11-19", "18:00", "2026-11-20", "09:00", england, 3, 12, "4.75"],
  ["into the weekend", "2026-11-20", "17:00", "2026-11-21", "09:00", england, 2, 14, "5.17"],
  ["on a bank holiday", "2026-08-31", "08:00", "2026-08-31", "18:00", england, 0, 10, "3.33"],
  [
    "on a bank holiday that counts as any day",
    "2026-08-31",
    "08:00",
    "2026-08-31",
    "18:00",
    { ...england, bank_holidays_premium: false },
    10,
    0,
    "2.50",
  ],
  ["on a substitute day", "2026-12-28", "08:00", "2026-12-28", "18:00", england, 0, 10, "3.33"],
  ["through the night the clocks go forward", "2027-03-27", "20:00", "2027-03-28", "08:00", england, 0, 11, "3.67"],
  ["through the night the clocks go back", "2026-10-24", "20:00", "2026-10-25", "08:00", england, 0, 13, "4.33"],
  ["a weekend on call, by time", "2026-11-20", "18:00", "2026-11-23", "08:00", england, 2, 60, "20.50"],
  ["ten hours in Wales", "2026-11-17", "08:00", "2026-11-17", "18:00", wales, 10, 0, "2.67"],
  ["Scotland's own window", "2026-11-17", "07:00", "2026-11-17", "20:00", scotland, 12, 1, "3.33"],
] as const)("PAs of %s", (_name, date, start, endDate, end, rules, standard, premium, pa) => {
  expect(calculate(date, start, endDate, end, rules)).toEqual({ standard, premium, pa });
});

const day = fc.integer({ min: 0, max: 1826 }).map((days) => addDays("2024-01-01", days));
const session = fc.record({
  date: day,
  startMinute: fc.integer({ min: 0, max: 1439 }),
  minutes: fc.integer({ min: 1, max: 4 * 1440 }),
});

test("splitting a session at any whole minute never changes its PAs", () => {
  fc.assert(
    fc.property(
      session,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.constantFrom(england, wales),
      (s, where, rules) => {
        const startAt = londonInstant(s.date, s.startMinute);
        const endAt = startAt + s.minutes * MINUTE_MS;
        const cut = startAt + Math.round(where * s.minutes) * MINUTE_MS;
        const whole = paUnitsOf(workedMinutes(startAt, endAt, rules), rules);
        const parts =
          paUnitsOf(workedMinutes(startAt, cut, rules), rules) + paUnitsOf(workedMinutes(cut, endAt, rules), rules);
        expect(parts).toBe(whole);
      },
    ),
    { numRuns: 500 },
  );
});

test("a slow calculation, minute by minute, agrees with the fast one", () => {
  fc.assert(
    fc.property(session, fc.constantFrom(...Object.values(NATIONAL_RULES)), (s, rules) => {
      const startAt = londonInstant(s.date, s.startMinute);
      const endAt = startAt + s.minutes * MINUTE_MS;
      expect(workedMinutes(startAt, endAt, rules)).toEqual(slowly(startAt, endAt, rules));
    }),
    { numRuns: 150 },
  );
});

function slowly(startAt: number, endAt: number, rules: PaRules) {
  const worked = { standard: 0, premium: 0 };
  for (let at = startAt; at < endAt; at += MINUTE_MS) {
    const { date, minute } = londonMoment(at);
    const premium =
      rules.premium_weekdays.includes(weekday(date)) ||
      (rules.bank_holidays_premium && isBankHoliday(date, rules.bank_holiday_region)) ||
      minute < rules.standard_start_minute ||
      minute >= rules.standard_end_minute;
    worked[premium ? "premium" : "standard"] += 1;
  }
  return worked;
}

test("three nights of 8 h are 8.00 PA, though each shows as 2.67", () => {
  const night = paUnitsOf({ standard: 0, premium: 480 }, england);
  expect(showPa(night)).toBe("2.67");
  expect(showPa(3 * night)).toBe("8.00");
});

test("hours per PA that were agreed locally round once, within one unit", () => {
  const rules = { ...england, standard_minutes_per_pa: 130, premium_minutes_per_pa: 130 };
  expect(paUnitsOf({ standard: 100, premium: 0 }, rules)).toBe(2769);
});

test.each([
  [9000, "2.50"],
  [-9000, "−2.50"],
  [18, "0.01"],
  [17, "0.00"],
  [-17, "0.00"],
  [3582, "1.00"],
])("%i units show as %s", (units, shown) => {
  expect(showPa(units)).toBe(shown);
});

test("a change of PAs has its sign, and none has none", () => {
  expect([900, 17, 0, -17, -900].map(showPaChange)).toEqual(["+0.25", "0.00", "0.00", "0.00", "−0.25"]);
});

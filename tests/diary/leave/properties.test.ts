import { expect, test } from "vitest";
import { dayValuesOf, worthOf } from "~/diary/leave/day-values";
import { annualEntitlement, splitOf, USUAL_TERMS } from "~/diary/leave/entitlement";
import { type DayPart, LEAVE_STATUSES, type LeaveStatus, type LeaveTerms } from "~/diary/leave/kinds";
import { spanOf } from "~/diary/leave/rules";
import { leaveYear } from "~/diary/leave/years";
import { addDays } from "~/platform/time/london";
import fc from "../../support/property";

const parts = fc.constantFrom<DayPart>("full", "am", "pm");

const leave: fc.Arbitrary<LeaveTerms> = fc
  .record({
    first: fc.nat(1000),
    days: fc.nat(400),
    start_part: parts,
    end_part: parts,
    status: fc.constantFrom(...(Object.keys(LEAVE_STATUSES) as LeaveStatus[])),
    stated_pa_units: fc.option(fc.nat(1_440_000)),
  })
  .map(({ first, days, start_part, end_part, ...rest }) => {
    const date_start = addDays("2025-01-01", first);
    const date_end = addDays(date_start, Math.min(days, 365));
    const span = spanOf({ date_start, date_end, start_part, end_part });
    const whole = { date_start, date_end, start_part: "full", end_part: "full" } as const;
    return { unique_ref: "", type: "annual", ...rest, ...("problem" in span ? whole : span) };
  });

const values = fc
  .record({
    week: fc.array(fc.nat(20_000), { minLength: 7, maxLength: 7 }),
    ends: fc.nat(1500),
    local: fc.array(fc.record({ day: fc.nat(1400), is_added: fc.boolean() }), { maxLength: 5 }),
  })
  .map(({ week, ends, local }) => {
    const plan = {
      ...{ date_start: "2025-01-01", date_end: addDays("2025-01-01", ends), week },
      pa_rules: { bank_holiday_region: "england_wales" as const, standard_minutes_per_pa: 240 },
    };
    return dayValuesOf(
      [plan],
      local.map(({ day, is_added }) => ({ day: addDays("2025-01-01", day), is_added })),
    );
  });

test("leave is worth the same in all however its years and today cut it", () => {
  fc.assert(
    fc.property(leave, values, fc.nat(1400), (one, worth, now) => {
      const today = addDays("2025-01-01", now);
      const splits = [2024, 2025, 2026, 2027, 2028].map((year) =>
        splitOf([one], ["annual"], leaveYear(year, "04-01"), today, worth),
      );
      const all = splits.flatMap(({ taken, booked }) => [taken, booked]);
      const { halves, units } = worthOf(one, worth);
      const isOff = one.status === "cancelled";
      expect(all.reduce((sum, each) => sum + each.units, 0)).toBe(isOff ? 0 : units);
      expect(all.reduce((sum, each) => sum + each.halves, 0)).toBe(isOff ? 0 : halves);
    }),
  );
});

test("PAs that were typed over are all there, whatever days they fall on", () => {
  fc.assert(
    fc.property(leave, values, fc.nat(1_440_000), (one, worth, stated_pa_units) => {
      expect(worthOf({ ...one, stated_pa_units }, worth).units).toBe(stated_pa_units);
    }),
  );
});

test("what is left is what there is and was carried over, less what went", () => {
  fc.assert(
    fc.property(
      fc.array(leave, { maxLength: 4 }),
      values,
      fc.nat(400),
      fc.integer({ min: 1, max: 100 }),
      (all, worth, annual_half_days, fraction_hundredths) => {
        const terms = { ...USUAL_TERMS, annual_half_days, fraction_hundredths, carried_half_days: 3 };
        const split = splitOf(all, ["annual"], leaveYear(2026, "04-01"), "2026-11-21", worth);
        const { entitled, carried, taken, booked, left } = annualEntitlement(terms, split, 36_000);
        for (const name of ["days", "units"] as const) {
          expect(left[name] + taken[name] + booked[name]).toBe(entitled[name] + carried[name]);
        }
      },
    ),
  );
});

import { expect, test } from "vitest";
import { NATIONAL_RULES } from "~/planning/job-plans/pa-rules";
import { formatRotaWeeks, readRotaWeeks } from "~/planning/job-plans/rota-weeks";
import { formatRow, rowDates, type ScheduleRow } from "~/planning/job-plans/schedule";
import { weeklyPaUnits } from "~/planning/job-plans/weekly";
import { addDays, mondayOf } from "~/platform/time/london";
import fc from "../../support/property";

const PLAN = {
  ...{ date_start: "2026-04-01", date_end: null, weeks_per_year_tenths: 420 },
  pa_rules: NATIONAL_RULES.england,
};

/** Tuesdays 08:00-18:00 in weeks of a rota whose week 1 is that of Monday 6 April 2026. */
function tuesdays(rota_weeks: string): ScheduleRow {
  return {
    ...{ weekday: 2, start_minute: 480, end_minute: 1080 },
    ...{ recurrence: 31, anchor_date: "2026-04-08", rota_weeks },
  };
}

test.each([
  ["2, 3 and 5 of 8", "2,3,5/8"],
  ["weeks 5,3,2,2 of 8 weeks", "2,3,5/8"],
  ["Week 1 of 6", "1/6"],
  ["1 & 26/26", "1,26/26"],
  [" ", null],
  ["2, 3 and 5", false],
  ["0 of 4", false],
  // Read at once: each digit could be taken in two ways.
  ["1".repeat(100), false],
  ["9 of 8", false],
  ["1 of 27", false],
  ["of 8", false],
  ["1-3 of 8", false],
])("%s is read as %s", (typed, stored) => {
  expect(readRotaWeeks(typed)).toBe(stored);
});

test("weeks of a rota are written as they can be typed", () => {
  expect(["1/6", "2,5/8", "2,3,5/8"].map(formatRotaWeeks)).toEqual(["1 of 6", "2 and 5 of 8", "2, 3 and 5 of 8"]);
  expect(formatRow(tuesdays("2,3,5/8"))).toBe("Tue 08:00–18:00, weeks 2, 3 and 5 of 8");
  expect(formatRow(tuesdays("4/6"))).toBe("Tue 08:00–18:00, week 4 of 6");
});

test("weeks 2, 3 and 5 of 8 fall in these weeks, before and after the date that is known", () => {
  // Week 1 is from 6 April: weeks 2, 3 and 5 begin on 13 and 20 April and 4 May; eight weeks before, on 16 and 23 February
  // and 9 March; eight weeks after, on 8 and 15 June and 29 June.
  expect(rowDates(tuesdays("2,3,5/8"), "2026-04-01", "2026-02-01", "2026-07-01")).toEqual([
    ...["2026-02-17", "2026-02-24", "2026-03-10"],
    ...["2026-04-14", "2026-04-21", "2026-05-05"],
    ...["2026-06-09", "2026-06-16", "2026-06-30"],
  ]);
});

test.each([
  // 10 hours at 4 hours a PA: 2.5 PA each time; in 3 of 8 weeks 2.5 x 3/8 = 0.9375; a PA has 3600 units.
  ["2,3,5/8", 3375],
  ["1/6", 1500],
  ["1,2/2", 9000],
  // 2.5 x 5/26 = 0.480769.
  ["1,6,11,16,21/26", 1731],
])("PAs a week in weeks %s are averaged over the rota", (rota_weeks, units) => {
  const element = {
    category: "DCC",
    pattern: "fixed_times",
    stated_pa_units: null,
    occurrences_per_year: null,
  } as const;
  const schedule = [tuesdays(rota_weeks)];
  expect(weeklyPaUnits({ ...element, custom_minutes_per_pa: null, schedule }, PLAN)).toBe(units);
});

test("each whole rota holds as many occurrences as weeks are meant, each in one of these", () => {
  const rotas = fc.integer({ min: 1, max: 26 }).chain((of) => {
    const week = fc.integer({ min: 1, max: of });
    return fc.record({ of: fc.constant(of), weeks: fc.uniqueArray(week, { minLength: 1, maxLength: of }) });
  });
  const day = fc.integer({ min: 0, max: 2000 }).map((days) => addDays("2025-01-01", days));
  fc.assert(
    fc.property(rotas, day, day, ({ of, weeks }, anchor_date, from) => {
      const stored = readRotaWeeks(`${weeks.join(", ")} of ${of}`) || "";
      const dates = rowDates({ ...tuesdays(stored), anchor_date }, "2025-01-01", from, addDays(from, 7 * of - 1));
      expect(dates).toHaveLength(weeks.length);
      const week1 = Date.parse(mondayOf(anchor_date));
      const numbers = dates.map((date) => {
        const apart = Math.round((Date.parse(mondayOf(date)) - week1) / (7 * 86_400_000));
        return (((apart % of) + of) % of) + 1;
      });
      expect(numbers.toSorted((one, other) => one - other)).toEqual(weeks.toSorted((one, other) => one - other));
    }),
    { numRuns: 100 },
  );
});

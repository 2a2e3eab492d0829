import { expect, test } from "vitest";
import { PA_UNITS } from "~/planning/job-plans/pa-rules";
import { addDays } from "~/platform/time/london";
import { barsChart } from "~/progress/bars.server";
import { dateTicks, monthTicks, progressChart } from "~/progress/chart.server";
import type { ProgressBar, ProgressPoint } from "~/progress/types";
import { exampleReport } from "../support/progress";

const pa = (pas: number) => Math.round(pas * PA_UNITS);

test("the first days of weeks stand at their days, the last if three days follow it", () => {
  expect(dateTicks("2026-11-02", "2026-11-11")).toEqual([
    { at: 0, label: "2 Nov", minor: false },
    { at: 0.7, label: "9 Nov", minor: true },
  ]);
  expect(dateTicks("2026-11-02", "2026-11-10").map(({ label }) => label)).toEqual(["2 Nov"]);
});

test("eighty days are named by months, the last if ten days follow its first, and fewer by weeks", () => {
  const namesTo = (ends: string) => dateTicks("2026-04-20", ends);
  expect(namesTo("2026-07-07")[0]?.label).toBe("20 Apr");
  expect(namesTo("2026-07-08")).toEqual([
    { at: 11 / 80, label: "May", minor: false },
    { at: 42 / 80, label: "Jun", minor: true },
  ]);
  const labelsTo = (ends: string) => namesTo(ends).map(({ label }) => label);
  expect(labelsTo("2026-07-09")).toEqual(["May", "Jun"]);
  expect(labelsTo("2026-07-10")).toEqual(["May", "Jun", "Jul"]);
});

test("of fourteen months each is named, of fifteen only the years", () => {
  const months = Array.from({ length: 15 }, (_, at) =>
    addDays("2025-06-15", at * 30.5)
      .slice(0, 8)
      .concat("01"),
  );
  const ticks = (count: number) => monthTicks(months.slice(0, count), (_, index) => index);
  expect(ticks(2)).toEqual([
    { at: 0, label: "Jun", minor: false },
    { at: 1, label: "Jul", minor: true },
  ]);
  expect(ticks(14)).toHaveLength(14);
  expect(ticks(15)).toEqual([{ at: 7, label: "2026", minor: false }]);
});

const BEGINS = "2026-06-01";

/** A report of so many days, of which some are over; the points rise as they are told. */
function drawn(
  days: number,
  over: number,
  rise: (at: number) => Partial<Pick<ProgressPoint, "expected" | "done" | "toCome">>,
  begins = BEGINS,
) {
  const points = Array.from({ length: days + 1 }, (_, at): ProgressPoint => {
    const { expected = pa(at), done = pa(at), toCome = pa(at) } = rise(at);
    return {
      date: addDays(begins, at - 1),
      ...{ expected, done: at > over ? null : done, toCome: at < over ? null : toCome },
    };
  });
  const period = { begins, ends: addDays(begins, days - 1), isYearOfPlan: false };
  return progressChart(exampleReport({ period, day: addDays(begins, over - 1), points }), 100, 100);
}

test("the lines of a few days, with what counts as on track beside what was expected until today", () => {
  const { done, expected, toCome, band, today, zero, doneLabel, expectedLabel } = drawn(4, 2, () => ({}));
  expect({ done, expected, toCome, band, zero }).toEqual({
    done: "M0,100L50,51.9",
    expected: "M0,100L50,51.9L100,3.8",
    toCome: "M50,51.9L100,3.8",
    band: "M0,100L50,49.5L50,54.3L0,100Z",
    zero: 1,
  });
  // Half of the days are over: the word stands at the top.
  expect(today).toEqual({ x: 0.5, atFoot: false });
  expect(doneLabel).toMatchObject({ x: 0.5, side: "below" });
  expect(expectedLabel).toMatchObject({ x: 1, side: "above" });
});

test("on the second day there is a stretch of one day to draw", () => {
  expect(drawn(4, 1, () => ({})).band).toBe("M0,100L25,74.8L25,77.2L0,100Z");
});

test("no word stands where there is no room: in the first seventh, and beside the last third", () => {
  expect(drawn(50, 7, () => ({}))).toMatchObject({ doneLabel: null, expectedLabel: null });
  expect(drawn(50, 8, () => ({})).doneLabel).not.toBeNull();
  // What is expected is named at the lines of the days left while they take more than 28 hundredths of the width.
  expect(drawn(50, 36, () => ({})).expectedLabel?.x).toBeLessThan(0.72);
  expect(drawn(50, 35, () => ({})).expectedLabel?.x).toBeGreaterThan(0.72);
});

test("a word below its line begins no further right than 74 hundredths", () => {
  // 37 of 50 days end there, on a Sunday.
  const rise = (at: number) => ({ expected: pa(at * 0.5), toCome: pa(at) });
  expect(drawn(50, 20, rise, "2026-06-06").expectedLabel).toMatchObject({ side: "below", x: 0.74 });
});

const bar = (begins: string, days: number, more: Partial<ProgressBar> = {}): ProgressBar => ({
  ...{ begins, ends: addDays(begins, days - 1), done: [], extra: 0, leave: 0, expected: 0, ...more },
});

test("a bar has its place, its parts and a mark for what is expected, if anything is", () => {
  const month = bar("2026-04-01", 30, {
    done: [{ category: "DCC", amount: pa(50) }],
    ...{ extra: pa(10), leave: pa(25), expected: pa(75) },
  });
  const { columns, width, kinds, dates } = barsChart([month, bar("2026-05-01", 31)], "month", "pas");
  expect(width).toBeCloseTo(0.34);
  expect(kinds).toEqual(["DCC", "extra_work", "leave"]);
  expect(dates).toEqual([
    { at: 0.25, label: "Apr", minor: false },
    { at: 0.75, label: "May", minor: true },
  ]);
  // From 25 below nothing to four hundredths above 75.
  const near = (share: number) => expect.closeTo(share);
  expect(columns).toEqual([
    {
      ...{ key: "2026-04-01", x: near(0.08), expected: near(3 / 103) },
      parts: [
        { kind: "DCC", y: near(28 / 103), height: near(50 / 103) },
        { kind: "extra_work", y: near(18 / 103), height: near(10 / 103) },
        { kind: "leave", y: near(78 / 103), height: near(25 / 103) },
      ],
    },
    { key: "2026-05-01", x: near(0.58), expected: null, parts: [] },
  ]);
});

test("a part too thin to be seen is not drawn", () => {
  const thin = bar("2026-04-01", 30, {
    done: [{ category: "DCC", amount: pa(0.1) }],
    leave: pa(0.1),
    expected: pa(75),
  });
  expect(barsChart([thin], "month", "pas").kinds).toEqual([]);
});

test("nine weeks are named by their first days, ten by the months that begin in them", () => {
  const named = (weeks: number) => {
    const bars = Array.from({ length: weeks }, (_, at) => bar(addDays("2026-06-03", at * 7), 7));
    return barsChart(bars, "week", "pas").dates;
  };
  expect(named(2)).toEqual([
    { at: 0.25, label: "3 Jun", minor: false },
    { at: 0.75, label: "10 Jun", minor: true },
  ]);
  expect(named(9)).toHaveLength(9);
  expect(named(10)).toEqual([
    { at: 0.05, label: "Jun", minor: false },
    { at: 0.45, label: "Jul", minor: true },
    { at: expect.closeTo(0.85), label: "Aug", minor: false },
  ]);
});

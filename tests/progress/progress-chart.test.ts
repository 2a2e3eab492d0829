import { expect, test } from "vitest";
import { addDays } from "~/platform/time/london";
import { barsChart } from "~/progress/bars.server";
import { dateTicks, progressChart } from "~/progress/chart.server";
import { exampleBars, exampleReport } from "../support/progress";

const chart = () => progressChart(exampleReport(), 1000, 1000);

/** The points of a path of straight lines. */
function pointsOf(path: string): [number, number][] {
  return [...path.matchAll(/[ML]([\d.]+),([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
}

test("the lines begin at nothing on the left and end where the figures say", () => {
  const { done, expected, toCome, amounts } = chart();
  expect(pointsOf(expected)[0]).toEqual([0, 1000]);
  // Some room is left over the highest point.
  expect(pointsOf(expected).at(-1)).toEqual([1000, 38.5]);
  // 234 of 365 days are over: there the one line ends and the other begins.
  const today = Math.round((234 / 365) * 10_000) / 10;
  expect(pointsOf(done).at(-1)?.[0]).toBe(today);
  expect(pointsOf(toCome)[0]).toEqual(pointsOf(done).at(-1));
  expect(pointsOf(toCome).at(-1)?.[0]).toBe(1000);
  expect(amounts.map(({ label }) => label)).toEqual(["0", "100", "200", "300", "400"]);
});

test("a line has a point for each week, so that a page of a year stays small", () => {
  const { done, expected } = chart();
  expect(pointsOf(expected).length).toBeLessThan(60);
  expect(done.length).toBeLessThan(600);
});

test("today stands at the foot of its line once the lines are above it, and at the top before", () => {
  expect(chart().today).toEqual({ x: 234 / 365, atFoot: true });
  const early = exampleReport({ day: "2026-06-01" });
  expect(progressChart(early, 1000, 1000).today?.atFoot).toBe(false);
});

test("a period that is over, or has not begun, has no line for today", () => {
  expect(progressChart(exampleReport({ day: "2027-03-31" }), 1000, 1000).today).toBeNull();
  const toCome = progressChart(exampleReport({ day: "2026-03-31" }), 1000, 1000);
  expect(toCome.today).toBeNull();
  expect(toCome.band).toBe("");
  expect(toCome.doneLabel).toBeNull();
});

test("each word stands on the side of its line where the other line is not", () => {
  expect(chart().doneLabel?.side).toBe("below");
  expect(chart().expectedLabel?.side).toBe("above");
  const { points } = exampleReport();
  const ahead = points.map((point) => ({ ...point, expected: point.expected / 2 }));
  const drawn = progressChart(exampleReport({ points: ahead }), 1000, 1000);
  expect([drawn.doneLabel?.side, drawn.expectedLabel?.side]).toEqual(["above", "below"]);
});

test("no word below its line ends outside of the picture", () => {
  const { points } = exampleReport();
  for (const day of [
    "2026-06-01",
    "2026-08-01",
    "2026-10-01",
    "2026-11-20",
    "2026-12-15",
    "2027-01-31",
    "2027-03-01",
  ]) {
    for (const share of [0.5, 2]) {
      const drawn = progressChart(
        exampleReport({ day, points: points.map((point) => ({ ...point, expected: point.expected * share })) }),
        ...([1000, 1000] as const),
      );
      for (const label of [drawn.doneLabel, drawn.expectedLabel]) {
        if (label?.side === "below") expect(label.x).toBeLessThanOrEqual(0.74);
      }
    }
  }
});

test("no word stands on the names of dates, where next to nothing is done", () => {
  const { points } = exampleReport();
  const little = points.map((point) => ({ ...point, done: point.done === null ? null : 3600 }));
  expect(progressChart(exampleReport({ points: little }), 1000, 1000).doneLabel?.side).toBe("above");
});

test("a plan without tolerance has no band", () => {
  const plan = { unique_ref: "P", title: "Plan", tolerance_percent: 0 };
  expect(progressChart(exampleReport({ plan }), 1000, 1000).band).toBe("");
});

test("what is owed from before is drawn below nothing", () => {
  const { points } = exampleReport();
  const owed = points.map((point) => ({ ...point, done: point.done === null ? null : point.done - 360_000 }));
  const drawn = progressChart(exampleReport({ opening: -360_000, points: owed }), 1000, 1000);
  expect(drawn.zero).toBeLessThan(1);
  expect(drawn.amounts[0]?.label).toBe("−100");
});

test("a year has its months named, every second one also on a phone", () => {
  const ticks = dateTicks("2026-04-01", "2027-03-31");
  expect(ticks.map(({ label }) => label).join(" ")).toBe("Apr May Jun Jul Aug Sep Oct Nov Dec Jan Feb Mar");
  expect(ticks.filter(({ minor }) => !minor).map(({ label }) => label)).toEqual([
    ...["Apr", "Jun", "Aug", "Oct", "Dec", "Feb"],
  ]);
});

test("a plan of a few weeks has their first days named", () => {
  expect(dateTicks("2026-11-02", "2026-11-29").map(({ label }) => label)).toEqual([
    ...["2 Nov", "9 Nov", "16 Nov", "23 Nov"],
  ]);
});

test("the parts of a bar stand on each other, extra work on top and leave below nothing", () => {
  const { columns, zero, kinds } = barsChart(exampleBars(), "month", "pas");
  const may = columns[1];
  expect(may?.parts.map(({ kind }) => kind)).toEqual(["DCC", "SPA", "extra_work", "leave"]);
  const [dcc, spa, extra, leave] = may?.parts ?? [];
  expect((dcc?.y ?? 0) + (dcc?.height ?? 0)).toBeCloseTo(zero);
  expect((spa?.y ?? 0) + (spa?.height ?? 0)).toBeCloseTo(dcc?.y ?? 0);
  expect((extra?.y ?? 0) + (extra?.height ?? 0)).toBeCloseTo(spa?.y ?? 0);
  expect(leave?.y).toBeCloseTo(zero);
  expect(kinds).toEqual(["DCC", "SPA", "extra_work", "leave"]);
});

test("bars by week are named by the months that begin in them", () => {
  const weeks = Array.from({ length: 30 }, (_, at) => {
    const begins = addDays("2026-06-01", at * 7);
    return { begins, ends: addDays(begins, 6), done: [], extra: 0, leave: 0, expected: 36_000 };
  });
  const { dates, columns } = barsChart(weeks, "week", "pas");
  expect(dates.map(({ label }) => label)).toEqual(["Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]);
  expect(columns).toHaveLength(30);
});

test("a plan on which nothing happened can be drawn too", () => {
  const none = { weekly: 0, expected: 0, credit: 0, done: 0, balance: 0 };
  const points = exampleReport().points.map((point) => ({ ...point, expected: 0, done: 0, toCome: 0 }));
  const drawn = progressChart(exampleReport({ total: none, points }), 1000, 1000);
  expect(drawn.done).not.toContain("NaN");
  expect(barsChart([], "month", "pas").columns).toEqual([]);
});

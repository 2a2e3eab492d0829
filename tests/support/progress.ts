import { PA_UNITS } from "~/planning/job-plans/pa-rules";
import { addDays, daysBetween } from "~/platform/time/london";
import type { ElementProgress, ProgressBar, ProgressPoint, ProgressReport } from "~/progress/types";

const BEGINS = "2026-04-01";
const ENDS = "2027-03-31";
const DAY = "2026-11-20";

const pa = (pas: number) => Math.round(pas * PA_UNITS);

function element(
  category: "DCC" | "SPA",
  name: string,
  [weekly, expected, done]: [number, number, number],
): ElementProgress {
  return {
    element_ref: name.slice(0, 3).toUpperCase().padEnd(22, "x"),
    element: name,
    category,
    weekly: pa(weekly),
    expected: pa(expected),
    credit: 0,
    done: pa(done),
    balance: pa(done - expected),
  };
}

/** The example of a plan of 10 PAs a week, on 20 November: 260.75 done of 272 expected. */
export function exampleReport(some: Partial<ProgressReport> = {}): ProgressReport {
  const dcc = [element("DCC", "All-day theatre list", [5, 136, 138]), element("DCC", "On-call", [2.5, 68, 68.25])];
  const spa = [element("SPA", "SPA core", [1.5, 40.8, 30]), element("SPA", "SPA teaching", [1, 27.2, 24.5])];
  return {
    plan: { unique_ref: "P".repeat(22), title: "Job plan 2026/27", tolerance_percent: 5 },
    period: { begins: BEGINS, ends: ENDS, isYearOfPlan: false },
    day: DAY,
    method: "weekly_leave_adjusted",
    measure: "pas",
    opening: 0,
    asPlanned: 0,
    total: { weekly: pa(10), expected: pa(272), credit: 0, done: pa(260.75), balance: pa(-11.25) },
    weeks: -1.125,
    word: "on track",
    categories: [
      {
        category: "DCC",
        weekly: pa(7.5),
        expected: pa(204),
        credit: 0,
        done: pa(206.25),
        balance: pa(2.25),
        elements: dcc,
      },
      {
        category: "SPA",
        weekly: pa(2.5),
        expected: pa(68),
        credit: 0,
        done: pa(54.5),
        balance: pa(-13.5),
        elements: spa,
      },
    ],
    extra: pa(12.5),
    untagged: pa(2),
    forecast: {
      target: pa(420),
      credit: pa(10.05),
      toCome: pa(136),
      daysLeft: 68,
      balance: pa(-13.2),
      inDiary: pa(42.5),
    },
    listUnits: pa(2.5),
    points: examplePoints(),
    needsValue: [{ session_ref: "S".repeat(22), date: "2026-09-03", element: "On-call" }],
    ...some,
  };
}

/** Days that rise evenly to what the example says, and on to its end. */
function examplePoints(): ProgressPoint[] {
  const elapsed = daysBetween(BEGINS, DAY) + 1;
  const left = daysBetween(DAY, ENDS);
  return Array.from({ length: elapsed + left + 1 }, (_, at): ProgressPoint => {
    const date = addDays(BEGINS, at - 1);
    const share = at / elapsed;
    const rest = (at - elapsed) / left;
    const wave = 4 * Math.sin(at / 24);
    return {
      date,
      expected: date <= DAY ? pa(272 * share) : pa(272 + 137.95 * rest),
      done: date > DAY ? null : pa(date === DAY ? 260.75 : 260.75 * share + wave),
      toCome: date < DAY ? null : pa(260.75 + 136 * rest),
    };
  });
}

const MONTHS = ["04", "05", "06", "07", "08", "09", "10", "11", "12", "01", "02", "03"];

export function exampleBars(): ProgressBar[] {
  return MONTHS.map((month, at) => {
    const year = at < 9 ? 2026 : 2027;
    const next = at === 11 ? "2027-04-01" : `${at < 8 ? 2026 : 2027}-${MONTHS[at + 1]}-01`;
    const past = at < 8;
    return {
      begins: `${year}-${month}-01`,
      ends: addDays(next, -1),
      done: past
        ? [
            { category: "DCC", amount: pa(26 + (at % 3)) },
            { category: "SPA", amount: pa(7 - (at % 2)) },
          ]
        : [],
      extra: past && at % 3 === 1 ? pa(5) : 0,
      leave: at % 4 === 2 ? pa(12) : pa(2),
      expected: pa(34),
    };
  });
}

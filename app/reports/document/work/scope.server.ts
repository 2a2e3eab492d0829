import { CATEGORIES, CATEGORY_NAMES } from "~/planning/job-plans/elements";
import { monthName } from "~/platform/time/dates";
import type { LondonDate } from "~/platform/time/london";
import type { Measure } from "~/progress/types";
import { publicHolidayRows } from "../case-rows.server";
import { count } from "../cells";
import { outOfHours } from "../hours-of-day";
import { monthsBegun } from "../period";
import { type ReportWorld, section } from "../section.server";
import { type Cell, type ReportBlock, type ReportTable, SECTIONS } from "../types";
import { measureOf } from "./measure";
import { type WorkedRow, workedSessions } from "./rows.server";
import { byName, tallied } from "./tally";
import { cellsIn, headsIn, isWeekend, NOTHING, totalOf, type Work, workFigures, workOf } from "./worked";

/** Days, sessions, hours and PAs: by category, element, month and site, with on-calls, weekends and late work. */
export const scopeOfWork = section(
  "scope",
  (scope) => [workedSessions(scope), ...publicHolidayRows(scope)] as const,
  ([rows, plans, local], world) => {
    const { profile, inPeriod } = world;
    const measure = measureOf(profile);
    const isOutOfHours = outOfHours(profile, plans, local);
    const worked = rows.map((row) => workOf(row, isOutOfHours, measure));
    const blocks: ReportBlock[] = [
      workFigures(worked, plans, profile, measure),
      byCategory(worked, measure),
      byElement(worked, measure),
      byMonth(worked, world, measure),
      ...byPlace(
        worked,
        measure,
        { id: "work-by-employer", caption: "Work by employer", head: "Employer" },
        "employer",
      ),
      ...byPlace(worked, measure, { id: "work-by-site", caption: "Work by site", head: "Site" }, "site"),
    ];
    const empty = `No sessions are recorded ${inPeriod}.`;
    return { name: "scope", title: SECTIONS.scope, empty, blocks: rows.length === 0 ? [] : blocks };
  },
);

/** In the order of a job plan; sessions without an element last. */
function byCategory(worked: readonly Work[], measure: Measure): ReportTable {
  const lines = tallied(
    worked,
    ({ row }) => row.category ?? "",
    ({ sums }) => sums,
  );
  const row = (key: string, label: string): Cell[][] => {
    const sums = lines.get(key);
    return sums ? [[label, ...cellsIn(measure, sums)]] : [];
  };
  return {
    kind: "table",
    id: "work-by-category",
    caption: "Work by category",
    heads: ["Category", ...headsIn(measure)],
    rows: [...CATEGORIES.flatMap((each) => row(each, CATEGORY_NAMES[each])), ...row("", "No element")],
    foot: ["All", ...cellsIn(measure, totalOf(lines.values()))],
    note: null,
  };
}

/** By the names of elements, whatever plan they are of. */
function byElement(worked: readonly Work[], measure: Measure): ReportTable {
  const names = new Map(worked.map(({ row }) => [nameKey(row), row.element ?? ""]));
  const lines = tallied(
    worked,
    ({ row }) => nameKey(row),
    ({ sums }) => sums,
  );
  return {
    kind: "table",
    id: "work-by-element",
    caption: "Work by element of the job plan",
    heads: ["Element", ...headsIn(measure)],
    rows: [...lines].sort(byName).map(([key, sums]) => [names.get(key) || "No element", ...cellsIn(measure, sums)]),
    foot: ["All", ...cellsIn(measure, totalOf(lines.values()))],
    note: null,
  };
}

function nameKey({ element }: WorkedRow): string {
  return (element ?? "").toLowerCase();
}

/** Every month of the period that has begun, also one without work. */
function byMonth(worked: readonly Work[], { period, today }: ReportWorld, measure: Measure): ReportTable {
  const lines = tallied(
    worked,
    ({ date }) => date.slice(0, 7),
    ({ sums }) => sums,
  );
  const dates = [...new Set(worked.map(({ date }) => date))];
  const rowOf = (label: string, sums: Work["sums"], days: readonly LondonDate[]): Cell[] => [
    label,
    count(days.length),
    count(days.filter(isWeekend).length),
    ...cellsIn(measure, sums),
    count(sums.onCalls),
    count(sums.late),
  ];
  return {
    kind: "table",
    id: "work-by-month",
    caption: "Work by month",
    heads: ["Month", "Days", "Weekend days", ...headsIn(measure), "On-calls", "Out of hours"],
    rows: monthsBegun(period, today).map((first) => {
      const month = first.slice(0, 7);
      return rowOf(
        monthName(first),
        lines.get(month) ?? NOTHING,
        dates.filter((date) => date.startsWith(month)),
      );
    }),
    foot: rowOf("All", totalOf(lines.values()), dates),
    note: null,
  };
}

/** Only where a place is said of any session. */
function byPlace(
  worked: readonly Work[],
  measure: Measure,
  { id, caption, head }: { id: string; caption: string; head: string },
  place: "site" | "employer",
): ReportTable[] {
  const lines = tallied(
    worked,
    ({ row }) => row[place] ?? "",
    ({ sums }) => sums,
  );
  if ([...lines.keys()].every((name) => name === "")) return [];
  return [
    {
      kind: "table",
      ...{ id, caption, heads: [head, ...headsIn(measure)] },
      rows: [...lines].sort(byName).map(([name, sums]) => [name || "Not recorded", ...cellsIn(measure, sums)]),
      foot: ["All", ...cellsIn(measure, totalOf(lines.values()))],
      note: null,
    },
  ];
}

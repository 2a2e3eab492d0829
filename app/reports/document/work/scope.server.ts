import { CATEGORIES, CATEGORY_NAMES } from "~/job-plans/elements";
import { sumsOf } from "~/sessions/sums";
import { monthName } from "~/time/dates";
import { type LondonDate, londonMoment, weekday } from "~/time/london";
import { bankDayRows } from "../case-rows.server";
import { count, minutes, pas, percent } from "../cells";
import { outOfHours, outOfHoursWords } from "../hours-of-day";
import { monthsOf } from "../period";
import { type ReportWorld, section } from "../section.server";
import { type Cell, type ReportBlock, type ReportFacts, type ReportTable, SECTIONS } from "../types";
import { type WorkedRow, workedSessions } from "./rows.server";
import { addedUp, byName, tallied } from "./tally";

/** Days, sessions, hours and PAs: by category, element, month and site, with on-calls, weekends and late work. */
export const scopeOfWork = section(
  "scope",
  (scope) => [workedSessions(scope), ...bankDayRows(scope)] as const,
  ([rows, plans, local], world) => {
    const isOutOfHours = outOfHours(world.profile, plans, local);
    const worked = rows.map((row) => workOf(row, isOutOfHours));
    const blocks: ReportBlock[] = [
      figures(worked, sumsOf(rows, plans), world),
      byCategory(worked),
      byElement(worked),
      byMonth(worked, world),
      ...byPlace(worked, { id: "work-by-employer", caption: "Work by employer", head: "Employer" }, "employer"),
      ...byPlace(worked, { id: "work-by-site", caption: "Work by site", head: "Site" }, "site"),
    ];
    const empty = "No sessions are recorded in this period.";
    return { name: "scope", title: SECTIONS.scope, empty, blocks: rows.length === 0 ? [] : blocks };
  },
);

/** A session as the tables count it. It belongs to the day in London on which it begins. */
interface Work {
  row: WorkedRow;
  date: LondonDate;
  sums: { sessions: number; minutes: number; pas: number; onCalls: number; late: number };
}

const NOTHING: Work["sums"] = { sessions: 0, minutes: 0, pas: 0, onCalls: 0, late: 0 };

function workOf(row: WorkedRow, isOutOfHours: (instant: number) => boolean): Work {
  return {
    row,
    date: londonMoment(row.start_at).date,
    sums: {
      sessions: 1,
      // Elapsed, also over a change of the clocks.
      minutes: Math.round((row.end_at - row.start_at) / 60_000),
      pas: row.pa_units,
      onCalls: row.pattern === "on_call" ? 1 : 0,
      late: isOutOfHours(row.start_at) ? 1 : 0,
    },
  };
}

function figures(worked: readonly Work[], counted: ReturnType<typeof sumsOf>, { profile }: ReportWorld): ReportFacts {
  const all = addedUp(
    worked.map(({ sums }) => sums),
    NOTHING,
  );
  const dates = [...new Set(worked.map(({ date }) => date))];
  return {
    kind: "facts",
    id: "scope",
    caption: "Work in figures",
    facts: [
      { label: "Days worked", value: count(dates.length) },
      { label: "Of these at a weekend", value: count(dates.filter(isWeekend).length) },
      { label: "Sessions", value: count(all.sessions) },
      { label: "Of these on call", value: count(all.onCalls) },
      { label: "Hours", value: minutes(all.minutes) },
      { label: "PAs that count towards job plans", value: pas(counted.done) },
      { label: "PAs of extra work", value: pas(counted.extra) },
      { label: "PAs without an element", value: pas(counted.untagged) },
      { label: "Sessions out of hours", value: count(all.late) },
      { label: "Share out of hours", value: percent(all.late, all.sessions) },
    ],
    note: `${outOfHoursWords(profile)} A session counts on the day on which it begins.`,
  };
}

function isWeekend(date: LondonDate): boolean {
  return weekday(date) > 5;
}

const HEADS = ["Sessions", "Hours", "PAs"];

function cellsOf(sums: Work["sums"]): Cell[] {
  return [count(sums.sessions), minutes(sums.minutes), pas(sums.pas)];
}

function totalOf(lines: Iterable<Work["sums"]>): Work["sums"] {
  return addedUp([...lines], NOTHING);
}

/** In the order of a job plan; sessions without an element last. */
function byCategory(worked: readonly Work[]): ReportTable {
  const lines = tallied(
    worked,
    ({ row }) => row.category ?? "",
    ({ sums }) => sums,
  );
  const row = (key: string, label: string): Cell[][] => {
    const sums = lines.get(key);
    return sums ? [[label, ...cellsOf(sums)]] : [];
  };
  return {
    kind: "table",
    id: "work-by-category",
    caption: "Work by category",
    heads: ["Category", ...HEADS],
    rows: [...CATEGORIES.flatMap((each) => row(each, CATEGORY_NAMES[each])), ...row("", "No element")],
    foot: ["All", ...cellsOf(totalOf(lines.values()))],
    note: null,
  };
}

/** By the names of elements, whatever plan they are of. */
function byElement(worked: readonly Work[]): ReportTable {
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
    heads: ["Element", ...HEADS],
    rows: [...lines].sort(byName).map(([key, sums]) => [names.get(key) || "No element", ...cellsOf(sums)]),
    foot: ["All", ...cellsOf(totalOf(lines.values()))],
    note: null,
  };
}

function nameKey({ element }: WorkedRow): string {
  return (element ?? "").toLowerCase();
}

/** Every month of the period, also one without work. */
function byMonth(worked: readonly Work[], { period }: ReportWorld): ReportTable {
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
    ...cellsOf(sums),
    count(sums.onCalls),
    count(sums.late),
  ];
  return {
    kind: "table",
    id: "work-by-month",
    caption: "Work by month",
    heads: ["Month", "Days", "Weekend days", ...HEADS, "On-calls", "Out of hours"],
    rows: monthsOf(period).map((first) => {
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
      ...{ id, caption, heads: [head, ...HEADS] },
      rows: [...lines].sort(byName).map(([name, sums]) => [name || "Not recorded", ...cellsOf(sums)]),
      foot: ["All", ...cellsOf(totalOf(lines.values()))],
      note: null,
    },
  ];
}

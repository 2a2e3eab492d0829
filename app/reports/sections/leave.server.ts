import { and, eq, lt, sql } from "drizzle-orm";
import { dayValuesOf, sumOfWorth, type Worth } from "~/diary/leave/day-values";
import { amountOf, type Split, splitOf } from "~/diary/leave/entitlement";
import { LEAVE_TYPES, type LeaveType } from "~/diary/leave/kinds";
import { lieuLedger } from "~/diary/leave/table.server";
import { LIEU_UNITS, type LieuUnit } from "~/diary/lieu/format";
import { shownPaParts } from "~/planning/job-plans/shown-units";
import { valuedPlans } from "~/planning/job-plans/valued-plans.server";
import { formatList } from "~/platform/time/counted";
import { days, formatCell, minutes, pas } from "../document/cells";
import { type ReportScope, section } from "../document/section.server";
import type { Cell, ReportTable, Sentence } from "../document/types";
import { leaveStatements, planStatements } from "./worked.server";

/** Section: leave by type, and time in lieu earned and spent. */
export const leaveTaken = section(
  "leave",
  (scope) => [lieuSums(scope), ...planStatements(scope), ...leaveStatements(scope)] as const,
  ([lieu, plans, elements, times, local, leave], { period, today }) => {
    const values = dayValuesOf(valuedPlans(plans, elements, times), local);
    const dates = { begins: period.from, ends: period.until };
    const lines = (Object.keys(LEAVE_TYPES) as LeaveType[])
      .map((type) => ({ type, split: splitOf(leave, [type], dates, today, values) }))
      .filter(({ split }) => [split.taken, split.booked].some(({ halves, units }) => halves + units > 0));
    return {
      empty: "No leave or time in lieu is recorded in this period.",
      summary: summary(lines),
      blocks: [...leaveTable(lines), ...lieuTable(lieu)],
    };
  },
);

/** `ImportResult: 18.0 days of annual leave and 4.0 of study leave.` */
function summary(lines: readonly { type: LeaveType; split: Split }[]): Sentence[] {
  const of = (name: keyof Split) =>
    lines.flatMap(({ type, split }) => {
      const { days: hundredths } = amountOf(split[name]);
      return hundredths === 0 ? [] : [`${formatCell(days(hundredths))} days of ${LEAVE_TYPES[type].toLowerCase()}`];
    });
  const [taken, booked] = [of("taken"), of("booked")];
  return [
    ...(taken.length > 0 ? [[`Taken: ${formatList(taken)}.`]] : []),
    ...(booked.length > 0 ? [[`Booked: ${formatList(booked)}.`]] : []),
  ];
}

function leaveTable(lines: readonly { type: LeaveType; split: Split }[]): ReportTable[] {
  if (lines.length === 0) return [];
  const [taken, booked] = [
    cellsOf(lines.map(({ split }) => split.taken)),
    cellsOf(lines.map(({ split }) => split.booked)),
  ];
  return [
    {
      kind: "table",
      id: "leave",
      caption: "Leave by type",
      heads: ["Type", "Days taken", "PAs taken", "Days booked", "PAs booked"],
      rows: lines.map(({ type }, at) => [LEAVE_TYPES[type], ...(taken.rows[at] ?? []), ...(booked.rows[at] ?? [])]),
      foot: ["All", ...taken.foot, ...booked.foot],
      note: "Days of work in the job plan, Monday to Friday, without bank holidays. Booked leave is still to come or not approved yet.",
    },
  ];
}

/** Days and PAs of each line, which add up to those of all of them in what is shown. */
function cellsOf(each: readonly Worth[]): { rows: Cell[][]; foot: Cell[] } {
  const parts = shownPaParts(each.map(({ units }) => units));
  const cells = (worth: Worth, units: number) => [days(amountOf(worth).days), pas(units)];
  const all = sumOfWorth(each);
  return { rows: each.map((worth, at) => cells(worth, parts[at] ?? 0)), foot: cells(all, all.units) };
}

/** Statement: for each unit the time in lieu left before the period, and what was earned, spent and adjusted in it. */
function lieuSums({ db, userId, bounds }: ReportScope) {
  const sumWhere = (is: ReturnType<typeof sql>) =>
    sql<number>`total(CASE WHEN ${is} THEN ${lieuLedger.hundredths} END)`.mapWith(Number);
  const within = (kind: "earned" | "spent" | "adjusted") =>
    sumWhere(sql`${lieuLedger.day} >= ${bounds.from} AND ${lieuLedger.kind} = ${kind}`);
  return db
    .select({
      unit: lieuLedger.unit,
      before: sumWhere(sql`${lieuLedger.day} < ${bounds.from}`).as("lieu_before"),
      earned: within("earned").as("lieu_earned"),
      spent: within("spent").as("lieu_spent"),
      adjusted: within("adjusted").as("lieu_adjusted"),
    })
    .from(lieuLedger)
    .where(and(eq(lieuLedger.user_id, userId), lt(lieuLedger.day, bounds.end)))
    .groupBy(lieuLedger.unit);
}

type LieuSums = Awaited<ReturnType<typeof lieuSums>>[number];

function lieuTable(sums: readonly LieuSums[]): ReportTable[] {
  const shown = sums.filter(({ unit: _, ...each }) => Object.values(each).some((amount) => amount !== 0));
  if (shown.length === 0) return [];
  return [
    {
      kind: "table",
      id: "time-in-lieu",
      caption: "Time in lieu",
      heads: ["Counted in", "Left before", "Earned", "Spent", "Adjusted", "Left after"],
      rows: shown.map(({ unit, before, earned, spent, adjusted }) => [
        LIEU_UNITS[unit],
        ...[before, earned, spent, adjusted, before + earned + spent + adjusted].map((each) => LIEU_CELLS[unit](each)),
      ]),
    },
  ];
}

/** A hundredth of a PA is 36 units, a hundredth of an hour six tenths of a minute. */
const LIEU_CELLS: Record<LieuUnit, (hundredths: number) => Cell> = {
  days,
  pas: (hundredths) => pas(hundredths * 36),
  hours: (hundredths) => minutes((hundredths * 6) / 10),
};

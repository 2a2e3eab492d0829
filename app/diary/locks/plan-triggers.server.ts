import { NATIONAL_RULES } from "~/planning/job-plans/pa-rules";
import { elementSchedule } from "~/planning/job-plans/table.server";
import { type Because, columnsOf, HELD_BY_LEAVE, HELD_DAYS, type HeldDays, isSame, trigger } from "./trigger.server";

/**
 * The columns of a plan that a report of any of its days shows or counts by. Bank holidays of one's own are only copied
 * into the rules: see `local_public_holidays`.
 */
const TERMS = [
  ...["title", "employer", "method", "weeks_per_year_tenths"],
  ...Object.keys(NATIONAL_RULES.england).map((rule) => `pa_rules ->> '${rule}'`),
];

/** The clauses for days that are locked, and for those that are held by leave. */
function heldDays(clauseOf: (days: HeldDays) => string): Because[] {
  return [HELD_DAYS, HELD_BY_LEAVE].map((days) => ({ held: days.held, from: clauseOf(days) }));
}

/** A plan of locked days is not added or deleted, keeps its terms, and covers and counts the same of these days. */
export function planTriggers(): string[] {
  const saved = [...TERMS, "date_start", "date_end", "counts_from", "opening_balance_pa_units"];
  return [
    trigger("job_plans", "insert", "plan", "", heldDays(planPeriods("NEW"))),
    trigger("job_plans", "update", "plan", ` WHEN NOT (${saved.map(isSame).join(" AND ")})`, [
      ...heldDays((days) => `${planPeriods("OLD")(days)} AND NOT (${TERMS.map(isSame).join(" AND ")})`),
      `${usedInPeriods("e.plan_ref = OLD.unique_ref")} AND NEW.employer IS NOT OLD.employer`,
      ...heldDays(datesChanged),
      ...heldDays(
        (days) => `${planPeriods("OLD")(days)} AND NEW.date_start <> OLD.date_start AND (${countsByStart(days)})`,
      ),
    ]),
    trigger("job_plans", "delete", "plan", "", heldDays(planPeriods("OLD"))),
  ];
}

function planPeriods(row: string) {
  return ({ from, first, last }: HeldDays) => `${from} WHERE held.user_id = ${row}.user_id
    AND ${last} >= ${row}.date_start AND ${first} <= ${endOf(row)}`;
}

function endOf(row: string): string {
  return `coalesce(${row}.date_end, '9999-12-31')`;
}

/** As `firstCounted`, in SQL. */
function countedFrom(row: string): string {
  return `max(${row}.date_start, min(coalesce(${row}.counts_from, ${row}.date_start), ${endOf(row)}))`;
}

/** A day that is held is covered, or is counted, before or after the change alone, or what it opens with changes. */
function datesChanged({ from, first, last }: HeldDays): string {
  const starts = [(row: string) => `${row}.date_start`, countedFrom];
  const lost = starts.flatMap((start) =>
    [
      ["OLD", "NEW"],
      ["NEW", "OLD"],
    ].map(([one = "", other = ""]) => {
      const [begins, ends] = [`max(${first}, ${start(one)})`, `min(${last}, ${endOf(one)})`];
      return `(${begins} <= ${ends} AND (${begins} < ${start(other)} OR ${ends} > ${endOf(other)}))`;
    }),
  );
  const isOpeningSame = `NEW.opening_balance_pa_units = OLD.opening_balance_pa_units AND ${countedFrom("NEW")} = ${countedFrom("OLD")}`;
  const opened = ["OLD", "NEW"].map(
    (row) =>
      `(${row}.opening_balance_pa_units <> 0 AND ${countedFrom(row)} BETWEEN ${first} AND ${last} AND NOT (${isOpeningSame}))`,
  );
  return `${from} WHERE held.user_id = OLD.user_id AND (${[...lost, ...opened].join("\n    OR ")})`;
}

/**
 * What follows from a plan's first day even for later days: how often a day of the month comes in its year, and which of
 * several plans of a day decides its bank holidays.
 */
function countsByStart({ first, last }: HeldDays): string {
  return `EXISTS (SELECT 1 FROM job_plan_elements AS e CROSS JOIN element_schedule AS at
      ON at.user_id = e.user_id AND at.element_ref = e.unique_ref AND at.recurrence > 20
      WHERE e.user_id = OLD.user_id AND e.plan_ref = OLD.unique_ref AND e.active AND e.counts_to_balance)
    OR EXISTS (SELECT 1 FROM job_plans AS other WHERE other.user_id = OLD.user_id AND other.unique_ref <> OLD.unique_ref
      AND other.date_start BETWEEN min(OLD.date_start, NEW.date_start) AND max(OLD.date_start, NEW.date_start)
      AND ${endOf("other")} >= ${first} AND other.date_start <= ${last})`;
}

/** The columns of an element that a report shows or counts by. */
const ELEMENT_TERMS = [
  ...["description", "category", "counts_to_balance", "pattern", "stated_pa_units", "weekly_pa_units"],
  ...["occurrences_per_year", "custom_minutes_per_pa", "specialty"],
];

/** An element that counts in a plan of locked days is not added, changed, archived or deleted. */
export function elementTriggers(): string[] {
  const counts = (row: string) => `(${row}.active AND ${row}.counts_to_balance)`;
  const same = [...ELEMENT_TERMS.map(isSame), `${counts("NEW")} IS ${counts("OLD")}`].join(" AND ");
  const either = `(${counts("OLD")} OR ${counts("NEW")})`;
  const name = "job_plan_elements";
  return [
    trigger(name, "insert", "plan", ` WHEN ${counts("NEW")}`, periodsOfPlan("NEW.user_id", "NEW.plan_ref")),
    trigger(name, "update", "plan", ` WHEN NOT (${same})`, [
      ...periodsOfPlan("OLD.user_id", "OLD.plan_ref", { and: either }),
      usedInPeriods("e.unique_ref = OLD.unique_ref"),
    ]),
    trigger(name, "delete", "plan", ` WHEN ${counts("OLD")}`, periodsOfPlan("OLD.user_id", "OLD.plan_ref")),
  ];
}

function periodsOfPlan(userId: string, planRef: string, { of = "", and = "true" } = {}): Because[] {
  return heldDays(
    ({ from, first, last }) => `${of}job_plans AS plan CROSS JOIN ${from}
  WHERE plan.user_id = ${userId} AND plan.unique_ref = ${planRef} AND held.user_id = plan.user_id
    AND ${last} >= plan.date_start AND ${first} <= ${endOf("plan")} AND ${and}`,
  );
}

/** The periods with a session of an element, whether its plan covers that day or not. */
function usedInPeriods(which: string): string {
  return `job_plan_elements AS e CROSS JOIN locked_periods AS held CROSS JOIN sessions AS own
  WHERE e.user_id = OLD.user_id AND ${which} AND held.user_id = e.user_id AND own.user_id = e.user_id
    AND own.element_ref = e.unique_ref AND own.start_at >= held.start_at AND own.start_at < held.end_at`;
}

/** Nor are the times of such an element. */
export function timeTriggers(): string[] {
  const same = columnsOf(elementSchedule).map(isSame).join(" AND ");
  const from = (row: string) =>
    periodsOfPlan("e.user_id", "e.plan_ref", {
      of: "job_plan_elements AS e CROSS JOIN ",
      and: `e.user_id = ${row}.user_id AND e.unique_ref = ${row}.element_ref AND e.active AND e.counts_to_balance`,
    });
  return [
    trigger("element_schedule", "insert", "plan", "", from("NEW")),
    trigger("element_schedule", "update", "plan", ` WHEN NOT (${same})`, [...from("OLD"), ...from("NEW")]),
    trigger("element_schedule", "delete", "plan", "", from("OLD")),
  ];
}

import { type SQL, sql } from "drizzle-orm";
import { RULE_NAMES, sameWork } from "~/planning/job-plans/table.server";
import { failedAssertion, failIfFound } from "~/platform/db/assertions.server";
import type { Database } from "~/platform/db/database.server";
import type { LondonDate } from "~/platform/time/london";
import { londonWeeks } from "~/platform/time/london-sql.server";

/**
 * What a batch would have changed: an entry of locked days, the name of an option in them, their job plan, or that of
 * other days of a leave of theirs, or what of the profile their report goes by.
 */
export type LockReason = "entry" | "name" | "plan" | "leave" | "profile";

const LOCKED = /^locked (\d{4}-\d\d-\d\d)\/(\d{4}-\d\d-\d\d) (entry|name|plan|leave|profile)$/;

/** Expression: the name by which a batch fails because of the locked period with the alias `lock`. */
export function lockedName(reason: LockReason): SQL<string> {
  return sql.raw(`'locked ' || lock.date_start || '/' || lock.date_end || ' ${reason}'`) as SQL<string>;
}

/** The locked period that made a batch fail; null for other errors. */
export function lockedIn(error: unknown): { date_start: string; date_end: string; reason: LockReason } | null {
  const [, date_start, date_end, reason] = LOCKED.exec(failedAssertion(error) ?? "") ?? [];
  return date_start && date_end ? { date_start, date_end, reason: reason as LockReason } : null;
}

/**
 * Reads what the locked days of a user count by. No batch changes it, so that it is still the same when the batch runs.
 * @returns what ends a batch that writes plans, elements, their times, or bank holidays: the batch fails
 * (`lockedIn`) if something of it is no longer as it was
 */
export async function keepLockedDays({ db, userId }: { db: Database; userId: number }) {
  const [read] = await db
    .select({ before: sql<string>`json_group_object(name, counts_by)` })
    .from(sql`(${countedBy(userId)})`);
  const changed = sql`SELECT name FROM (${countedBy(userId)})
    WHERE counts_by IS NOT ${read?.before} ->> ('$."' || name || '"') ORDER BY name DESC LIMIT 1`;
  // In a list: a statement by itself would run where the promise of it is awaited.
  return [failIfFound(db, changed)] as const;
}

/** Condition on `lock`: its days have a session. Reports of others show nothing by the profile. */
export const HAS_SESSION = `EXISTS (SELECT 1 FROM sessions AS own
  WHERE own.user_id = lock.user_id AND own.start_at >= lock.start_at AND own.start_at < lock.end_at)`;

/** Query for the profile's page: the first locked period because of which a part of it stays as it is. */
export function lockOfProfile(db: Database, userId: number) {
  return db
    .select({
      date_start: sql<LondonDate>`date_start`.as("lock_start"),
      date_end: sql<LondonDate>`date_end`.as("lock_end"),
    })
    .from(sql`(SELECT lock.date_start, lock.date_end FROM locked_periods AS lock
      WHERE lock.user_id = ${userId} AND ${sql.raw(HAS_SESSION)} ORDER BY lock.date_start LIMIT 1)`);
}

/** Expressions: from when until when the weeks last of which days are in `lock`. */
export const WEEKS_OF_LOCK = londonWeeks("lock");

/** Clause: days of leave with typed PAs, some of which are locked: typed PAs are divided by all days of the leave. */
const LEAVE_IN_LOCK = `leave AS away WHERE away.user_id = lock.user_id AND away.stated_pa_units IS NOT NULL
  AND away.date_start <= lock.date_end AND away.date_end >= lock.date_start`;

/** SELECT: for each locked period and kind of what it holds, what its days count by, as one text. */
function countedBy(userId: number): SQL {
  const ofLeave = (what: string) =>
    `(SELECT group_concat(${orNothing(what)}, ';' ORDER BY away.unique_ref) FROM ${LEAVE_IN_LOCK})`;
  const facts: Record<Exclude<LockReason, "name" | "profile">, string[]> = {
    plan: [plansOf("lock"), elementsUsed()],
    leave: [ofLeave(plansOf("away"))],
    // An element that is deleted takes its cancellations with it.
    entry: [holidaysOf("lock"), ofLeave(holidaysOf("away")), lockedCancellations(), saidBesideLock()],
  };
  const selects = Object.entries(facts).map(([reason, all]) => {
    const text = sql.raw(all.map(orNothing).join(" || '/' || "));
    return sql`SELECT ${lockedName(reason as LockReason)} AS name, ${text} AS counts_by
      FROM locked_periods AS lock WHERE lock.user_id = ${userId}`;
  });
  return sql.join(selects, sql` UNION ALL `);
}

function orNothing(text: string): string {
  return `coalesce(${text}, '')`;
}

/** The columns of a plan that a report of any of its days shows or counts by. */
const TERMS = [
  ...["unique_ref", "title", "employer", "method", "weeks_per_year_tenths"],
  ...RULE_NAMES.map((rule) => `pa_rules ->> '${rule}'`),
];

/** The columns of an element that a report shows or counts by. */
const ELEMENT_TERMS = [
  ...["unique_ref", "description", "category", "counts_to_balance", "pattern", "stated_pa_units", "weekly_pa_units"],
  ...["occurrences_per_year", "custom_minutes_per_pa", "counting", "specialty"],
];

const TIME_TERMS = ["weekday", "start_minute", "end_minute", "recurrence", "anchor_date", "rota_weeks"];

function columnsOf(alias: string, names: readonly string[]): string[] {
  return names.map((name) => `${alias}.${name}`);
}

function endOf(plan: string): string {
  return `coalesce(${plan}.date_end, '9999-12-31')`;
}

/** As `firstCounted`, in SQL. */
const COUNTED_FROM = `max(plan.date_start, min(coalesce(plan.counts_from, plan.date_start), ${endOf("plan")}))`;

/**
 * The plans of days with their elements that count: which of these days each covers and counts, with which terms and
 * opening balance.
 */
function plansOf(days: string): string {
  const [first, last] = [`${days}.date_start`, `${days}.date_end`];
  const covers = (plan: string) =>
    `${plan}.user_id = ${days}.user_id AND ${plan}.date_start <= ${last} AND ${endOf(plan)} >= ${first}`;
  const counted = [`max(${first}, ${COUNTED_FROM})`, `min(${last}, ${endOf("plan")})`];
  const facts = [
    ...[`max(${first}, plan.date_start)`, `min(${last}, ${endOf("plan")})`],
    ...counted.map((day) => `CASE WHEN ${counted.join(" <= ")} THEN ${day} END`),
    ...["plan.opening_balance_pa_units", COUNTED_FROM].map(
      (value) =>
        `CASE WHEN plan.opening_balance_pa_units <> 0 AND ${COUNTED_FROM} BETWEEN ${first} AND ${last} THEN ${value} END`,
    ),
    // How often a day of the month comes in the plan's year follows from its first day, wherever that is.
    `CASE WHEN EXISTS (SELECT 1 FROM job_plan_elements AS e CROSS JOIN element_schedule AS at
      ON at.user_id = e.user_id AND at.element_ref = e.unique_ref AND at.recurrence BETWEEN 21 AND 25
      WHERE ${COUNTS_IN_PLAN}) THEN plan.date_start END`,
    // Of several plans of a day the order of their first days decides its bank holidays.
    `(SELECT count(*) FROM job_plans AS other WHERE ${covers("other")} AND other.date_start < plan.date_start)`,
  ];
  const elements = `(SELECT group_concat(json_array(${columnsOf("e", ELEMENT_TERMS)}) || coalesce(${TIMES}, '')
    ORDER BY e.unique_ref) FROM job_plan_elements AS e WHERE ${COUNTS_IN_PLAN})`;
  return `(SELECT group_concat(json_array(${columnsOf("plan", TERMS)}) || json_array(${facts}) || coalesce(${elements}, '')
    ORDER BY plan.unique_ref) FROM job_plans AS plan WHERE ${covers("plan")})`;
}

const COUNTS_IN_PLAN = "e.user_id = plan.user_id AND e.plan_ref = plan.unique_ref AND e.active AND e.counts_to_balance";

const TIMES = `(SELECT group_concat(json_array(${columnsOf("at", TIME_TERMS)}) ORDER BY at.sort_order, at.unique_ref)
  FROM element_schedule AS at WHERE at.user_id = e.user_id AND at.element_ref = e.unique_ref)`;

/** The elements that sessions of locked days have, whether their plan covers that day or not. */
function elementsUsed(): string {
  const facts = [...columnsOf("e", ELEMENT_TERMS), "e.active AND e.counts_to_balance", "plan.employer"];
  return `(SELECT group_concat(json_array(${facts}) ORDER BY e.unique_ref)
    FROM job_plan_elements AS e JOIN job_plans AS plan ON plan.user_id = e.user_id AND plan.unique_ref = e.plan_ref
    WHERE e.user_id = lock.user_id AND EXISTS (SELECT 1 FROM sessions AS own WHERE own.user_id = e.user_id
      AND own.element_ref = e.unique_ref AND own.start_at >= lock.start_at AND own.start_at < lock.end_at))`;
}

function holidaysOf(days: string): string {
  return `(SELECT group_concat(json_array(off.day, off.is_added, off.name) ORDER BY off.day)
    FROM local_public_holidays AS off
    WHERE off.user_id = ${days}.user_id AND off.day BETWEEN ${days}.date_start AND ${days}.date_end)`;
}

function lockedCancellations(): string {
  return `(SELECT count(*) FROM cancellations AS off
    WHERE off.user_id = lock.user_id AND off.start_at >= lock.start_at AND off.start_at < lock.end_at)`;
}

/** What counts as planned on locked days for which, in a week of theirs, another day has a session or a cancellation. */
function saidBesideLock(): string {
  const stands = (from: string, until: string) => {
    const some = ["sessions", "cancellations"].map(
      (table) => `EXISTS (SELECT 1 FROM ${table} AS own WHERE own.user_id = e.user_id
        AND own.element_ref IN ${sameWork("e", "plan")} AND own.start_at >= ${from} AND own.start_at < ${until})`,
    );
    return `(${some.join(" OR ")})`;
  };
  const beside = [stands(WEEKS_OF_LOCK.from, "lock.start_at"), stands("lock.end_at", WEEKS_OF_LOCK.until)];
  return `(SELECT group_concat(json_array(e.unique_ref, ${beside.join(", ")}) ORDER BY e.unique_ref)
    FROM job_plan_elements AS e JOIN job_plans AS plan ON plan.user_id = e.user_id AND plan.unique_ref = e.plan_ref
    WHERE e.user_id = lock.user_id AND e.counting = 'as_planned' AND e.pattern <> 'fixed_times' AND (${beside.join(" OR ")})
      AND plan.date_start <= lock.date_end AND ${endOf("plan")} >= lock.date_start)`;
}

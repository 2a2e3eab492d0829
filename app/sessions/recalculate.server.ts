import { and, asc, eq, gt, gte, lt, sql } from "drizzle-orm";
import { isStale, refersTo } from "~/db/columns.server";
import type { Database } from "~/db/database.server";
import { type PaRules, paUnitsOf, rulesOfElement, rulesWithin, sameRules, workedMinutes } from "~/job-plans/pa-rules";
import { found, planOf } from "~/job-plans/queries.server";
import { rulesToStore } from "~/job-plans/stored-rules.server";
import { type JobPlan, jobPlanElements } from "~/job-plans/table.server";
import { addDays, type LondonDate, londonInstant, londonMoment } from "~/time/london";
import { REACH_MS } from "./queries.server";
import { sessions } from "./table.server";

const TIMED = {
  unique_ref: sessions.unique_ref,
  start_at: sessions.start_at,
  end_at: sessions.end_at,
  pa_units: sessions.pa_units,
  pa_rules: sessions.pa_rules,
  version: sessions.version,
  custom_minutes_per_pa: jobPlanElements.custom_minutes_per_pa,
};

/**
 * The sessions of a plan whose PAs come from their times, from a date on (null: all of them). Those of a
 * fixed allocation keep it. For a page's batch.
 */
export function timedSessionsOfPlan(db: Database, userId: number, planRef: string, from: LondonDate | null) {
  return db
    .select(TIMED)
    .from(jobPlanElements)
    .innerJoin(sessions, refersTo(sessions.element_ref, jobPlanElements))
    .where(
      and(
        eq(jobPlanElements.user_id, userId),
        eq(jobPlanElements.plan_ref, planRef),
        eq(sessions.user_id, userId),
        eq(sessions.pa_basis, "time_calculated"),
        from === null ? undefined : gte(sessions.start_at, londonInstant(from)),
      ),
    )
    .orderBy(asc(sessions.start_at));
}

/** The sessions by time that are worked on a day, whatever plan they are of. For a page's batch. */
export function timedSessionsOnDay(db: Database, userId: number, day: LondonDate) {
  const [from, until] = [londonInstant(day), londonInstant(addDays(day, 1))];
  return db
    .select({
      ...TIMED,
      plan_ref: jobPlanElements.plan_ref,
    })
    .from(sessions)
    .innerJoin(jobPlanElements, refersTo(sessions.element_ref, jobPlanElements))
    .where(
      and(
        eq(sessions.user_id, userId),
        gt(sessions.start_at, from - REACH_MS),
        lt(sessions.start_at, until),
        gt(sessions.end_at, from),
        eq(sessions.pa_basis, "time_calculated"),
      ),
    )
    .orderBy(asc(sessions.start_at));
}

/** A plan of which sessions stand under other rules than it has now. */
export interface ToRecalculate {
  planRef: string;
  title: string;
  sessions: number;
  /** The day on which the first of them starts. */
  from: LondonDate;
}

/** What a change of one day's rules leaves to recalculate, by plan. */
export function toRecalculate(
  timed: Awaited<ReturnType<typeof timedSessionsOnDay>>,
  plans: readonly Pick<JobPlan, "unique_ref" | "title" | "pa_rules">[],
): ToRecalculate[] {
  return plans.flatMap((plan) => {
    const ofPlan = timed.filter(({ plan_ref }) => plan_ref === plan.unique_ref);
    const refs = new Set(recalculated(ofPlan, plan.pa_rules).map(({ ref }) => ref));
    const [first] = ofPlan.filter(({ unique_ref }) => refs.has(unique_ref));
    if (!first) return [];
    const from = londonMoment(first.start_at).date;
    return [{ planRef: plan.unique_ref, title: plan.title, sessions: refs.size, from }];
  });
}

type TimedSession = Awaited<ReturnType<typeof timedSessionsOfPlan>>[number];

export interface Recalculated {
  ref: string;
  version: number;
  standard: number;
  premium: number;
  units: number;
  rules: PaRules;
  /** What its PAs change by, in units. */
  difference: number;
}

/** The sessions that were saved under other rules than the plan has now, with their figures under these. */
export function recalculated(timed: TimedSession[], planRules: PaRules): Recalculated[] {
  return timed.flatMap((session) => {
    const { start_at, end_at } = session;
    const rules = rulesWithin(rulesOfElement(planRules, session.custom_minutes_per_pa), start_at, end_at);
    if (sameRules(rules, session.pa_rules)) return [];
    const worked = workedMinutes(start_at, end_at, rules);
    const units = paUnitsOf(worked, rules);
    const { unique_ref: ref, version } = session;
    return [{ ref, version, ...worked, units, rules, difference: units - session.pa_units }];
  });
}

export interface RecalculationSummary {
  /** Sessions saved under other rules, and those of them whose PAs change. */
  sessions: number;
  changing: number;
  difference: number;
}

export function summaryOf(changes: Recalculated[]): RecalculationSummary {
  return {
    sessions: changes.length,
    changing: changes.filter(({ difference }) => difference !== 0).length,
    difference: changes.reduce((sum, { difference }) => sum + difference, 0),
  };
}

/** What the page said before its button was pressed. */
export interface Shown {
  /** Version of the plan, and so of its rules. */
  version: number;
  from: LondonDate | null;
  sessions: number;
  difference: number;
}

/**
 * Puts the sessions of a plan under its rules. False, and nothing written, when that would no longer do what
 * the page said. @throws 404
 */
export async function recalculatePlan(
  db: Database,
  userId: number,
  planRef: string,
  shown: Shown,
  now: number,
): Promise<boolean> {
  const [plans, timed] = await db.batch([
    planOf(db, userId, planRef),
    timedSessionsOfPlan(db, userId, planRef, shown.from),
  ]);
  const plan = found(plans);
  const changes = recalculated(timed, plan.pa_rules);
  const { sessions: count, difference } = summaryOf(changes);
  if (plan.version !== shown.version || count !== shown.sessions || difference !== shown.difference) return false;
  return save(db, userId, changes, now);
}

/** Writes all of them in one statement. False when one was edited meanwhile: then nothing is written. */
async function save(db: Database, userId: number, changes: Recalculated[], now: number): Promise<boolean> {
  try {
    await updateOf(db, userId, changes, now);
    return true;
  } catch (error) {
    if (isStale(error)) return false;
    throw error;
  }
}

/** Walks the changes and finds each session by its key: never the sessions of the user for each of them. */
export function updateOf(db: Database, userId: number, changes: Recalculated[], now: number) {
  const rows = changes.map(({ ref, version, standard, premium, units, rules }) => {
    return [ref, version, standard, premium, units, rulesToStore(rules)];
  });
  return db
    .update(sessions)
    .set({
      standard_minutes: sql`each.value ->> 2`,
      premium_minutes: sql`each.value ->> 3`,
      pa_units: sql`each.value ->> 4`,
      pa_rules: sql`each.value ->> 5`,
      // NULL, which the column refuses, for a session that was edited since its times were read.
      version: sql`CASE WHEN ${sessions.version} = each.value ->> 1 THEN ${sessions.version} + 1 END`,
      updated_at: now,
    })
    .from(sql`json_each(${JSON.stringify(rows)}) AS each`)
    .where(
      and(
        eq(sessions.user_id, userId),
        eq(sessions.pa_basis, "time_calculated"),
        sql`${sessions.unique_ref} = each.value ->> 0`,
      ),
    );
}

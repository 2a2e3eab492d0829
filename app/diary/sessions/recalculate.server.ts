import { and, asc, eq, gte } from "drizzle-orm";
import { writeChange } from "~/changes/write-change.server";
import type { Writer } from "~/changes/write-rows.server";
import { isLockedAt } from "~/diary/locks/queries.server";
import {
  type PaRules,
  paUnitsOf,
  rulesOfElement,
  rulesWithin,
  sameRules,
  workedMinutes,
} from "~/planning/job-plans/pa-rules";
import { planOf, requireRow } from "~/planning/job-plans/queries.server";
import { type JobPlan, jobPlanElements } from "~/planning/job-plans/table.server";
import { refersTo } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { addDays, type LondonDate, londonInstant, londonMoment } from "~/platform/time/london";
import { countedUnits } from "./outcome";
import { sharesTime } from "./queries.server";
import { sessionCount } from "./sentences";
import { sessions } from "./table.server";

const TIMED = {
  unique_ref: sessions.unique_ref,
  start_at: sessions.start_at,
  end_at: sessions.end_at,
  pa_units: sessions.pa_units,
  outcome: sessions.outcome,
  pa_rules: sessions.pa_rules,
  version: sessions.version,
  custom_minutes_per_pa: jobPlanElements.custom_minutes_per_pa,
  counts_to_balance: jobPlanElements.counts_to_balance,
};

/** Columns with whether the session is in a locked period, in which its PAs are not recalculated. */
function timed(userId: number) {
  return { ...TIMED, is_locked: isLockedAt(userId, sessions.start_at).mapWith(Boolean).as("is_locked") };
}

/**
 * The sessions of a plan whose PAs are calculated from their times, from a date on (null: all of them). Those with a
 * fixed allocation keep it. For a page's batch.
 */
export function timedSessionsOfPlan(db: Database, userId: number, planRef: string, from: LondonDate | null) {
  return db
    .select(timed(userId))
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

/** The sessions by time that are worked on a day, of any plan. For a page's batch. */
export function timedSessionsOnDay(db: Database, userId: number, day: LondonDate) {
  const [from, until] = [londonInstant(day), londonInstant(addDays(day, 1))];
  return db
    .select({ ...timed(userId), plan_ref: jobPlanElements.plan_ref })
    .from(sessions)
    .innerJoin(jobPlanElements, refersTo(sessions.element_ref, jobPlanElements))
    .where(
      and(eq(sessions.user_id, userId), sharesTime(sessions, from, until), eq(sessions.pa_basis, "time_calculated")),
    )
    .orderBy(asc(sessions.start_at));
}

/** A plan with sessions that were saved under other rules than it has now. */
export interface ToRecalculate {
  planRef: string;
  title: string;
  sessions: number;
  /** The day on which the first of them starts. */
  from: LondonDate;
}

/** The sessions that a change of one day's rules leaves to recalculate, by plan. */
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

interface Recalculated {
  ref: string;
  version: number;
  standard: number;
  premium: number;
  units: number;
  rules: PaRules;
  /** Change of its PAs, in pa_units. */
  difference: number;
}

/** Returns the plan's present rules for a session that was saved under others; null if they are the same. */
function newRules({ start_at, end_at, ...session }: TimedSession, planRules: PaRules): PaRules | null {
  const rules = rulesWithin(rulesOfElement(planRules, session.custom_minutes_per_pa), start_at, end_at);
  return sameRules(rules, session.pa_rules) ? null : rules;
}

/**
 * Returns the sessions that were saved under other rules than the plan has now, with their figures under the present
 * rules. Sessions in locked periods are left out.
 */
export function recalculated(timed: TimedSession[], planRules: PaRules): Recalculated[] {
  return timed.flatMap((session) => {
    const rules = session.is_locked ? null : newRules(session, planRules);
    if (!rules) return [];
    const { start_at, end_at } = session;
    const worked = workedMinutes(start_at, end_at, rules);
    const units = countedUnits(session.outcome, paUnitsOf(worked, rules), session.counts_to_balance);
    const { unique_ref: ref, version } = session;
    return [{ ref, version, ...worked, units, rules, difference: units - session.pa_units }];
  });
}

/** Number of sessions that were saved under other rules but are in locked periods, and so keep their PAs. */
export function lockedOf(timed: TimedSession[], planRules: PaRules): number {
  return timed.filter((session) => session.is_locked && newRules(session, planRules)).length;
}

/** Returns how many sessions are recalculated, how many of their PAs change, and by how many pa_units in all. */
export function summaryOf(changes: Recalculated[]) {
  return {
    sessions: changes.length,
    changing: changes.filter(({ difference }) => difference !== 0).length,
    difference: changes.reduce((sum, { difference }) => sum + difference, 0),
  };
}

/** What the page showed before its button was pressed. */
interface Shown {
  /** Version of the plan, and so of its rules. */
  version: number;
  from: LondonDate | null;
  sessions: number;
  difference: number;
}

/**
 * Recalculates the sessions of a plan under its present rules.
 * @returns reference for undoing it; null, with nothing written, when the result would differ from what the page
 * showed, or a session was changed meanwhile
 * @throws 404
 */
export async function recalculatePlan(by: Writer, planRef: string, shown: Shown): Promise<string | null> {
  const { db, userId } = by;
  const [plans, timed] = await db.batch([
    planOf(db, userId, planRef),
    timedSessionsOfPlan(db, userId, planRef, shown.from),
  ]);
  const plan = requireRow(plans);
  const changes = recalculated(timed, plan.pa_rules);
  const { sessions: count, difference } = summaryOf(changes);
  const isAsShown = plan.version === shown.version && count === shown.sessions && difference === shown.difference;
  if (!isAsShown || count === 0) return null;
  const written = await writeChange(by, {
    message: `${sessionCount(count)} recalculated`,
    seen: changes.map(({ ref, version }) => ({ part: "sessions", ref, version })),
    updates: {
      sessions: changes.map(({ ref, standard, premium, units, rules }) => ({
        unique_ref: ref,
        ...{ standard_minutes: standard, premium_minutes: premium, pa_units: units, pa_rules: rules },
      })),
    },
  });
  return written.result === "written" ? written.undo : null;
}

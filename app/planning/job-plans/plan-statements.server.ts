import { and, eq, type SQL, sql } from "drizzle-orm";
import { assertThat, assertVersion, failedAssertion, STALE } from "~/platform/db/assertions.server";
import { newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import type { LondonDate } from "~/platform/time/london";
import type { PaRules } from "./pa-rules";
import type { PlanAnswers } from "./plan-form";
import type { ElementWithTimes } from "./queries.server";
import type { ScheduleRow } from "./schedule";
import { type JobPlan, jobPlanElements, jobPlans } from "./table.server";
import type { ElementToAdd } from "./templates";
import { type PlanTerms, weeklyPaUnits } from "./weekly";

export type EncryptedPlan = PlanAnswers & { unique_ref: string; text_encrypted: Uint8Array | null };

/** Statements that add a plan, unless it overlaps another of its employer (`isOverlap`). */
export function insertPlan(db: Database, userId: number, plan: EncryptedPlan, now: number) {
  const pa_rules = withLocalDays(userId, plan.pa_rules);
  return [
    assertNoOverlap(db, userId, plan),
    db.insert(jobPlans).values({ ...plan, user_id: userId, pa_rules, created_at: now, updated_at: now }),
  ] as const;
}

interface WholePlan {
  plan: JobPlan;
  elements: ElementWithTimes[];
}

/**
 * Columns of a changed plan, and the statements that then assert that it overlaps none (`isOverlap`) and recalculate the
 * weekly PAs of its elements.
 */
export function planChange(
  db: Database,
  userId: number,
  { plan, elements }: WholePlan,
  changes: Partial<Omit<EncryptedPlan, "unique_ref">>,
) {
  const changed = { ...plan, ...changes };
  return {
    set: { ...changes, pa_rules: withLocalDays(userId, changed.pa_rules) },
    after: [assertNoOverlap(db, userId, changed), ...recalculateWeeklyPas(db, userId, elements, changed)] as const,
  };
}

/** Statements: end a plan that has not changed since it was read. */
export function endReadPlan(db: Database, userId: number, whole: WholePlan, date_end: LondonDate, now: number) {
  const { set, after } = planChange(db, userId, whole, { date_end });
  const update = db.update(jobPlans).set({ ...set, version: whole.plan.version + 1, updated_at: now });
  return [planUnchanged(db, userId, whole.plan), update.where(ofUser(userId, whole.plan.unique_ref)), ...after];
}

/**
 * Statement: makes the batch fail as stale when the plan, whose rules the batch used, has changed since it was read.
 */
export function planUnchanged(db: Database, userId: number, plan: Pick<JobPlan, "unique_ref" | "version">) {
  return assertVersion(db, jobPlans, ofUser(userId, plan.unique_ref), plan.version);
}

/**
 * Expression: the rules of a plan as stored, with the user's local bank holidays as they are when the statement runs.
 * So all plans of a user count the same days, even if a form was opened before a change.
 */
function withLocalDays(userId: number, rules: PaRules | SQL): SQL<PaRules> {
  const json = "nation" in rules ? sql`${JSON.stringify(rules)}` : rules;
  const days = (isOff: 0 | 1) => sql`(SELECT json_group_array(day) FROM
    (SELECT day FROM local_public_holidays WHERE user_id = ${userId} AND is_added = ${isOff} ORDER BY day))`;
  return sql`CASE WHEN EXISTS (SELECT 1 FROM local_public_holidays WHERE user_id = ${userId})
    THEN json_set(${json}, '$.local_public_holidays', json_object('added', ${days(1)}, 'removed', ${days(0)}))
    ELSE json_remove(${json}, '$.local_public_holidays') END`;
}

/**
 * Statement: copies the user's local bank holidays into the rules of every plan. It follows a change of them, in the
 * same batch.
 */
export function updatePlanRules(db: Database, userId: number) {
  return db
    .update(jobPlans)
    .set({ pa_rules: withLocalDays(userId, sql`${jobPlans.pa_rules}`) })
    .where(eq(jobPlans.user_id, userId));
}

function ofUser(userId: number, planRef: string) {
  return and(eq(jobPlans.user_id, userId), eq(jobPlans.unique_ref, planRef));
}

function recalculateWeeklyPas(db: Database, userId: number, elements: ElementWithTimes[], terms: PlanTerms) {
  const weights = elements.map((element) => ({
    ref: element.unique_ref,
    version: element.version,
    units: weeklyPaUnits(element, terms),
  }));
  const read = sql`json_each(${JSON.stringify(weights)}) AS each`;
  const isEach = and(eq(jobPlanElements.user_id, userId), sql`${jobPlanElements.unique_ref} = each.value ->> 'ref'`);
  return [
    // The PAs of an element that was changed meanwhile were calculated from its old times.
    assertThat(db, [
      STALE,
      sql`NOT EXISTS (SELECT 1 FROM ${read} CROSS JOIN ${jobPlanElements}
        WHERE ${isEach} AND ${jobPlanElements.version} <> each.value ->> 'version')`,
    ]),
    db.update(jobPlanElements).set({ weekly_pa_units: sql`each.value ->> 'units'` }).from(read).where(isEach),
  ] as const;
}

type Wanted = Pick<JobPlan, "unique_ref" | "employer" | "date_start" | "date_end">;

const OVERLAP = "plans overlap";

/** True when a batch failed because another plan of the employer shares a date with the plan that it writes. */
export function isOverlap(error: unknown): boolean {
  return failedAssertion(error) === OVERLAP;
}

/** Statement: of two concurrent requests whose plans share a date the later one fails. */
function assertNoOverlap(db: Database, userId: number, { unique_ref, employer, date_start, date_end }: Wanted) {
  const none = sql`NOT EXISTS (SELECT 1 FROM job_plans AS other
    WHERE other.user_id = ${userId} AND other.unique_ref <> ${unique_ref}
      AND other.employer = ${employer} COLLATE NOCASE
      AND (${date_end} IS NULL OR other.date_start <= ${date_end})
      AND (other.date_end IS NULL OR other.date_end >= ${date_start}))`;
  return assertThat(db, [OVERLAP, none]);
}

/** New rows of elements and their times for a new plan, with their weekly PAs under its terms. */
export function elementRows(
  toAdd: readonly ElementToAdd[],
  plan: PlanTerms & { unique_ref: string },
  userId: number,
  now: number,
) {
  const row = { user_id: userId, created_at: now, updated_at: now };
  const made = toAdd.map(({ element, schedule }, index) => {
    const weekly_pa_units = weeklyPaUnits({ ...element, schedule }, plan);
    const place = { unique_ref: newRef(), plan_ref: plan.unique_ref, sort_order: index + 1, version: 1 };
    return {
      element: { ...element, ...row, ...place, weekly_pa_units },
      times: timeRows(schedule, { ...row, element_ref: place.unique_ref }),
    };
  });
  return { elements: made.map(({ element }) => element), times: made.flatMap(({ times }) => times) };
}

/** New rows for the times of an element. */
export function timeRows<Row>(schedule: readonly ScheduleRow[], row: Row) {
  return schedule.map((time, sort_order) => ({ ...time, ...row, unique_ref: newRef(), sort_order }));
}

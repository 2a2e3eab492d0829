import { eq, sql } from "drizzle-orm";
import { daysToLock, type LockedPeriod } from "~/diary/locks/rules";
import { lockedPeriods } from "~/diary/locks/table.server";
import { jobPlans } from "~/planning/job-plans/table.server";
import type { Database } from "~/platform/db/database.server";
import { addDays, type LondonDate } from "~/platform/time/london";
import type { ReportChoices } from "../document/choices";
import { type Bounds, boundsOf, lastTaxPeriodOf, taxPeriodOf } from "../document/period.server";
import type { ReportPeriod } from "../document/types";

// Only the database knows the days of some periods. Which of them the saved reports have is read in the same batch: so
// the days of all are read, by whoever has locked any.

/** Statements: for `isLockedReport`. */
export function periodQueries(db: Database, userId: number, today: LondonDate) {
  const boundsIn = (period: "appraisal" | "last_appraisal" | "plan") =>
    boundsOf(userId, { period, plan: "", from: null, until: null }, today);
  const hasLocks = sql`EXISTS (SELECT 1 FROM ${lockedPeriods} WHERE ${eq(lockedPeriods.user_id, userId)})`;
  const named = (name: string) => ({ period: sql<string>`${name}`.as("period") });
  const once = sql`(SELECT 1)`;
  const ofPlan = boundsOf(userId, { period: "plan", plan: sql`plan_ref`, from: null, until: null }, today);
  const plans = sql`(SELECT unique_ref AS plan_ref FROM ${jobPlans} WHERE ${eq(jobPlans.user_id, userId)})`;
  return [
    ...(["appraisal", "last_appraisal", "plan"] as const).map((period) =>
      db
        .select({ ...named(keyOf({ period, plan: "" })), ...datesOf(boundsIn(period)) })
        .from(once)
        .where(hasLocks),
    ),
    db
      .select({ period: sql<string>`'plan:' || plan_ref`.as("period"), ...datesOf(ofPlan) })
      .from(plans)
      .where(hasLocks),
  ] as const;
}

function datesOf({ from, end }: Bounds) {
  return {
    from: sql<LondonDate | null>`${from}`.as("period_from"),
    end: sql<LondonDate | null>`${end}`.as("period_end"),
  };
}

function keyOf({ period, plan }: Pick<ReportChoices, "period" | "plan">): string {
  return `${period}:${period === "plan" ? plan : ""}`;
}

export interface ReadPeriod {
  period: string;
  from: LondonDate | null;
  end: LondonDate | null;
}

/** Whether the days of a report that are over are all locked. */
export function isLockedReport(
  choices: ReportChoices,
  read: readonly ReadPeriod[],
  locks: readonly LockedPeriod[],
  today: LondonDate,
): boolean {
  const period = fixedPeriod(choices, today) ?? readPeriod(choices, read);
  if (!period) return false;
  return daysToLock({ date_start: period.from, date_end: period.until }, locks, today)?.isLocked === true;
}

function fixedPeriod({ period, from, until }: ReportChoices, today: LondonDate): ReportPeriod | null {
  if (period === "tax") return taxPeriodOf(today);
  if (period === "last_tax") return lastTaxPeriodOf(today);
  return period === "custom" ? { from: from ?? today, until: until ?? today } : null;
}

function readPeriod(choices: ReportChoices, read: readonly ReadPeriod[]): ReportPeriod | null {
  const found = read.find(({ period }) => period === keyOf(choices));
  return found?.from && found.end ? { from: found.from, until: addDays(found.end, -1) } : null;
}

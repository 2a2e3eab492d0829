import type { Measure } from "~/diary/expected/hours";
import { lastBegunFirst, type Period, periodOf } from "~/diary/expected/period";
import { dayValuesOf } from "~/diary/leave/day-values";
import type { Method } from "~/planning/job-plans/elements";
import { firstCounted, plansBefore } from "~/planning/job-plans/plan-dates";
import type { JobPlan } from "~/planning/job-plans/table.server";
import { type ValuedPlan, valuedPlans } from "~/planning/job-plans/valued-plans.server";
import type { Database } from "~/platform/db/database.server";
import type { LondonDate } from "~/platform/time/london";
import { calculate } from "./calculation";
import { progressBatch } from "./queries.server";
import { progressReport } from "./report";
import { shownReport } from "./shown-figures";
import type { CarriedBalance } from "./types";

interface Carrying {
  plan: JobPlan;
  /** The period that is shown: only the first of a plan goes on from the plan before. */
  period: Pick<Period, "begins">;
  today: LondonDate;
  measure: Measure;
  /** null: each plan by its own. */
  method: Method | null;
}

/**
 * The balances that a plan goes on with, where it follows another within its year: of each plan before it that of its
 * last period, first to last.
 * @param plans all of the user
 */
export async function carriedInto(
  db: Database,
  userId: number,
  plans: readonly JobPlan[],
  { plan, period, today, measure, method }: Carrying,
): Promise<CarriedBalance[]> {
  // What is left by the plans before is not known until they are over.
  if (period.begins > today || period.begins !== firstCounted(plan)) return [];
  const before = plansBefore(plans, plan).map((each) => ({ each, period: periodOf(each, each.date_end ?? today) }));
  // The first period of one that is not in its first does not go on from anything.
  const last = before.findIndex((one) => one.period.begins !== firstCounted(one.each));
  const chain = last < 0 ? before : before.slice(0, last + 1);
  const read = await Promise.all(
    chain.map(({ each, period: own }) => db.batch(progressBatch(db, userId, each.unique_ref, own.ends, own))),
  );
  return chain
    .map(({ each, period: own }, at): CarriedBalance => {
      const [all, elements, times, local, leave, years, [settings], sessions] = read[at] as (typeof read)[number];
      const valued = valuedPlans(all.toSorted(lastBegunFirst), elements, times);
      const calculation = calculate({
        ...{ plan: valued.find(({ unique_ref }) => unique_ref === each.unique_ref) as ValuedPlan, plans: valued },
        ...{ period: own, today, local, leave, sessions, measure, method: method ?? each.method },
        ...{
          leaveTerms: { settings, years },
          values: dayValuesOf(valued, local),
          part: { category: null, element: null },
        },
      });
      const { total } = shownReport(progressReport(calculation));
      return {
        plan_ref: each.unique_ref,
        title: each.title,
        begins: own.begins,
        ends: own.ends,
        expected: total.expected,
        balance: total.balance,
      };
    })
    .toReversed();
}

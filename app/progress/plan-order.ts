import type { PlanDates } from "~/planning/job-plans/schedule";
import { daysBetween, type LondonDate } from "~/platform/time/london";

interface OrderedPlan extends PlanDates {
  unique_ref: string;
  created_at: number;
}

/** Of plans that hold one day the one that began last: the database orders them alike, see `periodBegins`. */
export function lastBegunFirst(one: OrderedPlan, other: OrderedPlan): number {
  if (one.date_start !== other.date_start) return one.date_start < other.date_start ? 1 : -1;
  return other.created_at - one.created_at || (one.unique_ref < other.unique_ref ? -1 : 1);
}

/** The plan that holds a day, the one begun last of several; else the one whose dates are nearest to it. */
export function nearestPlan<Plan extends OrderedPlan>(plans: readonly Plan[], day: LondonDate): Plan | undefined {
  const farness = ({ date_start, date_end }: Plan) => {
    const from = date_start > day ? date_start : day;
    const within = date_end !== null && from > date_end ? date_end : from;
    return Math.abs(daysBetween(day, within));
  };
  return plans.toSorted((one, other) => farness(one) - farness(other) || lastBegunFirst(one, other))[0];
}

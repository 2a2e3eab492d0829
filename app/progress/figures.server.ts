import { data } from "react-router";
import { asPlannedWork } from "~/diary/expected/as-planned";
import { HOURS_DAYS, type WorkingHours, workingHours } from "~/diary/expected/hours";
import { lastBegunFirst, nearestPlan, type Period, periodOf, periodsOf } from "~/diary/expected/period";
import { dayValuesOf } from "~/diary/leave/day-values";
import { formatNotHeld } from "~/diary/sessions/outcome";
import type { Category } from "~/planning/job-plans/elements";
import { firstCounted } from "~/planning/job-plans/plan-dates";
import { notAfter } from "~/planning/job-plans/schedule";
import type { JobPlan } from "~/planning/job-plans/table.server";
import { type ValuedPlan, valuedPlans } from "~/planning/job-plans/valued-plans.server";
import type { Database } from "~/platform/db/database.server";
import { readDate } from "~/platform/time/dates";
import { addDays, type LondonDate, laterOf, londonInstant, londonMoment } from "~/platform/time/london";
import { DEFAULT_PROFILE, profileRow } from "~/profile/queries.server";
import { progressBars } from "./bars.server";
import { calculate, type PlanToCalculate, partsOf, type WorkedSession } from "./calculation";
import { carriedInto } from "./carried.server";
import { completeChoice, type ProgressChoice, type RequestedChoice } from "./choice";
import { progressBatch } from "./queries.server";
import { type Calculation, progressReport } from "./report";
import { shownBars, shownReport, withDecimals } from "./shown-figures";
import type { ProgressBar, ProgressReport } from "./types";

/** A plan whose progress can be shown, with its own method. */
type PlanOfProgress = Pick<JobPlan, "unique_ref" | "title" | "employer" | "date_start" | "date_end" | "method">;

/** Everything that a page of progress shows. */
interface ShownProgress {
  plan: PlanOfProgress;
  /** Periods of the plan, last first: one, or its years. */
  periods: Period[];
  report: ProgressReport;
  bars: ProgressBar[];
  /** Elements that can be chosen as a part, singly or by category; any other part is treated as not asked for. */
  elements: { unique_ref: string; description: string; category: Category }[];
  hours: WorkingHours | null;
  /**
   * Names of archived elements with sessions in the period: their work counts as done, but nothing is expected of them.
   */
  archived: string[];
  /** Date of the first session of the period up to the day that is calculated, whatever part is shown; null for none. */
  firstWorked: LondonDate | null;
  /** The sessions of the period up to that day that did not happen, in words; null for none. */
  notHeld: string | null;
  /** Whether the diary has no session before the period: its user may have begun during the plan. */
  beganInPeriod: boolean;
}

/** Input for drawing the page. */
export interface RenderInput extends ShownProgress {
  choice: ProgressChoice;
  plans: readonly PlanOfProgress[];
}

export interface ProgressFigures {
  /** The chosen view, in the profile's measure if the address names none. */
  choice: ProgressChoice;
  /** Newest first. */
  plans: PlanOfProgress[];
  /** null without any plan. */
  shown: ShownProgress | null;
}

/**
 * Reads and calculates the progress of the chosen plan, in one batch.
 * @param decimals for a file, whose hours have two decimals
 * @throws 404 for a plan that is not the user's
 */
export async function progressFigures(
  db: Database,
  userId: number,
  requested: RequestedChoice,
  today: LondonDate,
  decimals = false,
): Promise<ProgressFigures> {
  const day = readDate(requested.day ?? "") || today;
  const [plans, elements, times, local, leave, leaveYears, [settings], sessions, [first], [profile]] = await db.batch([
    ...progressBatch(db, userId, requested.plan, day),
    profileRow(db, userId),
  ]);
  const choice = completeChoice(requested, (profile ?? DEFAULT_PROFILE).units);
  const wanted = choice.plan === null ? plans : plans.filter(({ unique_ref }) => unique_ref === choice.plan);
  const nearest = nearestPlan(wanted, day);
  if (nearest === undefined && choice.plan !== null) throw data(null, { status: 404 });
  const known = plans.map(asShown);
  if (nearest === undefined) return { choice, plans: known, shown: null };
  // In the order of the figures strip, so that of two plans of a day both use the same.
  const valued = valuedPlans(plans.toSorted(lastBegunFirst), elements, times);
  const plan = valued.find(({ unique_ref }) => unique_ref === nearest.unique_ref) as ValuedPlan;
  const period = periodOf(plan, day);
  const terms = { plan, period, today, measure: choice.measure, method: choice.method };
  const toCalculate: PlanToCalculate = {
    carried: await carriedInto(db, userId, plans, terms),
    ...{ plan, plans: valued, period, today, local, leave, sessions },
    leaveTerms: { settings, years: leaveYears },
    values: dayValuesOf(valued, local),
    method: choice.method ?? plan.method,
    measure: choice.measure,
    part: choice,
  };
  const calculation = calculate(toCalculate);
  const shownIn = decimals ? withDecimals(choice.measure) : choice.measure;
  const report = shownReport(progressReport(calculation), shownIn);
  return {
    choice,
    plans: known,
    shown: {
      plan: asShown(plan),
      report,
      bars: shownBars(progressBars(calculation, choice.bars), shownIn),
      // A future year that the address asks for is offered, too.
      periods: periodsOf(plan, laterOf(period.begins, today)),
      elements: partsOf(toCalculate).map(({ element_ref, element, category }) => ({
        ...{ unique_ref: element_ref, description: element, category },
      })),
      archived: archivedOf(plan, calculation),
      firstWorked: ofPeriod(plan, report, sessions).map(({ start_at }) => londonMoment(start_at).date)[0] ?? null,
      notHeld: formatNotHeld(ofPeriod(plan, report, sessions)),
      beganInPeriod: first === undefined || first.start_at >= londonInstant(period.begins),
      hours: workingHours([...sessions, ...unloggedHours(toCalculate, report.day)], first?.start_at, report.day),
    },
  };
}

/** The work of all plans in the days of `workingHours` that counts as planned. */
function unloggedHours(of: PlanToCalculate, day: LondonDate) {
  return of.plans.flatMap((plan) => {
    const span = { begins: laterOf(firstCounted(plan), addDays(day, 1 - HOURS_DAYS)), ends: notAfter(plan, day) };
    return asPlannedWork({ ...of, plan, span, measure: "hours" }).map(({ date, units }) => ({
      ...{ start_at: londonInstant(date), pa_basis: "time_calculated" as const, pa_units: 0 },
      ...{ standard_minutes: units, premium_minutes: 0, standard_minutes_per_pa: 0 },
    }));
  });
}

function archivedOf({ elements }: ValuedPlan, { sessions }: Pick<Calculation, "sessions">): string[] {
  const worked = new Set(sessions.map(({ element_ref }) => element_ref));
  return elements
    .filter(({ active, counts_to_balance, unique_ref }) => !active && counts_to_balance && worked.has(unique_ref))
    .map(({ description }) => description);
}

/** The sessions of the plan, or without an element, in the period up to the day that is calculated. */
function ofPeriod({ elements }: ValuedPlan, report: ProgressReport, sessions: readonly WorkedSession[]) {
  const [begins, ends] = [londonInstant(report.period.begins), londonInstant(addDays(report.day, 1))];
  const refs = new Set<string | null>([null, ...elements.map(({ unique_ref }) => unique_ref)]);
  return sessions.filter(({ start_at, element_ref }) => start_at >= begins && start_at < ends && refs.has(element_ref));
}

/** The fields for a page, without the encrypted notes. */
function asShown({ unique_ref, title, employer, date_start, date_end, method }: JobPlan): PlanOfProgress {
  return { unique_ref, title, employer, date_start, date_end, method };
}

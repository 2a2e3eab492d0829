import { type AsPlanned, isAsPlanned } from "~/diary/expected/as-planned";
import { minutesOfPa } from "~/diary/expected/hours";
import type { LockedPeriod } from "~/diary/locks/rules";
import { lockOf } from "~/diary/locks/rules";
import { type Category, workKey } from "~/planning/job-plans/elements";
import { paText, rulesOfElement, showPa } from "~/planning/job-plans/pa-rules";
import { firstCounted } from "~/planning/job-plans/plan-dates";
import { notAfter } from "~/planning/job-plans/schedule";
import { shownPaUnits } from "~/planning/job-plans/shown-units";
import type { ValuedElement, ValuedPlan } from "~/planning/job-plans/valued-plans.server";
import { clockTime } from "~/platform/time/clock-time";
import { addDays, earlierOf, type LondonDate, laterOf, londonMoment } from "~/platform/time/london";
import { plannedPath } from "../planned/planned";
import { hasTimes, type LoggedRow } from "../sessions/week-due";

/** An element of the week that counts as planned and has no times: what counts of it, and what its user said instead. */
export interface AsPlannedLine {
  element_ref: string;
  element: string;
  category: Category;
  /** "logged": by its sessions of the week. */
  state: "counted" | "cancelled" | "logged";
  pa: string;
  /** Address that marks it as not having happened, or as planned again; null in a week with locked days. */
  path: string | null;
  /** Address of Add Session, filled in with its PAs, to say that it was more or less; null where it does not count. */
  form: string | null;
}

interface Week {
  monday: LondonDate;
  today: LondonDate;
  plans: readonly ValuedPlan[];
  asPlanned: readonly AsPlanned[];
  /** Sessions that begin in the week. */
  begun: readonly (LoggedRow & { pa_units: number })[];
  cancelled: readonly LoggedRow[];
  locks: readonly LockedPeriod[];
}

export function asPlannedLines(week: Week): AsPlannedLine[] {
  const sunday = addDays(week.monday, 6);
  const parts = week.plans.flatMap((plan): Part[] => {
    const days = { first: laterOf(firstCounted(plan), week.monday), last: notAfter(plan, sunday) };
    if (days.first > days.last) return [];
    const weekly = plan.elements.filter((element) => isAsPlanned(element) && !hasTimes(element));
    return weekly.map((element) => ({ plan, element, ...days }));
  });
  const works = Map.groupBy(parts, ({ plan, element }) => workKey(plan, element));
  return [...works.values()].flatMap((work) => lineOf(week, work) ?? []);
}

/** An element on the days of the week on which its plan counts. */
interface Part {
  plan: ValuedPlan;
  element: ValuedElement;
  first: LondonDate;
  last: LondonDate;
}

/**
 * The line of one element, and of those that go on with it in the same week.
 * @returns null for work of which nothing is expected in the week, as in leave
 */
function lineOf({ monday, today, asPlanned, begun, cancelled, locks }: Week, parts: readonly Part[]) {
  const { plan, element, first, last } = parts.at(-1) as Part;
  const { unique_ref: element_ref, description, category } = element;
  const isOwn = (each: { element_ref: string | null }) =>
    parts.some((part) => part.element.unique_ref === each.element_ref);
  const logged = begun.filter(isOwn);
  const [off] = cancelled.filter(isOwn);
  const state: AsPlannedLine["state"] = logged.length > 0 ? "logged" : off ? "cancelled" : "counted";
  const units = (
    state === "logged" ? logged.map(({ pa_units }) => pa_units) : asPlanned.filter(isOwn).map(unitsOf)
  ).reduce((sum, each) => sum + each, 0);
  if (state === "counted" && units === 0) return null;
  const isLocked = lockOf(locks, monday, addDays(monday, 6)) !== null;
  const said = state === "cancelled" && off ? off : null;
  const date = said ? londonMoment(said.start_at).date : first;
  return {
    ...{ element_ref, element: description, category, state, pa: showPa(units) },
    path:
      isLocked || state === "logged" ? null : `${plannedPath(said?.element_ref ?? element_ref, date, null)}&view=week`,
    form: isLocked || state !== "counted" ? null : formPath(plan, element, units, usualDay(monday, today, first, last)),
  };
}

function unitsOf({ units }: AsPlanned): number {
  return units;
}

/** Today if it is in the week, else its Friday. */
function usualDay(monday: LondonDate, today: LondonDate, first: LondonDate, last: LondonDate): LondonDate {
  const day = today >= monday && today <= addDays(monday, 6) ? today : addDays(monday, 4);
  return laterOf(first, earlierOf(last, day));
}

const NINE = 9 * 60;

/** From nine o'clock, for as long as the PAs stand for. */
function formPath(plan: ValuedPlan, element: ValuedElement, units: number, date: LondonDate): string {
  const minutes = minutesOfPa(units, rulesOfElement(plan.pa_rules, element.custom_minutes_per_pa));
  const asked = new URLSearchParams({
    ...{ date, element: element.unique_ref, pa: paText(shownPaUnits(units)) },
    ...{ start: clockTime(NINE), end: clockTime(Math.min(NINE + minutes, 1439)), view: "week" },
  });
  return `/logbook/session/new/?${asked}`;
}

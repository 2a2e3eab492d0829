import { elementLabel, findElement, type PlanChoice } from "~/diary/sessions/element-choices";
import { londonMoment } from "~/platform/time/london";
import type { RotaCalendar } from "./calendar";
import { elementOn, timesOn } from "./planned-import";
import {
  byTimes,
  byWords,
  isFreeTitle,
  isLeaveChoice,
  isLeaveTitle,
  LEAVE_OUT,
  leaveTypeOf,
  type Named,
} from "./titles";

/** Why a title has its meaning. */
export type Why = "chosen" | "last time" | "leave" | "free" | "words" | "times" | "nothing";

export interface Proposal {
  /** The reference of an element, a type of leave, or `LEAVE_OUT`. */
  element: string;
  why: Why;
}

/** Elements that titles may mean: each once, by its name, from the plans that run on the days of the calendar. */
export function elementsOffered(
  plans: readonly PlanChoice[],
  { first, last }: RotaCalendar,
): (Named & { label: string })[] {
  const running = plans.filter((plan) => plan.date_start <= last && (plan.date_end === null || plan.date_end >= first));
  const active = running.flatMap(({ elements }) => elements.filter((element) => element.active));
  const named = active.map((element) => {
    const { unique_ref: ref, description, category, location } = element;
    return { ref, description, category, location, label: elementLabel(element) };
  });
  return [...new Map(named.toReversed().map((each) => [each.description, each])).values()].reverse();
}

/**
 * Proposes an element for each title: the one that was chosen last time, otherwise by its words, otherwise by the times
 * of its events.
 * @param remembered by index of the title, see `comparedDiary`
 */
export function proposals(
  calendar: RotaCalendar,
  plans: readonly PlanChoice[],
  remembered: readonly (string | null | undefined)[],
): Proposal[] {
  const offered = elementsOffered(plans, calendar);
  const workOn = (startAt: number) => {
    const { date } = londonMoment(startAt);
    return offered.flatMap(({ ref }) => {
      const element = elementOn(plans, ref, date);
      return element ? timesOn(plans, element.unique_ref, date).map((span) => ({ ref, ...span })) : [];
    });
  };
  return calendar.titles.map((title, place): Proposal => {
    const before = remembered[place];
    if (before === null) return { element: LEAVE_OUT, why: "last time" };
    const same = before === undefined ? null : sameNamed(before, plans, offered);
    if (same !== null) return { element: same, why: "last time" };
    if (isFreeTitle(title)) return { element: LEAVE_OUT, why: "free" };
    if (isLeaveTitle(title)) return { element: leaveTypeOf(title) ?? LEAVE_OUT, why: "leave" };
    const worded = byWords(title, offered);
    if (worded !== null) return { element: worded, why: "words" };
    const events = calendar.events.filter((event) => event.title === place && !event.allDay);
    const timed = events.length === 0 ? null : byTimes(events, workOn);
    return timed === null ? { element: LEAVE_OUT, why: "nothing" } : { element: timed, why: "times" };
  });
}

/** The offered element that corresponds to one that was chosen, perhaps in a plan of other years. */
function sameNamed(ref: string, plans: readonly PlanChoice[], offered: readonly Named[]): string | null {
  if (isLeaveChoice(ref) || offered.some((each) => each.ref === ref)) return ref;
  const description = findElement(plans, ref)?.element.description;
  return offered.find((each) => each.description === description)?.ref ?? null;
}

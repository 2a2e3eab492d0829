import { spanOfRow } from "~/diary/planned/plan-diary";
import { type ElementOption, findElement, type PlanChoice, usualElement } from "~/diary/sessions/element-choices";
import { MAX_SESSION_DAYS, type SessionSpan } from "~/diary/sessions/times";
import { includesDate } from "~/planning/job-plans/plan-dates";
import { rowDates } from "~/planning/job-plans/schedule";
import { DAY_MS } from "~/platform/time/durations";
import { addDays, type LondonDate, londonMoment } from "~/platform/time/london";
import type { RotaEvent } from "./calendar";
import { isLeaveChoice, LEAVE_OUT } from "./titles";

/** The session that the file describes for an event, once its element is known; of leave, its type is the element. */
export interface PlannedImport extends SessionSpan {
  element_ref: string;
}

/** Returns the session that the file requires for one event, or why it requires none. */
export function plannedImport(
  event: RotaEvent,
  choice: string,
  plans: readonly PlanChoice[],
): PlannedImport | "chosen" | "outside" | "untimed" {
  if (choice === LEAVE_OUT) return "chosen";
  if (isLeaveChoice(choice)) return { element_ref: choice, startAt: event.startAt, endAt: event.endAt };
  const { date } = londonMoment(event.startAt);
  const element = elementOn(plans, choice, date);
  if (!element) return "outside";
  const span = event.allDay ? workOfDay(plans, element, event, date) : event;
  // Leave may be longer, and be taken for work.
  const isSession = span && span.endAt - span.startAt <= MAX_SESSION_DAYS * DAY_MS;
  return isSession ? { element_ref: element.unique_ref, startAt: span.startAt, endAt: span.endAt } : "untimed";
}

/** The element itself, or the one with the same name in the plan of that day. */
export function elementOn(plans: readonly PlanChoice[], ref: string, date: LondonDate): ElementOption | null {
  const found = findElement(plans, ref);
  if (found?.element.active && includesDate(found.plan, date)) return found.element;
  return usualElement(plans, ref, date);
}

/**
 * An event of a whole day has the times that the plan gives its element on that day; otherwise it lasts whole days,
 * with fixed PAs.
 */
function workOfDay(
  plans: readonly PlanChoice[],
  element: ElementOption,
  { startAt, endAt }: RotaEvent,
  date: LondonDate,
): SessionSpan | null {
  const isOneDay = londonMoment(endAt).date === addDays(date, 1);
  const spans = isOneDay ? timesOn(plans, element.unique_ref, date) : [];
  if (spans.length > 0) {
    return {
      startAt: Math.min(...spans.map((span) => span.startAt)),
      endAt: Math.max(...spans.map((span) => span.endAt)),
    };
  }
  return element.default_basis === "fixed" ? { startAt, endAt } : null;
}

/**
 * Whether a session lasts whole days, and its element, of fixed PAs, does not say how many. It counts none: by the clock
 * a day on call at home would be 24 hours of work.
 */
export function hasNoPas({ startAt, endAt }: SessionSpan, element: ElementOption): boolean {
  const isWholeDays = [startAt, endAt].every((at) => londonMoment(at).minute === 0);
  return isWholeDays && element.default_basis === "fixed" && element.default_fixed_pa_units === null;
}

/** The times at which the plan has work of an element on a date. */
export function timesOn(plans: readonly PlanChoice[], ref: string, date: LondonDate): SessionSpan[] {
  const found = findElement(plans, ref);
  if (!found) return [];
  return (found.element.schedule ?? []).flatMap((row) => {
    const span = rowDates(row, found.plan.date_start, date, date).length > 0 ? spanOfRow(row, date) : null;
    return span ?? [];
  });
}

import { fallsInLeave } from "~/diary/leave/rules";
import { findElement } from "~/diary/sessions/element-choices";
import { overlaps } from "~/diary/sessions/times";
import { formatCounted, formatList } from "~/platform/time/counted";
import { shortDate } from "~/platform/time/dates";
import { londonMoment } from "~/platform/time/london";
import { type RotaCalendar, UNREAD } from "./calendar";
import type { Skipped, Step } from "./compare";
import { isLeaveKey, leaveSpanOf } from "./leave-steps";
import { hasNoPas } from "./planned-import";
import type { ComparedDiary } from "./queries.server";

/** What is to be known before an import, apart from its steps. */
export function notesOf(
  { unread, cancelled }: RotaCalendar,
  leftOut: Skipped & Record<"locked" | "overlapping", number>,
  steps: readonly Step[],
  diary: ComparedDiary,
): string[] {
  const events = (n: number, words: string, ofMany = words) =>
    n === 0 ? null : `${formatCounted(n, "event")} ${n === 1 ? words : ofMany}`;
  const kept = steps.filter(({ what }) => what === "kept").length;
  const added = steps.flatMap(({ what, key, planned }) =>
    what === "add" && planned && !isLeaveKey(key) ? [planned] : [],
  );
  const away = added.filter((span) => diary.leave.some((each) => fallsInLeave(span, each))).length;
  const going = new Set(
    steps.flatMap(({ what, session }) => (what === "delete" && session ? [session.unique_ref] : [])),
  );
  const leaveToAdd = steps.flatMap(({ what, key, planned }) =>
    what === "add" && planned && isLeaveKey(key) ? [leaveSpanOf(planned)] : [],
  );
  const inside = diary.sessions.filter(
    ({ unique_ref, start_at, end_at }) =>
      !going.has(unique_ref) && leaveToAdd.some((each) => fallsInLeave({ startAt: start_at, endAt: end_at }, each)),
  ).length;
  const withoutPas = added.filter((span) => {
    const found = findElement(diary.plans, span.element_ref);
    return found !== null && hasNoPas(span, found.element);
  }).length;
  const over = added.filter((span) => diary.sessions.some((each) => overlaps(each, span))).length;
  const knownKeys = new Set(diary.known.map(({ unique_ref }) => unique_ref));
  const cancelledUnknown = cancelled.filter(({ key }) => !knownKeys.has(key));
  const { zones, ...unreadEvents } = unread;
  return [
    events(leftOut.unchanged, "imported before and not changed since"),
    leftOut.locked > 0 &&
      `${formatCounted(leftOut.locked, "event is", "events are")} on days that you locked, and will not be imported. To import ${leftOut.locked === 1 ? "it" : "them"}, unlock these days in Reports first`,
    withoutPas > 0 &&
      `${formatCounted(withoutPas, "session")} to add ${withoutPas === 1 ? "lasts a whole day and counts" : "last whole days and count"} 0 PA: the element has no fixed PAs of a session. To count them, enter these in your job plan, then import the file`,
    over > 0 &&
      `${formatCounted(over, "session")} to add ${over === 1 ? "overlaps" : "overlap"} other sessions in your logbook`,
    away > 0 && `${formatCounted(away, "session")} to add ${away === 1 ? "falls" : "fall"} in your leave`,
    inside > 0 &&
      `${formatCounted(inside, "session")} in your logbook ${inside === 1 ? "falls" : "fall"} in leave to add, and will stay. If you will not do the work, delete the ${inside === 1 ? "session" : "sessions"} in your logbook`,
    kept > 0 &&
      `${formatCounted(kept, "session")} no longer in the file ${kept === 1 ? "has" : "have"} cases or fees and will stay. If you did not do the work, delete the ${kept === 1 ? "session" : "sessions"} in your logbook`,
    events(leftOut.overlapping, "left out: other leave of yours is on the same days"),
    events(
      leftOut.cancelled,
      "left out: you said that the session did not happen. To import it, mark the session as planned in your logbook first",
      "left out: you said that the sessions did not happen. To import them, mark the sessions as planned in your logbook first",
    ),
    calledOff(
      cancelledUnknown.filter(({ byTitle }) => byTitle),
      "its title says that it is cancelled",
      "their titles say that they are cancelled",
    ),
    calledOff(
      cancelledUnknown.filter(({ byTitle }) => !byTitle),
      "cancelled",
    ),
    events(
      leftOut.outside,
      "left out: no job plan has the element on that day. Import the file again once a plan has it",
      "left out: no job plan has their elements on those days. Import the file again once a plan has them",
    ),
    events(
      leftOut.untimed,
      "left out: all day, and the element has no times on that day",
      "left out: all day, and their elements have no times on those days",
    ),
    ...Object.entries(unreadEvents).map(([why, n]) => {
      return events(n, `left out: ${UNREAD[why as keyof typeof UNREAD]}`);
    }),
    events(zones, UNREAD.zones),
  ].filter((words) => typeof words === "string");
}

/** Most dates that a note lists. */
const MAX_DATES = 7;

function calledOff(events: RotaCalendar["cancelled"], why: string, ofMany = why): string | null {
  if (events.length === 0) return null;
  const dates = [...new Set(events.map(({ startAt }) => londonMoment(startAt).date))]
    .sort()
    .map((date) => shortDate(date));
  const when = dates.length > MAX_DATES ? `${dates[0]} to ${dates.at(-1)}` : formatList(dates);
  const advice = events.length === 1 ? "a session for it, delete it" : "sessions for them, delete them";
  return `${formatCounted(events.length, "event")} left out: ${events.length === 1 ? why : ofMany} (${when}). If your logbook has ${advice} in your logbook`;
}

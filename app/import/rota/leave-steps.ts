import { LEAVE_TYPES, type LeaveSpan, type LeaveTerms, MAX_LEAVE_DAYS } from "~/diary/leave/kinds";
import { sharesHalf } from "~/diary/leave/rules";
import type { SessionSpan } from "~/diary/sessions/times";
import { DAY_MS } from "~/platform/time/durations";
import { addDays, londonInstant, londonMoment } from "~/platform/time/london";
import type { RotaCalendar, RotaEvent } from "./calendar";
import { compareRota, type KnownEvent, type Step } from "./compare";
import { isLeaveChoice } from "./titles";

/** First character of the keys of leave: the same event may have been a session before, and is another event then. */
const LEAVE_MARK = "!";
const NOON_MINUTE = 12 * 60;
/** Half a day off may end so late after noon. */
const LATEST_MORNING_MINUTE = 13 * 60 + 30;

export function leaveKey(key: string): string {
  return LEAVE_MARK + key.slice(1);
}

export function isLeaveKey(key: string): boolean {
  return key.startsWith(LEAVE_MARK);
}

/** The name of a type of leave; null for an element. */
export function leaveName(choice: string): string | null {
  return isLeaveChoice(choice) ? LEAVE_TYPES[choice] : null;
}

/** The instants from which and to which a leave lasts: midnights, and noons of half days. */
function instantsOfLeave({ date_start, date_end, start_part, end_part }: LeaveSpan): SessionSpan {
  const isMorningEnd = end_part === "am" || (date_start === date_end && start_part === "am");
  return {
    startAt: londonInstant(date_start, start_part === "pm" ? NOON_MINUTE : 0),
    endAt: isMorningEnd ? londonInstant(date_end, NOON_MINUTE) : londonInstant(addDays(date_end, 1)),
  };
}

/** The leave that lasts between two of these instants. */
export function leaveSpanOf({ startAt, endAt }: SessionSpan): LeaveSpan {
  const [start, last] = [londonMoment(startAt), londonMoment(endAt - 1)];
  const [fromNoon, toNoon] = [start.minute >= NOON_MINUTE, last.minute < NOON_MINUTE];
  const isOneDay = start.date === last.date;
  return {
    ...{ date_start: start.date, date_end: last.date },
    start_part: fromNoon ? "pm" : isOneDay && toNoon ? "am" : "full",
    end_part: !isOneDay && toNoon ? "am" : "full",
  };
}

/** An event by the clock takes the halves of days in which it lies. */
function inHalfDays({ startAt, endAt }: RotaEvent): SessionSpan {
  const [start, last] = [londonMoment(startAt), londonMoment(endAt - 1)];
  const from = londonInstant(start.date, start.minute < NOON_MINUTE ? 0 : NOON_MINUTE);
  const noon = londonInstant(last.date, NOON_MINUTE);
  const isMorningEnd = last.minute < LATEST_MORNING_MINUTE && from < noon;
  return { startAt: from, endAt: isMorningEnd ? noon : londonInstant(addDays(last.date, 1)) };
}

/**
 * The leave of a calendar: its titles are types of leave, and days of one type that follow each other are one event.
 * @param choices by index of the title
 */
function leaveCalendar(calendar: RotaCalendar, choices: readonly string[]): RotaCalendar {
  const titles: string[] = [...new Set(choices.filter(isLeaveChoice))];
  const found = calendar.events.flatMap((event): RotaEvent[] => {
    const title = titles.indexOf(choices[event.title] ?? "");
    return title === -1 ? [] : [{ ...event, ...inHalfDays(event), key: leaveKey(event.key), title, allDay: true }];
  });
  const events: RotaEvent[] = [];
  for (const each of found.sort((one, other) => one.startAt - other.startAt)) {
    const before = events.find(({ title, endAt }) => title === each.title && each.startAt <= endAt);
    const endAt = Math.max(before?.endAt ?? 0, each.endAt);
    if (before && endAt - before.startAt <= MAX_LEAVE_DAYS * DAY_MS) before.endAt = endAt;
    else events.unshift(each);
  }
  const cancelled = calendar.cancelled.map((event) => ({ ...event, key: leaveKey(event.key) }));
  return { ...calendar, titles, events: events.reverse(), cancelled };
}

interface LeaveThere extends LeaveTerms {
  version: number;
}

/**
 * Compares the leave of a calendar with that of the diary, as sessions of which the element is the type of leave.
 * @param there leave in the diary, of any status but cancelled
 * @returns `overlapping`: the number of events that are left out, since other leave has one of their days
 */
export function compareLeave(
  calendar: RotaCalendar,
  choices: readonly string[],
  { known, there }: { known: readonly KnownEvent[]; there: readonly LeaveThere[] },
) {
  const own = leaveCalendar(calendar, choices);
  const sessions = there.map((leave) => {
    const { startAt: start_at, endAt: end_at } = instantsOfLeave(leave);
    const { unique_ref, type: element_ref, version } = leave;
    return { unique_ref, element_ref, start_at, end_at, version, holds: 0 };
  });
  const compared = compareRota(own, own.titles, { plans: [], known, sessions, cancellations: [] });
  const kept: Step[] = [];
  const going = new Set(
    compared.steps.flatMap(({ what, session }) => (what === "delete" && session ? [session.unique_ref] : [])),
  );
  for (const step of compared.steps) {
    const { what, planned, session } = step;
    // More days of leave than the rota has, entered by hand, are the same leave.
    const isCovered = what === "other times" && planned && session && covers(session, planned);
    if (isCovered) kept.push({ ...step, what: "already" });
    else if (!planned || what === "already" || what === "same") kept.push(step);
    else {
      const others = [
        ...there.filter(({ unique_ref }) => unique_ref !== session?.unique_ref && !going.has(unique_ref)),
        ...kept.flatMap((each) => (each.planned ? [leaveSpanOf(each.planned)] : [])),
      ];
      if (!others.some((other) => sharesHalf(other, leaveSpanOf(planned)))) kept.push(step);
    }
  }
  return { steps: kept, leftOut: compared.leftOut, overlapping: compared.steps.length - kept.length };
}

function covers(session: { start_at: number; end_at: number }, { startAt, endAt }: SessionSpan): boolean {
  return session.start_at <= startAt && session.end_at >= endAt;
}

import { addDays, daysBetween, type LondonDate, londonInstant, londonMoment } from "~/platform/time/london";
import type { Unread } from "../calendar";
import { isLeaveTitle } from "../titles";
import { type CalendarEvent, readEvent, type Window } from "./events.server";
import type { CalendarLines } from "./lines";
import { instantOf, type Moment } from "./moments.server";
import { type Budget, REPEATS_BUDGET, repeatMoments } from "./repeats.server";
import { fileZones } from "./zones.server";

/** One occurrence of an event. */
export interface Occurrence {
  /** The text of which its key is a hash. */
  name: string;
  title: string;
  startAt: number;
  endAt: number;
  allDay: boolean;
  /** What says that it does not take place; null if it does. */
  cancelled: CalendarEvent["cancelled"];
}

/** The occurrences of all events within the window, each with a unique name. */
export function occurrencesOf(
  { events, zones: described }: Pick<CalendarLines, "events" | "zones">,
  window: Window,
  unread: Unread,
): Occurrence[] {
  const zones = fileZones(described, window);
  const read = newestVersions(events.flatMap((lines) => readEvent(lines, zones, window, unread)));
  const dayOf = (moment: Moment) => londonMoment(instantOf(moment)).date;
  const replaced = new Set(read.flatMap(({ uid, instead }) => (instead ? [`${uid}/${dayOf(instead)}`] : [])));
  const changes = Map.groupBy(
    read.filter(({ forLater }) => forLater),
    ({ uid }) => uid,
  );
  const budget: Budget = { left: REPEATS_BUDGET };
  const found = read.flatMap((each): Occurrence[] => {
    if (each.instead) return [at(each, each.start.date, `${each.uid}/${dayOf(each.instead)}`)];
    if (each.rules.length === 0 && each.more.length === 0) return [at(each, each.start.date, each.uid)];
    const repeats = each.rules.map((rule) => repeatMoments(rule, each.start, window, budget));
    if (repeats.includes(null)) {
      unread.repeats += 1;
      return [];
    }
    const left = new Set(each.except.map((except) => (except.minute === null ? except.date : instantOf(except))));
    const first = each.rules.length === 0 ? [each.start] : [];
    const all = [...first, ...repeats.flatMap((moments) => moments ?? []), ...each.more.map((day) => timed(day, each))];
    const usual = [...new Map(all.map((moment) => [instantOf(moment), moment])).values()];
    return usual
      .filter((moment) => !left.has(moment.date) && !left.has(instantOf(moment)))
      .map((moment) => occurrenceOf(each, moment, `${each.uid}/${dayOf(moment)}`, changes.get(each.uid) ?? []))
      .filter(({ name }) => !replaced.has(name));
  });
  const near = found.flatMap(wholeDays).filter(({ startAt }) => {
    const { date } = londonMoment(startAt);
    return date >= window.from && date <= window.until;
  });
  return withUniqueNames(near);
}

/** A further day of an event, which has the event's time if it has none of its own. */
function timed(day: Moment, { start }: CalendarEvent): Moment {
  return day.minute === null ? { ...start, date: day.date } : day;
}

/**
 * @param changes events that replace a day of the series and all later ones, which move by as many days and have its
 * times
 */
function occurrenceOf(
  event: CalendarEvent,
  moment: Moment,
  name: string,
  changes: readonly CalendarEvent[],
): Occurrence {
  const before = changes.filter(({ instead }) => instead && instantOf(instead) <= instantOf(moment));
  const change = before.sort((one, other) => startOf(one) - startOf(other)).at(-1);
  if (change?.instead) {
    return at(change, addDays(moment.date, daysBetween(change.instead.date, change.start.date)), name);
  }
  const isUsual = instantOf(moment) === instantOf({ ...event.start, date: moment.date });
  return isUsual ? at(event, moment.date, name) : at({ ...event, start: moment, end: null }, moment.date, name);
}

function startOf({ instead, start }: CalendarEvent): number {
  return instantOf(instead ?? start);
}

function at(event: CalendarEvent, day: LondonDate, name: string): Occurrence {
  const { start, end, title, cancelled } = event;
  const startAt = instantOf({ ...start, date: day });
  // By the clock: a night in which the clocks change still ends at its usual hour.
  const endAt = end
    ? instantOf({ ...end, date: addDays(day, daysBetween(start.date, end.date)) })
    : startAt + event.lengthMs;
  const later = endAt > startAt ? endAt : startAt + event.lengthMs;
  return { name, title, startAt, endAt: later, allDay: start.minute === null, cancelled };
}

/**
 * Keeps the newest of several versions of one event in a file. Some programs give all events one UID: those are
 * distinguished by their day.
 */
function newestVersions(read: readonly CalendarEvent[]): CalendarEvent[] {
  const groups = new Map<string, CalendarEvent[]>();
  for (const each of read) {
    const name = `${each.uid}/${each.instead ? instantOf(each.instead) : ""}`;
    const group = groups.get(name);
    if (group) group.push(each);
    else groups.set(name, [each]);
  }
  return [...groups.values()].flatMap((group) => {
    const last = Math.max(...group.map(({ sequence }) => sequence));
    const kept = group.filter(({ sequence }) => sequence === last);
    if (kept.length === 1 || kept[0]?.instead) return kept.slice(0, 1);
    return kept.map((each) => ({ ...each, uid: `${each.uid}/${each.start.date}` }));
  });
}

/**
 * An event from midnight to midnight lasts whole days, however it is written. A week on call is seven days on call;
 * leave stays together.
 */
function wholeDays(found: Occurrence): Occurrence[] {
  const [start, end] = [londonMoment(found.startAt), londonMoment(found.endAt)];
  if (start.minute !== 0 || end.minute !== 0) return [found];
  const days = daysBetween(start.date, end.date);
  if (days === 1 || isLeaveTitle(found.title)) return [{ ...found, allDay: true }];
  return Array.from({ length: days }, (_, at) => {
    const date = addDays(start.date, at);
    const name = `${found.name}/${date}`;
    return { ...found, name, startAt: londonInstant(date), endAt: londonInstant(addDays(date, 1)), allDay: true };
  });
}

/** Occurrences with the same name, such as two lists on one day, get a number each. */
function withUniqueNames(found: readonly Occurrence[]): Occurrence[] {
  const seen = new Map<string, number>();
  return found.map((each) => {
    const before = seen.get(each.name) ?? 0;
    seen.set(each.name, before + 1);
    return before === 0 ? each : { ...each, name: `${each.name}#${before}` };
  });
}

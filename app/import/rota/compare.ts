import type { PlanChoice } from "~/diary/sessions/element-choices";
import { overlaps } from "~/diary/sessions/times";
import { londonMoment } from "~/platform/time/london";
import type { RotaCalendar } from "./calendar";
import { type PlannedImport, plannedImport } from "./planned-import";
import { LEAVE_OUT } from "./titles";

/** An event that was imported before, see `rotaEvents`. */
export interface KnownEvent {
  unique_ref: string;
  calendar_key: string;
  session_ref: string;
  element_ref: string;
  start_at: number;
  end_at: number;
  version: number;
}

/** A session as it is in the diary now. */
interface DiarySession {
  unique_ref: string;
  element_ref: string | null;
  start_at: number;
  end_at: number;
  version: number;
  /** Number of its cases and fees. */
  holds: number;
}

/**
 * What an event requires of the diary. Those in `QUESTION_KINDS` do nothing unless the user ticks them: the diary was changed by
 * hand, or had the work already.
 */
export type StepKind =
  | "add"
  | "change"
  | "delete"
  /** An equal session was in the diary before the rota was imported. */
  | "already"
  /** Its session is already as in the file, perhaps changed by hand. */
  | "same"
  /** It was imported, and its session was moved by hand; the file has moved it, too. */
  | "edited"
  /** It was imported, and its session was deleted by hand; the file has moved it. */
  | "deleted"
  /** A session of that element overlaps its times. */
  | "other times"
  /** It is no longer in the file, and its session was changed by hand. */
  | "gone"
  /** It was imported, and its title is left out now: it may say leave, or other work. */
  | "left out"
  /**
   * It is no longer in the file, and its session has cases or fees: the session stays, and is the user's own from now
   * on.
   */
  | "kept";

export const QUESTION_KINDS: readonly StepKind[] = ["edited", "deleted", "other times", "gone", "left out"];

export interface Step {
  what: StepKind;
  key: string;
  /** Null for an event that is no longer in the file. */
  planned: PlannedImport | null;
  known: KnownEvent | null;
  session: DiarySession | null;
}

/** Number of events that change nothing, by reason. */
export interface Skipped {
  /** The user chose to leave their title out. */
  chosen: number;
  /** No plan with that element is in force on their day. */
  outside: number;
  /** They last whole days, and their element has no times on them and is counted by the clock. */
  untimed: number;
  /** They have not changed since they were imported. */
  unchanged: number;
  /** The user said that the session of their element on their day did not happen. */
  cancelled: number;
}

interface Compared {
  steps: Step[];
  leftOut: Skipped;
}

interface Diary {
  /** Plans, with the times of their elements. */
  plans: readonly PlanChoice[];
  known: readonly KnownEvent[];
  sessions: readonly DiarySession[];
  /** Planned sessions that did not happen. */
  cancellations: readonly { element_ref: string; start_at: number }[];
}

/**
 * Compares a calendar with a diary.
 * @param choices by index of the title: an element's reference, or `LEAVE_OUT`
 */
export function compareRota(calendar: RotaCalendar, choices: readonly string[], diary: Diary): Compared {
  const leftOut: Skipped = { chosen: 0, outside: 0, untimed: 0, unchanged: 0, cancelled: 0 };
  const sessions = new Map(diary.sessions.map((session) => [session.unique_ref, session]));
  const known = new Map(diary.known.map((event) => [event.unique_ref, event]));
  const gone = removedEvents(calendar, diary.known);
  const steps: Step[] = [];
  const fresh: New[] = [];
  for (const event of calendar.events) {
    const planned = plannedImport(event, choices[event.title] ?? LEAVE_OUT, diary.plans);
    const before = known.get(event.key);
    if (typeof planned === "string") {
      const session = sessions.get(before?.session_ref ?? "");
      if (planned === "chosen" && before && session) {
        const what = session.holds > 0 ? "kept" : "left out";
        steps.push({ what, key: event.key, planned: null, known: before, session });
      } else leftOut[planned] += 1;
    } else if (!before) {
      fresh.push({ key: event.key, planned });
    } else {
      const step = stepOfKnown(event.key, planned, before, sessions.get(before.session_ref) ?? null);
      if (step === null) leftOut.unchanged += 1;
      else steps.push(step);
    }
  }
  const { made: all, taken } = stepsOfNew(fresh, gone, diary);
  const made = withoutCancelled(all, diary.cancellations);
  leftOut.cancelled = all.length - made.length;
  return { steps: [...steps, ...made, ...gone.map((event) => stepOfRemoved(event, taken, sessions))], leftOut };
}

function isSame(
  one: { element_ref: string | null; start_at: number; end_at: number },
  { element_ref, startAt, endAt }: PlannedImport,
) {
  return one.element_ref === element_ref && one.start_at === startAt && one.end_at === endAt;
}

function asImported(session: DiarySession, { element_ref, start_at, end_at }: KnownEvent): boolean {
  return isSame(session, { element_ref, startAt: start_at, endAt: end_at });
}

/** @returns null when the file has not changed the event since its import, whatever happened to its session */
function stepOfKnown(
  key: string,
  planned: PlannedImport,
  known: KnownEvent,
  session: DiarySession | null,
): Step | null {
  if (isSame(known, planned)) return null;
  const step = { key, planned, known, session };
  if (!session) return { ...step, what: "deleted" };
  if (isSame(session, planned)) return { ...step, what: "same" };
  return { ...step, what: asImported(session, known) ? "change" : "edited" };
}

/** An event that was not imported before. */
interface New {
  key: string;
  planned: PlannedImport;
}

/**
 * Matches new events with overlapping sessions of their element: those that no other event has, or whose event is no
 * longer in the file, as when a program gives new UIDs. Sessions with exactly the same times are matched first.
 * @returns `taken`: the sessions that were matched
 */
function stepsOfNew(fresh: readonly New[], gone: readonly KnownEvent[], { known, sessions }: Diary) {
  const left = new Map(gone.map((event) => [event.session_ref, event]));
  const held = new Set(known.map(({ session_ref }) => session_ref));
  const free = sessions.filter(({ unique_ref }) => left.has(unique_ref) || !held.has(unique_ref));
  const taken = new Set<string>();
  const take = ({ planned }: New, fits: (session: DiarySession) => boolean) => {
    const found = free.find(
      (each) => each.element_ref === planned.element_ref && !taken.has(each.unique_ref) && fits(each),
    );
    if (found) taken.add(found.unique_ref);
    return found ?? null;
  };
  const exact = fresh.map((event) => take(event, (session) => isSame(session, event.planned)));
  const made = fresh.map((event, place): Step => {
    const { key, planned } = event;
    const step = { key, planned, known: null };
    const same = exact[place] ?? null;
    if (same) return { ...step, what: "already", session: same };
    const session = take(event, (each) => overlaps(each, planned));
    if (!session) return { ...step, what: "add", session };
    const before = left.get(session.unique_ref);
    if (!before) return { ...step, what: "other times", session };
    return { ...step, what: asImported(session, before) ? "change" : "edited", session };
  });
  return { made, taken };
}

/** Removes the sessions that the user said did not happen: each is one of its element on its day. */
function withoutCancelled(steps: readonly Step[], cancellations: Diary["cancellations"]): Step[] {
  const left = cancellations.map(({ element_ref, start_at }) => `${element_ref} ${londonMoment(start_at).date}`);
  return steps.filter(({ what, planned }) => {
    const place =
      what === "add" && planned ? left.indexOf(`${planned.element_ref} ${londonMoment(planned.startAt).date}`) : -1;
    if (place !== -1) left.splice(place, 1);
    return place === -1;
  });
}

/** Events that were in the calendar before, on days that it covers, and are no longer in it: first to last. */
function removedEvents(calendar: RotaCalendar, known: readonly KnownEvent[]): KnownEvent[] {
  const there = new Set(calendar.events.map(({ key }) => key));
  const cancelled = new Set(calendar.cancelled.map(({ key }) => key));
  const { key: calendarKey, first, last } = calendar;
  const gone = known.filter(({ unique_ref, calendar_key, start_at }) => {
    if (there.has(unique_ref)) return false;
    if (cancelled.has(unique_ref)) return true;
    const { date } = londonMoment(start_at);
    return calendar_key === calendarKey && date >= first && date <= last;
  });
  return gone.sort((one, other) => one.start_at - other.start_at);
}

/** @param taken sessions that were matched with another event: nothing happens to them here */
function stepOfRemoved(
  event: KnownEvent,
  taken: ReadonlySet<string>,
  sessions: ReadonlyMap<string, DiarySession>,
): Step {
  const session = taken.has(event.session_ref) ? null : (sessions.get(event.session_ref) ?? null);
  return { what: removalKind(event, session), key: event.unique_ref, planned: null, known: event, session };
}

function removalKind(event: KnownEvent, session: DiarySession | null): StepKind {
  if (!session) return "delete";
  if (session.holds > 0) return "kept";
  return asImported(session, event) ? "delete" : "gone";
}

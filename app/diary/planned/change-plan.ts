import type { ChangedLine } from "~/planning/job-plans/change-form";
import type { ElementWithTimes } from "~/planning/job-plans/queries.server";
import { isSameSchedule, notAfter, type PlanDates, rowDates, type ScheduleRow } from "~/planning/job-plans/schedule";
import type { ElementToAdd } from "~/planning/job-plans/templates";
import { addDays, type LondonDate, laterOf, londonMoment, mondayOf } from "~/platform/time/london";
import {
  type DiaryChoice,
  type DiaryLine,
  diaryLines,
  type FilledElement,
  spanOfRow,
  type TaggedRow,
  type TaggedSession,
} from "./plan-diary";

/** A diary that is filled to within these days of its plan's end is filled to the end. */
const NEAR_END_DAYS = 28;

/** A session of the changed plan's elements, from the day of the change on. */
export interface HeldSession extends TaggedSession {
  end_at: number;
  /**
   * It has begun, has cases or fees, or is not one of a series, so that the user entered it on purpose: it stays as it
   * is, whatever becomes of its element.
   */
  isFixed: boolean;
}

/** An element of the plan that follows. */
export interface NextElement extends FilledElement {
  toAdd: ElementToAdd & { ref: string };
  /** The element that it goes on from; null for a new one. */
  origin: string | null;
  hasNewTimes: boolean;
}

/**
 * The elements of the plan that follows: those that are kept, with their new times and PAs, and the added ones. One that
 * no line names goes on as it is.
 * @param makeRef makes the reference of a new row
 */
export function nextElements(
  elements: readonly ElementWithTimes[],
  { lines, added }: { lines: readonly ChangedLine[]; added: readonly (ElementToAdd | null)[] },
  makeRef: () => string,
): NextElement[] {
  const kept = elements
    .filter(({ active }) => active)
    .flatMap((element) => {
      const line = lines.find(({ ref }) => ref === element.unique_ref) ?? { ...element, keep: true };
      if (!line.keep) return [];
      const { stated_pa_units, schedule } = line;
      return [
        copyOf({ ...element, stated_pa_units }, schedule, !isSameSchedule(element.schedule, schedule), makeRef()),
      ];
    });
  const fresh = added
    .filter((each) => each !== null)
    .map(({ element, schedule }) => ({
      ...copyOf({ ...element, unique_ref: "", active: true }, schedule, true, makeRef()),
      origin: null,
    }));
  return [...kept, ...fresh];
}

type Copied = ElementToAdd["element"] & { unique_ref: string; active: boolean };

function copyOf(element: Copied, schedule: ScheduleRow[], hasNewTimes: boolean, ref: string): NextElement {
  const columns = { ...element, schedule, unique_ref: ref };
  return { ...columns, toAdd: { element, schedule, ref }, origin: element.unique_ref, hasNewTimes };
}

interface Placed {
  session: HeldSession;
  element: NextElement | undefined;
  /** The new plan has it as it stands, or it is fixed and stays as it is. */
  fits: boolean;
}

/**
 * The element that takes a session over: the one that its own goes on as, by origin or by name and kind of work; where
 * that has other times now, or does not go on, one of the same kind of work with a new time that is the session's.
 */
function placeOf(session: HeldSession, next: readonly NextElement[], plan: PlanDates): Placed {
  const own = successorOf(session, next);
  if (own && (session.isFixed || !own.hasNewTimes || isAtTime(own, session, plan)))
    return { session, element: own, fits: true };
  const alike = next.find(
    (each) => each.category === session.category && each.hasNewTimes && isAtTime(each, session, plan),
  );
  return { session, element: alike ?? own, fits: alike !== undefined || session.isFixed };
}

/** The element that that of a session, or of one that did not happen, goes on as: a copy, or a new one of its name. */
export function successorOf(
  { element_ref, element, category }: Pick<TaggedRow, "element_ref" | "element" | "category">,
  next: readonly NextElement[],
): NextElement | undefined {
  const isNamed = (each: NextElement) => each.description.toLowerCase() === element.toLowerCase();
  return (
    next.find(({ origin }) => origin === element_ref) ??
    next.find((each) => each.category === category && isNamed(each))
  );
}

function isAtTime({ schedule }: NextElement, { start_at, end_at }: HeldSession, plan: PlanDates): boolean {
  const { date } = londonMoment(start_at);
  return schedule.some((row) => {
    const span = rowDates(row, plan.date_start, date, date).length > 0 ? spanOfRow(row, date) : null;
    return span?.startAt === start_at && span.endAt === end_at;
  });
}

/**
 * What a change does to the sessions from its first day on. Each of them is in one of `moved`, `gone` and `archived`;
 * but those after the last day of the new plan keep their element, unless they are `gone`.
 */
export interface ChangeEffect {
  moved: { element: NextElement; sessions: HeldSession[] }[];
  /** Planned sessions for which the new plan has no time or no day, by their element. */
  gone: { ref: string; description: string; sessions: HeldSession[]; isRemoved: boolean }[];
  /** What stays of elements that do not go on: the new plan has these archived, so that their sessions count as done. */
  archived: { ref: string; sessions: HeldSession[] }[];
  /** The sessions of new and changed times that are made. */
  lines: DiaryLine[];
}

interface ChangedDiary extends Omit<Parameters<typeof diaryLines>[0], "elements"> {
  next: readonly NextElement[];
  held: readonly HeldSession[];
  /** Elements whose planned sessions stay although the new plan has no time for them. */
  staying: readonly string[];
  today: LondonDate;
}

export function changeEffect({ next, held, staying, today, ...diary }: ChangedDiary): ChangeEffect {
  const { plan, there } = diary;
  const [within, after] = [held.filter((each) => !isAfter(each, plan)), held.filter((each) => isAfter(each, plan))];
  const placed = within.map((session) => placeOf(session, next, plan));
  const isRemoved = ({ fits, session }: Placed) => !fits && !staying.includes(session.element_ref);
  const stays = placed.filter((each) => !isRemoved(each));
  const moved = next.flatMap((element) => {
    const sessions = stays.filter((each) => each.element === element).map(({ session }) => session);
    return sessions.length > 0 ? [{ element, sessions }] : [];
  });
  const unplaced = placed.filter(({ fits }) => !fits).map(({ session }) => session);
  const lost = [...unplaced, ...after.filter(({ isFixed }) => !isFixed)];
  const gone = [...Map.groupBy(lost, ({ element_ref }) => element_ref)].map(([ref, sessions]) => ({
    ...{ ref, sessions, description: sessions[0]?.element ?? "", isRemoved: !staying.includes(ref) },
  }));
  const homeless = stays.filter(({ element }) => element === undefined).map(({ session }) => session);
  const archived = [...Map.groupBy(homeless, ({ element_ref }) => element_ref)].map(([ref, sessions]) => ({
    ref,
    sessions,
  }));
  const refs = new Set(held.map(({ unique_ref }) => unique_ref));
  const taken = moved.flatMap(({ element, sessions }) =>
    sessions.map((session) => ({ ...session, ...plan, element: element.description, element_ref: element.unique_ref })),
  );
  const rest = there.filter(({ unique_ref }) => !refs.has(unique_ref));
  const choice = fillChoice(plan, next, held, today);
  const lines = choice ? diaryLines({ ...diary, elements: next, there: [...rest, ...taken] }, choice) : [];
  const others = new Set(stays.filter(isAtOtherTime).map(({ session, element }) => dayKey(element, session.start_at)));
  return { moved, gone, archived, lines: lines.map((line) => withoutDays(line, others)) };
}

function isAfter({ start_at }: HeldSession, { date_end }: PlanDates): boolean {
  return date_end !== null && londonMoment(start_at).date > date_end;
}

/** Whether it stays at a time that its element need not have. */
function isAtOtherTime({ session, fits }: Placed): boolean {
  return session.isFixed || !fits;
}

function dayKey(element: Pick<FilledElement, "unique_ref"> | undefined, startAt: number): string {
  return `${element?.unique_ref}/${londonMoment(startAt).date}`;
}

function withoutDays(line: DiaryLine, days: ReadonlySet<string>): DiaryLine {
  return { ...line, spans: line.spans.filter(({ startAt }) => !days.has(dayKey(line.element, startAt))) };
}

/** New and changed times are filled as far as the old plan's were; null for a diary that holds nothing planned. */
function fillChoice(
  plan: PlanDates,
  next: readonly NextElement[],
  held: readonly HeldSession[],
  today: LondonDate,
): DiaryChoice | null {
  const planned = held.filter(({ isFixed }) => !isFixed).map(({ start_at }) => start_at);
  if (planned.length === 0) return null;
  const last = londonMoment(planned.reduce((one, other) => Math.max(one, other))).date;
  const { date_start, date_end } = plan;
  const isToEnd = date_end !== null && last >= addDays(date_end, -NEAR_END_DAYS);
  return {
    from: laterOf(date_start, today),
    until: isToEnd ? date_end : notAfter(plan, addDays(mondayOf(last), 6)),
    ...{ skip_bank_holidays: true, skip_leave: true },
    element_refs: next.filter(({ hasNewTimes }) => hasNewTimes).map(({ unique_ref }) => unique_ref),
  };
}

import { fallsInLeave, type ShownLeave } from "~/diary/leave/rules";
import type { Category } from "~/planning/job-plans/elements";
import { bankCalendarOf, rulesOfElement, rulesWithin } from "~/planning/job-plans/pa-rules";
import { includesDate } from "~/planning/job-plans/plan-dates";
import type { ElementWithTimes } from "~/planning/job-plans/queries.server";
import {
  aYearAfter,
  formatRow,
  occurrencesBetween,
  type PlanDates,
  rowDates,
  type ScheduleRow,
} from "~/planning/job-plans/schedule";
import type { JobPlan, JobPlanElement } from "~/planning/job-plans/table.server";
import { longDate } from "~/platform/time/dates";
import { addDays, type LondonDate, londonMoment, londonToday } from "~/platform/time/london";
import { MAX_SERIES_SESSIONS, withoutBankHolidays } from "../series/recurrence";
import { columnsWithPas } from "../sessions/columns-of-answers.server";
import type { SessionColumns } from "../sessions/queries.server";
import { sessionCount } from "../sessions/sentences";
import type { SessionSpan } from "../sessions/times";
import { hasTimes, instantsOf, startingOn, unmatchedTimes } from "../sessions/week-due";

/** The most sessions that are made from a plan at once. */
const MAX_NEW_SESSIONS = 2_000;

/** The user's choices on the page that makes sessions from a plan. */
export interface DiaryChoice {
  from: LondonDate;
  until: LondonDate;
  skip_bank_holidays: boolean;
  skip_leave: boolean;
  /** References of the chosen elements. */
  element_refs: readonly string[];
}

/** A session, or a planned one that did not happen, with the element of any of the user's plans that it is tagged with. */
export interface TaggedRow extends PlanDates {
  element_ref: string;
  start_at: number;
  element: string;
  category: Category;
}

export interface TaggedSession extends TaggedRow {
  unique_ref: string;
  version: number;
  recurring_uuid: string | null;
}

/** The columns of a plan, and of an element, that its sessions are made from. */
type FilledPlan = Pick<JobPlan, "date_start" | "date_end" | "pa_rules">;
export type FilledElement = TakenFrom &
  Pick<ElementWithTimes, "description" | "category" | "active" | "pattern" | "schedule" | "counting">;

/** One line of an element's times, which makes one series. */
export interface DiaryLine {
  element: FilledElement;
  when: string;
  spans: SessionSpan[];
  skipped: LondonDate[];
  /** Days of leave that were left out. */
  away: LondonDate[];
  /** Days on which it did not happen. */
  cancelled: LondonDate[];
  /** How many of its sessions exist already, with the same start and the same kind of work. */
  already: number;
  /** Those of them whose own plan does not cover their day: they become sessions of this element. */
  moved: TaggedSession[];
  /** The series of those existing sessions, which the new ones join; null: they form a new series. */
  series: string | null;
}

/** The elements of a plan whose sessions at fixed times are logged. */
export function timedElements<Element extends Pick<FilledElement, "active" | "pattern" | "schedule" | "counting">>(
  elements: readonly Element[],
): Element[] {
  return elements.filter((element) => hasTimes(element) && element.counting !== "as_planned");
}

/**
 * The choices that the page starts with: from today on, or from the plan's start if it is over or has not begun, to its
 * end.
 */
export function usualChoice(plan: JobPlan, elements: readonly ElementWithTimes[], now: number): DiaryChoice {
  const today = londonToday(now);
  const over = plan.date_end !== null && plan.date_end < today;
  const from = over || today < plan.date_start ? plan.date_start : today;
  const refs = timedElements(elements).map(({ unique_ref }) => unique_ref);
  return { from, until: lastDate(plan, from), skip_bank_holidays: true, skip_leave: true, element_refs: refs };
}

function lastDate(plan: JobPlan, from: LondonDate): LondonDate {
  return plan.date_end ?? addDays(aYearAfter(from), -1);
}

/** Errors in a choice, by field name; empty when there are none. */
export function choiceErrors(plan: JobPlan, elements: readonly ElementWithTimes[], choice: DiaryChoice) {
  const errors: Record<string, string> = {};
  const { from, until } = choice;
  const last = lastDate(plan, from);
  if (from < plan.date_start) errors.from = `Enter a date from ${longDate(plan.date_start)} on, when the plan starts`;
  else if (from > last) errors.from = `Enter a date up to ${longDate(last)}, when the plan ends`;
  else if (until < from) errors.until = "Enter a date on or after the first date";
  else if (until > last) {
    const why = plan.date_end ? "when the plan ends" : "a year on: the plan has no end";
    errors.until = `Enter a date up to ${longDate(last)}, ${why}`;
  }
  const refs = timedElements(elements).map(({ unique_ref }) => unique_ref);
  if (!choice.element_refs.some((ref) => refs.includes(ref))) errors.element_refs = "Choose at least one element";
  return errors;
}

/**
 * The input for making a diary: a plan, its elements, the sessions of any plan that exist on its days, and the leave of
 * these days.
 */
interface PlanWithSessions {
  plan: FilledPlan;
  elements: readonly FilledElement[];
  there: readonly TaggedSession[];
  /** Planned sessions that did not happen. */
  cancelled: readonly TaggedRow[];
  leave: readonly ShownLeave[];
}

/** A row as one of an element of this plan; `replaced` is the row as it is stored, if it has another element. */
type RowOfPlan<Row> = Row & { replaced: Row | null };

/**
 * The rows with the elements of this plan: one that has another element counts for the element that has the same kind of
 * work at the same time, so that a plan that follows another does not repeat its sessions.
 */
function ofThisPlan<Row extends TaggedRow>(
  { plan, elements }: Pick<PlanWithSessions, "plan" | "elements">,
  rows: readonly Row[],
): RowOfPlan<Row>[] {
  const timed = timedElements(elements);
  const own = new Set(timed.map(({ unique_ref }) => unique_ref));
  return rows.map((row) => {
    if (own.has(row.element_ref)) return { ...row, replaced: null };
    const { date } = londonMoment(row.start_at);
    const isAtTime = (times: ScheduleRow) =>
      rowDates(times, plan.date_start, date, date).length > 0 && spanOfRow(times, date)?.startAt === row.start_at;
    const alike = timed.filter(({ category, schedule }) => category === row.category && schedule.some(isAtTime));
    const element = alike.find(({ description }) => description === row.element) ?? alike[0];
    return { ...row, element_ref: element?.unique_ref ?? row.element_ref, replaced: row };
  });
}

/** The sessions that a choice would make: a line for each row of the elements' times. */
export function diaryLines(whole: PlanWithSessions, choice: DiaryChoice): DiaryLine[] {
  const { plan, elements } = whole;
  const there = ofThisPlan(whole, whole.there);
  const cancelled = ofThisPlan(whole, whole.cancelled);
  // A time that has both is answered by the plan's own session.
  const ownLast = there.toSorted((one, other) => Number(one.replaced === null) - Number(other.replaced === null));
  const known = new Map(ownLast.map((session) => [`${session.element_ref}/${session.start_at}`, session]));
  return timedElements(elements)
    .filter(({ unique_ref }) => choice.element_refs.includes(unique_ref))
    .flatMap((element) => {
      const times = cancelledTimes({ ...whole, there, cancelled }, element);
      return element.schedule.map((row) => lineOf(plan, element, row, { ...whole, known, cancelled: times }, choice));
    });
}

/** The times of an element that did not happen, as `2026-11-17/480`: those that the diary shows as such. */
function cancelledTimes({ plan, there, cancelled }: PlanWithSessions, { unique_ref, schedule }: FilledElement) {
  const own = cancelled.filter(({ element_ref }) => element_ref === unique_ref);
  const dates = [...new Set(own.map(({ start_at }) => londonMoment(start_at).date))];
  const rows = schedule.map((row) => ({ ...row, element_ref: unique_ref }));
  const times = dates.flatMap((date) => {
    const due = occurrencesBetween(rows, plan, date, date);
    return unmatchedTimes(due, startingOn(there, date), startingOn(own, date)).cancelled;
  });
  return new Set(times.map(({ row, date }) => `${date}/${row.start_minute}`));
}

interface KnownDays {
  known: ReadonlyMap<string, RowOfPlan<TaggedSession>>;
  cancelled: ReadonlySet<string>;
  leave: readonly ShownLeave[];
}

function lineOf(
  plan: FilledPlan,
  element: FilledElement,
  row: ScheduleRow,
  { known, cancelled, leave }: KnownDays,
  choice: DiaryChoice,
): DiaryLine {
  const all = rowDates(row, plan.date_start, choice.from, choice.until);
  const calendar = choice.skip_bank_holidays ? bankCalendarOf(plan.pa_rules) : null;
  const { dates, skipped } = withoutBankHolidays(all, calendar);
  const none = { spans: [], away: [], cancelled: [], already: 0, moved: [], series: null };
  const line: DiaryLine = { element, when: formatRow(row), skipped, ...none };
  for (const date of dates) {
    const span = spanOfRow(row, date);
    const found = span && known.get(`${element.unique_ref}/${span.startAt}`);
    if (found) {
      line.already += 1;
      const { replaced } = found;
      const isLeftBehind = replaced !== null && !includesDate(replaced, date);
      if (isLeftBehind) line.moved.push(replaced);
      if (replaced === null || isLeftBehind) line.series = found.recurring_uuid ?? line.series;
    } else if (cancelled.has(`${date}/${row.start_minute}`)) {
      line.cancelled.push(date);
    } else if (span && choice.skip_leave && leave.some((each) => fallsInLeave(span, each))) {
      line.away.push(date);
    } else if (span) {
      line.spans.push(span);
    }
  }
  return line;
}

/**
 * The instants of a row on a date. A start that the clocks skip becomes an hour later; null if that is not before the
 * end.
 */
export function spanOfRow(row: ScheduleRow, date: LondonDate): SessionSpan | null {
  const span = instantsOf({ row, date });
  return span.endAt > span.startAt ? span : null;
}

export function countOf(lines: readonly DiaryLine[]): number {
  return lines.reduce((sum, { spans }) => sum + spans.length, 0);
}

export function movedBy(lines: readonly DiaryLine[]): TaggedSession[] {
  return lines.flatMap(({ moved }) => moved);
}

/** Error when there are too many sessions to make at once; null when there are not. */
export function tooMany(lines: readonly DiaryLine[]): string | null {
  const sessions = countOf(lines);
  const longest = Math.max(0, ...lines.map(({ spans }) => spans.length));
  if (sessions <= MAX_NEW_SESSIONS && longest <= MAX_SERIES_SESSIONS) return null;
  const why =
    longest > MAX_SERIES_SESSIONS
      ? `These dates make a series of ${longest} sessions, and one can have ${MAX_SERIES_SESSIONS} at most`
      : `These dates make ${sessions} sessions, and ${MAX_NEW_SESSIONS} can be made at once`;
  return `${why}. Enter an earlier last date, and make the rest afterwards`;
}

type TakenFrom = Pick<
  JobPlanElement,
  "unique_ref" | "location" | "default_basis" | "default_fixed_pa_units" | "custom_minutes_per_pa"
>;

/** Returns the columns of a session: times of the plan, basis and site of its element, rules of the plan. */
export function columnsOf(plan: Pick<JobPlan, "pa_rules">, element: TakenFrom, span: SessionSpan): SessionColumns {
  const rules = rulesWithin(rulesOfElement(plan.pa_rules, element.custom_minutes_per_pa), span.startAt, span.endAt);
  const fixed = element.default_basis === "fixed" ? element.default_fixed_pa_units : null;
  return columnsWithPas(span, {
    element_ref: element.unique_ref,
    work_kind: null,
    site: element.location,
    // A fixed basis without an allocation has no PAs to count.
    pa_basis: fixed === null ? "time_calculated" : "fixed",
    fixed_pa_units: fixed,
    pa_rules: rules,
  });
}

/** A line as a page shows it. */
export type ShownLine = ReturnType<typeof shownLine>;

export function shownLine({ element, when, spans, skipped, away, cancelled, already, moved }: DiaryLine) {
  const dates = spans.map(({ startAt }) => londonMoment(startAt).date);
  return { element: element.description, when, dates, skipped, away, cancelled, already, moved: moved.length };
}

/** The sessions that a choice makes, for the page and for the button that makes exactly these. */
export interface ShownDiary {
  lines: ShownLine[];
  /** How many it makes or moves, and a hash of them, such as `3.` and the hash: the form sends it back for these. */
  shown: string;
}

/**
 * The error when these are not the sessions that were shown.
 * @param shown from the page, see `ShownDiary`
 */
export function changedMessage({ shown: now, lines }: ShownDiary, shown: string): string {
  const [count, before] = [Number.parseInt(now, 10), Number.parseInt(shown, 10) || 0];
  if (count === 0) {
    const isCancelled = lines.some(({ cancelled }) => cancelled.length > 0);
    return `Nothing was added: all these sessions are already in your logbook${isCancelled ? " or did not happen" : ""}`;
  }
  const make = lines.some(({ moved }) => moved > 0) ? "make or move" : "make";
  const why =
    count === before
      ? `these choices ${make} sessions on other dates or of other elements than were shown`
      : `these choices ${make} ${sessionCount(count)} now, where ${before || "none"} were shown`;
  return `Nothing was added yet: ${why}. Check the dates below, then press the button again`;
}

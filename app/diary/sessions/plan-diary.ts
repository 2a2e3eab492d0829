import { type Away, fallsInLeave } from "~/diary/leave/rules";
import { bankCalendarOf, rulesOfElement, rulesWithin } from "~/planning/job-plans/pa-rules";
import type { ElementWithTimes } from "~/planning/job-plans/queries.server";
import { aYearAfter, formatRow, rowDates, type ScheduleRow } from "~/planning/job-plans/schedule";
import type { JobPlan, JobPlanElement } from "~/planning/job-plans/table.server";
import { longDate } from "~/platform/time/dates";
import { addDays, type LondonDate, londonMoment, londonToday } from "~/platform/time/london";
import { valuedAt } from "./decide.server";
import type { SessionColumns } from "./queries.server";
import { SERIES_MOST, withoutBankHolidays } from "./recurrence";
import type { SessionSpan } from "./times";
import { instantsOf } from "./week-due";

/** The most sessions that are made from a plan at once. */
const DIARY_MOST = 2_000;

/** What somebody asked for. */
export interface DiaryChoice {
  from: LondonDate;
  until: LondonDate;
  skip_bank_holidays: boolean;
  skip_leave: boolean;
  /** Their references. */
  element_refs: readonly string[];
}

/** A session that is there. */
export interface TaggedSession {
  element_ref: string | null;
  start_at: number;
  recurring_uuid: string | null;
}

/** One line of an element's times, which makes one series. */
export interface DiaryLine {
  element: ElementWithTimes;
  when: string;
  spans: SessionSpan[];
  skipped: LondonDate[];
  /** Days of leave that were left out. */
  away: LondonDate[];
  /** How many of its sessions are there, by the same element and start. */
  already: number;
  /** The series that those belong to, which the new ones join. */
  series: string | null;
}

/** The elements of a plan that have times of their own. */
export function timedElements(elements: readonly ElementWithTimes[]): ElementWithTimes[] {
  return elements.filter(({ active, pattern, schedule }) => active && pattern === "fixed_times" && schedule.length > 0);
}

/** What the page of a plan's diary begins with: from today on, where the plan is not over, to its end. */
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

/** What is wrong with a choice, by field name; empty when nothing is. */
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

/** What a diary is made of: a plan, its elements, what of them is in the diary already, and the leave of its days. */
interface PlanAtHand {
  plan: JobPlan;
  elements: readonly ElementWithTimes[];
  there: readonly TaggedSession[];
  leave: readonly Away[];
}

/** The sessions that a choice would make, in one line for each of the elements' times. */
export function diaryLines({ plan, elements, there, leave }: PlanAtHand, choice: DiaryChoice): DiaryLine[] {
  const known = new Map(there.map((session) => [`${session.element_ref}/${session.start_at}`, session]));
  return timedElements(elements)
    .filter(({ unique_ref }) => choice.element_refs.includes(unique_ref))
    .flatMap((element) => element.schedule.map((row) => lineOf(plan, element, row, known, leave, choice)));
}

function lineOf(
  plan: JobPlan,
  element: ElementWithTimes,
  row: ScheduleRow,
  known: ReadonlyMap<string, TaggedSession>,
  leave: readonly Away[],
  choice: DiaryChoice,
): DiaryLine {
  const all = rowDates(row, plan.date_start, choice.from, choice.until);
  const calendar = choice.skip_bank_holidays ? bankCalendarOf(plan.pa_rules) : null;
  const { dates, skipped } = withoutBankHolidays(all, calendar);
  const line: DiaryLine = { element, when: formatRow(row), spans: [], skipped, away: [], already: 0, series: null };
  for (const date of dates) {
    const span = spanOfRow(row, date);
    const found = span && known.get(`${element.unique_ref}/${span.startAt}`);
    if (found) {
      line.already += 1;
      line.series = found.recurring_uuid ?? line.series;
    } else if (span && choice.skip_leave && leave.some((each) => fallsInLeave(span, each))) {
      line.away.push(date);
    } else if (span) {
      line.spans.push(span);
    }
  }
  return line;
}

/** A start that the clocks skip moves an hour on; null where that passes the end. */
export function spanOfRow(row: ScheduleRow, date: LondonDate): SessionSpan | null {
  const span = instantsOf({ row, date });
  return span.endAt > span.startAt ? span : null;
}

export function countOf(lines: readonly DiaryLine[]): number {
  return lines.reduce((sum, { spans }) => sum + spans.length, 0);
}

/** Why so many sessions cannot be made at once; null when they can. */
export function tooMany(lines: readonly DiaryLine[]): string | null {
  const sessions = countOf(lines);
  const longest = Math.max(0, ...lines.map(({ spans }) => spans.length));
  if (sessions <= DIARY_MOST && longest <= SERIES_MOST) return null;
  const why =
    longest > SERIES_MOST
      ? `These dates make a series of ${longest} sessions, and one can have ${SERIES_MOST} at most`
      : `These dates make ${sessions} sessions, and ${DIARY_MOST} can be made at once`;
  return `${why}. Enter an earlier last date, and make the rest afterwards`;
}

type TakenFrom = Pick<
  JobPlanElement,
  "unique_ref" | "location" | "default_basis" | "default_fixed_pa_units" | "custom_minutes_per_pa"
>;

/** What the row of a session holds: times of the plan, basis and site of its element, rules of the plan. */
export function columnsOf(plan: Pick<JobPlan, "pa_rules">, element: TakenFrom, span: SessionSpan): SessionColumns {
  const rules = rulesWithin(rulesOfElement(plan.pa_rules, element.custom_minutes_per_pa), span.startAt, span.endAt);
  const fixed = element.default_basis === "fixed" ? element.default_fixed_pa_units : null;
  return valuedAt(span, {
    element_ref: element.unique_ref,
    site: element.location,
    // Fixed without an allocation has nothing to count.
    pa_basis: fixed === null ? "time_calculated" : "fixed",
    fixed_pa_units: fixed,
    pa_rules: rules,
  });
}

/** What a page shows of a line. */
export type ShownLine = ReturnType<typeof shownLine>;

export function shownLine({ element, when, spans, skipped, away, already }: DiaryLine) {
  const dates = spans.map(({ startAt }) => londonMoment(startAt).date);
  return { element: element.description, when, dates, skipped, away, already };
}

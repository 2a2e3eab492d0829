import { workKind } from "~/diary/fees/kinds";
import { fallsInLeave, leaveWarning, type ShownLeave } from "~/diary/leave/rules";
import { paUnits } from "~/planning/job-plans/pa-rules";
import { includesDate } from "~/planning/job-plans/plan-dates";
import { readRotaWeeks } from "~/planning/job-plans/rota-weeks";
import { lowerFirst } from "~/platform/letter-case";
import {
  type AmbiguousTime,
  ambiguousEnd,
  ambiguousTimeAt,
  disambiguatedInstant,
  endQuestion,
  readDisambiguation,
} from "~/platform/time/ambiguous-time";
import { readClockTime, readEndTime } from "~/platform/time/clock-time";
import { dayOfMonth, readDate } from "~/platform/time/dates";
import { addDays, daysBetween, type LondonDate } from "~/platform/time/london";
import { plannedSeries, REPEAT_TYPES, type RepeatChoice, type Series } from "../series/recurrence";
import { findElement, type PlanChoice } from "./element-choices";
import { countedUnits, reasonName } from "./outcome";
import { lengthWarning, type PaSum, paSum, pasOf, rulesOfSession, type SessionWithRules } from "./rules";
import type { CountedSession } from "./sums";
import { endsSentence, readEnd, readTimes, type TypedTimes } from "./times";

/** The answers of a session form by field name, as typed so far. */
export type Answers = (name: string) => string;

/** What the form shows about answers that are not saved yet. */
export interface Preview {
  /** null: blank; false: no date (yet). */
  date: LondonDate | null | false;
  ends: string | null;
  /** Times that occur twice in the night the clocks go back, with the one that is meant. */
  startTwice: AmbiguousTime | null;
  endTwice: AmbiguousTime | null;
  notes: string[];
  sum: PaSum | null;
  /** The unsaved session, for the figures of its day and week; null while it has no sum. */
  own: CountedSession | null;
}

/** The times of a form on a date; null while they are invalid. */
function spanOf(answers: Answers, date: LondonDate) {
  const typed = typedOn(answers, date);
  const span = typed && readTimes(typed);
  return span?.ok ? span : null;
}

function typedOn(answers: Answers, date: LondonDate): TypedTimes | null {
  const start = readClockTime(answers("session_start_time"));
  const end = readEndTime(answers("session_end_time"));
  const typedEnd = readDate(answers("session_end_date"));
  const typedDate = readDate(answers("session_date"));
  if (start === false || end === false || typedEnd === false) return null;
  // A session over several days lasts as many days on every date.
  const endDate = typedEnd && typedDate ? addDays(date, daysBetween(typedDate, typedEnd)) : typedEnd;
  return {
    ...{ date, start, ...readEnd({ end, endDate }) },
    startWhich: readDisambiguation(answers("session_start_time_which")),
    endWhich: readDisambiguation(answers("session_end_time_which")),
    wholeDay: answers("whole_day") !== "",
    fixedBasis: answers("pa_calculation_basis") === "fixed",
    longerThanADay: answers("session_greater_24_hours") !== "",
  };
}

/** Reads the form as the server does, without errors: what cannot be calculated yet is left out. */
export function previewOf(
  answers: Answers,
  plans: readonly PlanChoice[],
  stored: SessionWithRules | null,
  leave: readonly ShownLeave[] = [],
): Preview {
  const date = readDate(answers("session_date"));
  const preview: Preview = { date, ends: null, startTwice: null, endTwice: null, notes: [], sum: null, own: null };
  if (!date) return preview;
  const typed = typedOn(answers, date);
  preview.startTwice = ambiguousStart(typed);
  const asked = endQuestionOf(typed);
  preview.endTwice = asked && ambiguousEnd(asked.onClock, asked);
  // A choice that was not made yet is asked for by its own field.
  if (asked?.problem && typed?.endWhich !== "") preview.notes = [asked.problem];
  const span = spanOf(answers, date);
  if (!span) return preview;
  const basis = answers("pa_calculation_basis") === "fixed" ? "fixed" : "time_calculated";
  preview.ends = endsSentence(span);
  preview.endTwice ??= ambiguousTimeAt(span.endAt);
  const tag = answers("job_plan_element_unique_ref");
  const tagged = findElement(plans, tag);
  const element =
    tagged && (includesDate(tagged.plan, date) || stored?.tag === tagged.element.unique_ref) ? tagged.element : null;
  const allocation = answers("fixed_PA_allocation").trim();
  const fixedUnits = allocation === "" ? (element?.default_fixed_pa_units ?? null) : readAllocation(allocation);
  const rules = rulesOfSession(plans, element?.unique_ref ?? workKind(tag), date, span, stored);
  const pas = pasOf(span, rules, basis === "fixed" ? fixedUnits : null);
  const warnings = [lengthWarning(pas.worked, basis), leaveWarning(leave, span)];
  preview.notes = [...span.moved, ...warnings.filter((words) => words !== null)];
  if (basis === "time_calculated" || fixedUnits !== null) {
    const counts_to_balance = workKind(tag) ? false : (element?.counts_to_balance ?? null);
    const { outcome = "held" } = stored ?? {};
    const pa_units = countedUnits(outcome, pas.units, counts_to_balance === true);
    const sum = paSum(pas, rules, basis);
    const isKept = pa_units === pas.units;
    preview.sum = isKept
      ? sum
      : { working: `${sum.working}, ${lowerFirst(reasonName(outcome) ?? "")}`, result: "0.00 PA" };
    preview.own = { start_at: span.startAt, pa_units, counts_to_balance };
  }
  return preview;
}

function readAllocation(text: string): number | null {
  return /^\d+(\.\d{0,2})?$/.test(text) ? paUnits(Number(text)) : null;
}

/** Returns the question which end is meant, when the user must choose; else null. */
function endQuestionOf(typed: TypedTimes | null) {
  if (!typed || typed.start === null || typed.end === null || typed.longerThanADay || typed.wholeDay) return null;
  const { date, start, end, startWhich, endWhich } = typed;
  const onClock = { date, start, end, startWhich, endWhich };
  const asked = endQuestion(onClock);
  return asked && { ...asked, onClock };
}

function ambiguousStart(typed: TypedTimes | null): AmbiguousTime | null {
  if (!typed || typed.start === null) return null;
  return ambiguousTimeAt(disambiguatedInstant(typed.date, typed.start, typed.startWhich));
}

/**
 * Returns the series of a form's answers so far, or the reason why there is none; null while the session does not
 * repeat.
 */
export function seriesPreview(
  answers: Answers,
  plans: readonly PlanChoice[],
  leave: readonly ShownLeave[],
): Series | { ok: false; why: string } | null {
  const choice = readChoice(answers);
  if (!choice) return null;
  if (answers("skip_leave") !== "") {
    choice.isAway = (date) => {
      const span = spanOf(answers, date);
      return span !== null && leave.some((each) => fallsInLeave(span, each));
    };
  }
  const series = plannedSeries(choice, plans);
  return series.ok ? series : { ok: false, why: Object.values(series.errors)[0] ?? "" };
}

function readChoice(answers: Answers): RepeatChoice | null {
  const date = readDate(answers("session_date"));
  if (answers("recurring") === "" || !date) return null;
  const type = answers("recurringChoice_type");
  const until = answers("recurringChoice_until");
  return {
    date,
    start: readClockTime(answers("session_start_time")) || null,
    elementRef: answers("job_plan_element_unique_ref"),
    type: REPEAT_TYPES.find((each) => each === type) ?? null,
    selected: answers("recurringChoice_selected"),
    rotaWeeks: readRotaWeeks(answers("recurringChoice_rota_weeks")) || null,
    rotaStart: readDate(answers("recurringChoice_rota_start")) || null,
    until: until === "end" || until === "date" ? until : null,
    untilDate: readDate(answers("recurringChoice_until_date")) || null,
    skipBankHolidays: answers("skip_bank_holidays") !== "",
  };
}

/**
 * The recurrence code that the form suggests when the user chooses weeks, or months: for months the date's own week.
 */
export function usualCode(type: string, typedDate: string): string {
  if (type !== "monthly") return "11";
  const date = readDate(typedDate);
  return date ? String(20 + Math.ceil(dayOfMonth(date) / 7)) : "21";
}

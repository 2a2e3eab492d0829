import { paUnits } from "~/job-plans/pa-rules";
import { holds } from "~/job-plans/plan-dates";
import { type Away, leaveWarning } from "~/leave/away";
import { clockTime, readClockTime, readEndTime } from "~/time/clock-time";
import { readDate, shortDate } from "~/time/dates";
import { addDays, daysBetween, type LondonDate, londonMoment } from "~/time/london";
import { findElement, type PlanChoice } from "./element-choices";
import { readEnd } from "./end-of-day";
import { type KeptSession, lengthWarning, type PaSum, paSum, pasOf, rulesOfSession } from "./rules";
import type { CountedSession } from "./sums";
import { endAgain, endsSentence, readTimes, type TypedTimes, type Which, whichOf } from "./times";

/** The answers of a session form by field name, as typed so far. */
export type Answers = (name: string) => string;

/** What the form says about answers that are not saved yet. */
export interface Preview {
  /** null: blank; false: no date (yet). */
  date: LondonDate | null | false;
  ends: string | null;
  /** Times that happen twice in the night the clocks go back, with the one that is meant. */
  startTwice: TwiceTime | null;
  endTwice: TwiceTime | null;
  notes: string[];
  sum: PaSum | null;
  /** What the session would be to the figures of its day and week; null while it has no sum. */
  own: CountedSession | null;
}

export interface TwiceTime {
  time: string;
  which: Which;
  /** Of an end that may be the second in this night or of the next day: `Mon 26 Oct`. */
  next: string | null;
}

/** The times of a form as they would be on a date; null while they are none. */
export function spanOf(answers: Answers, date: LondonDate) {
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
  // One over several days lasts as many days on every date.
  const endDate = typedEnd && typedDate ? addDays(date, daysBetween(typedDate, typedEnd)) : typedEnd;
  return {
    ...{ date, start, ...readEnd({ end, endDate }) },
    startWhich: which(answers("session_start_time_which")),
    endWhich: which(answers("session_end_time_which")),
    wholeDay: answers("whole_day") !== "",
    fixedBasis: answers("pa_calculation_basis") === "fixed",
    longerThanADay: answers("session_greater_24_hours") !== "",
  };
}

/** Reads the form as the server would, silently: what cannot be reckoned yet is left out. */
export function previewOf(
  answers: Answers,
  plans: readonly PlanChoice[],
  kept: KeptSession | null,
  leave: readonly Away[] = [],
): Preview {
  const date = readDate(answers("session_date"));
  const preview: Preview = { date, ends: null, startTwice: null, endTwice: null, notes: [], sum: null, own: null };
  if (!date) return preview;
  preview.endTwice = asksForEnd(answers, date);
  const span = spanOf(answers, date);
  if (!span) return preview;
  const basis = answers("pa_calculation_basis") === "fixed" ? "fixed" : "time_calculated";
  preview.ends = endsSentence(span);
  preview.startTwice = twice(span.startAt);
  preview.endTwice ??= twice(span.endAt);
  const tagged = findElement(plans, answers("job_plan_element_unique_ref"));
  const element =
    tagged && (holds(tagged.plan, date) || kept?.element_ref === tagged.element.unique_ref) ? tagged.element : null;
  const allocation = answers("fixed_PA_allocation").trim();
  const fixedUnits = allocation === "" ? (element?.default_fixed_pa_units ?? null) : readAllocation(allocation);
  const rules = rulesOfSession(plans, element?.unique_ref ?? null, date, span, kept);
  const pas = pasOf(span, rules, basis === "fixed" ? fixedUnits : null);
  const warnings = [lengthWarning(pas.worked, basis), leaveWarning(leave, span)];
  preview.notes = [...span.moved, ...warnings.filter((words) => words !== null)];
  if (basis === "time_calculated" || fixedUnits !== null) {
    preview.sum = paSum(pas, rules, basis);
    const counts_to_balance = element?.counts_to_balance ?? null;
    preview.own = { start_at: span.startAt, pa_units: pas.units, counts_to_balance };
  }
  return preview;
}

function readAllocation(text: string): number | null {
  return /^\d+(\.\d{0,2})?$/.test(text) ? paUnits(Number(text)) : null;
}

function which(text: string): Which {
  return text === "first" || text === "second" || text === "next" ? text : "";
}

/** Where the end comes again in the night of its start it must be said which is meant: nothing is taken for granted. */
function asksForEnd(answers: Answers, date: LondonDate): TwiceTime | null {
  const typed = typedOn(answers, date);
  if (!typed || typed.end === null || typed.longerThanADay || endAgain(typed) === null) return null;
  // The first of the two is before the start: who chose that meant other times.
  const said = typed.endWhich === "first" ? "" : typed.endWhich;
  return { time: clockTime(typed.end), which: said, next: shortDate(addDays(date, 1), false) };
}

function twice(instant: number): TwiceTime | null {
  const said = whichOf(instant);
  if (said === "") return null;
  return { time: clockTime(londonMoment(instant).minute), which: said, next: null };
}

import { clockTime, readClockTime } from "~/platform/time/clock-time";
import { readDate, shortDate } from "~/platform/time/dates";
import { addDays, type LondonDate, londonMoment } from "~/platform/time/london";
import { caseTimes, earliestStart, isMultiDay, type Span } from "./rules";

/** How the times of a case are read, limited to what can apply to this session. */
export function timesHint(session: Span): string {
  const start = londonMoment(session.start_at);
  const early = londonMoment(earliestStart(session));
  if (early.date !== start.date) return `Both optional. From ${clockTime(early.minute)} means the evening before.`;
  return isMultiDay(session) || early.minute === 0
    ? "Both optional. An end before the start is on the next day."
    : `Both optional. Before ${clockTime(early.minute)} means the next day.`;
}

interface TypedAnswers {
  /** Minutes from midnight; null when left blank. */
  start_time: number | null;
  end_time: number | null;
  /** The day that was chosen; null where the times determine it. */
  case_day: LondonDate | null;
}

/**
 * The answers about times as they are typed; what cannot be read yet counts as blank.
 * @param choosesDay whether the form asks for the day
 */
export function readTyped(value: (name: string) => string, choosesDay: boolean): TypedAnswers {
  return {
    start_time: known(readClockTime(value("start_time"))),
    end_time: known(readClockTime(value("end_time"))),
    case_day: choosesDay ? known(readDate(value("case_day"))) : null,
  };
}

function known<Value>(read: Value | false): Value | null {
  return read === false ? null : read;
}

/**
 * `Starts Wed 18 Nov (next day)`, or when it ends; null for a case that is wholly on the day its session starts, or on
 * the chosen day.
 */
export function dayNote(session: Span, { start_time, end_time, case_day }: TypedAnswers): string | null {
  if (case_day !== null) {
    const isOver = start_time !== null && end_time !== null && end_time < start_time;
    return isOver ? onOtherDay("Ends", addDays(case_day, 1), case_day) : null;
  }
  const times = caseTimes(session, { start: start_time, end: end_time, day: null });
  if (times === false) return null;
  const { date } = londonMoment(session.start_at);
  const starts = times.start_at === null ? null : onOtherDay("Starts", londonMoment(times.start_at).date, date);
  return starts ?? (times.end_at === null ? null : onOtherDay("Ends", londonMoment(times.end_at).date, date));
}

function onOtherDay(what: "Starts" | "Ends", day: LondonDate, from: LondonDate): string | null {
  if (day === from) return null;
  return `${what} ${shortDate(day, false)} (${day < from ? "day before" : "next day"})`;
}

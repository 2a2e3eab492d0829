import { readClockTime, readEndTime } from "~/platform/time/clock-time";
import { readDate } from "~/platform/time/dates";
import { askedEnd, askedTwice, plainTwice, readWhich, type TwiceTime } from "~/platform/time/which-time";
import { clockSpanOf, type TimesAlone, timesAlone } from "./times-alone";

/** Of which times of a fee's form it is asked which is meant, from what was typed so far. */
export function twiceTimes(answer: (name: string) => string): { start: TwiceTime | null; end: TwiceTime | null } {
  const typed = read(answer);
  const span = clockSpanOf(typed);
  const times = timesAlone(typed);
  if (!span || !times) return { start: null, end: null };
  const asked = askedEnd(span);
  const end = asked ? askedTwice(span, asked) : plainTwice(times.endAt);
  return { start: plainTwice(times.startAt), end };
}

function read(answer: (name: string) => string): TimesAlone {
  const end = readEndTime(answer("end_time"));
  return {
    date: readDate(answer("work_date")) || null,
    start: known(readClockTime(answer("start_time"))),
    end: end === false || end === null ? null : end % 1440,
    startWhich: readWhich(answer("start_time_which")),
    endWhich: readWhich(answer("end_time_which")),
  };
}

function known(minute: number | null | false): number | null {
  return minute === false ? null : minute;
}

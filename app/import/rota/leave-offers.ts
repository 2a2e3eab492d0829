import { LEAVE_TYPES, type LeaveType } from "~/diary/leave/kinds";
import { dateRange } from "~/planning/job-plans/plan-dates";
import { addDays, type LondonDate, laterOf, londonMoment } from "~/platform/time/london";
import type { RotaCalendar } from "./calendar";

/** Leave that a rota has and the diary does not. */
export interface LeaveOffer {
  words: string;
  /** The form of new leave, with its dates and type filled in. */
  path: string;
}

/** Words of titles for each type; the first type that matches counts. */
const TYPE_WORDS: readonly [LeaveType, RegExp][] = [
  ["study", /\b(study|s\/l|sl)\b/i],
  ["sick", /\bsick/i],
  ["lieu", /\bbank holiday in lieu\b/i],
  ["toil", /\b(toil|lieu)\b/i],
  ["professional", /\bprofessional leave\b/i],
  ["parental", /\b(parental|maternity|paternity|adoption)\b/i],
  ["compassionate", /\bcompassionate\b/i],
  ["carer", /\bcarer/i],
  ["jury", /\bjury\b/i],
  ["unpaid", /\bunpaid\b/i],
  ["annual", /\b(annual|a\/l|al|leave)\b|(?<!\bbank )\bholiday\b/i],
];

/** The type of leave that a title means; null for a day off that is no leave. */
export function leaveTypeOf(title: string): LeaveType | null {
  return TYPE_WORDS.find(([, words]) => words.test(title))?.[0] ?? null;
}

interface Days {
  type: LeaveType;
  date_start: LondonDate;
  date_end: LondonDate;
}

/**
 * The leave to offer, first to last: days of one type that follow each other are one leave.
 * @param isLeftOut by index of the title: whether its events are left out
 * @param there leave in the diary, of any status but cancelled
 */
export function leaveOffers(
  { titles, events }: Pick<RotaCalendar, "titles" | "events">,
  isLeftOut: readonly boolean[],
  there: readonly Pick<Days, "date_start" | "date_end">[],
): LeaveOffer[] {
  const days = events.flatMap(({ title, startAt, endAt }): Days[] => {
    const type = isLeftOut[title] ? leaveTypeOf(titles[title] ?? "") : null;
    if (type === null) return [];
    // It ends before its last instant: at midnight the day before.
    return [{ type, date_start: londonMoment(startAt).date, date_end: londonMoment(endAt - 1).date }];
  });
  const merged: Days[] = [];
  for (const each of days.sort((one, other) => (one.date_start < other.date_start ? -1 : 1))) {
    const before = merged.find(({ type, date_end }) => type === each.type && each.date_start <= addDays(date_end, 1));
    if (before) before.date_end = laterOf(before.date_end, each.date_end);
    else merged.unshift({ ...each });
  }
  const isThere = ({ date_start, date_end }: Days) =>
    there.some((leave) => leave.date_start <= date_start && leave.date_end >= date_end);
  return merged
    .reverse()
    .filter((each) => !isThere(each))
    .map((each) => ({
      words: `${LEAVE_TYPES[each.type]}, ${dateRange(each)}`,
      path: `/leave/new/?date=${each.date_start}&until=${each.date_end}&type=${each.type}`,
    }));
}

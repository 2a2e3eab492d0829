import { dateRange } from "~/planning/job-plans/plan-dates";
import { formatList } from "~/platform/time/counted";
import { dayOfMonth, monthName } from "~/platform/time/dates";
import { addDays, earlierOf, type LondonDate, laterOf, weekday } from "~/platform/time/london";
import { type DayValues, sumOfWorth, type WorthOfDate, worthByDate } from "./day-values";
import { isGranted, LEAVE_MARKS, type LeaveTerms, type LeaveTone } from "./kinds";
import { formatLeaveDays, hoursText, nameOfLeave } from "./rules";
import { type DateRange, datesOf, hasDayIn, isDayIn, type LeaveYear } from "./years";

/** How a day of the calendar is shown. */
export interface DayMark {
  /** Letters of the types of leave on it; empty for a day of leave that takes nothing. */
  letters: string;
  /** Null for no leave. */
  tone: LeaveTone | null;
  /** True if the leave is only planned or requested. */
  isWish: boolean;
  /** The half that is off; null for the whole day. */
  half: "am" | "pm" | null;
  isBank: boolean;
}

type Shown = LeaveTerms & { name: string };

/**
 * The months of a leave year. A year that begins in mid-month has that month twice, each time with the days that belong
 * to the year.
 * @param inHours whether annual leave of the year is counted in hours
 */
export function calendarOfYear(year: LeaveYear, leave: readonly Shown[], values: DayValues, inHours = false) {
  const shown = leave
    .filter(({ status }) => status !== "cancelled")
    .map((each) => ({ ...each, dates: worthByDate(each, values) }));
  return monthsOf(year).map((month) => {
    const { begins, ends } = month;
    const bank = datesOf(month).filter(values.isPublicHoliday);
    return {
      /** Its first day within the year. */
      begins,
      name: monthName(begins),
      /** Number of weekdays before that day, from Monday. */
      before: weekday(begins) - 1,
      /** Day of the month of its first day. */
      firstDay: dayOfMonth(begins),
      lastDay: dayOfMonth(ends),
      /** Marks by day of the month, for days with something to show. */
      marks: marksOf(shown, bank, month),
      /** The same as text. */
      words: wordsOf(shown, bank, month, inHours),
    };
  });
}

function monthsOf({ begins, ends }: DateRange): DateRange[] {
  const months: DateRange[] = [];
  for (let first = begins; first <= ends; ) {
    const next = `${addDays(`${first.slice(0, 7)}-28`, 4).slice(0, 7)}-01`;
    const last = addDays(next, -1);
    months.push({ begins: first, ends: earlierOf(last, ends) });
    first = next;
  }
  return months;
}

type Dated = Shown & { dates: WorthOfDate[] };

function marksOf(leave: readonly Dated[], bank: readonly LondonDate[], month: DateRange): Record<number, DayMark> {
  const marks: Record<number, DayMark> = {};
  for (const date of bank) {
    marks[dayOfMonth(date)] = { letters: "", tone: null, isWish: false, half: null, isBank: true };
  }
  for (const each of leave) {
    const { letter, tone } = LEAVE_MARKS[each.type];
    for (const { date, off, halves, units } of each.dates.filter((worth) => isDayIn(month, worth.date))) {
      const day = dayOfMonth(date);
      const other = marks[day]?.tone ? marks[day] : null;
      marks[day] = {
        letters: (other?.letters ?? "") + (halves > 0 || units > 0 ? letter : ""),
        tone: other?.tone ?? tone,
        isWish: (other?.isWish ?? false) || !isGranted(each),
        half: off === 2 || other ? null : halfOf(each, date),
        isBank: marks[day]?.isBank ?? false,
      };
    }
  }
  return marks;
}

/** The half that is off, for a date with half a day of leave. */
function halfOf({ date_start, date_end, start_part }: LeaveTerms, date: LondonDate): "am" | "pm" {
  if (date_start === date_end) return start_part === "am" ? "am" : "pm";
  return date === date_start ? "pm" : "am";
}

function wordsOf(leave: readonly Dated[], bank: readonly LondonDate[], month: DateRange, inHours: boolean): string {
  const { begins, ends } = month;
  const said = leave
    .filter((each) => hasDayIn(month, each))
    .map((each) => {
      const within = {
        date_start: laterOf(each.date_start, begins),
        date_end: earlierOf(each.date_end, ends),
      };
      const days = each.dates.filter(({ date }) => isDayIn(month, date));
      const { halves, hours } = sumOfWorth(days);
      const amount = inHours && each.type === "annual" ? hoursText(hours) : formatLeaveDays(halves);
      const wish = isGranted(each) ? "" : `, ${each.status}`;
      return `${nameOfLeave(each)} ${dateRange(within)}, ${amount}${wish}`;
    });
  const days = formatList(bank.map((day) => String(dayOfMonth(day))));
  if (days !== "") said.push(`${bank.length === 1 ? "Bank holiday" : "Bank holidays"} ${days}`);
  return said.length === 0 ? "No leave" : said.join(". ");
}

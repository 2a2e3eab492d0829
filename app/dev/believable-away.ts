import type { DayPart, LeaveSpan, LeaveType } from "~/diary/leave/kinds";
import { addDays, daysBetween, type LondonDate, mondayOf } from "~/platform/time/london";
import { planYearOf } from "./believable-plan.server";

/** Days off that come round each year: `days` from a weekday (0 Monday) of the week that holds a month and day. */
interface Spell {
  type: LeaveType;
  week: string;
  from: number;
  days: number;
  part?: DayPart;
  /** Entered once it has begun; the rest is booked ahead. */
  late?: true;
  /** Of the year that is running only. */
  thisYear?: true;
  costPence?: number;
  note?: string;
}

/** In 2026/27 these are 18 days of annual leave and four of study leave up to 21 November, and six booked at Christmas. */
const SPELLS: readonly Spell[] = [
  { type: "annual", week: "04-06", from: 1, days: 4 },
  { type: "annual", week: "05-25", from: 2, days: 3 },
  { type: "study", week: "06-15", from: 3, days: 2, costPence: 39_500, note: "Regional anaesthesia course." },
  { type: "annual", week: "07-27", from: 0, days: 12 },
  { type: "sick", week: "09-14", from: 0, days: 5, thisYear: true },
  { type: "annual", week: "10-05", from: 4, days: 1, part: "pm" },
  { type: "annual", week: "10-19", from: 4, days: 1, part: "pm" },
  { type: "study", week: "11-02", from: 3, days: 2, costPence: 28_000, note: "Winter meeting." },
  { type: "annual", week: "12-21", from: 0, days: 10 },
  { type: "annual", week: "02-15", from: 0, days: 5, late: true },
];

export interface Away extends LeaveSpan {
  type: LeaveType;
  costPence: number | null;
  note: string;
}

/** All leave that lasts to a day or begins later, to the end of the plan year that is running; first to last. */
export function believableAways(from: LondonDate, today: LondonDate): Away[] {
  const [first, thisYear] = [Number(planYearOf(from).slice(0, 4)), Number(planYearOf(today).slice(0, 4))];
  const hasCome = ({ late, thisYear: once }: Spell, begins: LondonDate) =>
    begins <= today ? !once || begins >= planYearOf(today) : !late && !once;
  return Array.from({ length: thisYear + 2 - first }, (_, at) => first + at)
    .flatMap((year) => SPELLS.map((spell) => ({ spell, ...datesOf(spell, year) })))
    .filter(({ spell, date_start }) => hasCome(spell, date_start))
    .filter(({ date_start, date_end }) => date_end >= from && date_start < `${thisYear + 1}-04-01`)
    .sort((one, other) => daysBetween(other.date_start, one.date_start))
    .map(({ spell: { type, part = "full", costPence = null, note = "" }, ...dates }): Away => {
      return { ...dates, type, start_part: part, end_part: "full", costPence, note };
    });
}

/** Whether the whole day is off. */
export function isAway(date: LondonDate, aways: readonly Away[]): boolean {
  return aways.some((each) => each.start_part === "full" && each.date_start <= date && date <= each.date_end);
}

function datesOf({ week, from, days }: Spell, year: number) {
  const date_start = addDays(mondayOf(`${year}-${week}`), from);
  return { date_start, date_end: addDays(date_start, days - 1) };
}

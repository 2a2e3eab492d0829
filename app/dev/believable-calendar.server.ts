import type { WorkKind } from "~/diary/fees/kinds";
import type { DayPart, LeaveSpan, LeaveType } from "~/diary/leave/kinds";
import { addDays, daysBetween, type LondonDate, mondayOf } from "~/platform/time/london";
import type { ElementKey } from "./believable-plan.server";
import { planYearOf } from "./believable-plan.server";

/** Leave that is taken each year: `days` from a weekday (0 Monday) of the week that holds a month and day. */
interface Spell {
  type: LeaveType;
  week: string;
  from: number;
  days: number;
  part?: DayPart;
  /** Entered only once it has begun; other leave is booked ahead. */
  late?: true;
  /** In the current plan year only. */
  thisYear?: true;
  costPence?: number;
  note?: string;
}

export const TWO_DAY_MEETING = "Two-day meeting.";

/**
 * In 2026/27 these are 18 days of annual leave and four of study leave up to 21 November, and six booked for Christmas.
 */
const SPELLS: readonly Spell[] = [
  { type: "annual", week: "04-06", from: 1, days: 4 },
  { type: "annual", week: "05-25", from: 2, days: 3 },
  {
    type: "study",
    week: "06-15",
    from: 3,
    days: 2,
    costPence: 39_500,
    note: "Day course, and the journey the day before.",
  },
  { type: "annual", week: "07-27", from: 0, days: 12 },
  { type: "sick", week: "09-14", from: 0, days: 5, thisYear: true },
  { type: "annual", week: "10-05", from: 4, days: 1, part: "pm" },
  { type: "annual", week: "10-19", from: 4, days: 1, part: "pm" },
  { type: "study", week: "11-02", from: 3, days: 2, costPence: 28_000, note: TWO_DAY_MEETING },
  { type: "annual", week: "12-21", from: 0, days: 10 },
  { type: "annual", week: "02-15", from: 0, days: 5, late: true },
];

export interface Away extends LeaveSpan {
  type: LeaveType;
  costPence: number | null;
  note: string;
}

/** All leave that ends on or after `from`, up to the end of the current plan year, in order. */
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

export const TRUST = "County Hospitals NHS Trust";
export const INSURER = "Riverside Health";
export const PATIENTS = "Self-paying patients";

/** A fee and its fate: days from the work to the timesheet, and from there to the payment. */
export interface Fate {
  amount_pence: number;
  payer: string;
  kind: WorkKind;
  codes?: string;
  claimedAfterDays?: number;
  paidAfterDays?: number;
}

/** Extra work on a Saturday. */
interface Extra {
  /** Days from the work to the Monday of the current week. */
  daysBefore: number;
  element: ElementKey;
  /** Fee of the session; null if its cases are paid one by one. */
  fee: Fate | null;
  caseFees: readonly Fate[];
}

function extra(daysBefore: number, element: ElementKey, fee: Fate): Extra {
  return { daysBefore, element, fee, caseFees: [] };
}

const WLI = { amount_pence: 120_000, payer: TRUST, kind: "wli" } as const;

/** Newest first: on 21 November 2026 the Saturdays are 7 November, 31 October, 19 September, 11 July, 16 May, 28 March. */
const EXTRAS: readonly Extra[] = [
  {
    daysBefore: 9,
    element: "private_list",
    fee: null,
    caseFees: [
      { amount_pence: 31_000, payer: INSURER, kind: "private", codes: "W3712", claimedAfterDays: 2 },
      { amount_pence: 26_000, payer: PATIENTS, kind: "private", codes: "W8500" },
    ],
  },
  extra(16, "wli", WLI),
  extra(58, "wli", { ...WLI, claimedAfterDays: 6 }),
  extra(128, "extra_trauma", { amount_pence: 90_000, payer: TRUST, kind: "trauma", claimedAfterDays: 4 }),
  extra(184, "wli", { ...WLI, claimedAfterDays: 4, paidAfterDays: 39 }),
  extra(233, "wli", { ...WLI, claimedAfterDays: 5, paidAfterDays: 26 }),
];

/** The extra work of a day, which the fees are for. */
export function extraOn(date: LondonDate, today: LondonDate): Extra | undefined {
  return EXTRAS.find(({ daysBefore }) => date === addDays(mondayOf(today), -daysBefore));
}

import type { sessions } from "~/diary/sessions/table.server";
import { paUnitsOf, workedMinutes } from "~/planning/job-plans/pa-rules";
import { newRef } from "~/platform/db/columns.server";
import { bankHolidaysIn, isBankHoliday } from "~/platform/time/bank-holidays";
import { addDays, daysBetween, type LondonDate, londonInstant, mondayOf, weekday } from "~/platform/time/london";
import { type Away, believableAways, extraOn, isAway } from "./believable-calendar.server";
import { type BelievablePlan, type ElementKey, FORTNIGHT_ANCHOR, planYearOf, RULES } from "./believable-plan.server";
import { rollFrom } from "./dice";
import type { ListKind } from "./procedures";

export interface BelievableSession {
  row: typeof sessions.$inferInsert;
  element: ElementKey;
  /** Kind of list that its cases come from; null for work without cases. */
  list: ListKind | null;
}

/** A session of a day, in minutes from its midnight; an end past 1440 is on the next day. */
interface Stint {
  element: ElementKey;
  from: number;
  until: number;
  fixed?: boolean;
}

/**
 * Sessions of the days from `from` to `today`, both included, that are over by `now`: weeks by the plan, with gaps for
 * leave.
 */
export function believableWork(plans: BelievablePlan[], from: LondonDate, today: LondonDate, now: number) {
  const made: BelievableSession[] = [];
  const aways = believableAways(from, today);
  for (let date = from; date <= today; date = addDays(date, 1)) {
    const plan = plans.find((each) => each.date_start <= date && date <= each.date_end);
    if (!plan) continue;
    for (const stint of stintsOf(date, today, aways)) {
      const session = believableSession(plan, stint, date);
      if (session.row.end_at <= now) made.push(session);
    }
  }
  return made;
}

export function believableSession(plan: BelievablePlan, stint: Stint, date: LondonDate): BelievableSession {
  const element = plan.elements[stint.element];
  const start_at = londonInstant(date, stint.from);
  const end_at = londonInstant(date, stint.until);
  const worked = workedMinutes(start_at, end_at, RULES);
  const fixed_pa_units = stint.fixed ? element.weekly_pa_units : null;
  const row = {
    unique_ref: newRef(),
    user_id: element.user_id,
    start_at,
    end_at,
    element_ref: element.unique_ref,
    site: element.location ?? "",
    pa_basis: stint.fixed ? ("fixed" as const) : ("time_calculated" as const),
    fixed_pa_units,
    standard_minutes: worked.standard,
    premium_minutes: worked.premium,
    pa_units: fixed_pa_units ?? paUnitsOf(worked, RULES),
    pa_rules: RULES,
    created_at: end_at,
    updated_at: end_at,
  };
  return { row, element: stint.element, list: listOf(stint, date) };
}

/** Kind of list that the cases of an element's sessions come from. */
const LISTS: Partial<Record<ElementKey, ListKind>> = {
  theatre: "theatre",
  trauma: "trauma",
  ent: "ent",
  on_call: "on_call",
  wli: "wli",
  extra_trauma: "trauma",
  private_list: "private",
};

/** Of three nights on call at home, which are fixed, two have a call. */
function listOf({ element, fixed }: Stint, date: LondonDate): ListKind | null {
  if (!fixed) return LISTS[element] ?? null;
  return rollFrom(daysBetween(FORTNIGHT_ANCHOR, date))(3) > 0 ? "home_night" : null;
}

function stintsOf(date: LondonDate, today: LondonDate, aways: readonly Away[]): Stint[] {
  const night = calledIn(date, today);
  const rest = calledIn(addDays(date, -1), today);
  if (date === bankHolidayList(today)) return [hours("trauma", 8, 18)];
  const extra = extraOn(date, today);
  if (extra) return [hours(extra.element, 8, 13), ...(night ? [night] : [])];
  if (isBankHoliday(date, "england_wales") || isAway(date, aways)) return night ? [night] : [];
  const day: Stint[] = rest ? [] : dayOf(weekday(date), date);
  if (night) day.push(night);
  else if (isOnCall(date) && !rest && !calledIn(addDays(date, 1), today))
    day.push({ ...hours("on_call", 18, 32), fixed: true });
  return day;
}

function dayOf(day: number, date: LondonDate): Stint[] {
  const roll = rollFrom(daysBetween(FORTNIGHT_ANCHOR, date));
  const overrun = ([0, 0, 0, 0.5, 1.25, -0.75] as const)[roll(6)] ?? 0;
  if (day === 1) return [hours("spa_core", 8, 14), hours("visits", 14, 17.5)];
  if (day === 2) return [hours("theatre", 8, 18 + overrun)];
  if (day === 3) return [hours("trauma", 8, 18 + Math.min(0, overrun))];
  if (day === 4) return [hours("spa_teaching", 9, 13)];
  if (day === 5 && daysBetween(FORTNIGHT_ANCHOR, date) % 14 === 0) return [hours("ent", 8, 13)];
  return [];
}

function hours(element: ElementKey, from: number, until: number): Stint {
  return { element, from: from * 60, until: until * 60 };
}

/** One night a week, in turn on Thursday, Monday and Sunday: never two in a row. */
function isOnCall(date: LondonDate): boolean {
  const week = daysBetween(FORTNIGHT_ANCHOR, mondayOf(date)) / 7;
  return weekday(date) === [4, 1, 7][Math.floor(week) % 3];
}

/** Nights worked past midnight: last Wednesday's, one of six weeks ago, and those on which the clocks change. */
function calledIn(date: LondonDate, today: LondonDate): Stint | null {
  const lastWednesday = addDays(today, -(((weekday(today) + 3) % 7) + 1));
  if (date === lastWednesday) return hours("on_call", 20, 28);
  if (date === addDays(lastWednesday, -40)) return hours("on_call", 21, 27.5);
  return isClockChange(addDays(date, 1)) ? hours("on_call", 20, 32) : null;
}

/** The last Sundays of March and October. */
function isClockChange(date: LondonDate): boolean {
  const month = date.slice(5, 7);
  return (month === "03" || month === "10") && Number(date.slice(8)) > 24 && weekday(date) === 7;
}

/** The bank holiday that is worked: the latest past one of the current plan year. */
export function bankHolidayList(today: LondonDate): LondonDate | undefined {
  return bankHolidaysIn("england_wales", planYearOf(today), addDays(today, -1)).at(-1);
}

import { longDate } from "~/platform/time/dates";
import { addDays, type LondonDate, laterOf } from "~/platform/time/london";
import { aYearAfter, notAfter, type PlanDates } from "./schedule";

interface EmployersPlan extends PlanDates {
  unique_ref: string;
  title: string;
  employer: string;
}

export function includesDate(plan: PlanDates, date: LondonDate): boolean {
  return plan.date_start <= date && (plan.date_end === null || date <= plan.date_end);
}

/** The dates of a plan, with the day from which it counts. */
export interface CountedDates extends PlanDates {
  counts_from?: LondonDate | null;
}

/** The first day on which a plan counts, and expects work: its start, unless a later one was chosen. */
export function firstCounted({ counts_from, ...plan }: CountedDates): LondonDate {
  return counts_from ? laterOf(plan.date_start, notAfter(plan, counts_from)) : plan.date_start;
}

/** Whether a plan has counted work of an element as planned on days that are over. */
export function hasCountedAsPlanned(
  plan: CountedDates,
  { active, counts_to_balance, counting }: { active: boolean; counts_to_balance: boolean; counting: string },
  today: LondonDate,
): boolean {
  return active && counts_to_balance && counting === "as_planned" && firstCounted(plan) < today;
}

/** The plans that contain a date: one, or one of each employer, or none. */
export function plansOn<Plan extends PlanDates>(plans: readonly Plan[], date: LondonDate): Plan[] {
  return plans.filter((plan) => includesDate(plan, date));
}

/** The plan whose rules apply on a date: the newest of those that contain it, in whatever order they are given. */
export function planInForce<Plan extends PlanDates & { unique_ref?: string }>(
  plans: readonly Plan[],
  date: LondonDate,
): Plan | undefined {
  const order = (one: Plan, other: Plan) =>
    other.date_start.localeCompare(one.date_start) || (one.unique_ref ?? "").localeCompare(other.unique_ref ?? "");
  return plansOn(plans, date).sort(order)[0];
}

export type PlanStatus = "past" | "current" | "future";

export function planStatus(plan: PlanDates, today: LondonDate): PlanStatus {
  if (plan.date_start > today) return "future";
  return plan.date_end !== null && plan.date_end < today ? "past" : "current";
}

/** The plan of the same employer that shares a date with `wanted`, if any. */
export function overlapping(plans: readonly EmployersPlan[], wanted: EmployersPlan): EmployersPlan | undefined {
  const employer = wanted.employer.toLowerCase();
  return plans.find(
    (plan) =>
      plan.unique_ref !== wanted.unique_ref &&
      plan.employer.toLowerCase() === employer &&
      shared(plan, wanted) !== null,
  );
}

export function formatOverlap(other: EmployersPlan | undefined): string {
  const name = other ? `“${other.title}”, ${dateRange(other)}` : "another plan";
  return `Plans for one employer must not overlap. These dates overlap ${name}`;
}

/** The dates that two plans share; null when they share none. */
function shared(one: PlanDates, other: PlanDates): PlanDates | null {
  const date_start = laterOf(one.date_start, other.date_start);
  const ends = [one.date_end, other.date_end].filter((end) => end !== null).sort();
  const date_end = ends[0] ?? null;
  return date_end !== null && date_end < date_start ? null : { date_start, date_end };
}

type FollowingPlan = EmployersPlan & CountedDates & { opening_balance_pa_units: number };

/**
 * The plans whose balance a plan goes on with, last first: it was changed from a date within its year, and no other
 * beginning of the count or balance was given. A plan year, from 1 April or the day of its first plan, begins anew: a plan
 * that was in force when it began counts from that day.
 */
export function plansBefore<Plan extends FollowingPlan>(plans: readonly Plan[], plan: Plan): Plan[] {
  const chain = chainBefore(plans, plan);
  if (chain.length === 0) return [];
  const begins = yearOfChain(chain);
  return chain
    .filter(({ date_end }) => (date_end as LondonDate) >= begins)
    .map((each) => (firstCounted(each) < begins ? { ...each, counts_from: begins } : each));
}

/** As `plansBefore`, with those of plan years before: the first of all says when the years begin. */
function chainBefore<Plan extends FollowingPlan>(plans: readonly Plan[], plan: Plan): Plan[] {
  if (plan.opening_balance_pa_units !== 0 || plan.counts_from) return [];
  const employer = plan.employer.toLowerCase();
  const [last] = plans
    .filter((each) => each.employer.toLowerCase() === employer && each.date_end !== null)
    .filter((each) => (each.date_end as LondonDate) < plan.date_start)
    .toSorted((one, other) => other.date_start.localeCompare(one.date_start));
  if (!last || planYearStart(plan.date_start) === plan.date_start) return [];
  const chain = [last, ...chainBefore(plans, last)];
  return plan.date_start < aYearAfter(yearOfChain(chain)) ? chain : [];
}

/** The first day of the plan year in which the last of a chain of plans ended; they are last first. */
function yearOfChain(chain: readonly PlanDates[]): LondonDate {
  const [last, first] = [chain[0], chain.at(-1)] as [PlanDates, PlanDates];
  return planYearBegin(first.date_start, last.date_end as LondonDate);
}

/** Periods between plans that no plan contains, first to last. */
export function gaps(plans: readonly PlanDates[]): { date_start: LondonDate; date_end: LondonDate }[] {
  const found: { date_start: LondonDate; date_end: LondonDate }[] = [];
  const sorted = [...plans].sort((one, other) => one.date_start.localeCompare(other.date_start));
  let free: LondonDate | null = sorted[0]?.date_start ?? null;
  for (const plan of sorted) {
    if (free === null) break;
    if (plan.date_start > free) found.push({ date_start: free, date_end: addDays(plan.date_start, -1) });
    free = plan.date_end === null ? null : laterOf(free, addDays(plan.date_end, 1));
  }
  return found;
}

export interface PlanWarning {
  tone: "info" | "warn";
  words: string;
}

/** Warnings about a list of plans: dates that no plan contains, and dates that two plans contain. */
export function planWarnings(plans: readonly EmployersPlan[], today: LondonDate): PlanWarning[] {
  const warnings: PlanWarning[] = gaps(plans).map((gap) => ({
    tone: "warn",
    words: `No plan covers ${dateRange(gap)}`,
  }));
  if (plans.length > 0 && plans.every((plan) => planStatus(plan, today) === "past")) {
    warnings.push({
      tone: "warn",
      words: `No plan covers today, ${longDate(today)}. Change the last one from a date, or add a plan`,
    });
  }
  for (const [index, plan] of plans.entries()) {
    for (const other of plans.slice(index + 1)) {
      const both = shared(plan, other);
      if (both)
        warnings.push({
          tone: "info",
          words: `Two plans cover ${dateRange(both)}: ${named(other)} and ${named(plan)}`,
        });
    }
  }
  return warnings;
}

function named({ title, employer }: EmployersPlan): string {
  return employer ? `${title} (${employer})` : title;
}

/** `1 to 31 March 2026`, `1 April to 30 June 2026`, `1 April 2026 to 31 March 2027`, `1 April 2026 onwards`. */
export function dateRange({ date_start, date_end }: PlanDates): string {
  if (date_end === null) return `${longDate(date_start)} onwards`;
  if (date_start === date_end) return longDate(date_start);
  const [day = "", month = "", year = ""] = longDate(date_start).split(" ");
  const end = longDate(date_end);
  const first = end.endsWith(` ${month} ${year}`) ? day : end.endsWith(year) ? `${day} ${month}` : longDate(date_start);
  return `${first} to ${end}`;
}

/** 1 April on or before a date: job plan years usually start on it. */
export function planYearStart(date: LondonDate): LondonDate {
  const year = Number(date.slice(0, 4));
  return `${date.slice(5) >= "04-01" ? year : year - 1}-04-01`;
}

/** The last anniversary of the plan's start on or before `day`; for a start on 29 February, 1 March in other years. */
export function planYearBegin(dateStart: LondonDate, day: LondonDate): LondonDate {
  const year = Number(day.slice(0, 4));
  const of = dateStart.slice(4) <= day.slice(4) ? year : year - 1;
  return dateStart.endsWith("-02-29") ? addDays(`${of}-02-28`, 1) : `${of}${dateStart.slice(4)}`;
}

/** `Job plan 2026/27` for a plan that starts in that plan year. */
export function planTitle(date_start: LondonDate): string {
  const year = Number(planYearStart(date_start).slice(0, 4));
  return `Job plan ${year}/${String((year + 1) % 100).padStart(2, "0")}`;
}

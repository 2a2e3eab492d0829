import type { Category } from "~/planning/job-plans/elements";
import {
  NATIONAL_RULES,
  type PaRules,
  paUnitsOf,
  rulesOfElement,
  rulesWithin,
  showPa,
  type WorkedMinutes,
  workedMinutes,
} from "~/planning/job-plans/pa-rules";
import { planInForce } from "~/planning/job-plans/plan-dates";
import { hoursAndMinutes } from "~/platform/time/clock-time";
import type { LondonDate } from "~/platform/time/london";
import { findElement, type PlanChoice } from "./element-choices";
import type { Outcome } from "./outcome";
import type { SessionSpan } from "./times";

export const PA_BASES = ["time_calculated", "fixed"] as const;
export const PA_BASIS_CHOICES = [
  { value: "time_calculated", label: "Time" },
  { value: "fixed", label: "Fixed" },
] satisfies { value: (typeof PA_BASES)[number]; label: string }[];
export type PaBasis = (typeof PA_BASES)[number];

/**
 * For a session by time that is longer than this, a warning asks whether it is on-call, which has a fixed allocation.
 */
const LONG_MINUTES = 16 * 60;

/** What a session's rules depended on when it was saved, with those rules. */
export interface SessionWithRules extends SessionSpan {
  /** See `tagOf`. */
  tag: string | null;
  rules: PaRules;
  /** Left out: held. */
  outcome?: Outcome;
}

/**
 * Returns the rules that value a session: those of its element's plan, else of the plan that covers its date, else
 * England's. An edit that changes neither times nor element keeps the rules that the session was saved under.
 */
export function rulesOfSession(
  plans: readonly PlanChoice[],
  tag: string | null,
  date: LondonDate,
  span: SessionSpan,
  stored: SessionWithRules | null,
): PaRules {
  if (stored && stored.tag === tag && stored.startAt === span.startAt && stored.endAt === span.endAt) {
    return stored.rules;
  }
  const tagged = tag === null ? null : findElement(plans, tag);
  const plan = tagged?.plan ?? planInForce(plans, date);
  const rules = plan?.pa_rules ?? rulesWithoutPlan(plans);
  const own = rulesOfElement(rules, tagged?.element.custom_minutes_per_pa ?? null);
  return rulesWithin(own, span.startAt, span.endAt);
}

/** England's rules, with the user's own bank holidays, which every plan contains. */
export function rulesWithoutPlan(plans: readonly PlanChoice[]): PaRules {
  const local = plans[0]?.pa_rules.local_public_holidays;
  return local ? { ...NATIONAL_RULES.england, local_public_holidays: local } : NATIONAL_RULES.england;
}

interface SessionPas {
  worked: WorkedMinutes;
  /** 1/3600 PA. */
  units: number;
}

/**
 * Calculates the PAs of a session. @param fixedUnits allocation of the Fixed basis in pa_units; null for the Time basis
 */
export function pasOf({ startAt, endAt }: SessionSpan, rules: PaRules, fixedUnits: number | null): SessionPas {
  const worked = workedMinutes(startAt, endAt, rules);
  return { worked, units: fixedUnits ?? paUnitsOf(worked, rules) };
}

/** How a session's PAs are calculated: `6 h standard ÷ 4 + 1 h 30 min premium ÷ 3` and `2.00 PA`. */
export interface PaSum {
  working: string;
  result: string;
}

export function paSum({ worked, units }: SessionPas, rules: PaRules, basis: PaBasis): PaSum {
  const result = `${showPa(units)} PA`;
  if (basis === "fixed") {
    return { working: `Fixed allocation for ${hoursAndMinutes(worked.standard + worked.premium)}`, result };
  }
  const { standard_minutes_per_pa: standard, premium_minutes_per_pa: premium } = rules;
  if (standard === premium) {
    return { working: `${hoursAndMinutes(worked.standard + worked.premium)} ÷ ${hoursPerPa(standard)}`, result };
  }
  const parts = [
    worked.standard > 0 ? `${hoursAndMinutes(worked.standard)} standard ÷ ${hoursPerPa(standard)}` : "",
    worked.premium > 0 ? `${hoursAndMinutes(worked.premium)} premium ÷ ${hoursPerPa(premium)}` : "",
  ];
  return { working: parts.filter(Boolean).join(" + "), result };
}

/** `4`, `3.75`; hours that two decimals cannot express as `2 h 10 min`. */
function hoursPerPa(minutes: number): string {
  return Number.isInteger((minutes * 100) / 60) ? String(minutes / 60) : hoursAndMinutes(minutes);
}

/** A question about a session by time that is too long for ordinary work; null when there is none. */
export function lengthWarning({ standard, premium }: WorkedMinutes, basis: PaBasis): string | null {
  const minutes = standard + premium;
  if (basis === "fixed" || minutes <= LONG_MINUTES) return null;
  return `${hoursAndMinutes(minutes)}: is this on-call? Use Fixed`;
}

/**
 * Whether a session's pages offer links to cases. Study and administration have no cases, and the links would only take
 * room.
 */
export function mayHaveCases({ cases, category }: { cases: number; category: Category | null }): boolean {
  return cases > 0 || ["DCC", "APA", "Extra"].includes(category ?? "DCC");
}

/** Whether a row of the diary has no session, logged or planned. */
export function isEmptyRow({
  entries,
  planned,
}: {
  entries: readonly unknown[];
  planned: readonly unknown[];
}): boolean {
  return entries.length + planned.length === 0;
}

import type { Measure } from "~/diary/expected/hours";
import { HOURS_LIMIT, type WorkingHours } from "~/diary/expected/hours";
import { CATEGORY_NAMES, type Method } from "~/planning/job-plans/elements";
import { formatCounted, formatList } from "~/platform/time/counted";
import { longDate } from "~/platform/time/dates";
import { daysBetween, type LondonDate } from "~/platform/time/london";
import type { ProgressChoice } from "./choice";
import { balanceSentence, figure, formatAmount, formatLists, sideOf } from "./format";
import type { Forecast, ProgressReport } from "./types";

/** Name of a method within a sentence. */
export const METHOD_NAMES: Record<Method, string> = {
  weekly_leave_adjusted: "weekly, leave-adjusted",
  annualised_paced: "annualised, paced",
  annualised_linear: "annualised, linear",
};

/** Explanation of what a method expects, for the user who chooses one. */
export const METHOD_LABELS: Record<Method, string> = {
  weekly_leave_adjusted:
    "Leave-adjusted: each day of work in the plan has its own expected PAs. Leave, bank holidays and sickness have none.",
  annualised_paced:
    "Annualised, paced: the period’s target is spread over the days of work in the plan, Monday to Friday, that are not leave or bank holidays, including leave that is still to come. Sickness is credited.",
  annualised_linear:
    "Linear: the period’s target is spread evenly over all its days. Leave makes no difference, so you look further ahead before you take it. Sickness is credited.",
};

/** `20 November`: a day of the period that is shown, whose years are stated beside it. */
export function formatDayMonth(date: LondonDate): string {
  return longDate(date).replace(/ \d+$/, "");
}

export function isOver({ day, period }: Pick<ProgressReport, "day" | "period">): boolean {
  return day >= period.ends;
}

/** Whether the first day of the period is not over yet: nothing is calculated before, unless a balance goes on. */
export function isToCome({ day, period, carried = [] }: Pick<ProgressReport, "day" | "period" | "carried">): boolean {
  return day < period.begins && carried.length === 0;
}

interface Logged extends Pick<ProgressReport, "extra" | "untagged" | "opening" | "asPlanned"> {
  total: Pick<ProgressReport["total"], "done" | "credit">;
}

/**
 * Whether nothing is logged, credited or carried over. Such a diary is not behind: there is nothing to compare with the
 * plan.
 */
export function isEmpty({ total, extra, untagged, opening, asPlanned }: Logged): boolean {
  return [total.done - asPlanned, extra, untagged, opening, total.credit].every((units) => units === 0);
}

/** Whether nothing can be compared: no element of the plan counts, and no balance is carried over. */
export function expectsNothing({ categories, total }: Pick<ProgressReport, "categories" | "total">): boolean {
  return categories.length === 0 && total.balance === 0;
}

export const NO_ELEMENTS = "The plan has no elements that count. Add them to compare your work with it.";

/** `You are 11.25 PA behind, about 1.1 weeks`; of a part of the plan `SPA teaching: you are …`. */
export function headline(report: ProgressReport, part: string | null): string {
  const { total, weeks, measure, period } = report;
  if (isToCome(report)) return `Nothing is expected before ${longDate(period.begins)}`;
  if (expectsNothing(report)) return "Your plan expects nothing yet";
  if (part === null && isEmpty(report)) return "Nothing is logged in this plan yet";
  const said = balanceSentence(total.balance, weeks, measure);
  const inTime = isOver(report) ? said.replace("You are", "You ended") : said;
  return part === null ? inTime : `${part}: ${inTime.replace("You", "you")}`;
}

/** `Done 260.75 of 272.00 expected to 20 November.` and the other terms of the balance. */
export function doneSentence(report: ProgressReport): string {
  const { total, opening, measure, day, plan, asPlanned } = report;
  if (isToCome(report)) return `${plan.title} is calculated from the end of its first day.`;
  const beside = [
    asPlanned !== 0 && `${formatAmount(asPlanned, measure)} counted as planned`,
    opening > 0 && `${formatAmount(opening, measure)} carried over from before`,
    opening < 0 && `${formatAmount(opening, measure)} owed from before`,
    total.credit !== 0 && `${formatAmount(total.credit, measure)} credited for sickness`,
  ].filter((words) => typeof words === "string");
  const of = `Done ${figure(total.done, measure)} of ${figure(total.expected, measure)} expected to ${formatDayMonth(day)}`;
  return beside.length === 0 ? `${of}.` : `${of}, with ${formatList(beside)}.`;
}

/** `Once you log a session, your work is compared with what the plan expects from 1 April 2026.` */
export function emptySentence({ period }: ProgressReport): string {
  return `Once you log a session, your work is compared with what the plan expects from ${longDate(period.begins)}.`;
}

/** A plan that is this many days older than its first session was begun without Daybook. */
const BEGAN_LATER_DAYS = 28;

/**
 * Why a user who began during the plan is far behind: `The plan counts from 1 April 2026, and your first session is on
 * 17 November 2026.` Null for a user who is not behind, or whose balance from before is carried over.
 */
export function beganLaterSentence(report: ProgressReport, firstWorked: LondonDate | null): string | null {
  const { period, day, opening, word } = report;
  const isLate = daysBetween(period.begins, firstWorked ?? day) >= BEGAN_LATER_DAYS;
  if (opening !== 0 || !isLate || !word.endsWith("behind")) return null;
  if (firstWorked === null) return "If you began to use Daybook after that day, the plan can count from later.";
  return `The plan counts from ${longDate(period.begins)}, and your first session is on ${longDate(firstWorked)}.`;
}

/** `If you work the rest of your plan you finish 13.20 PA short: about 5 lists of 2.50.` */
export function forecastSentence({ balance, target }: Forecast, listUnits: number | null, measure: Measure): string {
  if (target === 0) return "The plan expects nothing: its elements have no PAs yet.";
  const size = formatAmount(balance, measure);
  const begin = "If you work the rest of your plan you finish";
  if (!/[1-9]/.test(size)) return `${begin} exactly on its target.`;
  const lists = formatLists(balance, listUnits, measure);
  return `${begin} ${size} ${sideOf(balance) === "behind" ? "short" : "over its target"}${lists === null ? "" : `: ${lists}`}.`;
}

/** `Your logbook holds 42.50 PA for the 68 days of work left.` */
export function diarySentence({ inDiary, daysLeft }: Forecast, measure: Measure): string {
  const days = formatCounted(daysLeft, "day of work", "days of work");
  return `Your logbook holds ${inDiary === 0 ? "nothing yet" : formatAmount(inDiary, measure)} for the ${days} left.`;
}

/** The word with its limit: `On track, within 5%`, `Well behind, by more than 10%`. */
export function wordSentence({ word, plan: { tolerance_percent } }: ProgressReport): string {
  if (word === "on track") return `On track, within ${tolerance_percent}%`;
  const reach = word.startsWith("well") ? tolerance_percent * 2 : tolerance_percent;
  return `${word[0]?.toUpperCase()}${word.slice(1)}, by more than ${reach}%`;
}

/** `You worked 44 h 12 min a week on average in the 26 weeks to 20 November 2026.` */
export function hoursSentence({ meanMinutes, weeks, to, isOver }: WorkingHours): string {
  const mean = `You worked ${formatAmount(meanMinutes, "hours")} a week on average in the ${weeks} weeks to ${longDate(to)}`;
  return isOver
    ? `${mean}, more than the ${HOURS_LIMIT} hours that working time is compared with.`
    : `${mean}, all work counted. Working time is compared with ${HOURS_LIMIT} hours.`;
}

/** `All-day list is archived. The plan expects nothing of it, not even for the time before. …` */
export function archivedSentence(names: readonly string[]): string {
  const [are, them, their] = names.length === 1 ? ["is", "it", "Its"] : ["are", "them", "Their"];
  return `${formatList(names)} ${are} archived. The plan expects nothing of ${them}, not even for the time before. ${their} sessions still count as done.`;
}

/**
 * Name of the running totals of work, which include what is carried over or credited; sentences and categories give the
 * work done alone.
 */
export function doneName({ opening, total }: Pick<ProgressReport, "opening" | "total">): string {
  const more = [opening !== 0 && "carried over", total.credit !== 0 && "credited"].filter(Boolean);
  return more.length === 0 ? "Done" : `${["Done", ...more.slice(1)].join(", ")} and ${more[0]}`;
}

/** Legend of the chart; null for a line or band that is not drawn. */
export function chartLegend(report: ProgressReport) {
  const { method, forecast, plan } = report;
  const { tolerance_percent } = plan;
  return {
    done: doneName(report),
    expected: `Expected, ${METHOD_NAMES[method]}`,
    band: tolerance_percent === 0 ? null : `On track: within ${tolerance_percent}%`,
    toCome: forecast && "If you work the rest of your plan",
  };
}

/** Name of the category or element that is shown alone; null for all. */
export function partName(
  { category, element }: Pick<ProgressChoice, "category" | "element">,
  elements: readonly { unique_ref: string; description: string }[],
): string | null {
  if (element !== null) return elements.find(({ unique_ref }) => unique_ref === element)?.description ?? null;
  return category === null ? null : CATEGORY_NAMES[category];
}

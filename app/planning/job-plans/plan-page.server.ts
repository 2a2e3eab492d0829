import { clockTime } from "~/platform/time/clock-time";
import { formatList } from "~/platform/time/counted";
import { longDate, nameOfWeekday } from "~/platform/time/dates";
import { assignLanes, type MinuteRange } from "~/platform/time/lanes";
import type { LondonDate } from "~/platform/time/london";
import { formatOnCall } from "./on-call";
import { isNational, NATIONS, type PaRules, showPa } from "./pa-rules";
import { dateRange, planStatus } from "./plan-dates";
import { type ElementWithTimes, withTimes } from "./queries.server";
import { formatOften, formatWhen, rowTimes, type ScheduleRow } from "./schedule";
import { shownPaParts, shownPaUnits } from "./shown-units";
import type { JobPlan, JobPlanElement } from "./table.server";
import {
  checkAgainst,
  dccToSpa,
  type ElementTerms,
  inShownParts,
  isCounted,
  type PlanTerms,
  shownSums,
  type WeeklyElement,
  weeklyMinutes,
  weeklyUnitsByRow,
} from "./weekly";

/** The data of a plan's page. */
export function planPage(plan: JobPlan, elements: JobPlanElement[], times: (ScheduleRow & { element_ref: string })[]) {
  const whole = withTimes(elements, times);
  const sums = shownSums(whole);
  const inUse = inShownParts(whole.filter(({ active }) => active));
  return {
    title: plan.title,
    lead: leadOf(plan),
    contracted: plan.contracted_pa_units,
    sums,
    /** Comparison of the sums with the contracted PAs. */
    check: checkAgainst(sums.total, plan.contracted_pa_units),
    ratio: dccToSpa(sums),
    /** Minutes of an average week. */
    minutes: whole.filter(isCounted).reduce((sum, element) => sum + weeklyMinutes(element, plan), 0),
    week: planWeek(inUse, plan),
    elements: inUse.map(lineOf),
    archived: whole.filter(({ active }) => !active).map(lineOf),
  };
}

/** The line of a plan in the list of plans. */
export function planLine(plan: JobPlan, elements: (WeeklyElement & { plan_ref: string })[], today: LondonDate) {
  const { unique_ref, title, employer, date_start, date_end, contracted_pa_units } = plan;
  const sums = shownSums(elements.filter(({ plan_ref }) => plan_ref === unique_ref));
  return {
    ...{ unique_ref, title, employer, date_start, date_end, contracted_pa_units },
    status: planStatus(plan, today),
    weeks: plan.weeks_per_year_tenths / 10,
    sums,
    check: checkAgainst(sums.total, contracted_pa_units),
  };
}

/** `1 April 2026 to 31 March 2027 · England rules · 42 weeks`. */
function leadOf(plan: JobPlan): string {
  const { pa_rules } = plan;
  const own = pa_rules.local_public_holidays ? ", bank holidays of your own" : "";
  const rules = `${NATIONS[pa_rules.nation]} rules${isNational(pa_rules) ? "" : ", changed"}${own}`;
  const counted = plan.counts_from && `counts from ${longDate(plan.counts_from)}`;
  const parts = [plan.employer, dateRange(plan), counted, rules, `${plan.weeks_per_year_tenths / 10} weeks`];
  return parts.filter(Boolean).join(" · ");
}

function lineOf(element: ElementWithTimes) {
  const { unique_ref, description, category, weekly_pa_units, counts_to_balance, counting } = element;
  const onCall = formatOnCall(element);
  const when = [...formatWhen(element, element.schedule), ...(onCall === null ? [] : [onCall])];
  return { unique_ref, description, category, weekly_pa_units, counts_to_balance, counting, when };
}

/** An element of the plan's week. */
export interface WeekElement extends ElementTerms {
  unique_ref: string;
  description: string;
  /** As the list of elements on the same page shows it. */
  weekly_pa_units: number;
}

interface PlanBlock extends MinuteRange {
  key: string;
  element_ref: string;
  element: string;
  category: ElementTerms["category"];
  times: string;
  /** `every 2 weeks`, or `from Tue` for the part after midnight; null if neither applies. */
  words: string | null;
  /** PAs of an average week; null for the part after midnight and for extra work. */
  pa: string | null;
}

const DAY = 24 * 60;

/** The usual week of a plan by clock time, and the elements without times; null when no element has times. */
export function planWeek(elements: readonly WeekElement[], plan: PlanTerms) {
  const timed = elements.filter(({ schedule }) => schedule.length > 0);
  if (timed.length === 0) return null;
  const placed = timed.flatMap((element) => blocksOf(element, plan));
  const firstHour = Math.min(7, ...placed.map(({ block }) => Math.floor(block.start / 60)));
  const lastHour = Math.max(19, ...placed.map(({ block }) => Math.ceil(block.end / 60)));
  const days = [1, 2, 3, 4, 5, 6, 7].map((weekday) => {
    const own = placed.filter((each) => each.weekday === weekday);
    const begun = own.filter(({ units }) => units !== null);
    return {
      ...{ weekday, name: nameOfWeekday(weekday), blocks: assignLanes<PlanBlock>(own.map(({ block }) => block)) },
      /** Premium time of the day within the hours that are shown. */
      premium: premiumOf(weekday, plan.pa_rules, firstHour * 60, lastHour * 60),
      /** PAs of an average week, of the occurrences that begin on the day; null when there are none. */
      total: begun.length > 0 ? showPa(begun.reduce((sum, { units }) => sum + (units ?? 0), 0)) : null,
    };
  });
  const untimed = elements.filter(({ schedule }) => schedule.length === 0);
  return {
    ...{ firstHour, lastHour, days, premium: formatPremium(plan.pa_rules) },
    untimed: untimed.map((element) => ({
      ...{ unique_ref: element.unique_ref, element: element.description, category: element.category },
      when: formatWhen(element, []).join(", "),
      pa: element.category === "Extra" ? null : showPa(element.weekly_pa_units),
    })),
  };
}

export type PlanWeek = NonNullable<ReturnType<typeof planWeek>>;

/** A block for each row, and a second one for its part after midnight. */
function blocksOf(element: WeekElement, plan: PlanTerms) {
  const units = shownPaParts(weeklyUnitsByRow(element, plan), shownPaUnits(element.weekly_pa_units));
  return element.schedule.flatMap((row, index) => {
    const nextDay = row.end_minute <= row.start_minute;
    const { unique_ref, description, category } = element;
    const block = {
      ...{ key: `${unique_ref}-${index}`, element_ref: unique_ref, element: description, category },
      times: rowTimes(row),
    };
    const first = {
      weekday: row.weekday,
      units: units[index] ?? 0,
      block: {
        ...block,
        words: formatOften(row),
        pa: category === "Extra" ? null : showPa(units[index] ?? 0),
        ...{ start: row.start_minute, end: nextDay ? DAY : row.end_minute },
      },
    };
    if (!nextDay || row.end_minute === 0) return [first];
    const words = `from ${nameOfWeekday(row.weekday).slice(0, 3)}`;
    const rest = { ...block, key: `${block.key}-rest`, words, pa: null, start: 0, end: row.end_minute };
    return [first, { weekday: (row.weekday % 7) + 1, units: null, block: rest }];
  });
}

/** Whether premium and standard time have different values; in Wales they do not. */
function hasPremium(rules: PaRules): boolean {
  return rules.premium_minutes_per_pa !== rules.standard_minutes_per_pa;
}

function premiumOf(weekday: number, rules: PaRules, from: number, until: number): MinuteRange[] {
  if (!hasPremium(rules)) return [];
  if (rules.premium_weekdays.includes(weekday)) return [{ start: from, end: until }];
  return [
    { start: from, end: Math.min(until, rules.standard_start_minute) },
    { start: Math.max(from, rules.standard_end_minute), end: until },
  ].filter(({ start, end }) => start < end);
}

/** `19:00–07:00, all Saturday and Sunday`; null where no time is premium. */
function formatPremium(rules: PaRules): string | null {
  if (!hasPremium(rules)) return null;
  const nights = `${clockTime(rules.standard_end_minute)}–${clockTime(rules.standard_start_minute)}`;
  const days = rules.premium_weekdays.map(nameOfWeekday);
  return days.length === 0 ? nights : `${nights}, all ${formatList(days)}`;
}

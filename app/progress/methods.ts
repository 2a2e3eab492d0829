import type { PlanDay, WeightedElement } from "~/diary/expected/period";
import type { Method } from "~/planning/job-plans/elements";

/** Input of the three methods. */
export interface Terms {
  elements: readonly WeightedElement[];
  /** The days of the whole period. */
  days: readonly PlanDay[];
  /** Number of the days that are over. */
  counted: number;
  /** Days of work in an average week, in which leave and sickness are counted. */
  workdaysAWeek: number;
  weeks_per_year_tenths: number;
  /** Half days of annual and study leave still to be booked among the days left; not rounded. */
  leftHalves: number;
}

/**
 * Running totals by element: `[0]` before the first day, `[n]` at the end of the nth, `[at][element]`, whole units.
 */
export interface RunningTotals {
  expected: number[][];
  credit: number[][];
}

const DAYS_PER_YEAR = 365;
const WEEKS_PER_YEAR = 52;

/**
 * Target of each element in the period: weekly × weeks a year × days ÷ 365. Not rounded, for further calculations: a
 * figure is rounded once, at the end.
 */
function targetsOf({ elements, days, weeks_per_year_tenths }: Terms): number[] {
  return elements.map(
    (element) => (exactWeeklyOf(element) * weeks_per_year_tenths * days.length) / (10 * DAYS_PER_YEAR),
  );
}

/** Weekly units of an element, in whole units as shown. */
export function weeklyOf({ week }: WeightedElement): number {
  return week.reduce((sum, units) => sum + units, 0);
}

function exactWeeklyOf(element: WeightedElement): number {
  return element.exactWeekly ?? weeklyOf(element);
}

export function runningTotals(method: Method, terms: Terms): RunningTotals {
  if (method === "weekly_leave_adjusted") return weeklyTotals(terms);
  const balances = [...terms.days.keys(), terms.days.length].map(balanceAfter(method, terms));
  return { expected: balances.map(({ expected }) => expected), credit: balances.map(({ credit }) => credit) };
}

/** Totals by element at the end of one day. */
interface Balance {
  expected: number[];
  credit: number[];
}

/** The running totals at the end of the last counted day alone, for a line of figures. */
export function balanceOf(method: Method, terms: Terms): Balance {
  if (method !== "weekly_leave_adjusted") return balanceAfter(method, terms)(terms.counted);
  const expected = terms.elements.map(() => 0);
  for (const day of terms.days.slice(0, terms.counted)) {
    for (const [index, units] of expected.entries()) expected[index] = units + dueOf(day, index);
  }
  return { expected, credit: expected.map(() => 0) };
}

/** Returns a function that gives the totals of an annualised method after a number of days. */
function balanceAfter(method: Exclude<Method, "weekly_leave_adjusted">, terms: Terms): (at: number) => Balance {
  return method === "annualised_paced" ? pacedAfter(terms) : linearAfter(terms);
}

/** Units that a day expects of an element. */
function dueOf({ worth, off }: PlanDay, index: number): number {
  return (worth[index] ?? 0) - (off[index] ?? 0);
}

/**
 * Weekly method: each day expects what it is worth less absence. Sickness is part of that absence, and is not credited
 * as well.
 */
function weeklyTotals(terms: Terms): RunningTotals {
  const { elements, days, counted } = terms;
  const none = elements.map(() => 0);
  const toCome = toComeOf(terms);
  const expected = [none];
  for (const day of days.slice(0, counted)) {
    const before = expected.at(-1) ?? none;
    expected.push(before.map((units, index) => units + dueOf(day, index)));
  }
  const today = expected[counted] ?? none;
  for (let at = counted + 1; at <= days.length; at += 1) {
    expected.push(today.map((units, index) => units + (toCome[at - counted]?.[index] ?? 0)));
  }
  return { expected, credit: expected.map(() => none) };
}

/**
 * Running totals of what the days left are worth, by element: `[0]` is zero, `[n]` the total at the end of the nth day
 * left. Granted absence is deducted, and so is what a day of work is worth on average, a fifth of the week of full time,
 * for each day of leave still to be booked, spread over all days left since its dates are unknown.
 */
export function toComeOf({ elements, days, counted, workdaysAWeek, leftHalves }: Terms): number[][] {
  const running = [elements.map(() => 0)];
  for (const day of days.slice(counted)) {
    const before = running.at(-1) ?? [];
    running.push(before.map((units, index) => units + dueOf(day, index)));
  }
  const all = running.at(-1) ?? [];
  const unbooked = elements.map((element, index) =>
    Math.max(0, Math.min(partOf(exactWeeklyOf(element), leftHalves, 2 * workdaysAWeek), all[index] ?? 0)),
  );
  return running.map((units) => units.map((each, index) => each - partOf(unbooked[index] ?? 0, each, all[index] ?? 0)));
}

/**
 * Paced method: the target in proportion to the days of presence. Leave changes the pace, not the target: what is left
 * of an entitlement is spread over the days left. A day of sickness counts as presence, and credits what a day is paced
 * at.
 */
function pacedAfter(terms: Terms): (at: number) => Balance {
  const targets = targetsOf(terms);
  const { there, sick, whole } = availableOf(terms);
  const end = terms.days.length;
  return (at) => ({
    // A plan without days of work (of weekends) has no days of presence: its target is spread evenly over all its days.
    expected: targets.map((target) => (whole === 0 ? partOf(target, at, end) : partOf(target, there[at] ?? 0, whole))),
    credit: targets.map((target) => partOf(target, sick[at] ?? 0, whole)),
  });
}

/** Running totals of half days: `there` of presence, `sick` of sickness. `whole` is the last value of `there`. */
interface Available {
  there: number[];
  sick: number[];
  whole: number;
  /** Days left in half days: days of work less absence that is booked, and less leave that is still to be booked. */
  left: number;
}

export function availableOf({ days, counted, leftHalves }: Terms): Available {
  const open = [0];
  const sick = [0];
  for (const { isWorkday, leaveHalves, sickHalves } of days) {
    open.push((open.at(-1) ?? 0) + (isWorkday ? 2 - leaveHalves : 0));
    sick.push((sick.at(-1) ?? 0) + sickHalves);
  }
  const today = open[counted] ?? 0;
  const toCome = (open.at(-1) ?? 0) - today;
  const unbooked = Math.min(leftHalves, toCome);
  const there = open.map((halves) =>
    toCome === 0 ? halves : halves - (unbooked * Math.max(0, halves - today)) / toCome,
  );
  const sickToCome = (sick.at(-1) ?? 0) - (sick[counted] ?? 0);
  return { there, sick, whole: there.at(-1) ?? 0, left: Math.max(0, toCome - unbooked - sickToCome) };
}

/**
 * Linear method: the target in proportion to calendar days. Leave has no effect; a day of sickness credits its share
 * of the days of work of 52 weeks, a 260th of full time.
 */
function linearAfter(terms: Terms): (at: number) => Balance {
  const targets = targetsOf(terms);
  const yearly = terms.elements.map((element) => exactWeeklyOf(element) * terms.weeks_per_year_tenths);
  const { sick } = availableOf(terms);
  const end = terms.days.length;
  return (at) => ({
    expected: targets.map((target) => partOf(target, at, end)),
    credit: yearly.map((tenths) => partOf(tenths, sick[at] ?? 0, 10 * 2 * terms.workdaysAWeek * WEEKS_PER_YEAR)),
  });
}

/** Units × `part` ÷ `whole`, rounded to whole units; 0 if `whole` is 0. */
function partOf(units: number, part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((units * part) / whole);
}

import { shortMoney } from "~/claims/money";
import type { UnpaidFees } from "~/claims/unpaid.server";
import { showPa } from "~/job-plans/pa-rules";
import { holds } from "~/job-plans/plan-dates";
import { longDate, weekHeading } from "~/time/dates";
import { addDays, type LondonDate, londonInstant, londonMoment, londonOffsetMs, mondayOf } from "~/time/london";
import type { CaseCount } from "./diary";
import { besideWords, type CountedSession, sumsOf, type WeeklyPlan, weekFigures } from "./sums";

/** A plan with what was done in its year that holds the page's day, by tag: JSON, see the queries. */
export interface ReckonedPlan extends WeeklyPlan {
  weeks_per_year_tenths: number;
  /** null for a plan that does not hold the day. */
  tagged: string | null;
  untagged: string | null;
}

/** One answer of the strip. */
export interface Figure {
  label: string;
  value: string;
  more: string;
  /** A line each: what was worked and does not count, or where the fees stand. */
  beside: string[];
  /** In a word or two, where the figures of PAs stay in sight; null for one that does not. */
  short: string | null;
}

/** What of the sessions shown is not complete, with a way to the first of them. */
export interface Missing {
  words: string;
  to: string;
}

export interface DiaryFigures {
  figures: Figure[];
  missing: Missing[];
  /** `To complete in these weeks`. */
  missingLabel: string;
}

/** A session as the figures see it. */
export interface FigureSession extends CountedSession {
  unique_ref: string;
  element_ref: string | null;
}

interface Shown {
  /** Of the weeks shown, in any order: the week of the day among them. */
  sessions: readonly FigureSession[];
  counts: readonly CaseCount[];
  plans: readonly ReckonedPlan[];
  unpaid: UnpaidFees | undefined;
  /** How many weeks are shown. */
  weeks: number;
  /** The day that the figures are reckoned to. */
  day: LondonDate;
  today: LondonDate;
}

/** Day, week, plan year, fees, and what is missing: of any page that has these at hand. */
export function diaryFigures({ sessions, counts, plans, unpaid, weeks, day, today }: Shown): DiaryFigures {
  const dated = sessions.map((session) => ({ ...session, date: londonMoment(session.start_at).date }));
  const ofDay = dated.filter(({ date }) => date === day);
  const ofWeek = dated.filter(({ date }) => mondayOf(date) === mondayOf(day));
  return {
    figures: [
      ...(day === today ? [dayFigure(ofDay, plans)] : []),
      weekFigure(ofWeek, plans, day, today),
      ...planFigures(plans, day),
      feeFigure(unpaid),
    ],
    missing: missingOf(sessions, counts),
    missingLabel: weeks === 1 ? "To complete in this week" : "To complete in these weeks",
  };
}

function dayFigure(sessions: readonly CountedSession[], plans: readonly ReckonedPlan[]): Figure {
  const sums = sumsOf(sessions, plans);
  const count = sessions.length;
  const more = count === 0 ? "PA, nothing logged" : `PA in ${count === 1 ? "1 session" : `${count} sessions`}`;
  return { label: "Today", short: "Today", value: showPa(sums.done), more, beside: besideWords(sums) };
}

function weekFigure(
  sessions: readonly CountedSession[],
  plans: readonly ReckonedPlan[],
  day: LondonDate,
  today: LondonDate,
): Figure {
  const { done, planned, beside } = weekFigures(mondayOf(day), sessions, plans);
  const label = mondayOf(day) === mondayOf(today) ? "This week" : weekHeading(mondayOf(day));
  return { label, short: "Week", value: done, more: planned ? `of ${planned} PA` : "PA", beside };
}

/** Plainly: what is tagged with the plan, of what its weeks come to in a year. */
function planFigures(plans: readonly ReckonedPlan[], day: LondonDate): Figure[] {
  return plans.flatMap((plan) => {
    if (plan.tagged === null || plan.untagged === null || !holds(plan, day)) return [];
    const begins = planYearBegin(plan.date_start, day);
    const inSummerTime = londonOffsetMs(londonInstant(begins)) > 0;
    const sum = (since = 0, inHour = 0) => since + (inSummerTime ? inHour : 0);
    const tagged = JSON.parse(plan.tagged) as number[];
    const [since, inHour] = JSON.parse(plan.untagged) as number[];
    const sums = {
      done: sum(tagged[0], tagged[1]),
      extra: sum(tagged[2], tagged[3]),
      untagged: sum(since, inHour),
    };
    const year = Math.round((plan.weekly_pa_units * plan.weeks_per_year_tenths) / 10);
    const label = `Plan year from ${longDate(begins)}`;
    const value = showPa(sums.done);
    return [{ label, short: "Plan year", value, more: `of ${showPa(year)} PA`, beside: besideWords(sums) }];
  });
}

function feeFigure(unpaid: UnpaidFees | undefined): Figure {
  const { pence, notClaimed, waiting } = unpaid ?? { pence: 0, notClaimed: 0, waiting: 0 };
  const parts = [notClaimed > 0 && `${notClaimed} to claim`, waiting > 0 && `${waiting} waiting`];
  const where = parts.filter(Boolean).join(", ") || "Nothing is owed to you";
  return { label: "Unpaid fees", short: null, value: shortMoney(pence), more: "", beside: [where] };
}

/** The last day on or before `day` with the month and day on which the plan began: 1 March for a leap day. */
export function planYearBegin(dateStart: LondonDate, day: LondonDate): LondonDate {
  const year = Number(day.slice(0, 4));
  const of = dateStart.slice(4) <= day.slice(4) ? year : year - 1;
  return dateStart.endsWith("-02-29") ? addDays(`${of}-02-28`, 1) : `${of}${dateStart.slice(4)}`;
}

/** What is missing, of all kinds: `2 cases have no ASA`, `1 session has no element`. */
function missingOf(sessions: readonly FigureSession[], counts: readonly CaseCount[]): Missing[] {
  const bySession = new Map(counts.map((count) => [count.session_ref, count]));
  const newestFirst = sessions.toSorted((one, other) => other.start_at - one.start_at);
  const kinds = [
    { of: ({ unique_ref: ref }: FigureSession) => bySession.get(ref)?.without_asa ?? 0, thing: "case", lacks: "ASA" },
    {
      of: ({ unique_ref: ref }: FigureSession) => bySession.get(ref)?.without_end ?? 0,
      thing: "case",
      lacks: "end time",
    },
    { of: (session: FigureSession) => (session.element_ref === null ? 1 : 0), thing: "session", lacks: "element" },
  ];
  return kinds.flatMap(({ of, thing, lacks }) => {
    const incomplete = newestFirst.filter((session) => of(session) > 0);
    const count = incomplete.reduce((sum, session) => sum + of(session), 0);
    const first = incomplete[0];
    if (!first) return [];
    const words = `${count} ${thing}${count === 1 ? " has" : "s have"} no ${lacks}`;
    return [{ words, to: `/logbook/session/${first.unique_ref}/` }];
  });
}

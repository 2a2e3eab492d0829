import type { Measure } from "~/diary/expected/hours";
import type { Category, Method } from "~/planning/job-plans/elements";
import type { LondonDate } from "~/platform/time/london";

/** Figures of a plan, a category or an element, in whole units of the measure. */
export interface Progress {
  /** Planned units of an average week. */
  weekly: number;
  expected: number;
  /** Credit for absence that counts as worked, without absence that `expected` leaves out already. */
  credit: number;
  done: number;
  /** `done` plus `credit` less `expected`; the total's also includes the opening balance. */
  balance: number;
}

export interface ElementProgress extends Progress {
  element_ref: string;
  element: string;
  category: Category;
}

export interface CategoryProgress extends Progress {
  category: Category;
  elements: ElementProgress[];
}

/** The balance of a plan before, as it is shown, that goes on in the one that followed it within its year. */
export interface CarriedBalance {
  plan_ref: string;
  title: string;
  begins: LondonDate;
  ends: LondonDate;
  expected: number;
  balance: number;
}

export type ProgressWord = "on track" | "ahead" | "behind" | "well ahead" | "well behind";

/** Running totals at the end of a day; the first is the day before the period, with the opening balance alone. */
export interface ProgressPoint {
  date: LondonDate;
  expected: number;
  /** Opening balance, done and credit; null after the last counted day. */
  done: number | null;
  /**
   * `done` if the rest of the plan is worked: equal to `done` on the last counted day, a forecast after it; null
   * before.
   */
  toCome: number | null;
}

/** A week or month of the bars under the chart. */
export interface ProgressBar {
  begins: LondonDate;
  ends: LondonDate;
  done: { category: Category; amount: number }[];
  extra: number;
  /** Units that leave and sickness take from its days. */
  leave: number;
  expected: number;
}

export interface Forecast {
  /** What the method expects by the end of the period, less the credit for absence. */
  target: number;
  credit: number;
  /** Worth of the days left, without bank holidays and leave still to be taken. */
  toCome: number;
  /** Days left, to a tenth: for a fraction of full time the leave left is seldom a whole number of half days. */
  daysLeft: number;
  /** Opening balance, done and to come less target; negative if short. */
  balance: number;
  /** Units of the sessions in the diary for the days left that count. */
  inDiary: number;
}

export interface ProgressReport {
  plan: { unique_ref: string; title: string; tolerance_percent: number };
  /** The plan's dates, or the year of it that is shown, see `periodOf`. */
  period: { begins: LondonDate; ends: LondonDate; isYearOfPlan: boolean };
  /** The last day that is calculated, see `lastCountedDay`: yesterday, or the end of a period that is over. */
  day: LondonDate;
  method: Method;
  measure: Measure;
  opening: number;
  /** What of `opening` plans before have left, first to last. */
  carried?: readonly CarriedBalance[];
  total: Progress;
  weeks: number;
  word: ProgressWord;
  categories: CategoryProgress[];
  /** How much of what is done counts as planned, without having been logged. */
  asPlanned: number;
  /** Worked and not counted: extra work, and sessions without an element. */
  extra: number;
  untagged: number;
  /** null once the period is over. */
  forecast: Forecast | null;
  /** Length of the longest clinical list with fixed times, in units of the measure; null if there is none. */
  listUnits: number | null;
  points: ProgressPoint[];
  /** Sessions up to the day that count and have no PAs. */
  needsValue: { session_ref: string; date: LondonDate; element: string }[];
}

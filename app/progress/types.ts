import type { Category, Method } from "~/planning/job-plans/elements";
import type { LondonDate } from "~/platform/time/london";

/** What is measured: PA units (1/3600 PA), or whole minutes worked. */
export type Measure = "pas" | "hours";

/** Plan, expected, credited and done of something, in whole units of its measure. */
export interface Progress {
  /** Of an average week. */
  weekly: number;
  expected: number;
  /** For absence that counts as worked; what Expected leaves out already is not in it. */
  credit: number;
  done: number;
  /** Done and credit less expected; of the whole the opening balance too. */
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

export type ProgressWord = "on track" | "ahead" | "behind" | "well ahead" | "well behind";

/** Running totals at the end of a day; the first is the day before the period, with the opening balance alone. */
export interface ProgressPoint {
  date: LondonDate;
  expected: number;
  /** Opening balance, done and credit; null after the last counted day. */
  done: number | null;
  /** What done comes to when the rest of the plan is worked: from that day on, where it is done; null before. */
  toCome: number | null;
}

/** A week or month of the bars under the chart. */
export interface ProgressBar {
  begins: LondonDate;
  ends: LondonDate;
  done: { category: Category; amount: number }[];
  extra: number;
  /** What leave and sickness took of what its days are worth. */
  leave: number;
  expected: number;
}

export interface Forecast {
  /** Of the whole period, less what absence is credited for. */
  target: number;
  credit: number;
  /** What the days left are worth, bank holidays and leave still to take left out. */
  toCome: number;
  /** Those days, to a tenth: of a fraction of full time leave is seldom left in half days. */
  daysLeft: number;
  /** Opening balance, done and to come less target: less than nothing is short. */
  balance: number;
  /** Of sessions that are in the diary for the days left, and count. */
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
  total: Progress;
  weeks: number;
  word: ProgressWord;
  categories: CategoryProgress[];
  /** Worked and not counted: extra work, and sessions without their element. */
  extra: number;
  untagged: number;
  /** null once the period is over. */
  forecast: Forecast | null;
  /** Of its longest clinical list with fixed times, in units of the measure; null where there is none. */
  listUnits: number | null;
  points: ProgressPoint[];
  /** Sessions up to the day that count and have no PAs. */
  needsValue: { session_ref: string; date: LondonDate; element: string }[];
}

import type { Measure } from "~/diary/expected/hours";
import type { DaysToLock } from "~/diary/locks/rules";
import type { LondonDate } from "~/platform/time/london";
import type { ProgressBar } from "~/progress/types";

/** The sections of a report, in their order. Their names are used in addresses and saved reports, and never change. */
export const SECTIONS = {
  scope: "Scope of work",
  "job-plan": "Job plan compared with work done",
  leave: "Leave and time in lieu",
  caseload: "Caseload",
  airway: "Airway",
  procedures: "Procedures",
  supervision: "Supervision and teaching",
  complications: "Complications",
  reflections: "Reflective notes",
  cpd: "Continuing professional development",
  "extra-work": "Additional paid work",
  gaps: "Gaps and data quality",
  cases: "Case list",
} as const;
export type SectionName = keyof typeof SECTIONS;
export const SECTION_NAMES = Object.keys(SECTIONS) as SectionName[];

/** A figure with its kind: pages and files format it differently, see `formatCell` and `cellText`. */
export type Figure =
  /** A number of anything but cases: sessions, days, fees. */
  | { kind: "count"; value: number }
  /** A number of cases, which a report can round and hide. In a sentence its `noun` follows it: `208 cases`. */
  | { kind: "cases"; value: number; noun?: string }
  /** The difference of two numbers of cases. */
  | { kind: "change"; now: number; before: number }
  /** Whole units of 1/3600 PA. */
  | { kind: "pas"; value: number }
  /** A duration in elapsed minutes. */
  | { kind: "minutes"; value: number }
  /** Hundredths of a day. */
  | { kind: "days"; value: number }
  | { kind: "pence"; value: number }
  /** Not known if `whole` is 0. */
  | { kind: "percent"; part: number; whole: number; ofCases: boolean }
  /** A small number of cases, without the number. */
  | { kind: "few"; noun?: string }
  /** A share or a change that a small number of cases is in. */
  | { kind: "hidden" };

/** A text, or a figure. */
export type Cell = string | Figure;

/** A sentence of the first page, in parts. A share in it is put in brackets. */
export type Sentence = readonly Cell[];

/** The charts of a table, by the indices of its columns. All but PAs are drawn from its cells, as they are shown. */
export type Drawing =
  | { kind: "plan-months"; bars: readonly ProgressBar[]; measure: Measure }
  /** A bar for each month; `of` holds the first days of the months. */
  | { kind: "months"; of: readonly LondonDate[]; column: number }
  /** A bar for each row. */
  | { kind: "rows"; column: number }
  /** A bar for each row, by the last column, and a bar for each column, by the foot. */
  | { kind: "both-ways"; across: string }
  /** The rows with the highest numbers, each with the year before. */
  | { kind: "commonest"; column: number; before: number };

export interface ReportTable {
  kind: "table";
  /** Letters and hyphens, unique in the report: the name of its CSV file. */
  id: string;
  caption: string;
  heads: string[];
  /** The first cell of a row is its head. */
  rows: Cell[][];
  /** Totals, where the rows add up to them. */
  foot?: Cell[] | null;
  /** Each row is a single case. */
  ofCases?: true;
  /** Addresses where the rows are edited, in their order: only on a screen. */
  paths?: readonly string[];
  /** What a reader must know to understand the figures. */
  note?: string | null;
  draws?: Drawing;
  /** Index of the column with the number that a share is of: it does not count as a figure of its row. */
  base?: number;
  /** Each row is a single entry, not a sum. */
  lists?: true;
  /**
   * Number of cells at the start of a row whose texts a page shows once, above all rows that share them. Such a table
   * has no foot.
   */
  shared?: number;
}

export interface ReportFacts {
  kind: "facts";
  id: string;
  caption: string;
  facts: { label: string; value: Cell }[];
  note?: string | null;
}

/** Texts of the user's, one below the other. */
export interface ReportEntries {
  kind: "entries";
  id: string;
  caption: string;
  /** Labels of all facts that an entry may have: each is a column of its file, in this order. */
  labels: readonly string[];
  entries: ReportEntry[];
  /** Each entry is of a single case. */
  ofCases?: true;
  note?: string | null;
}

export interface ReportEntry {
  /** `Tue 17 Nov 2026, All-day orthopaedics`. */
  title: string;
  facts: { label: string; value: string }[];
  /** With its line breaks. */
  text: string;
  /** Address where it is edited: only on a screen. */
  path?: string;
}

export type ReportBlock = ReportTable | ReportFacts | ReportEntries;

export interface ReportSection {
  name: SectionName;
  title: string;
  /** Empty if the section has nothing to show: `empty` is then shown. */
  blocks: ReportBlock[];
  /** Its summary on the first page, if `blocks` is not empty. */
  summary?: readonly Sentence[];
  /** `No complications are recorded in this period.` */
  empty: string;
  /** What the section covers, if the filters in the head of the report do not fully apply to it. */
  reach?: string;
}

/** Both dates included. */
export interface ReportPeriod {
  from: LondonDate;
  until: LondonDate;
}

/** Text in the head of a report on hidden small numbers, and on what that does not protect. */
export const SMALL_WORDS =
  "Counts of cases from 1 to 4 are shown as fewer than 5. Others are rounded down to a multiple of 5, so totals may not match. Single cases are not listed. A total under 5, exact numbers of sessions or fees, or a report of other dates or filters could still reveal a count";

export interface ReportHead {
  /** `Appraisal report`. */
  title: string;
  /** The user's name; empty if it is not known. */
  name: string;
  /** Empty if not given. */
  gmc_number: string;
  /** From the profile; empty if not given. */
  grade: string;
  specialty: string;
  period: ReportPeriod;
  /** `1 April 2026 to 31 March 2027`. */
  period_words: string;
  made_on: LondonDate;
  /** `Element: All-day orthopaedics`, one for each filter. */
  filters: string[];
  /** `3 sessions of this period are still to come and not counted`; empty for none. */
  to_come: string;
  /** Whether counts of cases under 5 are hidden, and others rounded. */
  small: boolean;
  identifiers: IdentifierCheck;
}

/** Result of the check of every text of the report for identifiers. */
export interface IdentifierCheck {
  /**
   * Number of texts that look as if they identified a person. If there are any, the user confirms before they are
   * shown.
   */
  found: number;
  /** Places of these texts, each place once, without their content. */
  places: FoundPlace[];
  confirmed: boolean;
  /**
   * `Checked for patterns of identifiers on 21 November 2026: none found`; with the user's confirmation of texts that
   * were found.
   */
  words: string;
}

export interface FoundPlace {
  /** The title of the section. */
  section: string;
  /** The date of its row or entry, as written there; empty if there is none. */
  day: string;
  /** Address where it can be corrected. */
  path: string;
}

export interface Report {
  head: ReportHead;
  sections: ReportSection[];
  days: DaysToLock | null;
}

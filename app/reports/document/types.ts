import type { DaysToLock } from "~/diary/locks/rules";
import type { LondonDate } from "~/platform/time/london";
import type { Measure, ProgressBar } from "~/progress/types";

/** The sections of a report, in their order. Their names stand in addresses and saved reports and never change. */
export const SECTIONS = {
  scope: "Scope of work",
  "job-plan": "Job plan compared with work done",
  leave: "Leave and time off in lieu",
  caseload: "Caseload",
  airway: "Airway",
  procedures: "Procedures",
  supervision: "Supervision and teaching",
  complications: "Complications",
  reflections: "Reflective notes",
  cpd: "Continuing professional development",
  "extra-work": "Extra work and fees",
  gaps: "Gaps and data quality",
  cases: "Case list",
} as const;
export type SectionName = keyof typeof SECTIONS;
export const SECTION_NAMES = Object.keys(SECTIONS) as SectionName[];

/**
 * A figure with its kind: page, CSV and ZIP each write it their own way. See `formatCell` and `cellText`. What `tells`
 * how many cases there are says of which: of those a report can keep small numbers back.
 */
export type Figure =
  | { kind: "count"; value: number; tells?: readonly Counted[] }
  /** Whole units of 1/3600 PA. */
  | { kind: "pas"; value: number }
  /** Elapsed. */
  | { kind: "minutes"; value: number }
  /** Hundredths of a day. */
  | { kind: "days"; value: number }
  | { kind: "pence"; value: number }
  /** Of nothing: not known. */
  | { kind: "percent"; part: number; whole: number; tells?: readonly Counted[] }
  /** A number that is kept back: a small one, or one that would give a small one away. */
  | { kind: "hidden"; small: boolean };

/** How many cases there are of a kind, by a name that is the same wherever a report says the same number. */
export interface Counted {
  name: string;
  value: number;
}

/** A number of cases that is the sum of others, all by their names. */
export interface Sum {
  total: string;
  parts: readonly string[];
}

/** A text, or a figure. */
export type Cell = string | Figure;

/** One of the first page, in its parts. Left out where a figure of it is kept back. */
export type Sentence = readonly Cell[];

/** What is drawn of a table, by the places of its columns. All but PAs is drawn of its cells, as they are shown. */
export type Drawing =
  | { kind: "plan-months"; bars: readonly ProgressBar[]; measure: Measure }
  /** A bar for each of its months, whose first days these are. */
  | { kind: "months"; of: readonly LondonDate[]; column: number }
  /** A bar a row. */
  | { kind: "rows"; column: number }
  /** A bar a row of its last column, and one a column of its foot. */
  | { kind: "both-ways"; across: string }
  /** The rows with most, each beside the year before. */
  | { kind: "commonest"; column: number; before: number };

export interface ReportTable {
  kind: "table";
  /** Of letters and hyphens, unlike any other of the report: the name of its CSV file. */
  id: string;
  caption: string;
  heads: string[];
  /** The first cell of a row is its head. */
  rows: Cell[][];
  /** Totals, where the rows add up to them. */
  foot?: Cell[] | null;
  /** The last cell of a row is the sum of those before it. */
  adds?: true;
  /** How its numbers hang together besides, with one another or with those of other blocks. */
  sums?: readonly Sum[];
  /** A row is of a single case. */
  ofCases?: true;
  /** Where each row is changed, in their order: only on a screen. */
  paths?: readonly string[];
  /** What has to be known to read it right. */
  note?: string | null;
  draws?: Drawing;
  /** The column that says of how many: no figure of its row. */
  base?: number;
  /** Each row is one thing that was entered, not a sum of some. */
  lists?: true;
  /** So many cells at the start of a row are texts that a page says once, above all rows that share them. It has no foot. */
  shared?: number;
}

export interface ReportFacts {
  kind: "facts";
  id: string;
  caption: string;
  facts: { label: string; value: Cell }[];
  sums?: readonly Sum[];
  note?: string | null;
}

/** Texts of the user's, one below the other. */
export interface ReportEntries {
  kind: "entries";
  id: string;
  caption: string;
  /** All that may be said of an entry: a column of its file each, in this order. */
  labels: readonly string[];
  entries: ReportEntry[];
  /** An entry is of a single case. */
  ofCases?: true;
  note?: string | null;
}

export interface ReportEntry {
  /** `Tue 17 Nov 2026, All-day orthopaedics`. */
  title: string;
  facts: { label: string; value: string }[];
  /** With its line ends. */
  text: string;
  /** Where it is changed: only on a screen. */
  path?: string;
}

export type ReportBlock = ReportTable | ReportFacts | ReportEntries;

export interface ReportSection {
  name: SectionName;
  title: string;
  /** None of a section in which there is nothing to say; `empty` then says so. */
  blocks: ReportBlock[];
  /** What the first page says of it, where `blocks` has anything. */
  inShort?: readonly Sentence[];
  /** `No complications are recorded in this period.` */
  empty: string;
  /** Of what it is where that is not what the head of the report says: what the filters do not reach. */
  reach?: string;
}

/** Both dates included. */
export interface ReportPeriod {
  from: LondonDate;
  until: LondonDate;
}

/** What the head of a report says of small numbers that are kept back, and what that does not protect. */
export const SMALL_WORDS =
  "Counts of cases under 5 are hidden, and the smallest count beside one if a total would reveal it. Single cases are not listed. Some counts could still be worked out by comparing tables or periods, or from a total that leaves few possibilities";

export interface ReportHead {
  /** `Appraisal report`. */
  title: string;
  /** The name of the person; empty where it is not known. */
  name: string;
  /** Empty where it was not said. */
  gmc_number: string;
  /** As the profile has them; empty where it was not said. */
  grade: string;
  specialty: string;
  period: ReportPeriod;
  /** `1 April 2026 to 31 March 2027`. */
  period_words: string;
  made_on: LondonDate;
  /** `Element: All-day orthopaedics`, one a filter. */
  filters: string[];
  /** `3 sessions of this period are still to come and not counted`; empty for none. */
  to_come: string;
  /** Whether counts under 5 are kept back. */
  small: boolean;
  identifiers: IdentifierCheck;
}

/** What a look at every text of the report found. */
export interface IdentifierCheck {
  /** Texts that look as if they identified somebody. Where there are any, the user confirms before they are shown. */
  found: number;
  /** Where these stand, each place once: never what they say. */
  places: FoundPlace[];
  confirmed: boolean;
  /** `Checked for patterns of identifiers on 21 November 2026: none found`; with what its owner said of what was found. */
  words: string;
}

export interface FoundPlace {
  /** The title of the section. */
  section: string;
  /** The day of its row or entry, as that writes it; empty where it has none. */
  day: string;
  /** Where it is mended. */
  path: string;
}

export interface Report {
  head: ReportHead;
  sections: ReportSection[];
  days: DaysToLock | null;
}

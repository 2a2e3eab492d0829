import type { Category } from "~/planning/job-plans/elements";
import type { MarkedLine } from "./words";

/** A line of text that holds words which were looked for. */
export interface FoundLine extends MarkedLine {
  label: string;
}

export interface FoundCaseLines {
  unique_ref: string;
  /** `45 y F, ASA 2, Elective`. */
  summary: string;
  lines: FoundLine[];
}

/** A session with what was found in it. */
export interface FoundSessionLines {
  unique_ref: string;
  day: string;
  times: string;
  ends: string | null;
  element: string | null;
  category: Category | null;
  lines: FoundLine[];
  cases: FoundCaseLines[];
}

/** The answer to a search. */
export interface Found {
  sessions: FoundSessionLines[];
  /** Of which kind the hits are. */
  counts: { sessions: number; cases: number };
  /** The days looked through, in words. */
  searched: string;
  /** Texts that could not be opened, and so were not looked through. */
  unreadable: number;
  /** Where to go on, newest first; null when there is nothing further back. */
  before: number | null;
  /** More was found than one answer shows. */
  full: boolean;
}

/** `3 cases and the notes of 1 session`. */
export function formatCount({ sessions, cases }: Found["counts"], byText: boolean): string {
  const ofCases = cases === 1 ? "1 case" : `${cases} cases`;
  const ofSessions = sessions === 1 ? "1 session" : `${sessions} sessions`;
  if (sessions === 0) return ofCases;
  const own = byText ? `the notes of ${ofSessions}` : ofSessions;
  return cases === 0 ? own : `${ofCases} and ${own}`;
}

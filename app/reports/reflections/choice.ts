import { addDays, type LondonDate } from "~/time/london";

/** Which reflective notes are shown, as the address says it. */
export interface NotesChoice {
  /** The calendar year in which the appraisal year begins; null for the one that holds today. */
  year: number | null;
  /** Only those that have no type or no domain yet. */
  open: boolean;
  /** From 1. */
  page: number;
}

const FIRST_YEAR = 1900;
const LAST_YEAR = 2099;

/** Reads an address; what it does not know is as if it were not there. */
export function readNotesChoice(search: URLSearchParams): NotesChoice {
  const year = /^\d{4}$/.test(search.get("year") ?? "") ? Number(search.get("year")) : null;
  const page = /^\d{1,4}$/.test(search.get("page") ?? "") ? Number(search.get("page")) : 1;
  return {
    year: year !== null && year >= FIRST_YEAR && year <= LAST_YEAR ? year : null,
    open: search.get("show") === "open",
    page: Math.max(1, page),
  };
}

export function addressOfNotes({ year, open, page }: NotesChoice): string {
  const search = new URLSearchParams();
  if (year !== null) search.set("year", String(year));
  if (open) search.set("show", "open");
  if (page > 1) search.set("page", String(page));
  return search.size > 0 ? `/reports/reflections/?${search}` : "/reports/reflections/";
}

/** Both dates included. */
export interface AppraisalYear {
  begins: LondonDate;
  ends: LondonDate;
  /** `2026/27`; `2026` for one that is a calendar year. */
  name: string;
}

/** The appraisal year that begins in a calendar year. @param month its first, 1 to 12 */
export function appraisalYearIn(year: number, month: number): AppraisalYear {
  const first = (of: number) => `${of}-${String(month).padStart(2, "0")}-01`;
  const name = month === 1 ? String(year) : `${year}/${String((year + 1) % 100).padStart(2, "0")}`;
  return { begins: first(year), ends: addDays(first(year + 1), -1), name };
}

/** The calendar year in which the appraisal year of a day begins. */
export function appraisalYearOf(day: LondonDate, month: number): number {
  return Number(day.slice(0, 4)) - (Number(day.slice(5, 7)) < month ? 1 : 0);
}

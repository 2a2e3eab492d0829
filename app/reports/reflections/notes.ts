import type { ReflectionType } from "~/reports/appraisal";

export interface ShownNote {
  case_ref: string;
  version: number;
  /** `Tue 17 Nov 2026`. */
  day: string;
  element: string;
  /** Address of the case. */
  to: string;
  text: string;
  /** False if it could not be decrypted: it is then unknown whether the case has a note. */
  isReadable: boolean;
  type: ReflectionType | null;
  domains: string[];
}

/** Which reflective notes are shown, as read from the address. */
export interface NotesChoice {
  /** The calendar year in which the appraisal year begins; null for the current one. */
  year: number | null;
  /** Only those that have no type or no domain yet. */
  open: boolean;
  /** Number of the page, from 1. */
  page: number;
}

const FIRST_YEAR = 1900;
const LAST_YEAR = 2099;

/** Reads an address; unknown and invalid values are treated as not given. */
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

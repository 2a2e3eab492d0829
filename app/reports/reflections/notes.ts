import type { FormState } from "~/platform/http/action-result";
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

const FIELDS = ["case_ref", "version", "type", "domains"] as const;

/** Initial values of the form of a page of notes. */
export function notesDefaults(notes: readonly ShownNote[]): Record<string, string[]> {
  return Object.fromEntries(notes.flatMap(noteDefaults));
}

/** Initial values of one note, by its index in the form. */
export function noteDefaults(note: ShownNote, at: number): [string, string[]][] {
  return FIELDS.map((field) => [`notes[${at}].${field}`, [note[field] ?? []].flat().map(String)]);
}

/** Returns a refused form with its notes in the order in which they are listed now: some may be deleted, others new. */
export function inOrderOf(notes: readonly ShownNote[], state: FormState): FormState {
  const values = notesDefaults(notes);
  const errors = Object.fromEntries(Object.entries(state.errors).filter(([name]) => !name.startsWith("notes[")));
  const sent = Object.entries(state.values).flatMap(([name, [ref]]) => {
    const place = /^(notes\[\d+\])\.case_ref$/.exec(name)?.[1];
    return place ? [[ref, place] as const] : [];
  });
  const places = new Map(sent);
  for (const [at, { case_ref }] of notes.entries()) {
    const place = places.get(case_ref);
    if (!place) continue;
    for (const field of FIELDS) {
      const [was, is] = [`${place}.${field}`, `notes[${at}].${field}`];
      values[is] = state.values[was] ?? [];
      if (state.errors[was]) errors[is] = state.errors[was];
    }
  }
  return { ...state, values, errors };
}

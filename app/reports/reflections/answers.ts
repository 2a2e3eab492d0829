import type { FormState } from "~/platform/http/action-result";
import type { ShownNote } from "./page.server";

const FIELDS = ["case_ref", "version", "type", "domains"] as const;

function savedAnswers({ case_ref, version, type, domains }: ShownNote): Record<(typeof FIELDS)[number], string[]> {
  return { case_ref: [case_ref], version: [String(version)], type: type === null ? [] : [type], domains };
}

/** What the form of a page of notes starts with. */
export function notesDefaults(notes: readonly ShownNote[]): Record<string, string[]> {
  return Object.fromEntries(notes.flatMap((note, at) => noteDefaults(note, at)));
}

export function noteDefaults(note: ShownNote, at: number): [string, string[]][] {
  const saved = savedAnswers(note);
  return FIELDS.map((field) => [`notes[${at}].${field}`, saved[field]]);
}

/** A form that came back, with its notes in the order in which they are listed now: some may be gone, others new. */
export function inOrderOf(notes: readonly ShownNote[], state: FormState): FormState {
  const values = notesDefaults(notes);
  const errors = Object.fromEntries(Object.entries(state.errors).filter(([name]) => !name.startsWith("notes[")));
  const sent = Object.entries(state.values).flatMap(([name, [ref]]) => {
    const place = /^(notes\[\d+\])\.case_ref$/.exec(name)?.[1];
    return place && ref ? [[ref, place] as const] : [];
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
  return { values, errors };
}

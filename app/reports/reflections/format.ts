export const NOTES_CHANGED =
  "This case was changed elsewhere after you opened this page. Its note is shown as it is now, with your answers: save again to keep them";

/** Of a page of which one case at least was deleted elsewhere. */
export const NOTES_GONE =
  "A case of this page was deleted elsewhere, and nothing is saved yet. The others are shown with your answers: save again to keep them";

export function countedNotes(notes: number): string {
  return notes === 1 ? "1 note" : `${notes} notes`;
}

/** Which sessions of a series are deleted (specification section 7): this one, it and those after it, or all of them. */
export const SERIES_CHOICES = ["1", "2", "3"] as const;
export type SeriesChoice = (typeof SERIES_CHOICES)[number];

/** The exact text of the specification (section 5). */
export const CHOOSE_MESSAGE = "Please choose an option from those above";

/** How much a deletion deletes. */
export interface DeletionCounts {
  sessions: number;
  cases: number;
  fees: number;
}

/** As the form carries them: see `deleteSessionForm`. */
export function countsText(counts: readonly DeletionCounts[]): string {
  return counts.map(({ sessions, cases, fees }) => [sessions, cases, fees].join()).join(";");
}

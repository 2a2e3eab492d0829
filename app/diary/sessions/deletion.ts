import { formatCounted } from "~/platform/time/counted";
/** Which sessions of a series are deleted (specification section 7): this one, it and those after it, or all of them. */
export const SERIES_CHOICES = ["1", "2", "3"] as const;
export type SeriesChoice = (typeof SERIES_CHOICES)[number];

/** Whether a choice deletes another session of the series, besides the one it was made for (`isChosen`, in SQL). */
export function deletesOther(choice: SeriesChoice, one: { start_at: number }, other: { start_at: number }): boolean {
  return choice === "3" || (choice === "2" && other.start_at >= one.start_at);
}

/** The exact text of the specification (section 5). */
export const CHOOSE_MESSAGE = "Please choose an option from those above";

/** Numbers of rows that a deletion deletes. */
export interface DeletionCounts {
  sessions: number;
  cases: number;
  fees: number;
}

/** The counts as the form sends them: see `deleteSessionForm`. */
export function countsText(counts: readonly DeletionCounts[]): string {
  return counts.map(({ sessions, cases, fees }) => [sessions, cases, fees].join()).join(";");
}

/** `, with 3 cases`; empty for none. */
export function withCases(cases: number): string {
  return cases === 0 ? "" : `, with ${formatCounted(cases, "case")}`;
}

/** Error for "Delete session" when the page showed something else than exists now. */
export const NOT_AS_SHOWN =
  "Nothing was deleted: the sessions, their cases or their fees have changed since you opened this page. Check what is shown now, then delete it if you still want to";

/** `12 sessions deleted, with 14 cases and 1 fee`. */
export function formatDeleted({ sessions, cases, fees }: DeletionCounts): string {
  const what = sessions === 1 ? "Session deleted" : `${sessions} sessions deleted`;
  const fee = fees === 0 ? "" : `${cases > 0 ? " and" : ", with"} ${formatCounted(fees, "fee")}`;
  return `${what}${withCases(cases)}${fee}`;
}

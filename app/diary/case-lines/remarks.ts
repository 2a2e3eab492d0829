import { findIdentifiers, identifierMessage } from "~/ui/identifiers/rules";
import type { NamedOption } from "./line-case";
import { readLine } from "./read-line";
import { type Row, textOf } from "./row";

/** A remark on a line, shown next to its cells. */
export interface Remark {
  /** The words that it refers to; empty for the whole line. */
  text: string;
  message: string;
  /**
   * True if the words were not understood, or ambiguous; otherwise the reading is likely, and only has to be checked.
   */
  asks: boolean;
}

/** The remarks on a row's line as it was last read. */
export function remarksOf(row: Row, own: readonly NamedOption[]): Remark[] {
  const { understood, questions, case: read } = readLine(textOf(row, "read_line"), own);
  const checks = understood.flatMap(({ text, check }) => (check ? [{ text, message: check, asks: false }] : []));
  const asked = questions.map(({ text, ask }) => ({ text, message: ask, asks: true }));
  // A number that identifies a patient may have been read as something else.
  const hits = findIdentifiers(textOf(row, "read_line"));
  const message = hits.length > findIdentifiers(read.description).length ? identifierMessage(hits) : null;
  return [...asked, ...(message ? [{ text: "", message, asks: true }] : []), ...checks];
}

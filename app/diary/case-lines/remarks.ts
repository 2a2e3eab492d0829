import { findIdentifiers, identifierMessage } from "~/ui/identifiers/rules";
import type { NamedOption } from "./line-case";
import { readLine } from "./read-line";
import { type Row, textOf } from "./row";

/** What is to be said of a line beside its cells. */
export interface Remark {
  /** The words that it is about; empty for the line as a whole. */
  text: string;
  says: string;
  /** Not understood, or in two ways; otherwise it is likely and only to be looked at. */
  asks: boolean;
}

/** Of the line of a row as it was read. */
export function remarksOf(row: Row, own: readonly NamedOption[]): Remark[] {
  const { understood, questions, case: read } = readLine(textOf(row, "read_line"), own);
  const checks = understood.flatMap(({ text, check }) => (check ? [{ text, says: check, asks: false }] : []));
  const asked = questions.map(({ text, ask }) => ({ text, says: ask, asks: true }));
  // A number that names a patient may have been read as something else.
  const hits = findIdentifiers(textOf(row, "read_line"));
  const message = hits.length > findIdentifiers(read.description).length ? identifierMessage(hits) : null;
  return [...asked, ...(message ? [{ text: "", says: message, asks: true }] : []), ...checks];
}

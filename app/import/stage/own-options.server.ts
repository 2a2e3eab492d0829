import type { NamedOption } from "~/diary/case-lines/line-case";
import { type CustomOption, STANDARD_LABELS } from "~/diary/cases/options.server";
import type { StoredOption } from "~/diary/cases/table.server";
import type { WordTable } from "../fields";

/** The options that are offered, for which words may stand. */
export function namedOptions(custom: readonly CustomOption[]): NamedOption[] {
  return custom.filter(({ active }) => active).map(({ unique_ref: id, kind, label }) => ({ id, kind, label }));
}

/** Length of a reference in characters: codes and Standard ids are shorter. */
const REF_LETTERS = 22;

/** Removes the words that stood for an option which was deleted or is no longer offered. */
export function withoutDeletedOptions(words: WordTable, own: readonly NamedOption[]): WordTable {
  const isThere = (item: string) => item.length < REF_LETTERS || own.some(({ id }) => id === item);
  return Object.fromEntries(
    Object.entries(words).map(([field, table]) => {
      return [field, Object.fromEntries(Object.entries(table).filter(([, meaning]) => meaning.every(isThere)))];
    }),
  );
}

/** The options of a row as a case stores them, each once, and none that the user does not have. */
export function storedOptions(custom: readonly CustomOption[], sent: readonly StoredOption[]): StoredOption[] {
  const refs = new Set(custom.map(({ unique_ref }) => unique_ref));
  const found = sent.filter(({ id }) => STANDARD_LABELS.has(id) || refs.has(id));
  return [...new Map(found.map((each) => [each.id, each])).values()];
}

import type { FormState } from "~/ui/form-state";
import type { RowAnswers } from "./fields";

/** What a changed row comes to: what is written of it, or what is wrong, by the names of its own fields. */
export type Judged =
  | { ok: true /** null: it is so already. */; columns: Readonly<Record<string, unknown>> | null; notes: string[] }
  | { ok: false; errors: Record<string, string> };

/** What is wrong with the form of one row, one message a field. */
export function faulty({ errors }: FormState): Judged {
  return { ok: false, errors: Object.fromEntries(Object.entries(errors).map(([name, [first = ""]]) => [name, first])) };
}

/** `columns`, where a row does not hold all of them already. */
export function changesOf(row: Readonly<Record<string, unknown>>, columns: Readonly<Record<string, unknown>>) {
  const isSame = Object.entries(columns).every(([name, value]) => row[name] === value);
  return isSame ? null : columns;
}

export function touches(changed: RowAnswers, ...names: readonly string[]): boolean {
  return names.some((name) => name in changed);
}

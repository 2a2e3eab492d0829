import type { FormState } from "~/platform/http/action-result";
import type { RowAnswers } from "./fields";

/** What a changed row comes to: what is written of it, or what is wrong, by the names of its own fields. */
export type Judged =
  | { ok: true /** null: it is so already. */; columns: object | null; notes: string[] }
  | { ok: false; errors: Record<string, string> };

/** What is wrong with the form of one row, one message a field. */
export function faulty({ errors }: FormState): Judged {
  return { ok: false, errors: Object.fromEntries(Object.entries(errors).map(([name, [first = ""]]) => [name, first])) };
}

/** Whether a row holds all of this already. */
export function holdsAll(row: object, columns: object): boolean {
  const held = new Map(Object.entries(row));
  return Object.entries(columns).every(([name, value]) => held.get(name) === value);
}

export function touches(changed: RowAnswers, ...names: readonly string[]): boolean {
  return names.some((name) => name in changed);
}

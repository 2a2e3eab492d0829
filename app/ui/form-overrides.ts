import { useState } from "react";
import type { FormState } from "~/platform/http/action-result";
import type { FormView } from "./form-state";

/**
 * With script a field's message goes when the field is edited; the summary of the answer stays as it came.
 * @param answer what the action returned: a new one shows its messages again.
 * @returns the form for the fields, and what to call with the name of a field as it is edited.
 */
export function useClearedErrors(form: FormView, answer: unknown): [FormView, (name: string) => void] {
  const [edited, setEdited] = useState({ answer, names: [] as string[] });
  if (edited.answer !== answer) setEdited({ answer, names: [] });
  const names = edited.answer === answer ? edited.names : [];
  const shown = { ...form, error: (name: string) => (names.includes(name) ? undefined : form.error(name)) };
  return [shown, (name) => names.includes(name) || setEdited({ answer, names: [...names, name] })];
}

/**
 * What a button beside a form sent, without the answers of the form: the form keeps those that its page showed.
 * @param field one that every sending of the form holds.
 */
export function withoutAnswers(
  sent: FormState | undefined,
  shown: Readonly<Record<string, string>>,
  field: string,
): FormState | undefined {
  if (!sent || sent.values[field] !== undefined) return sent;
  const values = Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, [value]]));
  return { ...sent, values: { ...values, ...sent.values } };
}

import { useState } from "react";
import type { FormState } from "~/platform/http/action-result";
import type { FormView } from "./form-state";

/**
 * With script a field's error is hidden when the field is edited; the error summary stays as it is.
 * @param answer what the action returned: a new one shows its errors again
 * @returns the form for the fields, and a function to call with the name of an edited field
 */
export function useClearedErrors(form: FormView, answer: unknown): [FormView, (name: string) => void] {
  const [edited, setEdited] = useState({ answer, names: [] as string[] });
  if (edited.answer !== answer) setEdited({ answer, names: [] });
  const names = edited.answer === answer ? edited.names : [];
  const shown = { ...form, error: (name: string) => (names.includes(name) ? undefined : form.error(name)) };
  return [shown, (name) => names.includes(name) || setEdited({ answer, names: [...names, name] })];
}

/**
 * The state of a form after another button of the page was pressed, which sends none of the form's answers: the form
 * keeps those that its page showed.
 * @param field name of a field that the form always sends
 */
export function withoutAnswers(
  sent: FormState | undefined,
  shown: Readonly<Record<string, string | string[]>>,
  field: string,
): FormState | undefined {
  if (!sent || sent.values[field] !== undefined) return sent;
  const values = Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, [value].flat()]));
  return { ...sent, values: { ...values, ...sent.values } };
}

import { useState } from "react";
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

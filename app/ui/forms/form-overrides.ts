import { useState } from "react";
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

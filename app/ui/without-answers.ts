import type { FormState } from "~/platform/http/form-state";

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

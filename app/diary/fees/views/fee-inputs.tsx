import { css } from "styled-system/css";
import type { FieldProps } from "~/ui/forms/field-frame";
import type { FormView } from "~/ui/forms/form-state";
import { SuggestField, TextField } from "~/ui/forms/text-fields";

/** An amount in pounds. */
export function MoneyField(props: FieldProps) {
  return <TextField {...props} width="ch12" inputMode="decimal" figures />;
}

/** Grid of two columns: the basis of the pay, and the amount. */
export const priced = css({
  display: "grid",
  gap: { base: "2", wide: "4" },
  alignItems: "end",
  gridTemplateColumns: "[minmax(0, 26ch) minmax(0, 14ch)]",
});

interface PayerFieldProps {
  form: FormView;
  /** Suggested while the user types. */
  payers: readonly string[];
  name?: string;
  hint?: string;
}

/** Field for the payer: free text, with earlier payers as suggestions. */
export function PayerField({ form, payers, name = "payer", hint }: PayerFieldProps) {
  return <SuggestField form={form} name={name} label="Payer" width="ch40" known={payers} {...(hint ? { hint } : {})} />;
}

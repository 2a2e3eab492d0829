import type { FormView } from "~/ui/form-state";
import { SuggestField } from "~/ui/suggest-field";

interface PayerFieldProps {
  form: FormView;
  /** Offered while one types. */
  payers: readonly string[];
  name?: string;
  hint?: string;
}

/** Who pays: any words, with those that were used before on offer. */
export function PayerField({ form, payers, name = "payer", hint }: PayerFieldProps) {
  return <SuggestField form={form} name={name} label="Payer" width="ch40" known={payers} {...(hint ? { hint } : {})} />;
}

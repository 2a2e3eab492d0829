import type { FormView } from "~/ui/form-state";
import { TextField } from "~/ui/text-fields";

/** The fee of a case (specification 2.12). */
export function CaseFee({ form }: { form: FormView }) {
  return <TextField form={form} name="case_claim_amount" label="Fee (optional)" width="ch12" figures />;
}

import type { FormView } from "~/ui/form-state";
import { TextField } from "~/ui/text-fields";

/** The fee of a session (specification 2.13). */
export function SessionFee({ form }: { form: FormView }) {
  return <TextField form={form} name="extra_claim_amount" label="Fee for session (optional)" width="ch12" figures />;
}

import { TickField } from "~/ui/choice-fields";
import type { FormView } from "~/ui/form-state";

/** Whether and how a new session repeats (specification 2.13, 3.7). */
export function RecurrenceFields({ form }: { form: FormView }) {
  return <TickField form={form} name="recurring" label="Recurring" />;
}

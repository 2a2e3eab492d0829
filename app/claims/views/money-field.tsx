import type { FieldProps } from "~/ui/field-frame";
import { TextField } from "~/ui/text-fields";

/** An amount in pounds. */
export function MoneyField(props: FieldProps) {
  return <TextField {...props} width="ch12" inputMode="decimal" figures />;
}

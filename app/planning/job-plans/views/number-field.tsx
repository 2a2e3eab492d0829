import { TextField, type TextFieldProps } from "~/ui/text-fields";

/** A short field for a number. */
export function NumberField(props: Pick<TextFieldProps, "form" | "name" | "label" | "hint" | "inputMode">) {
  return <TextField inputMode="decimal" {...props} width="ch6" figures />;
}

import { css } from "styled-system/css";
import type { FieldProps } from "~/ui/field-frame";
import { TextField } from "~/ui/text-fields";

/** An amount in pounds. */
export function MoneyField(props: FieldProps) {
  return <TextField {...props} width="ch12" inputMode="decimal" figures />;
}

/** What is paid for, and beside it how much. */
export const priced = css({
  display: "grid",
  gap: { base: "2", wide: "4" },
  alignItems: "end",
  gridTemplateColumns: "[minmax(0, 26ch) minmax(0, 14ch)]",
});

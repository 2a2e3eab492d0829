import type { ComponentProps } from "react";
import { css } from "styled-system/css";

interface RowTickProps extends Pick<ComponentProps<"input">, "name" | "value" | "defaultChecked" | "onChange"> {
  /** Label for screen readers. */
  label: string;
}

/** The box that ticks a row of a table, in a separate cell (`tickCell`). */
export function RowTick({ label, ...input }: RowTickProps) {
  return (
    <label className={box}>
      <input type="checkbox" {...input} />
      <span className={css({ srOnly: true })}>{label}</span>
    </label>
  );
}

export const tickCell = css({ width: "[40px]", _print: { display: "none" } });

const box = css({
  display: "inline-flex",
  minWidth: { base: "control", wide: "target" },
  minHeight: { base: "control", wide: "target" },
  alignItems: "flex-start",
  cursor: "pointer",
  "& input": { width: "[20px]", height: "[20px]", margin: "0", marginTop: "half", accentColor: "accent" },
});

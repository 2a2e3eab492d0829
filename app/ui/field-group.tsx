import type { ReactNode } from "react";
import { css } from "styled-system/css";

/** Fields of one matter, under its heading. */
export function FieldGroup({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className={group}>
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
}

const group = css({
  display: "grid",
  gap: "4",
  border: "none",
  padding: "0",
  margin: "0",
  minWidth: "0",
  "& > legend": { fontSize: "h2", fontWeight: "heading", lineHeight: "heading", paddingBottom: "3" },
});

import type { ReactNode } from "react";
import { css } from "styled-system/css";
import { Icon } from "./icon";

interface RowMenuProps {
  /** For screen readers: what it acts on. */
  name: string;
  /** Links and buttons that look like links. */
  children: ReactNode;
}

/** The acts of one row, behind three dots: opened, they stand beside those or below, in the box around it, which wraps. */
export function RowMenu({ name, children }: RowMenuProps) {
  return (
    <details data-menu="" className={menu}>
      <summary className={dots}>
        <Icon name="more" size={16} />
        <span className={css({ srOnly: true })}>More for {name}</span>
      </summary>
      <div className={acts}>{children}</div>
    </details>
  );
}

const menu = css({
  display: "contents",
  _print: { display: "none" },
});

const dots = css({
  display: "inline-flex",
  alignItems: "center",
  justifyContent: "center",
  minWidth: { base: "control", wide: "target" },
  minHeight: { base: "control", wide: "target" },
  borderRadius: "sm",
  color: "accent",
  cursor: "pointer",
  listStyle: "none",
  "&::-webkit-details-marker": { display: "none" },
  "&:hover": { background: "accentSoft" },
});

const acts = css({
  display: "flex",
  flexWrap: "wrap",
  columnGap: "3",
  rowGap: "1",
  fontSize: "sm",
  "& > *": {
    minHeight: { base: "control", wide: "target" },
    display: "inline-flex",
    alignItems: "center",
    textAlign: "left",
    whiteSpace: "nowrap",
  },
});

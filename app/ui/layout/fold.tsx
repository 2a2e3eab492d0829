import type { ReactNode } from "react";
import { css } from "styled-system/css";
import { Icon } from "./icon";

interface FoldProps {
  /** Shown while it is folded. */
  title: ReactNode;
  open?: boolean;
  className?: string;
  children: ReactNode;
}

/** Content that is folded to a line until it is opened; looks like a section of a form. */
export function Fold({ title, open, className = "", children }: FoldProps) {
  return (
    <details open={open} className={`${fold} ${className}`}>
      <summary className={foldLine}>
        <Icon name="chevron" />
        <span className={foldTitle}>{title}</span>
      </summary>
      {children}
    </details>
  );
}

export const fold = css({
  "&[open] > summary > svg": { transform: "rotate(180deg)" },
  "&[open] > summary > [data-message]": { color: "quiet" },
  // On paper nothing can be opened.
  "&::details-content": { contentVisibility: { _print: "visible" } },
});

export const foldLine = css({
  display: "flex",
  flexWrap: "wrap",
  columnGap: "2",
  alignItems: "center",
  minHeight: "control",
  paddingBlock: "2",
  listStyle: "none",
  "&::-webkit-details-marker": { display: "none" },
  "& > svg": { flexShrink: "0", color: "accent" },
  "&:hover > span:first-of-type": { color: "accentStrong" },
});

export const foldTitle = css({ fontWeight: "strong", fontSize: "md" });

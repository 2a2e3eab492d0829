import type { ReactNode } from "react";
import { css } from "styled-system/css";
import { Icon } from "~/ui/icon";

interface AllGroupsProps {
  folded: boolean;
  title: string;
  children: ReactNode;
}

/** One stop for the keyboard until it is opened: whoever has favourites seldom needs the rest. */
export function AllGroups({ folded, title, children }: AllGroupsProps) {
  return (
    <details open={!folded} className={everything}>
      <summary className={summary}>
        <Icon name="chevron" />
        {title}
      </summary>
      <div className={list}>{children}</div>
    </details>
  );
}

interface GroupProps {
  title: string;
  open: boolean;
  /** How many of its options are. */
  chosen: number;
  children: ReactNode;
}

/** Options of one kind, folded to their heading. Stands inside `AllGroups`. */
export function Group({ title, open, chosen, children }: GroupProps) {
  return (
    <details open={open} className={section}>
      <summary className={summary}>
        <Icon name="chevron" />
        {title} {chosen > 0 && <span className={count}> – {chosen} chosen</span>}
      </summary>
      <div className={inside}>{children}</div>
    </details>
  );
}

const count = css({ color: "accent", fontWeight: "strong", whiteSpace: "nowrap" });

/** Folded groups stand side by side; an open one takes the whole width. */
const list = css({
  borderBlock: "line",
  display: "grid",
  gridTemplateColumns: { base: "minmax(0, 1fr) minmax(0, 1fr)", wide: "repeat(3, minmax(0, 1fr))" },
});

const everything = css({ "&[open] > summary > svg": { transform: "rotate(180deg)" } });

const section = css({
  "&[open]": { gridColumn: "1 / -1" },
  "&[open]:not(:last-child)": { borderBottom: "line" },
  "details:not([open]) + &": { "&[open]": { borderTop: "line" } },
  "&[open] > summary > svg": { transform: "rotate(180deg)" },
});

const summary = css({
  display: "flex",
  gap: "1",
  alignItems: "center",
  minHeight: { base: "control", wide: "button" },
  fontWeight: "strong",
  fontSize: "md",
  listStyle: "none",
  "&::-webkit-details-marker": { display: "none" },
  "&:hover": { color: "accentStrong" },
});

const inside = css({ display: "grid", gap: "4", paddingBottom: "4", gridTemplateColumns: "minmax(0, 1fr)" });

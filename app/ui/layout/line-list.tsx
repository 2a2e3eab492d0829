import type { ReactNode } from "react";
import { Link } from "react-router";
import { css } from "styled-system/css";
import { text } from "styled-system/recipes";

/** A list of items of one kind, one per line. */
export function LineList({ children }: { children: ReactNode }) {
  return <ul className={list}>{children}</ul>;
}

interface LineProps {
  heading: ReactNode;
  /** Below the heading. */
  facts?: ReactNode;
  /** Actions at the end of the line. */
  children?: ReactNode;
}

export function Line({ heading, facts, children }: LineProps) {
  return (
    <li className={line}>
      <div className={about}>
        {heading}
        {facts && <p className={text({ kind: "hint" })}>{facts}</p>}
      </div>
      {children}
    </li>
  );
}

/** The heading of a line that links to its page. The link is stretched over the whole line. */
export function LineLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={link}>
      {children}
    </Link>
  );
}

const link = css({
  fontWeight: "strong",
  color: "ink",
  textDecorationLine: "none",
  "&::after": { content: '""', position: "absolute", inset: "0" },
  "&:hover": { textDecorationLine: "underline" },
});

const list = css({ listStyleType: "none", padding: "0", margin: "0", borderTop: "ink" });

const about = css({ display: "grid", gap: "1", minWidth: "0", flex: "[1 1 320px]", overflowWrap: "anywhere" });

const line = css({
  position: "relative",
  display: "flex",
  flexWrap: "wrap",
  gap: "3",
  alignItems: "center",
  justifyContent: "space-between",
  borderBottom: "line",
  paddingBlock: "3",
});

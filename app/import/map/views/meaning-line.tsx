import type { ReactNode } from "react";
import { css } from "styled-system/css";
import { text } from "styled-system/recipes";

interface MeaningLineProps {
  /** Id of the select. */
  id: string;
  /** Word of the file. */
  word: string;
  /** How often it occurs, and the like; the select's description, with the id `${id}-hint`. */
  facts: string;
  /** The select of its meaning. */
  children: ReactNode;
}

/** A word of a file on the left, its meaning on the right. */
export function MeaningLine({ id, word, facts, children }: MeaningLineProps) {
  return (
    <li className={line}>
      <div className={css({ minWidth: "0" })}>
        <label htmlFor={id} className={css({ fontWeight: "strong" })}>
          {word}
        </label>
        <p id={`${id}-hint`} className={text({ kind: "hint" })}>
          {facts}
        </p>
      </div>
      {children}
    </li>
  );
}

const line = css({
  display: "grid",
  gridTemplateColumns: { base: "minmax(0, 1fr)", wide: "minmax(0, 1fr) minmax(0, 1fr)" },
  columnGap: "4",
  rowGap: "1",
  alignItems: "center",
  borderBottom: "line",
  paddingBlock: "2",
  overflowWrap: "anywhere",
});

import type { ReactNode } from "react";
import { css } from "styled-system/css";

/** Fields of a form, which while their days are locked can only be read. A browser sends none that are disabled. */
export function LockedFields({ when, children }: { when: boolean; children: ReactNode }) {
  if (!when) return children;
  return (
    <fieldset disabled className={read}>
      {children}
    </fieldset>
  );
}

const read = css({
  display: "contents",
  "& :is(input:not([type=radio], [type=checkbox]), select, textarea)": {
    background: "sunk",
    color: "ink",
    opacity: "1",
    cursor: "not-allowed",
  },
  // They would add, choose or remove something.
  "& button": { display: "none" },
});

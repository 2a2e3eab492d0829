import type { ReactNode } from "react";
import { css } from "styled-system/css";
import { button } from "styled-system/recipes";
import { Icon } from "./icon";
import { panel } from "./submenu";

interface ActionMenuProps {
  label: ReactNode;
  /** Class of what opens it; a button by default. */
  summary?: string;
  /** Links. */
  children: ReactNode;
}

/** A button that opens a list of links, of a page's acts that are seldom needed. */
export function ActionMenu({ label, summary = button(), children }: ActionMenuProps) {
  return (
    <details data-menu="" className={action}>
      <summary className={summary}>
        {label}
        <Icon name="chevron" size={14} />
      </summary>
      <div className={panel}>{children}</div>
    </details>
  );
}

/** On a wide screen the panel stands at the right of its button; on a phone it is as wide as the page. */
const action = css({
  position: { base: "static", wide: "relative" },
  "& > div": {
    top: { base: "[auto]", wide: "[100%]" },
    left: { base: "4", wide: "[auto]" },
    right: { base: "4", wide: "0" },
  },
});

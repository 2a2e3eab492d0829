import type { ReactNode } from "react";
import { css } from "styled-system/css";
import { button } from "styled-system/recipes";
import { Icon } from "./icon";
import { link, panel } from "./submenu";

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
    <details data-menu="" className={`${css({ position: "relative" })} ${action}`}>
      <summary className={summary}>
        {label}
        <Icon name="chevron" size={14} />
      </summary>
      <div className={panel}>{children}</div>
    </details>
  );
}

/** On a wide screen it stands at the right of its page. */
const action = css({ "& > div": { right: { wide: "0" }, left: { wide: "[auto]" } }, "& > div > a": link });

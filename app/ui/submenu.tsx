import { Link } from "react-router";
import { css } from "styled-system/css";
import { Icon } from "./icon";

interface SubmenuProps {
  label: string;
  items: { label: string; path: string }[];
  here: string;
  /** Loads a new document. */
  newDocument?: boolean | undefined;
}

/** A `details` that opens by click or Enter without script; what script adds is in `menuScript`. */
export function Submenu({ label, items, here, newDocument }: SubmenuProps) {
  // A new page closes it: the key makes a new element.
  return (
    <details key={here} data-menu="" name="submenu" className={css({ position: "relative" })}>
      <summary className={barLink} aria-current={items.some((item) => currentOf(item.path, here)) ? "true" : undefined}>
        {label}
        <Icon name="chevron" size={14} />
      </summary>
      <div className={panel}>
        {items.map((item) => (
          <Link
            key={item.path}
            to={item.path}
            reloadDocument={newDocument}
            aria-current={currentOf(item.path, here)}
            className={panelLink}
          >
            {item.label}
          </Link>
        ))}
      </div>
    </details>
  );
}

const panel = css({
  position: "absolute",
  top: "[100%]",
  left: "0",
  minWidth: "menu",
  background: "card",
  border: "line",
  borderRadius: "md",
  boxShadow: "float",
  padding: "1",
  display: "grid",
  zIndex: "menu",
});

const panelLink = css({
  color: "ink",
  textDecorationLine: "none",
  paddingInline: "3",
  minHeight: "button",
  display: "flex",
  alignItems: "center",
  fontSize: "md",
  borderRadius: "sm",
  "&:hover, &[aria-current]": { background: "accentSoft", color: "ink" },
});

export const barLink = css({
  color: "quiet",
  textDecorationLine: "none",
  paddingBlock: "2",
  paddingInline: "3",
  fontSize: "md",
  minHeight: "button",
  display: "flex",
  gap: "1",
  alignItems: "center",
  "&:hover": { color: "ink" },
  "&[aria-current]": { color: "ink", fontWeight: "strong", boxShadow: "current" },
});

/** What `aria-current` says of a menu's link: this page, or the room that this page is in. */
export function currentOf(path: string, here: string): "page" | "true" | undefined {
  if (path === here) return "page";
  return path !== "/" && here.startsWith(path) ? "true" : undefined;
}

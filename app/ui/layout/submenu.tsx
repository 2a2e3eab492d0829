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

/** A `details` element that opens by click or Enter without script; `menuScript` adds the rest. */
export function Submenu({ label, items, here, newDocument }: SubmenuProps) {
  // Closed on a new page: the key makes a new element.
  return (
    <details key={here} data-menu="" name="submenu" className={css({ position: "relative" })}>
      <summary className={barLink} aria-current={items.some((item) => currentOf(item.path, here)) ? "true" : undefined}>
        {label}
        <Icon name="chevron" size={14} />
      </summary>
      <div className={panel}>
        {items.map((item) => (
          <Link key={item.path} to={item.path} reloadDocument={newDocument} aria-current={currentOf(item.path, here)}>
            {item.label}
          </Link>
        ))}
      </div>
    </details>
  );
}

export const panel = css({
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
  "& > a": {
    color: "ink",
    textDecorationLine: "none",
    paddingInline: "3",
    minHeight: "button",
    display: "flex",
    alignItems: "center",
    fontSize: "md",
    borderRadius: "sm",
    "&:hover, &[aria-current]": { background: "accentSoft", color: "ink" },
  },
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

/** Value of `aria-current` for a menu's link: "page" for the current page, "true" for a section that contains it. */
export function currentOf(path: string, here: string): "page" | "true" | undefined {
  if (path === here) return "page";
  return path !== "/" && here.startsWith(path) ? "true" : undefined;
}

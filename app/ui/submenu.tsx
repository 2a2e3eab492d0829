import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { css } from "styled-system/css";
import { Icon } from "./icon";
import { barLink } from "./top-bar";

/** Specification section 9. */
export const MENU_CLOSE_DELAY_MS = 300;

interface SubmenuProps {
  label: string;
  items: { label: string; path: string }[];
  here: string;
}

/** A `details` that opens by click or Enter without script; with it by hover too, and Escape closes it. */
export function Submenu({ label, items, here }: SubmenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  useHoverMenu(menu);
  // A new page closes it: the key makes a new element.
  return (
    <details key={here} ref={menu} className={css({ position: "relative" })}>
      <summary className={barLink} aria-current={items.some((item) => item.path === here) ? "true" : undefined}>
        {label}
        <Icon name="chevron" size={14} />
      </summary>
      <div className={panel}>
        {items.map((item) => (
          <Link
            key={item.path}
            to={item.path}
            aria-current={item.path === here ? "page" : undefined}
            className={panelLink}
          >
            {item.label}
          </Link>
        ))}
      </div>
    </details>
  );
}

function useHoverMenu(menu: React.RefObject<HTMLDetailsElement | null>) {
  useEffect(() => {
    const details = menu.current;
    const summary = details?.querySelector("summary");
    if (!details || !summary) return;
    let closing: ReturnType<typeof setTimeout> | undefined;
    let openedByHover = false;
    const listening = new AbortController();
    const { signal } = listening;

    details.addEventListener(
      "pointerenter",
      (event) => {
        clearTimeout(closing);
        if (event.pointerType !== "mouse" || details.open) return;
        details.open = true;
        openedByHover = true;
      },
      { signal },
    );
    details.addEventListener(
      "pointerleave",
      (event) => {
        if (event.pointerType !== "mouse") return;
        closing = setTimeout(() => {
          details.open = false;
        }, MENU_CLOSE_DELAY_MS);
      },
      { signal },
    );
    // The hover has opened it already: the click that follows must not close it again.
    summary.addEventListener(
      "click",
      (event) => {
        if (openedByHover) event.preventDefault();
        openedByHover = false;
      },
      { signal },
    );
    document.addEventListener(
      "keydown",
      (event) => {
        if (event.key !== "Escape" || !details.open) return;
        if (details.contains(document.activeElement)) summary.focus();
        details.open = false;
      },
      { signal },
    );
    document.addEventListener(
      "pointerdown",
      (event) => {
        if (!details.contains(event.target as Node)) details.open = false;
      },
      { signal },
    );
    return () => {
      clearTimeout(closing);
      listening.abort();
    };
  });
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

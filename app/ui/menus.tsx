import { useEffect } from "react";

/** Specification section 9. */
export const MENU_CLOSE_DELAY_MS = 300;

/** The menus of the bar: on a wide screen those that drop down, on a phone the one that holds them all. */
const MENU = "details[data-menu]";

/**
 * What script adds to the menus, which open by click or Enter without it: they open under a mouse, and close a while
 * after it has gone, since it may cross a gap or rest on the panel; by Escape, with the focus back on what opened
 * them; and by a press or the focus elsewhere. Comes after the page, which does not wait for it.
 */
export function Part() {
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    let closing: ReturnType<typeof setTimeout> | undefined;
    let openedByHover: Element | null = null;

    const enter = ({ target, pointerType }: PointerEvent) => {
      const menu = droppingDown(target);
      if (!menu || pointerType !== "mouse") return;
      clearTimeout(closing);
      if (menu.open) return;
      openedByHover = menu;
      menu.open = true;
    };
    const leave = ({ target, pointerType }: PointerEvent) => {
      const menu = droppingDown(target);
      if (!menu || pointerType !== "mouse") return;
      closing = setTimeout(() => {
        menu.open = false;
      }, MENU_CLOSE_DELAY_MS);
    };
    const click = (event: MouseEvent) => {
      if (!(event.target instanceof Element)) return;
      const menu = event.target.closest<HTMLDetailsElement>(MENU);
      if (!menu) return;
      // The link of the page that is open leads nowhere new: it closes the menu all the same.
      if (event.target.closest("a")) menu.open = false;
      // The hover has opened it already: the click that follows must not close it again.
      if (openedByHover === menu && menu.open && event.target.closest("summary")) event.preventDefault();
      openedByHover = null;
    };
    const close = ({ key }: KeyboardEvent) => {
      if (key !== "Escape") return;
      for (const menu of openMenus()) {
        if (menu.contains(document.activeElement)) menu.querySelector("summary")?.focus();
        menu.open = false;
      }
    };
    const elsewhere = ({ target }: Event) => {
      for (const menu of openMenus()) if (!menu.contains(target as Node)) menu.open = false;
    };
    // Entering and leaving tell nobody above, but on their way down.
    document.addEventListener("pointerenter", enter, { signal, capture: true });
    document.addEventListener("pointerleave", leave, { signal, capture: true });
    document.addEventListener("click", click, { signal });
    document.addEventListener("keydown", close, { signal });
    document.addEventListener("pointerdown", elsewhere, { signal });
    document.addEventListener("focusin", elsewhere, { signal });
    return () => {
      clearTimeout(closing);
      listening.abort();
    };
  }, []);
  return null;
}

function openMenus() {
  return document.querySelectorAll<HTMLDetailsElement>(`${MENU}[open]`);
}

function droppingDown(target: EventTarget | null): HTMLDetailsElement | null {
  return target instanceof HTMLDetailsElement && target.matches(`${MENU}[name=submenu]`) ? target : null;
}

import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { css } from "styled-system/css";
import { setFront } from "../layout/front";
import { DIALOG_TITLE_ID } from "../layout/page";

interface DialogOverProps {
  children: ReactNode;
  /** Address of the page in the dialog: each one starts at its top, with the focus in it. */
  page: string;
}

/** A page with its own address, shown over the page that opened it. With script only. */
export function DialogOver({ children, page }: DialogOverProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEscape(dialog);
  const [notices, setNotices] = useState<HTMLElement | null>(null);
  const { key } = useLocation();

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  useLayoutEffect(() => {
    setFront(notices);
    return () => setFront(null);
  }, [notices]);

  useEffect(() => {
    const element = dialog.current;
    if (!element || !page) return;
    element.scrollTop = 0;
    // A form with errors has focused its error summary.
    if (!element.querySelector("#error-summary")) firstStop(element)?.focus({ preventScroll: true });
  }, [page]);
  useEffect(() => {
    void key;
    // The same page after a save: the focused element may have been removed with what was saved.
    if (dialog.current && !dialog.current.contains(document.activeElement)) {
      firstStop(dialog.current)?.focus({ preventScroll: true });
    }
  }, [key]);

  return (
    <dialog ref={dialog} className={over} aria-labelledby={DIALOG_TITLE_ID}>
      <div ref={setNotices} className={beside} />
      {children}
    </dialog>
  );
}

/**
 * The element to focus first: the first field; on a touch screen the heading, since a keyboard would cover half of the
 * dialog.
 */
function firstStop(dialog: HTMLDialogElement): HTMLElement | null {
  const field = "input:not([type=hidden]):not([tabindex='-1']), select, textarea";
  const fields = matchMedia("(pointer: fine)").matches
    ? dialog.querySelectorAll<HTMLElement>(`form :is(${field})`)
    : [];
  const typing = [...fields].find((each) => each.checkVisibility());
  return typing ?? dialog.querySelector<HTMLElement>(`#${DIALOG_TITLE_ID}`);
}

/**
 * Makes Escape press Cancel, which asks first if something was typed (see `global-keys`). Listens before the dialog is
 * shown: a browser closes a dialog that has no listener.
 */
function useEscape(dialog: RefObject<HTMLDialogElement | null>): void {
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const press = () => element.querySelector<HTMLAnchorElement>("[data-cancel] a")?.click();
    // The code that asks is loaded after the page: before that, typed text would be lost.
    let asks = false;
    const asking = import("../keys/global-keys")
      .then(({ listening }) => listening)
      .catch(() => {})
      .then(() => {
        asks = true;
      });
    const leave = () => (asks ? press() : asking.then(press));
    const cancel = (event: Event) => {
      if (event.target !== element) return;
      event.preventDefault();
      leave();
    };
    let focused: HTMLElement | null = null;
    const focus = ({ target }: Event) => {
      focused = target as HTMLElement;
    };
    // A second Escape closes the dialog even if a page prevents it: it is opened again as it was.
    const closed = ({ target }: Event) => {
      if (target !== element || !element.isConnected) return;
      const last = focused;
      element.showModal();
      last?.focus({ preventScroll: true });
      leave();
    };
    const listening = new AbortController();
    const { signal } = listening;
    element.addEventListener("focusin", focus, { signal });
    element.addEventListener("cancel", cancel, { signal });
    element.addEventListener("close", closed, { signal });
    return () => listening.abort();
  }, [dialog]);
}

const over = css({
  width: "full",
  height: "full",
  maxWidth: "[none]",
  maxHeight: "[none]",
  margin: "0",
  padding: "0",
  border: "none",
  background: "transparent",
  color: "ink",
  overflowY: "auto",
  overscrollBehavior: "contain",
  scrollPaddingBottom: "[96px]",
  "&[open]": { display: "flex", flexDirection: "column" },
  "&::backdrop": { background: "[oklch(20% .02 230 / .5)]" },
  "& [data-dialog-page]": {
    width: "full",
    marginInline: { base: "0", wide: "auto" },
    marginTop: { base: "0", wide: "6" },
    marginBottom: { base: "0", wide: "6" },
    boxShadow: { base: "none", wide: "float" },
    flexShrink: "0",
  },
  // Script moves the focus here; the Tab key does not.
  "& [data-dialog-page] h1:focus": { outline: "none" },
});

const beside = css({
  width: "full",
  maxWidth: { wide: "dialog" },
  marginInline: "auto",
  flexShrink: "0",
  background: { base: "card", wide: "transparent" },
  "&:not(:empty)": { paddingInline: { base: "4", wide: "0" }, paddingTop: "4" },
});

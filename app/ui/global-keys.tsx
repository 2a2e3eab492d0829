import { type ComponentType, useEffect, useEffectEvent, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { css } from "styled-system/css";
import { Snackbar } from "./flash-notice";
import { keyOf } from "./keys";
import { holdsTypedForm, noteTyping } from "./typed-forms";

type Dialog = ComponentType<{ onClose: () => void }>;

const STILL_OPEN = "Still open: what you typed here is not saved.";

/** Keys that work on every page of someone who is signed in; what is behind a dialog has none. */
export function Part() {
  const navigate = useNavigate();
  const { key: place } = useLocation();
  const [Dialog, setDialog] = useState<Dialog | null>(null);
  const [open, setOpen] = useState(false);
  const [refusals, setRefusals] = useState(0);

  useEffect(() => {
    void place;
    setOpen(false);
    setRefusals(0);
  }, [place]);

  /** Leaving a form that was typed in is for Cancel, in words; a dialog over a page says so as to Escape. */
  function mayLeave(front: Element | undefined): boolean {
    const page = front ?? document.querySelector("[data-dialog-page]");
    if (!holdsTypedForm(page)) return true;
    if (front) front.dispatchEvent(new Event("cancel", { cancelable: true }));
    else setRefusals((count) => count + 1);
    return false;
  }

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (open) return;
    const field = event.target instanceof Element ? event.target.closest("input, textarea, select") : null;
    const front = [...document.querySelectorAll("dialog[open]")].at(-1);
    const scope = front ?? document;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
      const form = (field as HTMLInputElement | null)?.form;
      if (form?.method !== "post") return;
      event.preventDefault();
      // A button that is off says why beside it; the key does not get around it.
      if (!scope.querySelector("button[type=submit]:disabled")) form.requestSubmit();
      return;
    }
    const key = keyOf(event);
    // On a Mac these type signs.
    if (!key || (field && !/^[a-z/?]$/i.test(event.key))) return;
    const pressed = key.presses && scope.querySelector<HTMLElement>(`[data-key=${key.presses}]`);
    if (key.presses && !pressed) return;
    event.preventDefault();
    if (key.letter === "/") {
      setOpen(true);
      if (!Dialog)
        import("./keys-dialog").then((module) => setDialog(() => module.KeysDialog)).catch(() => navigate("/keys/"));
    } else if (!mayLeave(front)) return;
    else if (pressed) pressed.click();
    else if (key.to) navigate(key.to);
  });

  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    addEventListener("keydown", listener);
    addEventListener("input", noteTyping);
    return () => {
      removeEventListener("keydown", listener);
      removeEventListener("input", noteTyping);
    };
  }, []);

  return (
    <>
      {refusals > 0 && (
        <div key={refusals} role="status">
          <span className={css({ srOnly: true })}>{STILL_OPEN}</span>
          <Snackbar text={STILL_OPEN} icon="warning" />
        </div>
      )}
      {open && Dialog && <Dialog onClose={() => setOpen(false)} />}
    </>
  );
}

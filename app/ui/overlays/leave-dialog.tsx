import { useLayoutEffect, useRef } from "react";
import { css } from "styled-system/css";
import { button, row } from "styled-system/recipes";

interface LeaveDialogProps {
  /** Called when the typed text may be discarded. */
  onLeave: () => void;
  onStay: () => void;
}

/** Asks before typed text is discarded. Escape keeps it. */
export function LeaveDialog({ onLeave, onStay }: LeaveDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Closed before it is removed, so that the focus returns to where it was.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="leave-title"
      aria-describedby="leave-words"
      className={sheet}
      onKeyDown={(event) => {
        // At once: the browser reports a close later than it closes, and the next key may come before that.
        if (event.key !== "Escape") return;
        event.preventDefault();
        event.stopPropagation();
        onStay();
      }}
      // A phone's way back.
      onClose={onStay}
    >
      <h2 id="leave-title">Leave without saving?</h2>
      <p id="leave-words" className={css({ marginBlock: "3" })}>
        What you typed on this page is not saved.
      </p>
      <div className={row()}>
        <button type="button" className={button({ visual: "primary" })} onClick={onStay}>
          Stay on this page
        </button>
        <button type="button" className={button({ visual: "danger" })} onClick={onLeave}>
          Leave without saving
        </button>
      </div>
    </dialog>
  );
}

/** Style of this dialog and of the list of keys. */
export const sheet = css({
  margin: "[auto]",
  width: "[min(560px, calc(100vw - 32px))]",
  maxHeight: "[85dvh]",
  overflow: "auto",
  padding: "5",
  background: "card",
  color: "ink",
  border: "line",
  borderRadius: "md",
  boxShadow: "float",
  "&::backdrop": { background: "[rgb(0 0 0 / .4)]" },
});

/** Forms with typed text. By form, not by page: a form that was saved is replaced by another. */
const typed = new WeakSet<HTMLFormElement>();

/** Fields that are quickly typed again, and not saved: passwords, codes, and ticks that select rows of a table. */
const NOT_KEPT =
  "[type=password], [name=delete_code], [name=twoFactorCode], [name=code], [name=row], [name=fee], [type=checkbox]:not([name])";

/** Listener for `input`: from now on the user is asked before the form is left. */
export function noteTyping({ target }: Event): void {
  noteField(target as HTMLInputElement);
}

/** Notes text that was typed before the listeners were added. */
export function noteTypedBefore(): void {
  for (const field of document.querySelectorAll<HTMLInputElement>("input, textarea")) {
    if (field.value !== field.defaultValue) noteField(field);
  }
}

/** True for a form that posts. Reads the attribute: the property may be a field with the name `method`. */
export function isPosted(form: HTMLFormElement | null | undefined): form is HTMLFormElement {
  return form?.getAttribute("method") === "post";
}

function noteField(field: HTMLInputElement): void {
  const { form } = field;
  // A search changes nothing.
  const finds = field.closest("search") ?? form?.querySelector("search");
  if (isPosted(form) && !finds && !field.matches(NOT_KEPT)) typed.add(form);
}

/**
 * Notes the form that has most of these fields: it was filled in with text that was typed on another page, or before an
 * answer.
 */
export function noteFilled(names: readonly string[]): void {
  const known = (form: HTMLFormElement) => names.filter((name) => form.elements.namedItem(name)).length;
  const forms = [...document.forms].filter(isPosted);
  const [nearest] = forms.sort((one, other) => known(other) - known(one));
  if (nearest && known(nearest) > 0) typed.add(nearest);
}

/**
 * True if the element contains a form with typed text.
 * @param but a form that is being sent, and so not left
 */
export function hasTypedForm(part: Element | null, but?: HTMLFormElement): boolean {
  return part !== null && [...part.querySelectorAll("form")].some((form) => form !== but && typed.has(form));
}

/**
 * Updates the notes after a form was answered. One that came back still contains what was typed, although it may be
 * rendered anew.
 */
export function noteAnswer(form: HTMLFormElement, cameBack: boolean): void {
  if (!cameBack) typed.delete(form);
  else if (typed.has(form) && !form.isConnected) {
    noteFilled([...form.elements].map((field) => (field as HTMLInputElement).name).filter(Boolean));
  }
}

/** Forgets what was typed in these forms, once the user has agreed to discard it. */
export function forgetTyping(forms: Iterable<HTMLFormElement>): void {
  for (const form of forms) typed.delete(form);
}

import { useLayoutEffect, useRef } from "react";
import { css } from "styled-system/css";
import { button, row } from "styled-system/recipes";

interface LeaveDialogProps {
  /** What was typed may go. */
  onLeave: () => void;
  onStay: () => void;
}

/** Asked before typed text is dropped. Escape is the answer that keeps it. */
export function LeaveDialog({ onLeave, onStay }: LeaveDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Closed before it goes, so that the focus returns to where it was.
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

/** What a dialog of the keyboard looks like. */
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

/** Kept by form, not by page: one that was saved makes way for another. */
const typed = new WeakSet<HTMLFormElement>();

/** Typed anew in a moment, and kept nowhere: passwords, codes, and ticks of which rows of a table are meant. */
const NOT_KEPT =
  "[type=password], [name=delete_code], [name=twoFactorCode], [name=code], [name=row], [name=fee], [type=checkbox]:not([name])";

/** Listens to `input`: what was typed in is not left without a question. */
export function noteTyping({ target }: Event): void {
  noteField(target as HTMLInputElement);
}

/** What was typed before anything listened. */
export function noteTypedBefore(): void {
  for (const field of document.querySelectorAll<HTMLInputElement>("input, textarea")) {
    if (field.value !== field.defaultValue) noteField(field);
  }
}

/** By its attribute: the property is the field, in a form that has one called so. */
export function isPosted(form: HTMLFormElement | null | undefined): form is HTMLFormElement {
  return form?.getAttribute("method") === "post";
}

function noteField(field: HTMLInputElement): void {
  const { form } = field;
  // What is looked for changes nothing.
  const finds = field.closest("search") ?? form?.querySelector("search");
  if (isPosted(form) && !finds && !field.matches(NOT_KEPT)) typed.add(form);
}

/** A form that came filled in with these names, by what was typed on another page or before an answer. */
export function noteFilled(names: readonly string[]): void {
  const known = (form: HTMLFormElement) => names.filter((name) => form.elements.namedItem(name)).length;
  const forms = [...document.forms].filter(isPosted);
  const [nearest] = forms.sort((one, other) => known(other) - known(one));
  if (nearest && known(nearest) > 0) typed.add(nearest);
}

/** @param but a form that is on its way, and so not left. */
export function holdsTypedForm(part: Element | null, but?: HTMLFormElement): boolean {
  return part !== null && [...part.querySelectorAll("form")].some((form) => form !== but && typed.has(form));
}

/** A form was answered. One that came back still holds what was typed, though it may be drawn anew. */
export function noteAnswer(form: HTMLFormElement, cameBack: boolean): void {
  if (!cameBack) typed.delete(form);
  else if (typed.has(form) && !form.isConnected) {
    noteFilled([...form.elements].map((field) => (field as HTMLInputElement).name).filter(Boolean));
  }
}

/** Somebody said that what was typed may go. */
export function forgetTyping(forms: Iterable<HTMLFormElement>): void {
  for (const form of forms) typed.delete(form);
}

/** Kept by form, not by page: one that was saved makes way for another. */
const typed = new WeakSet<HTMLFormElement>();

/** Listens to `input`: what was typed in is not left without a word. */
export function noteTyping({ target }: Event): void {
  const { form } = target as HTMLInputElement;
  if (form) typed.add(form);
}

export function holdsTypedForm(part: Element | null): boolean {
  return part !== null && [...part.querySelectorAll("form")].some((form) => typed.has(form));
}

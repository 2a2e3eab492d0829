/** Kept by form, not by page: one that was saved makes way for another. */
const typed = new WeakSet<HTMLFormElement>();

/** Typed anew in a moment, and kept nowhere: passwords, and codes. */
const NOT_KEPT = "[type=password], [name=delete_code], [name=twoFactorCode], [name=code]";

/** Listens to `input`: what was typed in is not left without a question. */
export function noteTyping({ target }: Event): void {
  const field = target as HTMLInputElement;
  const { form } = field;
  // What is looked for changes nothing.
  const finds = field.closest("search") ?? form?.querySelector("search");
  if (form?.method === "post" && !finds && !field.matches(NOT_KEPT)) typed.add(form);
}

export function holdsTypedForm(part: Element | null): boolean {
  return part !== null && [...part.querySelectorAll("form")].some((form) => typed.has(form));
}

/** What was typed is saved, or somebody said that it may go. */
export function forgetTyping(forms: Iterable<HTMLFormElement>): void {
  for (const form of forms) typed.delete(form);
}

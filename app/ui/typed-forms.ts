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

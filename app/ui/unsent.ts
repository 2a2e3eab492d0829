/** A form on its way: kept in the page's memory until an answer comes, so that a lost connection loses no line. */
export interface Unsent {
  action: string;
  answers: FormData;
}

let onItsWay: Unsent | null = null;

export function remember(form: HTMLFormElement, submitter: HTMLElement | null): void {
  onItsWay = { action: form.action, answers: new FormData(form, submitter) };
}

/** An answer came. */
export function forget(): void {
  onItsWay = null;
}

export function unsent(): Unsent | null {
  return onItsWay;
}

/** A form on its way: kept in the page's memory until an answer comes, so that a lost connection loses no line. */
export interface Unsent {
  action: string;
  answers: [name: string, value: string][];
}

let onItsWay: Unsent | null = null;

export function remember(form: HTMLFormElement, submitter: HTMLElement | null): void {
  const answers = [...new FormData(form, submitter)].filter(
    (pair): pair is [string, string] => typeof pair[1] === "string",
  );
  onItsWay = { action: form.action, answers };
}

/** An answer came. */
export function forget(): void {
  onItsWay = null;
}

export function unsent(): Unsent | null {
  return onItsWay;
}

/** Puts a value into a field as if it had been typed: whoever follows the form hears of it. */
export function fillIn(input: HTMLInputElement, value: string): void {
  if (input.value === value) return;
  input.value = value;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

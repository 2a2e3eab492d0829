/** By what payers are told apart: letters in any case and spaces in any number are one name. */
export function payerKey(name: string): string {
  return foldSpaces(name).toLowerCase();
}

/** A name as it is stored: one space between words. */
export function foldSpaces(name: string): string {
  return name.trim().replace(/\s+/g, " ");
}

/** The key of a payer's name: names that differ only in case or in spaces have the same key. */
export function payerKey(name: string): string {
  return foldSpaces(name).toLowerCase();
}

/** A name as it is stored: one space between words. */
export function foldSpaces(name: string): string {
  return name.trim().replace(/\s+/g, " ");
}

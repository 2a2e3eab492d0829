/** Compares two texts letter by letter, as the database does; 0 for the same text. */
export function byLetters(one: string, other: string): number {
  return Number(one > other) - Number(one < other);
}

const BLANKS = new Set([
  ...["", "-", "--", "–", "—", "?", ".", "n/a", "na", "n/k", "nk", "null", "nil"],
  ...["unknown", "not known", "not stated", "not recorded", "not specified", "not applicable"],
]);

/** True for what theatre systems write where nothing is known. */
export function isBlank(cell: string): boolean {
  if (cell.length > 60) return false;
  const text = cell.trim().toLowerCase();
  return BLANKS.has(text) || text.startsWith("not captured");
}

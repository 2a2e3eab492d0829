/** Created once, because creating them is slow. */
const numbers = /* @__PURE__ */ new Intl.NumberFormat("en-GB");
const plurals = /* @__PURE__ */ new Intl.PluralRules("en-GB");
const lists = /* @__PURE__ */ new Intl.ListFormat("en-GB");
const alternatives = /* @__PURE__ */ new Intl.ListFormat("en-GB", { type: "disjunction" });

/** `12,034`. */
export function formatNumber(n: number): string {
  return numbers.format(n);
}

/**
 * `1 session`, `12,034 sessions`, `0 entries of leave`.
 * @param many the plural, where it is not `one` with an s
 */
export function formatCounted(n: number, one: string, many = `${one}s`): string {
  return `${formatNumber(n)} ${plurals.select(n) === "one" ? one : many}`;
}

/** As `formatCounted`, but empty for 0: for lists that leave out empty items. */
export function formatCountedIfAny(n: number, one: string, many?: string): string {
  return n === 0 ? "" : formatCounted(n, one, many);
}

/** `a`, `a and b`, `a, b and c`; empty for none. */
export function formatList(parts: readonly string[]): string {
  return lists.format(parts);
}

/** `a`, `a or b`, `a, b or c`; empty for none. */
export function formatAlternatives(parts: readonly string[]): string {
  return alternatives.format(parts);
}

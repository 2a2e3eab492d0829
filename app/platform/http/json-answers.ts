/**
 * The answers of a JSON call as a page's form would have sent them, so that the same schema reads both: a number by
 * its digits, `null` as nothing, a list by its texts; of the fields in `ticks`, `true` as a tick and `false` as none.
 * What no form can say is kept as an object, which every field refuses in words.
 */
export function asAnswers(
  body: Readonly<Record<string, unknown>>,
  ticks: readonly string[] = [],
): Record<string, unknown> {
  const said = Object.entries(body).filter(([name]) => name !== "__proto__");
  return Object.fromEntries(
    said.map(([name, value]) => {
      if (typeof value === "boolean" && ticks.includes(name)) return [name, value ? "yes" : ""];
      return [name, Array.isArray(value) ? value.map(asText) : asText(value)];
    }),
  );
}

function asText(value: unknown): unknown {
  if (typeof value === "string" || value === undefined) return value;
  if (typeof value === "number") return String(value);
  return value === null ? "" : {};
}

/** The fields of a form as a call hands them out: one without an answer is null. */
export function blanksAsNull(fields: Readonly<Record<string, string>>): Record<string, string | null> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value === "" ? null : value]));
}

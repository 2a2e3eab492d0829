/**
 * Parses JSON that came from outside, without anything named `length`, which no field of Daybook is. Zod compares the
 * length of whatever has one, of what is no text too, and throws where that is an object without a primitive value.
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  // A name may be spelled with escapes.
  const mayName = text.includes('"length"') || text.includes("\\u00");
  return JSON.parse(text, mayName ? withoutLength : undefined);
}

function withoutLength(name: string, value: unknown): unknown {
  return name === "length" ? undefined : value;
}

const WIDTH = 110;
/** Of a longer list the first and the last rows are shown, and how many lie between. */
const SHOWN = { longest: 8, first: 4, last: 3 };
const LONGEST_TEXT = 400;
/** References, tokens and hashes: other ones each time, so that they are numbered in the order in which they come. */
const DRAWN = /(?<![\w-])(?=[\w-]*[A-Z])(?=[\w-]*[a-z])(?:[\w-]{22}|[\w-]{32,})(?![\w-])/g;

/**
 * A value as text that shows in a comparison what has changed: a line for whatever fits in one.
 * @param undoRef of the diary's change, which carries its user's number
 */
export function asText(value: unknown, undoRef: string | undefined): string {
  const text = linesOf(value, "").replaceAll(undoRef ?? "no ref", "undo-ref");
  const numbers = new Map<string, number>();
  return text.replaceAll(DRAWN, (ref) => {
    const number = numbers.get(ref) ?? numbers.size + 1;
    numbers.set(ref, number);
    return `ref-${number}`;
  });
}

function linesOf(value: unknown, indent: string): string {
  const one = JSON.stringify(value) ?? "undefined";
  if (one.length + indent.length <= WIDTH) return one;
  if (typeof value === "string") return value.includes("\n") ? linesOf(value.split("\n"), indent) : shortened(value);
  if (typeof value !== "object" || value === null) return one;
  const inner = `${indent}  `;
  if (!Array.isArray(value)) {
    const members = Object.entries(value).map(([key, each]) => `${inner}${key}: ${linesOf(each, inner)}`);
    return `{\n${members.join("\n")}\n${indent}}`;
  }
  const { longest, first, last } = SHOWN;
  const between = value.length - first - last;
  const shown = value.map((each) => inner + linesOf(each, inner));
  if (value.length > longest) shown.splice(first, between, `${inner}… ${between} more`);
  return `[\n${shown.join("\n")}\n${indent}]`;
}

function shortened(text: string): string {
  return JSON.stringify(text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}… of ${text.length}` : text);
}

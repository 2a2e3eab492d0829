const WIDTH = 110;
/** Of a longer list the first and the last rows are shown, and how many lie between. */
const SHOWN = { longest: 8, first: 4, last: 3 };
const LONGEST_TEXT = 400;
/** References, tokens, hashes, secrets and codes: other ones each time. */
const DRAWN = new RegExp(
  [
    /(?<![\w-])(?=[\w-]*[A-Z])(?=[\w-]*[a-z])(?:[\w-]{22}|[\w-]{32,})(?![\w-])/,
    // A secret of an authenticator app, together and in groups; a recovery code; a name of `makeUser`.
    /\b[A-Z2-7]{32}\b|\b(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}\b|\b(?:[0-9A-Z]{4}-){5}[0-9A-Z]{4}\b|\buser-[\w-]{22}/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "g",
);
/** The squares of a QR code. */
const SQUARES = /"M4 4h7v1h-7z[^"]*"/g;

/** A text without what is drawn, by which rows and lists have one order in each run. */
export function withoutDrawn(text: string): string {
  return text.replaceAll(DRAWN, "drawn");
}

/**
 * A value as text that shows in a comparison what has changed: a line for whatever fits in one. What is drawn is numbered
 * in the order in which it comes.
 * @param undoRef of the diary's change, which carries its user's number
 */
export function asText(value: unknown, undoRef: string | undefined): string {
  const text = linesOf(value, "")
    .replaceAll(undoRef ?? "no ref", "undo-ref")
    .replaceAll(SQUARES, "squares");
  const numbers = new Map<string, number>();
  return text.replaceAll(DRAWN, (drawn) => {
    const number = numbers.get(drawn) ?? numbers.size + 1;
    numbers.set(drawn, number);
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

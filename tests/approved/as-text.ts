const WIDTH = 110;
/** Of a longer list the first and the last rows are shown, and how many lie between. */
const SHOWN = { longest: 8, first: 4, last: 3 };
const LONGEST_TEXT = 400;
/** What is drawn anew in each run: references, tokens, hashes, secrets and codes. */
const DRAWN = new RegExp(
  [
    /(?<![\w-])(?=[\w-]*[A-Z])(?=[\w-]*[a-z])(?:[\w-]{22}|[\w-]{32,})(?![\w-])/,
    // A secret of an authenticator app, together and in groups; a recovery code; a name or an address that a test draws.
    /\b[A-Z2-7]{32}\b|\b(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}\b|\b(?:[0-9A-Z]{4}-){5}[0-9A-Z]{4}\b/,
    /\buser-[\w-]{22}|(?<![\w-])[\w-]{22}(?=@example)/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "g",
);
/** The squares of a QR code. */
const SQUARES = /"M4 4h7v1h-7z[^"]*"/g;

/** What stands for each reference that a world knows. */
export type Names = readonly (readonly [drawn: string, name: string])[];

/** A text in which known references have their names, and others stand for nothing: it is the same in each run. */
export function withNames(text: string, names: Names): string {
  const named = names.reduce((all, [drawn, name]) => {
    return all.replaceAll(drawn, name).replaceAll(drawn.toLowerCase(), `${name} in lower case`);
  }, text);
  return named.replaceAll(SQUARES, "squares").replaceAll(DRAWN, "drawn");
}

/** A value as text that shows in a comparison what has changed: a line for whatever fits in one. */
export function asText(value: unknown, names: Names): string {
  return withNames(linesOf(value, ""), names);
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

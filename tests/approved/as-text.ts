import { Change } from "./difference";

const WIDTH = 160;
const INDENT = "  ";
/** Of a longer list the first and the last rows are shown, how many lie between, and a sum that tells whether one is another. */
const SHOWN = { longest: 8, first: 4, last: 3 };
const LONGEST_TEXT = 400;
/** Of places in a chart. */
const DECIMALS = 4;
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
const SQUARES = /^M4 4h7v1h-7z.*/;

/** What stands for each reference that a world knows. */
export type Names = readonly (readonly [drawn: string, name: string])[];

/** A text in which known references have their names, and others stand for nothing: it is the same in each run. */
export function withNames(text: string, names: Names): string {
  const named = names.reduce((all, [drawn, name]) => {
    return all.replaceAll(drawn, name).replaceAll(drawn.toLowerCase(), `${name} in lower case`);
  }, text);
  return named.replace(SQUARES, "squares").replaceAll(DRAWN, "drawn");
}

/** A value as it is sent, with names in all of its texts, and for numbers. */
export function named(value: unknown, names: Names): unknown {
  const byNumber = new Map(names.map(([drawn, name]) => [Number(drawn), name]));
  const sent = JSON.stringify(value, (_, each) => {
    if (typeof each === "string") return withNames(each, names);
    return typeof each === "number" ? (byNumber.get(each) ?? Number(each.toFixed(DECIMALS))) : each;
  });
  return sent === undefined ? null : JSON.parse(sent);
}

/** A value as text that shows in a comparison what has changed: whatever fits stands in one line. */
export function asText(value: unknown, before = ""): string {
  return joined(before, linesOf(value, WIDTH, before.length)).join("\n");
}

/** @param taken of the first line's room by what stands before it */
function linesOf(value: unknown, room: number, taken = 0): string[] {
  if (value instanceof Change) return ofChange(value, room, taken);
  if (typeof value === "string") {
    const isLong = value.length > room - taken;
    return isLong && value.includes("\n") ? linesOf(value.split("\n"), room, taken) : ofText(value, room - taken);
  }
  if (typeof value !== "object" || value === null) return [JSON.stringify(value)];
  const inner = room - INDENT.length;
  const [open, members, close] = Array.isArray(value)
    ? ["[", shownOf(value, inner), "]"]
    : ["{", Object.entries(value).map(([key, each]) => ofMember(key, each, inner)), "}"];
  const one = open + members.map(([first]) => first).join(", ") + close;
  if (members.every(({ length }) => length === 1) && one.length <= room - taken) return [one];
  const [only = []] = members;
  if (members.length === 1) return joined(open, [...only.slice(0, -1), `${only.at(-1)}${close}`]);
  return [open, ...filled(members, inner).map((line) => INDENT + line), close];
}

function ofMember(key: string, value: unknown, room: number): string[] {
  return value === undefined ? [key] : joined(`${key}: `, linesOf(value, room, key.length + 2));
}

function joined(before: string, [first = "", ...others]: string[]): string[] {
  return [before + first, ...others];
}

function ofChange({ was, is }: Change, room: number, taken: number): string[] {
  const lines = [...linesOf(was, room, taken), ...joined("-> ", linesOf(is, room - INDENT.length, 3))];
  const one = lines.join(" ");
  if (lines.length === 2 && one.length <= room - taken) return [one];
  return joined("", [lines[0] ?? "", ...lines.slice(1).map((line) => INDENT + line)]);
}

function shownOf(list: unknown[], room: number): string[][] {
  const { longest, first, last } = SHOWN;
  const all = list.map((each) => linesOf(each, room));
  if (list.length <= longest) return all;
  const hidden = list.slice(first, -last);
  return all.toSpliced(first, hidden.length, [`… ${hidden.length} more, ${sumOf(JSON.stringify(hidden))}`]);
}

/** Of those that take one line as many in each as fit. */
function filled(members: string[][], room: number): string[] {
  const lines: string[] = [];
  let isOpen = false;
  for (const [first = "", ...others] of members) {
    const isOne = others.length === 0;
    const fuller = `${lines.at(-1)}, ${first}`;
    if (isOpen && isOne && fuller.length <= room) lines[lines.length - 1] = fuller;
    else lines.push(first, ...others);
    isOpen = isOne;
  }
  return lines;
}

function ofText(text: string, room: number): string[] {
  const cut = text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}… of ${text.length}, ${sumOf(text)}` : text;
  const most = Math.max(room, 40);
  return JSON.stringify(cut).match(new RegExp(`.{1,${most}}(?=$| )|.{1,${most}}`, "g")) ?? [];
}

/** A short number that is another for nearly every other text (FNV-1a). */
function sumOf(text: string): string {
  let sum = 0x811c9dc5;
  for (const letter of text) sum = Math.imul(sum ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return (sum >>> 0).toString(36);
}

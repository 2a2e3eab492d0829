/** A change of a file's text that plants a bug: `[start, end)` becomes `text`. */

export function replaced({ start, end }, text) {
  return { start, end, text };
}

/** Removes a member of a list, with the comma that separates it from its neighbour. */
export function dropped(list, index) {
  const [here, next, before] = [list[index], list[index + 1], list[index - 1]];
  if (next) return { start: here.start, end: next.start, text: "" };
  return { start: before ? before.end : here.start, end: here.end, text: "" };
}

export function applied(text, { start, end, text: instead }) {
  return text.slice(0, start) + instead + text.slice(end);
}

/** The line in which a change begins: its number, and its text before and after. */
export function lineOf(text, change) {
  const from = text.lastIndexOf("\n", change.start - 1) + 1;
  const line = text.slice(0, from).split("\n").length;
  const changed = applied(text, change);
  // A change of several lines is shown as one line.
  const endWas = endOfLine(text, change.end);
  const endIs = endOfLine(changed, change.start + change.text.length);
  return { line, from: asOne(text.slice(from, endWas)), to: asOne(changed.slice(from, endIs)) };
}

function endOfLine(text, at) {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
}

function asOne(lines) {
  return lines.replace(/\s+/g, " ").trim();
}

/**
 * A clock time as it is typed, hh:mm (specification section 5): the colon comes by itself after the hours, and a first
 * digit above 2 gets a 0 in front. Nothing that was typed ever goes: a letter or a point takes the colon away again that
 * came by itself (`5pm`, `9.5`), and what is no time stays until the form says so.
 * @param before what the field held; what is rubbed out of it stays rubbed out, a colon that came by itself too.
 */
export function typedTime(text: string, before: string): string {
  if (isRubbedOut(text, before)) return text;
  if (/^\d\d:\D$/.test(text) && text.startsWith(before)) return text.endsWith(":") ? before : text.replace(":", "");
  const padded = /^\d:/.test(text) ? `0${text}` : text;
  if (!/^(\d{1,4}|\d\d:\d{0,2})$/.test(padded)) return text;
  const typed = padded.replace(":", "");
  const digits = /^[3-9]\d{0,2}$/.test(typed) ? `0${typed}` : typed;
  return digits.length < 2 ? digits : `${digits.slice(0, 2)}:${digits.slice(2)}`;
}

/** True when the text is what is left once one stretch of `before` is taken out. */
function isRubbedOut(text: string, before: string): boolean {
  if (text.length >= before.length) return false;
  const starts = [...text].findIndex((letter, place) => letter !== before[place]);
  const kept = starts === -1 ? text.length : starts;
  return before.endsWith(text.slice(kept));
}

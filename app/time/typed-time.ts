/**
 * A clock time as it is typed, hh:mm (specification section 5): only digits count, the colon comes by itself
 * after the hours, a first digit above 2 gets a 0 in front, and hours above 23 and minutes above 59 are refused.
 * @param before what the field held; what is rubbed out of it stays rubbed out, a colon that came by itself too.
 */
export function typedTime(text: string, before: string): string {
  if (isRubbedOut(text, before)) return text;
  const padded = /^\d[:.]/.test(text) ? `0${text}` : text;
  const all = padded.replace(/\D/g, "");
  const digits = (/^[3-9]/.test(all) ? `0${all}` : all).slice(0, 4);
  if (Number(digits.slice(0, 2)) > 23 || Number(digits.charAt(2)) > 5) return before;
  return digits.length < 2 ? digits : `${digits.slice(0, 2)}:${digits.slice(2)}`;
}

/** True when the text is what is left once one stretch of `before` is taken out. */
function isRubbedOut(text: string, before: string): boolean {
  if (text.length >= before.length) return false;
  const starts = [...text].findIndex((letter, place) => letter !== before[place]);
  const kept = starts === -1 ? text.length : starts;
  return before.endsWith(text.slice(kept));
}

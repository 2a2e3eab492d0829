/** What a formatted field shows, and what the user typed into it, without characters that were added automatically. */
export interface TypedText {
  shown: string;
  typed: string;
}

/**
 * Returns the state of a field after an input. What the user deletes stays deleted, even if it was added automatically.
 * @param text value of the field after the input
 * @param shape formats the typed text for display
 */
export function typeOn(text: string, before: TypedText, shape: (typed: string) => string): TypedText {
  if (isRubbedOut(text, before.shown)) return { shown: text, typed: text };
  const goesOn = text.startsWith(before.shown);
  const typed = goesOn ? before.typed + text.slice(before.shown.length) : text;
  return { shown: shape(typed), typed };
}

/** `typeOn` for a clock time. */
export function typeTime(text: string, before: TypedText): TypedText {
  return typeOn(text, before, shownTime);
}

/** True when `text` is `before` with one stretch removed. */
function isRubbedOut(text: string, before: string): boolean {
  if (text.length >= before.length) return false;
  const starts = [...text].findIndex((letter, place) => letter !== before[place]);
  const kept = starts === -1 ? text.length : starts;
  return before.endsWith(text.slice(kept));
}

/**
 * Formats typed text for a time field, hh:mm (specification section 5): a colon is added after the hours, and a 0
 * before a first digit above 2. The result is read as the same time as the typed text, and no typed character is lost:
 * three digits that are a time get no colon (`230` is 02:30, until a fourth digit makes it 23:00), and text with other
 * characters (`5pm`, `9.5`) or that is no time is unchanged, until the form reports it.
 */
export function shownTime(typed: string): string {
  const withColon = /^(\d{1,2}):\d*$/.exec(typed);
  if (withColon) return withColon[1]?.length === 1 ? `0${typed}` : typed;
  if (/^[3-9]\d*$/.test(typed)) return `0${typed.charAt(0)}:${typed.slice(1)}`;
  if (!/^\d{2,}$/.test(typed) || /^\d[0-5]\d$/.test(typed)) return typed;
  return `${typed.slice(0, 2)}:${typed.slice(2)}`;
}

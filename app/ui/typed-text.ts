/** What a field that is put into shape shows, and what was typed for it: what came by itself is not of that. */
export interface TypedText {
  shown: string;
  typed: string;
}

/**
 * A field after an input. What is rubbed out stays rubbed out, also of what came by itself.
 * @param text what the browser made of the field
 * @param shape what a field shows of what was typed
 */
export function typeOn(text: string, before: TypedText, shape: (typed: string) => string): TypedText {
  if (isRubbedOut(text, before.shown)) return { shown: text, typed: text };
  const goesOn = text.startsWith(before.shown);
  const typed = goesOn ? before.typed + text.slice(before.shown.length) : text;
  return { shown: shape(typed), typed };
}

/** A clock time, as one types. */
export function typeTime(text: string, before: TypedText): TypedText {
  return typeOn(text, before, shownTime);
}

/** True when the text is what is left once one stretch of `before` is taken out. */
function isRubbedOut(text: string, before: string): boolean {
  if (text.length >= before.length) return false;
  const starts = [...text].findIndex((letter, place) => letter !== before[place]);
  const kept = starts === -1 ? text.length : starts;
  return before.endsWith(text.slice(kept));
}

/**
 * What a time field shows of what was typed, hh:mm (specification section 5): the colon comes by itself after the hours,
 * and a first digit above 2 gets a 0 in front. It is read as what was typed would be, and nothing of that goes: where three
 * digits are a time of their own (`230` is 02:30, until a fourth makes 23:00 of it) no colon is put into them, and what
 * has other signs (`5pm`, `9.5`) or is no time stands as it is, until the form says so.
 */
export function shownTime(typed: string): string {
  const withColon = /^(\d{1,2}):\d*$/.exec(typed);
  if (withColon) return withColon[1]?.length === 1 ? `0${typed}` : typed;
  if (/^[3-9]\d*$/.test(typed)) return `0${typed.charAt(0)}:${typed.slice(1)}`;
  if (!/^\d{2,}$/.test(typed) || /^\d[0-5]\d$/.test(typed)) return typed;
  return `${typed.slice(0, 2)}:${typed.slice(2)}`;
}

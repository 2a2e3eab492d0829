import { shownTime } from "~/platform/time/shown-time";

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

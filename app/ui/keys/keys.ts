/** A key with modifiers: voice control would trigger single letters by speech. */
interface Key {
  /** Pressed with Alt and Shift; null for the key that is pressed with Ctrl or Cmd. */
  letter: string | null;
  name: string;
  does: string;
  /** Path that it opens, or the mark (`data-key`) of the control that it presses in the page. */
  to?: string;
  presses?: string;
}

/**
 * Alt with Shift avoids the keys of screen readers; with A, B, I and T it is used by Chrome and Edge, so these are not
 * in the list.
 */
export const KEYS: readonly Key[] = [
  { letter: "L", name: "L", does: "Open the logbook at today", to: "/logbook/" },
  { letter: "N", name: "N", does: "Add a session", to: "/logbook/session/new/" },
  { letter: "C", name: "C", does: "Add a case to the session shown, or to the newest in the logbook", presses: "case" },
  { letter: "S", name: "S", does: "Start a case that is the same as the last one", presses: "same" },
  { letter: "U", name: "U", does: "Undo the change that the notice at the top names", presses: "undo" },
  { letter: "/", name: "/", does: "Show this list", to: "/keys/" },
  { letter: null, name: "Enter", does: "Save the form" },
];

/** Keys in a field for a time: it takes no letters, so they need no modifier. */
export const TIME_KEYS: readonly { names: readonly [string, ...string[]]; does: string }[] = [
  { names: ["N"], does: "Insert the current time" },
  { names: ["Up", "Down"], does: "Go to the next or the last full five minutes" },
];

/** Returns the key of a press with Alt and Shift; undefined for any other press. */
export function keyOf(event: Pick<KeyboardEvent, "altKey" | "shiftKey" | "ctrlKey" | "metaKey" | "key" | "code">) {
  if (!event.altKey || !event.shiftKey || event.ctrlKey || event.metaKey) return undefined;
  // On a Mac the letter becomes a symbol: its place on the keyboard counts then.
  const latin = /^[a-z]$/i.test(event.key);
  const letter = latin ? event.key.toUpperCase() : event.code === "Slash" ? "/" : event.code.replace("Key", "");
  return KEYS.find((each) => each.letter === letter);
}

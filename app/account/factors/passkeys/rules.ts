/** Passkeys that one account may have. */
export const MOST_PASSKEYS = 20;
export const PASSKEY_NAME_MAX = 60;

/** How long a challenge may be answered; the browser's own wait ends with it. */
export const CHALLENGE_HOLDS_MS = 5 * 60 * 1000;

/**
 * What the signature counter of an answer says. It must rise, else a copy of the passkey may be about; those that
 * count nothing send 0 each time. A passkey that its owner's devices share counts on each of them by itself.
 * @param kept of the answer before; `backedUp` as known before this answer, which could claim it.
 */
export function counterVerdict(
  kept: { counter: number; backedUp: boolean },
  given: number,
): "rises" | "tolerated" | "refused" {
  if (given > kept.counter || (given === 0 && kept.counter === 0)) return "rises";
  return kept.backedUp ? "tolerated" : "refused";
}

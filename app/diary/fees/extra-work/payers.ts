import { payerKey } from "~/diary/fees/payer-key";

/** What stands in an address for a payer, as payers are told apart: never the name, which is the user's own words. */
export function payerHash(payer: string): string {
  if (payer === "") return NO_PAYER;
  let hash = 0x81_1c_9d_c5;
  for (const byte of new TextEncoder().encode(payerKey(payer))) {
    hash = Math.imul(hash ^ byte, 0x01_00_01_93) >>> 0;
  }
  return hash.toString(36);
}

const NO_PAYER = "none";

/** The payers of fees to choose from, by name; those without a payer last. */
export function payerChoices(payers: readonly string[]): { value: string; label: string }[] {
  const names = new Map<string, string>();
  for (const payer of payers) {
    const key = payerHash(payer);
    if (!names.has(key)) names.set(key, payer || "No payer");
  }
  return [...names]
    .map(([value, label]) => ({ value, label }))
    .sort(
      (one, other) =>
        Number(one.value === NO_PAYER) - Number(other.value === NO_PAYER) ||
        one.label.localeCompare(other.label, "en-GB"),
    );
}

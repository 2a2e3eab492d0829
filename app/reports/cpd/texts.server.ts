import { logError } from "~/http/error-log";
import type { Vault } from "~/vault/vault.server";
import { cpdPlace } from "./table.server";

/** What of an entry is sealed. */
export interface CpdTexts {
  title: string;
  reflection: string;
}

export async function sealCpd(vault: Vault, userRef: string, cpdRef: string, { title, reflection }: CpdTexts) {
  const sealed = await vault.seal(userRef, cpdPlace(cpdRef), JSON.stringify({ title, reflection }));
  // Text of two braces at least is never nothing.
  return sealed as Uint8Array;
}

/** @throws when it does not open. */
export async function openCpd(
  vault: Vault,
  userRef: string,
  { unique_ref, sealed }: { unique_ref: string; sealed: Uint8Array },
): Promise<CpdTexts> {
  return JSON.parse(await vault.open(userRef, cpdPlace(unique_ref), sealed)) as CpdTexts;
}

const UNREADABLE = "This entry could not be opened";

/** As `openCpd`, for a list: one that does not open says so, and the rest are shown. */
export async function cpdTextsShown(vault: Vault, userRef: string, row: { unique_ref: string; sealed: Uint8Array }) {
  try {
    return await openCpd(vault, userRef, row);
  } catch (error) {
    logError(error);
    return { title: UNREADABLE, reflection: "" };
  }
}

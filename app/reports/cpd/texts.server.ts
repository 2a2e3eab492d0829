import type { Cipher } from "~/platform/crypto/vault.server";
import { logError } from "~/platform/http/error-log";
import { cpdPlace } from "./table.server";

/** What of an entry is sealed. */
export interface CpdTexts {
  title: string;
  reflection: string;
}

export async function sealCpd(cipher: Cipher, cpdRef: string, { title, reflection }: CpdTexts) {
  const sealed = await cipher.encrypt(cpdPlace(cpdRef), JSON.stringify({ title, reflection }));
  // Text of two braces at least is never nothing.
  return sealed as Uint8Array;
}

/** @throws when it does not open. */
export async function openCpd(
  cipher: Cipher,
  { unique_ref, sealed }: { unique_ref: string; sealed: Uint8Array },
): Promise<CpdTexts> {
  return JSON.parse(await cipher.decrypt(cpdPlace(unique_ref), sealed)) as CpdTexts;
}

const UNREADABLE = "This entry could not be opened";

/** As `openCpd`, for a list: one that does not open says so, and the rest are shown. */
export async function cpdTextsShown(cipher: Cipher, row: { unique_ref: string; sealed: Uint8Array }) {
  try {
    return await openCpd(cipher, row);
  } catch (error) {
    logError(error);
    return { title: UNREADABLE, reflection: "" };
  }
}

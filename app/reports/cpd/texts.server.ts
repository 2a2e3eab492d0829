import type { Cipher } from "~/platform/crypto/vault.server";
import { logError } from "~/platform/http/log";
import { cpdPlace } from "./table.server";

/** What of an entry is encrypted. */
export interface CpdTexts {
  title: string;
  reflection: string;
}

export async function encryptCpd(cipher: Cipher, cpdRef: string, { title, reflection }: CpdTexts) {
  const text_encrypted = await cipher.encrypt(cpdPlace(cpdRef), JSON.stringify({ title, reflection }));
  // Text of two braces at least is never nothing.
  return text_encrypted as Uint8Array;
}

/** @throws when it does not open. */
export async function decryptCpd(
  cipher: Cipher,
  { unique_ref, text_encrypted }: { unique_ref: string; text_encrypted: Uint8Array },
): Promise<CpdTexts> {
  return JSON.parse(await cipher.decrypt(cpdPlace(unique_ref), text_encrypted)) as CpdTexts;
}

const UNREADABLE = "This entry could not be opened";

/** As `decryptCpd`, for a list: one that does not open says so, and the rest are shown. */
export async function cpdTextsShown(cipher: Cipher, row: { unique_ref: string; text_encrypted: Uint8Array }) {
  try {
    return await decryptCpd(cipher, row);
  } catch (error) {
    logError(error);
    return { title: UNREADABLE, reflection: "" };
  }
}

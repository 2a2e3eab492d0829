import { type Cipher, encryptEdited, openedOr } from "~/platform/crypto/vault.server";
import { casePlace } from "./table.server";

/** The free texts of a case, encrypted together as one blob per row. */
export interface CaseText {
  case_description: string;
  complications: string;
  reflective_notes: string;
}

const EMPTY: CaseText = { case_description: "", complications: "", reflective_notes: "" };

/** @param stored the ciphertext of the case as it is now: see `encryptEdited`; null for a new one */
export function encryptCaseText(cipher: Cipher, caseRef: string, text: CaseText, stored: Uint8Array | null = null) {
  const { case_description, complications, reflective_notes } = text;
  const any = case_description || complications || reflective_notes;
  const blob = any ? JSON.stringify({ case_description, complications, reflective_notes }) : null;
  return encryptEdited(cipher, casePlace(caseRef), blob, stored);
}

/**
 * The texts of a case; each empty when there is none.
 * @throws when they cannot be decrypted
 */
export async function decryptCaseText(cipher: Cipher, row: { unique_ref: string; text_encrypted: Uint8Array | null }) {
  const text = await cipher.decrypt(casePlace(row.unique_ref), row.text_encrypted);
  return text ? { ...EMPTY, ...(JSON.parse(text) as Partial<CaseText>) } : EMPTY;
}

/** As `decryptCaseText`, for lists: null for a text that cannot be decrypted. */
export function readableCaseText(cipher: Cipher, row: { unique_ref: string; text_encrypted: Uint8Array | null }) {
  return openedOr(decryptCaseText(cipher, row), null);
}

import { decryptCaseText } from "~/diary/cases/encrypted-text.server";
import { feePlace } from "~/diary/fees/table.server";
import type { Cipher } from "~/platform/crypto/vault.server";
import { logError } from "~/platform/http/log";
import type { FeeRow } from "./fees.server";

/** The encrypted text of a fee: its notes, and the description of its case. */
export interface FeeTexts {
  notes: string;
  description: string;
}

const UNREADABLE: FeeTexts = { notes: "This text could not be opened", description: "" };

type Encrypted = Pick<FeeRow, "unique_ref" | "case_ref" | "text_encrypted" | "case_text_encrypted">;

/** One text that does not open must not hide the page: it is said in its place. */
export async function decryptFeeTexts(cipher: Cipher, row: Encrypted): Promise<FeeTexts> {
  const { unique_ref, case_ref, text_encrypted, case_text_encrypted } = row;
  try {
    const [notes, text] = await Promise.all([
      cipher.decrypt(feePlace(unique_ref), text_encrypted),
      case_ref === null ? null : decryptCaseText(cipher, { unique_ref: case_ref, text_encrypted: case_text_encrypted }),
    ]);
    return { notes, description: text?.case_description ?? "" };
  } catch (error) {
    logError(error);
    return UNREADABLE;
  }
}

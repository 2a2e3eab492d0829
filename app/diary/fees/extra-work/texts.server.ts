import { openCaseText } from "~/diary/cases/sealed-text.server";
import { claimPlace } from "~/diary/fees/table.server";
import type { Cipher } from "~/platform/crypto/vault.server";
import { logError } from "~/platform/http/error-log";
import type { FeeRow } from "./fees.server";

/** The sealed text of a fee: its notes, and the description of its case. */
export interface FeeTexts {
  notes: string;
  description: string;
}

const UNREADABLE: FeeTexts = { notes: "This text could not be opened", description: "" };

type Sealed = Pick<FeeRow, "unique_ref" | "case_ref" | "sealed" | "case_sealed">;

/** One text that does not open must not hide the page: it is said in its place. */
export async function openFeeTexts(cipher: Cipher, row: Sealed): Promise<FeeTexts> {
  const { unique_ref, case_ref, sealed, case_sealed } = row;
  try {
    const [notes, text] = await Promise.all([
      cipher.decrypt(claimPlace(unique_ref), sealed),
      case_ref === null ? null : openCaseText(cipher, { unique_ref: case_ref, sealed: case_sealed }),
    ]);
    return { notes, description: text?.case_description ?? "" };
  } catch (error) {
    logError(error);
    return UNREADABLE;
  }
}

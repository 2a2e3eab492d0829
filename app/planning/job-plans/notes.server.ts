import type { Cipher } from "~/platform/crypto/vault.server";
import { type JobPlan, planPlace } from "./table.server";

/** The notes of a plan as text; empty when it has none. */
export function decryptNotes(cipher: Cipher, plan: Pick<JobPlan, "unique_ref" | "text_encrypted">): Promise<string> {
  return cipher.decrypt(planPlace(plan.unique_ref), plan.text_encrypted);
}

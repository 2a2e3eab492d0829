import type { Vault } from "~/vault/vault.server";
import { type JobPlan, planPlace } from "./table.server";

/** The notes of a plan as text; empty when it has none. */
export function openNotes(
  vault: Vault,
  userRef: string,
  plan: Pick<JobPlan, "unique_ref" | "sealed">,
): Promise<string> {
  return vault.open(userRef, planPlace(plan.unique_ref), plan.sealed);
}

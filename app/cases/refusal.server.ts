import type { Database } from "~/db/database.server";
import type { Refusal } from "~/http/refusal.server";
import type { Vault } from "~/vault/vault.server";
import { caseFacts } from "./facts.server";
import { caseInSession } from "./queries.server";

export interface Reader {
  db: Database;
  user: { unique_ref: string };
  vault: Vault;
}

/** @throws 404 when the case is gone. */
export async function changedElsewhere(
  { db, user, vault }: Reader,
  sessionRef: string,
  caseRef: string,
  message: string,
): Promise<Refusal> {
  const shown = await caseInSession(db, user.unique_ref, sessionRef, caseRef);
  const newer = { version: shown.found.version, facts: await caseFacts(shown, vault, user.unique_ref) };
  return { errors: { "": message }, status: 409, newer };
}

import type { Database } from "~/db/database.server";
import type { Refusal } from "~/http/refusal.server";
import type { Cipher } from "~/vault/vault.server";
import { caseFacts } from "./facts.server";
import { caseInSession } from "./queries.server";

export interface Reader {
  db: Database;
  user: { id: number };
  cipher: Cipher;
}

/** @throws 404 when the case is gone. */
export async function changedElsewhere(
  { db, user, cipher }: Reader,
  sessionRef: string,
  caseRef: string,
  message: string,
): Promise<Refusal> {
  const shown = await caseInSession(db, user.id, sessionRef, caseRef);
  const newer = { version: shown.found.version, facts: await caseFacts(shown, cipher) };
  return { errors: { "": message }, status: 409, newer };
}

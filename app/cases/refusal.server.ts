import { data } from "react-router";
import type { Database } from "~/db/database.server";
import { type ReadForm, refuse } from "~/http/read-form.server";
import type { Vault } from "~/vault/vault.server";
import { type CaseFact, caseFacts } from "./facts.server";
import { caseInSession } from "./queries.server";

/** A case as it stands now, after it was changed elsewhere. */
export interface NewerCase {
  /** A second press starts from it: then it replaces, or deletes, what was shown and nothing newer. */
  version: number;
  facts: CaseFact[];
}

/** Why nothing was written, by field. */
export interface Refusal {
  errors: Record<string, string>;
  status: 409 | 422;
  newer?: NewerCase;
}

/** The page again with every answer, the reason, and what is saved if that is newer. */
export function answerRefusal(state: ReadForm<unknown>["state"], { errors, status, newer }: Refusal) {
  const values = newer ? { ...state.values, version: [String(newer.version)] } : state.values;
  const refused = refuse({ ...state, values }, errors, status);
  return data({ ...refused.data, newer }, refused.init ?? undefined);
}

interface Reader {
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

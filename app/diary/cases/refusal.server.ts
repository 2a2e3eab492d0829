import type { Asker } from "~/platform/context";
import type { Refusal } from "~/platform/http/refusal.server";
import { caseFacts } from "./facts.server";
import { caseInSession } from "./queries.server";

/** @throws 404 when the case is gone. */
export async function changedElsewhere(
  { db, userId, cipher }: Pick<Asker, "db" | "userId" | "cipher">,
  sessionRef: string,
  caseRef: string,
  message: string,
): Promise<Refusal> {
  const shown = await caseInSession(db, userId, sessionRef, caseRef);
  const newer = { version: shown.found.version, facts: await caseFacts(shown, cipher) };
  return { errors: { "": message }, status: 409, newer };
}

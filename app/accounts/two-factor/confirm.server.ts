import { eq } from "drizzle-orm";
import { passkeys } from "../factors-table.server";
import type { Asked } from "../guard.server";
import { renewLogin } from "../logins/logins.server";
import { checkProof, type GivenProof, owesCode, type ProofRefusal } from "./proof.server";

/** Whether to say that a login with a passkey would do as well. */
export async function hasPasskey({ db, user }: Asked): Promise<boolean> {
  const found = await db
    .select({ unique_ref: passkeys.unique_ref })
    .from(passkeys)
    .where(eq(passkeys.user_ref, user.unique_ref))
    .limit(1);
  return found.length > 0;
}

/** Step-up: the login gets a new token, and a proof that holds for a while. */
export async function confirmLogin(
  asked: Asked,
  request: Request,
  given: GivenProof,
): Promise<ProofRefusal | { cookie: string }> {
  const { db, user, now } = asked;
  const withCode = owesCode(asked);
  const refused = await checkProof(asked, given);
  if (refused) return refused;
  const { statement, cookie } = await renewLogin(db, request, user.login, withCode, now);
  await statement;
  return { cookie };
}

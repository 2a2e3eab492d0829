import { renewLogin } from "~/account/login/logins.server";
import type { Asked } from "../guard.server";
import { checkProof, type GivenProof, givenInProof, type ProofRefusal } from "./proof.server";

/** Step-up: the login gets a new token, and a proof that holds for a while. */
export async function confirmLogin(
  asked: Asked,
  request: Request,
  given: GivenProof,
): Promise<ProofRefusal | { cookie: string }> {
  const { db, user, now } = asked;
  const refused = await checkProof(asked, given);
  if (refused) return refused;
  const { statement, cookie } = await renewLogin(db, request, user.login, givenInProof(asked), now);
  await statement;
  return { cookie };
}

import { renewLogin } from "~/account/login/logins.server";
import type { Asked } from "../guard.server";
import {
  checkReauthentication,
  givenToReauthenticate,
  type Reauthentication,
  type ReauthenticationRefusal,
} from "./reauthentication.server";

/** Step-up: the login gets a new token, and a proof that holds for a while. */
export async function confirmLogin(
  asked: Asked,
  request: Request,
  given: Reauthentication,
): Promise<ReauthenticationRefusal | { cookie: string }> {
  const { db, user, now } = asked;
  const refused = await checkReauthentication(asked, given);
  if (refused) return refused;
  const { statement, cookie } = await renewLogin(db, request, user.login, givenToReauthenticate(asked), now);
  await statement;
  return { cookie };
}

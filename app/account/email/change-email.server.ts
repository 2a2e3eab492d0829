import { endWhatElseIsOpen } from "~/account/factors/change-notice.server";
import { checkReauthentication, givenToReauthenticate } from "~/account/factors/reauthentication.server";
import { renewLogin } from "~/account/login/logins.server";
import { writeNotice } from "~/mail/outbox.server";
import { auditLineBy } from "../audit.server";
import { type Asked, turnAwayEnded } from "../guard.server";
import { emailKey } from "../rules";
import type { ChangeEmailAnswers } from "./form";
import { countVerification, isTooMany, TOO_MANY_MAILS, TOO_MANY_TO_ADDRESS } from "./send-verification.server";
import { emailStatements, ownerOfAddress, writeVerification } from "./verifications.server";

export type ChangeEmailResult = { cookie: string } | { errors: Record<string, string>; status: 422 | 429 };

/**
 * Sends a link to the new address and tells the old one. The old one stays until the link is used; this login
 * gets a new token, and every other one ends, pending logins too.
 */
export async function changeEmail(
  asked: Asked,
  request: Request,
  answers: ChangeEmailAnswers,
): Promise<ChangeEmailResult> {
  const { db, user, jobs, now } = asked;
  const userRef = user.unique_ref;
  const [[account]] = await db.batch(emailStatements(db, userRef));
  const verified = account?.email ?? null;
  if (verified !== null && emailKey(verified) === emailKey(answers.new_email)) {
    return { errors: { new_email: "This is your email address already. Enter a new one" }, status: 422 };
  }
  const refusal = await checkReauthentication(asked, answers);
  if (refusal) return refusal;
  const [[counted], [owner]] = await db.batch([
    countVerification(asked, userRef),
    ownerOfAddress(db, userRef, answers.new_email),
  ]);
  if (isTooMany(counted)) return { errors: { "": TOO_MANY_MAILS }, status: 429 };

  const verification = await writeVerification(asked, {
    userRef,
    address: answers.new_email,
    owner: owner?.email ?? null,
  });
  if (verification.unsent) return { errors: { new_email: TOO_MANY_TO_ADDRESS }, status: 429 };
  const notice = await writeNotice(asked, { userRef, to: verified }, { kind: "address-change-asked" });
  const login = await renewLogin(db, request, user.login, givenToReauthenticate(asked), now);
  await db
    .batch([
      ...verification.statements,
      login.statement,
      ...endWhatElseIsOpen(db, userRef, user.login.unique_ref),
      auditLineBy(asked, "email-change-asked"),
      ...notice.statements,
    ])
    .catch(turnAwayEnded(request));
  verification.announce(jobs);
  notice.nudge();
  return { cookie: login.cookie };
}

import type { BatchItem } from "drizzle-orm/batch";
import { auditLineBy } from "~/account/audit.server";
import { endWhatElseIsOpen } from "~/account/factors/factor-changes.server";
import { checkReauthentication, givenToReauthenticate } from "~/account/factors/reauthentication.server";
import type { ChangeEmailAnswers } from "~/account/form";
import { type Asked, turnAwayEnded } from "~/account/guard.server";
import { ADDRESS_LIMIT, type Refused } from "~/account/limits.server";
import { renewLogin } from "~/account/login/logins.server";
import { emailKey } from "~/account/rules";
import { writeNotice } from "~/mail/outbox.server";
import type { World } from "~/platform/context";
import { countTryStatement, type Limit } from "~/platform/db/rate-counters.server";
import { logError } from "~/platform/http/log";
import { addressToVerify, emailOnFile, NOT_SENT, SEND_LABELS } from "./rules";
import { emailStatements, ownerOfAddress, writeVerification } from "./verifications.server";

/** Most links sent for one user in an hour, by asking again and by changing the address together. */
const VERIFICATION_LIMIT: Limit = { tries: 5, windowMs: 60 * 60 * 1000 };

const TOO_MANY_MAILS = `You have asked for ${VERIFICATION_LIMIT.tries} emails within an hour. Wait an hour, then try again`;

const TOO_MANY_TO_ADDRESS = `This address was sent ${ADDRESS_LIMIT.tries} emails within an hour. Wait an hour, then try again`;

/** Statement that counts one link to send, for a batch before any other work. */
function countVerification({ db, now }: World, userRef: string) {
  return countTryStatement(db, `verification/${userRef}`, VERIFICATION_LIMIT.windowMs, now);
}

function isTooMany(counted: { n: number } | undefined): boolean {
  return (counted?.n ?? Number.POSITIVE_INFINITY) > VERIFICATION_LIMIT.tries;
}

/** Why no link was sent. */
export type NotSent = "too-many" | "too-many-to-address" | "no-address" | "verified" | "undeliverable";

const WORDS: Record<NotSent, { message: string; status: 422 | 429 }> = {
  "too-many": { message: TOO_MANY_MAILS, status: 429 },
  "too-many-to-address": { message: TOO_MANY_TO_ADDRESS, status: 429 },
  "no-address": { message: "Enter an email address first, with Change Email", status: 422 },
  verified: { message: "This email has already been verified.", status: 422 },
  undeliverable: {
    message: "We could not deliver mail to this address. Enter a different one with Change Email",
    status: 422,
  },
};

/**
 * Sends a new link to the address that waits for one.
 * @returns the message why it was not sent; null when it was
 */
export async function sendVerification(asked: Asked): Promise<{ message: string; status: 422 | 429 | 503 } | null> {
  try {
    const why = await sendLink(asked, asked.user.unique_ref);
    return why && WORDS[why];
  } catch (error) {
    logError(error);
    return { message: NOT_SENT, status: 503 };
  }
}

interface ForAnother {
  /** Whether to send to an address with failed deliveries too: the cause may have been corrected. */
  evenUndeliverable?: boolean;
  /** Audit lines for the same batch. */
  lines?: readonly BatchItem<"sqlite">[];
}

/**
 * Sends a link for any user, in one batch with the audit lines.
 * @returns null when it was sent
 */
export async function sendLink(
  world: World,
  userRef: string,
  { evenUndeliverable = false, lines = [] }: ForAnother = {},
): Promise<NotSent | null> {
  const { db, jobs, now } = world;
  const [[counted], [account], [latest]] = await db.batch([
    countVerification(world, userRef),
    ...emailStatements(db, userRef),
  ]);
  if (isTooMany(counted)) return "too-many";
  const found = addressToVerify(emailOnFile(account?.email ?? null, latest, now));
  if (!found) return "no-address";
  if (found.status === "verified") return "verified";
  if (!SEND_LABELS[found.status] && !evenUndeliverable) return "undeliverable";
  const [owner] = await ownerOfAddress(db, userRef, found.address);
  const verification = await writeVerification(world, { userRef, address: found.address, owner });
  if (verification.unsent) return "too-many-to-address";
  await db.batch([...verification.statements, ...lines]);
  verification.announce(jobs);
  return null;
}

/**
 * Sends a link to the new address and notifies the old one, which stays until the link is used. This login gets a new
 * token, and all other logins end, pending ones too.
 */
export async function changeEmail(
  asked: Asked,
  request: Request,
  answers: ChangeEmailAnswers,
): Promise<{ cookie: string } | Refused> {
  const { db, user, jobs, now } = asked;
  const userRef = user.unique_ref;
  const [[account]] = await db.batch(emailStatements(db, userRef));
  const verified = account?.email ?? null;
  if (verified !== null && emailKey(verified) === emailKey(answers.new_email)) {
    return { errors: { new_email: "This is already your email address. Enter a new one" }, status: 422 };
  }
  const refusal = await checkReauthentication(asked, answers);
  if (refusal) return refusal;
  const [[counted], [owner]] = await db.batch([
    countVerification(asked, userRef),
    ownerOfAddress(db, userRef, answers.new_email),
  ]);
  if (isTooMany(counted)) return { errors: { "": TOO_MANY_MAILS }, status: 429 };

  const verification = await writeVerification(asked, { userRef, address: answers.new_email, owner });
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

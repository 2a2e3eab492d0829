import type { BatchItem } from "drizzle-orm/batch";
import { auditLineBy } from "~/account/audit.server";
import { endOtherAccess } from "~/account/factors/factor-changes.server";
import { checkReauthentication, givenFactors } from "~/account/factors/reauthentication.server";
import { type RequestContext, rejectEndedLogin } from "~/account/guard.server";
import { ADDRESS_LIMIT, type LimitRefusal } from "~/account/limits.server";
import { renewLogin } from "~/account/login/logins.server";
import { emailKey } from "~/account/rules";
import { writeNotice } from "~/mail/outbox.server";
import type { AppContext } from "~/platform/context";
import { countTryStatement, type Limit } from "~/platform/db/rate-counters.server";
import { logError } from "~/platform/http/log";
import type { ChangeEmailAnswers } from "./form";
import { addressToVerify, emailOnFile, NOT_SENT, SEND_LABELS } from "./rules";
import { emailStatements, ownerOfAddress, writeVerification } from "./verifications.server";

/** Most links sent for one user in an hour, by asking again and by changing the address together. */
const VERIFICATION_LIMIT: Limit = { tries: 5, windowMs: 60 * 60 * 1000 };

const TOO_MANY_MAILS = `You have asked for ${VERIFICATION_LIMIT.tries} emails within an hour. Wait an hour, then try again`;

const TOO_MANY_TO_ADDRESS = `This address was sent ${ADDRESS_LIMIT.tries} emails within an hour. Wait an hour, then try again`;

/** Statement that counts one link to send, for a batch before any other work. */
function countVerification({ db, now }: AppContext, userRef: string) {
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
export async function sendVerification(
  context: RequestContext,
): Promise<{ message: string; status: 422 | 429 | 503 } | null> {
  try {
    const why = await sendLink(context, context.user.unique_ref);
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
  app: AppContext,
  userRef: string,
  { evenUndeliverable = false, lines = [] }: ForAnother = {},
): Promise<NotSent | null> {
  const { db, jobs, now } = app;
  const [[counted], [account], [latest]] = await db.batch([
    countVerification(app, userRef),
    ...emailStatements(db, userRef),
  ]);
  if (isTooMany(counted)) return "too-many";
  const found = addressToVerify(emailOnFile(account?.email ?? null, latest, now));
  if (!found) return "no-address";
  if (found.status === "verified") return "verified";
  if (!SEND_LABELS[found.status] && !evenUndeliverable) return "undeliverable";
  const [owner] = await ownerOfAddress(db, userRef, found.address);
  const verification = await writeVerification(app, {
    userRef,
    username: account?.username ?? "",
    address: found.address,
    owner,
  });
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
  context: RequestContext,
  request: Request,
  answers: ChangeEmailAnswers,
): Promise<{ cookie: string } | LimitRefusal> {
  const { db, user, jobs, now } = context;
  const userRef = user.unique_ref;
  const [[account]] = await db.batch(emailStatements(db, userRef));
  const verified = account?.email ?? null;
  if (verified !== null && emailKey(verified) === emailKey(answers.new_email)) {
    return { errors: { new_email: "This is already your email address. Enter a new one" }, status: 422 };
  }
  const refusal = await checkReauthentication(context, answers);
  if (refusal) return refusal;
  const [[counted], [owner]] = await db.batch([
    countVerification(context, userRef),
    ownerOfAddress(db, userRef, answers.new_email),
  ]);
  if (isTooMany(counted)) return { errors: { "": TOO_MANY_MAILS }, status: 429 };

  const verification = await writeVerification(context, {
    userRef,
    username: user.username,
    address: answers.new_email,
    owner,
  });
  if (verification.unsent) return { errors: { new_email: TOO_MANY_TO_ADDRESS }, status: 429 };
  const notice = await writeNotice(context, { userRef, to: verified }, { kind: "address-change-asked" });
  const login = await renewLogin(db, request, user.login, givenFactors(context), now);
  await db
    .batch([
      ...verification.statements,
      login.statement,
      ...endOtherAccess(db, userRef, user.login.unique_ref),
      ...auditLineBy(context, "email-change-asked"),
      ...notice.statements,
    ])
    .catch(rejectEndedLogin(request));
  verification.announce(jobs);
  notice.nudge();
  return { cookie: login.cookie };
}

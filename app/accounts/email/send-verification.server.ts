import { countTryStatement, type Limit } from "~/db/rate-counters.server";
import { logError } from "~/http/error-log";
import type { Asked, World } from "../guard.server";
import { ADDRESS_LIMIT } from "../limits.server";
import { addressToVerify, emailOnFile, NOT_SENT, SEND_LABELS } from "./rules";
import { emailStatements, ownerOfAddress, writeVerification } from "./verifications.server";

/** Links that one user may have sent in an hour, by asking again and by changing the address together. */
const VERIFICATION_LIMIT: Limit = { tries: 5, windowMs: 60 * 60 * 1000 };

export const TOO_MANY_MAILS = `You have asked for ${VERIFICATION_LIMIT.tries} emails within an hour. Wait an hour, then try again`;

export const TOO_MANY_TO_ADDRESS = `This address was sent ${ADDRESS_LIMIT.tries} emails within an hour. Wait an hour, then try again`;

/** Statement that counts one link to send, for a batch that comes before any work. */
export function countVerification({ db, now }: World, userRef: string) {
  return countTryStatement(db, `verification/${userRef}`, VERIFICATION_LIMIT.windowMs, now);
}

export function isTooMany(counted: { n: number } | undefined): boolean {
  return (counted?.n ?? Number.POSITIVE_INFINITY) > VERIFICATION_LIMIT.tries;
}

/** Why no link was sent, in words. */
interface NotSent {
  message: string;
  status: 422 | 429 | 503;
}

/** Sends a link anew to the address that waits for one. @returns why it did not; null when it did. */
export async function sendVerification(asked: Asked): Promise<NotSent | null> {
  try {
    return await send(asked);
  } catch (error) {
    logError(error);
    return { message: NOT_SENT, status: 503 };
  }
}

async function send(asked: Asked): Promise<NotSent | null> {
  const { db, user, jobs, now } = asked;
  const [[counted], [account], [latest]] = await db.batch([
    countVerification(asked, user.unique_ref),
    ...emailStatements(db, user.unique_ref),
  ]);
  if (isTooMany(counted)) return { message: TOO_MANY_MAILS, status: 429 };
  const found = addressToVerify(emailOnFile(account?.email ?? null, latest, now));
  if (!found) return { message: "Enter an email address first, with Change Email", status: 422 };
  if (found.status === "verified") return { message: "This email has already been verified.", status: 422 };
  if (!SEND_LABELS[found.status]) {
    return { message: "We could not deliver to this address. Enter another one with Change Email", status: 422 };
  }
  const [owner] = await ownerOfAddress(db, user.unique_ref, found.address);
  const verification = await writeVerification(asked, {
    userRef: user.unique_ref,
    address: found.address,
    owner: owner?.email ?? null,
  });
  if (verification.unsent) return { message: TOO_MANY_TO_ADDRESS, status: 429 };
  await db.batch(verification.statements);
  verification.announce(jobs);
  return null;
}

import { and, eq } from "drizzle-orm";
import { dropWaitingMails } from "~/mail/outbox.server";
import type { AppContext } from "~/platform/context";
import { failedAssertion } from "~/platform/db/assertions.server";
import { isTaken } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { hashOf } from "~/platform/db/tokens";
import { logError } from "~/platform/http/log";
import { auditLine } from "../audit.server";
import { CODE_OVER, isCode, takeCode } from "../codes.server";
import { lastLoginHere } from "../login/known-browsers.server";
import { endResets } from "../passwords/reset-codes.server";
import { emailKey } from "../rules";
import { codes, users } from "../table.server";
import { statusOf, type Verification, type VerifyOutcome } from "./rules";
import { replaceAddress } from "./take-back.server";
import { expireTakenAddress } from "./verifications.server";

/** Verifies an address by the code of a link. The code proves access to the mailbox, so that no login is required. */
export async function verifyEmail(app: AppContext, code: string | undefined): Promise<VerifyOutcome> {
  if (!code) return "missing";
  try {
    return await verifyByLink(app, code);
  } catch (error) {
    logError(error);
    return "error";
  }
}

/** The account that a link is of; undefined for a code that was not made here. */
export async function ownerOfLink({ db }: Pick<AppContext, "db">, code: string) {
  const [owner] = await db
    .select({ unique_ref: users.unique_ref, username: users.username })
    .from(codes)
    .innerJoin(users, eq(users.unique_ref, codes.user_ref))
    .where(isCode("verification", await hashOf(code)));
  return owner;
}

/**
 * Whether the link is opened by whoever has its account: logged in, or in a browser from which they have logged in. Only
 * there may script press its button, since programs that check mails run scripts, too, and the address may have been
 * given by a stranger.
 */
export async function isOwnLink(
  app: AppContext,
  request: Request,
  user: { unique_ref: string } | null,
  code: string | undefined,
): Promise<boolean> {
  const owner = code && (await ownerOfLink(app, code));
  if (!owner) return false;
  return owner.unique_ref === user?.unique_ref || (await lastLoginHere(app.vault, request, owner.username)) !== null;
}

async function verifyByLink(app: AppContext, code: string): Promise<VerifyOutcome> {
  const { db, now } = app;
  const hash = await hashOf(code);
  const [found] = await verificationOf(db, hash);
  const outcome = outcomeOf(found, now);
  if (!found || outcome !== "success") return outcome;
  const { user_ref, address, old_address: old } = found;
  const replaced = await replaceAddress(app, { user_ref, old, address });
  try {
    await db.batch([
      ...takeCode(db, and(eq(codes.unique_ref, found.ref), eq(codes.attempts, 0)), now),
      db
        .update(users)
        .set({ email: found.address, email_key: emailKey(found.address), updated_at: now })
        .where(eq(users.unique_ref, found.user_ref)),
      // Codes that were mailed to the old address must not outlive it.
      ...endResets(db, found.user_ref, now),
      dropWaitingMails(db, found.user_ref, "reset-code"),
      auditLine(db, found.user_ref, "email-verified", now),
      ...replaced.statements,
    ]);
  } catch (error) {
    if (isTaken(error, "users.email_key")) {
      await expireTakenAddress(db, found.ref, now);
      return "taken";
    }
    if (failedAssertion(error) !== CODE_OVER) throw error;
    // The link was used, or replaced, since it was read.
    const [later] = await verificationOf(db, hash);
    return outcomeOf(later, now);
  }
  replaced.nudge();
  return "success";
}

function verificationOf(db: Database, hash: string) {
  return db
    .select({
      ref: codes.unique_ref,
      user_ref: codes.user_ref,
      address: codes.payload,
      used_at: codes.used_at,
      attempts: codes.attempts,
      expires_at: codes.expires_at,
      old_address: users.email,
    })
    .from(codes)
    .innerJoin(users, eq(users.unique_ref, codes.user_ref))
    .where(isCode("verification", hash));
}

function outcomeOf(found: Verification | undefined, now: number): VerifyOutcome {
  const status = statusOf(found, now);
  if (status === "pending") return "success";
  if (status === "verified") return "already_verified";
  return status === "expired" ? "expired" : "invalid";
}

import { eq } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { createContext } from "react-router";
import { isTaken } from "~/db/columns.server";
import type { Database } from "~/db/database.server";
import { hashOf } from "~/db/hash";
import { forgetTries } from "~/db/rate-counters.server";
import { logError } from "~/http/error-log";
import { writeMail } from "~/mail/outbox.server";
import { deleteAllOfAccount } from "../delete-all.server";
import type { Asked } from "../guard.server";
import { passwordTriesKey } from "../limits.server";
import { audit, users } from "../table.server";

/** Longer than D1 lets a batch run: by then the user is gone, or stays. */
const FORGET_AFTER_SECONDS = 60;

/** True in the answer to a deletion: its page has no user any more. */
export const accountDeletedContext = createContext(false);

/**
 * The reference of the line that tells of a deletion. It hangs on the account alone, so that the same deletion sent
 * twice is known as one; and it names nobody, since references are random and this is a hash of one.
 */
export function deletionRef(userRef: string): Promise<string> {
  return hashOf(`account-deleted/${userRef}`);
}

export async function isDeleted(db: Database, ref: string): Promise<boolean> {
  const [line] = await db.select({ act: audit.act }).from(audit).where(eq(audit.unique_ref, ref));
  return line?.act === "account-deleted";
}

/**
 * Everything of the user in one batch, which leaves a line without a name and the mail that says so.
 * @param diary statements that take the diary away.
 * @returns false when it failed: then all is there as before.
 */
export async function deleteAccount(asked: Asked, diary: readonly BatchItem<"sqlite">[]): Promise<boolean> {
  const { db, jobs, user, now } = asked;
  const ref = user.unique_ref;
  try {
    await jobs.send({ kind: "forget-user", ref }, FORGET_AFTER_SECONDS);
    const mail = await mailOfIt(asked);
    await db.batch([
      db.insert(audit).values({ unique_ref: await deletionRef(ref), user_ref: "", act: "account-deleted", at: now }),
      ...diary,
      forgetTries(db, await passwordTriesKey(user.username)),
      ...deleteAllOfAccount(db, ref),
      ...(mail ? [mail.statement] : []),
    ]);
    if (mail) jobs.nudge({ kind: "send-mail", ref: mail.ref });
    return true;
  } catch (error) {
    // The same form, sent twice, was first.
    if (isTaken(error, "audit.unique_ref")) return true;
    logError(error);
    return false;
  }
}

/** To the verified address, under nobody's key: its user is gone when it is sent. */
async function mailOfIt({ db, vault, user, now }: Asked) {
  const [account] = await db.select({ email: users.email }).from(users).where(eq(users.unique_ref, user.unique_ref));
  if (!account?.email) return null;
  return writeMail(db, vault, { to: account.email, userRef: "", content: { kind: "data-deleted" } }, now);
}

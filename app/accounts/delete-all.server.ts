import { and, eq, sql } from "drizzle-orm";
import type { Database } from "~/db/database.server";
import { idempotencyKeys } from "~/db/idempotency.server";
import { rateCounters } from "~/db/rate-counters.server";
import { deleteAllMails } from "~/mail/delete-all.server";
import { backups, backupsDue } from "./backups/table.server";
import { challenges, passkeys, recoveryCodes, resetCodes, totp } from "./factors-table.server";
import { audit, emailVerifications, logins, users } from "./table.server";

/**
 * For the end of an account: after the statements of the diary. The user's own row goes last, and everything that
 * only names them goes too: mails, codes, counters of tries, the keys of their forms and of the sign-up itself.
 */
export function deleteAllOfAccount(db: Database, userRef: string) {
  const address = db.select({ email_key: users.email_key }).from(users).where(eq(users.unique_ref, userRef));
  return [
    ...deleteAllMails(db, userRef, address),
    db.delete(totp).where(eq(totp.user_ref, userRef)),
    db.delete(recoveryCodes).where(eq(recoveryCodes.user_ref, userRef)),
    db.delete(passkeys).where(eq(passkeys.user_ref, userRef)),
    db.delete(challenges).where(eq(challenges.user_ref, userRef)),
    db.delete(resetCodes).where(eq(resetCodes.user_ref, userRef)),
    db.delete(emailVerifications).where(eq(emailVerifications.user_ref, userRef)),
    db.delete(idempotencyKeys).where(eq(idempotencyKeys.user_ref, userRef)),
    db.delete(idempotencyKeys).where(and(eq(idempotencyKeys.user_ref, ""), eq(idempotencyKeys.made_ref, userRef))),
    db.delete(rateCounters).where(sql`instr(${rateCounters.key}, ${userRef}) > 0`),
    db.delete(backups).where(eq(backups.user_ref, userRef)),
    db.delete(backupsDue).where(eq(backupsDue.user_ref, userRef)),
    db.update(audit).set({ about_ref: "" }).where(eq(audit.about_ref, userRef)),
    // What an administrator did about others stays with them, without a name.
    db
      .update(audit)
      .set({ user_ref: "" })
      .where(and(eq(audit.user_ref, userRef), sql`${audit.act} GLOB 'admin-*'`)),
    db.delete(audit).where(eq(audit.user_ref, userRef)),
    db.delete(logins).where(eq(logins.user_ref, userRef)),
    db.delete(users).where(eq(users.unique_ref, userRef)),
  ] as const;
}

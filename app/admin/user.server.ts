import { eq } from "drizzle-orm";
import { lastBackup } from "~/account/backups/queries.server";
import { addressToVerify, emailOnFile } from "~/account/email/rules";
import { emailStatements } from "~/account/email/verifications.server";
import { passkeysOf } from "~/account/factors/passkeys/passkeys.server";
import { unusedCodes } from "~/account/factors/recovery-codes.server";
import type { RequestContext } from "~/account/guard.server";
import { ADMIN_LEVEL } from "~/account/levels";
import { listedLogins, loginsOf } from "~/account/login/login-list.server";
import { totp, users } from "~/account/table.server";
import { longDate } from "~/platform/time/dates";
import { londonMoment } from "~/platform/time/london";
import { linesOf, pageOfLines } from "./audit.server";
import { SUSPENSION, suspensionOf } from "./suspension.server";
import { countPendingLogins } from "./user-actions.server";

/** The username of a user; null when there is no such user. */
export async function usernameOf({ db }: RequestContext, userRef: string): Promise<string | null> {
  const [row] = await db.select({ username: users.username }).from(users).where(eq(users.unique_ref, userRef));
  return row?.username ?? null;
}

/**
 * Loader data of the page of a user, in one batch: facts of the account, and nothing of the diary.
 * @param before see `linesOf`
 * @returns null when there is no such user
 */
export async function userPage({ db, user, now }: RequestContext, userRef: string, before: string) {
  const [[row], [address], [latest], [app], passkeys, [codes], logins, [half], lines, [backup]] = await db.batch([
    db
      .select({
        username: users.username,
        first_name: users.first_name,
        last_name: users.last_name,
        level: users.level,
        version: users.version,
        created_at: users.created_at,
        ...SUSPENSION,
      })
      .from(users)
      .where(eq(users.unique_ref, userRef)),
    ...emailStatements(db, userRef),
    db.select({ created_at: totp.created_at }).from(totp).where(eq(totp.user_ref, userRef)),
    passkeysOf(db, userRef),
    unusedCodes(db, userRef),
    loginsOf(db, userRef, now),
    countPendingLogins(db, userRef, now),
    linesOf(db, userRef, before),
    lastBackup(db, userRef),
  ]);
  if (!row) return null;
  const email = emailOnFile(address?.email ?? null, latest, now);
  const asked = addressToVerify(email);
  return {
    ref: userRef,
    isSelf: userRef === user.unique_ref,
    username: row.username,
    name: `${row.first_name} ${row.last_name}`.trim(),
    level: row.level,
    version: row.version,
    made: longDate(londonMoment(row.created_at).date),
    addresses: [email.current, email.waiting].filter((each) => each !== null),
    mayBeSentLink: asked !== null && asked.status !== "verified",
    app: app !== undefined,
    passkeys: passkeys.length,
    codesLeft: codes?.left ?? 0,
    owesFactor: row.level === ADMIN_LEVEL && !app && passkeys.length === 0,
    logins: listedLogins(logins, user.login, now),
    pendingLogins: half?.n ?? 0,
    suspension: suspensionOf(row, now),
    backup: backup ? longDate(backup.day) : null,
    ...pageOfLines(lines, now),
  };
}

export type UserPage = NonNullable<Awaited<ReturnType<typeof userPage>>>;

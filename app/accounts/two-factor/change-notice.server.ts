import { and, eq } from "drizzle-orm";
import type { Database } from "~/db/database.server";
import type { FactorChange } from "~/mail/contents";
import { writeMail } from "~/mail/outbox.server";
import { type Act, auditLine } from "../audit.server";
import { challenges } from "../factors-table.server";
import type { Asked } from "../guard.server";
import { endOtherLogins } from "../logins/logins.server";
import { users } from "../table.server";

/** Statements: the other logins of a user, and those that wait for their second factor. */
export function endWhatElseIsOpen(db: Database, userRef: string, keptLoginRef: string) {
  const halfFinished = and(eq(challenges.user_ref, userRef), eq(challenges.kind, "second_factor"));
  return [endOtherLogins(db, userRef, keptLoginRef), db.delete(challenges).where(halfFinished)] as const;
}

/**
 * Audit line and, to the verified address, a mail: statements for the batch of a change of factors, and the nudge
 * for after it.
 */
export async function tellOfChange({ db, vault, jobs, user, now }: Asked, act: Act, what: FactorChange) {
  const line = auditLine(db, user.unique_ref, act, now);
  const [account] = await db.select({ email: users.email }).from(users).where(eq(users.unique_ref, user.unique_ref));
  if (!account?.email) return { statements: [line] as const, nudge: () => {} };
  const content = { kind: "factor-changed", what } as const;
  const mail = await writeMail(db, vault, { to: account.email, userRef: user.unique_ref, content }, now);
  return {
    statements: [line, mail.statement] as const,
    nudge: () => jobs.nudge({ kind: "send-mail", ref: mail.ref }),
  };
}

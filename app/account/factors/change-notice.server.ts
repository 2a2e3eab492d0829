import { and, eq } from "drizzle-orm";
import { endOtherLogins } from "~/account/login/logins.server";
import type { FactorChange } from "~/mail/contents";
import { writeNotice } from "~/mail/outbox.server";
import type { Database } from "~/platform/db/database.server";
import { type Act, auditLineBy } from "../audit.server";
import type { Asked } from "../guard.server";
import { users } from "../table.server";
import { challenges } from "./table.server";

/** Statements: the other logins of a user, and those that wait for their second factor. */
export function endWhatElseIsOpen(db: Database, userRef: string, keptLoginRef: string) {
  const halfFinished = and(eq(challenges.user_ref, userRef), eq(challenges.kind, "second_factor"));
  return [endOtherLogins(db, userRef, keptLoginRef), db.delete(challenges).where(halfFinished)] as const;
}

/**
 * Audit line and, to the verified address, a mail: statements for the batch of a change of factors, and the nudge
 * for after it. The batch fails where the login that acts was ended meanwhile (`turnAwayEnded`).
 */
export async function notifyOfChange(asked: Asked, act: Act, what: FactorChange) {
  const { db, user } = asked;
  const [account] = await db.select({ email: users.email }).from(users).where(eq(users.unique_ref, user.unique_ref));
  const owner = { userRef: user.unique_ref, to: account?.email ?? null };
  const { statements, nudge } = await writeNotice(asked, owner, { kind: "factor-changed", what });
  return { statements: [auditLineBy(asked, act), ...statements] as const, nudge };
}

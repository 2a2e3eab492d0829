import { eq } from "drizzle-orm";
import { SUSPENSION_REASONS, type SuspensionReason } from "~/mail/contents";
import { dropWaitingMails } from "~/mail/outbox.server";
import type { AppContext } from "~/platform/context";
import { assertVersion } from "~/platform/db/assertions.server";
import type { Database } from "~/platform/db/database.server";
import { longDate } from "~/platform/time/dates";
import { longMoment } from "~/platform/time/instants";
import { londonMoment } from "~/platform/time/london";
import { codesOf } from "../codes.server";
import { endWaitingAddresses } from "../email/verifications.server";
import { endBegun } from "../passwords/reset-codes.server";
import { codes, feeds, logins, users } from "../table.server";
import { mayExport, type SuspendedOwner } from "./pass.server";
import type { SuspensionFacts } from "./views/suspended";

/** How long the owner of a suspended account may export it, once an administrator has allowed that. */
export const EXPORT_ALLOWED_MS = 7 * 24 * 60 * 60 * 1000;

/** What the page of a suspended account says. */
export function suspensionFacts(
  { site, now }: Pick<AppContext, "site" | "now">,
  owner: SuspendedOwner,
): SuspensionFacts {
  return {
    since: longDate(londonMoment(owner.since).date),
    reason: owner.reason ? SUSPENSION_REASONS[owner.reason].toOwner : "",
    contact: site.keeper.contact,
    exportUntil: owner.export_until !== null && mayExport(owner, now) ? longMoment(owner.export_until) : null,
  };
}

/** An account, at the version that a page showed. */
export interface AccountVersion {
  userRef: string;
  version: number;
}

/**
 * Statements that suspend an account, for the batch with their audit line. What opens it stays as it is, and opens nothing
 * (`beginCompletedLogin`); what is open ends: logins, pending ones too, the calendar feed, links to verify an address and
 * codes of a forgotten password.
 */
export function suspend(
  { db, now }: Pick<AppContext, "db" | "now">,
  account: AccountVersion,
  reason: SuspensionReason,
) {
  const { userRef } = account;
  return [
    ...setSuspension(db, account, { suspended_at: now, suspended_for: reason, export_until: null }, now),
    db.delete(logins).where(eq(logins.user_ref, userRef)),
    ...endBegun(db, userRef, now),
    db.delete(feeds).where(eq(feeds.user_ref, userRef)),
    dropWaitingMails(db, userRef, "reset-code"),
    endWaitingAddresses(db, userRef, now),
  ] as const;
}

/** Statements that lift a suspension. */
export function liftSuspension({ db, now }: Pick<AppContext, "db" | "now">, account: AccountVersion) {
  return [
    ...setSuspension(db, account, { suspended_at: null, suspended_for: null, export_until: null }, now),
    db.delete(codes).where(codesOf(account.userRef, "suspended")),
  ] as const;
}

/** Statements: the owner of a suspended account may export it until `until`. */
export function allowExport({ db, now }: Pick<AppContext, "db" | "now">, account: AccountVersion, until: number) {
  return setSuspension(db, account, { export_until: until }, now);
}

type Suspension = Partial<Pick<typeof users.$inferInsert, "suspended_at" | "suspended_for" | "export_until">>;

function setSuspension(db: Database, { userRef, version }: AccountVersion, values: Suspension, now: number) {
  const isUser = eq(users.unique_ref, userRef);
  return [
    assertVersion(db, users, isUser, version),
    db
      .update(users)
      .set({ ...values, version: version + 1, updated_at: now })
      .where(isUser),
  ] as const;
}

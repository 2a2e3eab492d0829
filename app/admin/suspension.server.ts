import { eq } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { type RequestContext, rejectEndedLogin } from "~/account/guard.server";
import {
  type AccountVersion,
  allowExport,
  EXPORT_ALLOWED_MS,
  liftSuspension,
  suspend,
} from "~/account/suspension/suspension.server";
import { users } from "~/account/table.server";
import { type MailContent, SUSPENSION_REASONS, type SuspensionReason } from "~/mail/contents";
import { writeNotice } from "~/mail/outbox.server";
import { isStale } from "~/platform/db/assertions.server";
import type { Refusal } from "~/platform/http/refusal.server";
import { longDate } from "~/platform/time/dates";
import { longMoment } from "~/platform/time/instants";
import { londonMoment } from "~/platform/time/london";
import { adminLine } from "./audit.server";

/** An act on the suspension of an account. */
type SuspensionAct =
  | { intent: "suspend"; reason: SuspensionReason; version: number }
  | { intent: "lift"; version: number }
  | { intent: "export"; version: number };

/** Columns of `users` that say whether an account is suspended. */
const { suspended_at, suspended_for, export_until } = users;
export const SUSPENSION = { suspended_at, suspended_for, export_until };

/** The suspension of an account in words; null if there is none. */
export function suspensionOf(row: Pick<typeof users.$inferSelect, keyof typeof SUSPENSION>, now: number) {
  const { suspended_at: since, suspended_for: reason, export_until: until } = row;
  if (since === null || reason === null) return null;
  return {
    since: longDate(londonMoment(since).date),
    reason: SUSPENSION_REASONS[reason].label,
    exportUntil: until !== null && now < until ? longMoment(until) : null,
  };
}

/**
 * Suspends an account, lifts its suspension, or lets its owner export it for a week; the owner is written to. Nobody
 * suspends themselves, and whoever was suspended meanwhile has no login to act from: so one administrator always remains.
 * @returns the refusal; null when it is so, or there is no such user
 */
export async function changeSuspension(
  context: RequestContext,
  request: Request,
  userRef: string,
  wanted: SuspensionAct,
): Promise<Refusal | null> {
  const { db } = context;
  if (userRef === context.user.unique_ref) return OWN_ACCOUNT;
  const saved = await accountOf(context, userRef);
  if (!saved) return null;
  const isSuspended = saved.suspended_at !== null;
  // The same button pressed twice, or by two administrators.
  if (isSuspended === (wanted.intent === "suspend")) return wanted.intent === "export" ? changedElsewhere(saved) : null;
  const account = { userRef, version: wanted.intent === "export" ? saved.version : wanted.version };
  const { lines, statements, content } = changeOf(context, account, wanted);
  const notice = await writeNotice(context, { userRef, to: saved.email }, content);
  try {
    await db.batch([...lines, ...statements, ...notice.statements]);
  } catch (error) {
    const newer = isStale(error) ? await accountOf(context, userRef) : undefined;
    return newer ? changedElsewhere(newer) : rejectEndedLogin(request)(error);
  }
  notice.nudge();
  return null;
}

interface SuspensionChange {
  lines: ReturnType<typeof adminLine>;
  statements: readonly BatchItem<"sqlite">[];
  content: MailContent;
}

function changeOf(context: RequestContext, account: AccountVersion, wanted: SuspensionAct): SuspensionChange {
  const about = account.userRef;
  const { contact } = context.site.keeper;
  if (wanted.intent === "suspend") {
    const { reason } = wanted;
    return {
      lines: adminLine(context, "admin-suspended", { about, detail: SUSPENSION_REASONS[reason].label }),
      statements: suspend(context, account, reason),
      content: { kind: "account-suspended", reason, contact },
    };
  }
  if (wanted.intent === "lift") {
    return {
      lines: adminLine(context, "admin-suspension-lifted", { about }),
      statements: liftSuspension(context, account),
      content: { kind: "suspension-lifted" },
    };
  }
  const until = context.now + EXPORT_ALLOWED_MS;
  return {
    lines: adminLine(context, "admin-export-allowed", { about, detail: `until ${longMoment(until)}` }),
    statements: allowExport(context, account, until),
    content: { kind: "export-allowed", until: longMoment(until), contact },
  };
}

const OWN_ACCOUNT: Refusal = {
  errors: { "": "Ask another administrator to suspend your own account" },
  status: 422,
};

async function accountOf({ db }: RequestContext, userRef: string) {
  const { version, email } = users;
  const [row] = await db.select({ version, email, suspended_at }).from(users).where(eq(users.unique_ref, userRef));
  return row;
}

function changedElsewhere({ version, suspended_at: at }: { version: number; suspended_at: number | null }): Refusal {
  const now = at === null ? "it is not suspended now" : "it is suspended now";
  const message = `This account was changed elsewhere after you opened it: ${now}. Look at it again, then press the button again if it should be another way`;
  return { errors: { "": message }, status: 409, newer: { version } };
}

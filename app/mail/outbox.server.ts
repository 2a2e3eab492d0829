import { and, eq, isNull } from "drizzle-orm";
import type { JobContext } from "~/platform/context";
import type { Vault } from "~/platform/crypto/vault.server";
import { newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import type { MailContent, MailKind } from "./contents";
import { mailPlace, outbox } from "./table.server";

interface MailToWrite {
  to: string;
  /** User whose key encrypts it; "" for none, if the account may be deleted before it is sent. */
  userRef: string;
  content: MailContent;
  /** Reference of the row that it is about, which is updated if the mail cannot be delivered. */
  causeRef?: string;
  /** Instant from which it is out of date, and not sent. */
  voidAt?: number;
  /** Fixed reference of a mail that must be written only once: if the row exists, the statement does nothing. */
  ref?: string;
}

/**
 * Makes a mail as a statement for the batch of its cause, so that neither is written without the other. After the
 * batch, nudge `{ kind: "send-mail", ref }`; a lost nudge costs a minute, since the cron sends what is due.
 */
export async function writeMail(db: Database, vault: Vault, mail: MailToWrite, now: number) {
  const { to, userRef, content, causeRef = "", voidAt = null } = mail;
  const ref = mail.ref ?? newRef();
  const insert = db.insert(outbox).values({
    unique_ref: ref,
    user_ref: userRef,
    kind: content.kind,
    cause_ref: causeRef,
    recipient: to,
    content_encrypted: await vault.encrypt(userRef, mailPlace(ref), JSON.stringify(content)),
    due_at: now,
    void_at: voidAt,
    created_at: now,
    updated_at: now,
  });
  return { ref, statement: mail.ref === undefined ? insert : insert.onConflictDoNothing() };
}

/** Statement: deletes mails of a kind to a user that were not sent, also those that were given up. */
export function dropWaitingMails(db: Database, userRef: string, kind: MailKind) {
  return db.delete(outbox).where(and(eq(outbox.user_ref, userRef), eq(outbox.kind, kind), isNull(outbox.sent_at)));
}

interface Owner {
  userRef: string;
  /** Null: the user has no verified address, so no mail is sent. */
  to: string | null;
}

/**
 * Writes a notice to the owner of an account: the statements for the batch of its cause, and the nudge for after it.
 */
export async function writeNotice(
  { db, vault, jobs, now }: Pick<JobContext, "db" | "vault" | "jobs" | "now">,
  { userRef, to }: Owner,
  content: MailContent,
) {
  if (to === null) return { statements: [], nudge: () => {} };
  const { ref, statement } = await writeMail(db, vault, { to, userRef, content }, now);
  return { statements: [statement], nudge: () => jobs.nudge({ kind: "send-mail", ref }) };
}

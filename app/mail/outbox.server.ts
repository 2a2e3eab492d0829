import { and, eq, isNull } from "drizzle-orm";
import type { JobWorld } from "~/platform/context";
import type { Vault } from "~/platform/crypto/vault.server";
import { newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import type { MailContent, MailKind } from "./contents";
import { mailPlace, outbox } from "./table.server";

interface MailToWrite {
  to: string;
  /** Under whose key it is encrypted; "" for nobody, whose account may be gone when it is sent. */
  userRef: string;
  content: MailContent;
  /** The row that it is about, told when the mail cannot be delivered. */
  causeRef?: string;
  /** From then on it is not worth sending. */
  voidAt?: number;
  /** Of a mail that is written once, whoever writes it: its statement does nothing where it is there. */
  ref?: string;
}

/**
 * A mail as a statement for the batch of its cause, so that neither is there without the other. After the batch,
 * nudge `{ kind: "send-mail", ref }`; a lost nudge costs a minute, since the cron sweeps what is due.
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

/** Statement. Mails of a kind to a user that have not gone out, be they given up, go nowhere any more. */
export function dropWaitingMails(db: Database, userRef: string, kind: MailKind) {
  return db.delete(outbox).where(and(eq(outbox.user_ref, userRef), eq(outbox.kind, kind), isNull(outbox.sent_at)));
}

interface Owner {
  userRef: string;
  /** Null: no address of theirs is verified, so nobody is written to. */
  to: string | null;
}

/** Tells the owner of an account of something: statements for the batch of its cause, and the nudge for after it. */
export async function writeNotice(
  { db, vault, jobs, now }: Pick<JobWorld, "db" | "vault" | "jobs" | "now">,
  { userRef, to }: Owner,
  content: MailContent,
) {
  if (to === null) return { statements: [], nudge: () => {} };
  const { ref, statement } = await writeMail(db, vault, { to, userRef, content }, now);
  return { statements: [statement], nudge: () => jobs.nudge({ kind: "send-mail", ref }) };
}

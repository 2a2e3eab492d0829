import { desc, eq, sql } from "drizzle-orm";
import type { MailContent } from "~/mail/contents";
import { mailPlace, outbox } from "~/mail/table.server";
import { db, vault } from "./harness";

export type Letter = MailContent & { to: string; ref: string; cause: string; voidAt: number | null };

/** Mails written for a user and not sent yet, newest first, opened. */
export async function lettersOf(userRef: string): Promise<Letter[]> {
  const rows = await db
    .select()
    .from(outbox)
    .where(eq(outbox.user_ref, userRef))
    .orderBy(desc(outbox.created_at), desc(sql`rowid`));
  return Promise.all(
    rows.map(async ({ unique_ref: ref, recipient: to, cause_ref: cause, void_at: voidAt, content_encrypted }) => {
      const content = JSON.parse(await vault.decrypt(userRef, mailPlace(ref), content_encrypted)) as MailContent;
      return { ...content, to, ref, cause, voidAt };
    }),
  );
}

/** The code of the newest link that a user was sent. */
export async function codeSentTo(userRef: string): Promise<string> {
  const letter = (await lettersOf(userRef)).find(({ kind }) => kind === "verify-address");
  return /\/verify-email\/([\w-]+)\/$/.exec(letter && "link" in letter ? letter.link : "")?.[1] ?? "";
}

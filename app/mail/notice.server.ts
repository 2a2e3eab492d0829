import type { JobWorld } from "~/platform/context";
import type { MailContent } from "./contents";
import { writeMail } from "./outbox.server";

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

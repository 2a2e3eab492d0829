import { and, eq, lt } from "drizzle-orm";
import type { JobContext } from "~/platform/context";
import { logError } from "~/platform/http/log";
import { placeOf } from "~/platform/places";
import { formatMoment } from "~/platform/time/instants";
import type { MailContent } from "./contents";
import { isDue, MAX_TRIES, sendMail } from "./deliver.server";
import type { MatterKind } from "./matters";
import { writeMail } from "./outbox.server";
import { type matters, outbox } from "./table.server";

/** What a mail about a matter says of it. */
export type AboutMatter = Pick<typeof matters.$inferSelect, "name" | "kind" | "region" | "began_at" | "n">;

/** The content, and a reference that is the same for whoever writes of this matter. */
export function mailOf(
  { site, now }: Pick<JobContext, "site" | "now">,
  { name, kind, region, began_at, n }: AboutMatter,
  isOver: boolean,
) {
  const place = region === "" ? null : placeOf(site.places, region).name;
  const since = formatMoment(began_at, now);
  const content: MailContent = { kind: "matter", about: kind as MatterKind, place, n, since, isOver };
  return { content, ref: `${isOver ? "over" : "began"}-${began_at.toString(36)}-${name}` };
}

/** A mail of the outbox about a matter. */
export function writeMatter(app: JobContext, about: AboutMatter, isOver: boolean) {
  const { db, vault, site, now } = app;
  return writeMail(db, vault, { to: site.keeper.contact, userRef: "", ...mailOf(app, about, isOver) }, now);
}

/** More wait for the next minute. */
const MAX_AT_ONCE = 10;

/**
 * Sends all mails to whoever runs Daybook that are due: not by the queue, which may be what does not work. After one that
 * fails the others wait for the next minute, so that a mailer which does not answer holds the cron up but once.
 */
export async function sendMatterMails(app: JobContext): Promise<void> {
  const { db, now } = app;
  const due = await db
    .select({ ref: outbox.unique_ref })
    .from(outbox)
    .where(and(isDue(now), eq(outbox.kind, "matter"), lt(outbox.attempts, MAX_TRIES)))
    .orderBy(outbox.due_at)
    .limit(MAX_AT_ONCE);
  try {
    for (const { ref } of due) await sendMail(app, ref);
  } catch (error) {
    logError(error);
  }
}

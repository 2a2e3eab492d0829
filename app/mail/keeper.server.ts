import { and, eq, lt } from "drizzle-orm";
import type { JobContext } from "~/platform/context";
import { logError, logMatter } from "~/platform/http/log";
import { MINUTE_MS } from "~/platform/time/durations";
import { formatMoment } from "~/platform/time/instants";
import type { MailContent } from "./contents";
import { isDue, MAX_TRIES, sendMail } from "./deliver.server";
import type { MatterKind } from "./matters";
import { writeMail } from "./outbox.server";
import { matters, outbox } from "./table.server";

/** How something was found that whoever runs Daybook is to be told of. */
export interface Look {
  part: MatterKind;
  /** `bad`: a matter. `unknown`: one that is open stays so. */
  state: "good" | "bad" | "unknown";
  n?: number;
}

/** A matter is over once it was not seen for so long: what comes and goes causes no mail each time. */
const CALM_MS = 10 * MINUTE_MS;
/** More wait for the next minute. */
const MAX_AT_ONCE = 10;

type Row = typeof matters.$inferSelect;

/**
 * Writes to whoever runs Daybook: one mail when a matter begins, and one when it is over. Two crons that do so at once
 * write the same mails, which have fixed references.
 */
export async function tellKeeper(app: JobContext, looks: readonly Look[]): Promise<void> {
  const { db, now } = app;
  const [rows, ...seen] = await db.batch([
    db.select().from(matters),
    ...looks.filter(({ state }) => state === "bad").map((look) => noteSeen(app, look)),
  ]);
  const known = new Map([...rows, ...seen.flat()].map((row) => [row.kind, row]));
  for (const row of known.values()) {
    const look = looks.find(({ part }) => part === row.kind);
    if (look?.state === "bad") await notifyBegun(app, row);
    else if (look?.state !== "unknown" && now - row.seen_at >= CALM_MS) await notifyOver(app, row, look);
  }
  await sendMatterMails(app);
}

/** Statement: a matter has begun, or still is. */
function noteSeen({ db, now }: JobContext, look: Look) {
  const { part: kind, n = 0 } = look;
  return db
    .insert(matters)
    .values({ kind, began_at: now, seen_at: now, n })
    .onConflictDoUpdate({ target: matters.kind, set: { seen_at: now, n } })
    .returning();
}

async function notifyBegun(app: JobContext, row: Row): Promise<void> {
  if (row.told_at !== null) return;
  const { db, now } = app;
  const mail = await writeMatter(app, row, false);
  const isSame = and(eq(matters.kind, row.kind), eq(matters.began_at, row.began_at));
  await db.batch([mail.statement, db.update(matters).set({ told_at: now }).where(isSame)]);
  logMatter("began", row);
}

async function notifyOver(app: JobContext, row: Row, look: Look | undefined): Promise<void> {
  const { db } = app;
  const isSame = and(eq(matters.kind, row.kind), eq(matters.began_at, row.began_at), eq(matters.seen_at, row.seen_at));
  const gone = db.delete(matters).where(isSame);
  // One that was not told of, or of a kind that is no more, ends as quietly.
  if (row.told_at === null || !look) {
    await gone;
    return;
  }
  const mail = await writeMatter(app, row, true);
  await db.batch([mail.statement, gone]);
  logMatter("over", row);
}

/** A mail of the outbox about a matter, with a reference that is the same for whoever writes of this matter. */
function writeMatter({ db, vault, site, now }: JobContext, { kind, began_at, n }: Row, isOver: boolean) {
  const since = formatMoment(began_at, now);
  const content: MailContent = { kind: "matter", about: kind as MatterKind, place: site.place.name, n, since, isOver };
  const ref = `${isOver ? "over" : "began"}-${began_at.toString(36)}-${kind}`;
  return writeMail(db, vault, { to: site.keeper.contact, userRef: "", content, ref }, now);
}

/**
 * Sends all mails to whoever runs Daybook that are due: not by the queue, which may be what does not work. After one that
 * fails the others wait for the next minute, so that a mailer which does not answer holds the cron up but once.
 */
async function sendMatterMails(app: JobContext): Promise<void> {
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

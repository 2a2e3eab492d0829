import type { JobContext } from "~/platform/context";
import { logError, logMatter } from "~/platform/http/log";
import { MINUTE_MS } from "~/platform/time/durations";
import { renderMail } from "./letters";
import { type AboutMatter, mailOf, writeMatter } from "./matter-mails.server";

/** What the store of forms remembers while there is no default database. */
interface Held {
  began_at: number;
  /** Since when its email is being sent. */
  telling_since?: number;
  isTold: boolean;
}

const HELD_SECONDS = 24 * 60 * 60;
/** Without the store nothing is remembered: one email then comes in each such time, at its beginning. */
const TOLD_AGAIN_MS = 30 * MINUTE_MS;
/** A Worker that has not said by then that it sent the email has died. */
const DIES_AFTER_MS = 5 * MINUTE_MS;

/**
 * Tells of the default database that does not answer, without it.
 * @param afterMs for so long it must have been away
 */
export async function notifyDatabaseIsAway(app: JobContext, afterMs: number): Promise<void> {
  const { forms, now } = app;
  const key = heldKey(app);
  const hold = (held: Held) => forms.put(key, JSON.stringify(held), { expirationTtl: HELD_SECONDS });
  let held: Held | null;
  try {
    held = await forms.get<Held>(key, "json");
    if (held?.isTold) return;
    if (held && now - held.began_at < afterMs) return;
    if (held?.telling_since !== undefined && now - held.telling_since < DIES_AFTER_MS) return;
    // Before the email: where this fails, the next minute could not know of it.
    await hold(held ? { ...held, telling_since: now } : { began_at: now, isTold: false });
  } catch (error) {
    logError(error);
    const beganAt = now - (now % TOLD_AGAIN_MS);
    if (now - beganAt < MINUTE_MS) await sendDirectly(app, beganAt);
    return;
  }
  if (!held) return;
  const { began_at } = held;
  try {
    await sendDirectly(app, began_at);
  } catch (error) {
    await hold({ began_at, isTold: false });
    throw error;
  }
  await hold({ began_at, isTold: true });
}

/** Tells that the default database is back, if it was told that it was away. */
export async function notifyDatabaseIsBack(app: JobContext): Promise<void> {
  const { forms } = app;
  const key = heldKey(app);
  const held = await forms.get<Held>(key, "json");
  if (!held) return;
  // An email that was being sent may have arrived.
  if (held.isTold || held.telling_since !== undefined) {
    const about = aboutDatabase(app, held.began_at);
    await (await writeMatter(app, about, true)).statement;
    logMatter("over", about);
  }
  await forms.delete(key);
}

/** Without an outbox: tried again in the next minute, with the same key. */
async function sendDirectly(app: JobContext, beganAt: number): Promise<void> {
  const about = aboutDatabase(app, beganAt);
  const { content, ref } = mailOf(app, about, false);
  const { mailer, site } = app;
  await mailer.send({ ...renderMail(content, site.origin), to: site.keeper.contact, key: ref });
  logMatter("began", about);
}

function heldKey({ db }: JobContext): string {
  return `keeper/database-${db.region}`;
}

function aboutDatabase({ db }: JobContext, began_at: number): AboutMatter {
  return { name: `database-${db.region}`, kind: "database", region: db.region, began_at, n: 0 };
}

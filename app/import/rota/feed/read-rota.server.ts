import { and, eq, inArray, isNull, lte } from "drizzle-orm";
import { users } from "~/account/table.server";
import { ROTA_FEED_PLACE, rotaFeeds } from "~/diary/rota/table.server";
import { writeNotice } from "~/mail/outbox.server";
import type { AppContext, JobContext } from "~/platform/context";
import { longDate } from "~/platform/time/dates";
import { DAY_MS, HOUR_MS } from "~/platform/time/durations";
import { londonToday } from "~/platform/time/london";
import type { RotaCalendar } from "../calendar";
import { MAX_CARRIED, parseCalendar, serializeCalendar } from "../form";
import { readCalendar } from "../parse/read-calendar.server";
import { changesOf, previewCalendar } from "../preview.server";
import { type AddressRules, type FeedFault, formatFault } from "./address";
import { fetchCalendar, type Seen } from "./fetch-calendar.server";

const READ_EACH_MS = 6 * HOUR_MS;
/** Failing for so long, it is told by mail. */
const TOLD_AFTER_MS = 7 * DAY_MS;
/** Most messages that one run of the cron hands to the queue; the others wait a minute. */
const MAX_AT_ONCE = 50;

/** What is encrypted of a feed. */
export interface FeedText {
  address: string;
  /** As its page carries it; empty until it was read. */
  calendar: string;
}

export function addressRules({ origin, otherRegions, readsLocalRotas }: AppContext["site"]): AddressRules {
  const own = [new URL(origin).hostname, ...otherRegions.map((region) => new URL(region.origin).hostname)];
  return { own, isLocal: readsLocalRotas };
}

/** For the cron of each minute: sends a message for each rota that was not asked for lately. */
export async function sweepRotaFeeds({ db, jobs, now }: Pick<JobContext, "db" | "jobs" | "now">): Promise<void> {
  const due = db
    .select({ ref: rotaFeeds.user_ref })
    .from(rotaFeeds)
    .where(lte(rotaFeeds.asked_at, now - READ_EACH_MS))
    .orderBy(rotaFeeds.asked_at)
    .limit(MAX_AT_ONCE);
  // Marked at once, so that the next minute does not send it again. A lost message costs one reading.
  const marked = await db
    .update(rotaFeeds)
    .set({ asked_at: now })
    .where(inArray(rotaFeeds.user_ref, due))
    .returning({ ref: rotaFeeds.user_ref });
  for (const { ref } of marked) jobs.nudge({ kind: "read-rota", ref });
}

/** The job: reads the rota of a user who may import one. */
export async function readRotaAgain(app: AppContext, userRef: string): Promise<void> {
  await readRota(app, userRef);
}

/**
 * Asks the address of a user's rota for what is new, counts what it proposes, and keeps both. Changes nothing else.
 * @returns the number of changes that it proposes, or why it could not be read; null where there is no address
 */
export async function readRota(
  app: AppContext,
  userRef: string,
  fetcher = fetch,
): Promise<{ changes: number; fault?: never } | { fault: string; changes?: never } | null> {
  const { db, vault, site, now } = app;
  const [found] = await db
    .select({ feed: rotaFeeds, userId: users.id, level: users.level, email: users.email })
    .from(rotaFeeds)
    .innerJoin(users, and(eq(users.unique_ref, rotaFeeds.user_ref), isNull(users.suspended_at)))
    .where(eq(rotaFeeds.user_ref, userRef));
  if (!found || found.level < site.csvImportMinLevel) return null;
  const { feed, userId, email } = found;
  const text: FeedText = JSON.parse(await vault.decrypt(userRef, ROTA_FEED_PLACE, feed.text_encrypted));
  const before = parseCalendar(text.calendar);
  const seen = before ? feed : { etag: "", last_modified: "" };
  const asked = await fetchCalendar(text.address, seen, { rules: addressRules(site), fetcher });
  const read =
    asked.what === "same" && before
      ? { calendar: before, etag: feed.etag, last_modified: feed.last_modified }
      : await calendarOf(asked, { today: londonToday(now), userRef });
  // An address that was saved meanwhile is read by itself.
  const own = and(eq(rotaFeeds.user_ref, userRef), eq(rotaFeeds.updated_at, feed.updated_at));
  if (read.fault !== undefined) {
    const since = feed.faulty_since ?? now;
    const isTold = !feed.told && now - since >= TOLD_AFTER_MS;
    const why = formatFault(read.fault, now);
    const content = { kind: "rota-unread" as const, why, since: longDate(londonToday(since)) };
    const notice = await writeNotice(app, { userRef, to: isTold ? email : null }, content);
    const failed = { asked_at: now, fault: read.fault, faulty_since: since, told: feed.told || isTold };
    await db.batch([db.update(rotaFeeds).set(failed).where(own), ...notice.statements]);
    notice.nudge();
    return { fault: why };
  }
  const { page } = await previewCalendar({ db, userId, cipher: vault.of(userRef) }, read.calendar, null);
  const kept: FeedText = { address: text.address, calendar: serializeCalendar(read.calendar) };
  const isNew = kept.calendar !== text.calendar;
  await db
    .update(rotaFeeds)
    .set({
      ...{ asked_at: now, read_at: now, fault: "", faulty_since: null, told: false, changes: changesOf(page) },
      ...{ etag: read.etag, last_modified: read.last_modified },
      ...(isNew && {
        text_encrypted: (await vault.encrypt(userRef, ROTA_FEED_PLACE, JSON.stringify(kept))) as Uint8Array,
      }),
    })
    .where(own);
  return { changes: changesOf(page) };
}

type Read = ({ calendar: RotaCalendar; fault?: never } & Seen) | { fault: FeedFault };

async function calendarOf(
  asked: Awaited<ReturnType<typeof fetchCalendar>>,
  by: Parameters<typeof readCalendar>[1],
): Promise<Read> {
  if (asked.what === "failed") return { fault: asked.fault };
  const read = asked.what === "new" ? await readCalendar(asked.text, by) : null;
  if (asked.what === "same" || !read?.ok) return { fault: "calendar" };
  if (serializeCalendar(read.calendar).length > MAX_CARRIED) return { fault: "events" };
  return { calendar: read.calendar, etag: asked.etag, last_modified: asked.last_modified };
}

import { and, asc, eq, gte, isNull, lt, ne, or, sql } from "drizzle-orm";
import { z } from "zod";
import { auditLineBy } from "~/account/audit.server";
import { type RequestContext, rejectEndedLogin } from "~/account/guard.server";
import { mayOpen } from "~/account/levels";
import { feeds, users } from "~/account/table.server";
import { levelOf } from "~/account/users.server";
import { calendarText } from "~/data/export/calendar";
import { leaveEvent, sessionEvent } from "~/data/export/calendar-file.server";
import { leave } from "~/diary/leave/table.server";
import { sessionName } from "~/diary/sessions/outside-plan.server";
import { sessions } from "~/diary/sessions/table.server";
import { writeNotice } from "~/mail/outbox.server";
import { jobPlanElements } from "~/planning/job-plans/table.server";
import { newRef, refersTo } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { hashOf, newSecret } from "~/platform/db/tokens";
import { chosen } from "~/platform/http/fields";
import { pathTo } from "~/platform/http/path-to";
import { addDays, londonInstant, londonToday } from "~/platform/time/london";

const FEED_CONTENTS = ["titles", "pas"] as const;
export type FeedContent = (typeof FEED_CONTENTS)[number];

/** Path of the address that calendar programs read. */
function feedPath(token: string): string {
  return pathTo("/calendar/:feedToken/daybook.ics", { feedToken: token });
}

export const feedForm = z.object({
  intent: chosen("what to do", ["make", "change", "end"]),
  content: chosen("what the calendar shows", FEED_CONTENTS),
});

/** Statement: the feed of a user, if there is one, without its address, which is not stored. For a page's batch. */
export function feedOf(db: Database, userRef: string) {
  return db
    .select({ content: feeds.content, created_at: feeds.updated_at, last_read_at: feeds.last_read_at })
    .from(feeds)
    .where(eq(feeds.user_ref, userRef));
}

/**
 * Creates a feed address for the user, in place of any earlier one, and notifies them by mail.
 * @returns the address, to be shown once
 * @throws Response to /login/ when the login that asks was ended meanwhile
 */
export async function makeFeed(context: RequestContext, request: Request, content: FeedContent): Promise<string> {
  const { db, user, site, now } = context;
  const token = newSecret();
  const fresh = { token_hash: await hashOf(token), content, last_read_at: null, updated_at: now };
  const [account] = await db.select({ email: users.email }).from(users).where(eq(users.unique_ref, user.unique_ref));
  const owner = { userRef: user.unique_ref, to: account?.email ?? null };
  const told = await writeNotice(context, owner, { kind: "feed-made" });
  await db
    .batch([
      ...auditLineBy(context, "feed-made"),
      db
        .insert(feeds)
        .values({ ...fresh, unique_ref: newRef(), user_ref: user.unique_ref, created_at: now })
        .onConflictDoUpdate({ target: feeds.user_ref, set: fresh }),
      ...told.statements,
    ])
    .catch(rejectEndedLogin(request));
  told.nudge();
  return `${site.origin}${feedPath(token)}`;
}

/** Changes what the calendar shows; the address stays the same. @returns false when there is no feed */
export async function changeFeed(context: RequestContext, request: Request, content: FeedContent): Promise<boolean> {
  const { db, user } = context;
  const own = eq(feeds.user_ref, user.unique_ref);
  const [feed] = await feedOf(db, user.unique_ref);
  if (!feed || feed.content === content) return feed !== undefined;
  const [, , changed] = await db
    .batch([...auditLineBy(context, "feed-changed"), db.update(feeds).set({ content }).where(own)])
    .catch(rejectEndedLogin(request));
  return changed.meta.changes > 0;
}

/** Deletes the feed, so that its address stops working. Without a feed it does nothing, and writes no audit line. */
export async function endFeed(context: RequestContext, request: Request): Promise<void> {
  const { db, user } = context;
  const [feed] = await feedOf(db, user.unique_ref);
  if (!feed) return;
  await db
    .batch([...auditLineBy(context, "feed-ended"), db.delete(feeds).where(eq(feeds.user_ref, user.unique_ref))])
    .catch(rejectEndedLogin(request));
}

/** Days that the calendar reaches back: older sessions are in the export. */
const DAYS_BACK = 400;
/** Least time between two writes of `last_read_at`: calendar programs poll all day. */
const NOTED_EACH_MS = 60 * 60 * 1000;

/**
 * Reads the calendar of a feed: sessions and leave, and never cases, notes, fees or places.
 * @returns the iCalendar text; null for an unknown token, or when its user may no longer have a diary
 */
export async function feedCalendar(db: Database, token: string, now: number): Promise<string | null> {
  const [feed] = await db
    .select({ unique_ref: feeds.unique_ref, user_ref: feeds.user_ref, user_id: users.id, content: feeds.content })
    .from(feeds)
    .innerJoin(users, eq(users.unique_ref, feeds.user_ref))
    .where(eq(feeds.token_hash, await hashOf(token)));
  if (!feed) return null;
  const from = addDays(londonToday(now), -DAYS_BACK);
  const [[account], worked, away] = await db.batch([
    levelOf(db, feed.user_ref),
    db
      .select({
        unique_ref: sessions.unique_ref,
        start_at: sessions.start_at,
        end_at: sessions.end_at,
        pa_units: sessions.pa_units,
        // Aliased: a batch returns rows by column name.
        updated_at: sql<number>`${sessions.updated_at}`.mapWith(Number).as("changed_at"),
        element: sessionName(),
      })
      .from(sessions)
      .leftJoin(jobPlanElements, refersTo(sessions.element_ref, jobPlanElements))
      .where(
        and(
          eq(sessions.user_id, feed.user_id),
          eq(sessions.outcome, "held"),
          gte(sessions.start_at, londonInstant(from)),
        ),
      )
      .orderBy(asc(sessions.start_at)),
    db
      .select()
      .from(leave)
      .where(and(eq(leave.user_id, feed.user_id), gte(leave.date_end, from), ne(leave.status, "cancelled")))
      .orderBy(asc(leave.date_start)),
    db
      .update(feeds)
      .set({ last_read_at: now })
      .where(
        and(
          eq(feeds.unique_ref, feed.unique_ref),
          or(isNull(feeds.last_read_at), lt(feeds.last_read_at, now - NOTED_EACH_MS)),
        ),
      ),
  ]);
  if (!account || !mayOpen("diary", account.level)) return null;
  const events = [
    ...worked.map((session) => sessionEvent({ ...session, site: "" }, feed.content)),
    ...away.map(leaveEvent),
  ];
  return calendarText(events, now);
}

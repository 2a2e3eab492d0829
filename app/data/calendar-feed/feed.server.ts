import { eq } from "drizzle-orm";
import { auditLineBy } from "~/account/audit.server";
import { feeds } from "~/account/feeds-table.server";
import { type Asked, turnAwayEnded } from "~/account/guard.server";
import { users } from "~/account/table.server";
import { writeNotice } from "~/mail/outbox.server";
import { newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { hashOf, newToken } from "~/platform/db/tokens";
import { type FeedContent, feedPath } from "./content";

/** The feed of a user, if there is one; never its address, which is not kept. For a page's batch. */
export function feedOf(db: Database, userRef: string) {
  return db
    .select({ content: feeds.content, created_at: feeds.updated_at, last_read_at: feeds.last_read_at })
    .from(feeds)
    .where(eq(feeds.user_ref, userRef));
}

/**
 * Gives the user an address that works from now on, in place of any before, and tells them by mail.
 * @returns it, to be shown once
 */
export async function makeFeed(asked: Asked, request: Request, content: FeedContent): Promise<string> {
  const { db, user, site, now } = asked;
  const token = newToken();
  const fresh = { token_hash: await hashOf(token), content, last_read_at: null, updated_at: now };
  const [account] = await db.select({ email: users.email }).from(users).where(eq(users.unique_ref, user.unique_ref));
  const owner = { userRef: user.unique_ref, to: account?.email ?? null };
  const told = await writeNotice(asked, owner, { kind: "feed-made" });
  await db
    .batch([
      auditLineBy(asked, "feed-made"),
      db
        .insert(feeds)
        .values({ ...fresh, unique_ref: newRef(), user_ref: user.unique_ref, created_at: now })
        .onConflictDoUpdate({ target: feeds.user_ref, set: fresh }),
      ...told.statements,
    ])
    .catch(turnAwayEnded(request));
  told.nudge();
  return `${site.origin}${feedPath(token)}`;
}

/** What the calendar shows, under the same address. False where there is no feed. */
export async function changeFeed(asked: Asked, request: Request, content: FeedContent): Promise<boolean> {
  const { db, user } = asked;
  const own = eq(feeds.user_ref, user.unique_ref);
  const [feed] = await feedOf(db, user.unique_ref);
  if (!feed || feed.content === content) return feed !== undefined;
  const [, changed] = await db
    .batch([auditLineBy(asked, "feed-changed"), db.update(feeds).set({ content }).where(own)])
    .catch(turnAwayEnded(request));
  return changed.meta.changes > 0;
}

/** From now on the address is no one's. Where there is no feed there is nothing to put on record. */
export async function endFeed(asked: Asked, request: Request): Promise<void> {
  const { db, user } = asked;
  const [feed] = await feedOf(db, user.unique_ref);
  if (!feed) return;
  await db
    .batch([auditLineBy(asked, "feed-ended"), db.delete(feeds).where(eq(feeds.user_ref, user.unique_ref))])
    .catch(turnAwayEnded(request));
}

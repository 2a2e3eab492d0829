import { and, eq, gt, lte, notExists } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { JobWorld } from "~/platform/context";
import type { Database } from "~/platform/db/database.server";
import { emailVerifications } from "../table.server";

/** Statement. The mail with the link could not be delivered after all tries. */
export function failVerification(db: Database, ref: string, now: number) {
  return db
    .update(emailVerifications)
    .set({ status: "failed", updated_at: now })
    .where(and(eq(emailVerifications.unique_ref, ref), eq(emailVerifications.status, "pending")));
}

/** Statement. The mail went out after all: its link counts again, unless its time is over or a newer one was sent. */
export function reviveVerification(db: Database, ref: string, now: number) {
  const newer = alias(emailVerifications, "newer");
  return db
    .update(emailVerifications)
    .set({ status: "pending", updated_at: now })
    .where(
      and(
        eq(emailVerifications.unique_ref, ref),
        eq(emailVerifications.status, "failed"),
        gt(emailVerifications.expires_at, now),
        notExists(
          db
            .select({ ref: newer.unique_ref })
            .from(newer)
            .where(
              and(eq(newer.user_ref, emailVerifications.user_ref), gt(newer.created_at, emailVerifications.created_at)),
            ),
        ),
      ),
    );
}

/** The delayed message of one verification; one that comes early changes nothing, and the cron ends it. */
export async function expireVerification({ db, now }: Pick<JobWorld, "db" | "now">, ref: string): Promise<void> {
  await expire(db, now).where(and(eq(emailVerifications.unique_ref, ref), isOver(now)));
}

/** For the cron: ends all whose time is over. */
export async function expireVerifications(db: Database, now: number): Promise<void> {
  await expire(db, now).where(isOver(now));
}

function expire(db: Database, now: number) {
  return db.update(emailVerifications).set({ status: "expired", updated_at: now });
}

function isOver(now: number) {
  return and(eq(emailVerifications.status, "pending"), lte(emailVerifications.expires_at, now));
}

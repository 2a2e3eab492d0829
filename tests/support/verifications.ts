import { and, desc, eq, sql } from "drizzle-orm";
import { type EmailStatus, statusOf } from "~/account/email/rules";
import { codes } from "~/account/table.server";
import { newRef } from "~/platform/db/columns.server";
import { db, NOW } from "./harness";

interface Sent extends Partial<typeof codes.$inferInsert> {
  user_ref: string;
  address: string;
  /** As it is at NOW. */
  status: Exclude<EmailStatus, "none">;
}

/** A link that was sent to verify an address. */
export function addVerification({ address, status, ...more }: Sent) {
  return db.insert(codes).values({
    ...{ unique_ref: newRef(), kind: "verification", hash: newRef(), payload: address, created_at: NOW },
    ...{ attempts: status === "failed" ? 1 : 0, used_at: status === "verified" ? NOW : null },
    ...{ expires_at: status === "expired" ? NOW : NOW + 60_000, ...more },
  });
}

/** A link with which an address can be taken back. */
export function addTakeBack(user_ref: string, address: string, more: Partial<typeof codes.$inferInsert> = {}) {
  return db.insert(codes).values({
    ...{ unique_ref: newRef(), user_ref, kind: "take_back", hash: newRef(), payload: address },
    ...{ expires_at: NOW + 60_000, created_at: NOW, ...more },
  });
}

/** All verifications of a user, newest first, as they are at an instant. */
export async function verificationsOf(userRef: string, now = NOW) {
  const rows = await db
    .select()
    .from(codes)
    .where(and(eq(codes.user_ref, userRef), eq(codes.kind, "verification")))
    .orderBy(desc(codes.created_at), desc(sql`rowid`));
  return rows.map(({ payload, ...row }) => ({ ...row, address: payload, status: statusOf(row, now) }));
}

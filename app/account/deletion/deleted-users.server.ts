import { eq } from "drizzle-orm";
import type { Database } from "~/platform/db/database.server";
import { hashOf } from "~/platform/db/tokens";
import { audit } from "../table.server";

// Separate from the deletion itself: the operator's commands import this outside the Worker, which has no form store
// there.

/**
 * The reference of the audit line of a deletion. It depends on the account only, so that the same deletion sent twice
 * is recognised; and it identifies nobody, because user references are random and this is a hash of one.
 */
export function deletionRef(userRef: string): Promise<string> {
  return hashOf(`account-deleted/${userRef}`);
}

/** @param ref reference of a deletion: see `deletionRef` */
export async function isDeleted(db: Database, ref: string): Promise<boolean> {
  const [line] = await db.select({ act: audit.action }).from(audit).where(eq(audit.unique_ref, ref));
  return line?.act === "account-deleted";
}

import { eq } from "drizzle-orm";
import type { Database } from "~/platform/db/database.server";
import { hashOf } from "~/platform/db/tokens";
import { audit } from "../table.server";

// Apart from the deletion itself: the keeper's commands read this outside the Worker, where its stores of forms are not.

/**
 * The reference of the line that tells of a deletion. It hangs on the account alone, so that the same deletion sent
 * twice is known as one; and it names nobody, since references are random and this is a hash of one.
 */
export function deletionRef(userRef: string): Promise<string> {
  return hashOf(`account-deleted/${userRef}`);
}

export async function isDeleted(db: Database, ref: string): Promise<boolean> {
  const [line] = await db.select({ act: audit.action }).from(audit).where(eq(audit.unique_ref, ref));
  return line?.act === "account-deleted";
}

import { eq } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { forgetFormDrafts } from "~/account/form-drafts/form-drafts.server";
import type { JobWorld } from "~/platform/context";
import { users } from "../table.server";

/**
 * For the queue: what the batch of a deletion could not reach. That is files, half-filled forms, and rows of the account
 * that another request was just writing; those of a diary name their user, and are refused by then.
 * Sent before that batch, so that a lost message loses nothing: as long as the user is there, the deletion did not
 * happen, and this does nothing. Twice changes nothing more.
 * @param rows statements that take all rows of the user away.
 */
export async function forgetUser(world: JobWorld, userRef: string, rows: readonly BatchItem<"sqlite">[]) {
  if (userRef === "") return;
  const { db, forms, objects } = world;
  const [user] = await db.select({ ref: users.unique_ref }).from(users).where(eq(users.unique_ref, userRef));
  if (user) return;
  const [first, ...others] = rows;
  if (first) await db.batch([first, ...others]);
  await forgetFormDrafts(forms, userRef);
  await removeObjects(objects, userRef);
}

async function removeObjects(objects: R2Bucket, userRef: string): Promise<void> {
  const prefix = `users/${userRef}/`;
  // What is deleted is listed no more: always from the start.
  for (;;) {
    const { objects: found } = await objects.list({ prefix });
    if (found.length === 0) return;
    await objects.delete(found.map(({ key }) => key));
  }
}

import { newResetCookie } from "~/account/passwords/reset-requests.server";
import { resetCodes } from "~/account/table.server";
import { newRef } from "~/platform/db/columns.server";
import { db, NOW, vault } from "./harness";

/** A browser that has proved a code for this user. @returns its `Cookie` header. */
export async function verifyResetCode(userRef: string, more: Partial<typeof resetCodes.$inferInsert> = {}) {
  const { hash, cookie } = await newResetCookie(vault, new Request("http://daybook.test"), "ivo@example.com");
  await db.insert(resetCodes).values({
    unique_ref: newRef(),
    user_ref: userRef,
    request_hash: hash,
    looked_up_at: NOW,
    verified_at: NOW,
    expires_at: NOW + 900_000,
    created_at: NOW,
    updated_at: NOW,
    ...more,
  });
  return cookie.split(";")[0] as string;
}

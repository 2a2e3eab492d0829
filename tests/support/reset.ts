import { and, eq, isNull } from "drizzle-orm";
import { newResetCookie } from "~/account/passwords/reset-requests.server";
import { codes } from "~/account/table.server";
import { newRef } from "~/platform/db/columns.server";
import { db, NOW, vault } from "./harness";

/** A browser that has proved a code for this user. @returns its `Cookie` header. */
export async function verifyResetCode(userRef: string, more: Partial<typeof codes.$inferInsert> = {}) {
  const { hash, cookie } = await newResetCookie(vault, new Request("http://daybook.test"), "ivo@example.com");
  await db.insert(codes).values({
    ...{ unique_ref: newRef(), user_ref: userRef, kind: "new_password", hash },
    ...{ expires_at: NOW + 900_000, created_at: NOW },
    ...more,
  });
  return cookie.split(";")[0] as string;
}

/** What was begun for a user and can still be taken. */
export function openCodesOf(userRef: string) {
  return db
    .select()
    .from(codes)
    .where(and(eq(codes.user_ref, userRef), isNull(codes.used_at)));
}

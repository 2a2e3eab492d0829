import { eq, sql } from "drizzle-orm";
import type { SignedInUser } from "~/account/login/logins.server";
import { beginPass } from "~/account/suspension/pass.server";
import { users } from "~/account/table.server";
import { action } from "~/routes/admin/user";
import { db, makeUser, NOW, recordingJobs, SITE, submit, vault } from "./harness";

/** What an administrator does to the suspension of a user, at the version that they now have. */
export async function actOn(user: { unique_ref: string }, form: Record<string, string>, admin?: SignedInUser) {
  const [row] = await db.select({ version: users.version }).from(users).where(eq(users.unique_ref, user.unique_ref));
  const fields = { version: String(row?.version ?? 0), ...form };
  const by = admin ?? (await makeUser(10));
  const ask = { user: by, jobs: recordingJobs(), params: { userRef: user.unique_ref } };
  return submit<{ form: { errors: Record<string, string[]> } }>(action, fields, ask);
}

/** Begins a pass as a browser would in which all was right that opens the account. @returns its `Cookie` header. */
export async function beginPassAs(userRef: string): Promise<string> {
  const app = { db, vault, site: SITE, jobs: recordingJobs(), now: NOW };
  const cookies = await beginPass(app, new Request("http://daybook.test"), { userRef, still: sql`TRUE`, after: [] });
  return cookies?.[0]?.split(";")[0] ?? "";
}

/** Suspends a user without an administrator. */
export async function suspendUser({ unique_ref }: { unique_ref: string }, exportUntil: number | null = null) {
  await db
    .update(users)
    .set({ suspended_at: NOW, suspended_for: "taken-over", export_until: exportUntil })
    .where(eq(users.unique_ref, unique_ref));
}

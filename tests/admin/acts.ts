import { desc, eq, sql } from "drizzle-orm";
import { audit } from "~/account/table.server";
import { db } from "../support/harness";

/** What a user did as an administrator, the newest first. */
export function actsOf({ unique_ref }: { unique_ref: string }) {
  return db
    .select({ act: audit.action, about_ref: audit.about_ref, detail: audit.detail })
    .from(audit)
    .where(eq(audit.user_ref, unique_ref))
    .orderBy(desc(audit.occurred_at), desc(sql`rowid`));
}

import { and, desc, eq, inArray, or, sql } from "drizzle-orm";
import type { Database } from "~/platform/db/database.server";
import { WHOLE_EXPORTS } from "./format-audit";
import { audit } from "./table.server";

export const LINES_A_PAGE = 50;

/** What somebody did and what was done to their account, the newest first; one more than a page shows. For a page's batch. */
export function activityLines(db: Database, userRef: string, page: number) {
  // The condition of the index stands in so many words: of a value that is bound SQLite would not know it.
  const about = and(eq(audit.about_ref, userRef), sql`${audit.about_ref} <> ''`);
  return db
    .select({
      unique_ref: audit.unique_ref,
      action: audit.action,
      occurred_at: audit.occurred_at,
      detail: audit.detail,
    })
    .from(audit)
    .where(or(eq(audit.user_ref, userRef), about))
    .orderBy(desc(audit.occurred_at), desc(audit.unique_ref))
    .limit(LINES_A_PAGE + 1)
    .offset((page - 1) * LINES_A_PAGE);
}

/** When the user last exported everything. For a page's batch. */
export function lastExport(db: Database, userRef: string) {
  return (
    db
      .select({ at: audit.occurred_at })
      .from(audit)
      // Lines from before they said which file it was have no detail.
      .where(
        and(
          eq(audit.user_ref, userRef),
          eq(audit.action, "data-exported"),
          inArray(audit.detail, ["", ...Object.values(WHOLE_EXPORTS)]),
        ),
      )
      .orderBy(desc(audit.occurred_at))
      .limit(1)
  );
}

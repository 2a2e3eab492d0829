import { eq } from "drizzle-orm";
import type { Database } from "~/db/database.server";
import { importRows, imports } from "./table.server";

/** For the end of an account. */
export function deleteAllImports(db: Database, userRef: string) {
  return [
    db.delete(importRows).where(eq(importRows.user_ref, userRef)),
    db.delete(imports).where(eq(imports.user_ref, userRef)),
  ] as const;
}

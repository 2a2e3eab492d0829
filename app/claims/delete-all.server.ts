import { eq } from "drizzle-orm";
import type { Database } from "~/db/database.server";
import { claimSettings, claims, payers, rates } from "./table.server";

/** For the end of an account: before the statements of cases and sessions. */
export function deleteAllClaims(db: Database, userRef: string) {
  return [
    db.delete(claims).where(eq(claims.user_ref, userRef)),
    db.delete(rates).where(eq(rates.user_ref, userRef)),
    db.delete(payers).where(eq(payers.user_ref, userRef)),
    db.delete(claimSettings).where(eq(claimSettings.user_ref, userRef)),
  ] as const;
}

import { sql } from "drizzle-orm";
import type { TaxBasis } from "~/diary/fees/kinds";
import { feeSettings } from "~/diary/fees/table.server";
import { newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";

/** Which date puts a fee into a tax year, from now on. */
export async function chooseTaxBasis(db: Database, userId: number, tax_basis: TaxBasis, now: number): Promise<void> {
  await db
    .insert(feeSettings)
    .values({ unique_ref: newRef(), user_id: userId, tax_basis, created_at: now, updated_at: now })
    .onConflictDoUpdate({
      target: feeSettings.user_id,
      set: { tax_basis, updated_at: now, version: sql`${feeSettings.version} + 1` },
    });
}

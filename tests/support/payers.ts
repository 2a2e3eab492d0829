import { sql } from "drizzle-orm";
import { payerKey } from "~/diary/fees/kinds";
import { payers } from "~/diary/fees/table.server";
import { newRef } from "~/platform/db/columns.server";
import { db, NOW } from "./harness";

/** A payer as a fee's form makes it: beside the list. @returns its reference, or that of the one with this name; null for no name */
export async function payerRef(user_id: number, name: string): Promise<string | null> {
  if (name === "") return null;
  const row = { unique_ref: newRef(), user_id, name, name_key: payerKey(name), created_at: NOW, updated_at: NOW };
  const [payer] = await db
    .insert(payers)
    .values(row)
    .onConflictDoUpdate({ target: [payers.user_id, payers.name_key], set: { name: sql`${payers.name}` } })
    .returning({ ref: payers.unique_ref });
  return payer?.ref as string;
}

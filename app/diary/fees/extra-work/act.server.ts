import { sql } from "drizzle-orm";
import type { TaxBasis } from "~/diary/fees/kinds";
import { feeSettings } from "~/diary/fees/table.server";
import type { Asker } from "~/platform/context";
import { newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import type { FormKey } from "~/platform/db/idempotency.server";
import { pathTo } from "~/platform/http/path-to";
import type { Refusal } from "~/platform/http/refusal.server";
import { shortDate } from "~/platform/time/dates";
import { londonToday } from "~/platform/time/london";
import { copyFee } from "./copy.server";
import type { ExtrasAnswers } from "./form";
import { markFees } from "./mark.server";

/** What came of it, and where to go on; null for the page that it was asked of. */
interface Done {
  message: string;
  undo: string | null;
  to: string | null;
}

/** Does what was asked of the page of extra work, but for looking for words, which changes nothing. */
export async function actOnFees(by: Asker, form: FormKey, asked: ExtrasAnswers): Promise<Refusal | Done> {
  const { db, userId, now } = by;
  const today = londonToday(now);
  if (asked.act === "tax_basis") {
    if (asked.tax_basis === null) return refused("tax_basis", "Choose a date");
    await chooseTaxBasis(db, userId, asked.tax_basis, now);
    return { message: "Date for tax years saved", undo: null, to: null };
  }
  const [only] = asked.fees;
  if (asked.one === "copy" && only) {
    const copied = await copyFee(by, form, only.ref);
    if ("errors" in copied) return copied;
    const message = `Fee copied as work on its own, ${shortDate(today)}. Check its date and amount`;
    return { message, undo: copied.undo, to: pathTo("/extras/:feeRef/", { feeRef: copied.ref }) };
  }
  const mark = asked.one ?? asked.act;
  if (mark !== "claimed" && mark !== "paid") return refused("", "Choose what to do with the ticked fees");
  if (!only) return refused("fee", `Tick the fees that were ${mark}`);
  const date = asked.one ? today : asked.date;
  if (date === null) return refused("date", `Enter the date on which they were ${mark}`);
  const done = await markFees(by, form, asked.fees, mark, date);
  return "errors" in done ? done : { ...done, to: null };
}

function refused(field: string, message: string): Refusal {
  return { errors: { [field]: message }, status: 422 };
}

/** Which date puts a fee into a tax year, from now on. */
async function chooseTaxBasis(db: Database, userId: number, tax_basis: TaxBasis, now: number): Promise<void> {
  await db
    .insert(feeSettings)
    .values({ unique_ref: newRef(), user_id: userId, tax_basis, created_at: now, updated_at: now })
    .onConflictDoUpdate({
      target: feeSettings.user_id,
      set: { tax_basis, updated_at: now, version: sql`${feeSettings.version} + 1` },
    });
}

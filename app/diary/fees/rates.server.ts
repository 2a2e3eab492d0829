import { and, desc, eq, getTableColumns, sql } from "drizzle-orm";
import { data } from "react-router";
import type { Writer } from "~/changes/write-rows.server";
import { deletePermanently, newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { claimKey, type FormKey, runOnce } from "~/platform/db/idempotency.server";
import { type EditForm, saveEdit } from "~/platform/db/save-edit.server";
import { changedElsewhereTo, FORM_WAS_USED, type Refusal } from "~/platform/http/refusal.server";
import { dropUnnamedPayers, payerNamed, payerNameIn } from "./payer-names.server";
import type { RateColumns } from "./rate-form";
import { formatBand, formatPrice } from "./rates";
import { type RateRow, rates } from "./table.server";

const RATE_COLUMNS = { ...getTableColumns(rates), payer: payerNameIn("rates") };

/** The rates of a user, active ones first. For a page's batch. */
export function ratesOf(db: Database, userId: number) {
  return db
    .select(RATE_COLUMNS)
    .from(rates)
    .where(eq(rates.user_id, userId))
    .orderBy(desc(rates.active), sql`${rates.name} COLLATE NOCASE`, rates.created_at);
}

function ofUser(userId: number, rateRef: string) {
  return and(eq(rates.user_id, userId), eq(rates.unique_ref, rateRef));
}

/** A rate: one row, or none. For a page's batch. */
export function rateOf(db: Database, userId: number, rateRef: string) {
  return db.select(RATE_COLUMNS).from(rates).where(ofUser(userId, rateRef));
}

/**
 * The rate that was read.
 * @throws 404 when it does not exist, or is another user's
 */
export function foundRate(rate: RateRow | undefined): RateRow {
  if (!rate) throw data(null, { status: 404 });
  return rate;
}

/** Adds a rate, only once however often its form is sent. */
export async function addRate(by: Writer, form: FormKey, { payer, ...columns }: RateColumns): Promise<Refusal | null> {
  const { db, userId, now } = by;
  const { payer_ref, ahead } = payerNamed(by, payer);
  const row = { ...columns, payer_ref, unique_ref: newRef(), user_id: userId, created_at: now, updated_at: now };
  const write = () =>
    db.batch([claimKey(db, userId, form, row.unique_ref, now), ...ahead, db.insert(rates).values(row)]);
  const isThere = async (ref: string) => (await db.$count(rates, ofUser(userId, ref))) > 0;
  const made = await runOnce(db, userId, form, row.unique_ref, write, isThere);
  return made === null ? FORM_WAS_USED : null;
}

/** Saves a rate, or archives or restores it. Fees that were calculated with it do not change. */
export async function changeRate(
  by: Writer,
  edit: EditForm,
  set: RateColumns | { active: boolean },
): Promise<Refusal | null> {
  const { db, userId } = by;
  const { payer, ...columns } = { payer: null, ...set };
  const { ahead, ...paidBy } = payer === null ? { ahead: [] } : payerNamed(by, payer);
  const isSaved = await saveEdit(by, edit, {
    ...{ table: rates, set: { ...columns, ...paidBy }, ahead },
    after: [dropUnnamedPayers(db, sql`= ${userId}`)],
  });
  return isSaved ? null : refusalWithCurrent(db, userId, edit.ref);
}

/**
 * Deletes a rate, which no other row refers to.
 * @throws 404 when it does not exist, or is another user's
 */
export async function deleteRate(
  db: Database,
  userId: number,
  { ref, version }: Pick<EditForm, "ref" | "version">,
): Promise<Refusal | null> {
  const deleted = await deletePermanently(db, {
    ...{ table: rates, where: ofUser(userId, ref), version },
    after: [dropUnnamedPayers(db, sql`= ${userId}`)],
  });
  return deleted === "changed" ? refusalWithCurrent(db, userId, ref) : null;
}

async function refusalWithCurrent(db: Database, userId: number, rateRef: string): Promise<Refusal> {
  const [row] = await rateOf(db, userId, rateRef);
  const rate = foundRate(row);
  const facts = [
    { name: "Name", value: rate.name },
    { name: "Price", value: [formatPrice(rate), ...formatBand(rate.bands)].join("\n") },
    { name: "Payer", value: rate.payer || "None" },
    { name: "On the list", value: rate.active ? "Yes" : "No, archived" },
  ];
  return changedElsewhereTo("rate", { version: rate.version, facts });
}

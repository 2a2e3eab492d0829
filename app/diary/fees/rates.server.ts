import { and, desc, eq, getTableColumns, sql } from "drizzle-orm";
import { data } from "react-router";
import { save } from "~/changes/saved.server";
import { type Edit, editOf } from "~/changes/write-change.server";
import type { Writer } from "~/changes/write-rows.server";
import { newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import type { FormKey } from "~/platform/db/idempotency.server";
import type { Saved } from "~/platform/http/answer-save.server";
import { payerNamed, payerNameIn } from "./payer-names.server";
import type { RateColumns } from "./rate-form";
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
export async function addRate(by: Writer, form: FormKey, { payer, ...columns }: RateColumns): Promise<Saved> {
  const { payer_ref, ahead } = payerNamed(by, payer);
  const unique_ref = newRef();
  return save(
    by,
    {
      message: "Rate added",
      form: { ...form, result: { part: "rates", ref: unique_ref } },
      ahead,
      inserts: { rates: [{ ...columns, payer_ref, unique_ref }] },
    },
    "rate",
  );
}

/**
 * Saves a rate, or archives or restores it. Fees that were calculated with it do not change.
 * @throws 404 when it does not exist, or is another user's
 */
export async function changeRate(by: Writer, edit: Edit, set: RateColumns | { active: boolean }): Promise<Saved> {
  const { payer, ...columns } = { payer: null, ...set };
  const { ahead, ...paidBy } = payer === null ? { ahead: [] } : payerNamed(by, payer);
  return save(
    by,
    {
      message: "Rate changed",
      ...editOf("rates", edit),
      ahead,
      updates: { rates: [{ ...columns, ...paidBy, unique_ref: edit.ref }] },
    },
    "rate",
  );
}

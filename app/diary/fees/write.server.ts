import { and, eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { SeenRow } from "~/changes/open-change.server";
import { save } from "~/changes/saved.server";
import { type Change, deletionOf, type Edit, editOf } from "~/changes/write-change.server";
import type { PartRow, RowsOfPart } from "~/changes/write-rows.server";
import type { Actor } from "~/platform/context";
import { encryptEdited } from "~/platform/crypto/vault.server";
import { newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import type { FormKey } from "~/platform/db/idempotency.server";
import type { Saved } from "~/platform/http/answer-save.server";
import type { Refusal } from "~/platform/http/refusal.server";
import type { FeeInForm } from "./form";
import { payerNamed } from "./payer-names.server";
import { FEE_COLUMNS, type FeeOwner, type FeeRow, feeOf } from "./queries.server";
import { feePlace, fees } from "./table.server";
import type { FeeColumns } from "./validate-fee";

const ALREADY_HAS_FEE: Refusal = {
  errors: {
    "": "This work already has a fee, saved since you opened this page. Your answers are kept below. Change that fee instead",
  },
  status: 409,
};

/** A fee by its reference: one row, or none. For a page's batch. */
export function feeRow(db: Database, userId: number, feeRef: string) {
  return db
    .select(FEE_COLUMNS)
    .from(fees)
    .where(and(eq(fees.user_id, userId), eq(fees.unique_ref, feeRef)));
}

/**
 * The sessions and cases that fees belong to. Their forms include the fees, so a change of a fee touches its owner too.
 */
export function ownersOf(fees: readonly Partial<Pick<FeeRow, "session_ref" | "case_ref">>[]): RowsOfPart[] {
  return [
    { part: "sessions" as const, refs: fees.flatMap(({ session_ref }) => session_ref ?? []) },
    { part: "cases" as const, refs: fees.flatMap(({ case_ref }) => case_ref ?? []) },
  ].filter(({ refs }) => refs.length > 0);
}

/**
 * Adds a fee, only once however often its form is sent.
 * @param owner the session or case of the fee; null for stand-alone work
 * @throws 404 when the owner no longer exists
 */
export async function insertFee(
  by: Actor,
  form: FormKey,
  { payer, ...columns }: FeeColumns,
  notes: string,
  owner: FeeOwner | null,
): Promise<Saved> {
  const { db, cipher, userId } = by;
  const { payer_ref, ahead } = payerNamed(by, payer);
  const unique_ref = newRef();
  const text_encrypted = await cipher.encrypt(feePlace(unique_ref), notes);
  const change: Change = {
    message: "Fee added",
    form: { ...form, result: { part: "fees", ref: unique_ref } },
    guards: owner ? { hasNone: sql`NOT EXISTS ${feeOf(db, userId, owner)}` } : {},
    ahead,
    inserts: { fees: [{ ...columns, ...owner, payer_ref, unique_ref, text_encrypted }] },
    touches: owner ? ownersOf([owner]) : [],
  };
  const saved = await save(by, change, "fee");
  // What was saved with a used key is that fee.
  return owner && saved.refusal ? { refusal: ALREADY_HAS_FEE } : saved;
}

/**
 * Saves a fee if it still has the version that its form was opened with.
 * @param fee the row as it is now
 * @throws 404 when it was deleted
 */
export async function updateFee(
  by: Actor,
  edit: Edit,
  fee: FeeRow,
  { payer, ...columns }: FeeColumns,
  notes: string,
): Promise<Saved> {
  const { ref: unique_ref } = edit;
  const { payer_ref, ahead } = payerNamed(by, payer);
  const text_encrypted = await encryptEdited(by.cipher, feePlace(unique_ref), notes, fee.text_encrypted);
  const change = {
    message: "Fee changed",
    ...editOf("fees", edit),
    ahead,
    updates: { fees: [{ ...columns, payer_ref, text_encrypted, unique_ref }] },
    touches: ownersOf([fee]),
  };
  return save(by, change, "fee");
}

/**
 * Deletes a fee, only once however often its form is sent; its session or case stays.
 * @param fee the row as it is now, if it still exists
 * @throws 404 when it was deleted elsewhere
 */
export async function removeFee(by: Actor, edit: Edit, fee: FeeRow | undefined): Promise<Saved> {
  const touches = fee ? ownersOf([fee]) : [];
  return save(by, { message: "Fee deleted", ...deletionOf("fees", edit), touches }, "fee");
}

/** The part of a change that concerns one fee, to be merged with the part that concerns its session or case. */
interface FeeRows {
  ahead: BatchItem<"sqlite">[];
  inserts: { fees: PartRow<"fees">[] };
  updates: { fees: (Partial<PartRow<"fees">> & { unique_ref: string })[] };
  deletes: RowsOfPart[];
  seen: SeenRow[];
}

const NOT_PAID = { paid_pence: null, later_payments: null };

/**
 * Prepares the rows that make the fee of a session or case what its form says. The owner's version guards the fee too,
 * so every other write of a fee raises the version of its owner (`touches`).
 * @param current the fee as it is now, read with its owner
 * @param newOne reference for a new fee
 */
export async function feeRows(
  by: Actor,
  owner: FeeOwner,
  fee: FeeInForm,
  current: FeeRow | undefined,
  newOne = newRef(),
): Promise<FeeRows> {
  const { amount_pence, notes, payer, ...answers } = fee;
  const rows: FeeRows = { ahead: [], inserts: { fees: [] }, updates: { fees: [] }, deletes: [], seen: [] };
  if (current) rows.seen.push({ part: "fees", ref: current.unique_ref, version: current.version });
  if (amount_pence === null) {
    if (current) rows.deletes.push({ part: "fees", refs: [current.unique_ref] });
    return rows;
  }
  const unique_ref = current?.unique_ref ?? newOne;
  const { payer_ref, ahead } = payerNamed(by, payer);
  const text_encrypted = await encryptEdited(by.cipher, feePlace(unique_ref), notes, current?.text_encrypted ?? null);
  const values = { ...answers, amount_pence, payer_ref, unique_ref, text_encrypted };
  rows.ahead = ahead;
  if (!current) {
    rows.inserts.fees.push({ ...values, ...owner });
  } else {
    // An amount paid needs a paid date: without the date the amounts are cleared.
    const { paid_pence, later_payments } = answers.paid_date === null ? NOT_PAID : current;
    rows.updates.fees.push({ ...values, paid_pence, later_payments });
  }
  return rows;
}

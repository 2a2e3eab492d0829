import type { BatchItem } from "drizzle-orm/batch";
import type { Seen } from "~/diary/changes.server";
import type { PartRow, RowsOfPart } from "~/diary/write-rows.server";
import type { Asker } from "~/platform/context";
import { newRef } from "~/platform/db/columns.server";
import type { FeeAnswers } from "./form";
import { payerNamed } from "./payers.server";
import type { FeeOwner, FeeRow } from "./queries.server";
import { feePlace } from "./table.server";

/** What a change does to one fee: to be joined with what it does to its session or case. */
export interface FeeRows {
  ahead: BatchItem<"sqlite">[];
  inserts: { fees: PartRow<"fees">[] };
  updates: { fees: (Partial<PartRow<"fees">> & { unique_ref: string })[] };
  deletes: RowsOfPart[];
  seen: Seen[];
}

/**
 * Makes the fee of a session or of a case what its form says. The version of its owner guards the fee too, so whatever
 * changes a fee elsewhere moves that on (`touches`).
 * @param current the fee as it is, read with its owner
 * @param newOne the reference of a fee that is new
 */
export async function feeRows(
  by: Asker,
  owner: FeeOwner,
  fee: FeeAnswers,
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
  const text_encrypted = await by.cipher.encrypt(feePlace(unique_ref), notes);
  const values = { ...answers, amount_pence, payer_ref, unique_ref, text_encrypted };
  rows.ahead = ahead;
  if (!current) {
    rows.inserts.fees.push({ ...values, ...owner });
  } else {
    // What was paid was paid on a day: without the day there is no such amount.
    rows.updates.fees.push({ ...values, paid_pence: answers.paid_date === null ? null : current.paid_pence });
  }
  return rows;
}

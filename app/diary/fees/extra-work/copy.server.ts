import { data } from "react-router";
import { writeChange } from "~/diary/changes.server";
import { feeRow } from "~/diary/fees/fee-writes.server";
import type { Writer } from "~/diary/write-rows.server";
import { newRef } from "~/platform/db/columns.server";
import type { FormKey } from "~/platform/db/idempotency.server";
import { FORM_WAS_USED, type Refusal } from "~/platform/http/refusal.server";
import { londonToday } from "~/platform/time/london";

/**
 * Makes work on its own that is paid like a fee: today its date, neither claimed nor paid, without its notes and its
 * reference, which are of the other work.
 * @returns the reference of the new fee. @throws 404
 */
export async function copyFee(
  by: Writer,
  form: FormKey,
  feeRef: string,
): Promise<Refusal | { ref: string; undo: string | null }> {
  const [fee] = await feeRow(by.db, by.userId, feeRef);
  if (!fee) throw data(null, { status: 404 });
  const { amount_pence, basis, rate_pence, payer_ref, kind, procedure_codes, start_minute, end_minute } = fee;
  const ref = newRef();
  const copy = { amount_pence, basis, rate_pence, payer_ref, kind, procedure_codes, start_minute, end_minute };
  const written = await writeChange(by, {
    message: "Fee copied",
    form: { ...form, result: { part: "fees", ref } },
    inserts: { fees: [{ ...copy, unique_ref: ref, work_date: londonToday(by.now) }] },
  });
  if (written.result === "written") return { ref, undo: written.undo };
  return written.result === "repeated" ? written : FORM_WAS_USED;
}

import { sql } from "drizzle-orm";
import { data } from "react-router";
import { saveSettings } from "~/changes/settings.server";
import { findEarlierSubmit, writeChange } from "~/changes/write-change.server";
import type { Writer } from "~/changes/write-rows.server";
import { cases } from "~/diary/cases/table.server";
import { fees } from "~/diary/fees/table.server";
import { feeRow, ownersOf } from "~/diary/fees/write.server";
import { sessions } from "~/diary/sessions/table.server";
import type { Actor } from "~/platform/context";
import { newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import type { FormKey } from "~/platform/db/idempotency.server";
import { pathTo } from "~/platform/http/path-to";
import { FORM_WAS_USED, type Refusal } from "~/platform/http/refusal.server";
import { areAsShown, type ShownRow } from "~/platform/http/shown-row";
import { formatCounted } from "~/platform/time/counted";
import { shortDate } from "~/platform/time/dates";
import { type LondonDate, londonMoment, londonToday } from "~/platform/time/london";
import type { ExtrasAnswers } from "./form";
import { decideMarks, type Mark } from "./marks";

/** The result of an action; `to` is the path to continue at, null for the page that sent the form. */
interface FeeActionResult {
  message: string;
  undo: string | null;
  to: string | null;
}

/** Executes an action of the extra-work page, except the search for words, which changes nothing. */
export async function changeFees(by: Actor, form: FormKey, asked: ExtrasAnswers): Promise<Refusal | FeeActionResult> {
  const today = londonToday(by.now);
  if (asked.intent === "tax_basis") {
    if (asked.tax_basis === null) return refused("tax_basis", "Choose a date");
    const { tax_basis } = asked;
    const settings = {
      part: "fee_settings",
      what: "date for tax years",
      message: "Date for tax years changed",
    } as const;
    const saved = await saveSettings(by, { ...settings, values: { tax_basis } });
    return saved.refusal ?? { message: "Date for tax years saved", undo: saved.undo, to: null };
  }
  const [only] = asked.fees;
  if (asked.one === "copy" && only) {
    const copied = await copyFee(by, form, only.ref);
    if ("errors" in copied) return copied;
    const message = `Fee copied as work on its own, ${shortDate(today)}. Check its date and amount`;
    return { message, undo: copied.undo, to: pathTo("/extras/:feeRef/", { feeRef: copied.ref }) };
  }
  const mark = asked.one ?? asked.intent;
  if (mark !== "claimed" && mark !== "paid") return refused("", "Choose what to do with the selected fees");
  if (!only) return refused("fee", `Select the fees that were ${mark}`);
  const date = asked.one ? today : asked.date;
  if (date === null) return refused("date", `Enter the date on which they were ${mark}`);
  const done = await markFees(by, form, asked.fees, mark, date);
  return "errors" in done ? done : { ...done, to: null };
}

function refused(field: string, message: string): Refusal {
  return { errors: { [field]: message }, status: 422 };
}

/**
 * Sets the timesheet date of fees, or their paid date for the whole amount: all in one batch, or none. A form that is
 * sent again gets the same answer.
 * @throws 404 when the user has none of these fees
 */
export async function markFees(
  by: Writer,
  form: FormKey,
  shown: readonly ShownRow[],
  mark: Mark,
  date: LondonDate,
): Promise<Refusal | Omit<FeeActionResult, "to">> {
  const rows = await feesToMark(by.db, by.userId, shown);
  if (rows.length === 0) throw data(null, { status: 404 });
  if (!areAsShown(shown, rows)) {
    const before = await findEarlierSubmit(by, form);
    if (before.result !== "repeated") return changed(shown.length);
    return { message: `${formatCounted(shown.length, "fee")} marked`, undo: before.undo };
  }
  const fees = rows.map((row) => ({ ...row, work: row.work_date ?? londonMoment(row.start_at ?? 0).date }));
  const decided = decideMarks(fees, mark, date, londonToday(by.now));
  if (!decided.ok) return { errors: { "": decided.error }, status: 422 };

  const refs = decided.mark.map(({ unique_ref }) => unique_ref);
  const values = mark === "claimed" ? { timesheet_date: date } : { paid_date: date, paid_pence: null };
  const written = await writeChange(by, {
    message: `${formatCounted(refs.length, "fee")} marked as ${mark}`,
    form,
    seen: shown.map((fee) => ({ part: "fees", ...fee })),
    sets: [{ part: "fees", refs, values }],
    touches: ownersOf(rows.filter(({ unique_ref }) => refs.includes(unique_ref))),
  });
  if (written.result === "form used") return FORM_WAS_USED;
  if (written.result !== "written" && written.result !== "repeated") return changed(shown.length);
  return { message: decided.message, undo: written.undo };
}

function changed(all: number): Refusal {
  const what = all === 1 ? "This fee was" : "One of these fees was";
  const message = `${what} changed or deleted elsewhere after you opened this page, so nothing is marked. The list shows the fees as they are now: choose again`;
  return { errors: { "": message }, status: 409 };
}

/** The fees that still exist, each read by its key. */
function feesToMark(db: Database, userId: number, shown: readonly ShownRow[]) {
  const refs = JSON.stringify(shown.map(({ ref }) => ref));
  return db
    .select({
      unique_ref: fees.unique_ref,
      version: fees.version,
      session_ref: fees.session_ref,
      case_ref: fees.case_ref,
      work_date: fees.work_date,
      start_at: sessions.start_at,
      amount_pence: fees.amount_pence,
      timesheet_date: fees.timesheet_date,
      paid_date: fees.paid_date,
      paid_pence: fees.paid_pence,
      later_payments: fees.later_payments,
      written_off_date: fees.written_off_date,
    })
    .from(fees)
    .leftJoin(cases, sql`${cases.user_id} = ${userId} AND ${cases.unique_ref} = ${fees.case_ref}`)
    .leftJoin(
      sessions,
      sql`${sessions.user_id} = ${userId}
        AND ${sessions.unique_ref} = coalesce(${fees.session_ref}, ${cases.session_ref})`,
    )
    .where(
      sql`${fees.user_id} = ${userId} AND ${fees.unique_ref} IN (SELECT each.value FROM json_each(${refs}) AS each)`,
    );
}

/**
 * Copies a fee as stand-alone work of today, neither claimed nor paid, without the notes and the reference, which
 * belong to the original work.
 * @returns the reference of the new fee
 * @throws 404 when the fee does not exist, or is another user's
 */
async function copyFee(
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

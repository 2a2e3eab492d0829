import { sql } from "drizzle-orm";
import { data } from "react-router";
import { cases } from "~/diary/cases/table.server";
import { sentBefore, writeChange } from "~/diary/changes.server";
import { ownersOf } from "~/diary/fees/fee-writes.server";
import { fees } from "~/diary/fees/table.server";
import { sessions } from "~/diary/sessions/table.server";
import type { Writer } from "~/diary/write-rows.server";
import type { Database } from "~/platform/db/database.server";
import type { FormKey } from "~/platform/db/idempotency.server";
import { FORM_WAS_USED, type Refusal } from "~/platform/http/refusal.server";
import { type LondonDate, londonMoment, londonToday } from "~/platform/time/london";
import type { ShownFee } from "./form";
import { decideMarks, formatCount, type Mark } from "./marks";

export interface Done {
  message: string;
  undo: string | null;
}

/**
 * Gives fees their timesheet date, or their paid date for the whole amount: all of them, or none. A form that is
 * sent again is answered as it was.
 * @throws 404 for a fee that is not the user's
 */
export async function markFees(
  by: Writer,
  form: FormKey,
  shown: readonly ShownFee[],
  mark: Mark,
  date: LondonDate,
): Promise<Refusal | Done> {
  const rows = await feesToMark(by.db, by.userId, shown);
  if (rows.length === 0) throw data(null, { status: 404 });
  const isAsShown = shown.every(({ ref, version }) =>
    rows.some((row) => row.unique_ref === ref && row.version === version),
  );
  if (!isAsShown) {
    const before = await sentBefore(by, form);
    if (before.result !== "repeated") return changed(shown.length);
    return { message: `${formatCount(shown.length)} marked`, undo: before.undo };
  }
  const fees = rows.map((row) => ({ ...row, work: row.work_date ?? londonMoment(row.start_at ?? 0).date }));
  const decided = decideMarks(fees, mark, date, londonToday(by.now));
  if (!decided.ok) return { errors: { "": decided.error }, status: 422 };

  const refs = decided.mark.map(({ unique_ref }) => unique_ref);
  const values = mark === "claimed" ? { timesheet_date: date } : { paid_date: date, paid_pence: null };
  const written = await writeChange(by, {
    message: `${formatCount(refs.length)} marked as ${mark}`,
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

/** Those of the fees that are there, each found by its key. */
function feesToMark(db: Database, userId: number, shown: readonly ShownFee[]) {
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

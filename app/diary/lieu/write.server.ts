import { sql } from "drizzle-orm";
import { type Change, deletionForm, type Edit, editForm, type Written, writeChange } from "~/diary/changes.server";
import { lieuLedger, lieuPlace } from "~/diary/leave/table.server";
import type { Writer } from "~/diary/write-rows.server";
import { found } from "~/planning/job-plans/queries.server";
import type { Asker } from "~/platform/context";
import { newRef } from "~/platform/db/columns.server";
import type { FormKey } from "~/platform/db/idempotency.server";
import { changedElsewhere, FORM_WAS_USED, type Refusal } from "~/platform/http/refusal.server";
import { identifierErrors } from "~/ui/identifiers/rules";
import type { LieuAnswers } from "./form";
import type { LieuUnit } from "./format";
import { decryptLieuNotes, type LieuRow, lieuLineOf } from "./queries.server";

const CREDITED: Refusal = {
  errors: { "": "This session has its time in lieu already: look at the lines below" },
  status: 422,
};

/**
 * Adds a line, once for each form.
 * @param sessionRef of the user's, which earned it on a bank holiday; "" for none
 */
export async function addLieuLine(
  by: Asker,
  form: FormKey,
  sessionRef: string,
  { line, notes, anyway }: LieuAnswers,
): Promise<Refusal | null> {
  const errors = identifierErrors({ notes }, {}, anyway);
  if (Object.keys(errors).length > 0) return { errors, status: 422 };
  const ref = newRef();
  const text_encrypted = await by.cipher.encrypt(lieuPlace(ref), notes);
  const uncredited = sql`NOT EXISTS (SELECT 1 FROM ${lieuLedger}
    WHERE ${lieuLedger.user_id} = ${by.userId} AND ${lieuLedger.session_ref} = ${sessionRef})`;
  const written = await writeChange(by, {
    message: "Time in lieu added",
    form: { ...form, result: { part: "lieu_ledger", ref } },
    guards: { uncredited },
    inserts: { lieu_ledger: [{ ...line, unique_ref: ref, session_ref: sessionRef || null, text_encrypted }] },
  });
  if (written.result === "refused") return CREDITED;
  return written.result === "written" || written.result === "repeated" ? null : FORM_WAS_USED;
}

const SPENT_ON_LEAVE: Refusal = {
  errors: { "": "This line was spent on leave. Change it where the leave is edited" },
  status: 422,
};

/**
 * @param current the line as it is
 * @throws 404 when it is gone meanwhile
 */
export async function saveLieuLine(
  by: Asker,
  current: LieuRow,
  { line, notes, anyway, version, fingerprint }: LieuAnswers & Omit<Edit, "ref">,
): Promise<Refusal | null> {
  if (current.leave_ref !== null) return SPENT_ON_LEAVE;
  const saved = await decryptLieuNotes(by.cipher, current);
  const errors = identifierErrors({ notes }, { notes: saved }, anyway);
  if (Object.keys(errors).length > 0) return { errors, status: 422 };
  const ref = current.unique_ref;
  const text_encrypted = await by.cipher.encrypt(lieuPlace(ref), notes);
  const written = await writeChange(by, {
    message: "Time in lieu changed",
    form: editForm("lieu_ledger", { ref, version, fingerprint }),
    seen: [{ part: "lieu_ledger", ref, version }],
    updates: { lieu_ledger: [{ ...line, unique_ref: ref, text_encrypted }] },
  });
  if (written.result === "written" || written.result === "repeated") return null;
  const newer = found(await lieuLineOf(by.db, by.userId, ref));
  return changedElsewhere("line", newer.version);
}

/** Takes a line away. */
export function deleteLieuLine(by: Writer, { ref, version, fingerprint }: Edit): Promise<Written> {
  return writeChange(by, {
    message: "Time in lieu deleted",
    form: deletionForm({ ref, version, fingerprint }),
    seen: [{ part: "lieu_ledger", ref, version }],
    deletes: [{ part: "lieu_ledger", refs: [ref] }],
  });
}

/** What a leave takes from the time in lieu. */
export interface LieuSpending {
  unit: LieuUnit;
  /** More than 0. */
  hundredths: number;
}

/** The line that a leave has spent. */
export type SpentLine = Pick<LieuRow, "unique_ref" | "version">;

type LieuRows = Required<Pick<Change, "seen" | "guards">> & Pick<Change, "inserts" | "updates" | "deletes">;

/**
 * What the save of a leave does to the one line that it spends: it is made, changed or, for null, taken away. Its notes
 * stay.
 * @param current the line as it was read with the leave; undefined where it had none, and it must have none still
 */
export function lieuRows(
  userId: number,
  { unique_ref: leave_ref, date_start: day }: { unique_ref: string; date_start: string },
  spending: LieuSpending | null,
  current: SpentLine | undefined,
): LieuRows {
  const line = spending && { day, unit: spending.unit, hundredths: -spending.hundredths };
  if (!current) {
    const unspent = sql`NOT EXISTS (SELECT 1 FROM ${lieuLedger}
      WHERE ${lieuLedger.user_id} = ${userId} AND ${lieuLedger.leave_ref} = ${leave_ref})`;
    const made = line && { ...line, unique_ref: newRef(), kind: "spent" as const, leave_ref };
    return { seen: [], guards: { unspent }, inserts: { lieu_ledger: made ? [made] : [] } };
  }
  const { unique_ref, version } = current;
  const rows: LieuRows = { seen: [{ part: "lieu_ledger", ref: unique_ref, version }], guards: {} };
  if (!line) return { ...rows, deletes: [{ part: "lieu_ledger", refs: [unique_ref] }] };
  return { ...rows, updates: { lieu_ledger: [{ unique_ref, ...line }] } };
}

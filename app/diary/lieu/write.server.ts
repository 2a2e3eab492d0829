import { sql } from "drizzle-orm";
import { save } from "~/changes/saved.server";
import { type Change, type Edit, editOf } from "~/changes/write-change.server";
import { lieuLedger, lieuPlace } from "~/diary/leave/table.server";
import type { Actor } from "~/platform/context";
import { encryptEdited } from "~/platform/crypto/vault.server";
import { newRef } from "~/platform/db/columns.server";
import type { FormKey } from "~/platform/db/idempotency.server";
import type { Saved } from "~/platform/http/answer-save.server";
import type { Refusal } from "~/platform/http/refusal.server";
import { identifierErrors } from "~/ui/identifiers/rules";
import type { LieuAnswers } from "./form";
import type { LieuUnit } from "./format";
import { decryptLieuNotes, type LieuRow } from "./queries.server";

const CREDITED: Refusal = {
  errors: { "": "You have already recorded time in lieu for this session. Check the entries below" },
  status: 422,
};

/**
 * Adds a line, only once for each form.
 * @param sessionRef the user's session on a bank holiday that earned it; "" for none
 */
export async function addLieuLine(
  by: Actor,
  form: FormKey,
  sessionRef: string,
  { line, notes, anyway }: LieuAnswers,
): Promise<Saved> {
  const errors = identifierErrors({ notes }, {}, anyway);
  if (Object.keys(errors).length > 0) return { refusal: { errors, status: 422 } };
  const ref = newRef();
  const text_encrypted = await by.cipher.encrypt(lieuPlace(ref), notes);
  const uncredited = sql`NOT EXISTS (SELECT 1 FROM ${lieuLedger}
    WHERE ${lieuLedger.user_id} = ${by.userId} AND ${lieuLedger.session_ref} = ${sessionRef})`;
  const change: Change = {
    message: "Time in lieu added",
    form: { ...form, result: { part: "lieu_ledger", ref } },
    guards: { uncredited },
    inserts: { lieu_ledger: [{ ...line, unique_ref: ref, session_ref: sessionRef || null, text_encrypted }] },
  };
  return save(by, change, "line", { uncredited: () => CREDITED });
}

const SPENT_ON_LEAVE: Refusal = {
  errors: { "": "This line was spent on leave. Change it where the leave is edited" },
  status: 422,
};

/**
 * Saves a line.
 * @param current the saved line
 * @throws 404 when it was deleted meanwhile
 */
export async function saveLieuLine(
  by: Actor,
  current: LieuRow,
  { line, notes, anyway, version, fingerprint }: LieuAnswers & Omit<Edit, "ref">,
): Promise<Saved> {
  if (current.leave_ref !== null) return { refusal: SPENT_ON_LEAVE };
  const saved = await decryptLieuNotes(by.cipher, current);
  const errors = identifierErrors({ notes }, { notes: saved }, anyway);
  if (Object.keys(errors).length > 0) return { refusal: { errors, status: 422 } };
  const ref = current.unique_ref;
  const text_encrypted = await encryptEdited(by.cipher, lieuPlace(ref), notes, current.text_encrypted);
  const change: Change = {
    message: "Time in lieu changed",
    ...editOf("lieu_ledger", { ref, version, fingerprint }),
    updates: { lieu_ledger: [{ ...line, unique_ref: ref, text_encrypted }] },
  };
  return save(by, change, "line");
}

/** The time in lieu that a leave spends. */
export interface LieuSpending {
  unit: LieuUnit;
  /** Greater than 0. */
  hundredths: number;
}

/** The line that was spent on a leave. */
export type SpentLine = Pick<LieuRow, "unique_ref" | "version">;

type LieuRows = Required<Pick<Change, "seen" | "guards">> & Pick<Change, "inserts" | "updates" | "deletes">;

/**
 * The changes to the line of a leave when the leave is saved: it is added, changed or, if `spending` is null, deleted.
 * Its notes stay.
 * @param current the line as it was read with the leave; undefined if there was none, and then there must still be none
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

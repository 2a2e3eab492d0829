import { isStale, isTaken, newRef, nextVersion } from "~/db/columns.server";
import type { Database } from "~/db/database.server";
import { deleteOnce } from "~/db/delete-once.server";
import { claimKey, editedBefore, type FormKey, once, rememberEdit } from "~/db/idempotency.server";
import type { Asker } from "~/http/context";
import { FORM_WAS_USED, type Refusal } from "~/http/refusal.server";
import { identifierErrors } from "~/identifiers/ask";
import { foundChanged } from "~/job-plans/queries.server";
import { changedElsewhere } from "~/job-plans/refusal.server";
import { lieuLedger, lieuPlace } from "../table.server";
import type { LieuAnswers } from "./form";
import { type LieuRow, lieuLineOf, openLieuNotes, thisLine } from "./queries.server";

const CREDITED: Refusal = {
  errors: { "": "This session has its time in lieu already: look at the lines below" },
  status: 422,
};

/**
 * Adds a line, once for each form.
 * @param sessionRef of the user's, which earned it on a bank holiday; "" for none
 */
export async function addLieuLine(
  { db, userId, cipher, now }: Asker,
  form: FormKey,
  sessionRef: string,
  { line, notes, anyway }: LieuAnswers,
): Promise<Refusal | null> {
  const errors = identifierErrors({ notes }, {}, anyway);
  if (Object.keys(errors).length > 0) return { errors, status: 422 };
  const ref = newRef();
  const row = {
    ...{ unique_ref: ref, user_id: userId, created_at: now, updated_at: now, ...line },
    session_ref: sessionRef || null,
    sealed: await cipher.encrypt(lieuPlace(ref), notes),
  };
  try {
    const write = () => db.batch([claimKey(db, userId, form, ref, now), db.insert(lieuLedger).values(row)]);
    const isThere = async (made: string) => (await lieuLineOf(db, userId, made)).length > 0;
    return (await once(db, userId, form, ref, write, isThere)) === null ? FORM_WAS_USED : null;
  } catch (error) {
    if (isTaken(error, "lieu_ledger.session_ref")) return CREDITED;
    throw error;
  }
}

const SPENT_ON_LEAVE: Refusal = {
  errors: { "": "This line was spent on leave. Change it where the leave is edited" },
  status: 422,
};

/** @param current the line as it is */
export async function saveLieuLine(
  { db, userId, cipher, now }: Asker,
  current: LieuRow,
  { line, notes, anyway, version, fingerprint }: LieuAnswers & { version: number; fingerprint: string },
): Promise<Refusal | null> {
  if (current.leave_ref !== null) return SPENT_ON_LEAVE;
  const saved = await openLieuNotes(cipher, current);
  const errors = identifierErrors({ notes }, { notes: saved }, anyway);
  if (Object.keys(errors).length > 0) return { errors, status: 422 };
  const ref = current.unique_ref;
  const edit = { ref, version, fingerprint };
  const sealed = await cipher.encrypt(lieuPlace(ref), notes);
  try {
    const [changed] = await db.batch([
      db
        .update(lieuLedger)
        .set({ ...line, sealed, updated_at: now, version: nextVersion(lieuLedger.version, version) })
        .where(thisLine(userId, ref)),
      rememberEdit(db, userId, lieuLedger, edit, now),
    ]);
    foundChanged(changed);
    return null;
  } catch (error) {
    if (!isStale(error)) throw error;
    if (await editedBefore(db, userId, lieuLedger, edit)) return null;
    const [newer] = await lieuLineOf(db, userId, ref);
    return changedElsewhere("line", newer?.version);
  }
}

/** Takes a line away, as `deleteOnce` does. */
export function deleteLieuLine(db: Database, userId: number, lineRef: string, version: number, now: number) {
  const where = thisLine(userId, lineRef);
  const deletion = { table: lieuLedger, ref: lineRef, where, version, says: "Time in lieu deleted" };
  return deleteOnce(db, userId, deletion, now);
}

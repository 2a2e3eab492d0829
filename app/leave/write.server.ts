import { isStale, newRef } from "~/db/columns.server";
import { claimKey, editedBefore, type FormKey, once, rememberEdit } from "~/db/idempotency.server";
import type { Asker } from "~/http/context";
import { FORM_WAS_USED, type Refusal } from "~/http/refusal.server";
import { identifierErrors, type SaveAnyway, type Texts } from "~/identifiers/ask";
import { foundChanged } from "~/job-plans/queries.server";
import type { LeaveAnswers } from "./form";
import { spendLieu } from "./lieu/spend.server";
import { leaveOf } from "./queries.server";
import { whyLeaveRefused } from "./refusal.server";
import { insertLeave, updateLeave } from "./statements.server";
import { leave, leavePlace } from "./table.server";

/** Why its texts must wait, by field. @param saved as they are, by field */
export function textFaults({ leave: { called }, notes, anyway }: LeaveAnswers, saved: Texts): Record<string, string> {
  return identifierErrors({ called, notes }, saved, anyway satisfies SaveAnyway);
}

/** The leave that a form made, or why it made none. */
export async function addLeave(
  { db, userId, cipher, now }: Asker,
  formKey: FormKey,
  { leave: answered, notes, lieu }: LeaveAnswers,
): Promise<{ ref: string; refusal?: never } | { refusal: Refusal; ref?: never }> {
  const ref = newRef();
  const sealed = await cipher.encrypt(leavePlace(ref), notes);
  const row = { ...answered, unique_ref: ref, sealed };
  try {
    const write = () =>
      db.batch([
        claimKey(db, userId, formKey, ref, now),
        insertLeave(db, userId, row, now),
        spendLieu(db, userId, row, lieu, now),
      ]);
    const isThere = async (made: string) => (await leaveOf(db, userId, made)).length > 0;
    const made = await once(db, userId, formKey, ref, write, isThere);
    return made === null ? { refusal: FORM_WAS_USED } : { ref: made };
  } catch (error) {
    return { refusal: await whyLeaveRefused(db, userId, row, error) };
  }
}

/** @throws 404 when it is gone. */
export async function saveLeave(
  { db, userId, cipher, now }: Asker,
  leaveRef: string,
  { leave: answered, notes, lieu, version, fingerprint }: LeaveAnswers & { version: number; fingerprint: string },
): Promise<Refusal | null> {
  const sealed = await cipher.encrypt(leavePlace(leaveRef), notes);
  const row = { ...answered, unique_ref: leaveRef, sealed };
  const edit = { ref: leaveRef, version, fingerprint };
  try {
    const [changed] = await db.batch([
      updateLeave(db, userId, row, version, now),
      spendLieu(db, userId, row, lieu, now),
      rememberEdit(db, userId, leave, edit, now),
    ]);
    foundChanged(changed);
    return null;
  } catch (error) {
    if (isStale(error) && (await editedBefore(db, userId, leave, edit))) return null;
    return whyLeaveRefused(db, userId, row, error);
  }
}

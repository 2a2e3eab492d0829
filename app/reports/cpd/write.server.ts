import { data } from "react-router";
import { foundChanged } from "~/planning/job-plans/queries.server";
import { changedElsewhere } from "~/planning/job-plans/refusal.server";
import type { Asker } from "~/platform/context";
import { isStale, newRef, nextVersion, sameVersion } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { claimKey, editedBefore, type FormKey, once, rememberEdit } from "~/platform/db/idempotency.server";
import { FORM_WAS_USED, type Refusal } from "~/platform/http/refusal.server";
import { identifierErrors } from "~/ui/identifiers/rules";
import type { CpdAnswers } from "./form";
import { type CpdRow, cpdOf, thisCpd } from "./queries.server";
import { cpd } from "./table.server";
import { decryptCpd, encryptCpd } from "./texts.server";

/** Adds an entry, once for each form. */
export async function addCpd(
  { db, userId, cipher, now }: Asker,
  form: FormKey,
  { row, texts, anyway }: CpdAnswers,
): Promise<Refusal | null> {
  const errors = identifierErrors({ ...texts }, {}, anyway);
  if (Object.keys(errors).length > 0) return { errors, status: 422 };
  const ref = newRef();
  const text_encrypted = await encryptCpd(cipher, ref, texts);
  const own = { unique_ref: ref, user_id: userId, created_at: now, updated_at: now };
  const write = () =>
    db.batch([claimKey(db, userId, form, ref, now), db.insert(cpd).values({ ...own, ...row, text_encrypted })]);
  const isThere = async (made: string) => (await cpdOf(db, userId, made)).length > 0;
  return (await once(db, userId, form, ref, write, isThere)) === null ? FORM_WAS_USED : null;
}

/** @param current the entry as it is */
export async function saveCpd(
  { db, userId, cipher, now }: Asker,
  current: CpdRow,
  { row, texts, anyway, version, fingerprint }: CpdAnswers & { version: number; fingerprint: string },
): Promise<Refusal | null> {
  const errors = identifierErrors({ ...texts }, { ...(await decryptCpd(cipher, current)) }, anyway);
  if (Object.keys(errors).length > 0) return { errors, status: 422 };
  const ref = current.unique_ref;
  const edit = { ref, version, fingerprint };
  const text_encrypted = await encryptCpd(cipher, ref, texts);
  try {
    const [changed] = await db.batch([
      db
        .update(cpd)
        .set({ ...row, text_encrypted, updated_at: now, version: nextVersion(cpd.version, version) })
        .where(thisCpd(userId, ref)),
      rememberEdit(db, userId, cpd, edit, now),
    ]);
    foundChanged(changed);
    return null;
  } catch (error) {
    if (!isStale(error)) throw error;
    if (await editedBefore(db, userId, cpd, edit)) return null;
    const [newer] = await cpdOf(db, userId, ref);
    return changedElsewhere("entry", newer?.version);
  }
}

/**
 * Takes an entry away for good. A form that is sent again, because its answer was lost, is answered as it was.
 * @throws 404 when the entry is not there, or not the user's.
 */
export async function deleteCpd(
  db: Database,
  userId: number,
  { cpdRef, version, form }: { cpdRef: string; version: number; form: FormKey },
  now: number,
): Promise<"deleted" | "changed"> {
  const where = thisCpd(userId, cpdRef);
  const write = async () => {
    const [, there] = await db.batch([
      claimKey(db, userId, form, cpdRef, now),
      db
        .update(cpd)
        .set({ version: sameVersion(cpd.version, version) })
        .where(where),
      db.delete(cpd).where(where),
    ]);
    foundChanged(there);
  };
  try {
    const deleted = await once(db, userId, form, cpdRef, write, async (ref) => ref === cpdRef);
    if (deleted === null) throw data(null, { status: 404 });
    return "deleted";
  } catch (error) {
    if (isStale(error)) return "changed";
    throw error;
  }
}

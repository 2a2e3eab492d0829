import { and, eq } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { data } from "react-router";
import { isRefused, isStale, isTaken, newRef, nextVersion } from "~/db/columns.server";
import type { Database } from "~/db/database.server";
import { deleteOnce } from "~/db/delete-once.server";
import { claimKey, editedBefore, type FormKey, once, rememberEdit } from "~/db/idempotency.server";
import type { DeletedBy } from "~/db/undo-steps.server";
import type { Asker } from "~/http/context";
import { FORM_WAS_USED, type Refusal } from "~/http/refusal.server";
import { claimFacts } from "./claim-facts";
import type { ClaimColumns } from "./decide-claim";
import { type ClaimOwner, openFeeNotes } from "./queries.server";
import { FEE_OWNER, ownerOf } from "./save.server";
import { claimPlace, claims } from "./table.server";

/** Moves on the version of whatever a fee belongs to: its form holds the fee too. In the batch, before the fee changes. */
type Owners = readonly BatchItem<"sqlite">[];

const CHANGED =
  "This fee was changed elsewhere after you opened it. Your answers are kept below and are not saved yet. What was saved is shown with them: save again to put yours in its place";
const CHANGED_BEFORE_DELETE =
  "This fee was changed elsewhere after you opened this page, and is not deleted. It is shown below as it is now: delete it again if it should still go";
const HAS_ONE: Refusal = {
  errors: { "": "This work has a fee already, saved meanwhile. Your answers are kept below: change that fee instead" },
  status: 409,
};

export function thisClaim(userId: number, claimRef: string) {
  return and(eq(claims.user_id, userId), eq(claims.unique_ref, claimRef));
}

/** A fee by its reference: one row, or none. For a page's batch. */
export function claimRow(db: Database, userId: number, claimRef: string) {
  return db.select().from(claims).where(thisClaim(userId, claimRef));
}

/**
 * Adds a fee, once for each form.
 * @param owner what it is for; null for work that stands alone
 * @throws 404 when what it is for is gone.
 */
export async function addClaim(
  { db, cipher, userId, now }: Asker,
  form: FormKey,
  columns: ClaimColumns,
  notes: string,
  owner: ClaimOwner | null,
  owners: Owners,
): Promise<Refusal | null> {
  const unique_ref = newRef();
  const row = {
    ...columns,
    ...owner,
    unique_ref,
    user_id: owner ? ownerOf(userId, owner) : userId,
    sealed: await cipher.encrypt(claimPlace(unique_ref), notes),
    created_at: now,
    updated_at: now,
  };
  const write = () => db.batch([claimKey(db, userId, form, unique_ref, now), db.insert(claims).values(row), ...owners]);
  const isThere = async (ref: string) => (await claimRow(db, userId, ref)).length > 0;
  try {
    const made = await once(db, userId, form, unique_ref, write, isThere);
    return made === null ? FORM_WAS_USED : null;
  } catch (error) {
    if (isRefused(error, FEE_OWNER)) throw data(null, { status: 404 });
    if (isTaken(error, "claims.session_ref") || isTaken(error, "claims.case_ref")) return HAS_ONE;
    throw error;
  }
}

/** Saves a fee that was opened at a version. @throws 404 when it is gone. */
export async function saveClaim(
  by: Asker,
  { claimRef, version, fingerprint }: { claimRef: string; version: number; fingerprint: string },
  columns: ClaimColumns,
  notes: string,
  owners: Owners,
): Promise<Refusal | null> {
  const { db, cipher, userId, now } = by;
  const edit = { ref: claimRef, version, fingerprint };
  const sealed = await cipher.encrypt(claimPlace(claimRef), notes);
  const values = { ...columns, sealed, updated_at: now, version: nextVersion(claims.version, version) };
  try {
    const [saved] = await db.batch([
      db.update(claims).set(values).where(thisClaim(userId, claimRef)),
      ...owners,
      rememberEdit(db, userId, claims, edit, now),
    ]);
    if (saved.meta.changes === 0) throw data(null, { status: 404 });
    return null;
  } catch (error) {
    if (!isStale(error)) throw error;
    if (await editedBefore(db, userId, claims, edit)) return null;
    return changedElsewhere(by, claimRef, CHANGED);
  }
}

/** Deletes a fee, as `deleteOnce` does; what it was for stays. */
export async function deleteClaim(
  by: Asker,
  claimRef: string,
  version: number,
  owners: Owners,
): Promise<Refusal | { undo: string | null }> {
  const { db, userId, now } = by;
  const deletion = {
    ...{ table: claims, ref: claimRef, where: thisClaim(userId, claimRef), version, says: "Fee deleted" },
    more: owners,
    // Those that went with their session or case come back with it alone.
    isOfKind: ({ counts }: DeletedBy) => !counts.sessions && !counts.cases,
  };
  const deleted = await deleteOnce(db, userId, deletion, now);
  return deleted === "changed" ? changedElsewhere(by, claimRef, CHANGED_BEFORE_DELETE) : deleted;
}

/** @throws 404 when the fee is gone. */
async function changedElsewhere({ db, cipher, userId }: Asker, claimRef: string, message: string): Promise<Refusal> {
  const [claim] = await claimRow(db, userId, claimRef);
  if (!claim) throw data(null, { status: 404 });
  const facts = claimFacts(claim, await openFeeNotes(cipher, claim));
  return { errors: { "": message }, status: 409, newer: { version: claim.version, facts } };
}

import { and, eq, sql } from "drizzle-orm";
import { data } from "react-router";
import { deletionForm, type Edit, editForm, type Seen, writeChange } from "~/diary/changes.server";
import type { RowsOfPart } from "~/diary/write-rows.server";
import type { Asker } from "~/platform/context";
import { newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import type { FormKey } from "~/platform/db/idempotency.server";
import { FORM_WAS_USED, type Refusal } from "~/platform/http/refusal.server";
import { claimFacts } from "./claim-facts";
import type { ClaimColumns } from "./decide-claim";
import { type ClaimOwner, type ClaimRow, claimOf, openFeeNotes } from "./queries.server";
import { claimPlace, claims } from "./table.server";

const CHANGED =
  "This fee was changed elsewhere after you opened it. Your answers are kept below and are not saved yet. What was saved is shown with them: save again to put yours in its place";
const CHANGED_BEFORE_DELETE =
  "This fee was changed elsewhere after you opened this page, and is not deleted. It is shown below as it is now: delete it again if it should still go";
const HAS_ONE: Refusal = {
  errors: { "": "This work has a fee already, saved meanwhile. Your answers are kept below: change that fee instead" },
  status: 409,
};

/** A fee by its reference: one row, or none. For a page's batch. */
export function claimRow(db: Database, userId: number, claimRef: string) {
  return db
    .select()
    .from(claims)
    .where(and(eq(claims.user_id, userId), eq(claims.unique_ref, claimRef)));
}

/** The sessions and cases that fees belong to: their forms hold the fees too, so what changes these touches them. */
export function ownersOf(fees: readonly Partial<Pick<ClaimRow, "session_ref" | "case_ref">>[]): RowsOfPart[] {
  return [
    { part: "sessions" as const, refs: fees.flatMap(({ session_ref }) => session_ref ?? []) },
    { part: "cases" as const, refs: fees.flatMap(({ case_ref }) => case_ref ?? []) },
  ].filter(({ refs }) => refs.length > 0);
}

/**
 * Adds a fee, once for each form.
 * @param owner what it is for; null for work that stands alone
 * @throws 404 when what it is for is gone.
 */
export async function addClaim(
  by: Asker,
  form: FormKey,
  columns: ClaimColumns,
  notes: string,
  owner: ClaimOwner | null,
): Promise<Refusal | null> {
  const { db, cipher, userId } = by;
  const unique_ref = newRef();
  const sealed = await cipher.encrypt(claimPlace(unique_ref), notes);
  const written = await writeChange(by, {
    message: "Fee added",
    form: { ...form, result: { part: "claims", ref: unique_ref } },
    guards: owner ? { hasNone: sql`NOT EXISTS ${claimOf(db, userId, owner)}` } : {},
    inserts: { claims: [{ ...columns, ...owner, unique_ref, sealed }] },
    touches: owner ? ownersOf([owner]) : [],
  });
  switch (written.result) {
    case "written":
    case "repeated":
      return null;
    case "form used":
      return FORM_WAS_USED;
    case "gone":
      throw data(null, { status: 404 });
    default:
      return HAS_ONE;
  }
}

/** Saves a fee that was opened at a version. @param claim as it is. @throws 404 when it is gone. */
export async function saveClaim(
  by: Asker,
  edit: Edit,
  claim: ClaimRow,
  columns: ClaimColumns,
  notes: string,
): Promise<Refusal | null> {
  const { ref: unique_ref } = edit;
  const sealed = await by.cipher.encrypt(claimPlace(unique_ref), notes);
  const { result } = await writeChange(by, {
    message: "Fee changed",
    form: editForm("claims", edit),
    seen: [seenClaim(edit)],
    updates: { claims: [{ ...columns, sealed, unique_ref }] },
    touches: ownersOf([claim]),
  });
  return result === "written" || result === "repeated" ? null : changedElsewhere(by, unique_ref, CHANGED);
}

/** Deletes a fee, once for each form; what it was for stays. @param claim as it is, if it is there. @throws 404 */
export async function deleteClaim(
  by: Asker,
  edit: Edit,
  claim: ClaimRow | undefined,
): Promise<Refusal | { undo: string | null }> {
  const written = await writeChange(by, {
    message: "Fee deleted",
    form: deletionForm(edit),
    seen: [seenClaim(edit)],
    deletes: [{ part: "claims", refs: [edit.ref] }],
    touches: claim ? ownersOf([claim]) : [],
  });
  if (written.result === "written" || written.result === "repeated") return written;
  return changedElsewhere(by, edit.ref, CHANGED_BEFORE_DELETE);
}

function seenClaim({ ref, version }: Edit): Seen {
  return { part: "claims", ref, version };
}

/** @throws 404 when the fee is gone. */
async function changedElsewhere({ db, cipher, userId }: Asker, claimRef: string, message: string): Promise<Refusal> {
  const [claim] = await claimRow(db, userId, claimRef);
  if (!claim) throw data(null, { status: 404 });
  const facts = claimFacts(claim, await openFeeNotes(cipher, claim));
  return { errors: { "": message }, status: 409, newer: { version: claim.version, facts } };
}

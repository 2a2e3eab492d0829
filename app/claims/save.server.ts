import { and, eq, sql } from "drizzle-orm";
import { newRef } from "~/db/columns.server";
import type { Asker } from "~/http/context";
import type { FeeAnswers } from "./form";
import type { ClaimOwner, ClaimRow } from "./queries.server";
import { claimPlace, claims } from "./table.server";

/** What `isRefused` is asked when a fee has no session or case of the user's (any more) to belong to. */
export const FEE_OWNER = "claims.user_id";

/** The user, if the session or case is theirs; else NULL, which the column refuses. */
export function ownerOf(userId: number, owner: ClaimOwner) {
  const [table, ref] = "case_ref" in owner ? [sql`cases`, owner.case_ref] : [sql`sessions`, owner.session_ref];
  return sql<string>`(SELECT user_id FROM ${table} WHERE unique_ref = ${ref} AND user_id = ${userId})`;
}

/**
 * The statements that make the fee of a session or of a case what its form says: one, or none. They belong in
 * the batch that writes their owner, after it: its version guards the fee too, so whatever changes a fee
 * elsewhere moves on the version of its session or case.
 * @param current the fee as it is, read with its owner
 * @param newOne the reference of a fee that is new
 */
export async function feeStatements(
  { db, cipher, userId, now }: Asker,
  owner: ClaimOwner,
  fee: FeeAnswers,
  current: ClaimRow | undefined,
  newOne = newRef(),
) {
  const { amount_pence, notes, ...answers } = fee;
  const this_one = and(eq(claims.user_id, userId), eq(claims.unique_ref, current?.unique_ref ?? ""));
  if (amount_pence === null) return current ? [db.delete(claims).where(this_one)] : [];
  const ref = current?.unique_ref ?? newOne;
  const sealed = await cipher.encrypt(claimPlace(ref), notes);
  const values = { ...answers, amount_pence, sealed, updated_at: now };
  if (!current) {
    const row = { ...values, ...owner, unique_ref: ref, user_id: ownerOf(userId, owner), created_at: now };
    return [db.insert(claims).values(row)];
  }
  // What was paid was paid on a day: without the day there is no such amount.
  const paid_pence = answers.paid_date === null ? null : current.paid_pence;
  const changed = { ...values, paid_pence, version: sql<number>`${claims.version} + 1` };
  return [db.update(claims).set(changed).where(this_one)];
}

import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import { claims } from "~/claims/table.server";
import { type EditForm, editedBefore } from "~/db/idempotency.server";
import { chunksOf, hex } from "~/db/insert-rows.server";
import { keepForUndo, undoSteps } from "~/db/undo-steps.server";
import type { Asker } from "~/http/context";
import { rulesToStore } from "~/job-plans/stored-rules.server";
import type { Columns } from "./decide";
import type { Follower } from "./following";
import { basisToStore, sessions } from "./table.server";

/** What is written to a session that follows. */
export interface FollowingWrite {
  row: Follower;
  columns: Columns;
  /** New notes, sealed, or none; undefined where they stay. */
  sealed: Uint8Array | null | undefined;
}

/**
 * One statement for many sessions. The version comes out NULL, so that the batch fails as one, for a session that was
 * edited since it was read or holds cases now, and for all when the chosen one is gone.
 */
export function updateFollowing(
  { db, userId, now }: Asker,
  chosen: { sessionRef: string; version: number },
  writes: readonly FollowingWrite[],
  holdsCases: SQL,
) {
  const lists = writes.map(({ row, columns: { pa_rules, ...columns }, sealed }) => {
    const values = {
      ...columns,
      ref: row.unique_ref,
      version: row.version,
      pa_rules: rulesToStore(pa_rules),
      pa_basis: basisToStore(columns.pa_basis),
    };
    return JSON.stringify({ ...values, notes: sealed !== undefined, sealed: sealed && hex(sealed) });
  });
  const chosenSaved = sql`EXISTS (SELECT 1 FROM ${sessions} AS chosen WHERE chosen.user_id = ${userId} AND chosen.unique_ref = ${chosen.sessionRef}
    AND chosen.version = ${chosen.version})`;
  return chunksOf(lists).map((chunk) =>
    db
      .update(sessions)
      .set({
        start_at: sql`each.value ->> 'start_at'`,
        end_at: sql`each.value ->> 'end_at'`,
        element_ref: sql`each.value ->> 'element_ref'`,
        site: sql`each.value ->> 'site'`,
        pa_basis: sql`each.value ->> 'pa_basis'`,
        fixed_pa_units: sql`each.value ->> 'fixed_pa_units'`,
        standard_minutes: sql`each.value ->> 'standard_minutes'`,
        premium_minutes: sql`each.value ->> 'premium_minutes'`,
        pa_units: sql`each.value ->> 'pa_units'`,
        pa_rules: sql`each.value ->> 'pa_rules'`,
        sealed: sql`CASE WHEN each.value ->> 'notes' THEN unhex(each.value ->> 'sealed') ELSE ${sessions.sealed} END`,
        version: sql`CASE WHEN ${sessions.version} = each.value ->> 'version' AND ${chosenSaved} AND NOT ${holdsCases}
          THEN ${sessions.version} + 1 END`,
        updated_at: now,
      })
      .from(sql`json_each(${`[${chunk.join()}]`}) AS each`)
      .where(and(eq(sessions.user_id, userId), sql`${sessions.unique_ref} = each.value ->> 'ref'`)),
  );
}

/**
 * The statement that lets the change be undone: sessions and fee as they were, and what they are now. A row on both
 * lists was changed. One session alone is no step.
 */
export function keepChange(
  { db, userId, now }: Asker,
  ref: string,
  [chosen, ...others]: readonly [string, ...string[]],
  fees: readonly string[],
) {
  const refs = [chosen, ...others];
  if (others.length === 0) return keepForUndo(db, userId, { ref, says: "" }, now);
  const step = {
    ref,
    says: `Change of ${refs.length} sessions of a series`,
    deletes: [
      { table: sessions, where: oneOf(userId, refs) },
      { table: claims, where: sql`${claims.user_id} = ${userId} AND ${claims.session_ref} = ${chosen}` },
    ],
    makes: { sessions: refs, claims: fees },
  };
  return keepForUndo(db, userId, step, now);
}

/** Found by their keys. As a condition on `sessions`. */
function oneOf(userId: number, refs: readonly string[]): SQL {
  return sql`${sessions.user_id} = ${userId} AND ${sessions.unique_ref} IN (SELECT each.value FROM json_each(${JSON.stringify(refs)}) AS each)`;
}

/** What this very form saved before, its answer lost: how many others with it, where its step still tells. */
export async function savedBefore({ db, userId, now }: Asker, edit: EditForm) {
  const undo = await editedBefore(db, userId, sessions, edit);
  if (undo === null) return null;
  const held = sql<number | null>`json_array_length(${undoSteps.deleted}, '$.sessions')`;
  const [step] = await db
    .select({ held: held.as("held") })
    .from(undoSteps)
    .where(and(eq(undoSteps.user_id, userId), eq(undoSteps.unique_ref, undo), gt(undoSteps.expires_at, now)));
  return step?.held ? { undo, others: step.held - 1 } : { undo: null, others: null };
}

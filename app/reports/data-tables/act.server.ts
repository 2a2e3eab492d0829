import type { BatchItem } from "drizzle-orm/batch";
import { isRefused, isStale, newRef } from "~/db/columns.server";
import { claimKey, type FormKey, madeBefore, once } from "~/db/idempotency.server";
import { type Going, keepForUndo } from "~/db/undo-steps.server";
import type { Asker } from "~/http/context";
import { FORM_WAS_USED, type Refusal } from "~/http/refusal.server";
import type { ShownRow } from "./form";

export interface Done {
  says: string;
  undo: string | null;
}

/** A change of many rows, all of them or none. */
export interface ManyChanges {
  form: FormKey;
  /** The act in words, without any text of the user's. */
  says: string;
  /** What it changes or deletes, as it was before; what others point at first. */
  holds: readonly Going[];
  /** The references of the rows that it changes, by table; nothing for a deletion. */
  changes?: Readonly<Record<string, readonly string[]>>;
  statements: readonly BatchItem<"sqlite">[];
}

/**
 * Does it in one batch, with a step that undoes it. A form that is sent again is answered as it was.
 * @returns null where a row is no longer as it was shown: nothing is written then
 */
export async function changeMany(
  { db, userId, now }: Asker,
  { form, says, holds, changes, statements }: ManyChanges,
): Promise<Refusal | Done | null> {
  const undo = newRef();
  let isKept = true;
  const write = async () => {
    const [, kept] = await db.batch([
      claimKey(db, userId, form, undo, now),
      keepForUndo(db, userId, { ref: undo, says, deletes: holds, ...(changes ? { makes: changes } : {}) }, now),
      ...statements,
    ]);
    isKept = kept.meta.changes > 0;
  };
  try {
    const made = await once(db, userId, form, undo, write, async () => true);
    return made === null ? FORM_WAS_USED : { says, undo: isKept ? made : null };
  } catch (error) {
    if (isStale(error) || isRefused(error, "idempotency_keys.made_ref")) return null;
    throw error;
  }
}

/** Whether all rows are there as they were shown. */
export function areAsShown(shown: readonly ShownRow[], rows: readonly { unique_ref: string; version: number }[]) {
  const versions = new Map(rows.map(({ unique_ref, version }) => [unique_ref, version]));
  return shown.every(({ ref, version }) => versions.get(ref) === version);
}

/** The answer where they are not: what this very form did before, or that they are not as they were. */
export async function notAsShown(
  { db, userId }: Asker,
  form: FormKey,
  says: string,
  one: "session" | "case",
  all: number,
): Promise<Refusal | Done> {
  const undo = await madeBefore(db, userId, form);
  return undo ? { says, undo } : changedMeanwhile(one, all);
}

export function changedMeanwhile(one: "session" | "case", all: number): Refusal {
  const what = all === 1 ? `This ${one} was` : `One of these ${one}s was`;
  const message = `${what} changed or deleted elsewhere after you opened this page, so nothing is done. The table shows them as they are now: choose again`;
  return { errors: { "": message }, status: 409 };
}

export function refused(field: string, message: string): Refusal {
  return { errors: { [field]: message }, status: 422 };
}

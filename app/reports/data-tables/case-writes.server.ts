import { and, type SQL, sql } from "drizzle-orm";
import { cases } from "~/cases/table.server";
import type { FormKey } from "~/db/idempotency.server";
import type { Going } from "~/db/undo-steps.server";
import type { Refusal } from "~/http/refusal.server";
import { changedMeanwhile, changeMany, type Done } from "./act.server";
import type { ShownRow } from "./form";
import type { DataReader } from "./page.server";
import type { Question } from "./ticked";

export type Answer = Refusal | Done | Question;

interface Beside {
  statements: Parameters<typeof changeMany>[1]["statements"];
  holds: readonly Going[];
}

type Columns = Parameters<ReturnType<DataReader["db"]["update"]>["set"]>[0];

/** Writes the changed columns of cases, each at the version that it was shown at. */
export async function write(
  by: DataReader,
  form: FormKey,
  changes: readonly { unique_ref: string; version: number }[],
  says: string,
  columns: Columns,
  beside: Beside = { statements: [], holds: [] },
): Promise<Answer> {
  const { db, userRef, now } = by;
  const refs = changes.map(({ unique_ref }) => unique_ref);
  const next = sql`CASE WHEN ${cases.version} = each.value ->> 'version' THEN ${cases.version} + 1 END`;
  const done = await changeMany(by, {
    ...{ form, says, changes: { cases: refs } },
    holds: [{ table: cases, where: these(userRef, refs) }, ...beside.holds],
    statements: [
      db
        .update(cases)
        .set({ ...columns, updated_at: now, version: next })
        .from(sql`json_each(${JSON.stringify(changes)}) AS each`)
        .where(and(sql`+${cases.user_ref} = ${userRef}`, sql`${cases.unique_ref} = each.value ->> 'unique_ref'`)),
      ...beside.statements,
    ],
  });
  return done ?? changedMeanwhile("case", changes.length);
}

export function listed(refs: readonly string[]): SQL {
  return sql`(SELECT each.value FROM json_each(${JSON.stringify(refs)}) AS each)`;
}

export function these(userRef: string, refs: readonly string[]): SQL {
  return sql`+${cases.user_ref} = ${userRef} AND ${cases.unique_ref} IN ${listed(refs)}`;
}

export function refsOf(shown: readonly ShownRow[]): string[] {
  return shown.map(({ ref }) => ref);
}

export function versioned({ unique_ref, version }: { unique_ref: string; version: number }) {
  return { unique_ref, version };
}

export function rowsOf({ db, userRef }: DataReader, shown: readonly ShownRow[]) {
  return db
    .select()
    .from(cases)
    .where(these(userRef, refsOf(shown)));
}

import { and, eq, type SQL, sql } from "drizzle-orm";
import { cases } from "~/cases/table.server";
import { type FormKey, idempotencyKeys } from "~/db/idempotency.server";
import type { Asker } from "~/http/context";
import type { Refusal } from "~/http/refusal.server";
import { sessions } from "~/sessions/table.server";
import { changedMeanwhile, changeMany, type Done } from "./act.server";
import type { ShownRow } from "./form";
import type { Question } from "./ticked";

/** What came of an act on ticked rows. */
export type Answer = Refusal | Done | Question;

type Table = typeof sessions | typeof cases;

/** What one row is called. */
const ONE = { sessions: "session", cases: "case" } as const;

export function listed(refs: readonly string[]): SQL {
  return sql`(SELECT each.value FROM json_each(${JSON.stringify(refs)}) AS each)`;
}

/** These rows, as far as they are the user's. */
export function these(table: Table, userId: number, refs: readonly string[]): SQL {
  return sql`${table.user_id} = ${userId} AND ${table.unique_ref} IN ${listed(refs)}`;
}

export function refsOf(shown: readonly ShownRow[]): string[] {
  return shown.map(({ ref }) => ref);
}

export function versioned({ unique_ref, version }: { unique_ref: string; version: number }) {
  return { unique_ref, version };
}

type Columns = Parameters<ReturnType<Asker["db"]["update"]>["set"]>[0];

type TableName = keyof typeof ONE;
type Changes = readonly { unique_ref: string; version: number }[];

/** Writes the changed columns of ticked rows, each at the version that it was shown at; `each.value` is its change. */
export async function write(
  by: Asker,
  name: TableName,
  form: FormKey,
  changes: Changes,
  says: string,
  columns: Columns,
): Promise<Answer> {
  const done = await writeRows(by, name, form, changes, says, columns);
  return done ?? changedMeanwhile(ONE[name], changes.length);
}

/** As `write`; null where a row is no longer at its version. */
export function writeRows(
  by: Asker,
  name: TableName,
  form: FormKey,
  changes: Changes,
  says: string,
  columns: Columns,
): Promise<Refusal | Done | null> {
  const { db, userId, now } = by;
  const table: Table = name === "cases" ? cases : sessions;
  const refs = changes.map(({ unique_ref }) => unique_ref);
  const next = sql`CASE WHEN ${table.version} = each.value ->> 'version' THEN ${table.version} + 1 END`;
  return changeMany(by, {
    ...{ form, says, changes: { [name]: refs } },
    holds: [{ table, where: these(table, userId, refs) }],
    statements: [
      // One that is gone meanwhile would be passed over by the update: the key comes out NULL, which its column refuses.
      db
        .update(idempotencyKeys)
        .set({ made_ref: sql`CASE WHEN ${countOf(table, userId, refs)} = ${refs.length} THEN made_ref END` })
        .where(and(eq(idempotencyKeys.user_id, userId), eq(idempotencyKeys.key, form.key))),
      db
        .update(table)
        .set({ ...columns, updated_at: now, version: next })
        .from(sql`json_each(${JSON.stringify(changes)}) AS each`)
        .where(and(eq(table.user_id, userId), sql`${table.unique_ref} = each.value ->> 'unique_ref'`)),
    ],
  });
}

function countOf(table: Table, userId: number, refs: readonly string[]): SQL {
  return sql`(SELECT count(*) FROM ${table} WHERE ${these(table, userId, refs)})`;
}

/** The statement that fails its batch, as `isStale` knows, unless the ticked rows and what goes with them are as shown. */
export function stillAsShown({ db, userId }: Asker, table: Table, shown: readonly ShownRow[], counts: SQL) {
  const same = sql`${table.version} = each.value ->> 'version' AND ${counts}`;
  return db
    .update(table)
    .set({ version: sql`CASE WHEN ${same} THEN ${table.version} END` })
    .from(sql`json_each(${JSON.stringify(shown)}) AS each`)
    .where(and(eq(table.user_id, userId), sql`${table.unique_ref} = each.value ->> 'ref'`));
}

import { Buffer } from "node:buffer";
import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Database } from "~/db/database.server";
import { chunksOf } from "~/db/insert-rows.server";
import { DIARY_PARTS, type DiaryTable, type PartName } from "./aggregate";
import { type cases, changes, diaries, formKeys, type sessions } from "./tables.server";

type Row<Table extends DiaryTable> = Omit<Table["$inferInsert"], "user_id" | "version" | "created_at" | "updated_at">;

export interface RowsByPart {
  sessions?: readonly Row<typeof sessions>[];
  cases?: readonly Row<typeof cases>[];
}

/** A row, and the version in which the user saw it. */
export interface Seen {
  part: PartName;
  ref: string;
  version: number;
}

/** What is to change in one diary. Parts that are left out stay as they are. */
export interface Change {
  /** For the list of what can be undone; without any text of the user's. */
  message: string;
  now: number;
  /** Of a form: sent again it changes nothing. `resultRef` is what its answer leads to. */
  form?: { key: string; fingerprint: string; resultRef: string | null };
  /** All of them must still be as they were seen, or nothing changes. Every row that is changed or deleted is one. */
  seen?: readonly Seen[];
  /** Must hold, too, or nothing changes: such as that as many cases go with a session as its page said. */
  guards?: readonly SQL[];
  inserts?: RowsByPart;
  /** Whole new contents of rows that were seen. */
  updates?: RowsByPart;
  /** The same new values for many rows that were seen. */
  sets?: readonly {
    part: PartName;
    refs: readonly string[];
    values: Partial<Row<typeof cases> & Row<typeof sessions>>;
  }[];
  /** Rows, with all that hangs on them. */
  deletes?: readonly { part: PartName; refs: readonly string[] }[];
  /** Goes on with a change that began in an earlier batch, as a long import does; "changed since" once it was undone. */
  continues?: number;
}

export type Written =
  | { result: "written"; number: number }
  /** This form, with these answers, did it before. */
  | { result: "repeated"; number: number; resultRef: string | null }
  /** The form was sent before with other answers. */
  | { result: "form used" }
  /** A row is not as it was seen, or a guard did not hold. */
  | { result: "changed since" }
  /** A row that was seen, or that a new one belongs to, is not there. */
  | { result: "gone" };

/**
 * The only writer of a diary's rows: all that a change says in one batch, or nothing of it.
 * @throws where a caller would change or delete a row that nobody saw
 */
export async function writeChange(db: Database, userId: number, change: Change): Promise<Written> {
  const blind = unseen(change);
  if (blind) throw new Error(`Nobody saw ${blind.part} ${blind.ref}`);
  try {
    const [opened] = await db.batch([
      openChange(db, userId, change),
      ...recordStatements(db, userId, change),
      ...rowStatements(db, userId, change),
      closeChange(db, userId),
    ]);
    return { result: "written", number: (opened as { number: number }[])[0]?.number as number };
  } catch (error) {
    const fault = messages(error);
    if (fault.includes("UNIQUE constraint failed: form_keys.")) return sentBefore(db, userId, change);
    if (fault.includes("NOT NULL constraint failed: diaries.last_change")) {
      const repeated = await sentBefore(db, userId, change);
      if (repeated.result === "repeated") return repeated;
      return { result: (await areThere(db, userId, change.seen ?? [])) ? "changed since" : "gone" };
    }
    if (fault.includes("FOREIGN KEY constraint failed")) return { result: "gone" };
    throw error;
  }
}

/** The number that the rows of the open change get as their version. */
export function openNumber(userId: number): SQL<number> {
  return sql<number>`(SELECT ${diaries.open_change} FROM ${diaries} WHERE ${diaries.user_id} = ${userId})`;
}

/** First in a batch: gives the change its number, unless what the user saw is no longer so. */
export function openChange(
  db: Database,
  userId: number,
  { seen = [], guards = [], continues }: Pick<Change, "seen" | "guards" | "continues">,
) {
  const goesOn = continues === undefined ? [] : [isOpen(userId, continues)];
  const holds = sql.join([sql`TRUE`, ...goesOn, ...seenConditions(userId, seen), ...guards], sql` AND `);
  const next = continues === undefined ? sql`${diaries.last_change} + 1` : sql`${continues}`;
  const last = continues === undefined ? next : sql`${diaries.last_change}`;
  return db
    .update(diaries)
    .set({ last_change: sql`CASE WHEN ${holds} THEN ${last} END`, open_change: next })
    .where(eq(diaries.user_id, userId))
    .returning({ number: sql<number>`${diaries.open_change}` });
}

function isOpen(userId: number, number: number): SQL {
  return sql`EXISTS (SELECT 1 FROM ${changes} WHERE ${changes.user_id} = ${userId} AND ${changes.number} = ${number}
    AND ${changes.undone_by} IS NULL)`;
}

/** A row that would be changed or deleted though nobody saw it; null when there is none. */
function unseen({ seen = [], updates = {}, sets = [], deletes = [] }: Change) {
  const known = new Set(seen.map(({ part, ref }) => `${part}/${ref}`));
  const updated = DIARY_PARTS.flatMap(({ name }) => (updates[name] ?? []).map(({ ref }) => ({ part: name, ref })));
  const named = [...sets, ...deletes].flatMap(({ part, refs }) => refs.map((ref) => ({ part, ref })));
  return [...updated, ...named].find(({ part, ref }) => !known.has(`${part}/${ref}`)) ?? null;
}

/** Last in a batch. */
export function closeChange(db: Database, userId: number) {
  return db.update(diaries).set({ open_change: null }).where(eq(diaries.user_id, userId));
}

function recordStatements(db: Database, userId: number, { message, now, form, continues }: Change) {
  const number = openNumber(userId);
  const statements: BatchItem<"sqlite">[] = [];
  if (continues === undefined)
    statements.push(db.insert(changes).values({ user_id: userId, number, message, occurred_at: now }));
  if (form) {
    const { key, fingerprint, resultRef } = form;
    statements.push(
      db.insert(formKeys).values({ user_id: userId, key, fingerprint, result_ref: resultRef, number, created_at: now }),
    );
  }
  return statements;
}

/** Owners come first and go last, as the foreign keys ask. */
function rowStatements(db: Database, userId: number, { inserts, updates, sets = [], deletes = [], now }: Change) {
  const statements: BatchItem<"sqlite">[] = [];
  for (const { name, table } of DIARY_PARTS) {
    statements.push(...rowsInto(db, table, userId, inserts?.[name] ?? [], now, false));
    statements.push(...rowsInto(db, table, userId, updates?.[name] ?? [], now, true));
    for (const { refs, values } of sets.filter(({ part }) => part === name)) {
      const changed = { ...values, updated_at: now, version: openNumber(userId) };
      statements.push(
        db
          .update(table)
          .set(changed)
          .where(among(table, userId, refs)),
      );
    }
  }
  for (const { name, table } of DIARY_PARTS.toReversed()) {
    for (const { refs } of deletes.filter(({ part }) => part === name)) {
      statements.push(db.delete(table).where(among(table, userId, refs)));
    }
  }
  return statements;
}

/** One bound text for a thousand rows: D1 binds at most 100 values a statement. */
function rowsInto(
  db: Database,
  table: DiaryTable,
  userId: number,
  rows: readonly object[],
  now: number,
  there: boolean,
) {
  const columns = Object.values(getTableColumns(table)) as SQLiteColumn[];
  const own: Record<string, SQL> = {
    user_id: sql`${userId}`,
    version: openNumber(userId),
    created_at: sql`${now}`,
    updated_at: sql`${now}`,
  };
  const typed = columns.filter(({ name }) => !own[name]);
  const values = columns.map(({ name }) => own[name] ?? read(typed, name));
  const changed = columns.filter(({ name }) => !["user_id", "ref", "created_at"].includes(name));
  const lists = rows.map((row) =>
    JSON.stringify(typed.map((column) => driverValue(column, (row as Record<string, unknown>)[column.name]))),
  );
  return chunksOf(lists).map((chunk) => {
    const insert = db
      .insert(table)
      .select(sql`SELECT ${sql.join(values, sql`, `)} FROM json_each(${`[${chunk.join()}]`}) WHERE TRUE`);
    if (!there) return insert;
    const set = Object.fromEntries(changed.map(({ name }) => [name, sql.raw(`excluded.${name}`)]));
    return insert.onConflictDoUpdate({ target: [table.user_id, table.ref], set });
  });
}

function read(typed: SQLiteColumn[], name: string): SQL {
  const at = typed.findIndex((column) => column.name === name);
  const value = sql.raw(`value ->> '$[${at}]'`);
  return typed[at]?.getSQLType() === "blob" ? sql`unhex(${value})` : value;
}

function driverValue(column: SQLiteColumn, given: unknown): unknown {
  const value = given ?? column.default ?? null;
  if (value === null) return null;
  const mapped = column.mapToDriverValue(value);
  return mapped instanceof Uint8Array ? Buffer.from(mapped).toString("hex") : mapped;
}

/** Rows of one part, whatever their number: the list is one bound text. */
function among(table: DiaryTable, userId: number, refs: readonly string[]) {
  return and(
    eq(table.user_id, userId),
    sql`${table.ref} IN (SELECT unhex(value) FROM json_each(${JSON.stringify(refs.map(hexOf))}))`,
  );
}

function seenConditions(userId: number, seen: readonly Seen[]): SQL[] {
  return DIARY_PARTS.flatMap(({ name, table }) => {
    const rows = seen.filter(({ part }) => part === name).map(({ ref, version }) => [hexOf(ref), version]);
    if (rows.length === 0) return [];
    return sql`(SELECT count(*) FROM json_each(${JSON.stringify(rows)}) AS seen CROSS JOIN ${table} AS row ON row.user_id = ${userId}
      AND row.ref = unhex(seen.value ->> 0) AND row.version = seen.value ->> 1) = ${rows.length}`;
  });
}

async function areThere(db: Database, userId: number, seen: readonly Seen[]): Promise<boolean> {
  for (const { name, table } of DIARY_PARTS) {
    const refs = seen.filter(({ part }) => part === name).map(({ ref }) => ref);
    if (refs.length > 0 && (await db.$count(table, among(table, userId, refs))) < refs.length) return false;
  }
  return true;
}

async function sentBefore(db: Database, userId: number, { form }: Change): Promise<Written> {
  if (!form) return { result: "form used" };
  const [first] = await db
    .select()
    .from(formKeys)
    .where(and(eq(formKeys.user_id, userId), eq(formKeys.key, form.key)));
  if (first?.fingerprint !== form.fingerprint) return { result: "form used" };
  return { result: "repeated", number: first.number, resultRef: first.result_ref };
}

function hexOf(ref: string): string {
  return Buffer.from(ref, "base64url").toString("hex");
}

function messages(error: unknown): string {
  return error instanceof Error ? `${error.message} ${messages(error.cause)}` : "";
}

import { and, eq, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { isInUse, isRefused, isTaken } from "~/db/columns.server";
import type { Database } from "~/db/database.server";
import { DIARY_PARTS, type PartName } from "./aggregate";
import { changes, diaries, formKeys } from "./tables.server";
import { among, hexOf, openNumber, type RowChanges, rowStatements } from "./write-rows.server";

/** What `isRefused` is asked when a change was not opened: what it was to find is not so. */
export const NOT_OPENED = "diaries.last_change";

/** A row, and the version in which the user saw it. */
export interface Seen {
  part: PartName;
  ref: string;
  version: number;
}

/** What is to change in one diary. Parts that are left out stay as they are. */
export interface Change extends RowChanges {
  /** For the list of what can be undone; without any text of the user's. */
  message: string;
  /** Of a form: sent again it changes nothing. `resultRef` is what its answer leads to. */
  form?: { key: string; fingerprint: string; resultRef: string | null };
  /** All of them must still be as they were seen, or nothing changes. Every row that is changed or deleted is one. */
  seen?: readonly Seen[];
  /** Must hold, too, or nothing changes: such as that as many cases go with a session as its page said. */
  guards?: readonly SQL[];
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
    if (isTaken(error, "form_keys.key")) return sentBefore(db, userId, change);
    if (isRefused(error, NOT_OPENED)) {
      const repeated = await sentBefore(db, userId, change);
      if (repeated.result === "repeated") return repeated;
      return { result: (await areThere(db, userId, change.seen ?? [])) ? "changed since" : "gone" };
    }
    if (isInUse(error)) return { result: "gone" };
    throw error;
  }
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

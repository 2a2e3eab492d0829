import { createHash } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Asked } from "~/accounts/guard.server";
import { isTaken } from "~/db/columns.server";
import { hex, insertRows } from "~/db/insert-rows.server";
import type { Held, References } from "../exports/fields.server";
import { type KindName, keyOf } from "../exports/kind.server";
import { kindOf } from "../exports/kinds.server";
import { type ReadRecord, Unfit } from "./read-file.server";
import { takeoverRows } from "./table.server";

const RECORDS_AT_ONCE = 1_500;
const LETTERS_AT_ONCE = 250_000;
/** A case with its notes; what a record is taken for beside its texts. */
const LETTERS_A_RECORD = 100;
const REF_BYTES = 16;

/** Lists of records that are stored at once. */
export async function* inHandfuls(records: AsyncIterable<ReadRecord>): AsyncGenerator<ReadRecord[]> {
  let handful: ReadRecord[] = [];
  let letters = 0;
  for await (const record of records) {
    handful.push(record);
    letters += LETTERS_A_RECORD + Object.values(record.texts).reduce((sum, text) => sum + text.length, 0);
    if (handful.length < RECORDS_AT_ONCE && letters < LETTERS_AT_ONCE) continue;
    yield handful;
    handful = [];
    letters = 0;
  }
  if (handful.length > 0) yield handful;
}

/** What stores records as they will stand in their tables, where they wait for the last of them. */
export function stager({ db, vault, user }: Pick<Asked, "db" | "vault" | "user">, takeoverRef: string) {
  const userRef = user.unique_ref;
  const newRefFor = newRefsOf(userRef);

  return async (records: readonly ReadRecord[]): Promise<void> => {
    const foreign = await foreignOnes(db, userRef, newRefFor, records);
    const follow = (kinds: readonly KindName[]) => (ref: string) => {
      const kind = kinds.find((each) => foreign.has(`${each}/${ref}`));
      return kind ? newRefFor(kind, ref) : ref;
    };
    const rows = await Promise.all(records.map((record) => stored(record, follow)));
    try {
      const [first, ...others] = insertRows(db, takeoverRows, rows);
      if (first) await db.batch([first, ...others]);
    } catch (error) {
      if (isTaken(error, "takeover_rows.takeover_ref")) throw new Unfit("This file has a record twice");
      throw error;
    }
  };

  async function stored(
    { kind, line, row: read, texts }: ReadRecord,
    follow: (kinds: readonly KindName[]) => (ref: string) => string,
  ) {
    const { fields, sealed } = kindOf(kind);
    const row: Record<string, Held> = { user_ref: userRef };
    for (const [name, value] of Object.entries(read)) {
      const refs = fields[name]?.refs;
      row[name] = refs ? refs.follow(value, follow(refs.kinds)) : value;
    }
    if (row.unique_ref !== undefined) row.unique_ref = follow([kind])(String(row.unique_ref));
    if (sealed) {
      const text = textToSeal(texts, sealed.as);
      const blob = await vault.seal(userRef, sealed.place(row), text);
      row.sealed = blob && hex(blob);
    }
    const ref = keyOf(kindOf(kind))
      .map((column) => row[column])
      .join("/");
    return { takeover_ref: takeoverRef, user_ref: userRef, kind, ref, line, row: JSON.stringify(row) };
  }
}

/** The same file read again by the same user gets the same references, whatever key seals by then. */
function newRefsOf(userRef: string) {
  return (kind: KindName, ref: string): string => {
    const made = createHash("sha256").update(`taken over\n${userRef}\n${kind}\n${ref}`).digest();
    return made.subarray(0, REF_BYTES).toString("base64url");
  };
}

function textToSeal(texts: Record<string, string>, as: "text" | "json"): string | null {
  const all = Object.values(texts);
  if (all.every((text) => text === "")) return null;
  return as === "json" ? JSON.stringify(texts) : (all[0] ?? null);
}

/**
 * Those references, with their kinds, that are somebody else's; or were, when the user took them over before: the
 * other account may be gone since.
 */
async function foreignOnes(
  db: Asked["db"],
  userRef: string,
  newRefFor: (kind: KindName, ref: string) => string,
  records: readonly ReadRecord[],
): Promise<Set<string>> {
  const named = new Map<KindName, Set<string>>();
  for (const { kind, row } of records) {
    if (row.unique_ref !== undefined) add(named, [kind], [String(row.unique_ref)]);
    for (const [name, { refs }] of Object.entries(kindOf(kind).fields)) {
      if (refs) add(named, refs.kinds, found(refs, row[name]));
    }
  }
  const pairs = [...named].flatMap(([kind, refs]) => [...refs].map((ref) => [kind, ref, newRefFor(kind, ref)]));
  if (pairs.length === 0) return new Set();
  // One statement: D1 asks few of them, and joins fewer.
  const cases = [...named.keys()].map((kind) => sql`WHEN ${sql.raw(`'${kind}'`)} THEN ${isForeign(kind, userRef)}`);
  const rows = await db
    .select({ ref: sql<string>`value ->> '$[0]' || '/' || (value ->> '$[1]')`.as("foreign_ref") })
    .from(sql`json_each(${JSON.stringify(pairs)})`)
    .where(sql`CASE value ->> '$[0]' ${sql.join(cases, sql` `)} END`);
  return new Set(rows.map(({ ref }) => ref));
}

function found({ find }: References, held: Held | undefined): string[] {
  return held === undefined || held === null ? [] : find(held);
}

function add(named: Map<KindName, Set<string>>, kinds: readonly KindName[], refs: readonly string[]): void {
  if (refs.length === 0) return;
  for (const kind of kinds) {
    const known = named.get(kind) ?? new Set();
    for (const ref of refs) known.add(ref);
    named.set(kind, known);
  }
}

/** Of a kind, a reference and what it would become, the value of `json_each`. */
function isForeign(kind: KindName, userRef: string): SQL {
  const isIn = (table: SQLiteTable, column: string) =>
    sql`EXISTS (SELECT 1 FROM ${table} WHERE ${sql.raw(column)} = value ->> '$[1]' AND +user_ref <> ${userRef})`;
  // Of a case that a row of a file is yet to become the reference is taken already.
  const promised = kind === "cases" ? sql` OR ${isIn(kindOf("import_rows").table, "case_ref")}` : sql``;
  const taken = sql` OR EXISTS (SELECT 1 FROM ${kindOf(kind).table} WHERE unique_ref = value ->> '$[2]' AND +user_ref = ${userRef})`;
  return sql`${isIn(kindOf(kind).table, "unique_ref")}${promised}${taken}`;
}

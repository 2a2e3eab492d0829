import { Buffer } from "node:buffer";
import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Database } from "./database.server";

/** D1 answers a thousand statements a request: a diary of 30 years needs some 400. */
export const ROWS_PER_PAGE = 400;
/** Bytes of encrypted text: a page is in memory several times over. */
export const BYTES_PER_PAGE = 400_000;

interface PagedRows {
  /** What follows FROM. */
  from: SQL;
  ref: SQL | SQLiteColumn;
  /** Bytes of a row's texts. */
  size: SQL;
  /** Of no two rows the same. */
  order: SQL;
  /** Rows of a page at most. */
  most?: number;
  /** Bytes of a page's texts, about. */
  bytes?: number;
  /** How many bytes of texts are read, and in which order of rows: those of the rows after that are not. */
  texts?: { most: number; order: SQL };
}

/**
 * Statement: the references of rows in their order, which the database groups into pages, each a JSON array: as single
 * values a diary's references would take more memory than all else of an answer. What exists at that moment is then read
 * page by page, so that rows created or deleted meanwhile do not make the answer inconsistent. For a batch.
 */
export function rowPages(
  db: Database,
  { from, ref, size, order, most = ROWS_PER_PAGE, bytes = BYTES_PER_PAGE, texts }: PagedRows,
) {
  const isFar = texts ? sql`sum(${size}) OVER (ORDER BY ${texts.order}) > ${texts.most}` : sql`FALSE`;
  const inOrder = sql`(SELECT ref, place, is_far,
      sum(CASE WHEN is_far THEN 0 ELSE size END) OVER (ORDER BY place) / ${sql.raw(String(bytes))} AS weight
    FROM (SELECT ${ref} AS ref, row_number() OVER (ORDER BY ${order}) - 1 AS place, ${size} AS size, ${isFar} AS is_far
      FROM ${from}))`;
  return db
    .select({
      refs: sql<string>`json_group_array(ref ORDER BY place)`.as("refs"),
      rows: sql<number>`count(*)`.mapWith(Number).as("rows_of_page"),
      /** Whether these rows are read without their texts. */
      isFar: sql<boolean>`max(is_far)`.mapWith(Boolean).as("is_far"),
    })
    .from(inOrder)
    .groupBy(sql`place / ${sql.raw(String(most))}`, sql`weight`, sql`is_far`)
    .orderBy(sql`min(place)`);
}

/** A page of `rowPages`. */
export type RowPage = Awaited<ReturnType<typeof rowPages>>[number];

/** Expression: bytes of an encrypted text. */
export function textBytes(column: SQLiteColumn | SQL): SQL {
  return sql`coalesce(octet_length(${column}), 0)`;
}

/**
 * The same columns of a select, with blobs read as hex: D1 returns them as a list of numbers, each a value in memory.
 * @param isFar whether blobs are left out
 */
export function withBlobsAsHex<Columns extends Record<string, SQLiteColumn | SQL.Aliased>>(
  columns: Columns,
  isFar = false,
): Columns {
  const read = Object.entries(columns).map(([name, column]) => {
    if (!("getSQLType" in column) || column.getSQLType() !== "blob") return [name, column] as const;
    return [name, (isFar ? sql`NULL`.mapWith(fromHex) : asHex(column)).as(name)] as const;
  });
  return Object.fromEntries(read) as Columns;
}

/** Expression: a blob, read as hex. */
export function asHex(column: SQLiteColumn): SQL<Uint8Array | null> {
  return sql<Uint8Array | null>`nullif(hex(${column}), '')`.mapWith(fromHex);
}

/** References of the rows of a page, in their order. */
export function refsIn({ refs }: Pick<RowPage, "refs">): string[] {
  return JSON.parse(refs) as string[];
}

export function fromHex(text: string): Uint8Array {
  return Buffer.from(text, "hex");
}

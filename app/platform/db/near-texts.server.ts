import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "./database.server";
import { asHex, BYTES_PER_PAGE, fromHex, ROWS_PER_PAGE, textBytes } from "./row-pages.server";

/** A text as `nearText` selects it. */
export interface NearText {
  text_encrypted: Uint8Array | null;
  /** Bytes of a text that was not read; 0 for one that was. */
  far_bytes: number;
}

/**
 * Columns of a select: the encrypted text of each row, as long as those of the rows before it are no more than a page
 * holds. The others are left to `withTexts`, so that a page of a usual diary is read in one batch, and one of very long
 * texts does not have them all in memory.
 * @param order of no two rows the same
 */
export function nearText(column: SQLiteColumn, order: SQL, most = BYTES_PER_PAGE) {
  const size = textBytes(column);
  const isNear = sql`sum(${size}) OVER (ORDER BY ${order}) <= ${most}`;
  return {
    text_encrypted: sql<Uint8Array | null>`CASE WHEN ${isNear} THEN ${asHex(column)} END`
      .mapWith(fromHex)
      .as("text_encrypted"),
    far_bytes: sql<number>`CASE WHEN ${isNear} THEN 0 ELSE ${size} END`.mapWith(Number).as("far_bytes"),
  };
}

interface TextTable {
  table: SQLiteTable & { unique_ref: SQLiteColumn; user_id: SQLiteColumn; text_encrypted: SQLiteColumn };
  userId: number;
}

/**
 * What `make` makes of each row with its text, in the order of the rows: the texts that `nearText` left out are read page
 * by page, each after what is made of those before.
 * @param refOf the row of the table that has the text; null for none
 */
export async function withTexts<Row extends NearText, Made>(
  db: Database,
  { table, userId }: TextTable,
  rows: readonly Row[],
  refOf: (row: Row) => string | null,
  make: (row: Row) => Promise<Made>,
): Promise<Made[]> {
  const made: Made[] = [];
  for (const page of pagesOf(rows)) {
    const far = page.filter(({ far_bytes }) => far_bytes > 0).map(refOf);
    const texts = new Map<string, Uint8Array | null>();
    if (far.length > 0) {
      const named = sql`IN (SELECT value FROM json_each(${JSON.stringify(far)}))`;
      const read = await db
        .select({ ref: sql<string>`${table.unique_ref}`, text: asHex(table.text_encrypted) })
        .from(table)
        .where(sql`${table.user_id} = ${userId} AND ${table.unique_ref} ${named}`);
      for (const { ref, text } of read) texts.set(ref, text);
    }
    const whole = page.map((row) =>
      row.far_bytes > 0 ? { ...row, text_encrypted: texts.get(refOf(row) ?? "") ?? null } : row,
    );
    made.push(...(await Promise.all(whole.map(make))));
  }
  return made;
}

/** Rows whose texts fit into memory together: were they thousands, all would be there half decrypted. */
function pagesOf<Row extends NearText>(rows: readonly Row[]): Row[][] {
  const pages: Row[][] = [];
  let weight = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    weight += row.far_bytes;
    if (weight > BYTES_PER_PAGE || pages.at(-1)?.length === ROWS_PER_PAGE) {
      pages.push([]);
      weight = row.far_bytes;
    }
    pages.at(-1)?.push(row);
  }
  return pages;
}

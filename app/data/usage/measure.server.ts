import { eq, type SQL, sql } from "drizzle-orm";
import type { SignedInUser } from "~/account/login/logins.server";
import { TABLES, type TableName } from "~/data/catalogue.server";
import type { Database } from "~/platform/db/database.server";
import type { Amount } from "./quota";

/** Every table that what an account sends can make longer. */
export const MEASURED = TABLES.flatMap(({ name, table, owner, usage }) =>
  typeof usage === "string" || typeof owner === "string" ? [] : [{ ...usage, name, table, owner }],
);

/** How many rows there are of each table, and how long their texts are. For a page's batch; `amountOf` adds them up. */
export function measured(db: Database, user: Pick<SignedInUser, "id" | "unique_ref">) {
  const columns = MEASURED.map(({ name, table, owner, text, where }) => {
    const length = text === undefined ? sql`0` : sql`total(octet_length(${text}))`;
    const own = where ? where(user.unique_ref) : eq(owner, owner.dataType === "number" ? user.id : user.unique_ref);
    const both = sql<string>`(SELECT json_array(count(*), ${length}) FROM ${table} WHERE ${own})`;
    return [name, both.as(`of_${name}`)] as const;
  });
  // One row for all.
  return db.select(Object.fromEntries<SQL.Aliased<string>>(columns)).from(sql`(SELECT 1)`);
}

type Row = Readonly<Record<string, string>>;

export function amountOf(found: Row | undefined): Amount {
  const amounts = MEASURED.map(({ name, bytes }) => {
    const [rows, length] = countIn(found, name);
    return { rows, bytes: rows * bytes + length };
  });
  return {
    rows: amounts.reduce((sum, { rows }) => sum + rows, 0),
    bytes: Math.round(amounts.reduce((sum, { bytes }) => sum + bytes, 0)),
  };
}

export function rowsIn(found: Row | undefined, table: TableName): number {
  return countIn(found, table)[0];
}

function countIn(found: Row | undefined, table: TableName): [rows: number, length: number] {
  return JSON.parse(found?.[table] ?? "[0,0]");
}

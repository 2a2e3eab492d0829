import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/database.server";
import type { Amount } from "./quota";

interface Measured {
  /** Near enough what a row of it takes beside its text, in bytes, with its places in indexes. */
  bytes: number;
  /** The column that may be long. */
  text?: string;
  /** Where it is not found by its owner. */
  where?: (userRef: string) => SQL;
}

/** Every table that what an account sends can make longer. */
export const MEASURED = {
  job_plans: { bytes: 600, text: "sealed" },
  job_plan_elements: { bytes: 400 },
  element_schedule: { bytes: 250 },
  local_bank_days: { bytes: 150 },
  sessions: { bytes: 700, text: "sealed" },
  cases: { bytes: 350, text: "sealed" },
  case_options: { bytes: 150 },
  options: { bytes: 250 },
  claims: { bytes: 400, text: "sealed" },
  claim_settings: { bytes: 150 },
  payers: { bytes: 250 },
  rates: { bytes: 300, text: "bands" },
  leave: { bytes: 300, text: "sealed" },
  leave_settings: { bytes: 150 },
  leave_years: { bytes: 150 },
  lieu_ledger: { bytes: 250, text: "sealed" },
  cpd: { bytes: 250, text: "sealed" },
  saved_reports: { bytes: 300 },
  profiles: { bytes: 1_000 },
  imports: { bytes: 600 },
  import_rows: { bytes: 450, text: "sealed" },
  undo_steps: { bytes: 250, text: "deleted" },
  idempotency_keys: { bytes: 200 },
  audit: { bytes: 200 },
  passkeys: { bytes: 400 },
  email_verifications: { bytes: 300 },
  takeover_rows: {
    bytes: 150,
    text: "row",
    where: (userRef) => sql`takeover_ref IN (SELECT unique_ref FROM takeovers WHERE user_ref = ${userRef})`,
  },
} as const satisfies Record<string, Measured>;

type MeasuredTable = keyof typeof MEASURED;

const TABLES = Object.entries(MEASURED) as [MeasuredTable, Measured][];

/** How many rows there are of each table, and how long their texts are. For a page's batch; `amountOf` adds them up. */
export function measured(db: Database, userRef: string) {
  const columns = TABLES.map(([table, { text, where }]) => {
    const length = text === undefined ? sql`0` : sql`total(octet_length(${sql.raw(text)}))`;
    const own = where ? where(userRef) : sql`user_ref = ${userRef}`;
    const both = sql<string>`(SELECT json_array(count(*), ${length}) FROM ${sql.raw(table)} WHERE ${own})`;
    return [table, both.as(`of_${table}`)] as const;
  });
  // One row for all.
  return db.select(Object.fromEntries(columns) as Record<MeasuredTable, SQL.Aliased<string>>).from(sql`(SELECT 1)`);
}

type Row = Record<MeasuredTable, string>;

export function amountOf(found: Row | undefined): Amount {
  const amounts = TABLES.map(([table, { bytes }]) => {
    const [rows, length] = countIn(found, table);
    return { rows, bytes: rows * bytes + length };
  });
  return {
    rows: amounts.reduce((sum, { rows }) => sum + rows, 0),
    bytes: Math.round(amounts.reduce((sum, { bytes }) => sum + bytes, 0)),
  };
}

export function rowsIn(found: Row | undefined, table: MeasuredTable): number {
  return countIn(found, table)[0];
}

function countIn(found: Row | undefined, table: MeasuredTable): [rows: number, length: number] {
  return found ? JSON.parse(found[table]) : [0, 0];
}

import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Field, Held } from "./fields.server";

/** All that a diary is made of, by table, each after those that it points at. */
export const KIND_NAMES = [
  "job_plans",
  "job_plan_elements",
  "element_schedule",
  "local_bank_days",
  "profiles",
  "leave",
  "leave_settings",
  "leave_years",
  "sessions",
  "lieu_ledger",
  "options",
  "cases",
  "case_options",
  "rates",
  "payers",
  "claim_settings",
  "claims",
  "cpd",
  "saved_reports",
  "imports",
  "import_rows",
] as const;

export type KindName = (typeof KIND_NAMES)[number];

/** A table whose rows are a user's. */
export type OwnTable = SQLiteTable & { user_ref: SQLiteColumn };

/** Text that the vault keeps, one blob a row: opened in a file, sealed again when it is taken back. */
export interface SealedTexts {
  /** Where the vault binds it, by the row's own columns. */
  place(row: Readonly<Record<string, Held>>): string;
  texts: Readonly<Record<string, Field>>;
  /** One text as it is, or several as JSON by name. */
  as: "text" | "json";
}

/** One kind of record of a diary: its table, and how its rows stand in a file. */
export interface RecordKind {
  name: KindName;
  /** What one record is, for the dictionary. */
  says: string;
  table: OwnTable;
  /** Every column but the owner and the sealed one. */
  fields: Readonly<Record<string, Field>>;
  sealed?: SealedTexts;
  /** What of a row does not agree with the rest of it, where the table itself does not see to it: `times`. */
  disagrees?(row: Readonly<Record<string, Held>>): string | null;
  /** The column that names the record that this one is a part of: it comes and goes with that. */
  partOf?: string;
  /**
   * Columns that tell two records apart for their user, beside the reference: one of the same is the same thing, made
   * again. Letters of either case are the same.
   */
  sameBy?: readonly string[];
}

/** What finds a record in its table. */
export function keyOf({ fields }: RecordKind): readonly string[] {
  return "unique_ref" in fields ? ["unique_ref"] : ["case_ref", "option_id"];
}

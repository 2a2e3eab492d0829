import type { SQL } from "drizzle-orm";
import type { ExportedTable } from "~/data/catalogue.server";
import type { OwnTable } from "~/data/table-entry.server";
import type { Field, Held, KindName } from "./fields.server";

/** Text that the cipher keeps, one blob a row: opened in a file, encrypted again when it is taken back. */
interface TextFields {
  texts: Readonly<Record<string, Field>>;
  /** One text as it is, or several as JSON by name. */
  as: "text" | "json";
}

export interface EncryptedTexts extends TextFields {
  /** Where the cipher binds it, by the row's own columns. */
  place(row: Readonly<Record<string, Held>>): string;
}

/** How the rows of a table stand in a file. */
export interface RecordFields {
  name: KindName;
  /** Its name in files of before. */
  formerly?: string;
  /** Names of its fields in files of before, each with the name of now. */
  fieldsFormerly?: Readonly<Record<string, string>>;
  /** What one record is, for the dictionary. */
  description: string;
  /** Every column but the owner, the encrypted one, and one with records of another kind; of `payer_ref` the name. */
  fields: Readonly<Record<string, Field>>;
  text_encrypted?: TextFields;
  /** Which rows are records, where not all are: a condition with columns by their bare names. */
  only?: SQL;
  /** What of a row does not agree with the rest of it, where the table itself does not see to it: `times`. */
  disagrees?(row: Readonly<Record<string, Held>>): string | null;
  /** The column that names the record that this one is a part of: it comes and goes with that. */
  partOf?: string;
  /** Where its records are no rows, but stand in the rows of another table, in this column of it. */
  itemsOf?: { table: ExportedTable; column: string };
  /**
   * Columns that tell two records apart for their user, beside the reference: one of the same is the same thing, made
   * again. Letters of either case are the same.
   */
  sameBy?: readonly string[];
}

/** One kind of record of a diary: the table that holds them, and how they stand in a file. */
export interface RecordKind extends RecordFields {
  table: OwnTable;
  text_encrypted?: EncryptedTexts;
}

/** What finds a record in its table. */
export function keyOf({ fields }: RecordKind): readonly string[] {
  return "unique_ref" in fields ? ["unique_ref"] : ["case_ref", "option_id"];
}

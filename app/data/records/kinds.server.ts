import { getTableColumns } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { users } from "~/account/table.server";
import { TABLES } from "~/data/catalogue.server";
import type { Backup, Encrypted, OwnTable } from "~/data/table-entry.server";
import { idempotencyKeys } from "~/platform/db/idempotency.server";
import { addDays, londonInstant } from "~/platform/time/london";
import { CPD_TYPES } from "~/reports/cpd/kinds";
import type { RecordFields } from "./fields.server";
import * as f from "./fields.server";
import { LEAVE_KINDS } from "./leave-kinds.server";
import { MONEY_KINDS } from "./money-kinds.server";
import { PLAN_KINDS } from "./plan-kinds.server";
import { IMPORT_KINDS, WORK_KINDS } from "./work-kinds.server";

const REPORT_KINDS: readonly RecordFields[] = [
  {
    name: "cpd",
    description: "Continuing professional development",
    fields: {
      unique_ref: f.ref("of the entry"),
      day: f.date("date"),
      minutes: f.integer("how long, in minutes"),
      type: f.oneOf("type", CPD_TYPES),
      domains: f.pattern("GMC domains", /^([1-4](,[1-4])*)?$/),
      ...f.times,
      ...f.version,
    },
    texts: { fields: { title: f.encryptedText("title"), reflection: f.encryptedText("reflection") }, as: "json" },
  },
  {
    name: "saved_reports",
    description: "Choices of a report, under a name",
    fields: {
      unique_ref: f.ref("of the report"),
      name: f.text("name", 300),
      name_key: f.text("name in small letters", 300),
      choices: f.reportChoices("choices, as in the address of the report"),
      ...f.times,
      ...f.version,
    },
    sameBy: ["name_key"],
  },
  {
    name: "locked_periods",
    description: "Days that were sent to an appraiser and cannot be changed until they are unlocked",
    fields: {
      unique_ref: f.ref("of the locked period"),
      date_start: f.date("first day"),
      date_end: f.date("last day"),
      start_at: f.instant("midnight before the first day"),
      end_at: f.instant("midnight after the last day"),
      ...f.times,
    },
    disagrees: ({ date_start, date_end, start_at, end_at }) => {
      const days = [londonInstant(String(date_start)), londonInstant(addDays(String(date_end), 1))];
      return days[0] === start_at && days[1] === end_at ? null : "dates";
    },
    sameBy: ["date_start", "date_end"],
  },
];

/** Rows of a table as files hold them. */
export interface RowKind extends Backup {
  name: string;
  table: SQLiteTable;
  owner: SQLiteColumn;
  /** The columns that are fields of a record. */
  columns: readonly SQLiteColumn[];
  encrypted?: EncryptedTexts;
}

/** Texts in an encrypted column, by name: open in a file. */
export interface EncryptedTexts extends Encrypted {
  names: readonly string[];
  /** Whether the column holds one text, or several as JSON by name. */
  as: "text" | "json";
}

/** Rows of an exported table. */
export interface RecordKind extends RowKind, Omit<RecordFields, "name"> {
  name: RecordFields["name"];
  table: OwnTable;
}

const FIELDS = new Map<string, RecordFields>(
  [...PLAN_KINDS, ...LEAVE_KINDS, ...WORK_KINDS, ...MONEY_KINDS, ...REPORT_KINDS, ...IMPORT_KINDS].map((kind) => [
    kind.name,
    kind,
  ]),
);

/**
 * Columns that no file has, besides that of the owner, who is whoever the file is read for: a user's number and a change
 * are known in one database alone.
 */
const LEFT_OUT: readonly SQLiteColumn[] = [users.id, idempotencyKeys.change_number];

/** All tables with rows of a user that are kept for good, each after those that it refers to: a backup has them all. */
export const ROW_KINDS: readonly RowKind[] = TABLES.flatMap(({ name, table, owner, backup, encrypted }) => {
  if (typeof backup === "string" || typeof owner === "string") return [];
  const columns = Object.values(getTableColumns(table)).filter(
    (column) => ![owner, encrypted?.column, ...LEFT_OUT].includes(column),
  );
  return [{ ...backup, name, table, owner, columns, ...(encrypted && { encrypted: textsOf(name, encrypted) }) }];
});

function textsOf(name: string, encrypted: Encrypted): EncryptedTexts {
  const { fields, as } = FIELDS.get(name)?.texts ?? { as: "text" };
  const names = fields ? Object.keys(fields) : [encrypted.column.name.replace(/_encrypted$/, "")];
  return { ...encrypted, names, as };
}

const EXPORTED = new Set<string>(TABLES.filter(({ exported }) => exported === true).map(({ name }) => name));

/** Those that the catalogue marks as exported. */
export const RECORD_KINDS: readonly RecordKind[] = ROW_KINDS.filter(({ name }) => EXPORTED.has(name)).map((kind) => {
  const fields = FIELDS.get(kind.name);
  if (!fields) throw new Error(`No fields are declared for ${kind.name}`);
  return { ...kind, ...fields, table: kind.table as OwnTable };
});

const BY_NAME = new Map(RECORD_KINDS.map((kind) => [kind.name, kind]));

export function kindOf(name: RecordKind["name"]): RecordKind {
  const kind = BY_NAME.get(name);
  if (!kind) throw new Error(`The registry has no ${name}`);
  return kind;
}

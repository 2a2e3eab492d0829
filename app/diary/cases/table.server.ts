import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { customType, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { encryptedColumn, ownKey, rowColumns, versionColumn } from "~/platform/db/columns.server";
import { type OptionKind, STANDARD_OPTIONS } from "./standard-options";

/**
 * The options of a case are a JSON array in its row, sorted by id. An item is the id alone, or `[id, flags]` for a
 * block with flags. Ids of the Standard lists are stored as numbers, the user's own as text. The kind of an option is
 * not stored: its list determines it. The user's own options have no foreign key: code that writes one checks that it
 * exists, and code that deletes one searches the user's cases.
 */

/** An option of a case. */
export interface StoredOption {
  id: string;
  /** Flags of a block: `ultrasound,catheter`. */
  flags: string;
}

type Item = number | string | [id: number | string, flags: string];

export const optionsColumn = customType<{ data: readonly StoredOption[]; driverData: string }>({
  dataType: () => "text",
  toDriver: (options) => JSON.stringify(options.toSorted((one, other) => (one.id < other.id ? -1 : 1)).map(itemOf)),
  fromDriver: (text) => (JSON.parse(text) as Item[]).map(optionOf),
});

function itemOf({ id, flags }: StoredOption): Item {
  const short = String(Number(id)) === id ? Number(id) : id;
  return flags === "" ? short : [short, flags];
}

function optionOf(item: Item): StoredOption {
  return Array.isArray(item) ? { id: String(item[0]), flags: item[1] } : { id: String(item), flags: "" };
}

const AIRWAY_IDS = new Set(STANDARD_OPTIONS.airway.map(({ id }) => id));

/**
 * The kind of an option; a deleted one counts as a procedure.
 * @param custom all of the user's own options
 */
export function kindOfOption(id: string, custom: readonly { unique_ref: string; kind: OptionKind }[]): OptionKind {
  if (AIRWAY_IDS.has(id)) return "airway";
  return custom.find(({ unique_ref }) => unique_ref === id)?.kind ?? "procedure";
}

/**
 * GLOB pattern of the column for a case that may have one of the user's own options, whose ids are texts of 22 letters.
 */
export const MAY_HAVE_OWN = sql.raw(`'*"${"?".repeat(22)}"*'`);

/** The items of the column as a table for a FROM next to its row; `CHOSEN` has its columns. */
export function chosenIn(column: SQLWrapper): SQL {
  return sql`json_each(${column}) AS chosen`;
}

const storedId = sql<number | string>`CASE chosen.type WHEN 'array' THEN chosen.value ->> 0 ELSE chosen.value END`;
const id = sql<string>`CAST(${storedId} AS TEXT)`;

/** Columns of an item of `chosenIn`. */
export const CHOSEN = {
  id,
  /** A number for an option of the Standard lists. */
  storedId,
  flags: sql<string>`CASE chosen.type WHEN 'array' THEN chosen.value ->> 1 ELSE '' END`,
  /** As `kindOfOption`, for a statement that contains the row of `cases`. */
  kind: sql<OptionKind>`CASE WHEN ${id} IN (${sql.raw([...AIRWAY_IDS].map((each) => `'${each}'`).join())}) THEN 'airway'
    ELSE coalesce((SELECT own.kind FROM options AS own WHERE own.user_id = cases.user_id AND own.unique_ref = ${id}),
      'procedure') END`,
};

/**
 * Expression: the value of the column from rows with `id` and `flags`, each option once. NULL, which the column
 * refuses, if a row has no id.
 */
export function optionsOf(rows: SQL): SQL {
  const short = sql`CASE WHEN CAST(CAST(id AS INTEGER) AS TEXT) = id THEN CAST(id AS INTEGER) ELSE id END`;
  const item = sql`json(CASE flags WHEN '' THEN json_quote(${short}) ELSE json_array(${short}, flags) END)`;
  return sql`(SELECT CASE WHEN count(*) = count(id) THEN json_group_array(${item} ORDER BY id) END
    FROM (SELECT id, max(flags) AS flags FROM (${rows}) GROUP BY id))`;
}

export const cases = sqliteTable(
  "cases",
  {
    ...rowColumns,
    session_ref: text().notNull(),
    start_at: integer(),
    end_at: integer(),
    age: integer(),
    age_unit: text({ enum: ["years", "months", "days"] })
      .notNull()
      .default("years"),
    gender: integer(),
    asa: integer(),
    urgency: integer(),
    supervision: integer(),
    text_encrypted: encryptedColumn(),
    identifier_suspected: integer({ mode: "boolean" }).notNull().default(false),
    reflection_type: text({ enum: ["cpd", "quality", "event", "colleagues", "patients", "compliment", "complaint"] }),
    reflection_domains: text().notNull().default(""),
    options: optionsColumn().notNull().default([]),
    ...versionColumn,
  },
  ownKey,
);

export const options = sqliteTable(
  "options",
  {
    ...rowColumns,
    kind: text({ enum: ["airway", "procedure"] }).notNull(),
    label: text().notNull(),
    group_name: text().notNull().default(""),
    active: integer({ mode: "boolean" }).notNull().default(true),
    sort_order: integer().notNull().default(0),
    ...versionColumn,
  },
  ownKey,
);

/** The place that the cipher binds the text of a case to. */
export function casePlace(uniqueRef: string): string {
  return `cases/${uniqueRef}`;
}

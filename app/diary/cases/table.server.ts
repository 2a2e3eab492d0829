import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { customType, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { encryptedColumn, ownKey, rowColumns, versionColumn } from "~/platform/db/columns.server";
import { type OptionKind, STANDARD_OPTIONS } from "./standard-options";

/**
 * The options of a case stand in its row, as JSON: one item for each, by id, which is the id alone, or `[id, flags]`
 * of a block that something is said of. Ids of the Standard lists are numbers there, a user's own are text. Of which
 * kind an option is says its list. No foreign key holds a user's own: whoever writes one checks that it is there,
 * whoever deletes one looks through the cases of that user.
 */

/** An option of a case. */
export interface StoredOption {
  id: string;
  /** Of a block: `ultrasound,catheter`. */
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

/** @param custom all of the user's own. One that is no more counts as a procedure. */
export function kindOfOption(id: string, custom: readonly { unique_ref: string; kind: OptionKind }[]): OptionKind {
  if (AIRWAY_IDS.has(id)) return "airway";
  return custom.find(({ unique_ref }) => unique_ref === id)?.kind ?? "procedure";
}

/** A pattern of the column, for GLOB: of a case that may have an option of the user's own, whose ids are texts of 22 letters. */
export const MAY_HAVE_OWN = sql.raw(`'*"${"?".repeat(22)}"*'`);

/** In a statement: the items of the column, to stand in a FROM beside its row, for what `CHOSEN` reads. */
export function chosenIn(column: SQLWrapper): SQL {
  return sql`json_each(${column}) AS chosen`;
}

const storedId = sql<number | string>`CASE chosen.type WHEN 'array' THEN chosen.value ->> 0 ELSE chosen.value END`;
const id = sql<string>`CAST(${storedId} AS TEXT)`;

/** What an item of `chosenIn` says. */
export const CHOSEN = {
  id,
  /** A number where it is one of the Standard lists. */
  storedId,
  flags: sql<string>`CASE chosen.type WHEN 'array' THEN chosen.value ->> 1 ELSE '' END`,
  /** As `kindOfOption`, of a statement that has the row of `cases`. */
  kind: sql<OptionKind>`CASE WHEN ${id} IN (${sql.raw([...AIRWAY_IDS].map((each) => `'${each}'`).join())}) THEN 'airway'
    ELSE coalesce((SELECT own.kind FROM options AS own WHERE own.user_id = cases.user_id AND own.unique_ref = ${id}),
      'procedure') END`,
};

/**
 * In a statement: the value of the column from rows with `id` and `flags`, each option once. NULL, which the column
 * refuses, where one has no id.
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

/** Where the cipher binds the text of a case. */
export function casePlace(uniqueRef: string): string {
  return `cases/${uniqueRef}`;
}

import { customType, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { WorkKind } from "~/diary/fees/kinds";
import { storedRules } from "~/planning/job-plans/table.server";
import { encryptedColumn, ownKey, rowColumns, versionColumn } from "~/platform/db/columns.server";
import { OUTCOMES, type Outcome } from "./outcome";
import { PA_BASES, type PaBasis } from "./rules";

/** Stored as a small number: a word would take 15 bytes in each row. */
const paBasis = customType<{ data: PaBasis; driverData: number }>({
  dataType: () => "integer",
  toDriver: basisToStore,
  fromDriver: (stored) => PA_BASES[stored] as PaBasis,
});

/** @returns the place in `PA_BASES`, whose order must therefore stay */
function basisToStore(basis: PaBasis): number {
  return PA_BASES.indexOf(basis);
}

/** As `paBasis`. */
const outcome = customType<{ data: Outcome; driverData: number }>({
  dataType: () => "integer",
  toDriver: (said) => OUTCOMES.indexOf(said),
  fromDriver: (stored) => OUTCOMES[stored] as Outcome,
});

export const sessions = sqliteTable(
  "sessions",
  {
    ...rowColumns,
    start_at: integer().notNull(),
    end_at: integer().notNull(),
    element_ref: text(),
    /** Of a session outside the plan, which has no element. */
    work_kind: text().$type<WorkKind>(),
    site: text().notNull().default(""),
    pa_basis: paBasis().notNull(),
    fixed_pa_units: integer(),
    standard_minutes: integer().notNull(),
    premium_minutes: integer().notNull(),
    pa_units: integer().notNull(),
    pa_rules: storedRules().notNull(),
    text_encrypted: encryptedColumn(),
    recurring_uuid: text(),
    outcome: outcome().notNull().default("held"),
    ...versionColumn,
  },
  ownKey,
);

/** Planned sessions that did not happen, each by its element and when it was planned to start. */
export const cancellations = sqliteTable(
  "cancellations",
  {
    ...rowColumns,
    element_ref: text().notNull(),
    start_at: integer().notNull(),
    ...versionColumn,
  },
  ownKey,
);

/** The place to which the cipher binds a session's notes. */
export function sessionPlace(uniqueRef: string): string {
  return `sessions/${uniqueRef}`;
}

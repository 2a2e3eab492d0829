import { eq, sql } from "drizzle-orm";
import { CHOSEN, cases, chosenIn, optionsOf } from "~/diary/cases/table.server";
import type { Database } from "~/platform/db/database.server";

/** The record kind `case_options`, whose records are items of a column of cases: what other kinds do with their table. */

/** The records of cases, by case and option. @param refs of the cases, as JSON */
export function chosenRecords(db: Database, userId: number, refs: string) {
  return db
    .select({
      case_ref: cases.unique_ref,
      kind: CHOSEN.kind.as("chosen_kind"),
      option_id: CHOSEN.id.as("chosen_id"),
      flags: CHOSEN.flags.as("chosen_flags"),
    })
    .from(cases)
    .innerJoin(chosenIn(cases.options), sql`TRUE`)
    .where(sql`${cases.user_id} = ${userId} AND ${cases.unique_ref} IN (SELECT value FROM json_each(${refs}))`)
    .orderBy(cases.unique_ref, CHOSEN.id);
}

/** How many records a user has. For a batch. */
export function chosenCount(db: Database, userId: number) {
  const records = sql<number>`total(json_array_length(${cases.options}))`.mapWith(Number).as("records");
  return db.select({ records }).from(cases).where(eq(cases.user_id, userId));
}

/**
 * What the column of a case gets that waits in `import_staging`, of its records there: they stand behind one another,
 * by the reference of their case.
 */
export const optionsThatWait = optionsOf(sql`SELECT part.row ->> '$.option_id' AS id, part.row ->> '$.flags' AS flags
  FROM import_staging AS part
  WHERE part.staging_ref = import_staging.staging_ref AND part.kind = 'case_options'
    AND part.ref > import_staging.ref || '/' AND part.ref < import_staging.ref || '0'`);

import { type SQL, sql } from "drizzle-orm";

/**
 * The elements of a list as a subselect of one bound parameter, for `in (...)`: D1 binds 100 parameters
 * at most, a JSON text counts as one.
 */
export function eachOf(values: readonly (string | number)[]): SQL {
  return sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;
}

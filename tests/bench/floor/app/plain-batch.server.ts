import type { BatchItem } from "drizzle-orm/batch";
import type { Database } from "~/platform/db/database.server";

/**
 * In place of `preparedBatch`: the same statements as Drizzle makes them for each request. The floor is a plain page, and
 * stays the measure that it was before Daybook built its statements once.
 */
export function preparedBatch<Values extends object, const Items extends readonly BatchItem<"sqlite">[]>(
  build: (db: Database, values: Values) => Items,
) {
  return Object.assign((db: Database, values: Values) => build(db, values), { build });
}

import type { BatchItem } from "drizzle-orm/batch";

/** The SQL of a statement of a batch, and its values: Drizzle's types leave out how it is asked for them. */
export function queryOf(statement: BatchItem<"sqlite">): { sql: string; params: unknown[] } {
  const { sql, params } = (
    statement as unknown as { _prepare: () => { getQuery: () => { sql: string; params: unknown[] } } }
  )
    ._prepare()
    .getQuery();
  return { sql, params };
}

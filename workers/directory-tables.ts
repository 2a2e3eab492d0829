import { hasDirectoryTables } from "./old-tables";

/** Thrown by whoever asks a directory whose tables are older than this build needs. */
export class OldDirectory extends Error {
  override name = "OldDirectory";
}

/** The directory of one request, and whether the request was refused there. */
interface CheckedDirectory {
  database: D1Database;
  isRefused: () => boolean;
}

/**
 * The directory, which answers nothing while its tables are older than this build needs. Most requests never ask it: so
 * it is looked at by the first that does, once for each isolate, and no page waits for it.
 */
export function checkDirectory(binding: D1Database, needed?: number): CheckedDirectory {
  const inner = new WeakMap<object, D1PreparedStatement>();
  let isRefused = false;

  async function asked<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    if (await hasDirectoryTables(binding, needed)) return ask();
    isRefused = true;
    throw new OldDirectory("The directory was not migrated");
  }

  function checked(statement: D1PreparedStatement): D1PreparedStatement {
    const own = {
      bind: (...values: unknown[]) => checked(statement.bind(...values)),
      all: () => asked(() => statement.all()),
      run: () => asked(() => statement.run()),
      raw: (options: { columnNames: true }) => asked(() => statement.raw(options)),
      first: (column: string) => asked(() => statement.first(column)),
    } as unknown as D1PreparedStatement;
    inner.set(own, statement);
    return own;
  }

  const database = {
    prepare: (sql: string) => checked(binding.prepare(sql)),
    batch: (list: D1PreparedStatement[]) => asked(() => binding.batch(list.map((each) => inner.get(each) ?? each))),
  } as D1Database;
  return { database, isRefused: () => isRefused };
}

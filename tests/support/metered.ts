import { env } from "cloudflare:workers";
import { openDatabase } from "~/platform/db/database.server";

/** A database that adds up the rows that its batches and statements read. */
export function meteredDatabase() {
  let read = 0;
  const count = <Result extends D1Result>(result: Result): Result => {
    read += result.meta.rows_read;
    return result;
  };
  const statement = (of: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(of, {
      get(target, name) {
        if (name === "bind") return (...values: unknown[]) => statement(target.bind(...values));
        // Drizzle's one statement by itself asks for bare rows, which say nothing of what they cost.
        if (name !== "raw") return Reflect.get(target, name);
        return async () => count(await target.run()).results.map((each) => Object.values(each as object));
      },
    });
  const binding = new Proxy(env.DB, {
    get(target, name) {
      if (name === "prepare") return (query: string) => statement(target.prepare(query));
      if (name !== "batch") return Reflect.get(target, name);
      return async (list: D1PreparedStatement[]) => (await target.batch(list)).map(count);
    },
  });
  return { metered: openDatabase(binding), rowsRead: () => read };
}

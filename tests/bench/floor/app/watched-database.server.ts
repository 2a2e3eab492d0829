import { type Database, openDatabase } from "~/platform/db/database.server";

export interface Watched {
  database: Database;
  /** One for each statement sent alone, one for each batch. */
  trips: number;
  /** Each statement in turn, with the rows that D1 read for it. */
  statements: { query: string; rowsRead: number }[];
}

/** A database that counts what is asked of it and what D1 reads for it. */
export function watchDatabase(binding: D1Database): Watched {
  const inner = new WeakMap<object, D1PreparedStatement>();
  const queries = new WeakMap<object, string>();
  const watched: Omit<Watched, "database"> = { trips: 0, statements: [] };

  function note(asked: object[], results: D1Result[]): void {
    watched.trips += 1;
    for (const [at, result] of results.entries()) {
      watched.statements.push({ query: queries.get(asked[at] as object) ?? "", rowsRead: result.meta.rows_read });
    }
  }

  function watch(statement: D1PreparedStatement, query: string): D1PreparedStatement {
    const proxy = new Proxy(statement, {
      get(target, name) {
        if (name === "bind") return (...values: unknown[]) => watch(target.bind(...values), query);
        const member = Reflect.get(target, name);
        if (typeof member !== "function") return member;
        return async (...values: unknown[]) => {
          // Some ways of asking hide what was read: it is asked for again, openly.
          note([proxy], [await target.all()]);
          return Reflect.apply(member, target, values);
        };
      },
    });
    inner.set(proxy, statement);
    queries.set(proxy, query);
    return proxy;
  }

  const database = openDatabase(
    new Proxy(binding, {
      get(target, name) {
        if (name === "prepare") return (query: string) => watch(target.prepare(query), query);
        if (name !== "batch") return Reflect.get(target, name);
        return async (list: D1PreparedStatement[]) => {
          const results = await target.batch(list.map((each) => inner.get(each) ?? each));
          note(list, results);
          return results;
        };
      },
    }),
  );
  return Object.assign(watched, { database });
}

import { type Database, openDatabase } from "~/db/database.server";

export interface Watched {
  database: Database;
  /** One for each statement sent alone, one for each batch. */
  trips: number;
  statements: number;
  rowsRead: number;
}

/** A database that counts what is asked of it and what D1 reads for it. */
export function watchDatabase(binding: D1Database): Watched {
  const inner = new WeakMap<object, D1PreparedStatement>();
  const watched: Omit<Watched, "database"> = { trips: 0, statements: 0, rowsRead: 0 };

  function note(results: D1Result[]): void {
    watched.trips += 1;
    watched.statements += results.length;
    for (const result of results) watched.rowsRead += result.meta.rows_read;
  }

  function watch(statement: D1PreparedStatement): D1PreparedStatement {
    const proxy = new Proxy(statement, {
      get(target, name) {
        if (name === "bind") return (...values: unknown[]) => watch(target.bind(...values));
        const member = Reflect.get(target, name);
        if (typeof member !== "function") return member;
        return async (...values: unknown[]) => {
          // Some ways of asking hide what was read: it is asked for again, openly.
          note([await target.all()]);
          return Reflect.apply(member, target, values);
        };
      },
    });
    inner.set(proxy, statement);
    return proxy;
  }

  const database = openDatabase(
    new Proxy(binding, {
      get(target, name) {
        if (name === "prepare") return (query: string) => watch(target.prepare(query));
        if (name !== "batch") return Reflect.get(target, name);
        return async (list: D1PreparedStatement[]) => {
          const results = await target.batch(list.map((each) => inner.get(each) ?? each));
          note(results);
          return results;
        };
      },
    }),
  );
  return Object.assign(watched, { database });
}

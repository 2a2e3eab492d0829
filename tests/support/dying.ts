import { type Database, openDatabase } from "~/platform/db/database.server";

const DIES = new Error("The Worker died");

/**
 * Databases and stores whose Worker dies at its `nth` trip, before or after that is done: nothing later reaches any of
 * them.
 */
export function dyingWorlds(nth: number, when: "before" | "after") {
  const state = { trips: 0, dead: false };
  async function trip<Result>(run: () => Promise<Result>): Promise<Result> {
    if (state.dead) throw DIES;
    state.trips += 1;
    if (state.trips !== nth) return run();
    state.dead = true;
    if (when === "after") await run();
    throw DIES;
  }
  const statements = new WeakMap<object, D1PreparedStatement>();
  function watch(statement: D1PreparedStatement): D1PreparedStatement {
    const watched = new Proxy(statement, {
      get(target, name) {
        if (name === "bind") return (...values: unknown[]) => watch(target.bind(...values));
        const member = Reflect.get(target, name);
        if (typeof member !== "function") return member;
        return (...values: unknown[]) => trip(async () => Reflect.apply(member, target, values));
      },
    });
    statements.set(watched, statement);
    return watched;
  }
  function dying(database: Database): Database {
    const client = new Proxy(database.$client, {
      get(target, name) {
        if (name === "prepare") return (query: string) => watch(target.prepare(query));
        if (name !== "batch") return Reflect.get(target, name);
        return (list: D1PreparedStatement[]) =>
          trip(() => target.batch(list.map((each) => statements.get(each) ?? each)));
      },
    });
    return openDatabase(client);
  }
  function dyingStore(objects: R2Bucket): R2Bucket {
    return new Proxy(objects, {
      get(target, name) {
        const member = Reflect.get(target, name);
        if (typeof member !== "function") return member;
        return (...values: unknown[]) => trip(async () => Reflect.apply(member, target, values));
      },
    });
  }
  return { state, dying, dyingStore };
}

import { env } from "cloudflare:workers";
import { openDatabase } from "~/platform/db/database.server";
import { allRows, names, reachOf } from "./every-row";

const WRITES = /^\s*(?:insert(?: or \w+)? into|replace into|update(?: or \w+)?|delete from)\s+["`]?(\w+)/i;

/** Gives each row of a user's diary, and each account, the next version, as if somebody had saved it as it is. */
export async function saveAgain(userId: number): Promise<void> {
  const versioned = (await allRows()).filter(({ rows: [row] }) => row && "version" in row && "user_id" in row);
  await env.DB.batch([
    env.DB.prepare("UPDATE users SET version = version + 1"),
    ...versioned.map(({ name }) =>
      env.DB.prepare(`UPDATE ${name} SET version = version + 1 WHERE user_id = ${userId}`),
    ),
  ]);
}

/**
 * A database that notices which tables are written by what is asked of it.
 * @param beforeWrite is called before the first write
 */
export function watchedDatabase(beforeWrite?: () => Promise<unknown>) {
  const written = new Set<string>();
  let waiting = beforeWrite;
  const inner = new WeakMap<object, { statement: D1PreparedStatement; query: string }>();
  const note = (query: string) => {
    const table = WRITES.exec(query)?.[1];
    if (table) for (const name of reachOf(table)) written.add(name);
    // What begins in another way may write anywhere.
    else if (!/^\s*select\b/i.test(query)) for (const name of names) written.add(name);
  };

  async function beforeFirstWrite() {
    const meanwhile = written.size > 0 ? waiting : undefined;
    if (meanwhile) waiting = undefined;
    await meanwhile?.();
  }

  function watch(statement: D1PreparedStatement, query: string): D1PreparedStatement {
    const watched = new Proxy(statement, {
      get(target, name) {
        if (name === "bind") return (...values: unknown[]) => watch(target.bind(...values), query);
        const member = Reflect.get(target, name);
        if (typeof member !== "function") return member;
        return async (...values: unknown[]) => {
          note(query);
          await beforeFirstWrite();
          return (member as (...values: unknown[]) => unknown).apply(target, values);
        };
      },
    });
    inner.set(watched, { statement, query });
    return watched;
  }

  const binding = new Proxy(env.DB, {
    get(target, name) {
      if (name === "prepare") return (query: string) => watch(target.prepare(query), query);
      if (name !== "batch") return Reflect.get(target, name);
      return async (list: D1PreparedStatement[]) => {
        for (const each of list) note(inner.get(each)?.query ?? "");
        await beforeFirstWrite();
        return target.batch(list.map((each) => inner.get(each)?.statement ?? each));
      };
    },
  });
  return { database: openDatabase(binding), written };
}

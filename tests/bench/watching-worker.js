import daybook from "./index.js";

/**
 * Stands before the built Worker in benchmarks, and is in no build: each trip to a database takes as long as the setting
 * FAR_MS says of its binding, and the header `x-d1` of an answer tells what was asked of which database.
 */
const inner = new WeakMap();
const worlds = new WeakMap();
let asked = {};

export default {
  async fetch(request, env, execution) {
    // What crons and the queue asked for since the last request.
    if (new URL(request.url).pathname === "/x-d1/") return Response.json(asked);
    asked = {};
    const response = await daybook.fetch(request, watchedEnv(env), execution);
    const headers = new Headers(response.headers);
    headers.set("x-d1", JSON.stringify(asked));
    return new Response(response.body, { status: response.status, headers });
  },
  queue: (batch, env, execution) => daybook.queue(batch, watchedEnv(env), execution),
  scheduled: (event, env, execution) => daybook.scheduled(event, watchedEnv(env), execution),
};

/** The same object each time, since the Worker remembers its settings by it. */
function watchedEnv(env) {
  const known = worlds.get(env);
  if (known) return known;
  const far = env.FAR_MS ?? {};
  const isDatabase = (binding) => typeof binding?.prepare === "function" && typeof binding.batch === "function";
  const watched = Object.fromEntries(
    Object.entries(env).map(([name, binding]) => [
      name,
      isDatabase(binding) ? watch(binding, { name, far, placeOf: () => name }) : binding,
    ]),
  );
  worlds.set(env, watched);
  return watched;
}

const WRITES = /^\s*(?:insert|update|delete)\b/i;

/** @param where `placeOf`: at which place a trip is answered, by whether it may write: of a database, or "<binding> copy" */
function watch(binding, where) {
  const { name, far, placeOf } = where;
  const trip = async (queries, ask) => {
    const place = placeOf(queries.some((query) => WRITES.test(query)));
    asked[place] ??= { trips: 0, statements: 0, rowsRead: 0, rowsWritten: 0, ms: 0 };
    const told = asked[place];
    told.trips += 1;
    told.statements += queries.length;
    const farMs = far[place] ?? far[name] ?? 0;
    if (farMs > 0) await scheduler.wait(farMs);
    const answer = await ask();
    for (const each of [answer].flat()) {
      told.rowsRead += each?.meta?.rows_read ?? 0;
      told.rowsWritten += each?.meta?.rows_written ?? 0;
      told.ms += each?.meta?.duration ?? 0;
    }
    return answer;
  };
  const statement = (of, query) => {
    const proxy = new Proxy(of, {
      get(target, member) {
        const value = Reflect.get(target, member);
        if (member === "bind") return (...values) => statement(target.bind(...values), query);
        if (typeof value !== "function") return value;
        return (...values) => trip([query], () => Reflect.apply(value, target, values));
      },
    });
    inner.set(proxy, { of, query });
    return proxy;
  };
  return new Proxy(binding, {
    get(target, member) {
      if (member === "prepare") return (query) => statement(target.prepare(query), query);
      if (member === "batch") {
        return (list) => {
          const known = list.map((each) => inner.get(each) ?? { of: each, query: "" });
          return trip(
            known.map(({ query }) => query),
            () => target.batch(known.map(({ of }) => of)),
          );
        };
      }
      if (member === "withSession") return (from) => watchSession(target.withSession(from), where, from);
      const value = Reflect.get(target, member);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/**
 * A session of D1 goes to the primary with its first trip if it asks for that, with whatever writes, and with what comes
 * after a write, which no copy has heard of yet; with all else to the nearest copy.
 */
function watchSession(session, { name, far }, from) {
  let [isFirst, wrote] = [from === "first-primary", false];
  const placeOf = (isWrite) => {
    wrote ||= isWrite;
    const place = wrote || isFirst ? name : `${name} copy`;
    isFirst = false;
    return place;
  };
  return watch(session, { name, far, placeOf });
}

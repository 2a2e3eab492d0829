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

/** The same object each time, since the Worker remembers its regions by it. */
function watchedEnv(env) {
  const known = worlds.get(env);
  if (known) return known;
  const far = env.FAR_MS ?? {};
  const isDatabase = (binding) => typeof binding?.prepare === "function" && typeof binding.batch === "function";
  const watched = Object.fromEntries(
    Object.entries(env).map(([name, binding]) => [name, isDatabase(binding) ? watch(binding, name, far) : binding]),
  );
  worlds.set(env, watched);
  return watched;
}

function watch(binding, name, far) {
  const farMs = far[name] ?? 0;
  const trip = async (statements, ask) => {
    asked[name] ??= { trips: 0, statements: 0, rowsRead: 0, rowsWritten: 0, ms: 0 };
    const told = asked[name];
    told.trips += 1;
    told.statements += statements;
    if (farMs > 0) await scheduler.wait(farMs);
    const answer = await ask();
    for (const each of [answer].flat()) {
      told.rowsRead += each?.meta?.rows_read ?? 0;
      told.rowsWritten += each?.meta?.rows_written ?? 0;
      told.ms += each?.meta?.duration ?? 0;
    }
    return answer;
  };
  const statement = (of) => {
    const proxy = new Proxy(of, {
      get(target, member) {
        const value = Reflect.get(target, member);
        if (member === "bind") return (...values) => statement(target.bind(...values));
        if (typeof value !== "function") return value;
        return (...values) => trip(1, () => Reflect.apply(value, target, values));
      },
    });
    inner.set(proxy, of);
    return proxy;
  };
  return new Proxy(binding, {
    get(target, member) {
      if (member === "prepare") return (query) => statement(target.prepare(query));
      if (member === "batch")
        return (list) => trip(list.length, () => target.batch(list.map((each) => inner.get(each) ?? each)));
      if (member === "withSession") return (from) => watchSession(target.withSession(from), name, from, far);
      const value = Reflect.get(target, member);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/** Unless it begins at the primary, a session reads the nearest copy: at the distance of "<binding> copy", if it has one. */
function watchSession(session, name, from, far) {
  const copy = `${name} copy`;
  return watch(session, from === "first-primary" ? name : copy, { [copy]: far[name], ...far });
}

import daybook from "./index.js";

/**
 * Stands before the built Worker in the drill of faults, and is in no build: what `/x-faults/` is sent says which
 * bindings fail and which hang, and what the Worker's clock adds. A call that hangs goes on once the fault is taken away.
 * Mails go nowhere: `/x-faults/` answers with those that were handed over.
 */
let state = { faults: {}, offsetMs: 0 };
const mails = [];
const inner = new WeakMap();
let world;

const D1 = ["prepare", "batch", "withSession"];
const BINDINGS = {
  DB: "d1",
  OBJECTS: "r2",
  JOBS: "queue",
  BULK_JOBS: "queue",
  FORMS: "kv",
};

export default {
  async fetch(request, env, execution) {
    if (new URL(request.url).pathname !== "/x-faults/") return daybook.fetch(request, worldOf(env), execution);
    if (request.method === "POST") state = await request.json();
    return Response.json(mails);
  },
  queue: (batch, env, execution) => daybook.queue(batch, worldOf(env), execution),
  scheduled: (event, env, execution) => daybook.scheduled(event, worldOf(env), execution),
};

/** The same object each time, since the Worker remembers its settings by it. */
function worldOf(env) {
  world ??= {
    ...env,
    ...Object.fromEntries(Object.entries(BINDINGS).map(([name, part]) => [name, faulty(env[name], part)])),
  };
  world.EMAIL = { send: (mail) => through("mail", () => mails.push(mail)) };
  world.CLOCK_OFFSET_MS = String(state.offsetMs);
  return world;
}

/** @param part what of the faults it is */
async function through(part, ask) {
  const fault = state.faults[part];
  if (fault === "fails") throw new Error(`${part} is out of order`);
  const until = typeof fault === "number" ? Date.now() + fault : Infinity;
  while (fault !== undefined && state.faults[part] === fault && Date.now() < until) await scheduler.wait(20);
  return ask();
}

function faulty(binding, part) {
  return new Proxy(binding, {
    get(target, member) {
      const value = Reflect.get(target, member);
      if (typeof value !== "function") return value;
      if (part !== "d1" || !D1.includes(member)) {
        // The local mailbox is no part of what is shipped.
        return (...given) =>
          part === "kv" && String(given[0]).startsWith("local-mail/")
            ? Reflect.apply(value, target, given)
            : through(part, () => Reflect.apply(value, target, given));
      }
      if (member === "prepare") return (sql) => statement(target.prepare(sql));
      if (member === "withSession") return (from) => faultySession(target.withSession(from));
      return (list) => through("d1", () => target.batch(list.map((each) => inner.get(each) ?? each)));
    },
  });
}

function faultySession(session) {
  return {
    prepare: (sql) => statement(session.prepare(sql)),
    batch: (list) => through("d1", () => session.batch(list.map((each) => inner.get(each) ?? each))),
    getBookmark: () => session.getBookmark(),
  };
}

function statement(of) {
  const proxy = new Proxy(of, {
    get(target, member) {
      const value = Reflect.get(target, member);
      if (member === "bind") return (...values) => statement(target.bind(...values));
      return typeof value === "function"
        ? (...given) => through("d1", () => Reflect.apply(value, target, given))
        : value;
    },
  });
  inner.set(proxy, of);
  return proxy;
}

import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { answerOnTables, hasTables } from "../../workers/old-tables";

interface State {
  applied: number;
  asked: number;
  /** Of the nearest copy, if it is not as new. */
  copy?: { applied: number; asked: number };
}

/** A database that says how many migrations it has, and counts how often it is asked. */
function databaseWith(state: State) {
  const asking = (of: { applied: number; asked: number }) => {
    const first = async () => {
      of.asked += 1;
      return of.applied;
    };
    return { prepare: () => ({ first }) };
  };
  const withSession = (constraint: string) => {
    expect(constraint).toBe("first-unconstrained");
    return asking(state.copy ?? state);
  };
  return { ...asking(state), withSession } as unknown as D1Database;
}

const page = new Request("http://daybook.test/logbook/");
const form = new Request("http://daybook.test/leave/", { method: "POST" });
const call = new Request("http://daybook.test/api/leave/");
const made = async () => new Response("made");

test("a database with the tables of the build is asked once for all requests of an isolate", async () => {
  const state = { applied: 3, asked: 0 };
  const database = databaseWith(state);
  const both = await Promise.all([page, form].map((request) => answerOnTables(request, database, made, 3)));
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect((await answerOnTables(call, database, made, 3)).status).toBe(200);
  expect(state.asked).toBe(1);
});

test("one with older tables is refused in words, runs no act, and is open as soon as it was migrated", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const state = { applied: 2, asked: 0 };
  const database = databaseWith(state);
  const act = vi.fn(made);
  const words = "Daybook is being updated, and nothing was saved. Try again in a few minutes.";
  for (const [request, type, body] of [
    [form, "text/plain; charset=utf-8", words],
    [call, "application/json", JSON.stringify({ errors: { "": [words] } })],
  ] as const) {
    const refused = await answerOnTables(request, database, act, 3);
    const headers = ["Retry-After", "Content-Type"].map((name) => refused.headers.get(name));
    expect([refused.status, ...headers, await refused.text()]).toEqual([503, "60", type, body]);
  }
  expect(act).not.toHaveBeenCalled();
  const broken = async () => {
    throw new Error("no such column");
  };
  expect((await answerOnTables(page, database, broken, 3)).status).toBe(503);
  expect(log).toHaveBeenCalledWith('{"kind":"old-tables","applied":2,"needed":3}');

  state.applied = 3;
  expect((await answerOnTables(form, database, act, 3)).status).toBe(200);
  expect(act).toHaveBeenCalledOnce();
});

test("the nearest copy is asked first, and the far primary only where the copy has too few", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const state = { applied: 3, asked: 0, copy: { applied: 3, asked: 0 } };
  expect((await answerOnTables(page, databaseWith(state), made, 3)).status).toBe(200);
  expect([state.asked, state.copy.asked]).toEqual([0, 1]);

  const behind = { applied: 3, asked: 0, copy: { applied: 2, asked: 0 } };
  expect(await hasTables(databaseWith(behind), 3)).toBe(true);
  expect([behind.asked, behind.copy.asked]).toEqual([1, 1]);
  expect(log).not.toHaveBeenCalled();
  expect(await hasTables(databaseWith({ ...behind, applied: 2 }), 3)).toBe(false);
});

test("tables that are newer than the build are no reason to refuse: they are only ever added to", async () => {
  expect(await hasTables(databaseWith({ applied: 4, asked: 0 }), 3)).toBe(true);
});

test("a database without any tables has none, and one that does not answer says so itself", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const { DIARY: empty } = env as unknown as { DIARY: D1Database };
  expect(await hasTables(empty, 1)).toBe(false);
  const away = { prepare: () => ({ first: () => Promise.reject(new Error("Network connection lost")) }) };
  expect(await hasTables({ ...away, withSession: () => away } as unknown as D1Database, 1)).toBe(true);
});

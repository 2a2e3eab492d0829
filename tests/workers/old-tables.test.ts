import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { checkDirectory, OldDirectory } from "../../workers/directory-tables";
import { answerOnTables, hasTables } from "../../workers/old-tables";
import { readRegions } from "../../workers/regions";

interface State {
  applied: number;
  asked: number;
  /** Of the nearest copy, if it is not as new. */
  copy?: { applied: number; asked: number };
}

/** A region whose database says how many migrations it has, and counts how often it is asked. */
function regionWith(state: State) {
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
  const database = { ...asking(state), withSession } as unknown as D1Database;
  return { ...readRegions(env)[0], code: "oc", database, hasCopies: state.copy !== undefined };
}

const page = new Request("http://daybook.test/logbook/");
const form = new Request("http://daybook.test/leave/", { method: "POST" });
const call = new Request("http://daybook.test/api/leave/");
const made = async () => new Response("made");

test("a region with the tables of the build is asked once for all requests of an isolate", async () => {
  const state = { applied: 3, asked: 0 };
  const region = regionWith(state);
  const both = await Promise.all([page, form].map((request) => answerOnTables(request, region, made, 3)));
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect((await answerOnTables(call, region, made, 3)).status).toBe(200);
  expect(state.asked).toBe(1);
});

test("one with older tables is refused in words, runs no act, and is open as soon as it was migrated", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const state = { applied: 2, asked: 0 };
  const region = regionWith(state);
  const act = vi.fn(made);
  const words = "Daybook is being updated, and nothing was saved. Try again in a few minutes.";
  for (const [request, type, body] of [
    [form, "text/plain; charset=utf-8", words],
    [call, "application/json", JSON.stringify({ errors: { "": [words] } })],
  ] as const) {
    const refused = await answerOnTables(request, region, act, 3);
    const headers = ["Retry-After", "Content-Type"].map((name) => refused.headers.get(name));
    expect([refused.status, ...headers, await refused.text()]).toEqual([503, "60", type, body]);
  }
  expect(act).not.toHaveBeenCalled();
  const broken = async () => {
    throw new Error("no such column");
  };
  expect((await answerOnTables(page, region, broken, 3)).status).toBe(503);
  expect(log).toHaveBeenCalledWith('{"kind":"old-tables","region":"oc","applied":2,"needed":3}');

  state.applied = 3;
  expect((await answerOnTables(form, region, act, 3)).status).toBe(200);
  expect(act).toHaveBeenCalledOnce();
});

test("the nearest copy is asked first, and the far primary only where the copy has too few", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const state = { applied: 3, asked: 0, copy: { applied: 3, asked: 0 } };
  expect((await answerOnTables(page, regionWith(state), made, 3)).status).toBe(200);
  expect([state.asked, state.copy.asked]).toEqual([0, 1]);

  const behind = { applied: 3, asked: 0, copy: { applied: 2, asked: 0 } };
  expect(await hasTables(regionWith(behind), 3)).toBe(true);
  expect([behind.asked, behind.copy.asked]).toEqual([1, 1]);
  expect(log).not.toHaveBeenCalled();
  expect(await hasTables(regionWith({ ...behind, applied: 2 }), 3)).toBe(false);
});

test("a directory with older tables answers nothing, and says so until it was migrated", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const asked: string[] = [];
  let applied = 1;
  const statement = (sql: string) => ({
    bind: () => statement(sql),
    first: async () => applied,
    raw: async () => void asked.push(sql),
  });
  const binding = { prepare: statement, batch: async () => void asked.push("batch") } as unknown as D1Database;
  const { database, isRefused } = checkDirectory(binding, 2);
  expect(isRefused()).toBe(false);
  await expect(database.prepare("SELECT 1").bind(1).raw()).rejects.toThrow(OldDirectory);
  await expect(database.batch([])).rejects.toThrow(OldDirectory);
  expect([isRefused(), asked]).toEqual([true, []]);

  applied = 2;
  const next = checkDirectory(binding, 2);
  await next.database.prepare("SELECT 1").bind(1).raw();
  await next.database.batch([]);
  expect([next.isRefused(), asked]).toEqual([false, ["SELECT 1", "batch"]]);
});

test("what a request asks of a directory with the tables of the build is answered as ever", async () => {
  const { database } = checkDirectory(env.DB, 0);
  const [{ results }] = (await database.batch([database.prepare("SELECT ? AS n").bind(3)])) as [D1Result];
  expect(results).toEqual([{ n: 3 }]);
  expect(await database.prepare("SELECT ? AS n").bind(4).first("n")).toBe(4);
});

test("tables that are newer than the build are no reason to refuse: they are only ever added to", async () => {
  expect(await hasTables(regionWith({ applied: 4, asked: 0 }), 3)).toBe(true);
});

test("a database without any tables has none, and one that does not answer says so itself", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  // An object of its own: what this isolate knows of the directory from requests of other tests is kept by the object.
  const empty = { prepare: (sql: string) => env.DIRECTORY.prepare(sql) } as D1Database;
  const region = { ...readRegions(env)[0], database: empty, hasCopies: false };
  expect(await hasTables(region, 1)).toBe(false);
  const away = { prepare: () => ({ first: () => Promise.reject(new Error("Network connection lost")) }) };
  expect(await hasTables({ ...region, database: away as unknown as D1Database }, 1)).toBe(true);
});

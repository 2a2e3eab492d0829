import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { answerOnTables, hasTables } from "../../workers/old-tables";
import { readRegions } from "../../workers/regions";

/** A region whose database says how many migrations it has, and counts how often it is asked. */
function regionWith(state: { applied: number; asked: number }) {
  const first = async () => {
    state.asked += 1;
    return state.applied;
  };
  const database = { prepare: () => ({ first }) } as unknown as D1Database;
  return { ...readRegions(env)[0], code: "oc", database };
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
  for (const request of [form, call]) {
    const refused = await answerOnTables(request, region, act, 3);
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([503, "60"]);
    expect(await refused.text()).toContain("Daybook is being updated, and nothing was saved. Try again");
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

test("tables that are newer than the build are no reason to refuse: they are only ever added to", async () => {
  expect(await hasTables(regionWith({ applied: 4, asked: 0 }), 3)).toBe(true);
});

test("a database without any tables has none, and one that does not answer says so itself", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const region = { ...readRegions(env)[0], database: env.DIRECTORY };
  expect(await hasTables(region, 1)).toBe(false);
  const away = { prepare: () => ({ first: () => Promise.reject(new Error("Network connection lost")) }) };
  expect(await hasTables({ ...region, database: away as unknown as D1Database }, 1)).toBe(true);
});

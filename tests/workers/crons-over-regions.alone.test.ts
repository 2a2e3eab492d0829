import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { names } from "~/account/directory/table.server";
import { newRef } from "~/platform/db/columns.server";
import { cronRuns } from "~/platform/db/cron-runs.server";
import { SWEEPS_QUEUE } from "../../workers/bindings";
import { type CronWorld, runCron, runSweepMessages } from "../../workers/crons";
import { DAILY } from "../../workers/jobs";
import { type Regions, readRegions } from "../../workers/regions";
import wrangler from "../../wrangler.toml?raw";
import { db, directory, farDb, jobContext, NOW } from "../support/harness";

const MINUTE = 60_000;
const EACH_MINUTE = "* * * * *";
type Sent = { body: unknown };

/** A world whose queue remembers what it was sent, and whose regions note in which order they were swept. */
function worldOf(more: Partial<CronWorld> = {}, now = NOW) {
  const [sent, swept]: [Sent[], string[]] = [[], []];
  const world: CronWorld = {
    regions: readRegions(env),
    sweeps: {
      async sendBatch(messages) {
        const list = [...messages];
        if (list.length > 100) throw new Error("Too many messages");
        sent.push(...list);
        return {} as never;
      },
    },
    contextOf({ code }) {
      swept.push(code);
      return jobContext({ db: code === "oc" ? farDb : db, now });
    },
    clock: () => now,
    hasTables: async () => true,
    hasDirectoryTables: async () => true,
    watch: async () => {},
    ...more,
  };
  return { world, sent, swept };
}

async function deliver(body: unknown, world: CronWorld) {
  const done = { acked: 0, retried: 0 };
  const message = { id: newRef(), body, attempts: 1, ack: () => done.acked++, retry: () => done.retried++ };
  await runSweepMessages({ messages: [message] } as never, world);
  return done;
}

const away = { sendBatch: () => Promise.reject(new Error("queue away")) };
/** So many regions in the databases of two. */
function many(amount: number): Regions {
  const [eu, oc] = readRegions(env) as unknown as [Regions[0], Regions[0]];
  return Array.from({ length: amount }, (_, at) => ({ ...(at % 2 ? oc : eu), code: `r${at}` })) as unknown as Regions;
}

test("the cron hands over a message a region, however many there are, and sweeps none itself", async () => {
  const { world, sent, swept } = worldOf({ regions: many(250) });
  const watch = vi.fn(async () => {});
  await runCron(EACH_MINUTE, { ...world, watch });
  expect(sent).toHaveLength(250);
  expect(sent[1]).toEqual({ body: { task: "minute", region: "r1", at: NOW } });
  // It settles names with what the default region works with.
  expect([swept, watch.mock.calls.length]).toEqual([["r0"], 1]);
  await runCron(DAILY, { ...world, watch });
  expect([sent.length, watch.mock.calls.length]).toEqual([500, 1]);
  expect(sent.at(-1)).toEqual({ body: { task: "daily", region: "r249", at: NOW } });
});

test("a message sweeps its region and no other, and one that comes again runs nothing more", async () => {
  for (const database of [db, farDb]) await database.delete(cronRuns);
  const { world, sent } = worldOf();
  await runCron(EACH_MINUTE, world);
  const far = sent.find(({ body }) => (body as { region: string }).region === "oc")?.body;
  expect(await deliver(far, world)).toEqual({ acked: 1, retried: 0 });
  const began = () => farDb.select().from(cronRuns).where(eq(cronRuns.name, "minute"));
  expect([await began(), await db.select().from(cronRuns)]).toEqual([
    [{ name: "minute", began_at: NOW, ended_at: NOW, failed_at: null }],
    [],
  ]);
  // Late, after the message of a minute that came later.
  const later = worldOf({}, NOW + 2 * MINUTE).world;
  await deliver({ task: "minute", region: "oc", at: NOW + MINUTE }, later);
  const after = await began();
  expect(after[0]?.began_at).toBe(NOW + 2 * MINUTE);
  const latest = worldOf({}, NOW + 3 * MINUTE).world;
  for (const at of [NOW, NOW + MINUTE])
    expect((await deliver({ task: "minute", region: "oc", at }, latest)).acked).toBe(1);
  expect(await began()).toEqual(after);
});

test("a run that died is run again by the same message", async () => {
  await farDb.delete(cronRuns);
  await farDb.insert(cronRuns).values({ name: "daily", began_at: NOW, ended_at: null, failed_at: null });
  await deliver({ task: "daily", region: "oc", at: NOW }, worldOf({}, NOW + 5).world);
  expect(await farDb.select().from(cronRuns)).toMatchObject([{ name: "daily", began_at: NOW + 5, ended_at: NOW + 5 }]);
});

test("with one region nothing is handed over", async () => {
  const [home] = readRegions(env);
  const { world, sent, swept } = worldOf({ regions: [home] });
  await runCron(EACH_MINUTE, world);
  expect([sent, swept.slice(0, 1)]).toEqual([[], ["eu"]]);
});

test("while the queue is away the cron sweeps all regions itself, each minute another one first", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const firstAt = async (now: number) => {
    const { world, swept } = worldOf({ sweeps: away }, now);
    await runCron(EACH_MINUTE, world);
    return swept.slice(0, 2);
  };
  const both = [await firstAt(NOW), await firstAt(NOW + MINUTE)];
  expect(both.map((each) => each.toSorted())).toEqual([
    ["eu", "oc"],
    ["eu", "oc"],
  ]);
  expect(both[0]).not.toEqual(both[1]);
  expect(log).toHaveBeenCalled();
});

test("a region that fails, or was not migrated, holds up no other, and a message that nobody knows is dropped with a line in the log", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const { world, swept } = worldOf({ hasTables: async ({ code }) => code !== "oc" });
  expect(await deliver({ task: "minute", region: "oc", at: NOW }, world)).toEqual({ acked: 1, retried: 0 });
  expect(swept).toEqual([]);
  const broken = { hasTables: () => Promise.reject(new Error("cut off")) };
  expect(await deliver({ task: "minute", region: "oc", at: NOW }, worldOf(broken).world)).toMatchObject({ retried: 1 });
  expect(log).toHaveBeenCalled();
  log.mockClear();
  for (const body of [{ task: "minute", region: "nz", at: NOW }, { task: "hourly", region: "eu", at: NOW }, null]) {
    expect(await deliver(body, world)).toEqual({ acked: 1, retried: 0 });
  }
  expect([swept, log.mock.calls.length]).toEqual([[], 3]);
});

test("names of a region that was not migrated wait for it, and all of them for an older directory", async () => {
  const row = { kind: "username", state: "reserved", form: "", reserved_at: NOW - 60 * MINUTE } as const;
  const made = (region: string) => ({ ...row, region, key_hash: newRef(), user_ref: newRef(), claim: newRef() });
  await directory.delete(names);
  await directory.insert(names).values([made("eu"), made("oc")]);
  const left = async () => (await directory.select().from(names)).map(({ region }) => region).sort();
  await runCron(EACH_MINUTE, worldOf({ hasDirectoryTables: async () => false }).world);
  expect(await left()).toEqual(["eu", "oc"]);
  await runCron(EACH_MINUTE, worldOf({ hasTables: async ({ code }) => code !== "oc" }).world);
  expect(await left()).toEqual(["oc"]);
  await runCron(EACH_MINUTE, worldOf().world);
  expect(await left()).toEqual([]);
});

test("the queue of the sweeps is that of the settings, and takes one region an invocation", () => {
  expect(wrangler).toContain(`[[queues.producers]]\nbinding = "SWEEPS"\nqueue = "${SWEEPS_QUEUE}"`);
  expect(wrangler).toMatch(new RegExp(`queue = "${SWEEPS_QUEUE}"\nmax_batch_size = 1\n`));
});

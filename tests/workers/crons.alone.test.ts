import { beforeEach, expect, test, vi } from "vitest";
import { cronRuns } from "~/platform/db/cron-runs.server";
import { DAILY, runCron } from "../../workers/jobs";
import { db, jobContext, NOW } from "../support/harness";

const MINUTE = "* * * * *";

beforeEach(async () => {
  await db.delete(cronRuns);
});

function worldWith(more: Partial<Parameters<typeof runCron>[1]> = {}) {
  const watch = vi.fn(async () => {});
  return { app: jobContext(), clock: () => NOW + 5, hasTables: async () => true, watch, ...more };
}

async function runsAfter(cron: string, world: ReturnType<typeof worldWith>) {
  await runCron(cron, world);
  return (await db.select().from(cronRuns).orderBy(cronRuns.name)).map(({ name, ended_at }) => [name, ended_at]);
}

test("the cron of a night runs the daily task and looks for nothing that must not be", async () => {
  const world = worldWith();
  expect(await runsAfter(DAILY, world)).toEqual([["daily", NOW + 5]]);
  expect(world.watch).not.toHaveBeenCalled();
});

test("the cron of each minute looks for what must not be first, and does its work though that fails", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const watch = vi.fn(async () => {
    expect(await db.$count(cronRuns)).toBe(0);
    throw new Error("away");
  });
  const runs = await runsAfter(MINUTE, worldWith({ watch }));
  expect(watch).toHaveBeenCalledOnce();
  expect(runs).toContainEqual(["minute", NOW + 5]);
});

test("a database that was not migrated is left alone", async () => {
  for (const cron of [MINUTE, DAILY]) {
    expect(await runsAfter(cron, worldWith({ hasTables: async () => false }))).toEqual([]);
  }
});

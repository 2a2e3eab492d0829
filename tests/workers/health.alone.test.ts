import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { backups } from "~/account/table.server";
import { checkParts, type HealthCheck, isWell, missingBackups, type World } from "~/admin/health.server";
import { matters } from "~/mail/table.server";
import { newRef } from "~/platform/db/columns.server";
import { cronRuns } from "~/platform/db/cron-runs.server";
import { withNote } from "~/platform/http/request-note.server";
import { health, watchForMatters, worldOf } from "../../workers/health";
import { readClock, refuseLocalSettings } from "../../workers/settings";
import { hangingDatabase, watchTimeLimits } from "../support/faults";
import { db, jobContext, NOW, queryPlan } from "../support/harness";

const TOKEN = "a-token-of-thirty-two-characters-";
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const queue = { metrics: async () => ({ backlogCount: 0, backlogBytes: 0 }) };
const world: World = { db, objects: env.OBJECTS, queues: [queue], now: NOW };

/** All crons ran as they should. */
beforeEach(async () => {
  await db.delete(cronRuns);
  const run = (name: string, ago: number) => ({ name, began_at: NOW - ago, ended_at: NOW - ago });
  await db.insert(cronRuns).values([run("minute", MINUTE), run("daily", 9 * HOUR)]);
  await db.delete(backups);
});

async function backup(state: "made" | "failed" | "waiting", day: string, created_at = NOW, user_ref = newRef()) {
  await db.insert(backups).values({ unique_ref: newRef(), user_ref, day, state, created_at, updated_at: NOW });
}

const ask = (query: string, headers = {}, more: Partial<Env> = { HEALTH_TOKEN: TOKEN }) =>
  health(new Request(`http://daybook.test/healthz${query}`, { headers }), { ...env, ...more } as Env);

function bad(parts: HealthCheck[]): string[] {
  return parts.filter(({ state }) => state === "bad").map(({ part }) => part);
}

test("whoever asks hears that the Worker answers, and no database is asked for it", async () => {
  const { answer, trips } = await withNote(async (note) => ({ answer: await ask(""), trips: note.trips }));
  expect([answer?.status, await answer?.json(), trips]).toEqual([200, { status: "ok" }, 0]);
  expect(answer?.headers.get("Cache-Control")).toBe("no-store");
  expect(await health(new Request("http://daybook.test/healthz", { method: "POST" }), env)).toBeNull();
  expect(await health(new Request("http://daybook.test/healthz/deep"), env)).toBeNull();
});

test("the parts are shown to whoever has the token, and there is no such page without one", async () => {
  const status = async (...given: Parameters<typeof ask>) => (await ask(...given))?.status;
  expect(await status("?deep", { Authorization: `Bearer ${TOKEN}` }, { HEALTH_TOKEN: "" })).toBe(404);
  expect(await status("?deep", { Authorization: "Bearer " }, { HEALTH_TOKEN: "" })).toBe(404);
  for (const header of ["", TOKEN, `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`, "Bearer ", `Basic ${TOKEN}`]) {
    expect(await status("?deep", { Authorization: header }), header).toBe(401);
  }
  expect(await status(`?deep&token=${TOKEN}`)).toBe(401);
  const answer = await ask("?deep", { Authorization: `Bearer ${TOKEN}` });
  expect(answer?.headers.get("Cache-Control")).toBe("no-store");
  const { parts } = (await answer?.json()) as { parts: HealthCheck[] };
  expect(parts.map(({ part }) => part)).toEqual([
    ...["database", "minute-cron", "daily-cron", "backups"],
    ...["store", "queue"],
  ]);
});

test("the answer is 200 where all is well, and 503 where it is not", async () => {
  const machine = readClock({ ...env, CLOCK_OFFSET_MS: "0" } as Env);
  const at = { HEALTH_TOKEN: TOKEN, CLOCK_OFFSET_MS: String(NOW - machine) } as Partial<Env>;
  const found = async () => {
    const answer = await ask("?deep", { Authorization: `Bearer ${TOKEN}` }, at);
    return [answer?.status, ((await answer?.json()) as { status: string }).status];
  };
  expect(await found()).toEqual([200, "ok"]);
  await backup("failed", "2026-11-20");
  expect(await found()).toEqual([503, "bad"]);
});

test("whoever runs Daybook is told of what the cron of each minute finds", async () => {
  await db.delete(matters);
  await backup("failed", "2026-11-20");
  await watchForMatters(jobContext(), env);
  expect(await db.select({ kind: matters.kind, n: matters.n }).from(matters)).toEqual([{ kind: "backups", n: 1 }]);
});

test("all parts of this Daybook are found well, with one trip to the database", async () => {
  await backup("made", "2026-11-20");
  await backup("made", "2026-11-21");
  const looked = await withNote(async (note) => {
    const parts = await checkParts({ ...worldOf(env), now: NOW });
    return { parts, trips: note.trips };
  });
  expect([bad(looked.parts), isWell(looked.parts), looked.trips]).toEqual([[], true, 1]);
  expect(looked.parts).toContainEqual({ part: "backups", state: "good", n: 0, newest: "2026-11-21" });
  expect(looked.parts).toContainEqual({ part: "minute-cron", state: "good", n: 1 });
});

test("a late cron, and one that never ran, are told", async () => {
  const at = async (name: string, ago: number) => {
    await db
      .insert(cronRuns)
      .values({ name, began_at: NOW - ago, ended_at: null })
      .onConflictDoUpdate({
        target: cronRuns.name,
        set: { began_at: NOW - ago },
      });
    return bad(await checkParts(world));
  };
  expect(await at("minute", 10 * MINUTE)).toEqual([]);
  expect(await at("minute", 11 * MINUTE)).toEqual(["minute-cron"]);
  expect(await at("daily", 27 * HOUR)).toEqual(["minute-cron", "daily-cron"]);
  await db.delete(cronRuns);
  const parts = await checkParts(world);
  expect([bad(parts), isWell(parts)]).toEqual([[], false]);
  // A Daybook of today has had no night.
  await at("minute", MINUTE);
  expect(isWell(await checkParts(world))).toBe(true);
});

test("a backup is missing that failed last night and was not made since, or that waits for nine hours", async () => {
  const user = newRef();
  await backup("failed", "2026-11-20", NOW, user);
  await backup("made", "2026-11-21", NOW, user);
  await backup("failed", "2026-11-12");
  await backup("waiting", "2026-11-21", NOW - 9 * HOUR + 1);
  expect(bad(await checkParts(world))).toEqual([]);
  await backup("failed", "2026-11-20");
  await backup("waiting", "2026-11-21", NOW - 9 * HOUR);
  const parts = await checkParts(world);
  expect(parts).toContainEqual({ part: "backups", state: "bad", n: 2, newest: "2026-11-21" });
});

test("what does not answer, or not within the limit, is bad, and the rest is found as it is", async () => {
  const away = () => Promise.reject(new Error("away"));
  const broken = await checkParts({
    ...world,
    objects: { head: away },
    db: hangingDatabase(away),
    queues: [queue, { metrics: away }],
  });
  expect(bad(broken)).toEqual(["database", "store", "queue"]);
  expect(broken.filter(({ state }) => state === "unknown").map(({ part }) => part)).toEqual([
    "minute-cron",
    "daily-cron",
    "backups",
  ]);

  const limits = watchTimeLimits();
  const runOutByThen: number[] = [];
  const never = () => {
    runOutByThen.push(limits.runOut);
    return new Promise<never>(() => {});
  };
  const slow = await checkParts({
    ...world,
    // At once: of a real one nobody knows how long it takes.
    db: hangingDatabase(never),
    objects: { head: never },
    limitMs: 20,
  });
  expect(bad(slow)).toEqual(["database", "store"]);
  // Neither waited for the other.
  expect(runOutByThen).toEqual([0, 0]);
  expect(limits.setMs).toEqual(new Set([20]));
});

test("an answer may take three seconds", async () => {
  const limits = watchTimeLimits();
  await checkParts(world);
  expect(limits.setMs).toEqual(new Set([3_000]));
});

test("what is looked for each minute is found by an index", async () => {
  for (const statement of missingBackups(db, NOW))
    expect(await queryPlan(statement)).toMatch(/INDEX backups_(failed|waiting)/);
});

test("a token that could be found by trying is refused with the settings", () => {
  const shipped = {
    ...env,
    APP_ORIGIN: "https://daybook.example",
    TURNSTILE_SITE_KEY: "0x4AAA",
    TURNSTILE_SECRET: "0x4BBB",
  };
  const { CLOCK_OFFSET_MS: _, ...settings } = shipped as Env & { CLOCK_OFFSET_MS?: string };
  const check = (HEALTH_TOKEN: string) => () => refuseLocalSettings({ ...settings, HEALTH_TOKEN } as Env, false);
  expect(check("short")).toThrow("HEALTH_TOKEN");
  expect(check(TOKEN)).not.toThrow("HEALTH_TOKEN");
  vi.restoreAllMocks();
});

import { env } from "cloudflare:workers";
import { eq, inArray, isNotNull, ne, sql } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { auditLine } from "~/account/audit.server";
import { markForBackup } from "~/account/backups/due.server";
import { countBackups, failingBackups, lastBackup, retryBackup } from "~/account/backups/queries.server";
import { backups, users } from "~/account/table.server";
import { backUpUser } from "~/backups/back-up-user.server";
import { dropOldBackups, LOST_AFTER_MS, planBackups, sweepBackups } from "~/backups/daily.server";
import { decryptLines } from "~/backups/object.server";
import { backedUpRows } from "~/backups/restore.server";
import { chooseBackup, type StoredBackup } from "~/backups/stored.server";
import { sessions } from "~/diary/sessions/table.server";
import { cpd } from "~/reports/table.server";
import * as sessionPage from "~/routes/logbook/session-new";
import { openBrowser } from "../support/browser";
import { countingDatabase, db, jobContext, makeUser, NOW, recordingJobs, signInAs, vault } from "../support/harness";
import {
  backUp,
  backupsOf,
  makeFullUser,
  NIGHT,
  NIGHT_DAY,
  nightAfter,
  rowsOfUser,
  storedBytes,
  text_encrypted,
} from "./backups";

const MINUTE = 60_000;

beforeEach(async () => {
  await db.delete(backups);
  await db.update(users).set({ changed_at: null });
});

async function dueOf(userRef: string): Promise<number | null | undefined> {
  const [row] = await db.select().from(users).where(eq(users.unique_ref, userRef));
  return row?.changed_at;
}

/** A store that refuses every object. */
const FULL = new Proxy(env.OBJECTS, {
  get(target, name) {
    const refuse = async () => {
      throw new Error("No room");
    };
    const member = name === "put" ? refuse : Reflect.get(target, name);
    return typeof member === "function" ? member.bind(target) : member;
  },
});

test("a backup holds every row of its user and none of anybody else, gzipped and encrypted", async () => {
  const [{ userRef }, other] = [await makeFullUser(), await makeFullUser()];
  const row = await backUp(userRef);
  expect(row).toMatchObject({ state: "made", day: NIGHT_DAY, attempts: 1, made_at: NIGHT });

  const backup = await chooseBackup(env.OBJECTS, userRef);
  expect(backup).toMatchObject({ day: NIGHT_DAY, made_at: NIGHT, records: row?.records, bytes: row?.bytes });
  const kept: Record<string, number> = {};
  const app = jobContext();
  for await (const { kind, row: each } of backedUpRows(app, backup as NonNullable<typeof backup>)) {
    kept[kind.name] = (kept[kind.name] ?? 0) + 1;
    expect(JSON.stringify(each)).not.toContain(other.userRef);
    expect([each.user_id, each.user_ref]).toEqual([undefined, undefined]);
  }
  const rows = await rowsOfUser(userRef);
  expect(kept).toEqual(Object.fromEntries(Object.entries(rows).map(([table, list]) => [table, list.length])));
  expect(Math.min(...Object.values(kept))).toBeGreaterThan(0);
  expect(row?.records).toBe(Object.values(kept).reduce((sum, n) => sum + n, 0));

  const bytes = (await storedBytes(app, userRef)) as Uint8Array;
  expect(bytes.length).toBe(row?.bytes);
  expect(new TextDecoder().decode(bytes)).not.toContain(userRef);
});

test("a backup opens for no other user and on no other day, and not with a byte changed or its end cut off", async () => {
  const { userRef } = await makeFullUser();
  const { unique_ref: stranger } = await makeUser();
  await backUp(userRef);
  const bytes = (await storedBytes(jobContext(), userRef)) as Uint8Array;
  const put = (owner: string, day: string, body: Uint8Array) => env.OBJECTS.put(`users/${owner}/${day}.gz`, body);
  const opening = async (owner: string, day: string) => {
    const backup = { userRef: owner, day, bytes: 0, records: null, made_at: 0, uploaded_at: 0 };
    for await (const row of backedUpRows(jobContext(), backup)) expect(row).toBeDefined();
  };
  await put(stranger, NIGHT_DAY, bytes);
  await expect(opening(stranger, NIGHT_DAY)).rejects.toThrow();
  await put(userRef, "2026-11-20", bytes);
  await expect(opening(userRef, "2026-11-20")).rejects.toThrow();
  const changed = bytes.slice();
  changed[100] = (changed[100] as number) ^ 1;
  for (const body of [changed, bytes.slice(0, -1), bytes.slice(0, 8)]) {
    await put(userRef, NIGHT_DAY, body);
    await expect(opening(userRef, NIGHT_DAY)).rejects.toThrow();
  }
});

test("of many megabytes no piece can be left out", async () => {
  const { unique_ref: userRef } = await makeUser();
  const name = { userRef, day: NIGHT_DAY };
  // Random text shrinks to no less than 3 MB.
  const lines = Array.from({ length: 100 }, () =>
    Buffer.from(crypto.getRandomValues(new Uint8Array(30_000))).toString("base64"),
  );
  const parts = await text_encrypted(name, lines);
  expect(parts.length / 2).toBeGreaterThanOrEqual(3);
  const read = async (some: Uint8Array[]) => {
    const found: string[] = [];
    for await (const line of decryptLines(
      vault,
      name,
      new Uint8Array(await new Blob(some as BlobPart[]).arrayBuffer()),
    ))
      found.push(line);
    return found;
  };
  expect(await read(parts)).toEqual(lines);
  for (const some of [parts.slice(0, 2), parts.slice(0, -2), parts.slice(2), [...parts.slice(2, 4), ...parts]]) {
    await expect(read(some)).rejects.toThrow();
  }
});

test("each night backs up whose rows changed, who has none, and of whom the log tells something new", async () => {
  const [quiet, saved, loggedIn, promoted] = await Promise.all([makeUser(), makeUser(), makeUser(), makeUser()]);
  const all = [quiet, saved, loggedIn, promoted];
  for (const { unique_ref } of all) expect(await backUp(unique_ref)).toMatchObject({ state: "made" });

  const evening = NIGHT + 12 * 60 * MINUTE;
  const { unique_ref: admin } = await makeUser(10);
  await db.batch([
    markForBackup(db, saved.unique_ref, evening),
    auditLine(db, loggedIn.unique_ref, "logged-in", evening),
    db.insert((await import("~/account/table.server")).audit).values({
      ...{ unique_ref: crypto.randomUUID(), user_ref: admin, action: "level-changed", occurred_at: evening },
      about_ref: promoted.unique_ref,
    }),
  ]);
  await planBackups(jobContext({ now: nightAfter(1) }));
  const made = await Promise.all(all.map(async ({ unique_ref }) => (await backupsOf(unique_ref)).length));
  expect(made).toEqual([1, 2, 2, 2]);
  await planBackups(jobContext({ now: nightAfter(1) + MINUTE }));
  expect((await backupsOf(saved.unique_ref)).length).toBe(2);
});

test("the cron of the minute hands the queue what waits; a message too many does nothing", async () => {
  const { unique_ref: userRef } = await makeUser();
  await planBackups(jobContext({ now: NIGHT }));
  const [row] = await backupsOf(userRef);
  const jobs = recordingJobs();
  await sweepBackups(jobContext({ now: NIGHT, jobs }));
  expect(jobs.sent).toContainEqual({ kind: "back-up-user", ref: row?.unique_ref, delaySeconds: 0 });
  for (const _message of ["first", "second"]) await backUpUser(jobContext({ now: NIGHT }), row?.unique_ref as string);
  expect(await backupsOf(userRef)).toMatchObject([{ state: "made", attempts: 1 }]);
});

/** The backups that the cron hands to the queue at a time. */
async function handedAt(now: number) {
  const jobs = recordingJobs();
  await sweepBackups(jobContext({ now, jobs }));
  return jobs.sent.map(({ ref }) => ref);
}

test("a backup is handed to the queue once, again when its message must be lost, and anew when it is tried again", async () => {
  const { unique_ref: userRef } = await makeUser();
  await planBackups(jobContext({ now: NIGHT }));
  const ref = (await backupsOf(userRef))[0]?.unique_ref as string;
  await db.delete(backups).where(ne(backups.unique_ref, ref));
  expect(await handedAt(NIGHT)).toEqual([ref]);
  expect(await handedAt(NIGHT + MINUTE)).toEqual([]);
  expect(await handedAt(NIGHT + LOST_AFTER_MS - 1)).toEqual([]);
  const lost = NIGHT + LOST_AFTER_MS;
  expect(await handedAt(lost)).toEqual([ref]);
  expect(await handedAt(lost + MINUTE)).toEqual([]);
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  await backUpUser(jobContext({ now: lost + MINUTE, objects: FULL }), ref);
  log.mockRestore();
  expect(await handedAt(lost + 6 * MINUTE - 1)).toEqual([]);
  expect(await handedAt(lost + 6 * MINUTE)).toEqual([ref]);
});

test("no more than a hundred backups of a region are with the queue, the longest due first, and those that it refuses are handed over the next minute", async () => {
  const row = (n: number) => {
    const times = { due_at: NIGHT - 1000 + n, created_at: NIGHT, updated_at: NIGHT };
    return { ...times, unique_ref: `due-${n}`, user_ref: `user-${n}`, day: NIGHT_DAY, state: "waiting" as const };
  };
  for (let n = 0; n < 130; n += 1) await db.insert(backups).values(row(n));
  const refs = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `due-${from + at}`);
  expect((await handedAt(NIGHT)).sort()).toEqual(refs(0, 100).sort());
  expect(await handedAt(NIGHT + MINUTE)).toEqual([]);
  await db
    .update(backups)
    .set({ state: "made" })
    .where(inArray(backups.unique_ref, refs(0, 10)));
  expect(await handedAt(NIGHT + 2 * MINUTE)).toEqual(refs(100, 110));

  await db
    .update(backups)
    .set({ state: "made" })
    .where(inArray(backups.unique_ref, refs(10, 20)));
  const jobs = recordingJobs();
  const sendAll = () => Promise.reject(new Error("queue away"));
  const refused = { ...jobs, sendAll };
  await expect(sweepBackups(jobContext({ now: NIGHT + 3 * MINUTE, jobs: refused }))).rejects.toThrow("away");
  expect(await handedAt(NIGHT + 4 * MINUTE)).toEqual(refs(110, 120));
});

test("a backup whose upload fails is tried again, has failed after the fourth try, and is made when it is asked for", async () => {
  const { unique_ref: userRef } = await makeUser();
  await db.batch([markForBackup(db, userRef, NOW)]);
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  await planBackups(jobContext({ now: NIGHT }));
  const ref = (await backupsOf(userRef))[0]?.unique_ref as string;
  let now = NIGHT;
  for (const [tries, minutes] of [5, 30, 120].entries()) {
    await backUpUser(jobContext({ now, objects: FULL }), ref);
    const [row] = await backupsOf(userRef);
    expect(row).toMatchObject({ state: "waiting", attempts: tries + 1, due_at: now + minutes * MINUTE });
    // Too early: nothing.
    await backUpUser(jobContext({ now: now + minutes * MINUTE - 1, objects: FULL }), ref);
    now += minutes * MINUTE;
  }
  await backUpUser(jobContext({ now, objects: FULL }), ref);
  expect(log).toHaveBeenCalledTimes(4);
  log.mockRestore();
  expect(await backupsOf(userRef)).toMatchObject([{ state: "failed", attempts: 4 }]);
  expect(await countBackups(db)).toContainEqual({ state: "failed", n: 1 });
  expect(await failingBackups(db, 10)).toMatchObject([{ unique_ref: ref, user_ref: userRef }]);
  expect(await dueOf(userRef)).toBe(NOW);

  const later = jobContext({ now: nightAfter(1) - MINUTE });
  expect(await retryBackup(later, ref)).toMatchObject([{ user_ref: userRef }]);
  expect(await retryBackup(later, ref)).toEqual([]);
  await backUpUser(later, ref);
  expect(await backupsOf(userRef)).toMatchObject([{ state: "made", attempts: 1 }]);
  expect(await lastBackup(db, userRef)).toMatchObject([{ day: "2026-11-23", made_at: nightAfter(1) - MINUTE }]);
  expect(await dueOf(userRef)).toBeNull();
});

test("a try that died with its Worker is taken up again, and failed for good is what the next night replaces", async () => {
  const { unique_ref: userRef } = await makeUser();
  await planBackups(jobContext({ now: NIGHT }));
  const lease = { attempts: 4, due_at: NIGHT + 20 * MINUTE };
  await db.update(backups).set(lease).where(eq(backups.user_ref, userRef));
  await sweepBackups(jobContext({ now: NIGHT + 19 * MINUTE }));
  expect(await backupsOf(userRef)).toMatchObject([{ state: "waiting" }]);
  await sweepBackups(jobContext({ now: NIGHT + 20 * MINUTE }));
  expect(await backupsOf(userRef)).toMatchObject([{ state: "failed" }]);
  const ref = (await backupsOf(userRef))[0]?.unique_ref as string;
  await planBackups(jobContext({ now: nightAfter(1) }));
  expect(await backupsOf(userRef)).toMatchObject([{ state: "failed" }, { state: "waiting", day: "2026-11-23" }]);
  expect(await retryBackup(jobContext({ now: nightAfter(1) }), ref)).toEqual([]);
});

test("whoever is at work is backed up once they rest; after six hours a rest of two minutes will do", async () => {
  const { unique_ref: userRef } = await makeUser();
  await planBackups(jobContext({ now: NIGHT }));
  const ref = (await backupsOf(userRef))[0]?.unique_ref as string;
  await markForBackup(db, userRef, NIGHT - MINUTE);
  await backUpUser(jobContext({ now: NIGHT }), ref);
  expect(await backupsOf(userRef)).toMatchObject([{ state: "waiting", attempts: 0, due_at: NIGHT + 10 * MINUTE }]);

  const late = NIGHT + 6 * 60 * MINUTE + 1;
  for (const [now, rest, state] of [
    [late, 2 * MINUTE - 1, "waiting"],
    [late + 10 * MINUTE, 2 * MINUTE, "made"],
  ] as const) {
    const mark = { changed_at: now - rest };
    await db.update(users).set(mark).where(eq(users.unique_ref, userRef));
    await backUpUser(jobContext({ now }), ref);
    expect(await backupsOf(userRef)).toMatchObject([{ state }]);
  }
  expect(await dueOf(userRef)).toBeNull();
});

test.each([
  ["", 0],
  [", be it the seventh hour", 7 * 60 * MINUTE],
])("rows that change while they are read are never stored, and read again later%s", async (_, waited) => {
  const { unique_ref: userRef } = await makeUser();
  await planBackups(jobContext({ now: NIGHT - waited }));
  const ref = (await backupsOf(userRef))[0]?.unique_ref as string;
  let asked = 0;
  const changing = new Proxy(db, {
    get(target, name) {
      if (name !== "batch") return Reflect.get(target, name);
      return async (list: Parameters<typeof db.batch>[0]) => {
        asked += 1;
        if (asked === 1) await markForBackup(db, userRef, NIGHT);
        return target.batch(list);
      };
    },
  });
  await backUpUser(jobContext({ now: NIGHT, db: changing }), ref);
  expect(await backupsOf(userRef)).toMatchObject([{ state: "waiting", attempts: 0 }]);
  expect(await chooseBackup(env.OBJECTS, userRef)).toBeNull();
});

test("an account that is deleted while it is backed up leaves nothing in the store", async () => {
  const { unique_ref: userRef } = await makeUser();
  await planBackups(jobContext({ now: NIGHT }));
  const ref = (await backupsOf(userRef))[0]?.unique_ref as string;
  const deleting = new Proxy(env.OBJECTS, {
    get(target, name) {
      const put = async (key: string, body: Uint8Array, how: R2PutOptions) => {
        const stored = await target.put(key, body, how);
        await db.delete(backups).where(eq(backups.user_ref, userRef));
        return stored;
      };
      const member = name === "put" ? put : Reflect.get(target, name);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
  await backUpUser(jobContext({ now: NIGHT, objects: deleting }), ref);
  expect(await chooseBackup(env.OBJECTS, userRef)).toBeNull();
});

test("every state of the last 35 days can be had back, and what was deleted is gone 35 days after the next backup", async () => {
  const [{ unique_ref: busy }, { unique_ref: idle }] = [await makeUser(), await makeUser()];
  await backUp(idle);
  for (const night of [0, 1, 10, 34]) {
    await markForBackup(db, busy, nightAfter(night) - 60 * MINUTE);
    await backUp(busy, { now: nightAfter(night) });
  }
  const daysOf = async (userRef: string) => {
    const there = (await env.OBJECTS.list({ prefix: `users/${userRef}/` })).objects.map(({ key }) =>
      key.slice(-13, -3),
    );
    expect((await backupsOf(userRef)).map(({ day }) => day)).toEqual(there);
    return there;
  };
  await dropOldBackups(jobContext({ now: nightAfter(35) }));
  expect(await daysOf(busy)).toEqual(["2026-11-22", "2026-11-23", "2026-12-02", "2026-12-26"]);
  await dropOldBackups(jobContext({ now: nightAfter(36) }));
  expect(await daysOf(busy)).toEqual(["2026-11-23", "2026-12-02", "2026-12-26"]);
  await dropOldBackups(jobContext({ now: nightAfter(69) }));
  expect(await daysOf(busy)).toEqual(["2026-12-26"]);
  await dropOldBackups(jobContext({ now: nightAfter(400) }));
  expect([await daysOf(busy), await daysOf(idle)]).toEqual([["2026-12-26"], ["2026-11-22"]]);
});

test("whatever somebody signed in sends is marked, at most once a minute; a page that they look at is not", async () => {
  const { id, unique_ref: userRef } = await makeUser();
  const browser = openBrowser();
  browser.cookies.set("login", (await signInAs(userRef)).replace("login=", ""));
  await browser.visit(sessionPage, { path: "/logbook/session/new/" });
  expect(await dueOf(userRef)).toBeNull();
  const form = { session_date: "17/11/2026", idempotency_key: "a".repeat(22) };
  for (const [now, marked] of [
    [NOW, NOW],
    [NOW + MINUTE, NOW],
    [NOW + MINUTE + 1, NOW + MINUTE + 1],
  ] as const) {
    await browser.visit(sessionPage, { path: "/logbook/session/new/", form, now });
    expect(await dueOf(userRef)).toBe(marked);
  }
  await openBrowser().visit(sessionPage, { path: "/logbook/session/new/", form });
  expect(await db.$count(users, isNotNull(users.changed_at))).toBe(1);
  expect(await db.select().from(sessions).where(eq(sessions.user_id, id))).toEqual([]);
});

test("the mark of an account that is gone is not made", async () => {
  await markForBackup(db, "nobody", NOW);
  expect(await dueOf("nobody")).toBeUndefined();
});

test("thousands of rows are read some hundreds at a time", async () => {
  const { id, unique_ref: userRef } = await makeUser();
  await db.run(sql`WITH RECURSIVE n (at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM n WHERE at < 1200)
    INSERT INTO idempotency_keys (user_id, key, result_ref, fingerprint, created_at)
    SELECT ${id}, 'key-' || at, '', '', ${NOW} FROM n`);
  const { database, trips } = countingDatabase();
  expect(await backUp(userRef, { db: database })).toMatchObject({ state: "made", records: 1201 });
  expect(trips()).toBeLessThan(20);
});

test("what is stored is whole, be it one part of the store's or many", { tags: ["full"] }, async () => {
  const { id, unique_ref: userRef } = await makeUser();
  // Random text that does not shrink: 12 MB of it, in three parts.
  const notes = (at: number) => ({
    ...{
      unique_ref: `long-${at}-${userRef}`,
      user_id: id,
      day: "2026-10-01",
      minutes: 60,
      type: "course" as const,
    },
    ...{ text_encrypted: crypto.getRandomValues(new Uint8Array(60_000)), created_at: NOW, updated_at: NOW },
  });
  for (const row of Array.from({ length: 200 }, (_, at) => notes(at))) await db.insert(cpd).values(row);
  const { database, trips } = countingDatabase();
  const row = await backUp(userRef, { db: database });
  expect(row).toMatchObject({ state: "made", records: 201 });
  // By their weight, not two hundred at once.
  expect(trips()).toBeGreaterThan(12);
  const bytes = (await storedBytes(jobContext(), userRef)) as Uint8Array;
  expect([bytes.length, bytes.length > 10_500_000]).toEqual([row?.bytes, true]);
  const backup = (await chooseBackup(env.OBJECTS, userRef)) as StoredBackup;
  expect(backup).toMatchObject({ made_at: NIGHT, records: 201, bytes: row?.bytes });
  let rows = 0;
  for await (const _ of backedUpRows(jobContext(), backup)) rows += 1;
  expect(rows).toBe(201);
});

test("one that is asked for while its user works waits for them, as every other", async () => {
  const { unique_ref: userRef } = await makeUser();
  const failed = { state: "failed" as const, attempts: 4, day: "2026-11-21", created_at: NOW, updated_at: NOW };
  await db.insert(backups).values({ ...failed, unique_ref: `failed-${userRef}`, user_ref: userRef });
  await markForBackup(db, userRef, NIGHT - 3 * MINUTE);
  await retryBackup(jobContext({ now: NIGHT }), `failed-${userRef}`);
  await backUpUser(jobContext({ now: NIGHT }), `failed-${userRef}`);
  expect(await backupsOf(userRef)).toMatchObject([{ state: "waiting", attempts: 0, due_at: NIGHT + 10 * MINUTE }]);
});

import { expect, test } from "vitest";
import { newRef } from "~/platform/db/columns.server";
import {
  clearTries,
  countTry,
  countTryStatement,
  dropOldCounters,
  rateCounters,
} from "~/platform/db/rate-counters.server";
import { db, NOW } from "../../support/harness";

const LIMIT = { tries: 5, windowMs: 15 * 60_000 };
/** The moment at which a window begins. */
const START = NOW - (NOW % LIMIT.windowMs);

test("tries of one key are counted one by one, also when they come at once", async () => {
  const key = newRef();
  const counts = await Promise.all(Array.from({ length: 8 }, () => countTry(db, key, LIMIT, START)));
  expect(counts.sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(await countTry(db, newRef(), LIMIT, START)).toBe(1);
});

test("a window ends, and the count with it", async () => {
  const key = newRef();
  await countTry(db, key, LIMIT, START);
  expect(await countTry(db, key, LIMIT, START + LIMIT.windowMs - 1)).toBe(2);
  expect(await countTry(db, key, LIMIT, START + LIMIT.windowMs)).toBe(1);
});

test("no window is longer than the hour for which counts are kept", () => {
  const ofWindow = (windowMs: number) => () => countTryStatement(db, "key", windowMs, START);
  expect(ofWindow(60 * 60_000)).not.toThrow();
  expect(ofWindow(60 * 60_000 + 1)).toThrow("Counts are kept for an hour");
});

test("the right answer forgets the tries before it", async () => {
  const key = newRef();
  await countTry(db, key, LIMIT, START);
  await clearTries(db, key);
  expect(await countTry(db, key, LIMIT, START)).toBe(1);
});

test("old counts are dropped, those that still mean something are not", async () => {
  await countTry(db, "long ago", LIMIT, START - 3 * 24 * 60 * 60_000);
  await countTry(db, "just now", LIMIT, START);
  await dropOldCounters(db, START);
  const kept = (await db.select().from(rateCounters)).map(({ key }) => key);
  expect(kept).toContain("just now");
  expect(kept).not.toContain("long ago");
});

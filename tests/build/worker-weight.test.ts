import { resolve } from "node:path";
import { expect, test } from "vitest";
import { compressedBytes, MAX, startUpMs } from "../../scripts/worker-weight.mjs";

/** The local build: what ships, and the local world. */
const BUILD = resolve("build");

test("the Worker has at most 2 MB, compressed", () => {
  expect(MAX.bytes).toBe(2_000_000);
  expect(compressedBytes(BUILD)).toBeGreaterThan(500_000);
  expect(compressedBytes(BUILD)).toBeLessThanOrEqual(MAX.bytes);
});

test("the Worker starts in at most 100 ms of CPU", async () => {
  expect(MAX.startUpMs).toBe(100);
  const took = await startUpMs(BUILD);
  expect(took).toBeGreaterThan(5);
  expect(took).toBeLessThanOrEqual(MAX.startUpMs);
}, 120_000);

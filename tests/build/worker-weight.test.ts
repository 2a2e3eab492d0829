// @module-tag full
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { compressedBytes, MAX, startUp } from "./worker-weight.mjs";

/** The local build: what ships, and the local world. */
const BUILD = resolve("build");

test("the Worker has at most 2 MB, compressed", () => {
  expect(MAX.bytes).toBe(2_000_000);
  expect(compressedBytes(BUILD)).toBeGreaterThan(500_000);
  expect(compressedBytes(BUILD)).toBeLessThanOrEqual(MAX.bytes);
});

test("to evaluate the Worker takes at most 1.25 times the CPU of a start of the runtime without it", async () => {
  expect(MAX.startUpRatio).toBe(1.25);
  const { ms, ratio } = await startUp(BUILD);
  expect(ms).toBeGreaterThan(5);
  expect(ratio).toBeGreaterThan(0.4);
  expect(ratio).toBeLessThanOrEqual(MAX.startUpRatio);
}, 120_000);

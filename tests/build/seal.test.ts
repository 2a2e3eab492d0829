import { randomBytes, randomInt, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { faultOfSeal } from "../platform/crypto/seal-properties";

const TEXTS = 1_000;
/** Curves are slow work, which a busy machine does in minutes. */
const TIMEOUT_MS = 300_000;

test("Node seals and opens 1,000 texts as the Worker does", { tags: ["full"], timeout: TIMEOUT_MS }, async () => {
  for (let count = 0; count < TEXTS; count += 1) {
    const text = randomBytes(randomInt(600)).toString("utf8");
    expect(await faultOfSeal(text, randomUUID(), randomInt(2 ** 31)), JSON.stringify(text)).toBe("");
  }
});

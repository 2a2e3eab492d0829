import { randomBytes, randomInt, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { faultOfSeal } from "../platform/crypto/seal-properties";

test("Node seals and opens 1,000 texts as the Worker does", { tags: ["full"] }, async () => {
  for (let count = 0; count < 1_000; count += 1) {
    const text = randomBytes(randomInt(600)).toString("utf8");
    expect(await faultOfSeal(text, randomUUID(), randomInt(2 ** 31)), JSON.stringify(text)).toBe("");
  }
});

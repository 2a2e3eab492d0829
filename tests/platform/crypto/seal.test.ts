import { expect, test } from "vitest";
import { newSealKeys, seal } from "~/platform/crypto/seal";
import fc, { timesOf } from "../../support/property";
import { faultOfSeal } from "./seal-properties";

const text = fc.oneof(fc.string({ unit: "binary", maxLength: 600 }), fc.string({ minLength: 508, maxLength: 514 }));

test("what is sealed opens as it was, and with another key, id, byte or length not at all", async () => {
  await fc.assert(
    fc.asyncProperty(text, fc.uuid(), fc.nat(), async (sealed, id, at) => {
      expect(await faultOfSeal(sealed, id, at)).toBe("");
    }),
    { numRuns: timesOf("sealed texts", 1_000, 50) },
  );
});

test("the same text is sealed otherwise each time, and nothing of it shows", async () => {
  const device = { ref: "device", publicKey: (await newSealKeys()).publicKey };
  const [one, other] = await Promise.all([seal(device, "a", "laparotomy"), seal(device, "a", "laparotomy")]);
  expect(one).not.toEqual(other);
  expect(new TextDecoder().decode(one)).not.toContain("laparotomy");
});

import { scryptSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { fitsHash, hashPassword, isWeakHash } from "~/account/passwords/hash.server";
import { hashReallyHere } from "../../support/plain-passwords";

hashReallyHere();

const PASSWORD = "theatre list on tuesday";

describe("hashes of passwords", () => {
  test("are of scrypt with their parameters and a salt of their own", async () => {
    const [one, other] = [await hashPassword(PASSWORD), await hashPassword(PASSWORD)];
    expect(one).toMatch(/^scrypt\$16384\$8\$5\$[\w+/]{22}==\$[\w+/]{43}=$/);
    expect(one).not.toBe(other);
  });

  test("are told from others, exactly as typed", async () => {
    const stored = await hashPassword(PASSWORD);
    expect(await fitsHash(PASSWORD, stored)).toBe(true);
    expect(await fitsHash(`${PASSWORD} `, stored)).toBe(false);
    expect(await fitsHash(PASSWORD.toUpperCase(), stored)).toBe(false);
    expect(await fitsHash("", stored)).toBe(false);
  });

  test("are the same however their accents are composed", async () => {
    const stored = await hashPassword("caf\u00e9 on the corner");
    expect(await fitsHash("cafe\u0301 on the corner", stored)).toBe(true);
  });

  test("are checked with the parameters that they were stored with", async () => {
    const salt = new Uint8Array(16).fill(7);
    const key = scryptSync(PASSWORD, salt, 32, { N: 2 ** 10, r: 8, p: 1 });
    const old = `scrypt$1024$8$1$${btoa(String.fromCharCode(...salt))}$${key.toString("base64")}`;
    expect(await fitsHash(PASSWORD, old)).toBe(true);
    expect(isWeakHash(old)).toBe(true);
    expect(isWeakHash(await hashPassword(PASSWORD))).toBe(false);
  });

  test("never fit an unknown name, nor what is no hash at all", async () => {
    expect(await fitsHash(PASSWORD, null)).toBe(false);
    expect(await fitsHash("", null)).toBe(false);
    expect(await fitsHash("none", "none")).toBe(false);
  });
});

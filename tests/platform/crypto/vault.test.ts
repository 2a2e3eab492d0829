import { describe, expect, test, vi } from "vitest";
import { encryptEdited, openVault } from "~/platform/crypto/vault.server";

const OLD = btoa("a key of thirty-two bytes, tests");
const NEW = btoa("another key of 32 bytes, rotated");
const vault = openVault(JSON.stringify({ 1: OLD }), "1");
const TEXT = "Difficult airway, second attempt with a bougie. Ünïcode too: 漢";

async function encryptedText(): Promise<Uint8Array> {
  return (await vault.encrypt("user-one", "cases/a", TEXT)) as Uint8Array;
}

describe("encrypted text", () => {
  test("opens for its user at its place", async () => {
    expect(await vault.decrypt("user-one", "cases/a", await encryptedText())).toBe(TEXT);
  });

  test("shows nothing of itself, and is never encrypted alike twice", async () => {
    const [one, other] = [await encryptedText(), await encryptedText()];
    expect(new TextDecoder().decode(one)).not.toContain("airway");
    expect(one).not.toEqual(other);
  });

  test("that is saved again stays as it is, and another takes its place", async () => {
    const cipher = vault.of("user-one");
    const stored = await encryptedText();
    expect(await encryptEdited(cipher, "cases/a", TEXT, stored)).toBe(stored);
    expect(await encryptEdited(cipher, "cases/a", "", null)).toBe(null);
    expect(await encryptEdited(cipher, "cases/a", null, stored)).toBe(null);
    const other = await encryptEdited(cipher, "cases/a", "Otherwise", stored);
    expect(await cipher.decrypt("cases/a", other)).toBe("Otherwise");
    expect(await cipher.decrypt("cases/a", await encryptEdited(cipher, "cases/a", TEXT, null))).toBe(TEXT);
  });

  test("opens for no other user, and at no other place", async () => {
    const blob = await encryptedText();
    await expect(vault.decrypt("user-two", "cases/a", blob)).rejects.toThrow();
    await expect(vault.decrypt("user-one", "cases/b", blob)).rejects.toThrow();
    await expect(vault.decrypt("user-one\ncases", "/a", blob)).rejects.toThrow();
  });

  test("does not open once a single bit is changed, wherever it is", async () => {
    const blob = await encryptedText();
    for (let at = 0; at < blob.length; at += 1) {
      const tampered = blob.slice();
      tampered[at] = (tampered[at] as number) ^ 1;
      await expect(vault.decrypt("user-one", "cases/a", tampered)).rejects.toThrow();
    }
    await expect(vault.decrypt("user-one", "cases/a", blob.slice(0, -1))).rejects.toThrow();
    await expect(vault.decrypt("user-one", "cases/a", new Uint8Array([1]))).rejects.toThrow();
  });

  test("stays open under a new key as long as the old one is kept", async () => {
    const blob = await encryptedText();
    const rotated = openVault(JSON.stringify({ 1: OLD, 2: NEW }), "2");
    expect(await rotated.decrypt("user-one", "cases/a", blob)).toBe(TEXT);
    const fresh = await rotated.encrypt("user-one", "cases/a", TEXT);
    expect(await rotated.decrypt("user-one", "cases/a", fresh)).toBe(TEXT);
    await expect(vault.decrypt("user-one", "cases/a", fresh)).rejects.toThrow("no key of this id");
    const forgotten = openVault(JSON.stringify({ 2: NEW }), "2");
    await expect(forgotten.decrypt("user-one", "cases/a", blob)).rejects.toThrow("no key of this id");
  });

  test("does not open under another key of the same id", async () => {
    const wrong = openVault(JSON.stringify({ 1: NEW }), "1");
    await expect(wrong.decrypt("user-one", "cases/a", await encryptedText())).rejects.toThrow();
  });

  test("of nothing is nothing", async () => {
    expect(await vault.encrypt("user-one", "cases/a", null)).toBeNull();
    expect(await vault.encrypt("user-one", "cases/a", "")).toBeNull();
    expect(await vault.decrypt("user-one", "cases/a", null)).toBe("");
  });

  test("needs a key of 32 bytes", async () => {
    const short = openVault(JSON.stringify({ 1: btoa("too short") }), "1");
    await expect(short.encrypt("user-one", "cases/a", TEXT)).rejects.toThrow("32 bytes");
  });
});

describe("a signature", () => {
  test("is of its text and its purpose alone", async () => {
    const signature = await vault.sign("questions", "eleven");
    expect(await vault.isSigned("questions", "eleven", signature)).toBe(true);
    expect(await vault.isSigned("questions", "twelve", signature)).toBe(false);
    expect(await vault.isSigned("csrf", "eleven", signature)).toBe(false);
    const turned = `${signature.slice(0, 9)}${[...signature.slice(9)].reverse().join("")}`;
    for (const made of ["", "1", "1.", "2.x", "__proto__.x", `${signature}x`, signature.slice(0, -1), turned]) {
      expect(await vault.isSigned("questions", "eleven", made)).toBe(false);
    }
  });

  test("holds after a new key as long as the old one is kept", async () => {
    const signature = await vault.sign("questions", "eleven");
    const rotated = openVault(JSON.stringify({ 1: OLD, 2: NEW }), "2");
    expect(await rotated.isSigned("questions", "eleven", signature)).toBe(true);
    expect(await rotated.sign("questions", "eleven")).not.toBe(signature);
    const forgotten = openVault(JSON.stringify({ 2: NEW }), "2");
    expect(await forgotten.isSigned("questions", "eleven", signature)).toBe(false);
  });
});

test("an isolate keeps the keys of some hundred users, and derives those of the others again", async () => {
  const [own, derive] = [openVault(JSON.stringify({ 1: OLD }), "1"), vi.spyOn(crypto.subtle, "deriveKey")];
  const derivedFor = async (users: number) => {
    const before = derive.mock.calls.length;
    for (let user = 0; user < users; user += 1) await own.encrypt(`user-${user}`, "cases/a", TEXT);
    return derive.mock.calls.length - before;
  };
  expect(await derivedFor(500)).toBe(500);
  expect(await derivedFor(500)).toBe(0);
  // One user more, and none of those before is kept.
  expect(await derivedFor(501)).toBe(1);
  expect(await derivedFor(500)).toBe(500);
  derive.mockRestore();
});

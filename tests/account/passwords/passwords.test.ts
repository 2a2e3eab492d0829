import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { fitsHash, hashPassword } from "~/account/passwords/hash.server";
import { encryptHash, encryptPassword, isPassword, renewedPassword } from "~/account/passwords/passwords.server";
import { PASSWORD_PLACE } from "~/account/table.server";
import { openVault } from "~/platform/crypto/vault.server";
import { newRef } from "~/platform/db/columns.server";
import { vault } from "../../support/harness";
import { hashReallyHere } from "../../support/plain-passwords";

hashReallyHere();

const PASSWORD = "theatre list on tuesday";
const KEYS = JSON.parse(env.VAULT_KEYS) as Record<string, string>;
const NEW_KEY = btoa("another key of 32 bytes, rotated");
/** After a new key was added: it encrypts, and the older one still deciphers. */
const rotated = openVault(JSON.stringify({ ...KEYS, "2026": NEW_KEY }), "2026");
/** Once the older key has been removed; it is also whoever has the database and keys of their own. */
const forgetful = openVault(JSON.stringify({ "2026": NEW_KEY }), "2026");
/** A hash that costs next to nothing, with older parameters. */
const WEAK = "scrypt$1024$8$1$BwcHBwcHBwcHBwcHBwcHBw==$IOKk9ypQNHm8Jbx3DPUDnhyu3GzGI0/vCTHdSPxJgLY=";

/** Made once: each costs a tenth of a second. */
let hashed: Promise<string> | undefined;

async function owner(hash?: string) {
  const unique_ref = newRef();
  hashed ??= hashPassword(PASSWORD);
  return { unique_ref, password_encrypted: await encryptHash(vault, unique_ref, hash ?? (await hashed)) };
}

test("a password is stored encrypted: nothing of its hash is to be read", async () => {
  const unique_ref = newRef();
  const password_encrypted = await encryptPassword(vault, unique_ref, PASSWORD);
  expect(new TextDecoder().decode(password_encrypted)).not.toContain("scrypt");
  expect(await vault.decrypt(unique_ref, PASSWORD_PLACE, password_encrypted)).toMatch(/^scrypt\$16384\$8\$5\$/);
});

test("the right password fits its owner, and no other password", async () => {
  const mine = await owner();
  expect(await isPassword(vault, mine, PASSWORD)).toBe(true);
  expect(await isPassword(vault, mine, `${PASSWORD}!`)).toBe(false);
});

test("a copy of the database without the vault's keys confirms not even the right guess", async () => {
  const mine = await owner();
  expect(await fitsHash(PASSWORD, new TextDecoder().decode(mine.password_encrypted))).toBe(false);
  expect(await isPassword(forgetful, mine, PASSWORD)).toBe(false);
});

test("what was copied from one account to another opens neither", async () => {
  const [mine, other] = [await owner(), await owner()];
  expect(await isPassword(vault, { ...other, password_encrypted: mine.password_encrypted }, PASSWORD)).toBe(false);
});

test("an unknown name and an account without a password are refused, at the price of a real check", async () => {
  expect(await isPassword(vault, null, PASSWORD)).toBe(false);
  expect(await isPassword(vault, { unique_ref: newRef(), password_encrypted: null }, PASSWORD)).toBe(false);
  expect(await isPassword(vault, { unique_ref: newRef(), password_encrypted: new Uint8Array([1]) }, "")).toBe(false);
});

test("a hash under any key that is there is right, and one under a removed key opens nothing", async () => {
  const mine = await owner();
  expect(await isPassword(rotated, mine, PASSWORD)).toBe(true);
  const renewed = { ...mine, password_encrypted: await renewedPassword(rotated, mine, PASSWORD) };
  expect(await isPassword(forgetful, mine, PASSWORD)).toBe(false);
  expect(await isPassword(forgetful, renewed, PASSWORD)).toBe(true);
});

test("under an older key the hash stays and is encrypted again; with older parameters it is made anew", async () => {
  const mine = await owner();
  expect(await renewedPassword(vault, mine, PASSWORD)).toBeNull();
  const before = await vault.decrypt(mine.unique_ref, PASSWORD_PLACE, mine.password_encrypted);
  const again = await renewedPassword(rotated, mine, PASSWORD);
  expect(await forgetful.decrypt(mine.unique_ref, PASSWORD_PLACE, again)).toBe(before);
  const weak = await owner(WEAK);
  const anew = await renewedPassword(vault, weak, PASSWORD);
  expect(await vault.decrypt(weak.unique_ref, PASSWORD_PLACE, anew)).toMatch(/^scrypt\$16384\$8\$5\$/);
  expect(await isPassword(vault, { ...weak, password_encrypted: anew }, PASSWORD)).toBe(true);
});

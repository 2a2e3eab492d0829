import { type Bytes, isCurrent, type Vault } from "~/platform/crypto/vault.server";
import { logError } from "~/platform/http/log";
import { PASSWORD_PLACE } from "../table.server";
import { fitsHash, hashPassword, isWeakHash } from "./hash.server";

/** The account whose password is asked about. */
interface PasswordOwner {
  unique_ref: string;
  /** Null: no password opens this account. */
  password_encrypted: Uint8Array | null;
}

/**
 * Returns what is stored of a password: its hash, encrypted, so that a copy of the database alone does not even allow
 * guesses. It is encrypted rather than keyed by an HMAC because a new key can then encrypt it again without the password.
 */
export async function encryptPassword(vault: Vault, userRef: string, password: string): Promise<Uint8Array> {
  return encryptHash(vault, userRef, await hashPassword(password));
}

/** As `encryptPassword`, for a hash that is known. */
export async function encryptHash(vault: Vault, userRef: string, hash: string): Promise<Uint8Array> {
  return (await vault.encrypt(userRef, PASSWORD_PLACE, hash)) as Uint8Array;
}

/**
 * Verifies a password. For an unknown username pass null: the same work is done, so that the time does not reveal it.
 */
export async function isPassword(vault: Vault, owner: PasswordOwner | null, password: string): Promise<boolean> {
  return fitsHash(password, await hashOf(vault, owner));
}

/**
 * Returns what must replace a password that was right, while it is known: its hash has older parameters, or an older key
 * encrypted it. Null where nothing need be replaced.
 */
export async function renewedPassword(
  vault: Vault,
  owner: PasswordOwner,
  password: string,
): Promise<Uint8Array | null> {
  const hash = await hashOf(vault, owner);
  if (owner.password_encrypted === null || hash === null) return null;
  if (isWeakHash(hash)) return encryptPassword(vault, owner.unique_ref, password);
  return isCurrent(vault, owner.password_encrypted) ? null : encryptHash(vault, owner.unique_ref, hash);
}

/** Null where there is none, or where its key has been removed: then a new password by mail opens the account. */
async function hashOf(vault: Vault, owner: PasswordOwner | null): Promise<string | null> {
  if (!owner?.password_encrypted) {
    // What deciphering costs where there is something to decipher.
    await vault.encryptBytes(NOBODY, PASSWORD_PLACE, NO_HASH);
    return null;
  }
  return vault.decrypt(owner.unique_ref, PASSWORD_PLACE, owner.password_encrypted).catch((error: unknown) => {
    logError(error);
    return null;
  });
}

const NOBODY = "";
const NO_HASH: Bytes = new Uint8Array(90);

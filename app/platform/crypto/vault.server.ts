import { timingSafeEqual } from "node:crypto";
import { createContext } from "react-router";
import { base64url } from "~/platform/db/tokens";
import { logError } from "~/platform/http/log";

/**
 * Encrypts text so that a copy of the database alone does not show it: AES-256-GCM, one blob a row, under
 * a key derived for each user from a secret that the database does not hold. This is not "zero
 * knowledge": the running Worker can decrypt what its user asks for.
 *
 * An encrypted blob is: 1 byte length of the key id, the key id, 12 bytes nonce, ciphertext with its tag.
 * Owner and place are bound in, so that a blob copied to another row or another user is not decrypted.
 */
export interface Vault {
  /** `place` names the row, e.g. `cases/<unique_ref>`. Null and empty text stay null. */
  encrypt(userRef: string, place: string, text: string | null): Promise<Uint8Array | null>;
  /** Returns the text, empty for null. Throws when the blob is not this user's text of this place. */
  decrypt(userRef: string, place: string, blob: Uint8Array | null): Promise<string>;
  /** As `encrypt`, for bytes that are not the text of a row. */
  encryptBytes(userRef: string, place: string, bytes: Bytes): Promise<Bytes>;
  decryptBytes(userRef: string, place: string, blob: Bytes): Promise<Bytes>;
  /** Id of the key that encrypts and signs. */
  readonly currentKeyId: string;
  /** First bytes of every blob that the current key encrypted. Blobs with other first bytes are of older keys. */
  readonly currentPrefix: Uint8Array;
  /** HMAC-SHA-256 of a text in base64url, under a key derived for this purpose only. */
  sign(purpose: string, text: string): Promise<string>;
  /** Whether `signature` is `sign(purpose, text)`, under the current key or an older one; in constant time. */
  isSigned(purpose: string, text: string, signature: string): Promise<boolean>;
  /** Returns a cipher for one user only. */
  of(userRef: string): Cipher;
}

/** As `Vault`, for one fixed user: it can neither read nor write texts of others. */
export interface Cipher {
  encrypt(place: string, text: string | null): Promise<Uint8Array | null>;
  decrypt(place: string, blob: Uint8Array | null): Promise<string>;
  /** As `Vault.sign`, with the user's reference in the signed text. */
  sign(purpose: string, text: string): Promise<string>;
  isSigned(purpose: string, text: string, signature: string): Promise<boolean>;
}

/**
 * Encrypts the text of a row that has one already: the same text keeps its ciphertext, so that saving it changes nothing
 * in the row.
 * @param stored the ciphertext of the row as it is now
 */
export async function encryptEdited(cipher: Cipher, place: string, text: string | null, stored: Uint8Array | null) {
  const isSame = (await cipher.decrypt(place, stored)) === (text ?? "");
  return isSame ? stored : cipher.encrypt(place, text);
}

/** Whether the current key encrypted a blob. */
export function isCurrent({ currentPrefix }: Vault, blob: Uint8Array): boolean {
  return currentPrefix.every((byte, at) => blob[at] === byte);
}

/** Shown instead of a text that cannot be decrypted. */
export const UNREADABLE_TEXT = "This text could not be opened";

/** A text that was opened for a list. One that cannot be decrypted is logged, and does not hide the others. */
export function openedOr<Text, Instead>(opening: Promise<Text>, instead: Instead): Promise<Text | Instead> {
  return opening.catch((error: unknown) => {
    logError(error);
    return instead;
  });
}

/** Bytes in the type that Web Crypto accepts. */
export type Bytes = Uint8Array<ArrayBuffer>;

export const vaultContext = createContext<Vault>();

const NONCE_BYTES = 12;
/**
 * Most derived keys that one isolate caches. They are not extractable, and the isolate holds the secret they are
 * derived from anyway.
 */
const MAX_KEYS = 500;
const utf8 = new TextEncoder();

/**
 * @param keys JSON object from key id to 32 bytes in base64 (`VAULT_KEYS`); old keys stay, to decrypt old text
 * @param currentKeyId id of the key that encrypts new text (`VAULT_KEY_ID`)
 */
export function openVault(keys: string, currentKeyId: string): Vault {
  const secrets = JSON.parse(keys) as Record<string, string>;
  const derived = new Map<string, CryptoKey>();
  const currentId = utf8.encode(currentKeyId);
  const currentPrefix = new Uint8Array([currentId.length, ...currentId]);

  /** Returns the signature after `keyId`, which tells `isSigned` which key made it. */
  async function signedWith(keyId: string, purpose: string, text: string): Promise<string> {
    const key = await deriveKey(secrets[keyId], `sign/${purpose}`, "HMAC");
    const signature = await crypto.subtle.sign("HMAC", key, utf8.encode(text));
    return `${keyId}.${base64url(new Uint8Array(signature))}`;
  }

  async function userKey(keyId: string, userRef: string): Promise<CryptoKey> {
    const cacheKey = `${keyId}/${userRef}`;
    const known = derived.get(cacheKey);
    if (known) return known;
    const key = await deriveKey(secrets[keyId], userRef, "AES-GCM");
    if (derived.size >= MAX_KEYS) derived.clear();
    // Cached only once derived: a request must not wait for a promise of another request.
    derived.set(cacheKey, key);
    return key;
  }

  async function encryptBytes(userRef: string, place: string, bytes: Bytes): Promise<Bytes> {
    const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
    const key = await userKey(currentKeyId, userRef);
    const body = await crypto.subtle.encrypt(algorithm(nonce, userRef, place), key, bytes);
    const bodyAt = currentPrefix.length + NONCE_BYTES;
    const blob = new Uint8Array(bodyAt + body.byteLength);
    blob.set(currentPrefix);
    blob.set(nonce, currentPrefix.length);
    blob.set(new Uint8Array(body), bodyAt);
    return blob;
  }

  async function decryptBytes(userRef: string, place: string, blob: Bytes): Promise<Bytes> {
    const bodyAt = 1 + (blob[0] as number) + NONCE_BYTES;
    const keyId = new TextDecoder().decode(blob.subarray(1, bodyAt - NONCE_BYTES));
    const nonce = blob.slice(bodyAt - NONCE_BYTES, bodyAt);
    const key = await userKey(keyId, userRef);
    return new Uint8Array(await crypto.subtle.decrypt(algorithm(nonce, userRef, place), key, blob.subarray(bodyAt)));
  }

  const encrypt: Vault["encrypt"] = async (userRef, place, text) =>
    text ? encryptBytes(userRef, place, utf8.encode(text)) : null;
  const decrypt: Vault["decrypt"] = async (userRef, place, stored) =>
    stored ? new TextDecoder().decode(await decryptBytes(userRef, place, new Uint8Array(stored))) : "";
  const sign: Vault["sign"] = (purpose, text) => signedWith(currentKeyId, purpose, text);
  const isSigned: Vault["isSigned"] = async (purpose, text, signature) => {
    const [keyId = ""] = signature.split(".");
    if (!Object.hasOwn(secrets, keyId)) return false;
    const [wanted, given] = [await signedWith(keyId, purpose, text), signature].map((each) => utf8.encode(each));
    return wanted?.length === given?.length && timingSafeEqual(wanted as Uint8Array, given as Uint8Array);
  };

  return {
    currentKeyId,
    currentPrefix,
    encryptBytes,
    decryptBytes,
    encrypt,
    decrypt,
    sign,
    of: (userRef) => ({
      encrypt: (place, text) => encrypt(userRef, place, text),
      decrypt: (place, blob) => decrypt(userRef, place, blob),
      sign: (purpose, text) => sign(purpose, `${userRef}/${text}`),
      isSigned: (purpose, text, signature) => isSigned(purpose, `${userRef}/${text}`, signature),
    }),
    isSigned,
  };
}

function algorithm(nonce: Uint8Array<ArrayBuffer>, userRef: string, place: string) {
  return { name: "AES-GCM", iv: nonce, additionalData: utf8.encode(`${userRef}\n${place}`) };
}

/**
 * Derives a user's encryption key or a signing key. The two kinds have different salts, so that they never share a key.
 */
async function deriveKey(secret: string | undefined, info: string, name: "AES-GCM" | "HMAC"): Promise<CryptoKey> {
  if (!secret) throw new Error("The vault has no key of this id");
  const bytes = Uint8Array.from(atob(secret), (character) => character.charCodeAt(0));
  if (bytes.length !== 32) throw new Error("A vault key must be 32 bytes");
  const root = await crypto.subtle.importKey("raw", bytes, "HKDF", false, ["deriveKey"]);
  const salt = utf8.encode(name === "HMAC" ? "daybook signatures" : "daybook vault");
  return crypto.subtle.deriveKey(
    { name: "HKDF", hash: "SHA-256", salt, info: utf8.encode(info) },
    root,
    name === "HMAC" ? { name, hash: "SHA-256", length: 256 } : { name, length: 256 },
    false,
    name === "HMAC" ? ["sign"] : ["encrypt", "decrypt"],
  );
}

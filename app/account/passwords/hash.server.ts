import { Buffer } from "node:buffer";
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";

/** 16 MiB and about 130 ms: one of OWASP's equivalent scrypt settings, within the limits of an isolate. */
const PARAMETERS = { N: 2 ** 14, r: 8, p: 5 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;

/**
 * Returns `scrypt$N$r$p$salt$key`, salt and key in base64. The hash can always be verified, because it has its own
 * parameters.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, salt, KEY_BYTES, PARAMETERS);
  const { N, r, p } = PARAMETERS;
  return ["scrypt", N, r, p, salt.toString("base64"), key.toString("base64")].join("$");
}

/**
 * Whether a hash is that of a password. For an unknown username pass null: the same work is done, so that the time does
 * not reveal it.
 */
export async function fitsHash(password: string, stored: string | null): Promise<boolean> {
  // A value that is not such a hash costs, and returns, the same as an unknown name.
  const usable = stored?.startsWith("scrypt$") ? stored : null;
  const [, N, r, p, salt, key] = (usable ?? DUMMY).split("$") as [string, string, string, string, string, string];
  const expected = Buffer.from(key, "base64");
  const parameters = { N: Number(N), r: Number(r), p: Number(p) };
  const found = await derive(password, Buffer.from(salt, "base64"), expected.length, parameters);
  return timingSafeEqual(found, expected) && usable !== null;
}

/** True for a hash with other parameters than the current ones: it is replaced at the next login. */
export function isWeakHash(stored: string): boolean {
  const { N, r, p } = PARAMETERS;
  return !stored.startsWith(`scrypt$${N}$${r}$${p}$`);
}

/** A hash of an unknown password, of the same cost. */
const DUMMY = `scrypt$${PARAMETERS.N}$${PARAMETERS.r}$${PARAMETERS.p}$${"A".repeat(22)}==$${"A".repeat(43)}=`;

function derive(password: string, salt: Uint8Array, length: number, parameters: ScryptOptions): Promise<Buffer> {
  const options = { ...parameters, maxmem: 64 * 1024 * 1024 };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize("NFC"), salt, length, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

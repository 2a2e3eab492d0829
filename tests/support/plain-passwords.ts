import { afterAll, beforeAll } from "vitest";
import * as real from "../../app/account/passwords/hash.server";

/**
 * Stands in for `~/account/passwords/hash.server` in tests (vitest.config.ts): a real hash takes a tenth of a second each
 * time, by design.
 */

/** What a password costs is not measured here but counted. */
export const tried = { count: 0 };

let isReal = false;

/** Makes real hashes or not. A real one that is there is always compared. */
export function hashReally(yes: boolean): void {
  isReal = yes;
}

/** For a file whose tests are about hashes. */
export function hashReallyHere(): void {
  beforeAll(() => hashReally(true));
  afterAll(() => hashReally(false));
}

const isPlain = (stored: string | null) => !isReal && !stored?.startsWith("scrypt$");

export const hashPassword: typeof real.hashPassword = async (password) =>
  isReal ? real.hashPassword(password) : `hash of ${password}`;

export const fitsHash: typeof real.fitsHash = async (password, stored) => {
  tried.count += 1;
  return isPlain(stored) ? stored === `hash of ${password}` : real.fitsHash(password, stored);
};

export const isWeakHash: typeof real.isWeakHash = (stored) => !isPlain(stored) && real.isWeakHash(stored);

import type * as hashes from "~/account/passwords/hash.server";

/**
 * Stands in for `~/account/passwords/hash.server` in the files that have the database to themselves
 * (vitest.config.ts): a real hash takes a tenth of a second each time, by design. Tests that share one have the real.
 */

/** What a password costs is not measured here but counted. */
export const tried = { count: 0 };

export const hashPassword: typeof hashes.hashPassword = async (password) => `hash of ${password}`;

export const fitsHash: typeof hashes.fitsHash = async (password, stored) => {
  tried.count += 1;
  return stored === `hash of ${password}`;
};

export const isWeakHash: typeof hashes.isWeakHash = () => false;

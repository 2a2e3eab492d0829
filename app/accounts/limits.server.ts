import { hashOf } from "~/db/hash";
import type { Limit } from "~/db/rate-counters.server";
import { usernameKey } from "./rules";

const QUARTER_OF_AN_HOUR_MS = 15 * 60 * 1000;

/** Passwords tried for one username, wherever a password is asked for; the right one forgets the tries. */
export const PASSWORD_LIMIT: Limit = { tries: 10, windowMs: QUARTER_OF_AN_HOUR_MS };

/** Second factors tried for one user, over all logins and browsers; the right one forgets the tries. */
export const SECOND_FACTOR_LIMIT: Limit = { tries: 5, windowMs: QUARTER_OF_AN_HOUR_MS };

/** Counts what was typed, whether or not it is anybody's name. */
export async function passwordTriesKey(username: string): Promise<string> {
  return `password/${await hashOf(usernameKey(username))}`;
}

export function secondFactorTriesKey(userRef: string): string {
  return `second-factor/${userRef}`;
}

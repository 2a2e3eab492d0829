import { hashOf } from "~/db/hash";
import type { Limit } from "~/db/rate-counters.server";
import { networkOf } from "~/http/network";
import type { Vault } from "~/vault/vault.server";
import { emailKey, usernameKey } from "./rules";

const QUARTER_OF_AN_HOUR_MS = 15 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;

/** Passwords tried for one username, wherever a password is asked for; the right one forgets the tries. */
export const PASSWORD_LIMIT: Limit = { tries: 10, windowMs: QUARTER_OF_AN_HOUR_MS };

/** Second factors tried for one user and one use, over all logins and browsers; the right one forgets the tries. */
export const SECOND_FACTOR_LIMIT: Limit = { tries: 5, windowMs: QUARTER_OF_AN_HOUR_MS };

/** Passwords tried from one network, for whatever usernames: a whole hospital may share one. */
export const NETWORK_LIMIT: Limit = { tries: 300, windowMs: QUARTER_OF_AN_HOUR_MS };

/** Links to verify that one address is sent, whoever asks for them: it may be a stranger's. */
export const ADDRESS_LIMIT: Limit = { tries: 5, windowMs: HOUR_MS };

/** Counts what was typed, whether or not it is anybody's name. */
export async function passwordTriesKey(username: string): Promise<string> {
  return `password/${await hashOf(usernameKey(username))}`;
}

/** Of somebody signed in: else outsiders who spend the tries of a username could shut its owner's proofs too. */
export function proofTriesKey(userRef: string): string {
  return `proof/${userRef}`;
}

export async function networkTriesKey(vault: Vault, request: Request): Promise<string> {
  return `login-network/${await vault.sign("login-network", networkOf(request))}`;
}

export async function addressMailsKey(vault: Vault, address: string): Promise<string> {
  return `verify-address/${await vault.sign("verify-address", emailKey(address))}`;
}

/**
 * What a second factor is asked for. Each is counted by itself: who has the password, and guesses at the login, must not
 * shut the owner out of what they do while they are in.
 */
export type SecondFactorUse = "login" | "proof";

export function secondFactorTriesKey(userRef: string, use: SecondFactorUse): string {
  return `second-factor/${use}/${userRef}`;
}

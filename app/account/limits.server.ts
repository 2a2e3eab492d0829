import type { Vault } from "~/platform/crypto/vault.server";
import type { Counter, Limit } from "~/platform/db/rate-counters.server";
import { networkOf, widerNetworkOf } from "~/platform/http/bursts";
import { HOUR_MS } from "~/platform/time/durations";
import { emailKey, usernameKey } from "./rules";

const QUARTER_OF_AN_HOUR_MS = 15 * 60 * 1000;

/** Why a request was refused, by field: a wrong answer, or too many tries. */
export interface LimitRefusal {
  errors: Record<string, string>;
  status: 422 | 429;
}

/**
 * Wrong passwords for one username, and for a logged-in user, each counted separately. The right password deletes the
 * count.
 */
export const PASSWORD_LIMIT: Limit = { tries: 10, windowMs: QUARTER_OF_AN_HOUR_MS };

/**
 * Verification links sent to one address, requested by any user: the address may be a stranger's. More than the five that
 * one account may ask for, so that it cannot use up those of the address's owner.
 */
export const ADDRESS_LIMIT: Limit = { tries: 15, windowMs: HOUR_MS };

/** Counts the typed name, whether or not it exists. Keyed, so that the counters do not confirm a guess at a name. */
export async function passwordTriesKey(vault: Vault, username: string): Promise<string> {
  return `password/${await vault.sign("password-tries", usernameKey(username))}`;
}

/** Whose name a form has. */
export interface Named {
  username: string;
}

/** Key of an outer limit: of a kind of form, from a browser or network, with a username. */
export async function burstKey(vault: Vault, what: string, from: string, { username }: Named): Promise<string> {
  return `${what}/${await vault.sign("burst", `${what}\n${from}\n${usernameKey(username)}`)}`;
}

/** Counters of a request's network, and of the IPv6 /48 around it. */
export async function networkCounters(vault: Vault, what: string, request: Request, limit: Limit, wider: Limit) {
  const counter = async (key: string, network: string, limit: Limit): Promise<Counter> => {
    return { key: `${key}/${await vault.sign(what, network)}`, limit };
  };
  const around = widerNetworkOf(request);
  return Promise.all([
    counter(what, networkOf(request), limit),
    ...(around === null ? [] : [counter(`${what}-48`, around, wider)]),
  ]);
}

export async function addressMailsKey(vault: Vault, address: string): Promise<string> {
  return `verify-address/${await vault.sign("verify-address", emailKey(address))}`;
}

/**
 * Uses of a second factor. Each is counted separately: a person who knows the password, and guesses at the login, must
 * not lock the owner out of what they do while logged in.
 */
export type SecondFactorUse = "login" | "reauthentication";

/** Recovery codes are counted separately from codes of the app: wrong ones of one kind do not lock the other. */
export function secondFactorTriesKey(userRef: string, use: SecondFactorUse, kind: "app" | "recovery" = "app"): string {
  return kind === "app" ? `second-factor/${use}/${userRef}` : `recovery-code/${use}/${userRef}`;
}

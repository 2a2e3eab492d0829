import type { Vault } from "~/platform/crypto/vault.server";
import type { Limit } from "~/platform/db/rate-counters.server";
import { networkOf, widerNetworkOf } from "~/platform/http/bursts";
import { emailKey, usernameKey } from "./rules";

const QUARTER_OF_AN_HOUR_MS = 15 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;

/** Why a request was refused, by field: a wrong answer, or too many tries. */
export interface LimitRefusal {
  errors: Record<string, string>;
  status: 422 | 429;
}

/**
 * Wrong passwords for one username: from browsers that are not known for it, from one that is, and by a logged-in user,
 * each counted separately. The right password deletes the count.
 */
export const PASSWORD_LIMIT: Limit = { tries: 10, windowMs: QUARTER_OF_AN_HOUR_MS };

/** Second factors tried for one user and one use, over all logins and browsers; the right one deletes the count. */
export const SECOND_FACTOR_LIMIT: Limit = { tries: 5, windowMs: QUARTER_OF_AN_HOUR_MS };

/** Wrong passwords from one network, for any usernames: a whole hospital may share a network. */
export const NETWORK_LIMIT: Limit = { tries: 300, windowMs: QUARTER_OF_AN_HOUR_MS };

/** The same from the IPv6 /48 around it. */
export const WIDER_NETWORK_LIMIT: Limit = { tries: 1000, windowMs: QUARTER_OF_AN_HOUR_MS };

/** Verification links sent to one address, requested by any user: the address may be a stranger's. */
export const ADDRESS_LIMIT: Limit = { tries: 5, windowMs: HOUR_MS };

/** Counts the typed name, whether or not it exists. Keyed, so that the counters do not confirm a guess at a name. */
export async function passwordTriesKey(vault: Vault, username: string): Promise<string> {
  return `password/${await vault.sign("password-tries", usernameKey(username))}`;
}

/** For a browser that the user is known from: strangers do not have its id, and cannot use up its tries. */
export async function browserTriesKey(vault: Vault, browserId: string, username: string): Promise<string> {
  return `password-browser/${await vault.sign("browser-tries", `${browserId}\n${usernameKey(username)}`)}`;
}

/**
 * For a logged-in user: outsiders who use up the tries of a username must not stop its owner from reauthenticating too.
 */
export function reauthenticationTriesKey(userRef: string): string {
  return `reauthentication/${userRef}`;
}

export async function networkTriesKey(vault: Vault, request: Request): Promise<string> {
  return `login-network/${await vault.sign("login-network", networkOf(request))}`;
}

interface Named {
  username: string;
}

/**
 * Key of the outer limit, which strangers must not use up for the owner of a username: by network or by known browser,
 * and separate for tries that come with a bot check, even an invalid one.
 */
export function loginBurstKey(
  vault: Vault,
  request: Request,
  named: Named,
  { browserId = "", withCheck }: { browserId: string | undefined; withCheck: boolean },
): Promise<string> {
  return burstKey(vault, withCheck ? "login-check" : "login", browserId || networkOf(request), named);
}

/** As `loginBurstKey`: strangers must not use the limit up for other people who want the same name. */
export function signUpBurstKey(vault: Vault, request: Request, named: Named): Promise<string> {
  return burstKey(vault, "signup", networkOf(request), named);
}

async function burstKey(vault: Vault, what: string, from: string, { username }: Named): Promise<string> {
  return `${what}/${await vault.sign("burst", `${what}\n${from}\n${usernameKey(username)}`)}`;
}

/** Null if there is no wider network. */
export async function widerNetworkTriesKey(vault: Vault, request: Request): Promise<string | null> {
  const wider = widerNetworkOf(request);
  return wider === null ? null : `login-network-48/${await vault.sign("login-network-48", wider)}`;
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

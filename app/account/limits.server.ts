import type { Vault } from "~/platform/crypto/vault.server";
import type { Limit } from "~/platform/db/rate-counters.server";
import { networkOf, widerNetworkOf } from "~/platform/http/bursts";
import { emailKey, usernameKey } from "./rules";

const QUARTER_OF_AN_HOUR_MS = 15 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;

/** Why something was not let through, by field: a wrong answer, or one above a limit. */
export interface Refused {
  errors: Record<string, string>;
  status: 422 | 429;
}

/**
 * Wrong passwords of one username from browsers that it is not known from, from one that it is, and of somebody signed
 * in: each counted by itself. The right one forgets the tries.
 */
export const PASSWORD_LIMIT: Limit = { tries: 10, windowMs: QUARTER_OF_AN_HOUR_MS };

/** Second factors tried for one user and one use, over all logins and browsers; the right one forgets the tries. */
export const SECOND_FACTOR_LIMIT: Limit = { tries: 5, windowMs: QUARTER_OF_AN_HOUR_MS };

/** Wrong passwords from one network, for whatever usernames: a whole hospital may share one. */
export const NETWORK_LIMIT: Limit = { tries: 300, windowMs: QUARTER_OF_AN_HOUR_MS };

/** The same from the /48 of IPv6 around it. */
export const WIDER_NETWORK_LIMIT: Limit = { tries: 1000, windowMs: QUARTER_OF_AN_HOUR_MS };

/** Links to verify that one address is sent, whoever asks for them: it may be a stranger's. */
export const ADDRESS_LIMIT: Limit = { tries: 5, windowMs: HOUR_MS };

/** Counts what was typed, whether or not it is anybody's name; keyed, so that the counters tell no guess at a name right. */
export async function passwordTriesKey(vault: Vault, username: string): Promise<string> {
  return `password/${await vault.sign("password-tries", usernameKey(username))}`;
}

/** Of a browser that the user is known from: no stranger has its id, or can spend its tries. */
export async function browserTriesKey(vault: Vault, browserId: string, username: string): Promise<string> {
  return `password-browser/${await vault.sign("browser-tries", `${browserId}\n${usernameKey(username)}`)}`;
}

/** Of somebody signed in: else outsiders who spend the tries of a username could stop its owner from reauthenticating too. */
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
 * Of the outer limit, which strangers must not spend for the owner of a username: by network, or by known browser, and
 * by itself for tries that come with a bot check, be it a made-up one.
 */
export function loginBurstKey(
  vault: Vault,
  request: Request,
  named: Named,
  { browserId = "", withCheck }: { browserId: string | undefined; withCheck: boolean },
): Promise<string> {
  return burstKey(vault, withCheck ? "login-check" : "login", browserId || networkOf(request), named);
}

/** As `loginBurstKey`: nor must they for whoever wants the same name. */
export function signUpBurstKey(vault: Vault, request: Request, named: Named): Promise<string> {
  return burstKey(vault, "signup", networkOf(request), named);
}

async function burstKey(vault: Vault, what: string, from: string, { username }: Named): Promise<string> {
  return `${what}/${await vault.sign("burst", `${what}\n${from}\n${usernameKey(username)}`)}`;
}

/** Null where there is none around it. */
export async function widerNetworkTriesKey(vault: Vault, request: Request): Promise<string | null> {
  const wider = widerNetworkOf(request);
  return wider === null ? null : `login-network-48/${await vault.sign("login-network-48", wider)}`;
}

export async function addressMailsKey(vault: Vault, address: string): Promise<string> {
  return `verify-address/${await vault.sign("verify-address", emailKey(address))}`;
}

/**
 * What a second factor is asked for. Each is counted by itself: who has the password, and guesses at the login, must not
 * shut the owner out of what they do while they are in.
 */
export type SecondFactorUse = "login" | "reauthentication";

/** Recovery codes are counted apart from the app's: wrong ones of the one kind stop none of the other. */
export function secondFactorTriesKey(userRef: string, use: SecondFactorUse, kind: "app" | "recovery" = "app"): string {
  return kind === "app" ? `second-factor/${use}/${userRef}` : `recovery-code/${use}/${userRef}`;
}

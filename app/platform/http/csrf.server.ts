import type { RouterContextProvider } from "react-router";
import { type Vault, vaultContext } from "~/platform/crypto/vault.server";
import { newToken } from "~/platform/db/base64url";
import { hashOf } from "~/platform/db/hash";
import { cookieInAnswer, isHttps, LOGIN_COOKIE, readCookie, readNamed } from "./cookies";
import { refuseCall, refuseMethod } from "./read-json.server";

/** Readable by the pages' own script, which sends it back in HEADER with each JSON call that changes something. */
const COOKIE = "csrftoken";
const HEADER = "X-CSRFToken";
const PURPOSE = "csrf";

/**
 * Nothing but a JSON call that brings the token of its own cookie, signed here for the login that it carries.
 * @throws Response 403
 */
export async function requireCsrf(request: Request, vault: Vault): Promise<void> {
  const token = request.headers.get(HEADER);
  const right = token && token === readNamed(request, COOKIE) && (await isFor(vault, token, loginOf(request)));
  if (!right) throw refuseCall(`Send the ${COOKIE} cookie's value as ${HEADER}`, 403);
}

/** The first line of every call that changes something: POST alone, with its token. @throws Response 405, 403 */
export async function requirePost(request: Request, vault: Vault): Promise<void> {
  if (request.method !== "POST") throw refuseMethod("POST");
  await requireCsrf(request, vault);
}

/** A `Set-Cookie` with a token for the login, or the visitor, of this request; null when it carries one that holds. */
export async function missingCsrf(request: Request, vault: Vault): Promise<string | null> {
  const token = readNamed(request, COOKIE);
  const login = loginOf(request);
  return token && (await isFor(vault, token, login)) ? null : newCsrf(request, vault, login);
}

/** A login that begins, gets a new token or ends brings a new token of this kind with it, whatever way it came about. */
export async function renewCsrf(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  next: () => Promise<Response>,
): Promise<Response> {
  const response = await next();
  const login = cookieInAnswer(request, response, LOGIN_COOKIE);
  if (login !== null) {
    response.headers.append("Set-Cookie", await newCsrf(request, context.get(vaultContext), login));
  }
  return response;
}

async function newCsrf(request: Request, vault: Vault, login: string): Promise<string> {
  const nonce = newToken();
  const token = `${nonce}.${await vault.sign(PURPOSE, await signedText(nonce, login))}`;
  return `${COOKIE}=${token}; Path=/; SameSite=Lax${isHttps(request) ? "; Secure" : ""}`;
}

async function isFor(vault: Vault, token: string, login: string): Promise<boolean> {
  const [nonce = "", ...signature] = token.split(".");
  return vault.isSigned(PURPOSE, await signedText(nonce, login), signature.join("."));
}

async function signedText(nonce: string, login: string): Promise<string> {
  return `${nonce}/${login === "" ? "visitor" : await hashOf(login)}`;
}

/** Empty for a visitor. */
function loginOf(request: Request): string {
  return readCookie(request, LOGIN_COOKIE) ?? "";
}

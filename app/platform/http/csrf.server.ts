import type { RouterContextProvider } from "react-router";
import { type Vault, vaultContext } from "~/platform/crypto/vault.server";
import { hashOf, newToken } from "~/platform/db/tokens";
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

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * The answer to whatever would change something and comes from elsewhere; null for all else. Asked before the router,
 * whose own check leaves resource routes and requests without Origin open, and calls the rest errors.
 */
export function refuseForeign(request: Request): Response | null {
  if (isSameOrigin(request) || isOneClick(request)) return null;
  if (new URL(request.url).pathname.startsWith("/api/")) return refuseCall("This call was not sent from Daybook", 403);
  return new Response("This form was not sent from Daybook. Open Daybook, then send it from its page.", {
    status: 403,
  });
}

/**
 * A program of mail that stops a mail (RFC 8058): it is no browser, and says neither where it comes from nor who it is for.
 * Whoever sends it knows the signed address, which is all that opens the page.
 */
function isOneClick(request: Request): boolean {
  const { pathname } = new URL(request.url);
  return request.method === "POST" && /^\/stop_mail\//.test(pathname) && !request.headers.has("Cookie");
}

/**
 * True when a request may change something: it comes from a page of ours. Browsers say so in Sec-Fetch-Site; where
 * that header is absent Origin must be ours, and it must never be another's; a request with neither is refused.
 */
export function isSameOrigin(request: Request): boolean {
  if (SAFE.has(request.method)) return true;
  const [site, origin] = [request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin")];
  const isOurs = origin === new URL(request.url).origin;
  if (site === null) return isOurs;
  return (site === "same-origin" || site === "none") && (origin === null || isOurs);
}

/**
 * True for a GET that a script of ours sends: for the calls that change something all the same (specification
 * section 7). A link, an image or a frame is none, wherever it stands; what sends no Sec-Fetch headers says its Origin.
 */
export function isOwnFetch(request: Request): boolean {
  const site = request.headers.get("Sec-Fetch-Site");
  if (site === null) return request.headers.get("Origin") === new URL(request.url).origin;
  return site === "same-origin" && (request.headers.get("Sec-Fetch-Dest") ?? "empty") === "empty";
}

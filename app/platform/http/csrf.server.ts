import type { RouterContextProvider } from "react-router";
import { type Vault, vaultContext } from "~/platform/crypto/vault.server";
import { hashOf, newSecret } from "~/platform/db/tokens";
import { cookieName, cookieOfResponse, isHttps, LOGIN_COOKIE, readCookie } from "./cookies";
import { refuseCall, refuseMethod } from "./read-json.server";
import { noteSignal } from "./request-note.server";

/**
 * Name, without prefix, of a cookie that the pages' script can read. The script sends it back in HEADER with each JSON call that changes
 * something.
 */
const COOKIE = "csrftoken";
const HEADER = "X-CSRFToken";
const PURPOSE = "csrf";

/**
 * Requires a JSON call with the token of its own cookie, signed by this Worker for the login of the request.
 * @throws Response 403
 */
export async function requireCsrf(request: Request, vault: Vault): Promise<void> {
  const token = request.headers.get(HEADER);
  const right = token && token === readCookie(request, COOKIE) && (await isTokenFor(vault, token, loginOf(request)));
  if (right) return;
  noteSignal("csrf-refused");
  throw refuseCall(`Send the ${COOKIE} cookie's value as ${HEADER}`, 403);
}

/**
 * The first line of every call that changes something: allows only POST, with a CSRF token.
 * @throws Response 405, 403
 */
export async function requirePost(request: Request, vault: Vault): Promise<void> {
  if (request.method !== "POST") throw refuseMethod("POST");
  await requireCsrf(request, vault);
}

/**
 * Returns a `Set-Cookie` with a token for the login, or the visitor, of this request; null when it has a valid token.
 */
export async function missingCsrf(request: Request, vault: Vault): Promise<string | null> {
  const token = readCookie(request, COOKIE);
  const login = loginOf(request);
  return token && (await isTokenFor(vault, token, login)) ? null : newCsrf(request, vault, login);
}

/** Middleware: adds a new CSRF token to every response that starts a login, gives it a new token or ends it. */
export async function renewCsrf(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  next: () => Promise<Response>,
): Promise<Response> {
  const response = await next();
  const login = cookieOfResponse(request, response, LOGIN_COOKIE);
  if (login !== null) {
    response.headers.append("Set-Cookie", await newCsrf(request, context.get(vaultContext), login));
  }
  return response;
}

async function newCsrf(request: Request, vault: Vault, login: string): Promise<string> {
  const nonce = newSecret();
  const token = `${nonce}.${await vault.sign(PURPOSE, await signedText(nonce, login))}`;
  return `${cookieName(request, COOKIE)}=${token}; Path=/; SameSite=Lax${isHttps(request) ? "; Secure" : ""}`;
}

async function isTokenFor(vault: Vault, token: string, login: string): Promise<boolean> {
  const [nonce = "", ...signature] = token.split(".");
  return vault.isSigned(PURPOSE, await signedText(nonce, login), signature.join("."));
}

async function signedText(nonce: string, login: string): Promise<string> {
  return `${nonce}/${login === "" ? "visitor" : await hashOf(login)}`;
}

/** Token of the login cookie; empty for a visitor. */
function loginOf(request: Request): string {
  return readCookie(request, LOGIN_COOKIE) ?? "";
}

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses every request from another site that could change something; returns null for all others. Called before the
 * router, whose own check does not cover resource routes and requests without Origin, and reports the others as errors.
 */
export function refuseCrossSite(request: Request): Response | null {
  if (isSameOrigin(request) || isOneClick(request)) return null;
  noteSignal("cross-site-refused");
  if (new URL(request.url).pathname.startsWith("/api/")) return refuseCall("This call was not sent from Daybook", 403);
  return new Response("This form was not sent from Daybook. Open Daybook, then send it from its page.", {
    status: 403,
  });
}

/**
 * Whether a mail program sends the request, to stop a mail (RFC 8058). It is not a browser, and sends neither its
 * origin nor a cookie. It knows the signed address, which alone opens the page.
 */
function isOneClick(request: Request): boolean {
  const { pathname } = new URL(request.url);
  return request.method === "POST" && /^\/stop_mail\/[^/]+\/$/.test(pathname) && !request.headers.has("Cookie");
}

/**
 * True when a request may change something: it comes from a page of this site. Browsers report that in Sec-Fetch-Site;
 * without that header Origin must be this site. An Origin of another site, or the lack of both headers, is refused.
 */
export function isSameOrigin(request: Request): boolean {
  if (SAFE.has(request.method)) return true;
  const [site, origin] = [request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin")];
  const isOurs = origin === new URL(request.url).origin;
  if (site === null) return isOurs;
  return (site === "same-origin" || site === "none") && (origin === null || isOurs);
}

/**
 * True for a GET that a script of this site sends: for the calls that change something although they are GETs
 * (specification section 7). A link, an image or a frame never counts, on any page. Clients that send no Sec-Fetch
 * headers must send Origin.
 */
export function isSameOriginFetch(request: Request): boolean {
  const site = request.headers.get("Sec-Fetch-Site");
  if (site === null) return request.headers.get("Origin") === new URL(request.url).origin;
  return site === "same-origin" && (request.headers.get("Sec-Fetch-Dest") ?? "empty") === "empty";
}

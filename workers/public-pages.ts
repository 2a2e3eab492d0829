import { LOGIN_COOKIE, readCookie } from "~/platform/http/cookies";
import { readFlash } from "~/platform/http/flash.server";
import { addToNote } from "~/platform/http/request-note.server";
import { pagePolicy } from "~/platform/http/security-headers";
import { folderOf, NOT_FOUND, PAGES } from "./prerendered";
import { readClock } from "./settings";

/** Matches the addresses of all routes. Vite inserts the literal. */
declare const __ADDRESSES__: string;

let addresses: RegExp | undefined;

/** Paths that mean what they show: the router decodes others before it compares them with its routes. */
const PLAIN_PATH = /^(?:\/[\w.~-]+)+\/?$/;

/**
 * Answers a visitor's request for a page that was rendered by the build, before there is a router, a vault or a database.
 * @returns null for all other requests: also for those with a login or a notice to show, and for pages that were
 * rendered with other settings than the Worker's
 */
export async function publicPage(request: Request, env: Env): Promise<Response | null> {
  if (request.method !== "GET" && request.method !== "HEAD") return null;
  const page = pageAt(request);
  if (!page || readCookie(request, LOGIN_COOKIE) !== null || readFlash(request, readClock(env))) return null;
  const file = await env.ASSETS.fetch(await requestFor(page, request, env));
  if (file.status !== 200 && file.status !== 304) return null;
  addToNote({ route: page === NOT_FOUND ? "/*" : new URL(request.url).pathname });
  const headers = new Headers(file.headers);
  headers.set("Content-Security-Policy", pagePolicy(null, false));
  if (page === NOT_FOUND) {
    headers.delete("ETag");
    headers.delete("Cache-Control");
    return new Response(file.body, { status: 404, headers });
  }
  // A browser asks each time whether its copy still holds: after a login it does not.
  headers.set("Cache-Control", "public, max-age=0, must-revalidate");
  headers.set("Vary", "Cookie");
  return new Response(file.body, { status: file.status, headers });
}

/** Whether a path is that of a route, other than the one for all else. */
export function isAddress(pathname: string): boolean {
  addresses ??= new RegExp(__ADDRESSES__);
  return addresses.test(pathname);
}

function pageAt(request: Request): string | null {
  const { pathname } = new URL(request.url);
  const page = Object.entries(PAGES).find(([path]) => path === pathname);
  if (page) return page[1];
  const isUnknown = PLAIN_PATH.test(pathname) && !isAddress(pathname) && !pathname.endsWith(".data");
  return isUnknown ? NOT_FOUND : null;
}

async function requestFor(page: string, request: Request, env: Env): Promise<Request> {
  const etag = request.headers.get("If-None-Match");
  return new Request(new URL(`/${await folderOf(env)}/${page}`, request.url), {
    method: request.method,
    // The router has no such answer for a missing page.
    headers: etag && page !== NOT_FOUND ? { "If-None-Match": etag } : {},
  });
}

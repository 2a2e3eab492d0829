import { refuseCall } from "./read-json.server";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * The answer to whatever would change something and comes from elsewhere; null for all else. Asked before the router,
 * whose own check leaves resource routes and requests without Origin open, and calls the rest errors.
 */
export function refuseForeign(request: Request): Response | null {
  if (isSameOrigin(request)) return null;
  if (new URL(request.url).pathname.startsWith("/api/")) return refuseCall("This call was not sent from Daybook", 403);
  return new Response("This form was not sent from Daybook. Open Daybook, then send it from its page.", {
    status: 403,
  });
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

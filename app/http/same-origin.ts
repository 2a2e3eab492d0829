const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * True when a request may change something: it comes from a page of ours. Browsers say so in
 * Sec-Fetch-Site; where that header is absent Origin must be ours; a request with neither is refused.
 * React Router's own check leaves resource routes and requests without Origin open.
 */
export function isSameOrigin(request: Request): boolean {
  if (SAFE.has(request.method)) return true;
  const site = request.headers.get("Sec-Fetch-Site");
  if (site !== null) return site === "same-origin" || site === "none";
  return request.headers.get("Origin") === new URL(request.url).origin;
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

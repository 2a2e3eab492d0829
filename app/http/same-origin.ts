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

/**
 * The page of this site that the visitor comes from, for a link back; `otherwise` when it is unknown, on another site,
 * or the current page.
 */
export function referringPath(request: Request, otherwise: string): string {
  const here = new URL(request.url);
  const referer = URL.parse(request.headers.get("Referer") ?? "");
  if (!referer || referer.origin !== here.origin || referer.pathname === here.pathname) return otherwise;
  return pathAndQuery(referer);
}

/** Path and query of an address, never "//host": a path of slashes must not become another site's address. */
export function pathAndQuery({ pathname, search }: URL): string {
  return `/${pathname.replace(/^\/+/, "")}${search}`;
}

/**
 * The address with a trailing slash when a document was requested without one; else null. Paths of the specification
 * end in "/".
 */
export function withTrailingSlash(request: Request): string | null {
  const url = new URL(request.url);
  const lastPart = url.pathname.slice(url.pathname.lastIndexOf("/") + 1);
  if (request.method !== "GET" || lastPart === "" || lastPart.includes(".")) return null;
  // Never "//host": a path of slashes must not become another site's address.
  return `/${url.pathname.replace(/^\/+/, "")}/${url.search}`;
}

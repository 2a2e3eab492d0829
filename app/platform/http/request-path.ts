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

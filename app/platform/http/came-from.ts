/**
 * The page of ours that the visitor comes from, for a link back; `otherwise` when it is not known, is
 * another site's, or is this very page.
 */
export function cameFrom(request: Request, otherwise: string): string {
  const here = new URL(request.url);
  const referer = URL.parse(request.headers.get("Referer") ?? "");
  if (!referer || referer.origin !== here.origin || referer.pathname === here.pathname) return otherwise;
  // Never "//host": a path of slashes must not become another site's address.
  return `/${referer.pathname.replace(/^\/+/, "")}${referer.search}`;
}

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

/** The address with its slash when a document was asked for without one: paths of the specification end in "/". */
export function slashForm(request: Request): string | null {
  const url = new URL(request.url);
  const lastPart = url.pathname.slice(url.pathname.lastIndexOf("/") + 1);
  if (request.method !== "GET" || lastPart === "" || lastPart.includes(".")) return null;
  // Never "//host": a path of slashes must not become another site's address.
  return `/${url.pathname.replace(/^\/+/, "")}/${url.search}`;
}

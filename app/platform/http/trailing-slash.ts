/** The address with its slash when a document was asked for without one: paths of the specification end in "/". */
export function slashForm(request: Request): string | null {
  const url = new URL(request.url);
  const lastPart = url.pathname.slice(url.pathname.lastIndexOf("/") + 1);
  if (request.method !== "GET" || lastPart === "" || lastPart.includes(".")) return null;
  // Never "//host": a path of slashes must not become another site's address.
  return `/${url.pathname.replace(/^\/+/, "")}/${url.search}`;
}

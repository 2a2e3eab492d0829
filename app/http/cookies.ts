/**
 * Cookies of a login are `__Host-` and Secure. Over plain http, which is only the local world, not every
 * browser keeps such cookies: there they go by their bare name.
 */
export function cookieName(request: Request, name: string): string {
  return isHttps(request) ? `__Host-${name}` : name;
}

export function readCookie(request: Request, name: string): string | null {
  const wanted = `${cookieName(request, name)}=`;
  for (const part of (request.headers.get("Cookie") ?? "").split(/;\s*/)) {
    if (part.startsWith(wanted)) return part.slice(wanted.length);
  }
  return null;
}

/** @param maxAgeSeconds null: until the browser closes; 0: gone now. */
export function writeCookie(request: Request, name: string, value: string, maxAgeSeconds: number | null): string {
  const parts = [`${cookieName(request, name)}=${value}`, "Path=/", "HttpOnly", "SameSite=Lax"];
  if (isHttps(request)) parts.push("Secure");
  if (maxAgeSeconds !== null) parts.push(`Max-Age=${maxAgeSeconds}`);
  return parts.join("; ");
}

function isHttps(request: Request): boolean {
  return new URL(request.url).protocol === "https:";
}

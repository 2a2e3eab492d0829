/** Name of the login cookie, without prefix. */
export const LOGIN_COOKIE = "login";
/** Name of the cookie of a device that keeps what is typed without signal; its script reads it. */
export const NO_SIGNAL_COOKIE = "no_signal";

/**
 * Cookies have the prefix `__Host-` and are Secure. Over plain http, which only local development uses, not every
 * browser keeps such cookies: there they have no prefix.
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

/** @param maxAgeSeconds null: until the browser closes; 0: deletes the cookie */
export function writeCookie(request: Request, name: string, value: string, maxAgeSeconds: number | null): string {
  const parts = [`${cookieName(request, name)}=${value}`, "Path=/", "HttpOnly", "SameSite=Lax"];
  if (isHttps(request)) parts.push("Secure");
  if (maxAgeSeconds !== null) parts.push(`Max-Age=${maxAgeSeconds}`);
  return parts.join("; ");
}

/** Headers that set these cookies. */
export function withCookies(cookies: readonly (string | null)[]): Headers {
  const headers = new Headers();
  for (const cookie of cookies) if (cookie !== null) headers.append("Set-Cookie", cookie);
  return headers;
}

/** The value that a response sets for a cookie: "" when it deletes it; null when it does not change it. */
export function cookieOfResponse(request: Request, response: Response, name: string): string | null {
  const start = `${cookieName(request, name)}=`;
  const written = response.headers.getSetCookie().findLast((cookie) => cookie.startsWith(start));
  return written === undefined ? null : (written.slice(start.length).split(";")[0] ?? "");
}

export function isHttps(request: Request): boolean {
  return new URL(request.url).protocol === "https:";
}

import { redirect, redirectDocument } from "react-router";
import { readCookie, writeCookie } from "./cookies";

const COOKIE = "flash";
/** Long enough for a slow phone to follow the redirect. */
const LIFETIME_SECONDS = 60;

/** Goes on to `path` and says `text` there, once: in the page, and with script as a snackbar too. */
export function redirectSaying(request: Request, path: string, text: string, headers = new Headers()): Response {
  headers.append("Set-Cookie", writeCookie(request, COOKIE, encodeURIComponent(text), LIFETIME_SECONDS));
  return redirect(path, { headers });
}

/** As `redirectSaying`, by a document: for pages that are not whole without the policy of their own (`botCheck`). */
export function reloadSaying(request: Request, path: string, text: string): Response {
  return redirectDocument(path, { headers: redirectSaying(request, path, text).headers });
}

export function readFlash(request: Request): string | null {
  const value = readCookie(request, COOKIE);
  if (!value) return null;
  try {
    return decodeURIComponent(value).slice(0, 300);
  } catch {
    return null;
  }
}

export function clearFlash(request: Request): string {
  return writeCookie(request, COOKIE, "", 0);
}

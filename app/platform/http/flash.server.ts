import { redirect, redirectDocument } from "react-router";
import { readCookie, writeCookie } from "./cookies";

const COOKIE = "flash";
/** Long enough for a slow phone to follow the redirect. */
const LIFETIME_SECONDS = 60;

/** What is said once on the page that a redirect leads to. */
export interface Said {
  text: string;
  /** The change that it tells of: shown with an Undo button. */
  undo: string | null;
  /** False: it says why nothing was. */
  done: boolean;
}

interface More {
  headers?: Headers;
  /** See `Said`. */
  undo?: string | null;
  done?: boolean;
}

/** How words begin that tell of nothing done. */
const NOTHING = /^(Nothing|No session|There was no)/;

/** Goes on to `path` and says `text` there, once: in the page, and with script as a snackbar too. */
export function redirectSaying(
  request: Request,
  path: string,
  text: string,
  { headers = new Headers(), undo = null, done = !NOTHING.test(text) }: More = {},
): Response {
  // A colon in the text is written %3A: what follows a plain one is no text.
  const value = encodeURIComponent(text) + (undo === null && done ? "" : `:${undo ?? ""}`) + (done ? "" : ":no");
  headers.append("Set-Cookie", writeCookie(request, COOKIE, value, LIFETIME_SECONDS));
  return redirect(path, { headers });
}

/** As `redirectSaying`, by a document: for pages that are not whole without the policy of their own (`botCheck`). */
export function reloadSaying(request: Request, path: string, text: string): Response {
  return redirectDocument(path, { headers: redirectSaying(request, path, text).headers });
}

export function readFlash(request: Request): Said | null {
  const value = readCookie(request, COOKIE);
  if (!value) return null;
  const [text = "", undo = "", no] = value.split(":");
  try {
    const words = decodeURIComponent(text).slice(0, 300);
    return { text: words, undo: /^\d{1,15}$/.test(undo) ? undo : null, done: no === undefined };
  } catch {
    return null;
  }
}

export function clearFlash(request: Request): string {
  return writeCookie(request, COOKIE, "", 0);
}

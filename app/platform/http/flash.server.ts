import { redirect, redirectDocument } from "react-router";
import { cookieOfResponse, readCookie, writeCookie } from "./cookies";

const COOKIE = "flash";
/** Long enough for a slow phone to follow the redirect. */
const LIFETIME_SECONDS = 60;
const LASTING_SECONDS = 30 * 24 * 60 * 60;

/** A message that is shown once, on the page that a redirect leads to. */
export interface FlashMessage {
  text: string;
  /** Number of the change that the message reports: shown with an Undo button. Null for none. */
  undo: string | null;
  /** False if the message says why nothing was done. */
  done: boolean;
}

interface More {
  headers?: Headers;
  /** See `FlashMessage`. */
  undo?: string | null;
  done?: boolean;
  /** When the undo ends, of a message that waits for longer. */
  undoUntil?: number;
}

/** First words of messages which report that nothing was done. */
const NOTHING_DONE = /^(Nothing|No session|There was no|Daybook takes no)/;

/**
 * Redirects to `path` and shows `text` there once: in the page, and with script as a snackbar too.
 * @param text a line without a full stop at its end, as `inOneLine` makes it; the specification has one exception
 */
export function redirectWithMessage(
  request: Request,
  path: string,
  text: string,
  { headers = new Headers(), ...more }: More = {},
): Response {
  headers.append("Set-Cookie", messageCookie(request, text, more));
  return redirect(path, { headers });
}

/** The cookie with which the next page shows a message. */
function messageCookie(
  request: Request,
  text: string,
  { undo = null, done = !NOTHING_DONE.test(text), undoUntil }: Omit<More, "headers"> = {},
  lifetimeSeconds = LIFETIME_SECONDS,
): string {
  // A colon in the text is encoded as %3A, so that the first plain colon ends the text.
  const parts = [encodeURIComponent(text), undo, done ? "" : "no", undo && undoUntil];
  return writeCookie(request, COOKIE, parts.join(":").replace(/:+$/, ""), lifetimeSeconds);
}

/** As `messageCookie`, for what happened with no page open: it waits for the next one, after what waits already. */
export function lastingMessage(request: Request, text: string, more: Omit<More, "headers"> = {}): string {
  const before = readMessage(readCookie(request, COOKIE), 0);
  const told = before && before.text !== text ? { ...more, undo: null } : more;
  const words = before && before.text !== text ? `${before.text}. ${text}` : text;
  return messageCookie(request, words, told, LASTING_SECONDS);
}

/** As `redirectWithMessage`, with a full document load: for pages that need their own security policy (`botCheck`). */
export function reloadWithMessage(request: Request, path: string, text: string, more: More = {}): Response {
  return redirectDocument(path, { headers: redirectWithMessage(request, path, text, more).headers });
}

/**
 * The message that the last response left for this page, without an undo that has ended since; null when there is none, or
 * it is malformed.
 */
export function readFlash(request: Request, now: number): FlashMessage | null {
  return readMessage(readCookie(request, COOKIE), now);
}

/** The message that a response leaves for the next page. */
export function messageOf(request: Request, response: Response): FlashMessage | null {
  return readMessage(cookieOfResponse(request, response, COOKIE), 0);
}

function readMessage(value: string | null, now: number): FlashMessage | null {
  if (!value) return null;
  const [text = "", undo = "", no = "", until = ""] = value.split(":");
  const isOpen = /^\d{1,15}$/.test(undo) && (until === "" || now < Number(until));
  try {
    const words = decodeURIComponent(text).slice(0, 300);
    return { text: words, undo: isOpen ? undo : null, done: no === "" };
  } catch {
    return null;
  }
}

/** The `Set-Cookie` value that clears the message. */
export function clearFlash(request: Request): string {
  return writeCookie(request, COOKIE, "", 0);
}

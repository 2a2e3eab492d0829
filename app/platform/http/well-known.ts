import type { Site } from "~/platform/context";
import { addToNote } from "~/platform/http/request-note.server";
import { instantText } from "~/platform/time/instants";

/** Validity of security.txt, counted from each request: it never expires and needs no upkeep. */
const VALID_MS = 90 * 24 * 60 * 60 * 1000;

/** Password managers send users here to change a password. */
const CHANGE_PASSWORD = "/.well-known/change-password";
const SECURITY_TEXT = "/.well-known/security.txt";

/**
 * Answers requests for well-known addresses. They are not routes, so that no browser's route table contains them.
 * @returns null for all other requests
 */
export function wellKnown(request: Request, { origin, keeper }: Site, now: number): Response | null {
  if (request.method !== "GET" && request.method !== "HEAD") return null;
  const path = new URL(request.url).pathname;
  if (path !== CHANGE_PASSWORD && path !== SECURITY_TEXT) return null;
  addToNote({ route: path });
  return path === CHANGE_PASSWORD ? found("/password/change/") : securityText(origin, keeper.contact, now);
}

function found(path: string): Response {
  return new Response(null, { status: 302, headers: { Location: path } });
}

/** RFC 9116: where to report a fault in the security of this Daybook. */
function securityText(origin: string, contact: string, now: number): Response {
  const lines = [
    `Contact: mailto:${contact}`,
    `Expires: ${instantText(now + VALID_MS)}`,
    "Preferred-Languages: en",
    `Canonical: ${origin}${SECURITY_TEXT}`,
  ];
  return new Response(`${lines.join("\n")}\n`, { headers: { "Content-Type": "text/plain; charset=utf-8" } });
}

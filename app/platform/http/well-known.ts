import type { Site } from "~/platform/context";
import { instantText } from "~/platform/time/instants";

/** Made anew for whoever asks: it never runs out, and nobody has to see to it. */
const HOLDS_MS = 90 * 24 * 60 * 60 * 1000;

/** What programs look for under names of their own; no pages, so that no browser's table of routes holds them. */
export function wellKnown(request: Request, { origin, keeper }: Site, now: number): Response | null {
  if (request.method !== "GET" && request.method !== "HEAD") return null;
  const path = new URL(request.url).pathname;
  // Where a password manager leads somebody who is to change a password.
  if (path === "/.well-known/change-password") return found("/password/change/");
  return path === "/.well-known/security.txt" ? securityText(origin, keeper.contact, now) : null;
}

function found(path: string): Response {
  return new Response(null, { status: 302, headers: { Location: path } });
}

/** RFC 9116: where to report what is wrong with the security of this Daybook. */
function securityText(origin: string, contact: string, now: number): Response {
  const lines = [
    `Contact: mailto:${contact}`,
    `Expires: ${instantText(now + HOLDS_MS)}`,
    "Preferred-Languages: en",
    `Canonical: ${origin}/.well-known/security.txt`,
  ];
  return new Response(`${lines.join("\n")}\n`, { headers: { "Content-Type": "text/plain; charset=utf-8" } });
}

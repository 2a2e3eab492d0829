import type { ServerBuild } from "react-router";
import { refuseCall } from "~/platform/http/read-json.server";
import { addToNote } from "~/platform/http/request-note.server";
import { isAddress } from "./public-pages";

type Routes = ServerBuild["routes"];

/** Escapes of characters that need none in a path (RFC 3986, 2.3). */
const NEEDLESS_ESCAPE = /%(?:2[DE]|3\d|[46][1-9A-F]|[57][0-9A]|5F|7E)/gi;

/**
 * Answers a request whose address is not spelt as that of its route: rules that look at a path would not know it for what
 * the router takes it for. Whoever reads is led to the right spelling, and nothing else gets an answer.
 * @returns null for an address that may go on
 */
export function answerMisspelt(request: Request): Response | null {
  const { pathname, search } = new URL(request.url);
  const spelt = spellingOf(pathname);
  if (spelt === pathname) return null;
  addToNote({ route: "/*" });
  if (request.method === "GET" || request.method === "HEAD") {
    return new Response(null, { status: 301, headers: { Location: spelt + search } });
  }
  if (pathname.toLowerCase().startsWith("/api/")) return refuseCall("There is no such call", 404);
  return new Response("There is no such address", { status: 404, headers: { "Content-Type": "text/plain" } });
}

/**
 * The one spelling of a path: no needless escapes, no empty parts, in small letters where that makes it the path of a
 * route, and a slash at its end but for a file. The data of a page are spelt as the page.
 */
export function spellingOf(pathname: string): string {
  const isData = pathname.endsWith(".data");
  const page = isData ? pathname.replace(/(?:(?<=\/)_)?\.data$/, "") : pathname;
  const path = page.replace(NEEDLESS_ESCAPE, decodeURIComponent).replace(/\/{2,}/g, "/");
  const bare = path.replace(/\/$/, "");
  // Whatever begins as a call is answered as one, and calls end in a slash.
  const asIs = path.startsWith("/api/") ? [] : [path];
  const ways = [...asIs, `${bare}/`, bare, `${bare}/`.toLowerCase(), bare.toLowerCase()];
  const spelt = ways.find(isAddress) ?? (/\.\w+$/.test(bare) ? path : `${bare}/`);
  if (!isData) return spelt;
  return spelt.endsWith("/") ? `${spelt}_.data` : `${spelt}.data`;
}

/** The routes, each for the letters alone that it is written with. */
export function matchedAsSpelt(routes: Routes): Routes {
  const entries = Object.entries(routes).map(([id, route]) => [id, route && { ...route, caseSensitive: true }]);
  return Object.fromEntries(entries);
}

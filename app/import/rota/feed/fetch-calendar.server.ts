import { readBytes } from "~/platform/http/read-body.server";
import { TimeLimitError, withTimeLimit } from "~/platform/time-limit";
import { decode } from "../../parse/decode";
import { MAX_CALENDAR_BYTES } from "../calendar";
import { type AddressRules, type FeedFault, readAddress } from "./address";

const LIMIT_MS = 10_000;
const MAX_HOPS = 4;
const REDIRECTS = [301, 302, 303, 307, 308];

/** What the server said of the calendar that was read last, sent back so that it need not send the same again. */
export interface Seen {
  etag: string;
  last_modified: string;
}

export type Fetched = { what: "same" } | ({ what: "new"; text: string } & Seen) | { what: "failed"; fault: FeedFault };

interface Asking {
  rules: AddressRules;
  fetcher?: typeof fetch;
  limitMs?: number;
}

/** Asks an address for its calendar, within limits of time and bytes; each address that it leads to is checked first. */
export async function fetchCalendar(
  address: string,
  seen: Seen,
  { rules, fetcher = fetch, limitMs = LIMIT_MS }: Asking,
): Promise<Fetched> {
  const abort = new AbortController();
  const headers = {
    Accept: "text/calendar",
    "User-Agent": "Daybook",
    ...(seen.etag && { "If-None-Match": seen.etag }),
    ...(seen.last_modified && { "If-Modified-Since": seen.last_modified }),
  };
  const ask = (url: URL) => fetcher(url.href, { headers, redirect: "manual", signal: abort.signal });
  try {
    return await withTimeLimit(follow(address, rules, ask), limitMs);
  } catch (error) {
    // Nothing of the error is told or logged: it may have the address, which is a secret.
    return { what: "failed", fault: error instanceof TimeLimitError ? "slow" : "unreachable" };
  } finally {
    abort.abort();
  }
}

async function follow(address: string, rules: AddressRules, ask: (url: URL) => Promise<Response>): Promise<Fetched> {
  let url = readAddress(address, rules);
  for (let hop = 0; hop < MAX_HOPS && typeof url !== "string"; hop += 1) {
    const response = await ask(url);
    const location = response.headers.get("Location");
    if (!REDIRECTS.includes(response.status) || location === null) return readResponse(response);
    await response.body?.cancel();
    url = readAddress(URL.parse(location, url)?.href ?? "", rules);
  }
  return { what: "failed", fault: "redirect" };
}

async function readResponse(response: Response): Promise<Fetched> {
  const { status, headers } = response;
  const failed = async (fault: FeedFault): Promise<Fetched> => {
    await response.body?.cancel();
    return { what: "failed", fault };
  };
  if (status === 304) return { what: "same" };
  if (status !== 200) return failed(`${status}`);
  if (Number(headers.get("Content-Length")) > MAX_CALENDAR_BYTES) return failed("large");
  const bytes = await readBytes(response, MAX_CALENDAR_BYTES);
  if (!bytes) return { what: "failed", fault: "large" };
  const said = (name: string) => (headers.get(name) ?? "").slice(0, 200);
  return { what: "new", text: decode(bytes).text, etag: said("ETag"), last_modified: said("Last-Modified") };
}

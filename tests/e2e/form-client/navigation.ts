import { lacks } from "./client-document";
import type { Asked } from "./network";
import type { Submission } from "./submission";

/** Who leads to a page: nobody, when its address is typed. */
export interface Initiator {
  url: string;
  /** Of the page's header `Referrer-Policy`. */
  policy: string | undefined;
}

const ACCEPT =
  "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7";
/** As Chromium calls itself on Linux; only the number of its version moves. */
const USER_AGENT =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36";

/** The request that Chromium makes when somebody goes to a page: by address, by a link or by a form. */
export function navigationTo({ method, url, type, body }: Submission, from: Initiator | undefined): Asked {
  const target = new URL(url);
  if (from && new URL(from.url).origin !== target.origin) throw lacks(`what lies outside of the product: ${url}`);
  if (!["http:", "https:"].includes(target.protocol)) throw lacks(`addresses such as ${target.protocol}`);
  const referer = from && refererOf(from);
  const isSame = from && new URL(from.url).href.replace(/#.*/, "") === target.href.replace(/#.*/, "");
  return {
    method,
    url,
    body,
    headers: {
      ...(method === "POST" || isSame ? { "Cache-Control": "max-age=0" } : {}),
      "Upgrade-Insecure-Requests": "1",
      ...(method === "POST" && from ? { Origin: referer ? target.origin : "null" } : {}),
      ...(type ? { "Content-Type": type } : {}),
      "User-Agent": USER_AGENT,
      Accept: ACCEPT,
      "Sec-Fetch-Site": from ? "same-origin" : "none",
      "Sec-Fetch-Mode": "navigate",
      "Sec-Fetch-User": "?1",
      "Sec-Fetch-Dest": "document",
      ...(referer ? { Referer: referer } : {}),
      "Accept-Encoding": "gzip, deflate, br, zstd",
      "Accept-Language": "en-GB",
    },
  };
}

/** Within the product every policy but one names the page, without its fragment. */
function refererOf({ url, policy }: Initiator): string | undefined {
  const last = policy?.split(",").at(-1)?.trim() ?? "";
  if (last === "no-referrer") return undefined;
  if (last === "origin" || last === "strict-origin") return `${new URL(url).origin}/`;
  return url.replace(/#.*/, "");
}

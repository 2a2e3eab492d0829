import { Agent, type IncomingMessage, request } from "node:http";
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from "node:zlib";
import type { Cookies } from "./cookies";

export interface Asked {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: Buffer | undefined;
}

export interface Answered {
  url: string;
  status: number;
  /** Lower-case names; several of one name as Playwright joins them. */
  headers: Record<string, string>;
  body: Buffer;
}

const MAX_REDIRECTS = 20;
/** One connection a request: a server may close one that is kept just when it is used again. */
const agent = new Agent({ keepAlive: false });
const DECODERS: Record<string, (body: Buffer) => Buffer> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
};

/** Asks over HTTP with the cookies of a browser, and goes where the answer leads. */
export async function ask(asked: Asked, cookies: Cookies, redirects = MAX_REDIRECTS): Promise<Answered> {
  const answer = await askOnce(asked, cookies);
  const to = answer.headers.location;
  if (redirects === 0 || to === undefined || ![301, 302, 303, 307, 308].includes(answer.status)) return answer;
  if (redirects === 1) throw new Error(`Too many redirects, the last to ${to}`);
  return ask(redirected(asked, to, answer.status), cookies, redirects - 1);
}

/** What a browser sends next: the fragment goes along, a form that was taken becomes a plain question. */
function redirected({ method, url, headers, body }: Asked, to: string, status: number): Asked {
  const next = new URL(to, url);
  if (!next.hash) next.hash = new URL(url).hash;
  const becomesGet = status === 303 ? method !== "HEAD" : method === "POST" && status < 303;
  if (!becomesGet) return { method, url: next.href, headers, body };
  const kept = Object.entries(headers).filter(([name]) => !["origin", "content-type"].includes(name.toLowerCase()));
  return { method: "GET", url: next.href, headers: Object.fromEntries(kept) };
}

async function askOnce({ method, url, headers, body }: Asked, cookies: Cookies): Promise<Answered> {
  const cookie = await cookies.headerFor(url);
  const length = body || method === "POST" ? { "Content-Length": String(body?.length ?? 0) } : {};
  const message = await new Promise<IncomingMessage>((answered, failed) => {
    const sent = request(url, {
      method,
      agent,
      headers: { ...headers, ...length, ...(cookie ? { Cookie: cookie } : {}) },
    });
    sent.once("response", answered).once("error", failed).end(body);
  });
  const raw = Buffer.concat(await message.toArray());
  await cookies.keep(message.headers["set-cookie"] ?? [], url);
  const named = Object.entries(message.headersDistinct).map(([name, values = []]) => {
    return [name, values.join(name === "set-cookie" ? "\n" : ", ")];
  });
  const decode = DECODERS[message.headers["content-encoding"] ?? ""] ?? ((plain: Buffer) => plain);
  const decoded = raw.length > 0 ? decode(raw) : raw;
  return { url, status: message.statusCode ?? 0, headers: Object.fromEntries(named), body: decoded };
}

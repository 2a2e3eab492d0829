import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { readAuthorization, signatureOf } from "./signature";

export const ACCESS = { access_key_id: "copies", secret_access_key: "a secret of the tests/+=" };
export const REGION = "test-1";

interface Stored {
  bytes: Buffer;
  meta: [string, string][];
}

/** Objects by bucket and key. */
type Objects = Map<string, Stored>;

const SKEW_MS = 15 * 60 * 1000;
/** Few, so that listings come in parts. */
const KEYS_PER_PAGE = 2;

/**
 * A store on this machine that speaks as much of S3 as the commands use. It takes nothing whose signature, hash or time is
 * not right. `isLocked`: it deletes nothing. `drops`: it hangs up on so many uploads.
 */
export async function startS3Server() {
  const state = { objects: new Map() as Objects, isLocked: false, drops: 0, refused: [] as string[] };
  const server = createServer((request, response) => {
    void answer(state, request, response).catch((error) => response.writeHead(500).end(String(error)));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(state, {
    endpoint,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  });
}

type State = Pick<Awaited<ReturnType<typeof startS3Server>>, "objects" | "isLocked" | "drops" | "refused">;

async function answer(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const body = Buffer.concat(pieces);
  const wrong = faultOf(request, body);
  if (wrong) return refuse(state, response, 403, wrong);
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://store");
  const name = decodeURIComponent(pathname.slice(1));
  if (!name.includes("/")) {
    response.writeHead(200, { "content-type": "application/xml" }).end(listing(state.objects, name, searchParams));
    return;
  }
  if (request.method === "PUT") return put(state, name, request, body, response);
  if (request.method === "DELETE") {
    if (state.isLocked) return refuse(state, response, 403, "AccessDenied");
    state.objects.delete(name);
    response.writeHead(204).end();
    return;
  }
  const there = state.objects.get(name);
  if (!there) return refuse(state, response, 404, "NoSuchKey");
  const about = {
    "content-length": there.bytes.length,
    etag: etagOf(there),
    "last-modified": new Date().toUTCString(),
  };
  response.writeHead(200, { ...Object.fromEntries(there.meta), ...about });
  response.end(request.method === "HEAD" ? undefined : there.bytes);
}

function put(
  state: State,
  name: string,
  { headers, socket }: IncomingMessage,
  bytes: Buffer,
  response: ServerResponse,
) {
  if (state.drops > 0) {
    state.drops -= 1;
    socket.destroy();
    return;
  }
  const md5 = createHash("md5").update(bytes).digest("base64");
  if (headers["content-md5"] !== md5) return refuse(state, response, 400, "BadDigest");
  const meta = Object.entries(headers).filter(([header]) => header.startsWith("x-amz-meta-"));
  state.objects.set(name, { bytes, meta: meta.map(([header, value]) => [header, String(value)]) });
  response.writeHead(200).end();
}

/** What is wrong with the signature of a request, by the name that S3 has for it. */
function faultOf({ method = "", url = "", headers }: IncomingMessage, body: Buffer): string | null {
  const asked = readAuthorization(headers.authorization);
  if (!asked) return "AccessDenied";
  const { id, date, region, service, names, signature } = asked;
  const time = String(headers["x-amz-date"]);
  const at = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  if (!(Math.abs(at - Date.now()) < SKEW_MS) || !time.startsWith(date)) return "RequestTimeTooSkewed";
  if (id !== ACCESS.access_key_id) return "InvalidAccessKeyId";
  if (region !== REGION || service !== "s3") return "AuthorizationHeaderMalformed";
  const must = ["host", ...Object.keys(headers).filter((name) => name.startsWith("x-amz-") || name === "content-md5")];
  const isAllSigned = must.every((name) => names.includes(name));
  const right = signatureOf({ method, url, headers, secret: ACCESS.secret_access_key });
  if (!isAllSigned || signature !== right) return "SignatureDoesNotMatch";
  const sha256 = createHash("sha256").update(body).digest("hex");
  return headers["x-amz-content-sha256"] === sha256 ? null : "XAmzContentSHA256Mismatch";
}

function refuse({ refused }: State, response: ServerResponse, status: number, code: string): void {
  if (status !== 404) refused.push(code);
  response.writeHead(status, { "content-type": "application/xml" }).end(`<Error><Code>${code}</Code></Error>`);
}

function listing(objects: Objects, bucket: string, query: URLSearchParams): string {
  const [prefix, delimiter] = [query.get("prefix") ?? "", query.get("delimiter")];
  const after = query.get("continuation-token") ?? "";
  const names = [...objects.keys()].filter((name) => name.startsWith(`${bucket}/${prefix}`)).sort();
  const keys = names.map((name) => name.slice(bucket.length + 1));
  const entries = new Map<string, string>();
  for (const key of keys) {
    const rest = key.slice(prefix.length);
    if (delimiter && rest.includes(delimiter)) {
      const folder = prefix + rest.split(delimiter)[0] + delimiter;
      entries.set(folder, `<CommonPrefixes><Prefix>${encodeURIComponent(folder)}</Prefix></CommonPrefixes>`);
    } else {
      const there = objects.get(`${bucket}/${key}`) as Stored;
      const about = `<Size>${there.bytes.length}</Size><ETag>&quot;${etagOf(there).replaceAll('"', "")}&quot;</ETag>`;
      const at = `<LastModified>${new Date().toISOString()}</LastModified>`;
      entries.set(key, `<Contents><Key>${encodeURIComponent(key)}</Key>${at}${about}</Contents>`);
    }
  }
  // The token is the last entry, behind letters that XML and addresses change.
  const left = [...entries].filter(([entry]) => `a&b+${entry}` > after);
  const page = left.slice(0, KEYS_PER_PAGE);
  const isCut = left.length > page.length;
  const next = isCut ? `<NextContinuationToken>a&amp;b+${page.at(-1)?.[0]}</NextContinuationToken>` : "";
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${isCut}</IsTruncated>${next}${page.map(([, xml]) => xml).join("")}</ListBucketResult>`;
}

function etagOf({ bytes }: Stored): string {
  return `"${createHash("md5").update(bytes).digest("hex")}"`;
}

import { createHash, createHmac } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** A request as its bytes say it, and whose key it should be signed with. */
export interface Signed {
  method: string;
  /** Path and query, as they were sent. */
  url: string;
  headers: IncomingHttpHeaders;
  secret: string;
}

const HEADER =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;

/** The parts of the header of a signature; null for any other. */
export function readAuthorization(header = "") {
  const [, id = "", date = "", region = "", service = "", names = "", signature = ""] = HEADER.exec(header) ?? [];
  return id === "" ? null : { id, date, region, service, names: names.split(";"), signature };
}

/**
 * The signature of a request by the fourth version of Amazon's process, written from its description
 * (docs.aws.amazon.com, "Signature Calculations for the Authorization Header"): independently of the library that signs.
 */
export function signatureOf({ method, url, headers, secret }: Signed): string | null {
  const asked = readAuthorization(headers.authorization);
  if (!asked) return null;
  const { date, region, service, names } = asked;
  const [path = "", query = ""] = url.split("?");
  const canonical = [
    method,
    path
      .split("/")
      .map((part) => encode(decodeURIComponent(part)))
      .join("/"),
    canonicalQuery(query),
    ...names.map(
      (name) =>
        `${name}:${String(headers[name] ?? "")
          .trim()
          .replace(/ +/g, " ")}`,
    ),
    "",
    names.join(";"),
    headers["x-amz-content-sha256"],
  ].join("\n");
  const scope = `${date}/${region}/${service}/aws4_request`;
  const hash = createHash("sha256").update(canonical).digest("hex");
  const text = ["AWS4-HMAC-SHA256", headers["x-amz-date"], scope, hash].join("\n");
  const key = [date, region, service, "aws4_request"].reduce<string | Buffer>(hmac, `AWS4${secret}`);
  return hmac(key, text).toString("hex");
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}

function canonicalQuery(query: string): string {
  const pairs = query
    .split("&")
    .filter(Boolean)
    .map((pair) => {
      const [name = "", value = ""] = pair.split("=").map((part) => decodeURIComponent(part.replaceAll("+", "%20")));
      return `${encode(name)}=${encode(value)}`;
    });
  return pairs.sort().join("&");
}

/** All but letters, digits and - . _ ~ in hex. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);
}

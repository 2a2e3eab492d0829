import { createHash } from "node:crypto";
import { AwsClient } from "aws4fetch";

/** No answer after this time is an error: the next run of a command goes on. */
const TIMEOUT_MS = 5 * 60 * 1000;
const META = "x-amz-meta-";

/**
 * Opens a bucket that speaks S3, be it Amazon's or any other's, as what commands use of an R2 bucket. What is sent is
 * signed with its SHA-256 and has its MD5 beside it: the server takes nothing that arrives otherwise.
 * @param where `endpoint`: address of the service, without the bucket; `folder`: begins all keys, empty or with a slash at
 * its end; `region`: as the service names it, guessed if left out; `access`: the id and the secret of its key
 */
export function openS3Store({ endpoint, bucket, folder, region, access }) {
  const { access_key_id: accessKeyId, secret_access_key: secretAccessKey } = access;
  // Two tries more for an answer of 500 and above.
  const client = new AwsClient({ accessKeyId, secretAccessKey, service: "s3", region, retries: 2 });

  async function ask(method, key, { query = {}, headers = {}, body } = {}) {
    const url = new URL(`${endpoint.replace(/\/$/, "")}/${bucket}${key === "" ? "" : `/${folder}${key}`}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const hash = createHash("sha256").update(body ?? "");
    const signed = { ...headers, "x-amz-content-sha256": hash.digest("hex") };
    // An answer that leads elsewhere is an error: what is signed for one host is nothing for another.
    const how = { redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS) };
    const answer = await client.fetch(url, { method, headers: signed, body, ...how });
    if (answer.ok || (answer.status === 404 && key !== "")) return answer;
    const [, code = ""] = /<Code>(\w+)<\/Code>/.exec(await answer.text()) ?? [];
    throw Object.assign(new Error(`The store answered ${[answer.status, code].filter(Boolean).join(" ")}`), {
      status: answer.status,
    });
  }

  function objectOf(key, { headers }) {
    const meta = [...headers].filter(([name]) => name.startsWith(META));
    return {
      key,
      size: Number(headers.get("content-length")),
      etag: headers.get("etag")?.replaceAll('"', ""),
      uploaded: new Date(headers.get("last-modified") ?? 0),
      checksums: {},
      customMetadata: Object.fromEntries(meta.map(([name, value]) => [name.slice(META.length), value])),
    };
  }

  return {
    async list({ prefix = "", delimiter, cursor }) {
      const query = { "list-type": "2", "encoding-type": "url", prefix: folder + prefix };
      if (delimiter) query.delimiter = delimiter;
      if (cursor) query["continuation-token"] = cursor;
      const xml = await (await ask("GET", "", { query })).text();
      const own = (key) => decodeURIComponent(key).slice(folder.length);
      const truncated = first(xml, "IsTruncated") === "true";
      return {
        objects: all(xml, "Contents").map((each) => ({
          key: own(first(each, "Key")),
          size: Number(first(each, "Size")),
          etag: first(each, "ETag").replaceAll('"', ""),
          uploaded: new Date(first(each, "LastModified")),
        })),
        delimitedPrefixes: all(xml, "CommonPrefixes").map((each) => own(first(each, "Prefix"))),
        truncated,
        ...(truncated ? { cursor: first(xml, "NextContinuationToken") } : {}),
      };
    },

    async head(key) {
      const answer = await ask("HEAD", key);
      return answer.ok ? objectOf(key, answer) : null;
    },

    async get(key) {
      const answer = await ask("GET", key);
      if (!answer.ok) return null;
      return { ...objectOf(key, answer), arrayBuffer: () => answer.arrayBuffer() };
    },

    async put(key, bytes, { customMetadata = {} } = {}) {
      const meta = Object.entries(customMetadata).map(([name, value]) => [META + name, value]);
      const md5 = createHash("md5").update(bytes).digest("base64");
      const answer = await ask("PUT", key, {
        headers: { ...Object.fromEntries(meta), "content-md5": md5 },
        body: bytes,
      });
      if (!answer.ok) throw new Error("There is no such bucket");
    },

    async delete(key) {
      await ask("DELETE", key);
    },
  };
}

/** The listing is flat, written by a program, and its keys are encoded: no parser of XML is needed for it. */
function all(xml, tag) {
  return [...xml.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, "gs"))].map(([, inner]) => inner);
}

const ENTITIES = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", "#34": '"' };

function first(xml, tag) {
  return (all(xml, tag)[0] ?? "").replace(/&([#\w]+);/g, (whole, name) => ENTITIES[name] ?? whole);
}

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { refuse } from "./environment.mjs";
import { openFolderStore } from "./folder-store.mjs";
import { openS3Store } from "./s3-store.mjs";

/** Copies of backups beyond the account: the options of the commands that write and read them. */
export const ELSEWHERE = {
  endpoint: { type: "string" },
  "s3-region": { type: "string" },
  "access-file": { type: "string" },
};

export const ELSEWHERE_USAGE = `  --endpoint <address>   of the service that speaks S3, without the bucket: https://s3.eu-west-2.amazonaws.com
  --s3-region <name>     as that service names it, where it does not follow from the address
  --access-file <path>   its key, as JSON like {"access_key_id":"…","secret_access_key":"…"}; - is standard input`;

const S3 = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w.-]+)*)\/?$/;
/** An address without encryption is for this machine alone. */
const LOOPBACK = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/**
 * Reads where copies are.
 * @param address `s3://bucket`, `s3://bucket/folder`, or the path of a folder of this machine
 * @param words what the command was given
 * @param usage printed with what is missing, which never shows a secret
 * @returns the store
 */
export function readElsewhere(address, words, usage) {
  try {
    return storeAt(address, words);
  } catch (error) {
    return refuse(error.message, usage);
  }
}

function storeAt(address, words) {
  if (!address.startsWith("s3:")) {
    const left = Object.keys(ELSEWHERE).filter((name) => words[name] !== undefined);
    if (left.length > 0) throw new Error(`--${left[0]} is for s3://…: ${address} is a folder`);
    return openFolderStore(resolve(address));
  }
  const [, bucket, path] = S3.exec(address) ?? [];
  if (!bucket) throw new Error(`${address} is no address of a bucket: write it as s3://bucket or s3://bucket/folder`);
  const endpoint = (words.endpoint ?? "").replace(/\/$/, "");
  if (!/^https:\/\/[\w.-]+(?::\d+)?(?:\/[\w./-]*)?$/.test(endpoint) && !LOOPBACK.test(endpoint)) {
    throw new Error("Give the address of the service with --endpoint: it begins with https://");
  }
  const access = readAccess(words);
  const folder = path === "" ? "" : `${path.slice(1)}/`;
  return openS3Store({ endpoint, bucket, folder, region: words["s3-region"], access });
}

const STANDARD_INPUT = 0;

/** The key of the service: from a file or standard input, never from the environment or the command line. */
function readAccess({ "access-file": file, "keys-file": keys, remote }) {
  if (file === undefined) throw new Error("Give the key of the service with --access-file");
  if (file === "-" && (keys === "-" || (remote && keys === undefined))) {
    throw new Error("Standard input can be read once: give --keys-file or --access-file a file");
  }
  const text = contentOf(file);
  let access = null;
  try {
    access = JSON.parse(text);
  } catch {}
  if (typeof access?.access_key_id !== "string" || typeof access.secret_access_key !== "string") {
    throw new Error('--access-file is no JSON like {"access_key_id":"…","secret_access_key":"…"}');
  }
  return access;
}

function contentOf(file) {
  try {
    return readFileSync(file === "-" ? STANDARD_INPUT : file, "utf8");
  } catch (error) {
    throw new Error(`The file of --access-file cannot be read: ${error.code}`);
  }
}

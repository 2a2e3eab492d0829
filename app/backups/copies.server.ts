import { createHash } from "node:crypto";
import { pagesOf } from "~/account/backups/objects.server";
import { addDays, type LondonDate } from "~/platform/time/london";
import { KEPT_DAYS } from "./daily.server";
import { NAMED } from "./stored.server";

/** What is used of a store, be it a bucket of ours, one that speaks S3, or a folder. */
export type CopyStore = Pick<R2Bucket, "list" | "get" | "head" | "put" | "delete">;

/** A copy, or what should have become one. */
interface Copied {
  key: string;
  outcome: "copied" | "there" | "gone" | "failed";
  bytes: number;
  /** Why it has failed. */
  error?: unknown;
}

const AT_ONCE = 4;

/**
 * Copies backups as they are, encrypted, to another store, except those that are there. Each is compared with what was
 * stored by length and checksum, when it is read and when it has arrived. One that fails holds up none of the others,
 * and the next run goes on with it.
 * @param how `day`: of that night alone. `isThorough`: reads every copy that is there, and replaces it if it is damaged
 */
export async function* copyBackups(
  from: CopyStore,
  to: CopyStore,
  { day, isThorough = false }: { day?: LondonDate; isThorough?: boolean } = {},
): AsyncGenerator<Copied> {
  const there = new Map<string, R2Object>();
  for await (const object of objectsIn(to)) there.set(object.key, object);
  const waiting: R2Object[] = [];
  const copyAll = () =>
    Promise.all(waiting.splice(0).map((object) => copyOne(from, to, object, there.get(object.key), isThorough)));
  for await (const object of objectsIn(from)) {
    if (day !== undefined && NAMED.exec(object.key)?.[2] !== day) continue;
    waiting.push(object);
    if (waiting.length === AT_ONCE) yield* await copyAll();
  }
  yield* await copyAll();
}

/** Every backup of a store. */
export async function* objectsIn(store: CopyStore): AsyncGenerator<R2Object> {
  for await (const page of pagesOf(store, { prefix: "users/" })) yield* page.filter(({ key }) => NAMED.test(key));
}

async function copyOne(
  from: CopyStore,
  to: CopyStore,
  { key, size, etag }: R2Object,
  there: R2Object | undefined,
  isThorough: boolean,
): Promise<Copied> {
  try {
    if (there?.size === size && (await isSame(to, there, etag, isThorough))) return { key, outcome: "there", bytes: 0 };
    const object = await from.get(key);
    // Dropped since the store was listed.
    if (!object) return { key, outcome: "gone", bytes: 0 };
    const bytes = new Uint8Array(await object.arrayBuffer());
    const { md5 } = object.checksums;
    if (bytes.length !== object.size || (md5 && hashOf("md5", bytes) !== Buffer.from(md5).toString("hex"))) {
      throw new Error("It was not read whole");
    }
    const sha256 = hashOf("sha256", bytes);
    await to.put(key, bytes, { customMetadata: { sha256, "source-etag": object.etag }, sha256 });
    const kept = await to.head(key);
    if (kept?.size !== bytes.length || kept.customMetadata?.sha256 !== sha256)
      throw new Error("It did not arrive whole");
    return { key, outcome: "copied", bytes: bytes.length };
  } catch (error) {
    return { key, outcome: "failed", bytes: 0, error };
  }
}

/** Whether a copy is of this state of the backup. A thorough look reads it, and compares it with what was copied. */
async function isSame(to: CopyStore, there: R2Object, etag: string, isThorough: boolean): Promise<boolean> {
  if (there.etag === etag && !isThorough) return true;
  if (!isThorough) return (await to.head(there.key))?.customMetadata?.["source-etag"] === etag;
  const object = await to.get(there.key);
  if (object?.customMetadata?.["source-etag"] !== etag) return false;
  return hashOf("sha256", new Uint8Array(await object.arrayBuffer())) === object.customMetadata.sha256;
}

function hashOf(algorithm: "md5" | "sha256", bytes: Uint8Array): string {
  return createHash(algorithm).update(bytes).digest("hex");
}

/** A backup in a store of copies. */
interface Copy {
  userRef: string;
  day: string;
  key: string;
}

export function copyOf(key: string): Copy {
  const [, userRef = "", day = ""] = NAMED.exec(key) ?? [];
  return { userRef, day, key };
}

/**
 * The copies that go: as in the store itself one that a newer copy of its user has outlived by `KEPT_DAYS`, and all of users who deleted their account. Nothing else does: not what is missing in the stores, which
 * may have been lost.
 */
export function outdatedCopies(copies: readonly Copy[], today: LondonDate, deleted: ReadonlySet<string>): Copy[] {
  const before = addDays(today, -KEPT_DAYS);
  const newest = new Map<string, string>();
  for (const { userRef, day } of copies) {
    if (day <= before && day > (newest.get(userRef) ?? "")) newest.set(userRef, day);
  }
  return copies.filter(({ userRef, day }) => deleted.has(userRef) || day < (newest.get(userRef) ?? ""));
}

import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { type CopyStore, copyBackups, copyOf, objectsIn, outdatedCopies } from "~/backups/copies.server";

interface Kept {
  text: string;
  etag: string;
  customMetadata: Record<string, string>;
}

const hashOf = (algorithm: "md5" | "sha256", text: string) => createHash(algorithm).update(text).digest("hex");

/** A store in memory, which says of what it holds what R2 says. `more` is what it says otherwise. */
function storeOf(texts: Record<string, string>, more: Record<string, unknown> = {}) {
  const kept = new Map<string, Kept>();
  const put = (key: string, text: string, customMetadata = {}) =>
    kept.set(key, { text, etag: `etag of ${text}`, customMetadata });
  for (const [key, text] of Object.entries(texts)) put(key, text);
  const reading = { now: 0, most: 0 };
  const objectOf = (key: string) => {
    const there = kept.get(key);
    if (!there) return null;
    const { text, etag, customMetadata } = there;
    const checksums = { md5: Buffer.from(hashOf("md5", text), "hex") };
    return { key, size: text.length, etag, customMetadata, checksums, ...more };
  };
  const store = {
    list: async ({ prefix = "" }: R2ListOptions = {}) => ({
      objects: [...kept.keys()].filter((key) => key.startsWith(prefix)).map(objectOf),
      truncated: false,
    }),
    head: async (key: string) => objectOf(key),
    async get(key: string) {
      reading.now += 1;
      reading.most = Math.max(reading.most, reading.now);
      await Promise.resolve();
      reading.now -= 1;
      const there = kept.get(key);
      return there && { ...objectOf(key), arrayBuffer: async () => new TextEncoder().encode(there.text).buffer };
    },
    put: async (key: string, bytes: Uint8Array, { customMetadata }: R2PutOptions) =>
      put(key, new TextDecoder().decode(bytes), customMetadata),
    delete: async (key: string) => kept.delete(key),
  };
  return { store: store as unknown as CopyStore, kept, put, reading };
}

async function copied(from: CopyStore, to: CopyStore, how?: Parameters<typeof copyBackups>[2]) {
  const told: unknown[] = [];
  for await (const { key, outcome, bytes, error } of copyBackups(from, to, how)) {
    told.push([key, outcome, bytes, ...(error ? [(error as Error).message] : [])]);
  }
  return told;
}

const ANN = "users/ann/2026-11-20.gz";
const BEN = "users/ben/2026-11-19.gz";

test("backups are copied with the checksum and the state that they are of, and are there from then on", async () => {
  const live = storeOf({ [ANN]: "ann", [BEN]: "of ben", "users/ann/list.txt": "no backup" });
  const copies = storeOf({});
  expect(await copied(live.store, copies.store, { day: "2026-11-19" })).toEqual([[BEN, "copied", 6]]);
  expect(await copied(live.store, copies.store)).toEqual([
    [ANN, "copied", 3],
    [BEN, "there", 0],
  ]);
  expect(Object.fromEntries(copies.kept)).toMatchObject({
    [ANN]: { text: "ann", customMetadata: { sha256: hashOf("sha256", "ann"), "source-etag": "etag of ann" } },
    [BEN]: { text: "of ben", customMetadata: { sha256: hashOf("sha256", "of ben"), "source-etag": "etag of of ben" } },
  });
  expect(copies.kept.size).toBe(2);
  const keys: string[] = [];
  for await (const { key } of objectsIn(live.store)) keys.push(key);
  expect(keys).toEqual([ANN, BEN]);
});

test.each([
  ["is made again, as long as before", "ANN", {}, false, "copied"],
  ["is made again, longer than before", "of ann", {}, false, "copied"],
  ["has not changed", "ann", {}, false, "there"],
  ["has not changed, and is compared", "ann", {}, true, "there"],
  ["has a copy that was damaged", "ann", { text: "xnn" }, false, "there"],
  ["has a copy that was damaged, and is compared", "ann", { text: "xnn" }, true, "copied"],
  ["has a copy of nobody knows what", "ann", { customMetadata: {} }, false, "copied"],
  ["has a copy of nobody knows what, and is compared", "ann", { customMetadata: {} }, true, "copied"],
  ["has a copy that was made by the store itself", "ann", { customMetadata: {}, etag: "etag of ann" }, false, "there"],
])("a backup that %s", async (_, text, copy, isThorough, outcome) => {
  const [live, copies] = [storeOf({ [ANN]: "ann" }), storeOf({})];
  await copied(live.store, copies.store);
  copies.kept.set(ANN, { ...(copies.kept.get(ANN) as Kept), etag: "of the copy", ...copy });
  live.put(ANN, text);
  const bytes = outcome === "copied" ? text.length : 0;
  expect(await copied(live.store, copies.store, { isThorough })).toEqual([[ANN, outcome, bytes]]);
  if (outcome === "copied") expect(copies.kept.get(ANN)?.text).toBe(text);
});

test("a backup that goes meanwhile is no fault, and one that fails holds up none of the others", async () => {
  const live = storeOf({ [ANN]: "ann", [BEN]: "of ben" });
  const get: CopyStore["get"] = async (key: string) => {
    if (key === ANN) return null;
    throw new Error("away");
  };
  expect(await copied({ ...live.store, get } as CopyStore, storeOf({}).store)).toEqual([
    [ANN, "gone", 0],
    [BEN, "failed", 0, "away"],
  ]);
});

test.each([
  [{ size: 2 }, {}, "It was not read whole"],
  [{ checksums: { md5: Buffer.from(hashOf("md5", "ANN"), "hex") } }, {}, "It was not read whole"],
  [{}, { size: 2 }, "It did not arrive whole"],
  [{}, { customMetadata: { sha256: hashOf("sha256", "ANN") } }, "It did not arrive whole"],
  [{}, { customMetadata: undefined }, "It did not arrive whole"],
])("a store that says %j of what it gives, and one %j of what it took: %s", async (given, taken, message) => {
  const [live, copies] = [storeOf({ [ANN]: "ann" }, given), storeOf({}, taken)];
  expect(await copied(live.store, copies.store)).toEqual([[ANN, "failed", 0, message]]);
});

test("a store without checksums is believed, and four backups are read at a time", async () => {
  const keys = Array.from({ length: 9 }, (_, n) => `users/user${n}/2026-11-20.gz`);
  const live = storeOf(Object.fromEntries(keys.map((key) => [key, key])), { checksums: {} });
  const told = await copied(live.store, storeOf({}).store);
  expect(told).toEqual(keys.map((key) => [key, "copied", key.length]));
  expect(live.reading.most).toBe(4);
});

test("copies go 35 days after a newer one, or with their account, and nothing goes that the store has lost", () => {
  const copies = [
    copyOf("users/moved/2026-10-01.gz"),
    copyOf("users/moved/2026-10-10.gz"),
    copyOf("users/moved/2026-10-17.gz"),
    copyOf("users/moved/2026-11-20.gz"),
    copyOf("users/idle/2026-01-01.gz"),
    copyOf("users/gone/2026-11-20.gz"),
  ];
  expect(copies[0]).toEqual({ userRef: "moved", day: "2026-10-01", key: "users/moved/2026-10-01.gz" });
  const at = (today: string, some = copies) =>
    outdatedCopies(some, today, new Set(["gone"])).map(({ userRef, day }) => [userRef, day]);
  const first = [
    ["moved", "2026-10-01"],
    ["gone", "2026-11-20"],
  ];
  expect(at("2026-11-20")).toEqual(first);
  expect(at("2026-11-20", copies.toReversed())).toEqual(first.toReversed());
  expect(at("2026-11-21")).toEqual([
    ["moved", "2026-10-01"],
    ["moved", "2026-10-10"],
    ["gone", "2026-11-20"],
  ]);
});

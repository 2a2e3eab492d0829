// @module-tag full
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { hasDeletionNote, noteDeletion, notedAmong } from "~/account/deletion/deletion-notes.server";
import { type CopyStore, copyBackups } from "~/backups/copies.server";
import { chooseBackup, storedBackups, usersInStore } from "~/backups/stored.server";
import { openFolderStore } from "../../scripts/folder-store.mjs";
import { openS3Store } from "../../scripts/s3-store.mjs";
import { ACCESS, REGION, startS3Server } from "./s3-server";
import { signatureOf } from "./signature";

let server: Awaited<ReturnType<typeof startS3Server>>;
const folder = mkdtempSync(join(tmpdir(), "daybook-copies-"));

beforeAll(async () => {
  server = await startS3Server();
});
beforeEach(() => {
  Object.assign(server, { isLocked: false, drops: 0 });
  server.objects.clear();
  server.refused.length = 0;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

function bucket(name: string, more: Partial<Parameters<typeof openS3Store>[0]> = {}) {
  return openS3Store({
    endpoint: server.endpoint,
    bucket: name,
    folder: "eu/",
    region: REGION,
    access: ACCESS,
    ...more,
  });
}

/** Backups of three users in the live store. */
async function fill(live: CopyStore) {
  for (const [user, day] of [
    ["ann", "2026-11-19"],
    ["ann", "2026-11-20"],
    ["ben", "2026-11-20"],
    ["cas", "2026-11-18"],
  ]) {
    await live.put(`users/${user}/${day}.gz`, new TextEncoder().encode(`${user} on ${day}`));
  }
}

async function copyAll(from: CopyStore, to: CopyStore, how?: Parameters<typeof copyBackups>[2]) {
  const told: Record<string, number> = { copied: 0, there: 0, failed: 0, gone: 0 };
  for await (const { outcome } of copyBackups(from, to, how)) told[outcome] = (told[outcome] ?? 0) + 1;
  return [told.copied, told.there, told.failed];
}

function damage(name: string) {
  const there = server.objects.get(name);
  if (!there) throw new Error(`There is no ${name}`);
  there.bytes = Buffer.from(there.bytes.map((byte, at) => (at === 3 ? byte ^ 1 : byte)));
}

test("the signature that the server of these tests asks for is that of Amazon's own example", () => {
  const signature = "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41";
  const names = "host;range;x-amz-content-sha256;x-amz-date";
  const headers = {
    host: "examplebucket.s3.amazonaws.com",
    range: "bytes=0-9",
    "x-amz-content-sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "x-amz-date": "20130524T000000Z",
    authorization: `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=${names},Signature=${signature}`,
  };
  const secret = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";
  expect(signatureOf({ method: "GET", url: "/test.txt", headers, secret })).toBe(signature);
});

test("a wrong secret, id or region is refused, and the error says why without a secret", async () => {
  const wrong = { ...ACCESS, secret_access_key: "another" };
  for (const [more, code] of [
    [{ access: wrong }, "SignatureDoesNotMatch"],
    [{ access: { ...ACCESS, access_key_id: "nobody" } }, "InvalidAccessKeyId"],
    [{ region: "test-2" }, "AuthorizationHeaderMalformed"],
  ] as const) {
    const refused = bucket("copies", more).list({});
    await expect(refused).rejects.toMatchObject({ message: `The store answered 403 ${code}` });
    await expect(bucket("copies", more).put("users/ann/2026-11-20.gz", new Uint8Array(1))).rejects.toThrow("403");
  }
  expect(server.objects.size).toBe(0);
});

test("backups are copied once, byte for byte, and those of one night alone where a day is given", async () => {
  const [live, copies] = [bucket("live"), bucket("copies")];
  await fill(live);
  expect(await copyAll(live, copies, { day: "2026-11-20" })).toEqual([2, 0, 0]);
  expect(await copyAll(live, copies)).toEqual([2, 2, 0]);
  expect(await copyAll(live, copies)).toEqual([0, 4, 0]);
  const bytesOf = (name: string) =>
    [...server.objects]
      .filter(([key]) => key.startsWith(`${name}/eu/users/`))
      .map(([key, { bytes }]) => [key.slice(name.length), bytes.toString()]);
  expect(bytesOf("copies").sort()).toEqual(bytesOf("live").sort());
  // As a restore reads them, over a listing that comes in parts.
  const read = copies as unknown as R2Bucket;
  expect(await usersInStore(read)).toEqual(["ann", "ben", "cas"]);
  expect((await storedBackups(read, "ann")).map(({ day }) => day)).toEqual(["2026-11-19", "2026-11-20"]);
  expect(await chooseBackup(read, "ann", "2026-11-19")).toMatchObject({ day: "2026-11-19", bytes: 17 });
  // Made again on the same day, and of the same length.
  await live.put("users/ann/2026-11-20.gz", new TextEncoder().encode("ANN on 2026-11-20"));
  expect(await copyAll(live, copies)).toEqual([1, 3, 0]);
  expect(server.refused).toEqual([]);
});

test("an upload that breaks off is told, holds up none of the others, and is made by the next run", async () => {
  const [live, copies] = [bucket("live"), bucket("copies")];
  await fill(live);
  server.drops = 1;
  expect(await copyAll(live, copies)).toEqual([3, 0, 1]);
  expect(await copyAll(live, copies)).toEqual([1, 3, 0]);
});

test("a copy that was damaged where it lies is found by a thorough look, and replaced", async () => {
  const [live, copies] = [bucket("live"), bucket("copies")];
  await fill(live);
  await copyAll(live, copies);
  damage("copies/eu/users/ben/2026-11-20.gz");
  expect(await copyAll(live, copies, { isThorough: true })).toEqual([1, 3, 0]);
  expect(server.objects.get("copies/eu/users/ben/2026-11-20.gz")?.bytes.toString()).toBe("ben on 2026-11-20");
});

test("a store that says another length or checksum than it took fails the copy", async () => {
  const [live, copies] = [bucket("live"), bucket("copies")];
  await fill(live);
  const forgetful = { ...copies, head: async (key: string) => ({ ...(await copies.head(key)), size: 1 }) as R2Object };
  expect(await copyAll(live, forgetful)).toEqual([0, 0, 4]);
});

test("a folder takes copies as a bucket does", async () => {
  const [live, copies] = [bucket("live"), openFolderStore(folder)];
  await fill(live);
  expect(await copyAll(live, copies)).toEqual([4, 0, 0]);
  expect(await copyAll(live, copies, { isThorough: true })).toEqual([0, 4, 0]);
  const read = copies as unknown as R2Bucket;
  expect(await usersInStore(read)).toEqual(["ann", "ben", "cas"]);
  expect((await storedBackups(read, "ann")).map(({ day }) => day)).toEqual(["2026-11-19", "2026-11-20"]);
  await noteDeletion(copies, "ben");
  expect(await notedAmong(copies, ["ann", "ben"])).toEqual(["ben"]);
  await copies.delete("users/cas/2026-11-18.gz");
  expect([await copies.get("users/cas/2026-11-18.gz"), await copyAll(live, copies)]).toEqual([null, [1, 3, 0]]);
});

test("a deletion that a lock outlives is noted beside the copies, and names nobody", async () => {
  const copies = bucket("copies");
  await fill(copies);
  server.isLocked = true;
  await expect(copies.delete("users/ann/2026-11-20.gz")).rejects.toMatchObject({ status: 403 });
  await noteDeletion(copies, "ann");
  expect([await hasDeletionNote(copies, "ann"), await hasDeletionNote(copies, "ben")]).toEqual([true, false]);
  expect(await notedAmong(copies, ["ann", "ben"])).toEqual(["ann"]);
  expect([...server.objects.keys()].filter((key) => key.includes("deleted/") && key.includes("ann"))).toEqual([]);
});

import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { deletionRef } from "~/account/deletion/deleted-users.server";
import { audit, backups, users } from "~/account/table.server";
import { backedUpRows, findUser, usernameInBackup } from "~/backups/restore.server";
import {
  chooseBackup,
  deletedAmong,
  fetchBackup,
  openUpload,
  rowsToInsert,
  storedBackup,
  storedBackups,
  usersInStore,
} from "~/backups/stored.server";
import { newRef } from "~/platform/db/columns.server";
import { db, jobContext, makeUser, NOW } from "../support/harness";
import { backupsOf, NIGHT_DAY, text_encrypted } from "./backups";

const put = (userRef: string, day: string, customMetadata?: Record<string, string>) =>
  env.OBJECTS.put(`users/${userRef}/${day}.gz`, "any", customMetadata && { customMetadata });

test("a backup says when it was made and of how many rows, and else when it was stored", async () => {
  const [userRef, other] = [newRef(), newRef()];
  await put(userRef, "2026-11-20", { made_at: String(NOW), records: "7" });
  const plain = await put(userRef, "2026-11-21");
  await env.OBJECTS.put(`users/${userRef}/notes.txt`, "any");
  await put(other, "2026-11-21");
  const [first, second, ...others] = await storedBackups(env.OBJECTS, userRef);
  const uploaded_at = (plain as R2Object).uploaded.getTime();
  expect(first).toMatchObject({ userRef, day: "2026-11-20", bytes: 3, records: 7, made_at: NOW });
  expect(second).toEqual({ userRef, day: "2026-11-21", bytes: 3, records: null, made_at: uploaded_at, uploaded_at });
  expect(others).toEqual([]);
  expect(await storedBackup(env.OBJECTS, { userRef, day: "2026-11-21" })).toEqual(second);
  expect(await storedBackup(env.OBJECTS, { userRef, day: "2026-11-19" })).toBeNull();
  const chosen = async (upTo?: string) => (await chooseBackup(env.OBJECTS, userRef, upTo))?.day;
  expect(await Promise.all([chosen(), chosen("2026-11-21"), chosen("2026-11-20"), chosen("2026-11-19")])).toEqual([
    ...["2026-11-21", "2026-11-21", "2026-11-20", undefined],
  ]);
  const bytes = await fetchBackup(jobContext(), { userRef, day: "2026-11-21" });
  expect(new TextDecoder().decode(bytes ?? undefined)).toBe("any");
  expect(await fetchBackup(jobContext(), { userRef, day: "2026-11-19" })).toBeNull();
});

test("the users of a store are read to the end of its listing", async () => {
  const asked: R2ListOptions[] = [];
  const pages = [
    { delimitedPrefixes: ["users/ann/", "users/ben/"], truncated: true, cursor: "next" },
    { delimitedPrefixes: ["users/cas/"], truncated: false },
  ];
  const list = async (options: R2ListOptions) => pages[asked.push(options) - 1];
  expect(await usersInStore({ list } as unknown as R2Bucket)).toEqual(["ann", "ben", "cas"]);
  const all = { prefix: "users/", delimiter: "/" };
  expect(asked).toEqual([all, { ...all, cursor: "next" }]);
});

test("what is written piece by piece is stored whole, in parts of five megabytes, or not at all", async () => {
  const part = 5 * 1024 * 1024;
  const sizeOf = async (key: string) => (await env.OBJECTS.head(key))?.size ?? null;
  for (const pieces of [[], [3], [part], [part, 1], [part - 1, 2, part], [2 * part + 7]]) {
    const key = `users/${newRef()}/${NIGHT_DAY}.gz`;
    const upload = openUpload(env.OBJECTS, key, { records: "1" });
    const all = pieces.reduce((sum, bytes) => sum + bytes, 0);
    for (const [at, bytes] of pieces.entries()) await upload.write(new Uint8Array(bytes).fill(at + 1));
    expect(await sizeOf(key)).toBeNull();
    expect([await upload.finish(), await sizeOf(key)]).toEqual([all, all]);
    const object = await env.OBJECTS.get(key);
    expect(object?.customMetadata).toEqual({ records: "1" });
    const kept = new Uint8Array((await object?.arrayBuffer()) as ArrayBuffer);
    let from = 0;
    for (const [at, bytes] of pieces.entries()) {
      expect(kept.subarray(from, from + bytes).every((byte) => byte === at + 1)).toBe(true);
      from += bytes;
    }
  }
  const key = `users/${newRef()}/${NIGHT_DAY}.gz`;
  for (const bytes of [1, part + 1]) {
    const given = openUpload(env.OBJECTS, key, {});
    await given.write(new Uint8Array(bytes));
    await given.abort();
    expect(await sizeOf(key)).toBeNull();
  }
});

test("who deleted their account is known by the line of that alone", async () => {
  const [gone, other, here] = [newRef(), newRef(), newRef()];
  const line = { user_ref: "", occurred_at: NOW };
  await db.insert(audit).values([
    { ...line, unique_ref: await deletionRef(gone), action: "account-deleted" },
    { ...line, unique_ref: await deletionRef(other), action: "logged-in" },
  ]);
  expect(await deletedAmong(db, [here, other, gone])).toEqual(new Set([gone]));
  expect(await deletedAmong(db, [here])).toEqual(new Set());
  expect(await deletedAmong(db, [])).toEqual(new Set());
});

test("a stored backup gets one row, also beside another's of that day and one's own of another", async () => {
  const [userRef, other] = [newRef(), newRef()];
  const at = (of: string, day: string) => ({
    userRef: of,
    day,
    bytes: 5,
    records: 7,
    made_at: NOW - 1,
    uploaded_at: 0,
  });
  const insert = async (...some: ReturnType<typeof at>[]) => {
    for (const statement of rowsToInsert(db, some, NOW)) await statement;
  };
  await insert(at(other, "2026-11-20"), at(userRef, "2026-11-21"));
  await insert(at(userRef, "2026-11-20"), at(userRef, "2026-11-21"));
  const said = { state: "made", bytes: 5, records: 7, made_at: NOW - 1, created_at: NOW, updated_at: NOW };
  expect(await backupsOf(userRef)).toMatchObject([
    { ...said, user_ref: userRef, day: "2026-11-20" },
    { ...said, user_ref: userRef, day: "2026-11-21" },
  ]);
  expect(await db.$count(backups, eq(backups.user_ref, userRef))).toBe(2);
});

/** A backup of these lines. */
async function store(userRef: string, lines: readonly object[]) {
  const parts = await text_encrypted(
    { userRef, day: NIGHT_DAY },
    lines.map((line) => JSON.stringify(line)),
  );
  await env.OBJECTS.put(`users/${userRef}/${NIGHT_DAY}.gz`, new Blob(parts as BlobPart[]));
  return { userRef, day: NIGHT_DAY, bytes: 0, records: null, made_at: 0, uploaded_at: 0 };
}

const headOf = (user_ref: string, format: unknown = 3) => ({ daybook: format, user_ref, day: NIGHT_DAY });
const ROW = { record: "cpd", unique_ref: "a" };
const NOT_COMPLETE = "This file is not complete. Export it again, then choose the new file";
const NO_FILE = "Choose a JSON file exported by Daybook. This one is not, or another program changed it";

test.each<[string, (userRef: string) => object[], string | undefined]>([
  ["is whole", (ref) => [headOf(ref), ROW, { records: 1 }], undefined],
  ["is whole and empty", (ref) => [headOf(ref), { records: 0 }], undefined],
  ["has no end", (ref) => [headOf(ref), ROW], NOT_COMPLETE],
  ["has nothing at all", () => [], NO_FILE],
  ["has its head alone", (ref) => [headOf(ref)], NOT_COMPLETE],
  ["has fewer rows than it says", (ref) => [headOf(ref), ROW, { records: 2 }], NOT_COMPLETE],
  ["has more rows than it says", (ref) => [headOf(ref), ROW, ROW, { records: 1 }], NOT_COMPLETE],
  [
    "is of another format",
    (ref) => [headOf(ref, 1), ROW, { records: 1 }],
    "This file is of format 1 of Daybook's files, and this Daybook reads format 3",
  ],
  [
    "is of the format before this one",
    (ref) => [{ daybook_backup: 2, user_ref: ref, day: NIGHT_DAY }, { table: "cpd", row: {} }, { rows: 1 }],
    "This file is of format 2 of Daybook's files, and this Daybook reads format 3",
  ],
  ["says no format", (ref) => [headOf(ref, "3"), ROW, { records: 1 }], NO_FILE],
  ["is somebody else's", () => [headOf("other"), ROW, { records: 1 }], `This is no backup of REF of ${NIGHT_DAY}`],
  [
    "has an unknown table",
    (ref) => [headOf(ref), { record: "pensions" }, { records: 1 }],
    "The backup is of another version: it has a table pensions",
  ],
])("a backup that %s", async (_, lines, words) => {
  const userRef = newRef();
  const backup = await store(userRef, lines(userRef));
  const read = async () => {
    const rows: unknown[] = [];
    for await (const { kind, row } of backedUpRows(jobContext(), backup)) rows.push([kind.name, row.unique_ref]);
    return rows;
  };
  const outcome = await read().then(
    () => undefined,
    (error: Error) => error.message.replace(userRef, "REF"),
  );
  expect(outcome).toBe(words);
  const sound = lines(userRef).filter((line) => line === ROW);
  if (words === undefined) expect(await read()).toEqual(sound.map(() => ["cpd", "a"]));
});

test("of a backup the username is read, and a user is found by theirs in any case, or by reference", async () => {
  const { unique_ref, username } = await makeUser();
  const row = { record: "users", username: "Ann" };
  const backup = await store(newRef(), []);
  const named = { ...backup, userRef: newRef() };
  await store(named.userRef, [headOf(named.userRef), ROW, row, { records: 2 }]);
  expect(await usernameInBackup(jobContext(), named)).toBe("Ann");
  await store(named.userRef, [headOf(named.userRef), ROW, { records: 1 }]);
  expect(await usernameInBackup(jobContext(), named)).toBe("");
  await expect(usernameInBackup(jobContext(), { ...named, day: "2020-01-01" })).rejects.toThrow(
    "The store has no such backup",
  );
  for (const name of [unique_ref, username, username.toUpperCase()]) {
    expect(await findUser(db, name)).toEqual({ unique_ref });
  }
  expect(await findUser(db, "nobody-of-that-name")).toBeNull();
  expect(await db.$count(users, eq(users.unique_ref, unique_ref))).toBe(1);
});

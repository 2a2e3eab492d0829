import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { bookmarkOf, laggingDatabase, type Trip } from "./lagging-database";

const { DIARY: primary, COPY: copy } = env as unknown as { DIARY: D1Database; COPY: D1Database };
const TABLES = ["CREATE TABLE writes_of_copy (n INTEGER PRIMARY KEY)", "CREATE TABLE notes (text TEXT NOT NULL)"];
const NOTES = "SELECT text FROM notes ORDER BY rowid";
const ADD = "INSERT INTO notes VALUES (?) RETURNING text";

beforeEach(async () => {
  for (const each of [primary, copy]) await each.batch(TABLES.map((sql) => each.prepare(sql)));
});
afterEach(async () => {
  for (const each of [primary, copy]) {
    await each.batch(
      ["notes", "writes_of_copy", "only_here"].map((name) => each.prepare(`DROP TABLE IF EXISTS ${name}`)),
    );
  }
});

function open(lag: number) {
  const trips: Trip[] = [];
  const lagging = laggingDatabase(primary, copy, lag, (trip) => void trips.push(trip));
  return {
    ...{ lagging, trips },
    add: (text: string) => lagging.prepare(ADD).bind(text).run(),
    /** What a page reads, whose session asks for this. */
    read: (constraint: string) => notesOf(lagging.withSession(constraint)),
  };
}

async function notesOf(database: Pick<D1Database, "prepare">): Promise<string> {
  const { results } = await database.prepare(NOTES).all<{ text: string }>();
  return results.map(({ text }) => text).join(" ");
}

test("a copy has each write once as many others came after it, and the primary at once", async () => {
  const { add, read, lagging, trips } = open(1);
  for (const text of ["one", "two"]) await add(text);
  expect(await read("first-unconstrained")).toBe("one");
  expect(await read("first-primary")).toBe("one two");
  expect(await notesOf(lagging)).toBe("one two");
  await add("three");
  expect(await read("first-unconstrained")).toBe("one two");
  await lagging.catchUp();
  expect(await read("first-unconstrained")).toBe("one two three");
  const [write, reads] = [
    { at: "primary", isWrite: true, statements: [ADD] },
    { isWrite: false, statements: [NOTES] },
  ];
  expect(trips).toEqual([
    { ...write, seen: 1 },
    { ...write, seen: 2 },
    { ...reads, at: "copy", seen: 1 },
    { ...reads, at: "primary", seen: 2 },
    { ...reads, at: "primary", seen: 2 },
    { ...write, seen: 3 },
    { ...reads, at: "copy", seen: 2 },
    { ...reads, at: "copy", seen: 3 },
  ]);
});

test("a copy that nothing was written for answers", async () => {
  const { read, trips } = open(0);
  expect(await read("first-unconstrained")).toBe("");
  expect(trips.map(({ at }) => at)).toEqual(["copy"]);
});

test("a session reads nothing older than its bookmark, and nothing older than it has read or written", async () => {
  const { add, lagging, trips } = open(1);
  for (const text of ["one", "two"]) await add(text);
  const session = lagging.withSession("first-unconstrained");
  expect([session.getBookmark(), await notesOf(session), session.getBookmark()]).toEqual([null, "one", bookmarkOf(1)]);
  const newer = lagging.withSession(bookmarkOf(2));
  expect([newer.getBookmark(), await notesOf(newer), await notesOf(newer)]).toEqual([
    bookmarkOf(2),
    "one two",
    "one two",
  ]);
  const first = lagging.withSession("first-primary");
  expect([await notesOf(first), first.getBookmark()]).toEqual(["one two", bookmarkOf(2)]);
  await session.prepare(ADD).bind("three").run();
  expect([session.getBookmark(), await notesOf(session)]).toEqual([bookmarkOf(3), "one two three"]);
  const older = lagging.withSession(bookmarkOf(1));
  expect([await notesOf(older), older.getBookmark()]).toEqual(["one two", bookmarkOf(2)]);
  expect(trips.filter(({ isWrite }) => !isWrite).map(({ at, seen }) => `${at} ${seen}`)).toEqual([
    "copy 1",
    ...["primary 2", "primary 2"],
    "primary 2",
    "primary 3",
    "copy 2",
  ]);
});

test("a session asks the primary first, and then the copy as soon as it is as new", async () => {
  const { add, lagging, trips } = open(0);
  await add("one");
  const session = lagging.withSession("first-primary");
  expect([await notesOf(session), await notesOf(session)]).toEqual(["one", "one"]);
  expect(trips.slice(1).map(({ at }) => at)).toEqual(["primary", "copy"]);
});

test("two pages at once play the same write once", async () => {
  const { add, read } = open(0);
  for (const text of ["one", "two"]) await add(text);
  const both = ["first-unconstrained", "first-unconstrained"].map(read);
  expect(await Promise.all(both)).toEqual(["one two", "one two"]);
  expect(await notesOf(copy)).toBe("one two");
});

test("a write that the copy cannot play fails the page that would be without it", async () => {
  const { lagging, read } = open(0);
  await primary.exec("CREATE TABLE only_here (n INTEGER)");
  await lagging.prepare("INSERT INTO only_here VALUES (1)").run();
  await expect(read("first-unconstrained")).rejects.toThrow("no such table: only_here");
});

test("a statement gives what D1's own would, whether it reads or writes, alone and in a batch", async () => {
  const { lagging, trips } = open(0);
  const add = () => lagging.prepare(ADD).bind("x");
  const find = () => lagging.prepare(NOTES);
  expect([(await add().all()).results, (await add().run()).results]).toEqual([[{ text: "x" }], [{ text: "x" }]]);
  expect([await add().raw(), await add().first(), await add().first("text")]).toEqual([[["x"]], { text: "x" }, "x"]);
  expect([await find().raw(), (await find().run()).results.length]).toEqual([Array(5).fill(["x"]), 5]);
  expect([await find().first(), await find().first("text")]).toEqual([{ text: "x" }, "x"]);
  const none = lagging.prepare("SELECT text FROM notes WHERE text = ?").bind("y");
  expect([await none.first(), await none.first("text")]).toEqual([null, null]);
  expect(trips.filter(({ isWrite }) => isWrite)).toHaveLength(5);

  const [added, found] = await lagging.batch<{ text: string }>([add(), find()]);
  expect([added?.results, found?.results.length]).toEqual([[{ text: "x" }], 6]);
  expect((await lagging.batch([find(), none])).map(({ results }) => results.length)).toEqual([6, 0]);
  expect(trips.slice(-2).map(({ isWrite, statements }) => [isWrite, statements.length])).toEqual([
    [true, 2],
    [false, 2],
  ]);
});

import { env } from "cloudflare:workers";
import { eq, inArray, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { users } from "~/account/table.server";
import { countedDatabase } from "~/platform/db/counted-database.server";
import { openDatabase } from "~/platform/db/database.server";
import { type Note, withNote } from "~/platform/http/request-note.server";
import { openReading } from "../../../workers/copies";
import { countingDatabase, type db, makeUser } from "../../support/harness";

/** What is noted of the work that is done with a counted database. */
async function noted(work: (counted: typeof db) => Promise<unknown>, binding = env.DB): Promise<Note> {
  return withNote(async (note) => {
    await work(openDatabase(countedDatabase(binding)));
    return note;
  });
}

const byRef = (refs: string[]) => inArray(users.unique_ref, refs);

test("trips and rows are those of D1, which says nothing of bare rows", async () => {
  const { unique_ref: ref } = await makeUser();
  const own = eq(users.unique_ref, ref);
  const one = await noted((counted) => counted.batch([counted.select({ id: users.id }).from(users).where(own)]));
  expect([one.trips, one.rows]).toEqual([1, 1]);
  const two = await noted((counted) =>
    counted.batch([
      counted.select({ id: users.id }).from(users).where(own),
      counted.select({ n: sql`1` }).from(users).where(own),
    ]),
  );
  expect([two.trips, two.rows]).toEqual([1, 2]);
  const bare = await noted((counted) => counted.select({ id: users.id }).from(users).where(own));
  expect([bare.trips, bare.rows]).toEqual([1, 0]);
  const run = await noted((counted) => counted.run(sql`SELECT id FROM users WHERE unique_ref = ${ref}`));
  expect([run.trips, run.rows]).toEqual([1, 1]);
  const written = await noted((counted) => counted.update(users).set({ first_name: "Ann" }).where(own));
  expect([written.trips, written.rows > 0]).toEqual([1, true]);
});

test("it asks for nothing that is not asked of it", async () => {
  const { database, trips, statements } = countingDatabase();
  const note = await noted(async (counted) => {
    await counted.select({ id: users.id }).from(users).limit(1);
    await counted.batch([counted.select({ id: users.id }).from(users).limit(1), counted.run(sql`SELECT 1`)]);
    await counted.get(sql`SELECT 1 AS one`);
  }, database.$client);
  expect([note.trips, trips(), statements()]).toEqual([3, 3, 4]);
});

test("a trip that fails counts, and its error is D1's own", async () => {
  const note = await noted(async (counted) => {
    await expect(counted.run(sql`SELECT no_such_column FROM users`)).rejects.toThrow();
    await expect(counted.batch([counted.run(sql`SELECT 1 FROM no_such_table`)])).rejects.toThrow(/no such table/);
  });
  expect(note.trips).toBe(2);
});

test("sessions that read from copies are counted as well", async () => {
  const note = await withNote(async (note) => {
    const { database } = openReading(new Request("http://daybook.test/logbook/"), "/logbook/", countedDatabase(env.DB));
    await database.select({ id: users.id }).from(users).limit(1);
    await database.batch([database.run(sql`SELECT 1`)]);
    return note;
  });
  expect(note.trips).toBe(2);
});

test("requests at once each have a count of their own, and outside of any nothing is counted", async () => {
  const { unique_ref: ref } = await makeUser();
  const shared = openDatabase(countedDatabase(env.DB));
  const ask = (times: number) =>
    withNote(async (note) => {
      for (let at = 0; at < times; at += 1)
        await shared
          .select({ id: users.id })
          .from(users)
          .where(byRef([ref]));
      return note;
    });
  const notes = await Promise.all([ask(1), ask(3), ask(2)]);
  expect(notes.map(({ trips }) => trips)).toEqual([1, 3, 2]);
  expect(new Set(notes.map(({ id }) => id)).size).toBe(3);
  expect(
    await shared
      .select({ ref: users.unique_ref })
      .from(users)
      .where(byRef([ref])),
  ).toEqual([{ ref }]);
});

test("bare rows are as D1 gives them, also those with two columns of one name", async () => {
  const counted = openDatabase(countedDatabase(env.DB)).$client;
  const ask = (query: string, ...values: unknown[]) =>
    counted
      .prepare(query)
      .bind(...values)
      .raw();
  expect(await ask("select 1 as x, 2 as x")).toEqual([[1, 2]]);
  expect(await ask("select 'b', 1")).toEqual([["b", 1]]);
  expect(await ask("select ?, ?", "a", "b")).toEqual([["a", "b"]]);
  expect(await ask("select 1 as one, x'00ff' as bytes, null as missing")).toEqual([[1, [0, 255], null]]);
  expect(await counted.prepare("select 1 as one").raw({ columnNames: true })).toEqual([["one"], [1]]);
  expect(await counted.prepare("select 7 as seven").first("seven")).toBe(7);
});

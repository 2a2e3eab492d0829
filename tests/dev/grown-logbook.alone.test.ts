import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { openDatabase } from "~/db/database.server";
import { growUser } from "~/dev/big-data.server";
import { loader } from "~/routes/logbook/logbook";
import { db, load, makeUser, NOW, vault } from "../support/harness";

/** Rows that D1 reads for the logbook page of someone who has worked so many years. */
async function rowsReadAfter(years: number): Promise<number> {
  const { user_ref } = await growUser(db, vault, new Request("http://daybook.test/"), years, NOW);
  const user = { ...(await makeUser()), unique_ref: user_ref };
  let rows = 0;
  const watched = new Proxy(env.DB, {
    get(target, name) {
      if (name !== "batch") return Reflect.get(target, name).bind(target);
      return async (statements: D1PreparedStatement[]) => {
        const results = await target.batch(statements);
        for (const result of results) rows += result.meta.rows_read;
        return results;
      };
    },
  });
  const { status } = await load(loader, { user, path: "/logbook/", database: openDatabase(watched) });
  expect(status).toBe(200);
  return rows;
}

// Two years hold the whole of the plan's year that today lies in, with its leave; one year does not.
// A range of an index ends with one row of the next user, if there is one: about twenty rows more or fewer by chance.
test("the logbook reads the same rows after eight years of work as after two", async () => {
  const afterTwo = await rowsReadAfter(2);
  expect(afterTwo).toBeGreaterThan(0);
  expect(await rowsReadAfter(8)).toBeLessThanOrEqual(afterTwo * 1.05);
});

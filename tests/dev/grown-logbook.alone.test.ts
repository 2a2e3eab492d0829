import { expect, test } from "vitest";
import { growUser } from "~/dev/big-data.server";
import { loader } from "~/routes/logbook/logbook";
import { db, load, makeUser, NOW, vault } from "../support/harness";
import { meteredDatabase } from "../support/metered";

/** Rows that D1 reads for the logbook page of someone who has worked so many years. */
async function rowsReadAfter(years: number): Promise<number> {
  const { id, unique_ref } = await growUser(db, vault, new Request("http://daybook.test/"), years, NOW);
  const user = { ...(await makeUser()), id, unique_ref };
  const { metered, rowsRead } = meteredDatabase();
  const { status } = await load(loader, { user, path: "/logbook/", database: metered });
  expect(status).toBe(200);
  return rowsRead();
}

// Two years hold the whole of the plan's year that today lies in, with its leave; one year does not.
// A range of an index ends with one row of the next user, if there is one: about twenty rows more or fewer by chance.
test("the logbook reads the same rows after eight years of work as after two", async () => {
  const afterTwo = await rowsReadAfter(2);
  expect(afterTwo).toBeGreaterThan(0);
  expect(await rowsReadAfter(8)).toBeLessThanOrEqual(afterTwo * 1.05);
});

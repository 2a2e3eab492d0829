import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { claims } from "~/claims/table.server";
import { newRef } from "~/db/columns.server";
import { feeRows, firstDay } from "~/reports/extras/fees.server";
import { db, makeUser, queryPlan, TODAY } from "../support/harness";
import { giveBusyYears, giveSeven, row } from "./extras-fees";

/** Rows that the page's own queries read. */
async function rowsRead(userRef: string, year: number | null): Promise<number> {
  let read = 0;
  for (const query of [feeRows(db, userRef, { year }, TODAY), firstDay(db, userRef)]) {
    const { sql, params } = query.toSQL();
    const { meta } = await env.DB.prepare(sql)
      .bind(...params)
      .run();
    read += meta.rows_read;
  }
  return read;
}

test("what was claimed and paid in old years costs nothing", async () => {
  const user = await makeUser();
  await giveSeven(user);
  const before = await rowsRead(user.unique_ref, null);
  const old = Array.from({ length: 300 }, (_, at) => ({
    ...row(user),
    unique_ref: newRef(),
    work_date: `20${10 + (at % 14)}-05-01`,
    timesheet_date: `20${10 + (at % 14)}-05-02`,
    paid_date: `20${10 + (at % 14)}-06-01`,
    amount_pence: 1000,
  }));
  for (let at = 0; at < old.length; at += 5) await db.insert(claims).values(old.slice(at, at + 5));
  expect(await rowsRead(user.unique_ref, null)).toBeLessThan(before + 12);
  // A year that is asked for costs its own rows, a few reads each.
  const ofYear = await rowsRead(user.unique_ref, 2015);
  expect(ofYear).toBeLessThan(before + 22 * 16);
});

test("every list of fees is read from an index, and no table as a whole", async () => {
  const user = await makeUser();
  const plan = await queryPlan(feeRows(db, user.unique_ref, { year: 2020 }, TODAY));
  expect(plan).not.toMatch(/SCAN (claims|sessions|cases)/);
  for (const index of ["claims_unpaid", "claims_short", "claims_paid", "claims_alone", "sessions_by_start"]) {
    expect(plan).toContain(index);
  }
});

test.each([
  4, 30,
])("of a busy diary of %i years the page reads little more than the sessions of a year", async (years) => {
  const user = await makeUser();
  await giveBusyYears(user, years);
  const read = await rowsRead(user.unique_ref, null);
  console.log(years, read, await rowsRead(user.unique_ref, 2025));
  expect(read).toBeLessThan(2000);
});

import { env } from "cloudflare:workers";
import { and, eq, isNotNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { feeRows, firstDay } from "~/diary/fees/ledger/fees.server";
import { fees } from "~/diary/fees/table.server";
import { newRef } from "~/platform/db/columns.server";
import { londonInstant } from "~/platform/time/london";
import { db, makeUser, queryPlan, TODAY } from "../../support/harness";
import { addBusyYears, addSevenFees, row } from "./extras-fees";

/** Rows that the page's own queries read. */
async function rowsRead(userId: number, year: number | null): Promise<number> {
  let read = 0;
  for (const query of [feeRows(db, userId, { year }, TODAY), firstDay(db, userId)]) {
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
  await addSevenFees(user);
  const before = await rowsRead(user.id, null);
  const old = Array.from({ length: 300 }, (_, at) => ({
    ...row(user),
    unique_ref: newRef(),
    work_date: `20${10 + (at % 14)}-05-01`,
    timesheet_date: `20${10 + (at % 14)}-05-02`,
    paid_date: `20${10 + (at % 14)}-06-01`,
    amount_pence: 1000,
  }));
  for (let at = 0; at < old.length; at += 5) await db.insert(fees).values(old.slice(at, at + 5));
  expect(await rowsRead(user.id, null)).toBeLessThan(before + 12);
  // A year that is asked for costs its own rows, a few reads each.
  const ofYear = await rowsRead(user.id, 2015);
  expect(ofYear).toBeLessThan(before + 22 * 17);
});

test("every list of fees is read from an index, and no table as a whole", async () => {
  const user = await makeUser();
  const plan = await queryPlan(feeRows(db, user.id, { year: 2020 }, TODAY));
  expect(plan).not.toMatch(/SCAN (fees|sessions|cases)/);
  for (const index of ["fees_unpaid", "fees_short", "fees_paid", "fees_alone"]) {
    expect(plan).toContain(index);
  }
});

test("of a busy diary the page reads fewer rows than it has sessions, and with each year fewer than that has fees", async () => {
  const [few, many] = [await makeUser(), await makeUser()];
  await addBusyYears(few, 4);
  await addBusyYears(many, 30);
  const ofFour = await rowsRead(few.id, null);
  expect(ofFour).toBeLessThan(4 * 400);
  expect(await rowsRead(many.id, null)).toBeLessThan(ofFour + 26 * 60);
});

test.each([4, 42])("of %i years the fees of cases are found by their work, be they few or many", async (years) => {
  const user = await makeUser();
  await addBusyYears(user, years);
  const later = { timesheet_date: "2045-05-01", paid_date: "2045-06-01" };
  await db
    .update(fees)
    .set(later)
    .where(and(eq(fees.user_id, user.id), isNotNull(fees.case_ref)));
  const rows = await feeRows(db, user.id, { year: 2024 }, TODAY);
  const [begins, ends] = [londonInstant("2024-04-06"), londonInstant("2025-04-06")];
  const ofYear = rows.filter(
    ({ case_ref, session_start }) => case_ref && session_start && session_start >= begins && session_start < ends,
  );
  expect(ofYear).toHaveLength(10);
});

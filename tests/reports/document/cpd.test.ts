import { and, eq, lte } from "drizzle-orm";
import { expect, test } from "vitest";
import { newRef } from "~/platform/db/columns.server";
import { encryptCpd } from "~/reports/cpd/queries.server";
import { cellText } from "~/reports/document/cells";
import { cpd } from "~/reports/table.server";
import { db, makeUser, NOW, vault } from "../../support/harness";
import { reportOf, tableOf, tablesOf } from "./report-tables";

const YEAR = "period=custom&from=2026-04-01&until=2027-03-31&section=cpd";

test("CPD that is booked for a day to come is listed apart and counts as nothing done", async () => {
  const user = await makeUser();
  const own = { user_id: user.id, created_at: NOW, updated_at: NOW, minutes: 90, type: "course" };
  for (const day of ["2026-11-20", "2026-11-21", "2026-11-22"]) {
    const unique_ref = newRef();
    const text_encrypted = await encryptCpd(vault.of(user.unique_ref), unique_ref, {
      title: `Of ${day}`,
      reflection: "Much",
    });
    await db.insert(cpd).values({ ...own, unique_ref, day, domains: "1", text_encrypted });
  }
  const report = await reportOf(user, YEAR);
  const shown = (id: string) => {
    const { rows, foot } = tableOf(report, id);
    return [...rows, foot ?? []].map((row) => row.map(cellText));
  };
  expect(shown("cpd-by-type").at(-1)).toEqual(["All", "2", "3.00"]);
  expect(shown("cpd-by-domain")[0]?.slice(1)).toEqual(["2", "3.00"]);
  expect(shown("cpd").map(([date]) => date)).toEqual(["Fri 20 Nov 2026", "Sat 21 Nov 2026", "All"]);
  expect(shown("cpd-booked").map((row) => row.at(-1))).toEqual(["1.50", "1.50"]);

  await db.delete(cpd).where(and(eq(cpd.user_id, user.id), lte(cpd.day, "2026-11-21")));
  const ahead = await reportOf(user, YEAR);
  expect(tablesOf(ahead).map(({ id }) => id)).toEqual(["cpd-booked"]);
});

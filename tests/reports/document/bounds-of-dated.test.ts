import { expect, test } from "vitest";
import { feeSettings } from "~/diary/fees/table.server";
import { lieuLedger } from "~/diary/leave/table.server";
import { newRef } from "~/platform/db/columns.server";
import { encryptCpd } from "~/reports/cpd/queries.server";
import { cpdHoursDone } from "~/reports/sections/cpd.server";
import { leaveTaken } from "~/reports/sections/leave.server";
import { addFee } from "../../diary/fees/extras-fees";
import { db, makeUser, NOW, vault } from "../../support/harness";
import { madeOf, reportOf, rowsOf, summaryOf, tableOf, tablesOf } from "./report-tables";

const NO_PLANS = [[], [], [], [], []] as const;

test.each([
  ["2026-05-01", "2026-05-31", []],
  ["2026-05-01", "2026-06-01", [["Days", "0.0", "1.0", "0.0", "0.0", "1.0"]]],
  ["2026-06-01", "2026-06-30", [["Days", "0.0", "1.0", "0.0", "0.0", "1.0"]]],
  ["2026-06-02", "2026-06-30", [["Days", "1.0", "0.0", "0.0", "0.0", "1.0"]]],
])("a day in lieu of 1 June is of the period from %s to %s, or left from before", async (from, until, rows) => {
  const user = await makeUser();
  await db.insert(lieuLedger).values({
    ...{ unique_ref: newRef(), user_id: user.id, created_at: NOW, updated_at: NOW },
    ...{ day: "2026-06-01", kind: "earned", unit: "days", hundredths: 100 },
  });
  const report = await reportOf(user, `period=custom&from=${from}&until=${until}&section=leave`);
  expect(tablesOf(report).map(rowsOf)).toEqual(rows.length === 0 ? [] : [rows]);
});

test("time in lieu is told in its own unit, and a unit with nothing left out", async () => {
  const none = { before: 0, earned: 0, spent: 0, adjusted: 0 };
  const made = (...lieu: object[]) => madeOf(leaveTaken, [lieu, ...NO_PLANS]);
  const all = await made(
    { ...none, unit: "days" },
    { ...none, unit: "pas", before: 150, spent: -100 },
    { ...none, unit: "hours", earned: 250, adjusted: 50 },
  );
  expect(rowsOf(tableOf(all, "time-in-lieu"))).toEqual([
    ["PAs", "1.50", "0.00", "−1.00", "0.00", "0.50"],
    ["Hours", "0.00", "2.50", "0.00", "0.50", "3.00"],
  ]);
  expect(tablesOf(await made({ ...none, unit: "days" }))).toEqual([]);
});

test.each([
  [0, ""],
  [1, " 1 fee is for work that is still to come."],
  [2, " 2 fees are for work that is still to come."],
])("fees are listed by day, and of those of today and later it says so: %i", async (ahead, words) => {
  const user = await makeUser();
  const own = { unique_ref: newRef(), user_id: user.id, created_at: NOW, updated_at: NOW };
  await db.insert(feeSettings).values({ ...own, tax_basis: "work" });
  // The references are in another order than the days, and decide between two of a day.
  const dated = [
    ["d", "2026-11-19", 1],
    ["c", "2026-11-20", 3],
    ["b", "2026-11-20", 2],
    ["z", "2026-11-21", 4],
    ["a", "2026-11-22", 5],
  ] as const;
  for (const [ref, work_date, pounds] of dated.slice(0, 3 + ahead)) {
    await addFee(user, { unique_ref: `${ref}${newRef().slice(1)}`, work_date, amount_pence: pounds * 100 });
  }
  const report = await reportOf(user, "period=custom&from=2026-11-01&until=2026-11-30&section=extra-work");
  expect(tableOf(report, "fees-by-payer").note).toBe(
    `A fee is in the period by date of the work. The amount to come is as of 21 November 2026.${words}`,
  );
  const rows = rowsOf(tableOf(report, "fees")).slice(0, -1);
  expect(rows.map((cells) => cells[7])).toEqual(["£1.00", "£2.00", "£3.00", "£4.00", "£5.00"].slice(0, 3 + ahead));
});

test.each([
  [["2026-11-20", "2026-11-21"], "3.00 hours in 2 entries; at least 50 a year are expected.", null],
  [["2026-11-22"], null, "1 entry is still to come and not counted."],
  [["2026-11-22", "2026-12-01"], null, "2 entries are still to come and not counted."],
])("CPD of %j is done up to today, and what is booked is said to be", async (days, done, booked) => {
  const cipher = vault.of("nobody");
  const rows = await Promise.all(
    days.map(async (day) => ({
      ...{ unique_ref: day, day, minutes: 90, type: "course", domains: "" },
      text_encrypted: await encryptCpd(cipher, day, { title: `Of ${day}`, reflection: "" }),
    })),
  );
  const made = await madeOf(cpdHoursDone, [rows], { cipher });
  expect(summaryOf(made)).toEqual([done, booked].filter(Boolean));
  expect(made.sections[0]?.empty).toBe(["No CPD is recorded in this period.", booked].filter(Boolean).join(" "));
});

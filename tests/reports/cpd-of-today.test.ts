import { expect, test } from "vitest";
import { newRef } from "~/platform/db/columns.server";
import { doneAndBooked } from "~/reports/cpd/kinds";
import * as page from "~/routes/reports/cpd";
import * as newPage from "~/routes/reports/cpd-form";
import { load, makeUser, submit } from "../support/harness";

type Page = Awaited<ReturnType<typeof page.loader>>;

test("CPD of today is done, and that of tomorrow is booked", () => {
  const [before, today, after] = [{ day: "2026-11-20" }, { day: "2026-11-21" }, { day: "2026-11-22" }];
  expect(doneAndBooked([before, today, after], "2026-11-21")).toEqual({ done: [before, today], booked: [after] });
});

test("the page counts CPD of today, in its list and in the hours of the year", async () => {
  const user = await makeUser();
  for (const day of ["20/11/2026", "21/11/2026", "22/11/2026"]) {
    const entry = { idempotency_key: newRef(), day, hours: "2", title: "Course", type: "course", reflection: "" };
    await submit(newPage.action, entry, { user });
  }
  const { data } = await load<Page>(page.loader, { user });
  expect(data).toMatchObject({ hours: "4", booked: "2", years: [{ year: 2026, hours: "4" }] });
  expect(data.entries.map(({ date, isBooked }) => [date, isBooked])).toEqual([
    ["Sun 22 Nov 2026", true],
    ["Sat 21 Nov 2026", false],
    ["Fri 20 Nov 2026", false],
  ]);
});

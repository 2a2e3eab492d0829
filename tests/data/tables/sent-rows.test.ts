import { expect, test } from "vitest";
import { caseDataForm, sessionDataForm } from "~/data/tables/form";
import { newRef } from "~/platform/db/columns.server";

const ref = newRef();
const facts = { ref, version: "3", name: "Mon 4 May 2026" };
const was = { session_start_time: "08:00", site: " Theatre 2 " };
const row = { ...facts, was: JSON.stringify(was), session_start_time: "08:00", site: "Theatre 2" };
const AGAIN = "Reload this page, then make your changes again";

const read = (rows: unknown) => sessionDataForm.safeParseAsync({ intent: "save", rows });
const messages = async (rows: unknown) =>
  (await read(rows)).error?.issues.map(({ path, message }) => [path.join("."), message]) ?? [];

test("a row holds the answers that differ from those it was shown with, under its place in the form", async () => {
  const kept = { ref, version: 3, name: "Mon 4 May 2026", was };
  const sent = [
    row,
    undefined,
    { ...row, site: "Theatre 9", session_end_time: "13:00", fixed_PA_allocation: "1" },
    { ...row, session_start_time: "", site: " Theatre 2" },
  ];
  expect((await read(sent)).data?.rows).toEqual([
    { ...kept, place: 0, changed: {} },
    { ...kept, place: 2, changed: { site: "Theatre 9" } },
    { ...kept, place: 3, changed: { session_start_time: "" } },
  ]);
  expect((await read(undefined)).data?.rows).toEqual([]);
});

test.each([
  [[{ ...row, was: "{" }], [["rows.0.was", AGAIN]]],
  [[{ ...row, was: "[1]" }], [["rows.0.was", AGAIN]]],
  [[{ ...row, was: '{"site":1}' }], [["rows.0.was", AGAIN]]],
  [[{ ...row, ref: "x" }], [["rows.0.ref", AGAIN]]],
  [[row, { ...row, site: "x".repeat(2001) }], [["rows.1.site", "Answer must be 2000 characters or fewer"]]],
  ["x", [["rows", AGAIN]]],
])("rows that no page sent are refused: %#", async (rows, said) => {
  expect(await messages(rows)).toEqual(said);
});

test.each([200, 201])("a form of %s rows is read as far as two hundred", async (count) => {
  const { success } = await read(Array.from({ length: count }, () => row));
  expect(success).toBe(count === 200);
});

const ticked = (row: string[], shown = "") => caseDataForm.safeParseAsync({ intent: "delete", row, shown });
const CHOOSE_AGAIN = "Reload this page, then choose the rows again";

test("ticked rows are read with the versions and the counts that were shown", async () => {
  const read = (await ticked([`${ref}/7`], "40,2")).data;
  expect([read?.row, read?.shown]).toEqual([[{ ref, version: 7 }], { cases: 40, fees: 2 }]);
  expect((await ticked([`${ref}/7`])).data?.shown).toBe(null);
  const issues = [
    ...((await ticked([`${ref}/7`, "x"])).error?.issues ?? []),
    ...((await ticked([], "1")).error?.issues ?? []),
  ];
  expect(issues.map(({ path, message }) => [path.join("."), message])).toEqual([
    ["row", CHOOSE_AGAIN],
    ["shown", CHOOSE_AGAIN],
  ]);
});

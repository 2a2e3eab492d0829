import { expect, test } from "vitest";
import { caseDataForm } from "~/data/tables/form";
import { newRef } from "~/platform/db/columns.server";

const ref = newRef();
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

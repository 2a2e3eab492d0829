import { expect, test } from "vitest";
import { chooseColumn, formatChosen, mappingErrors, NOTHING_MAPPED } from "~/import/fields";
import { importCall } from "~/import/form";
import { formatCounts } from "~/import/format";
import { factsOf, row } from "./files";

test("a column that is taken moves from its field to the one that asks for it", () => {
  const chosen = chooseColumn({ start_time: 10, end_time: 12 }, "start_time", 12);
  expect(chosen).toEqual({ mapping: { start_time: 12 }, movedFrom: "end_time" });
  expect(formatChosen("start_time", "Out of Theatre", chosen.movedFrom)).toBe(
    "“Out of Theatre” moved from End time to Start time. End time has no column now.",
  );
});

test("a field gives its column up, and takes a free one", () => {
  expect(chooseColumn({ age: 3, asa: 4 }, "age", null)).toEqual({ mapping: { asa: 4 }, movedFrom: null });
  expect(chooseColumn({ age: 3 }, "age", 5)).toEqual({ mapping: { age: 5 }, movedFrom: null });
  expect(formatChosen("age", null, null)).toBe("Age has no column now.");
  expect(formatChosen("age", "Years", null)).toBe("Age is taken from “Years”.");
});

test("the server refuses two fields of one column, a column that is not there, and no column at all", () => {
  const columns = [{ label: "Date" }, { label: "Sex" }];
  expect(mappingErrors({ case_date: 0, gender: 1 }, columns)).toEqual({});
  expect(mappingErrors({ age: 1, gender: 1 }, columns)).toEqual({
    "mapping.gender": "Choose another column for Gender: “Sex” is mapped to Age",
  });
  expect(mappingErrors({ case_date: 0, asa: 7 }, columns)).toEqual({
    "mapping.asa": "Choose a column of this file for ASA grade",
  });
  expect(mappingErrors({}, columns)).toEqual({ "mapping.case_date": NOTHING_MAPPED });
});

test("a call that maps no column is refused", () => {
  const facts = { intent: "begin", ...factsOf([row(2)]) };
  expect(importCall.safeParse(facts).success).toBe(true);
  expect(importCall.safeParse({ ...facts, mapping: {} }).error?.issues).toMatchObject([
    { path: ["mapping"], message: "Map at least one column" },
  ]);
});

test("an import that brought no new case has none to be in the logbook", () => {
  const counts = { read: 3, skipped: 0, merged: 0, rejected: 0, known: 3, brought: 0, placed: 0, removed: 0 };
  const past = { ...counts, state: "complete" } as Parameters<typeof formatCounts>[0];
  expect(formatCounts(past)).toBe("3 rows read, 3 imported before. 0 new cases.");
  expect(formatCounts({ ...past, known: 0, brought: 3, placed: 3 })).toBe("3 rows read. 3 cases imported.");
});

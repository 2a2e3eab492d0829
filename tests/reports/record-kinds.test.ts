import { getTableColumns, getTableName } from "drizzle-orm";
import { expect, test } from "vitest";
import { keyOf } from "~/reports/exports/kind.server";
import { RECORD_KINDS } from "~/reports/exports/kinds.server";

test.each(RECORD_KINDS)("$name has each of its columns in the file, and its sealed text opened", (kind) => {
  const columns = Object.keys(getTableColumns(kind.table));
  const owned = ["user_id", ...(kind.sealed ? ["sealed"] : [])];
  expect([...Object.keys(kind.fields), ...owned].sort()).toEqual(columns.sort());
  expect(kind.name).toBe(getTableName(kind.table));
});

test("a record comes after those that it points at, and its key and parts are columns of it", () => {
  const before = new Set<string>();
  for (const kind of RECORD_KINDS) {
    for (const { refs } of Object.values(kind.fields)) {
      for (const to of refs?.kinds ?? []) expect(before).toContain(to);
    }
    for (const column of [...keyOf(kind), ...(kind.partOf ? [kind.partOf] : []), ...(kind.sameBy ?? [])]) {
      expect(kind.fields).toHaveProperty(column);
    }
    before.add(kind.name);
  }
});

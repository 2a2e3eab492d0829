import { getTableColumns, getTableName } from "drizzle-orm";
import { expect, test } from "vitest";
import { RECORD_KINDS } from "~/data/records/kinds.server";

test.each(RECORD_KINDS)("$name has each of its columns in the file, and its encrypted text opened", (kind) => {
  const owned = ["user_id", ...(kind.texts ? ["text_encrypted"] : [])];
  expect([...Object.keys(kind.fields), ...owned].sort()).toEqual(Object.keys(getTableColumns(kind.table)).sort());
  expect(kind.columns.map(({ name }) => name).sort()).toEqual(Object.keys(kind.fields).sort());
  expect(kind.encrypted?.names).toEqual(kind.texts && Object.keys(kind.texts.fields));
  expect(kind.name).toBe(getTableName(kind.table));
});

test("a record comes after those that it points at, and its key and parts are columns of it", () => {
  const before = new Set<string>();
  for (const kind of RECORD_KINDS) {
    for (const { refs } of Object.values(kind.fields)) {
      if (refs) expect(before).toContain(refs.kind);
    }
    for (const column of [kind.key.name, kind.partOf, kind.nameField, ...(kind.sameBy ?? [])]) {
      if (column) expect(kind.fields).toHaveProperty(column);
    }
    before.add(kind.name);
  }
});

import { getTableColumns, getTableName } from "drizzle-orm";
import { expect, test } from "vitest";
import { keyOf } from "~/data/export/fields.server";
import { RECORD_KINDS } from "~/data/export/kinds.server";

const itemKinds = RECORD_KINDS.filter(({ itemsOf }) => itemsOf !== undefined);

test.each(
  RECORD_KINDS.filter((kind) => !itemKinds.includes(kind)),
)("$name has each of its columns in the file, and its encrypted text opened", (kind) => {
  // Payers are named by reference in a table, by name in a file.
  const columns = Object.keys(getTableColumns(kind.table)).map((name) => (name === "payer_ref" ? "payer" : name));
  const items = itemKinds.filter(({ table }) => table === kind.table).map(({ itemsOf }) => itemsOf?.column);
  const owned = ["user_id", ...(kind.text_encrypted ? ["text_encrypted"] : []), ...items];
  expect([...Object.keys(kind.fields), ...owned].sort()).toEqual(columns.sort());
  expect(kind.name).toBe(getTableName(kind.table));
});

test("a kind whose records are items of a column is a part of the kind of that table", () => {
  expect(itemKinds.map(({ name }) => name)).toEqual(["case_options"]);
  for (const { table, itemsOf, partOf, fields } of itemKinds) {
    expect(getTableName(table)).toBe(itemsOf?.table);
    expect(getTableColumns(table)).toHaveProperty(itemsOf?.column ?? "");
    expect(fields[partOf ?? ""]?.refs).toEqual({ kinds: [itemsOf?.table], must: true });
  }
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

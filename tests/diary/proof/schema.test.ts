import { getTableColumns } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { DIARY_PARTS } from "~/diary/aggregate";
import { diaryBinding, makeTables } from "./diary";

beforeAll(makeTables);

test("the columns of each part in code are those of its table", async () => {
  for (const { name, table } of DIARY_PARTS) {
    const { results } = await diaryBinding
      .prepare(`SELECT name FROM pragma_table_info('${name}')`)
      .all<{ name: string }>();
    expect(Object.keys(getTableColumns(table)).sort()).toEqual(results.map((each) => each.name).sort());
  }
});

test("what a deletion takes with it is declared as the foreign keys have it", async () => {
  const links = await Promise.all(
    DIARY_PARTS.map(async ({ name }) => {
      const { results } = await diaryBinding
        .prepare(`SELECT "table" AS owner, "from" AS field, on_delete FROM pragma_foreign_key_list('${name}')`)
        .all<{ owner: string; field: string; on_delete: string }>();
      return results
        .filter(({ on_delete }) => on_delete === "CASCADE")
        .map(({ owner, field }) => `${name}.${field} of ${owner}`);
    }),
  );
  const declared = DIARY_PARTS.flatMap(({ name, parent }) => {
    const owner = DIARY_PARTS.find(({ table }) => table === parent?.table);
    return parent ? [`${name}.${parent.column.name} of ${owner?.name}`] : [];
  });
  expect(links.flat().filter((link) => !link.includes(".user_id "))).toEqual(declared);
});

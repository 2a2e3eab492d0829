import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { DIARY_PARTS } from "~/changes/parts.server";
import { recordingTriggers } from "~/changes/table.server";

test("the triggers of the migration keep each column of each part", async () => {
  const { results } = await env.DB.prepare(
    "SELECT sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name <> 'assertions'",
  ).all<{
    sql: string;
  }>();
  const plain = (text: string) => text.replace(/\s+/g, " ").trim();
  const declared = recordingTriggers();
  const there = new Set(results.map(({ sql }) => plain(sql)));
  const missing = declared.filter((each) => !there.has(plain(each)));
  const asWritten = missing.map((each) => `${each};`).join("\n\n");
  if (missing.length > 0) {
    expect.fail(`Write these into the migration, in place of those of the same name:\n\n${asWritten}`);
  }
  expect(there.size).toBe(declared.length);
});

test("what a deletion takes with it is declared as the foreign keys have it", async () => {
  const links = await Promise.all(
    DIARY_PARTS.map(async ({ name }) => {
      const { results } = await env.DB.prepare(
        `SELECT "table" AS owner, "from" AS field, on_delete FROM pragma_foreign_key_list('${name}')`,
      ).all<{ owner: string; field: string; on_delete: string }>();
      return results
        .filter(({ on_delete, field }) => on_delete === "CASCADE" && field !== "user_id")
        .map(({ owner, field }) => `${name}.${field} of ${owner}`);
    }),
  );
  const declared = DIARY_PARTS.flatMap(({ name, belongsTo }) =>
    belongsTo.map(({ part, column }) => `${name}.${column.name} of ${part}`),
  );
  expect(links.flat().sort()).toEqual(declared.sort());
});

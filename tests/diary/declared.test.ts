import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { DIARY_PARTS } from "~/changes/parts.server";

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

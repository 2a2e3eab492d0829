import { expect, test } from "vitest";
import { loader as clear } from "~/routes/csv-import/clear";
import { loader } from "~/routes/csv-import/import";
import { loader as imports } from "~/routes/csv-import/imports";
import { loader as map } from "~/routes/csv-import/map";
import { loader as place } from "~/routes/csv-import/place";
import { load, makeUser, SITE } from "../support/harness";

test.each(
  Object.entries({ loader, clear, imports, map, place }),
)("%s leads whoever is below the level of the setting to the logbook", async (_, page) => {
  const site = { ...SITE, csvImportMinLevel: 10 };
  const answer = await load(page, { user: await makeUser(9), site });
  expect([answer.status, answer.location]).toEqual([302, "/logbook/"]);
});

test("whoever has the level sees where files are chosen", async () => {
  const site = { ...SITE, csvImportMinLevel: 3 };
  const answer = await load<{ step: string }>(loader, { user: await makeUser(3), site });
  expect([answer.status, answer.data.step]).toEqual([200, "start"]);
});

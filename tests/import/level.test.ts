import { expect, test } from "vitest";
import { loader } from "~/routes/csv-import/import";
import { load, makeUser, SITE, submit } from "../support/harness";

type RouteFunction = (args: never) => unknown;

const modules = import.meta.glob<{ loader?: RouteFunction; action?: RouteFunction }>(
  ["../../app/routes/csv-import/*.{ts,tsx}"],
  { eager: true },
);

test.each(Object.entries(modules))("%s is closed to whoever is below the level of the setting", async (path, page) => {
  const ask = {
    user: await makeUser(9),
    site: { ...SITE, csvImportMinLevel: 10 },
    params: { sessionRef: "x", importRef: "x" },
  };
  const answers = [
    page.loader && (await load(page.loader, ask)),
    page.action && (await submit(page.action, {}, ask)),
  ].filter((answer) => answer !== undefined);
  const closed = path.endsWith("/rows.ts") ? [403, null] : [302, "/logbook/"];
  for (const { status, location } of answers) expect([status, location]).toEqual(closed);
  expect(answers.length).toBeGreaterThan(0);
});

test("whoever has the level sees where files are chosen", async () => {
  const site = { ...SITE, csvImportMinLevel: 3 };
  const answer = await load<{ step: string }>(loader, { user: await makeUser(3), site });
  expect([answer.status, answer.data.step]).toEqual([200, "start"]);
});

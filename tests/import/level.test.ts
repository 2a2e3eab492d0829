import { expect, test } from "vitest";
import { LOG_IN } from "~/import/format";
import { loader } from "~/routes/csv-import/import";
import { loader as rows } from "~/routes/csv-import/rows";
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

test("the calls of the import ask an administrator for a second factor, and whoever has no diary to log in", async () => {
  const admin = await makeUser(10);
  const ask = async (user: typeof admin, level = 1) => {
    const { status, data } = await load(rows, { user, site: { ...SITE, csvImportMinLevel: level } });
    return [status, (data as { errors?: object }).errors];
  };
  expect(await ask(admin)).toEqual([200, undefined]);
  const refused = [403, { "": [LOG_IN] }];
  expect(await ask({ ...admin, login: { ...admin.login, second_factor_at: null } })).toEqual(refused);
  expect(await ask(await makeUser(1))).toEqual(refused);
  expect(await ask(await makeUser(9), 10)).toEqual([
    403,
    { "": ["CSV import is open to administrators only on this Daybook"] },
  ]);
});

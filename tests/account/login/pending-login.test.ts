import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { findLogin, type SignedInUser } from "~/account/login/logins.server";
import { call, db, makeUser, NOW } from "../../support/harness";
import { beginPendingLoginAs } from "../../support/two-factor";
import { makeWholeDiary, validForms } from "../../support/valid-forms";

/** What somebody may do who gave the right password and not yet the code: nothing but give the code. */

type RouteModule = { action?: (args: never) => unknown; loader?: (args: never) => unknown };

const modules = Object.entries(
  import.meta.glob<RouteModule>(["../../app/routes/**/*.{ts,tsx}", "!../../app/routes/dev/**"], { eager: true }),
).map(([path, route]) => ({ path: path.replace("../../app/routes/", ""), route }));

const ADDRESS = "http://daybook.test/somewhere/";

async function makeHalfIn() {
  const user = await makeUser();
  const diary = await makeWholeDiary(user);
  return { user, diary, cookie: await beginPendingLoginAs(user.unique_ref) };
}

/** All rows of a user, to be compared: those of the account, and those of the diary. */
async function rowsOf({ id, unique_ref }: SignedInUser): Promise<string> {
  const owners = { user_ref: unique_ref, user_id: id };
  const { results } = await env.DB.prepare(
    `SELECT name, 'user_ref' AS owner FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%user_ref TEXT%'
      UNION ALL SELECT name, 'user_id' FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%user_id INTEGER%'`,
  ).all<{ name: string; owner: keyof typeof owners }>();
  const dumps = await env.DB.batch(
    results.map(({ name, owner }) =>
      env.DB.prepare(`SELECT * FROM ${name} WHERE ${owner} = ? ORDER BY 1, 2`).bind(owners[owner]),
    ),
  );
  return JSON.stringify(dumps.map(({ results: rows }) => rows));
}

test("the cookie of a pending login is nobody's login, by its own name or by that of one", async () => {
  const { cookie } = await makeHalfIn();
  for (const each of [cookie, cookie.replace("second-factor=", "login=")]) {
    const request = new Request(ADDRESS, { headers: { Cookie: each } });
    expect(await findLogin(db, request, NOW)).toMatchObject({ user: null, ended: null });
  }
});

test.each(modules.filter(({ route }) => route.loader))("it shows nothing of its user: $path", async ({
  path,
  route,
}) => {
  const { user, diary, cookie } = await makeHalfIn();
  const loader = route.loader as (args: never) => unknown;
  const ask = (headers: Record<string, string>) =>
    call(loader, new Request(ADDRESS, { headers }), { user: null, params: diary.params });
  const [seen, bare] = [await ask({ Cookie: cookie }), await ask({})];
  const opens = /^twofactor/.test(path) ? 200 : bare.status;
  expect([seen.status, seen.status === 200 ? null : seen.location]).toEqual([
    opens,
    opens === 200 ? null : bare.location,
  ]);
  for (const own of [user.unique_ref, user.username, diary.params.sessionRef]) {
    expect(JSON.stringify(seen.data ?? "")).not.toContain(own);
  }
});

/** Forms of visitors stand for themselves: the code of a link, or a password, is what they ask for. */
const actions = modules.filter(({ path, route }) => route.action && !validForms[path]?.by);

test.each(actions)("it changes nothing of its user: $path", async ({ path, route }) => {
  const { user, diary, cookie } = await makeHalfIn();
  const form = validForms[path];
  await form?.prepare?.(diary);
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(form?.fields(diary) ?? {})) {
    for (const each of [value].flat()) body.append(name, each);
  }
  const before = await rowsOf(user);
  const request = new Request(ADDRESS, { method: "POST", body, headers: { Cookie: cookie } });
  await call(route.action as (args: never) => unknown, request, { user: null, params: diary.params });
  expect(await rowsOf(user)).toBe(before);
});

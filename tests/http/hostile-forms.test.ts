import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { newRef } from "~/db/columns.server";
import { makeDiary } from "../support/diary";
import { call, makeUser } from "../support/harness";

type RouteModule = { action?: (args: never) => unknown; loader?: (args: never) => unknown };

const modules = import.meta.glob<RouteModule>("../../app/routes/**/*.tsx", { eager: true });
const sources = import.meta.glob<string>("../../app/{routes,*/views}/**/*.tsx", {
  eager: true,
  query: "?raw",
  import: "default",
});

const actions = Object.entries(modules)
  .filter(([path, route]) => route.action && !path.includes("/dev/"))
  .map(
    ([path, route]) =>
      [path.replace("../../app/routes/", ""), route.action as NonNullable<typeof route.action>] as const,
  );

/** Pages that anybody may post to. */
const PUBLIC = ["login.tsx", "signup.tsx", "logout.tsx", "not-found.tsx"];

/** Every field name that a page draws. */
const fieldNames = [
  ...new Set(
    Object.values(sources).flatMap((text) => [...text.matchAll(/\bname="([A-Za-z]\w*)"/g)].map((m) => m[1] as string)),
  ),
];

const URL_OF_FORM = "http://daybook.test/form/";

async function everything(): Promise<string> {
  const { results: tables } = await env.DB.prepare(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'd1_%' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
  ).all<{ name: string }>();
  const dumps = await env.DB.batch(tables.map(({ name }) => env.DB.prepare(`SELECT * FROM ${name} ORDER BY 1, 2`)));
  return JSON.stringify(dumps.map((dump) => dump.results));
}

function form(fields: [string, string][]): Request {
  return new Request(URL_OF_FORM, { method: "POST", body: new URLSearchParams(fields) });
}

function raw(type: string, body: BodyInit): Request {
  return new Request(URL_OF_FORM, { method: "POST", body, headers: { "Content-Type": type } });
}

const LONG = "x".repeat(200_000);
const HOSTILE_VALUES = [
  "",
  "💥",
  "-1",
  "99999999999999999999",
  "1e309",
  "NaN",
  "<script>",
  "' OR 1=1 --",
  "31/02/2026",
  "25:61",
  "__proto__",
  LONG,
];

test("there are actions to walk", () => {
  expect(actions.length).toBeGreaterThan(10);
  expect(fieldNames).toContain("session_date");
});

test.each(actions)("%s refuses what is no form: other types, too much, torn", async (_path, action) => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const before = await everything();
  const answers = [
    await call(action, raw("application/json", "{}"), { user, params }),
    await call(action, raw("text/plain", "a=b"), { user, params }),
    await call(action, raw("application/x-www-form-urlencoded", `a=${"y".repeat(300_000)}`), { user, params }),
    await call(action, raw("multipart/form-data; boundary=x", "--x\r\ntorn"), { user, params }),
  ];
  // Pages for visitors send someone who is signed in away before they read anything.
  const expected = answers[0]?.status === 302 ? [302, 302, 302, 302] : [415, 415, 413, 400];
  expect(_path === "not-found.tsx" ? [415, 415, 413, 400] : answers.map((answer) => answer.status)).toEqual(expected);
  expect((await everything()) === before).toBe(true);
});

test.each(actions)("%s answers hostile values with words, and writes nothing it refuses", async (path, action) => {
  const user = PUBLIC.includes(path) ? null : await makeUser();
  const { params } = await makeDiary(user ?? (await makeUser()));
  for (const value of HOSTILE_VALUES) {
    for (const times of [1, 2]) {
      const fields = fieldNames.flatMap((name) =>
        Array.from({ length: times }, () => [name, value] as [string, string]),
      );
      if (fields.reduce((sum, [, text]) => sum + text.length, 0) > 250_000) fields.splice(1);
      const before = await everything();
      const answer = await call(action, form(fields), { user, params });
      expect(answer.status, `${path} ${value.slice(0, 20)}`).toBeLessThan(500);
      if (answer.status >= 400) expect((await everything()) === before).toBe(true);
    }
  }
});

test.each(
  actions.filter(([path]) => !PUBLIC.includes(path)),
)("%s sends a visitor to log in and a low level home", async (_path, action) => {
  const { params } = await makeDiary(await makeUser());
  const visitor = await call(action, form([]), { user: null, params });
  const low = await call(action, form([]), { user: await makeUser(2), params });
  expect([visitor.status, visitor.location, low.status, low.location]).toEqual([302, "/login/", 302, "/"]);
});

const owned = Object.entries(modules).filter(
  ([path]) =>
    /\/(logbook\/(session|case)|job-plans\/(plan|element|recalc))/.test(path) && !/(session|plan)-new/.test(path),
);

test.each(
  owned,
)("%s is not there for somebody else, and not with references that do not exist", async (_path, route) => {
  const stranger = await makeUser();
  const { params } = await makeDiary(await makeUser());
  const nowhere = { sessionRef: newRef(), caseRef: newRef(), planRef: newRef(), elementRef: newRef() };
  const before = await everything();
  for (const ask of [params, nowhere]) {
    if (route.loader)
      expect((await call(route.loader, new Request(URL_OF_FORM), { user: stranger, params: ask })).status).toBe(404);
    if (route.action) expect((await call(route.action, form([]), { user: stranger, params: ask })).status).toBe(404);
  }
  expect((await everything()) === before).toBe(true);
});

import { describe, expect, test } from "vitest";
import { call, makeUser } from "../support/harness";
import { makeWholeDiary, validForms } from "../support/valid-forms";

/** An administrator whose login has no second factor may set one up, and nothing else. */

type RouteModule = { action?: (args: never) => unknown; loader?: (args: never) => unknown };

const modules = Object.entries(
  import.meta.glob<RouteModule>(["../../app/routes/**/*.{ts,tsx}", "!../../app/routes/dev/**"], { eager: true }),
).map(([path, route]) => ({ path: path.replace("../../app/routes/", ""), route }));

const ADDRESS = "http://daybook.test/somewhere/";
const SET_UP = "/account/two_factor/";

/** Pages that set a factor up or lead to it, those of visitors, and those that say nothing of anybody. */
const OPEN = [
  /^account\/(two-factor|authenticator|authenticator-off|recovery-codes|passkey|passkey-new|confirm)\.tsx$/,
  /^(login|logout|signup|twofactor|twofactor-recovery|terms|privacy|not-found)\.tsx$/,
  /^password\/(forgot|reset)\.tsx$/,
  /^email\/(verify-email\.tsx|manage-email\.ts)$/,
  /^api\//,
];
const closed = modules.filter(({ path }) => !OPEN.some((pattern) => pattern.test(path)));

async function makeAdministrator() {
  const made = await makeUser(10);
  const user = { ...made, login: { ...made.login, second_factor_at: null } };
  return { user, diary: await makeWholeDiary(user) };
}

describe("without a second factor an administrator", () => {
  test.each(closed.filter(({ route }) => route.loader))("is sent to set one up by $path", async ({ path, route }) => {
    const { user, diary } = await makeAdministrator();
    const answer = await call(route.loader as (args: never) => unknown, new Request(ADDRESS), {
      user,
      params: diary.params,
    });
    if (answer.status === 404) expect(path).toBe("(a placeholder)");
    expect([answer.status, answer.location, answer.data]).toEqual([302, SET_UP, ""]);
  });

  test.each(closed.filter(({ route }) => route.action))("changes nothing through $path", async ({ path, route }) => {
    const { user, diary } = await makeAdministrator();
    const form = validForms[path];
    await form?.prepare?.(diary);
    const body = new URLSearchParams();
    for (const [name, value] of Object.entries(form?.fields(diary) ?? {})) {
      for (const each of [value].flat()) body.append(name, each);
    }
    const request = new Request(ADDRESS, { method: "POST", body });
    const answer = await call(route.action as (args: never) => unknown, request, { user, params: diary.params });
    expect([answer.status, answer.location]).toEqual([302, SET_UP]);
  });
});

test("with a second factor an administrator opens them", async () => {
  const user = await makeUser(10);
  const diary = await makeWholeDiary(user);
  for (const path of ["home.tsx", "logbook/logbook.tsx", "job-plans/job-plans.tsx"]) {
    const { route } = modules.find((each) => each.path === path) as { route: RouteModule };
    const loader = route.loader as (args: never) => unknown;
    expect((await call(loader, new Request(ADDRESS), { user, params: diary.params })).status).toBe(200);
  }
});

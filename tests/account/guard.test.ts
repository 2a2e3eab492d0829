import { describe, expect, test } from "vitest";
import { requireLevel, requireReauthentication } from "~/account/guard.server";
import * as home from "~/routes/home";
import { call, load, makeUser, NOW } from "../support/harness";

const ask = (level: number | null, screen: Parameters<typeof requireLevel>[0]) => async () => {
  const user = level === null ? null : await makeUser(level);
  const loader = (args: Parameters<typeof requireLevel>[1]) => ({ level: requireLevel(screen, args).user.level });
  return call<{ level: number }>(loader as never, new Request("http://daybook.test/"), { user });
};

describe("the guard", () => {
  test.each([
    [1, "account"],
    [10, "account"],
    [3, "diary"],
    [9, "diary"],
    [5, "progress"],
    [10, "admin"],
  ] as const)("lets level %i open %s pages", async (level, screen) => {
    expect((await ask(level, screen)()).data).toEqual({ level });
  });

  test("sends a visitor to log in", async () => {
    expect(await ask(null, "diary")()).toMatchObject({ status: 302, location: "/login/" });
  });

  test.each([
    [0, "account"],
    [2, "diary"],
    [4, "progress"],
    [9, "admin"],
  ] as const)("sends level %i home from %s pages, with the reason", async (level, screen) => {
    const answer = await ask(level, screen)();
    expect(answer).toMatchObject({ status: 302, location: "/" });
    expect(decodeURIComponent(answer.headers.get("Set-Cookie") ?? "")).toContain("does not include that page");
  });
});

describe("a page that asks for reauthentication", () => {
  const askToReauthenticate = async (ageMs: number) => {
    const user = await makeUser();
    const loader = (args: Parameters<typeof requireLevel>[1]) => {
      requireReauthentication("account", args, "/email/change/");
      return "open";
    };
    const login = { ...user.login, reauthenticated_at: NOW - ageMs };
    return call(loader as never, new Request("http://daybook.test/"), { user: { ...user, login } });
  };

  test("opens for ten minutes after one", async () => {
    expect(await askToReauthenticate(10 * 60_000 - 1)).toMatchObject({ status: 200, data: "open" });
  });

  test("asks for a new one after that, and knows the way back", async () => {
    expect(await askToReauthenticate(10 * 60_000)).toMatchObject({
      status: 302,
      location: "/account/confirm/?next=%2Femail%2Fchange%2F",
    });
  });
});

describe("an administrator without a second factor", () => {
  test.each([
    "account",
    "diary",
    "progress",
    "admin",
  ] as const)("is sent to set one up from %s pages", async (screen) => {
    const user = await makeUser(10);
    const loader = (args: Parameters<typeof requireLevel>[1]) => requireLevel(screen, args).user.level;
    const login = { ...user.login, second_factor_at: null };
    const answer = await call(loader as never, new Request("http://daybook.test/"), { user: { ...user, login } });
    expect(answer).toMatchObject({ status: 302, location: "/account/two_factor/" });
  });

  test("may open the pages that set one up", async () => {
    const user = await makeUser(10);
    const loader = (args: Parameters<typeof requireLevel>[1]) => requireLevel("factors", args).user.level;
    const login = { ...user.login, second_factor_at: null };
    const answer = await call(loader as never, new Request("http://daybook.test/"), { user: { ...user, login } });
    expect(answer).toMatchObject({ status: 200, data: 10 });
  });
});

describe("home", () => {
  test("lands a visitor, and welcomes a user with what the level may open", async () => {
    expect((await load(home.loader, { user: null })).data).toBeNull();
    expect((await load(home.loader, { user: await makeUser(0) })).data).toBeNull();
    expect((await load(home.loader, { user: await makeUser(2) })).data).toEqual({
      first_name: "First",
      keepsDiary: false,
      seesProgress: false,
      steps: null,
      shown: null,
    });
    expect((await load(home.loader, { user: await makeUser(9) })).data).toEqual({
      first_name: "First",
      keepsDiary: true,
      seesProgress: true,
      steps: expect.any(Array),
      shown: null,
    });
  });
});

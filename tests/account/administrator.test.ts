import { describe, expect, test } from "vitest";
import { passkeysOf } from "~/account/factors/passkeys/passkeys.server";
import { findLogin, type SignedInUser } from "~/account/login/logins.server";
import { loader as rootLoader } from "~/root";
import * as authenticator from "~/routes/account/authenticator-set-up";
import * as passkey from "~/routes/account/passkey";
import * as passkeyNew from "~/routes/account/passkey-new";
import * as recoveryCodes from "~/routes/account/recovery-codes";
import * as twoFactor from "~/routes/account/two-factor";
import * as usercheck from "~/routes/api/usercheck";
import { call, db, load, makeUser, NOW, signInAs, submit } from "../support/harness";
import { enrolPasskey } from "../support/passkeys";
import { routeModules, routes } from "../support/route-modules";
import { makeWholeDiary, validForms } from "../support/valid-forms";

/** An administrator whose login has no second factor may set one up, and nothing else. */

const ADDRESS = "http://daybook.test/somewhere/";
const SET_UP = "/account/two_factor/";

/** Pages that set a factor up or lead to it, those of visitors, and those that say nothing of anybody. */
const OPEN = [
  /^account\/(two-factor|authenticator-set-up|authenticator-off|recovery-codes|passkey|passkey-new|confirm|suspended)\.tsx$/,
  /^(login|logout|signup|twofactor|twofactor-recovery|terms|privacy|not-found)\.tsx$/,
  /^password\/(forgot|reset)\.tsx$/,
  /^email\/(verify-email\.tsx|take-back\.tsx|manage-email\.ts)$/,
  // Whoever knows the address of a calendar reads it: it asks for no login.
  /^mydata\/feed-file\.ts$/,
  // Whoever has the mail stops it.
  /^email\/stop-mail\.tsx$/,
  /^api\//,
];
/** Calls of a page's script, and what they answer when they are asked and sent to: they lead nowhere. */
const CALLS = {
  "csv-import/rows.ts": [403, 403],
  "logbook/no-signal/device.ts": [403, 403],
  "logbook/no-signal/draft.ts": [405, 403],
  "logbook/no-signal/forget.ts": [405, 403],
  "logbook/no-signal/send.ts": [405, 403],
};
const closed = routes.filter(({ path }) => !(path in CALLS) && !OPEN.some((pattern) => pattern.test(path)));

async function makeAdministrator() {
  const made = await makeUser(10);
  const user = { ...made, login: { ...made.login, second_factor_at: null } };
  return { user, diary: await makeWholeDiary(user) };
}

let reader: ReturnType<typeof makeAdministrator>;
/** One for all pages that are only read. */
const readerOfAll = () => {
  reader ??= makeAdministrator();
  return reader;
};

describe("without a second factor an administrator", () => {
  test.each(closed.filter(({ route }) => route.loader))("is sent to set one up by $path", async ({ path, route }) => {
    const { user, diary } = await readerOfAll();
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

  test.each(Object.entries(CALLS))("is refused by %s, a call of a page's script", async (path, statuses) => {
    const { user } = await readerOfAll();
    const { loader, action } = routes.find((each) => each.path === path)?.route ?? {};
    if (!loader || !action) throw new Error(`${path} has no loader or no action`);
    const asked = await call(loader, new Request(ADDRESS), { user });
    const sent = await call(action, new Request(ADDRESS, { method: "POST" }), { user });
    expect([asked.status, sent.status]).toEqual(statuses);
  });
});

test("with a second factor an administrator opens them", async () => {
  const user = await makeUser(10);
  const diary = await makeWholeDiary(user);
  for (const path of ["home.tsx", "logbook/logbook.tsx", "job-plans/job-plans.tsx"]) {
    const loader = routeModules[path]?.loader as (args: never) => unknown;
    expect((await call(loader, new Request(ADDRESS), { user, params: diary.params })).status).toBe(200);
  }
});

/** As whoever has the password alone is in: the account's passkey was not given. */
async function inByPassword(level: number): Promise<SignedInUser> {
  const owner = await makeUser(level);
  await enrolPasskey(owner);
  return whoIsIn(await signInAs(owner.unique_ref));
}

async function whoIsIn(cookie: string): Promise<SignedInUser> {
  const { user } = await findLogin(db, new Request(ADDRESS, { headers: { Cookie: cookie } }), NOW);
  return user as SignedInUser;
}

describe("an administrator's passkey", () => {
  const REASON = "An administrator needs a second factor. Log out, then log in with your passkey";

  test.each([
    ["a code of an app to set up", authenticator, { setup: "", twoFactorCode: "123456" }],
    ["new recovery codes", recoveryCodes, {}],
    ["another passkey to begin", passkeyNew, { intent: "begin", name: "Mine" }],
    ["another passkey", passkeyNew, { intent: "finish", name: "Mine", answer: "{}" }],
    ["another name for it", passkey, { intent: "rename", name: "Mine" }],
    ["its end", passkey, { intent: "remove" }],
  ] as const)("is not got round with the password alone: %s", async (_, route, form) => {
    const user = await inByPassword(10);
    const [own] = await passkeysOf(db, user.unique_ref);
    const params = { passkeyRef: own?.unique_ref ?? "" };
    for (const answer of [
      await submit(route.action, form, { user, params }),
      await load(route.loader, { user, params }),
    ]) {
      expect(answer).toMatchObject({ status: 302, location: SET_UP });
      expect(decodeURIComponent(answer.headers.get("Set-Cookie") ?? "")).toContain(REASON);
    }
    expect(await passkeysOf(db, user.unique_ref)).toEqual([own]);
  });

  test("lets its owner, who logged in with it, change all of them", async () => {
    const owner = await makeUser(10);
    await enrolPasskey(owner);
    const user = await whoIsIn(await signInAs(owner.unique_ref, { secondFactor: true }));
    expect(user.has_passkey).toBe(true);
    expect((await load(authenticator.loader, { user })).status).toBe(200);
    expect((await enrolPasskey(user)).added.status).toBe(302);
    expect(await passkeysOf(db, user.unique_ref)).toHaveLength(2);
  });

  test("is said to be the way in, where nothing else could be changed", async () => {
    const page = (user: SignedInUser) => load<{ owes: boolean; mayChange: boolean }>(twoFactor.loader, { user });
    expect((await page(await inByPassword(10))).data).toMatchObject({ owes: true, mayChange: false });
    expect((await page((await makeAdministrator()).user)).data).toMatchObject({ owes: true, mayChange: true });
    expect((await page(await inByPassword(9))).data).toMatchObject({ owes: false, mayChange: true });
  });
});

test("scripts and the menu take an administrator without a second factor for no administrator", async () => {
  const seen = async (user: SignedInUser) => {
    const root = await load<{ level: number }>(rootLoader, { user });
    const checked = await load<{ userLevel: number }>(usercheck.loader, { user });
    return { menu: root.data.level, checked: checked.data.userLevel };
  };
  expect(await seen((await makeAdministrator()).user)).toEqual({ menu: 1, checked: 0 });
  expect(await seen(await makeUser(10))).toEqual({ menu: 10, checked: 10 });
  expect(await seen(await makeUser(5))).toEqual({ menu: 5, checked: 5 });
});

import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { checkBot } from "~/account/bot-check/bot-check.server";
import { totpCode } from "~/account/factors/totp.server";
import { logins, users } from "~/account/table.server";
import { newRef } from "~/platform/db/columns.server";
import * as passkeyNew from "~/routes/account/passkey-new";
import * as email from "~/routes/email/email";
import * as logbook from "~/routes/logbook/logbook";
import * as login from "~/routes/login";
import * as logout from "~/routes/logout";
import * as reset from "~/routes/password/reset";
import * as twofactor from "~/routes/twofactor";
import * as recovery from "~/routes/twofactor-recovery";
import { openBrowser } from "../support/browser";
import { call, cookiesOf, db, makeUser, NOW, SITE, signInAs, submit } from "../support/harness";
import { lettersOf } from "../support/letters";
import { makeMember, PASSWORD } from "../support/members";
import { ask, makePasskeyUser, send } from "../support/passkeys";
import { verifyResetCode } from "../support/reset";
import { appContext, beginPendingLoginAs, makeGuardedUser, wrongCodes } from "../support/two-factor";
import { addVerification } from "../support/verifications";

const NEW_PASSWORD = { password1: "harbour violet saddle", password2: "harbour violet saddle" };

/** Posts from a browser with these cookies that is signed in as nobody. */
function post(action: (args: never) => unknown, fields: Record<string, string>, cookie: string) {
  const body = new URLSearchParams(fields);
  const request = new Request("http://daybook.test/", { method: "POST", body, headers: { Cookie: cookie } });
  return call(action, request, { user: null });
}

const isIn = ({ headers }: { headers: Headers }) => headers.getSetCookie().some((each) => /^login=[^;]/.test(each));

async function giveCode(userRef: string, code: string): Promise<boolean> {
  return isIn(await post(twofactor.action, { twoFactorCode: code }, await beginPendingLoginAs(userRef)));
}

async function giveRecoveryCode(userRef: string, code: string): Promise<boolean> {
  return isIn(await post(recovery.action, { recoveryCode: code }, await beginPendingLoginAs(userRef)));
}

/** Whether a browser with these cookies is shown the diary. */
async function seesDiary(cookie: string): Promise<boolean> {
  const browser = openBrowser();
  const [name = "", value = ""] = cookie.split(/=(.*)/s);
  browser.cookies.set(name, value);
  return (await browser.visit(logbook, { path: "/logbook/" })).status === 200;
}

/** As whoever has the mailbox. @returns what the new password brings. */
async function resetAndLogIn({ unique_ref, username }: { unique_ref: string; username: string }) {
  await post(reset.action, NEW_PASSWORD, await verifyResetCode(unique_ref));
  return submit(login.action, { username, password: NEW_PASSWORD.password1 }, { user: null });
}

/** With the cookies that `spoil` leaves. */
async function logInWithPasskey(spoil: (cookies: string) => string): Promise<boolean> {
  const { passkey } = await makePasskeyUser();
  const { options, cookies } = await ask();
  return (await send(await passkey.assert(options), spoil(cookies))).status === 200;
}

/** Cloudflare's siteverify, as far as it decides: each token counts once. */
function siteverify(answer: Record<string, unknown> = {}): typeof fetch {
  const spent = new Set<string>();
  return async (_address, init) => {
    const form = new URLSearchParams(String(init?.body));
    const [token, key] = [form.get("response") ?? "", form.get("idempotency_key") ?? ""];
    const used = [...spent].some((each) => each.startsWith(`${token} `)) && !spent.has(`${token} ${key}`);
    spent.add(`${token} ${key}`);
    const failed = { success: false, "error-codes": ["timeout-or-duplicate"] };
    return Response.json(used ? failed : { success: true, hostname: "daybook.test", action: "sign-up", ...answer });
  };
}

async function passesBotCheck(fetcher: typeof fetch, token = newRef(), fingerprint = "one form"): Promise<boolean> {
  const answers = { token, fingerprint };
  const request = new Request("http://daybook.test/signup/", { method: "POST" });
  return (await checkBot(appContext(), request, answers, "sign-up", fetcher)) === null;
}

interface Attack {
  is: string;
  /** First the honest way, which must work: else its refusal would prove nothing. Then the attack. */
  tries: () => Promise<[honest: boolean, attack: boolean]>;
}

const attacks: Attack[] = [
  {
    is: "a code of the authenticator app used a second time",
    tries: async () => {
      const { user, secret } = await makeGuardedUser();
      const code = totpCode(secret, NOW);
      return [await giveCode(user.unique_ref, code), await giveCode(user.unique_ref, code)];
    },
  },
  {
    is: "a recovery code used a second time",
    tries: async () => {
      const { user, codes } = await makeGuardedUser();
      const code = codes[0] as string;
      return [await giveRecoveryCode(user.unique_ref, code), await giveRecoveryCode(user.unique_ref, code)];
    },
  },
  {
    is: "a reset code used a second time",
    tries: async () => {
      const cookie = await verifyResetCode((await makeMember()).unique_ref);
      const set = async () => (await post(reset.action, NEW_PASSWORD, cookie)).location === "/login/";
      return [await set(), await set()];
    },
  },
  {
    is: "a passkey's answer to a challenge sent a second time",
    tries: async () => {
      const { passkey } = await makePasskeyUser();
      const { options, cookies } = await ask();
      const answer = await passkey.assert(options);
      return [(await send(answer, cookies)).status === 200, (await send(answer, cookies)).status === 200];
    },
  },
  {
    is: "a JSON call without the header of its token",
    tries: async () => {
      const honest = await logInWithPasskey((cookies) => cookies);
      return [honest, await logInWithPasskey((cookies) => cookies.replace(/csrftoken=[^;]*/, "csrftoken="))];
    },
  },
  {
    is: "a JSON call with a token that somebody made up",
    tries: async () => {
      const forged = `csrftoken=${"A".repeat(43)}.1.${"A".repeat(43)}`;
      const honest = await logInWithPasskey((cookies) => cookies);
      return [honest, await logInWithPasskey((cookies) => cookies.replace(/csrftoken=[^;]*/, forged))];
    },
  },
  {
    is: "a mail whose link leads to the host that a request named",
    tries: async () => {
      const user = await makeUser();
      const address = `${user.username}@example.com`;
      await addVerification({ user_ref: user.unique_ref, address, status: "expired", created_at: NOW - 1000 });
      const body = new URLSearchParams({ send: "verification" });
      const headers = { "X-Forwarded-Host": "evil.example", Forwarded: "host=evil.example" };
      await call(email.action, new Request("http://evil.example/email/", { method: "POST", body, headers }), { user });
      const letters = JSON.stringify(await lettersOf(user.unique_ref));
      return [letters.includes(`${SITE.origin}/verify-email/`), letters.includes("evil.example")];
    },
  },
  {
    is: "a token of the bot check sent with another form",
    tries: async () => {
      const [cloudflare, token] = [siteverify(), newRef()];
      return [await passesBotCheck(cloudflare, token), await passesBotCheck(cloudflare, token, "another form")];
    },
  },
  {
    is: "a token of the bot check sent with the same form for the fourth time",
    tries: async () => {
      const [cloudflare, token] = [siteverify(), newRef()];
      const passed = [];
      for (let at = 0; at < 4; at += 1) passed.push(await passesBotCheck(cloudflare, token));
      return [passed[2] === true, passed[3] === true];
    },
  },
  {
    is: "a token of the bot check that was made for another site",
    tries: async () => [
      await passesBotCheck(siteverify()),
      await passesBotCheck(siteverify({ hostname: "evil.example" })),
    ],
  },
  {
    is: "a token of the bot check that was made for another form",
    tries: async () => [
      await passesBotCheck(siteverify()),
      await passesBotCheck(siteverify({ action: "forgot-password" })),
    ],
  },
  {
    is: "any token while siteverify is down",
    tries: async () => [
      await passesBotCheck(siteverify()),
      await passesBotCheck(async () => {
        throw new TypeError("Network connection lost");
      }),
    ],
  },
  {
    is: "any token while siteverify answers with an error page",
    tries: async () => [
      await passesBotCheck(siteverify()),
      await passesBotCheck(async () => new Response("<h1>Bad gateway</h1>", { status: 502 })),
    ],
  },
  {
    is: "a reset that leaves the second factor out, an app",
    tries: async () => {
      const { user, secret } = await makeGuardedUser();
      const begun = await resetAndLogIn(user);
      const honest = await post(twofactor.action, { twoFactorCode: totpCode(secret, NOW) }, cookiesOf(begun));
      return [isIn(honest), isIn(begun)];
    },
  },
  {
    is: "a reset that leaves the second factor out, a passkey whose owner lets the password alone",
    tries: async () => {
      const { user, passkey } = await makePasskeyUser();
      await db.update(users).set({ password_alone: true }).where(eq(users.unique_ref, user.unique_ref));
      const attack = isIn(await resetAndLogIn(user));
      const { options, cookies } = await ask();
      return [(await send(await passkey.assert(options), cookies)).status === 200, attack];
    },
  },
  {
    is: "a passkey added from a login that still owes its code",
    tries: async () => {
      const { user } = await makeGuardedUser();
      const begin = async (cookie: string) => {
        const browser = openBrowser();
        const [name = "", value = ""] = cookie.split("=");
        browser.cookies.set(name, value);
        const form = { intent: "begin", name: "Mine" };
        return (await browser.visit(passkeyNew, { path: "/account/two_factor/passkey/new/", form })).status === 200;
      };
      return [
        await begin(await signInAs(user.unique_ref, { secondFactor: true })),
        await begin(await beginPendingLoginAs(user.unique_ref)),
      ];
    },
  },
  {
    is: "the right password after ten wrong ones",
    tries: async () => {
      const { username } = await makeMember();
      const logIn = async (password: string) =>
        isIn(await submit(login.action, { username, password }, { user: null }));
      const honest = await logIn(PASSWORD);
      for (let at = 0; at < 10; at += 1) await logIn("a wrong password");
      return [honest, await logIn(PASSWORD)];
    },
  },
  {
    is: "the right code after five wrong ones, each in a login of its own",
    tries: async () => {
      const { user, secret } = await makeGuardedUser();
      const honest = await giveCode(user.unique_ref, totpCode(secret, NOW - 30_000));
      for (const code of wrongCodes(secret, 5)) await giveCode(user.unique_ref, code);
      return [honest, await giveCode(user.unique_ref, totpCode(secret, NOW))];
    },
  },
  {
    is: "a login whose token was planted before",
    tries: async () => {
      const { username } = await makeMember();
      const planted = `login=${"A".repeat(43)}`;
      const answer = await post(login.action, { username, password: PASSWORD }, planted);
      const given = cookiesOf(answer)
        .split("; ")
        .find((each) => each.startsWith("login=")) as string;
      return [await seesDiary(given), await seesDiary(planted)];
    },
  },
  {
    is: "a login after its user logged out",
    tries: async () => {
      const user = await makeMember();
      const cookie = await signInAs(user.unique_ref);
      const honest = await seesDiary(cookie);
      await post(logout.action, {}, cookie);
      return [honest, await seesDiary(cookie)];
    },
  },
  {
    is: "a login that was ended from another browser",
    tries: async () => {
      const user = await makeMember();
      const cookie = await signInAs(user.unique_ref);
      const honest = await seesDiary(cookie);
      await db.delete(logins).where(eq(logins.user_ref, user.unique_ref));
      return [honest, await seesDiary(cookie)];
    },
  },
  {
    is: "a page above a level that was lowered while signed in",
    tries: async () => {
      const user = await makeMember();
      const cookie = await signInAs(user.unique_ref);
      const honest = await seesDiary(cookie);
      await db.update(users).set({ level: 2 }).where(eq(users.unique_ref, user.unique_ref));
      return [honest, await seesDiary(cookie)];
    },
  },
];

test.each(attacks)("refused: $is", async ({ tries }) => {
  expect(await tries()).toEqual([true, false]);
});

import { desc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { totpCode } from "~/account/factors/totp.server";
import { browserCookie } from "~/account/login/known-browsers.server";
import { audit, users } from "~/account/table.server";
import { newRef } from "~/platform/db/columns.server";
import { rateCounters } from "~/platform/db/rate-counters.server";
import type { FormState } from "~/platform/http/action-result";
import * as passkeyOptions from "~/routes/api/auth/get-authentication-options";
import { action } from "~/routes/login";
import * as forgot from "~/routes/password/forgot";
import * as signup from "~/routes/signup";
import * as twofactor from "~/routes/twofactor";
import { passedCheck } from "../../support/bot-check";
import { call, cookiesOf, db, NOW, submit, vault } from "../../support/harness";
import { lettersOf } from "../../support/letters";
import { makeMember, PASSWORD } from "../../support/members";
import { ask, enrolPasskey, send } from "../../support/passkeys";
import { addTotp } from "../../support/two-factor";

const MINUTE = 60_000;
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0";

interface From {
  /** What the browser carries. */
  cookie?: string;
  now?: number;
  bursts?: (key: string) => Promise<boolean>;
  more?: Record<string, string>;
}

function logIn(username: string, password = PASSWORD, { cookie = "", now = NOW, bursts, more = {} }: From = {}) {
  const headers = { Cookie: cookie, "User-Agent": FIREFOX };
  const ask = { user: null, now, headers, ...(bursts ? { bursts } : {}) };
  return submit<{ form: FormState }>(action, { username, password, ...more }, ask);
}

/** The cookie by which a browser is known, of an answer that logged somebody in. */
function browserOf(answer: { headers: Headers }): string {
  return cookiesOf(answer)
    .split("; ")
    .filter((pair) => pair.startsWith("browser="))
    .join("");
}

async function strangersSpend(username: string, now = NOW): Promise<void> {
  for (let at = 0; at < 12; at += 1) await logIn(username, "wrong", { now });
}

async function linesOf(userRef: string) {
  const lines = await db.select().from(audit).where(eq(audit.user_ref, userRef)).orderBy(desc(audit.occurred_at));
  return lines.map(({ action, detail }) => [action, detail]);
}

async function newBrowserMails(userRef: string) {
  return (await lettersOf(userRef)).filter(({ kind }) => kind === "new-browser");
}

test("a browser that somebody logged in from carries a signed cookie for long, without a name", async () => {
  const { username, unique_ref } = await makeMember();
  const answer = await logIn(username);
  const [, cookie = ""] = answer.headers.getSetCookie();
  expect(cookie).toMatch(/^browser=[\w-]{22}~\w+\.1\.[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=34560000$/);
  expect(cookie).not.toContain(username);
  expect(cookie).not.toContain(unique_ref);
});

test("a cookie that is forged, or another's, makes no browser known", async () => {
  const { username, unique_ref } = await makeMember();
  const cookie = browserOf(await logIn(username));
  const another = browserOf(await logIn((await makeMember()).username));
  const [id = "", entry = ""] = cookie.split("~");
  const forgeries = [
    another,
    [another.split("~")[0], entry].join("~"),
    [id, entry.replace(/^\w+/, (NOW + 1).toString(36))].join("~"),
    [`browser=${newRef()}`, entry].join("~"),
    `${id}~${entry.slice(0, -1)}`,
    `${id}~${"~".repeat(3000)}`,
    "browser=",
  ];
  for (const forged of forgeries) expect((await logIn(username, PASSWORD, { cookie: forged })).status).toBe(302);
  expect(await newBrowserMails(unique_ref)).toHaveLength(1 + forgeries.length);
  await logIn(username, PASSWORD, { cookie });
  expect(await newBrowserMails(unique_ref)).toHaveLength(1 + forgeries.length);
});

test("a shared computer knows the five who logged in last", async () => {
  const members = await Promise.all(Array.from({ length: 6 }, () => makeMember()));
  let cookie = "";
  for (const { username } of members) cookie = browserOf(await logIn(username, PASSWORD, { cookie }));
  const mails = [];
  for (const { username, unique_ref } of members) {
    await logIn(username, PASSWORD, { cookie });
    mails.push((await newBrowserMails(unique_ref)).length);
  }
  expect(mails).toEqual([2, 1, 1, 1, 1, 1]);
});

test("a browser that is known has no tries of its own", async () => {
  const { username } = await makeMember();
  const cookie = browserOf(await logIn(username));
  await strangersSpend(username);
  expect((await logIn(username, PASSWORD, { cookie })).status).toBe(429);
  expect((await logIn(username, PASSWORD, { cookie, more: passedCheck("login") })).status).toBe(302);
});

test("the outer limit is counted by network, and by itself once a check came with the try", async () => {
  const { username } = await makeMember();
  const counted: string[] = [];
  const bursts = async (key: string) => {
    counted.push(key);
    return false;
  };
  const from = (address: string) =>
    submit(action, { username, password: PASSWORD }, { user: null, bursts, headers: { "CF-Connecting-IP": address } });
  expect([(await from("192.0.2.1")).status, (await from("192.0.2.2")).status]).toEqual([429, 429]);
  expect(new Set(counted).size).toBe(2);
  expect(counted.join()).not.toContain(username);
  // What is junk is no payment, and reaches no password.
  const junk = await logIn(username, PASSWORD, { bursts, more: { turnstile_token: "junk" } });
  expect([junk.status, junk.location]).toEqual([422, null]);
  expect(new Set(counted).size).toBe(3);
});

test("whoever passes the check logs in at once, though others in the network have spent the outer limit", async () => {
  const { username } = await makeMember();
  const bursts = async () => false;
  const passed = passedCheck("login");
  expect((await logIn(username, PASSWORD, { bursts, more: passed })).status).toBe(302);
});

/** Whoever has an account has as many of these as they like. */
async function mintedBrowser(username: string): Promise<string> {
  const cookie = await browserCookie(vault, new Request("http://daybook.test/"), username, NOW);
  return cookie.split(";")[0] as string;
}

test("ids of known browsers that somebody collects pass no limit of their network", async () => {
  const { username } = await makeMember();
  const from = (Cookie: string) => ({ "CF-Connecting-IP": "192.0.2.77", Cookie });
  const statuses = new Map<number, number>();
  for (let at = 0; at < 52; at += 1) {
    const fields = { step: "send", email: `${at}@example.com` };
    const headers = from(await mintedBrowser(username));
    const { status } = await submit(forgot.action, fields, { user: null, headers });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect([...statuses]).toEqual([
    [302, 50],
    [429, 2],
  ]);

  const key = `passkey-asking/${await vault.sign("passkey-asking", "192.0.2.77")}`;
  await db.insert(rateCounters).values({ key, window_start: NOW, n: 999 });
  const askings = [];
  for (let at = 0; at < 2; at += 1) {
    const request = new Request("http://daybook.test/", { headers: from(await mintedBrowser(username)) });
    askings.push((await call(passkeyOptions.loader, request, { user: null })).status);
  }
  expect(askings).toEqual([200, 429]);
});

test("a browser never seen before stands in the activity log and is mailed, a known one is not", async () => {
  const { username, unique_ref, email } = await makeMember();
  const cookie = browserOf(await logIn(username));
  expect(await linesOf(unique_ref)).toEqual([["logged-in", "new browser, Firefox on Windows"]]);
  expect(await newBrowserMails(unique_ref)).toMatchObject([{ to: email, browser: "Firefox on Windows" }]);
  await logIn(username, PASSWORD, { cookie, now: NOW + MINUTE });
  expect((await linesOf(unique_ref))[0]).toEqual(["logged-in", ""]);
  expect(await newBrowserMails(unique_ref)).toHaveLength(1);
});

test("the mail says no word that a stranger's program calls itself", async () => {
  const { username, unique_ref } = await makeMember();
  const headers = { "User-Agent": "Call 01234 567890 now" };
  await submit(action, { username, password: PASSWORD }, { user: null, headers });
  expect(await newBrowserMails(unique_ref)).toMatchObject([{ browser: "" }]);
});

test("a login with a code, and one with a passkey, make their browser known as well", async () => {
  const guarded = await makeMember();
  const secret = await addTotp(guarded.unique_ref);
  const half = await logIn(guarded.username);
  expect([browserOf(half), await newBrowserMails(guarded.unique_ref)]).toEqual(["", []]);
  const body = new URLSearchParams({ twoFactorCode: totpCode(secret, NOW) });
  const request = new Request("http://daybook.test/", { method: "POST", body, headers: { Cookie: cookiesOf(half) } });
  const whole = await call(twofactor.action, request, { user: null });
  expect(browserOf(whole)).not.toBe("");
  expect(await newBrowserMails(guarded.unique_ref)).toHaveLength(1);

  const holder = await makeMember();
  const { passkey } = await enrolPasskey(holder);
  const { options, cookies } = await ask();
  const answer = await send(await passkey.assert(options), cookies);
  expect(await newBrowserMails(holder.unique_ref)).toHaveLength(1);
  const again = await ask();
  await send(await passkey.assert(again.options), `${again.cookies}; ${browserOf(answer)}`);
  expect(await newBrowserMails(holder.unique_ref)).toHaveLength(1);
});

test("who signs up is known from that browser, and is sent no mail about it", async () => {
  const username = `user-${newRef().toLowerCase()}`;
  const fields = {
    idempotency_key: newRef(),
    first_name: "First",
    last_name: "Last",
    email: `${username}@example.com`,
    username,
    password1: PASSWORD,
    password2: PASSWORD,
    read_t_c: "yes",
    ...passedCheck("sign-up"),
  };
  const cookie = browserOf(await submit(signup.action, fields, { user: null }));
  const [account] = await db.select().from(users).where(eq(users.username_key, username));
  const userRef = account?.unique_ref ?? "";
  await db.update(users).set({ email: fields.email }).where(eq(users.unique_ref, userRef));
  expect((await logIn(username, PASSWORD, { cookie })).status).toBe(302);
  expect(await newBrowserMails(userRef)).toEqual([]);
});

test("refused logins are one line a day with a count, and the right password is none of them", async () => {
  const { username, unique_ref } = await makeMember();
  await logIn(username);
  expect(await linesOf(unique_ref)).toEqual([["logged-in", "new browser, Firefox on Windows"]]);
  for (let at = 0; at < 14; at += 1) await logIn(username, "wrong", { now: NOW + at * MINUTE });
  const cookie = browserOf(await logIn(username, PASSWORD, { now: NOW + 20 * MINUTE }));
  await logIn(username, "wrong", { cookie, now: NOW + 21 * MINUTE });
  const refused = async () => (await linesOf(unique_ref)).filter(([act]) => act === "login-refused");
  expect(await refused()).toEqual([["login-refused", "15"]]);
  await logIn(username, "wrong", { now: NOW + 24 * 60 * MINUTE });
  expect(await refused()).toEqual([
    ["login-refused", "1"],
    ["login-refused", "15"],
  ]);
});

test("wrong codes after the right password stand in the activity log", async () => {
  const { username, unique_ref } = await makeMember();
  await addTotp(unique_ref);
  const cookie = cookiesOf(await logIn(username));
  for (const twoFactorCode of ["abcdef", "ghijkl"]) {
    const body = new URLSearchParams({ twoFactorCode });
    const request = new Request("http://daybook.test/", { method: "POST", body, headers: { Cookie: cookie } });
    await call(twofactor.action, request, { user: null });
  }
  expect(await linesOf(unique_ref)).toEqual([["code-refused", "2"]]);
});

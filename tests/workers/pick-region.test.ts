import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { writeNames } from "~/account/directory/accounts.server";
import { anyOf } from "~/account/directory/names.server";
import { beginLogin } from "~/account/login/logins.server";
import { beginPendingLogin } from "~/account/login/pending-logins.server";
import { newResetCookie } from "~/account/passwords/reset-requests.server";
import { users } from "~/account/table.server";
import { TERMS_VERSION } from "~/account/terms/versions";
import { stopToken } from "~/diary/round-up/mail.server";
import { newRef } from "~/platform/db/columns.server";
import { base64url, newToken } from "~/platform/db/tokens";
import { pickRegion } from "../../workers/pick-region";
import { readRegions } from "../../workers/regions";
import { db, directory, farDb, NOW, vault } from "../support/harness";

const regions = readRegions(env);
const source = { directory, vault };
const ORIGIN = "http://daybook.test";
const [userRef, username] = [newRef(), `far-${newRef()}`];
const email = `${username}@example.com`;

beforeAll(() => addUser(farDb, { unique_ref: userRef, username, email }));

/** A name is nobody's without the user who has it. */
async function addUser(home: typeof db, user: { unique_ref: string; username: string; email: string }) {
  const keys = { username_key: user.username.toLowerCase(), email_key: user.email.toLowerCase() };
  const times = { terms_accepted_at: NOW, terms_version: TERMS_VERSION, created_at: NOW, updated_at: NOW };
  await home.insert(users).values({ ...user, ...keys, ...times, first_name: "Far", last_name: "Away", level: 9 });
  await writeNames({ ...source, db: home, now: NOW }, user);
}

async function picked(path: string, init: RequestInit = {}) {
  const { region, isByName } = await pickRegion(new Request(ORIGIN + path, init), regions, source);
  return `${region.code}${isByName ? " by name" : ""}`;
}

function form(fields: Record<string, string>): RequestInit {
  return { method: "POST", body: new URLSearchParams(fields) };
}

function call(body: unknown): RequestInit {
  return { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };
}

function carrying(...cookies: string[]): RequestInit {
  return { headers: { Cookie: cookies.map((cookie) => cookie.split(";")[0]).join("; ") } };
}

const asked = new Request(ORIGIN);
const login = async (database: typeof db) =>
  (await beginLogin(database, asked, { userRef, remember: false, secondFactor: false }, NOW)).cookie;
const pending = async (database: typeof db) =>
  (await beginPendingLogin(database, asked, { userRef, remember: false }, NOW)).cookie;
const reset = async (database: typeof db) => (await newResetCookie(vault, asked, email, database)).cookie;

test.each([
  "/verify-email/:token/",
  "/api/email/verify/:token/",
  "/take_back/:token/",
  "/calendar/:token/daybook.ics",
  "/signup/?link=:token",
])("%s goes where its token says, and to the default region with any other", async (path) => {
  const at = (token: string) => picked(path.replace(":token", token));
  expect(await at(newToken(farDb))).toBe("oc");
  expect(await at(newToken(db))).toBe("eu");
  for (const token of ["nz-abc", "x", "", "%00", "constructor-x"]) {
    expect(await at(token)).toBe("eu");
  }
});

test("a page goes where its login is, also where script asks for its data, and a visitor to the default region", async () => {
  const far = carrying(await login(farDb));
  expect([await picked("/logbook/", far), await picked("/logbook/_.data", far)]).toEqual(["oc", "oc"]);
  expect([await picked("/logbook/", carrying(await login(db))), await picked("/")]).toEqual(["eu", "eu"]);
  expect(await picked("/logbook/", carrying("login=nz-token"))).toBe("eu");
});

test("the page and the files of a suspended account go where its pass is, unless somebody has logged in since", async () => {
  const pass = `suspended=${newToken(farDb)}`;
  for (const path of ["/suspended/", "/mydata/export/json/", "/login/"]) {
    expect([path, await picked(path, carrying(pass))]).toEqual([path, "oc"]);
    expect([path, await picked(path, carrying(pass, await login(db)))]).toEqual([path, "eu"]);
  }
});

test("a pending login comes first on its own pages, and nowhere else", async () => {
  const both = carrying(await login(db), await pending(farDb));
  expect(await picked("/twofactor/", both)).toBe("oc");
  expect(await picked("/twofactor/recovery/", both)).toBe("oc");
  expect(await picked("/api/twofactorcheck/", both)).toBe("oc");
  expect(await picked("/logbook/", both)).toBe("eu");
  expect(await picked("/twofactor/", carrying(await login(farDb)))).toBe("oc");
});

test("a forgotten password stays where it was asked for, and its cookie does not show where", async () => {
  const cookie = await reset(farDb);
  expect(cookie).not.toMatch(/[=.]oc[-.]/);
  for (const path of ["/password/forgot/", "/password/reset/", "/api/password/verify/"]) {
    expect(await picked(path, carrying(cookie))).toBe("oc by name");
  }
  expect(await picked("/password/change/", carrying(cookie, await login(db)))).toBe("eu");
  expect(await picked("/password/forgot/", carrying(`${cookie.split(";")[0]}x`.replace("=", "=x")))).toBe("eu");
});

test.each([
  ["a form", form],
  ["a call", call],
])("%s that is sent to log in goes where the name is, however it is typed, and can be read again", async (_what, body) => {
  const path = body === call ? "/api/login/" : "/login/";
  for (const typed of [username, ` ${username.toUpperCase()} `, `${username}\u200b`]) {
    expect(await picked(path, body({ username: typed, password: "x" }))).toBe("oc by name");
  }
  // Even where the browser is logged in elsewhere.
  const request = new Request(ORIGIN + path, body({ username, password: "x" }) as RequestInit);
  await pickRegion(request, regions, source);
  expect(await request.text()).toContain(username);
});

test("an address of a forgotten password goes where it is, or first to whom the browser asked about before", async () => {
  const here = carrying(await reset(db)).headers as Record<string, string>;
  const send = { ...form({ step: "send", email: email.toUpperCase() }), headers: here };
  expect(await picked("/password/forgot/", { ...send, headers: { ...here } })).toBe("oc by name");
  expect(await picked("/api/password/forgotten/", call({ email }))).toBe("oc by name");
  expect(await picked("/password/forgot/", { ...form({ step: "verify", code: "ABC123" }), headers: here })).toBe(
    "eu by name",
  );
});

test("a name that nobody has goes to the same region each time, which only the vault's key tells", async () => {
  const codes = new Set<string>();
  for (let at = 0; at < 12; at += 1) {
    const nobody = `nobody-${at}-${newRef()}`;
    const [first, second] = [form({ username: nobody }), call({ username: nobody.toUpperCase() })];
    const code = await picked("/login/", first);
    expect(await picked("/api/login/", second)).toBe(code);
    expect(code).toBe(`${(await anyOf(vault, ["username", nobody], regions)).code} by name`);
    codes.add(code);
  }
  expect(codes.size).toBe(2);
});

test("a sign-up goes to the region that it names, which says if it takes nobody, else to the first that takes new users", async () => {
  const [eu, oc] = regions as unknown as [(typeof regions)[0], (typeof regions)[0]];
  const choose = async (list: typeof regions, region: string) =>
    (await pickRegion(new Request(`${ORIGIN}/signup/`, form({ region })), list, source)).region.code;
  expect(await choose([eu, oc], "oc")).toBe("oc");
  expect(await choose([eu, oc], "nz")).toBe("eu");
  expect(await choose([{ ...eu, isOpen: false }, oc], "")).toBe("oc");
  expect(await choose([eu, { ...oc, isOpen: false }], "oc")).toBe("oc");
});

test("a passkey and the link that stops the Friday email go where their user is", async () => {
  const handle = base64url(new TextEncoder().encode(userRef));
  const path = "/api/auth/login_with_passkey/";
  expect(await picked(path, call({ response: { userHandle: handle } }))).toBe("oc");
  for (const body of [{}, { response: { userHandle: "*" } }, { response: { userHandle: newRef() } }, null, [1]]) {
    expect(await picked(path, call(body))).toBe("eu");
  }
  expect(await picked(`/stop_mail/${await stopToken(vault, userRef)}/`)).toBe("oc");
  expect(await picked(`/stop_mail/${newRef()}.x/`)).toBe("eu");
});

test("a body that no form of ours has leaves the request to its cookie", async () => {
  // Of the region that somebody without a name is not asked in.
  const nobody = await picked("/login/", form({}));
  const [code, home] = nobody === "oc by name" ? (["eu", db] as const) : (["oc", farDb] as const);
  const name = `home-${newRef()}`;
  await addUser(home, { unique_ref: newRef(), username: name, email: `${name}@example.com` });
  const fill = (bytes: number) =>
    form({ username: name, filling: "x".repeat(bytes - `username=${name}&filling=`.length) });
  expect(await picked("/login/", fill(65_536))).toBe(`${code} by name`);
  expect(await picked("/login/", fill(65_537))).toBe(nobody);
  const broken = { method: "POST", body: "{", headers: { "Content-Type": "application/json" } };
  expect(await picked("/api/auth/login_with_passkey/", broken)).toBe("eu");
});

test("with one region nothing is looked at", async () => {
  const away = { directory: null as never, vault: null as never };
  const request = new Request(`${ORIGIN}/login/`, form({ username }));
  expect(await pickRegion(request, [regions[0]], away)).toEqual({ region: regions[0], isByName: false });
});

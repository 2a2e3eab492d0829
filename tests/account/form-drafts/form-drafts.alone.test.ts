import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { newTotpSecret, totpCode, totpRow } from "~/account/factors/totp.server";
import { findFormDraft } from "~/account/form-drafts/form-drafts.server";
import type { SignedInUser } from "~/account/login/logins.server";
import { logins, totp } from "~/account/table.server";
import { sessions } from "~/diary/sessions/table.server";
import { newRef } from "~/platform/db/columns.server";
import { base64url } from "~/platform/db/tokens";
import * as profilePage from "~/routes/account/profile";
import * as loginListPage from "~/routes/account/two-factor";
import * as mapPage from "~/routes/csv-import/map";
import * as caseNewPage from "~/routes/logbook/case-new";
import * as logbookPage from "~/routes/logbook/logbook";
import * as sessionPage from "~/routes/logbook/session";
import * as sessionNewPage from "~/routes/logbook/session-new";
import * as loginPage from "~/routes/login";
import * as logoutPage from "~/routes/logout";
import * as twoFactorPage from "~/routes/twofactor";
import { openFormStore } from "../../../workers/bindings";
import { type Browser, openBrowser } from "../../support/browser";
import { makeDiary } from "../../support/diary";
import { db, NOW, signInAs, vault } from "../../support/harness";
import { makeMember, PASSWORD } from "../../support/members";

const MINUTE_MS = 60_000;
const NEW_SESSION = "/logbook/session/new/?date=2026-11-17";
const NOTES = "Stayed late for a difficult airway";

function session(key = newRef()) {
  return {
    idempotency_key: key,
    session_date: "17/11/2026",
    session_start_time: "08:00",
    session_end_time: "18:00",
    pa_calculation_basis: "time_calculated",
    description: NOTES,
  };
}

function logIn(browser: Browser, { username }: SignedInUser, now = NOW) {
  return browser.visit(loginPage, { path: "/login/", form: { username, password: PASSWORD }, now });
}

/** Ends the time of all logins of a user. */
function expire({ unique_ref }: SignedInUser) {
  return db.update(logins).set({ expires_at: NOW }).where(eq(logins.user_ref, unique_ref));
}

/** The browser of somebody whose login has run out, and who then sent a form. */
async function halfFilled(form = session(), path = NEW_SESSION) {
  const person = await makeMember();
  const browser = openBrowser();
  await logIn(browser, person);
  await expire(person);
  const sent = await browser.visit(sessionNewPage, { path, form });
  return { person, browser, form, sent };
}

async function keptKeys(): Promise<string[]> {
  const { keys } = await env.FORMS.list({ prefix: "form-draft/" });
  return keys.map(({ name }) => name);
}

function flashOf(browser: Browser): string {
  return decodeURIComponent(browser.cookies.get("flash")?.split(":")[0] ?? "");
}

function sessionsOf({ id }: SignedInUser) {
  return db.select().from(sessions).where(eq(sessions.user_id, id));
}

describe("a form of somebody whose login ran out", () => {
  test("is kept, and comes back filled in at its own page after they log in again, and is saved once", async () => {
    const { person, browser, form, sent } = await halfFilled();
    expect([sent.status, sent.location]).toEqual([302, "/login/"]);
    expect(flashOf(browser)).toBe(
      "Your login has ended. What you entered is kept for an hour: log in again to get it back",
    );
    expect(await sessionsOf(person)).toEqual([]);

    const { location } = await logIn(browser, person);
    expect(location).toBe(NEW_SESSION);
    const page = await browser.visit(sessionNewPage, { path: NEW_SESSION });
    expect(page.root.draft?.here?.form.values).toEqual(
      Object.fromEntries(Object.entries(form).map(([name, value]) => [name, [value]])),
    );
    const elsewhere = await browser.visit(logbookPage, { path: "/logbook/" });
    expect(elsewhere.root.draft).toEqual({ here: null, elsewhere: NEW_SESSION });

    // Twice, as a shaky connection may: the key that came back makes one session of it.
    for (const _time of ["once", "twice"]) await browser.visit(sessionNewPage, { path: NEW_SESSION, form });
    expect(await sessionsOf(person)).toHaveLength(1);
    expect((await browser.visit(sessionNewPage, { path: NEW_SESSION })).root.draft).toBeNull();
    expect(browser.cookies.has("form-draft")).toBe(false);
  });

  test.each([
    ["a file", new File(["Date\n17/11/2026\n"], "theatre.csv"), "files"],
    ["a file that is too large for any form", new File(["x".repeat(1_500_000)], "theatre.csv"), "files"],
    ["the bytes that its page carried", base64url(new TextEncoder().encode("Date\n17/11/2026\n")), "file_bytes"],
  ])("is not kept with %s: the file has to be chosen again, which is said", async (_, file, name) => {
    const person = await makeMember();
    const browser = openBrowser();
    await logIn(browser, person);
    await expire(person);
    const before = await keptKeys();
    const form = new FormData();
    form.append(name, file);
    for (const [field, value] of [
      ["file_name", "theatre.csv"],
      ["mapping.case_date", "0"],
      ["intent", "confirm"],
    ] as const)
      form.append(field, value);
    const sent = await browser.visit(mapPage, { path: "/import_csv_data/map/", form });
    expect([sent.status, sent.location]).toEqual([302, "/login/"]);
    expect(flashOf(browser)).toContain("choose the file again");
    expect(await keptKeys()).toEqual(before);
  });

  test("is kept the same when React Router's client sends it", async () => {
    const person = await makeMember();
    const browser = openBrowser();
    await logIn(browser, person);
    await expire(person);
    const form = session();
    const sent = await browser.visit(sessionNewPage, { path: NEW_SESSION, form, client: true });
    expect(sent.location).toBe("/login/");
    const login = await browser.visit(loginPage, {
      path: "/login/",
      form: { username: person.username, password: PASSWORD },
      client: true,
    });
    expect(login.location).toBe(NEW_SESSION);
    const page = await browser.visit(sessionNewPage, { path: NEW_SESSION, client: true });
    expect(page.root.draft?.here?.form.values.description).toEqual([NOTES]);
  });

  test("comes back after the code of a second factor, and not before it", async () => {
    const { person, browser } = await halfFilled();
    const secret = newTotpSecret();
    await db.insert(totp).values(await totpRow(vault, person.unique_ref, secret, 0, NOW));
    expect((await logIn(browser, person)).location).toBe("/twofactor/");
    expect((await browser.visit(sessionNewPage, { path: NEW_SESSION })).location).toBe("/login/");
    const form = { twoFactorCode: totpCode(secret, NOW) };
    expect((await browser.visit(twoFactorPage, { path: "/twofactor/", form })).location).toBe(NEW_SESSION);
  });

  test("waits on the page where a login with a passkey lands", async () => {
    const { person, browser } = await halfFilled();
    browser.cookies.set("login", (await signInAs(person.unique_ref)).replace("login=", ""));
    const { root } = await browser.visit(profilePage, { path: "/profile/" });
    expect(root.draft).toEqual({ here: null, elsewhere: NEW_SESSION });
  });

  test("is encrypted in the store, for an hour at most, under a cookie that goes with the browser", async () => {
    const before = await keptKeys();
    const { person, browser, sent } = await halfFilled();
    const [key = ""] = (await keptKeys()).filter((name) => !before.includes(name));
    const raw = (await env.FORMS.get(key)) ?? "";
    for (const secret of [NOTES, "session_date", "/logbook/", person.username]) {
      expect(raw).not.toContain(secret);
      expect(atob(JSON.parse(raw).encrypted)).not.toContain(secret);
    }
    const { keys } = await env.FORMS.list<{ owner: string }>({ prefix: key });
    expect(keys[0]?.expiration).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000) + 3600);
    expect(keys[0]?.metadata).toEqual({ owner: person.unique_ref });
    const cookie = sent.response.headers.getSetCookie().find((each) => each.startsWith("form-draft="));
    expect(cookie).toContain("HttpOnly; SameSite=Lax");
    expect(cookie).not.toMatch(/Max-Age|Expires/);
    expect(browser.cookies.get("form-draft")).not.toContain(key.replace("form-draft/", ""));
  });

  test("is not asked for by a cookie that is made up", async () => {
    const get = vi.fn();
    for (const made of ["a".repeat(43), `${"a".repeat(43)}.1.${"b".repeat(43)}`]) {
      const request = new Request("http://daybook.test/", { headers: { Cookie: `form-draft=${made}` } });
      const found = await findFormDraft({ forms: { get } as never, vault, now: NOW }, request);
      expect(found).toEqual({ owner: null, draft: null });
    }
    expect(get).not.toHaveBeenCalled();
  });

  test("is bound to the host over https", async () => {
    const person = await makeMember();
    const browser = openBrowser("https://daybook.test");
    const [name = "", token = ""] = (await signInAs(person.unique_ref, { origin: "https://daybook.test" })).split("=");
    browser.cookies.set(name, token);
    await expire(person);
    const { response } = await browser.visit(sessionNewPage, { path: NEW_SESSION, form: session() });
    const cookie = response.headers.getSetCookie().find((each) => each.startsWith("__Host-form-draft="));
    expect(cookie).toContain("Secure");
  });

  test("holds its secrets no more", async () => {
    const { person, browser } = await halfFilled({
      ...session(),
      password: "marble otter lantern",
      password1: "x",
      twoFactorCode: "123456",
    } as never);
    await logIn(browser, person);
    const { root } = await browser.visit(sessionNewPage, { path: NEW_SESSION });
    const names = Object.keys(root.draft?.here?.form.values ?? {});
    expect(names).toContain("description");
    expect(names.filter((name) => /password|code/i.test(name))).toEqual([]);
  });

  test("ends after an hour", async () => {
    const { person, browser } = await halfFilled();
    const { location } = await logIn(browser, person, NOW + 60 * MINUTE_MS);
    expect(location).toBe("/logbook/");
    const { root } = await browser.visit(sessionNewPage, { path: NEW_SESSION, now: NOW + 60 * MINUTE_MS });
    expect(root.draft).toBeNull();
  });

  test("waits through 59 minutes", async () => {
    const { person, browser } = await halfFilled();
    const { location } = await logIn(browser, person, NOW + 59 * MINUTE_MS);
    expect(location).toBe(NEW_SESSION);
  });

  test("gives way to another one, from another tab, which is said", async () => {
    const { person, browser } = await halfFilled();
    const { params } = await makeDiary(person);
    const casePath = `/logbook/session/${params.sessionRef}/case/new/`;
    await browser.visit(caseNewPage, { path: casePath, params, form: { case_description: "Hip replacement" } });
    expect(flashOf(browser)).toContain("It takes the place of another form, which is no longer kept");
    expect((await logIn(browser, person)).location).toBe(casePath);
    const page = await browser.visit(caseNewPage, { path: casePath, params });
    expect(page.root.draft?.here?.form.values).toEqual({ case_description: ["Hip replacement"] });
    expect((await browser.visit(sessionNewPage, { path: NEW_SESSION })).root.draft?.here).toBeNull();
  });

  test("is one in the store, however often its login sends one and whatever other cookies it brings", async () => {
    const before = await keptKeys();
    const { browser } = await halfFilled();
    for (let n = 1; n <= 20; n += 1) {
      browser.cookies.delete("form-draft");
      const form = { ...session(), description: `${n}` };
      await browser.visit(sessionNewPage, { path: `/logbook/session/new/?date=2026-11-${n + 10}`, form });
    }
    expect((await keptKeys()).length).toBe(before.length + 1);
    expect(browser.cookies.get("form-draft")).toBeDefined();
  });

  test("sent again is not said to take the place of another", async () => {
    const { browser, form } = await halfFilled();
    await browser.visit(sessionNewPage, { path: NEW_SESSION, form });
    expect(flashOf(browser)).toMatch(/log in again to get it back$/);
  });

  test("meets what was saved meanwhile, and overwrites nothing", async () => {
    const person = await makeMember();
    const { params } = await makeDiary(person);
    const path = `/logbook/session/${params.sessionRef}/`;
    const { idempotency_key: _, ...answers } = session();
    const browser = openBrowser();
    await logIn(browser, person);
    await expire(person);
    await browser.visit(sessionPage, { path, params, form: { version: "1", ...answers } });
    await db.update(sessions).set({ version: 2, site: "Elsewhere" }).where(eq(sessions.unique_ref, params.sessionRef));
    await logIn(browser, person);
    const { root } = await browser.visit(sessionPage, { path, params });
    const kept = root.draft?.here?.form.values ?? {};
    expect(kept.version).toEqual(["1"]);
    const again = await browser.visit(sessionPage, { path, params, form: kept });
    expect(again.status).toBe(409);
    expect((await sessionsOf(person))[0]).toMatchObject({ version: 2, site: "Elsewhere" });
  });
});

describe("a form draft is destroyed", () => {
  test("at once when somebody else logs in, who never sees it", async () => {
    const { browser, person } = await halfFilled();
    const before = await keptKeys();
    const other = await makeMember();
    const login = await logIn(browser, other);
    expect(login.location).toBe("/logbook/");
    expect((await keptKeys()).length).toBe(before.length - 1);
    expect(browser.cookies.has("form-draft")).toBe(false);
    expect((await browser.visit(sessionNewPage, { path: NEW_SESSION })).root.draft).toBeNull();
    // Nor does its owner find it, who comes after.
    await browser.visit(logoutPage, { path: "/logout/", form: {} });
    expect((await logIn(browser, person)).location).toBe("/logbook/");
  });

  test("when somebody else is signed in by whatever way", async () => {
    const { browser } = await halfFilled();
    const before = await keptKeys();
    const other = await makeMember();
    browser.cookies.set("login", (await signInAs(other.unique_ref)).replace("login=", ""));
    expect((await browser.visit(sessionNewPage, { path: NEW_SESSION })).root.draft).toBeNull();
    expect((await keptKeys()).length).toBe(before.length - 1);
    expect(browser.cookies.has("form-draft")).toBe(false);
  });

  test("at a logout, also of its owner", async () => {
    const { browser, person } = await halfFilled();
    const before = await keptKeys();
    await logIn(browser, person);
    const { response } = await browser.visit(logoutPage, { path: "/logout/", form: {} });
    expect(response.headers.get("Clear-Site-Data")).toBe('"cache", "storage"');
    expect((await keptKeys()).length).toBe(before.length - 1);
    expect(browser.cookies.has("form-draft")).toBe(false);
  });

  test("when its owner ends their own login in the list of logins, which empties the browser's stores too", async () => {
    const { browser, person } = await halfFilled();
    await db.delete(logins).where(eq(logins.user_ref, person.unique_ref));
    await logIn(browser, person);
    const [login] = await db.select().from(logins).where(eq(logins.user_ref, person.unique_ref));
    const form = { intent: "end", login_ref: login?.unique_ref ?? "" };
    const { response } = await browser.visit(loginListPage, { path: "/account/two_factor/", form });
    expect(response.headers.get("Clear-Site-Data")).toBe('"cache", "storage"');
    expect(browser.cookies.has("form-draft")).toBe(false);
  });

  test("when its page was answered, be it with faults: the page then holds it", async () => {
    const { browser, person } = await halfFilled();
    await logIn(browser, person);
    const faulty = { ...session(), session_start_time: "half past" };
    expect((await browser.visit(sessionNewPage, { path: NEW_SESSION, form: faulty })).status).toBe(422);
    expect((await browser.visit(sessionNewPage, { path: NEW_SESSION })).root.draft).toBeNull();
  });
});

describe("nothing is kept", () => {
  test("of a visitor, of an unknown login, and of one that was ended", async () => {
    const person = await makeMember();
    const browsers = [openBrowser(), openBrowser(), openBrowser()] as const;
    browsers[1].cookies.set("login", "made-up");
    await logIn(browsers[2], person);
    await db.delete(logins).where(eq(logins.user_ref, person.unique_ref));
    const before = await keptKeys();
    for (const browser of browsers) {
      const { location } = await browser.visit(sessionNewPage, { path: NEW_SESSION, form: session() });
      expect(location).toBe("/login/");
      expect(browser.cookies.has("form-draft")).toBe(false);
      expect(flashOf(browser)).not.toContain("kept");
    }
    expect(await keptKeys()).toEqual(before);
  });

  test("of a form that is longer than any that is typed, which is said", async () => {
    const before = await keptKeys();
    const sizes = [];
    for (const length of [250_000, 270_000]) {
      const half = "x".repeat(length / 4);
      const form = { a: half, b: half, c: half, d: half };
      const { browser } = await halfFilled(form as never);
      sizes.push([browser.cookies.has("form-draft"), flashOf(browser).includes("could not be kept")]);
    }
    expect(sizes).toEqual([
      [true, false],
      [false, true],
    ]);
    expect((await keptKeys()).length).toBe(before.length + 1);
  });

  test("of a form over 1 MiB, and of a file", async () => {
    const file = new FormData();
    file.set("upload", new File(["Hip replacement"], "cases.csv"));
    for (const [form, message] of [
      [{ description: "x".repeat(1_100_000) }, "Log in again to continue"],
      [file, "choose the file again"],
    ] as const) {
      const { browser, sent } = await halfFilled(form as never);
      expect(sent.location).toBe("/login/");
      expect(flashOf(browser)).toContain(message);
      expect(browser.cookies.has("form-draft")).toBe(false);
    }
  });

  test("of a form in which nothing was typed", async () => {
    const { browser } = await halfFilled({ version: "1", cases: "2", description: " ", password: "secret" } as never);
    expect(browser.cookies.has("form-draft")).toBe(false);
  });

  test("of a page that was only looked at", async () => {
    const person = await makeMember();
    const browser = openBrowser();
    await logIn(browser, person);
    await expire(person);
    await browser.visit(sessionNewPage, { path: NEW_SESSION });
    expect(browser.cookies.has("form-draft")).toBe(false);
  });
});

test("a form that the store does not show yet is not lost: it comes back when it does", async () => {
  const before = await keptKeys();
  const { person, browser } = await halfFilled();
  const [key = ""] = (await keptKeys()).filter((name) => !before.includes(name));
  const stored = (await env.FORMS.get(key)) as string;
  await env.FORMS.delete(key);
  expect((await logIn(browser, person)).location).toBe("/logbook/");
  expect((await browser.visit(logbookPage, { path: "/logbook/" })).root.draft).toBeNull();
  await env.FORMS.put(key, stored);
  const page = await browser.visit(sessionNewPage, { path: NEW_SESSION });
  expect(page.root.draft?.here?.form.values.description).toEqual([NOTES]);
});

test("a store that is out of order costs the form, and never the page", async () => {
  const error = vi.spyOn(console, "error").mockImplementation(() => {});
  const before = await keptKeys();
  const { person, browser } = await halfFilled();
  const [key = ""] = (await keptKeys()).filter((name) => !before.includes(name));
  await env.FORMS.put(key, "{ torn");
  expect((await logIn(browser, person)).location).toBe("/logbook/");
  expect((await browser.visit(logbookPage, { path: "/logbook/" })).status).toBe(200);
  const saved = await browser.visit(sessionNewPage, { path: NEW_SESSION, form: session() });
  expect(saved.status).toBe(302);
  expect(await sessionsOf(person)).toHaveLength(1);
  expect(error).toHaveBeenCalled();
  error.mockRestore();
});

test.each([
  ["gives errors", () => Promise.reject(new Error("KV PUT failed: 503"))],
  ["never answers", () => new Promise<never>(() => {})],
])("with a store that %s, whoever is led to the login is told that nothing was kept", async (_what, answer) => {
  const error = vi.spyOn(console, "error").mockImplementation(() => {});
  const FORMS = { get: answer, put: answer, list: answer, delete: answer } as unknown as KVNamespace;
  const put = vi.spyOn(env.FORMS, "put").mockImplementation(openFormStore({ FORMS }, 20).put);
  const { browser, sent } = await halfFilled();
  put.mockRestore();
  expect([sent.status, sent.location]).toEqual([302, "/login/"]);
  expect(flashOf(browser)).toBe(
    "Your login has ended and what you entered could not be kept. Log in again, then enter it again",
  );
  expect(browser.cookies.has("form-draft")).toBe(false);
  expect(error).toHaveBeenCalled();
  error.mockRestore();
});

test("a cookie that was tampered with finds nothing", async () => {
  const { browser, person } = await halfFilled();
  browser.cookies.set("form-draft", `${browser.cookies.get("form-draft")?.slice(0, -4)}AAAA`);
  expect((await logIn(browser, person)).location).toBe("/logbook/");
  expect((await browser.visit(sessionNewPage, { path: NEW_SESSION })).root.draft).toBeNull();
});

import { describe, expect, test, vi } from "vitest";
import { readCookie, writeCookie } from "~/platform/http/cookies";
import { isSameOrigin, refuseCrossSite } from "~/platform/http/csrf.server";
import { clearFlash, readFlash, redirectWithMessage } from "~/platform/http/flash.server";
import { logRequest } from "~/platform/http/log";
import { referringPath } from "~/platform/http/request-path";
import { pagePolicy, withSecurityHeaders } from "~/platform/http/security-headers";
import { wellKnown } from "~/platform/http/well-known";
import { middleware } from "~/root";
import { contextOf, NOW, SITE } from "../../support/harness";

const HERE = "https://daybook.test/login/";
const get = (url: string, headers: Record<string, string> = {}) => new Request(url, { headers });
const post = (headers: Record<string, string>) => new Request(HERE, { method: "POST", headers });

describe("a change comes from a page of ours", () => {
  test.each<[string, Record<string, string>, boolean]>([
    ["the browser says so", { "Sec-Fetch-Site": "same-origin" }, true],
    ["the user typed or pressed reload", { "Sec-Fetch-Site": "none" }, true],
    ["another site", { "Sec-Fetch-Site": "cross-site" }, false],
    ["a sister site", { "Sec-Fetch-Site": "same-site" }, false],
    ["another site that names our origin", { "Sec-Fetch-Site": "cross-site", Origin: "https://daybook.test" }, false],
    ["a page of ours", { "Sec-Fetch-Site": "same-origin", Origin: "https://daybook.test" }, true],
    ["a program that says both", { "Sec-Fetch-Site": "same-origin", Origin: "https://evil.example" }, false],
    ["an older browser with our origin", { Origin: "https://daybook.test" }, true],
    ["an older browser elsewhere", { Origin: "https://evil.example" }, false],
    ["our origin over plain http", { Origin: "http://daybook.test" }, false],
    ["a hidden origin", { Origin: "null" }, false],
    ["nobody says", {}, false],
  ])("%s", (_, headers, allowed) => {
    expect(isSameOrigin(post(headers))).toBe(allowed);
  });

  test("and what changes nothing may come from anywhere", () => {
    expect(isSameOrigin(get(HERE, { "Sec-Fetch-Site": "cross-site" }))).toBe(true);
  });

  test("is asked of every method that changes something, whatever the route", async () => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const request = new Request(HERE, { method, headers: { "Sec-Fetch-Site": "cross-site" } });
      expect(refuseCrossSite(request)?.status).toBe(403);
    }
    const call = new Request("https://daybook.test/api/login/", { method: "POST" });
    expect(await refuseCrossSite(call)?.json()).toEqual({ errors: { "": ["This call was not sent from Daybook"] } });
    expect(refuseCrossSite(post({ "Sec-Fetch-Site": "same-origin" }))).toBeNull();
  });

  test("whose cookie is nobody's makes an anonymous visitor", async () => {
    const findWhoAsks = middleware.find(({ name }) => name === "findWhoAsks");
    expect(findWhoAsks).toBeDefined();
    const context = contextOf(null);
    const request = get(HERE, { Cookie: "__Host-login=made-up" });
    await findWhoAsks?.({ request, params: {}, context } as never, async () => new Response());
    const { userContext } = await import("~/account/login/logins.server");
    expect(context.get(userContext)).toBeNull();
  });
});

describe("what programs look for", () => {
  const ask = (path: string, method = "GET") =>
    wellKnown(new Request(`http://daybook.test${path}`, { method }), SITE, NOW);

  test("says where to report a fault, and never that the word has run out", async () => {
    const answer = ask("/.well-known/security.txt");
    expect(answer?.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
    expect(await answer?.text()).toBe(
      [
        "Contact: mailto:support@daybook.example",
        "Expires: 2027-02-19T12:00:00Z",
        "Preferred-Languages: en",
        "Canonical: http://daybook.test/.well-known/security.txt",
        "",
      ].join("\n"),
    );
  });

  test("leads to the page of a new password, and is nothing else", () => {
    const answer = ask("/.well-known/change-password");
    expect([answer?.status, answer?.headers.get("Location")]).toEqual([302, "/password/change/"]);
    for (const path of ["/.well-known/", "/.well-known/other", "/security.txt"]) expect(ask(path)).toBeNull();
    expect(ask("/.well-known/change-password", "POST")).toBeNull();
  });
});

describe("the way back", () => {
  test.each([
    ["https://daybook.test/logbook/?on=2026-11-17", "/logbook/?on=2026-11-17"],
    ["https://evil.example/logbook/", "/otherwise/"],
    ["https://daybook.test.evil.example/", "/otherwise/"],
    ["https://daybook.test//evil.example/x", "/evil.example/x"],
    ["https://daybook.test/logout/", "/otherwise/"],
    ["javascript:alert(1)", "/otherwise/"],
    ["", "/otherwise/"],
  ])("from %s is %s", (referer, path) => {
    expect(referringPath(get("https://daybook.test/logout/", { Referer: referer }), "/otherwise/")).toBe(path);
  });
});

describe("cookies", () => {
  test("are bound to the host over https, and plain over the local http", () => {
    expect(writeCookie(get(HERE), "login", "x", null)).toBe("__Host-login=x; Path=/; HttpOnly; SameSite=Lax; Secure");
    expect(writeCookie(get("http://localhost/"), "login", "x", 60)).toBe(
      "login=x; Path=/; HttpOnly; SameSite=Lax; Max-Age=60",
    );
  });

  test("are read by their whole name", () => {
    const request = get(HERE, { Cookie: "login=planted; x__Host-login=no; __Host-login=yes" });
    expect(readCookie(request, "login")).toBe("yes");
    expect(readCookie(get(HERE), "login")).toBeNull();
  });
});

describe("what just happened", () => {
  test("is carried to the next page, and gone after it", () => {
    const answer = redirectWithMessage(get(HERE), "/logbook/", "Saved; “2.00 PA” – see above");
    expect(answer.headers.get("Location")).toBe("/logbook/");
    const cookie = answer.headers.get("Set-Cookie") ?? "";
    expect(cookie).toContain("Max-Age=60");
    const next = get(HERE, { Cookie: cookie.split("; ")[0] as string });
    expect(readFlash(next, NOW)).toEqual({ text: "Saved; “2.00 PA” – see above", undo: null, done: true });
    expect(clearFlash(next)).toContain("Max-Age=0");
  });

  test("is nothing when the cookie is broken, and never long", () => {
    expect(readFlash(get(HERE, { Cookie: "__Host-flash=%E0%A4%A" }), NOW)).toBeNull();
    expect(readFlash(get(HERE, { Cookie: `__Host-flash=${"x".repeat(999)}` }), NOW)?.text).toHaveLength(300);
  });

  test("names the change that it tells of, whatever its words are", () => {
    const undo = "17";
    const answer = redirectWithMessage(get(HERE), "/logbook/", "Deleted: 3 sessions", { undo });
    const sent = answer.headers.get("Set-Cookie")?.split("; ")[0] as string;
    expect(readFlash(get(HERE, { Cookie: sent }), NOW)).toEqual({ text: "Deleted: 3 sessions", undo, done: true });
    expect(readFlash(get(HERE, { Cookie: "__Host-flash=Deleted:x" }), NOW)).toEqual({
      text: "Deleted",
      undo: null,
      done: true,
    });
  });

  test.each([
    ["Session repeated", {}, true],
    ["Nothing was added: this session is already there, on Tue 24 Nov 2026", {}, false],
    ["There was no login to end", {}, false],
    ["Your login has ended", { done: false }, false],
  ])("says whether anything was done: %s", (message, more, done) => {
    const sent = redirectWithMessage(get(HERE), "/logbook/", message, more).headers.get("Set-Cookie")?.split("; ")[0];
    expect(readFlash(get(HERE, { Cookie: sent as string }), NOW)).toEqual({ text: message, undo: null, done });
  });
});

describe("headers", () => {
  test("stand on every answer, and nothing of it is stored", () => {
    const { headers } = withSecurityHeaders(new Response("x"));
    expect(headers.get("Strict-Transport-Security")).toContain("max-age=63072000");
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("Referrer-Policy")).toBe("same-origin");
    for (const kind of ["default-src", "object-src", "base-uri", "frame-ancestors"]) {
      expect(headers.get("Content-Security-Policy")).toContain(`${kind} 'none'`);
    }
    expect(headers.get("Cache-Control")).toBe("no-store");
  });

  test("tell a browser where to report what the policy of a page blocked", () => {
    const page = withSecurityHeaders(
      new Response("", { headers: { "Content-Security-Policy": pagePolicy("a", false) } }),
    );
    expect(page.headers.get("Content-Security-Policy")).toMatch(/; report-to csp; report-uri \/csp-report\/$/);
    expect(page.headers.get("Reporting-Endpoints")).toBe('csp="/csp-report/"');
    expect(withSecurityHeaders(new Response("x")).headers.has("Reporting-Endpoints")).toBe(false);
  });

  test("allow a page no script but those with its nonce", () => {
    const policy = pagePolicy("abc", false);
    expect(policy).toContain("script-src 'nonce-abc' 'strict-dynamic'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(policy).toContain("style-src 'self';");
    expect(policy).toContain("form-action 'self'");
    expect(policy).not.toContain("frame-src");
    expect([policy, pagePolicy("abc", true)].map((each) => /connect-src [^;]+/.exec(each)?.[0])).toEqual([
      ...["connect-src 'self'", "connect-src 'self' ws:"],
    ]);
    // What is left is `default-src 'none'`.
    expect(pagePolicy(null, false)).toBe(policy.replace(" script-src 'nonce-abc' 'strict-dynamic';", ""));
  });

  test("lets a page with a bot check show the frames of that one origin, and nothing more", () => {
    const frames = " frame-src https://challenges.cloudflare.com;";
    const policy = pagePolicy("abc", false, "https://challenges.cloudflare.com");
    expect(policy).toContain(frames);
    expect(policy.replace(frames, "")).toBe(pagePolicy("abc", false));
  });
});

test("the log has one line for a request, with nothing that was sent", () => {
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  const note = { id: "2345-6789-abcd", route: "/logbook/session/:sessionRef/", trips: 2, rows: 40 };
  logRequest({ ...note, method: "GET", status: 200, ms: 31 });
  logRequest({ ...note, route: null, method: "SMITH", status: 405, ms: 0 });
  const line = { kind: "request", request: "2345-6789-abcd", trips: 2, rows: 40 };
  expect(log.mock.calls.map(([said]) => JSON.parse(said))).toEqual([
    { ...line, method: "GET", route: "/logbook/session/:sessionRef/", status: 200, ms: 31 },
    { ...line, method: "other", route: null, status: 405, ms: 0 },
  ]);
  log.mockRestore();
});

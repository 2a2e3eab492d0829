import { request as httpRequest } from "node:http";
import type { APIRequestContext, APIResponse } from "@playwright/test";
import { ADDRESSES } from "../addresses";
import { expect, test } from "../fixtures";
import { sampled } from "../sampled";

/** What the local world does when it is posted to would spoil the run: users, work, the end of the login. */
const MAKES_WORK = ["/dev/new-user/", "/dev/seed/", "/dev/grow/", "/dev/expire-login/"];

const ALWAYS: Record<string, RegExp> = {
  "strict-transport-security": /^max-age=(?:[3-9]\d{7}|\d{9,}); includeSubDomains/,
  "x-content-type-options": /^nosniff$/,
  "x-frame-options": /^DENY$/,
  "cross-origin-opener-policy": /^same-origin$/,
  "cross-origin-resource-policy": /^same-origin$/,
  "referrer-policy": /^same-origin$/,
  "permissions-policy": /camera=\(\).*microphone=\(\).*geolocation=\(\)/,
  "content-security-policy": /default-src 'none'.*frame-ancestors 'none'|frame-ancestors 'none'.*default-src 'none'/,
};

/** A strict policy: scripts by nonce alone, no plug-ins, no other base. */
const PAGE_POLICY = [/script-src 'nonce-[\w+/=]{22,}' 'strict-dynamic'/, /object-src 'none'/, /base-uri 'none'/];
/** What the build rendered for all visitors: no script at all, and asked for again each time. */
const RENDERED = ["/", "/terms/", "/privacy/", "/keys/", "/no/such/page/"];
const RENDERED_POLICY = [/^default-src 'none'; style-src 'self';/, /object-src 'none'/, /base-uri 'none'/];

interface Got {
  status: number;
  headers: Record<string, string>;
}

/** Missing details from an answer, in words; empty when all is well. */
function faultsOf(what: string, { status, headers }: Got, rendered = false): string[] {
  const faults = Object.entries(ALWAYS)
    .filter(([name, wanted]) => !wanted.test(headers[name] ?? ""))
    .map(([name]) => `${name} is ${headers[name] ?? "missing"}`);
  // Nothing that the Worker makes may be kept by a browser or a proxy.
  const cache = rendered && status === 200 ? /^public, max-age=0, must-revalidate$/ : /no-store/;
  if (!cache.test(headers["cache-control"] ?? "")) faults.push(`cache-control is ${headers["cache-control"]}`);
  if ((headers["content-type"] ?? "").startsWith("text/html")) {
    for (const part of rendered ? RENDERED_POLICY : PAGE_POLICY) {
      if (!part.test(headers["content-security-policy"] ?? "")) faults.push(`policy lacks ${part}`);
    }
  }
  if (status >= 500) faults.push(`status is ${status}`);
  return faults.map((fault) => `${what}: ${fault}`);
}

function got(answer: APIResponse): Got {
  return { status: answer.status(), headers: answer.headers() };
}

async function ask(asking: () => Promise<APIResponse>): Promise<Got> {
  return got(await asking());
}

/**
 * Asks every address, in a quick run a tenth of them, as a page, as data, and with a form that it must refuse or answer.
 */
async function faultsOfAll(request: APIRequestContext, origin: string, rendered: string[]): Promise<string[]> {
  const faults: string[] = [];
  for (const address of sampled(test.info().title, ADDRESSES, 10)) {
    // Logging out here would make the rest of a signed-in run anonymous.
    const Origin = address.endsWith("/logout/") ? "https://evil.example" : origin;
    const options = { maxRedirects: 0, headers: { Origin } };
    const page = await ask(() => request.get(address, options));
    faults.push(...faultsOf(`GET ${address}`, page, rendered.includes(address)));
    const data = address === "/" ? "/_root.data" : `${address}_.data`;
    faults.push(...faultsOf(`GET ${data}`, await ask(() => request.get(data, options))));
    if (MAKES_WORK.includes(address)) continue;
    faults.push(
      ...faultsOf(`POST ${address}`, await ask(() => request.post(address, { ...options, form: { a: "b" } }))),
    );
  }
  return faults;
}

test("the routes were read", () => {
  expect(ADDRESSES.length).toBeGreaterThan(40);
  expect(ADDRESSES).toContain("/logbook/session/AAAAAAAAAAAAAAAAAAAAAA/case/new/");
});

test("every response of every route carries the security headers, for a visitor", async ({ request, baseURL }) => {
  expect(await faultsOfAll(request, new URL(baseURL as string).origin, RENDERED)).toEqual([]);
});

test("every response of every route carries them, for someone signed in", async ({ page, signIn, baseURL }) => {
  // Some two hundred requests: on a busy machine more than a minute.
  test.slow();
  await signIn();
  expect(await faultsOfAll(page.request, new URL(baseURL as string).origin, [])).toEqual([]);
  // None of the forms ended the login: all of it was asked by someone signed in.
  expect((await ask(() => page.request.get("/logbook/", { maxRedirects: 0 }))).status).toBe(200);
});

test("redirects carry them", async ({ page, request, signIn }) => {
  const slash = await request.get("/login", { maxRedirects: 0 });
  expect(slash.status()).toBe(301);
  const guarded = await request.get("/logbook/", { maxRedirects: 0 });
  expect(guarded.status()).toBe(302);
  await signIn();
  const inside = await page.request.get("/login/", { maxRedirects: 0 });
  expect(inside.status()).toBe(302);
  for (const answer of [slash, guarded, inside]) expect(faultsOf(answer.url(), got(answer))).toEqual([]);
});

test("refusals carry them: foreign forms, wrong methods, wrong types, too much", async ({ request, baseURL }) => {
  const headers = { Origin: new URL(baseURL as string).origin };
  const form = { a: "b" };
  const foreign = { Origin: "https://evil.example" };
  const refusals: [number, () => Promise<APIResponse>][] = [
    [403, () => request.post("/login/", { form, headers: foreign })],
    [403, () => request.post("/login/_.data", { form, headers: foreign })],
    [403, () => request.post("/dev/seed/", { form, headers: foreign })],
    [403, () => request.post("/login/", { form, headers: { ...headers, "Sec-Fetch-Site": "cross-site" } })],
    [403, () => request.post("/login/", { form })],
    [405, () => request.post("/privacy/", { form, headers })],
    [405, () => request.delete("/privacy/", { headers })],
    [413, () => request.post("/login/", { form: { username: "a".repeat(1024 * 1024 + 1) }, headers })],
    [415, () => request.post("/login/", { data: { username: "a" }, headers })],
    [422, () => request.post("/login/", { form: { username: "nobody" }, headers })],
  ];
  for (const [status, asking] of refusals) {
    const answer = await ask(asking);
    expect(answer.status, String(asking)).toBe(status);
    expect(faultsOf(String(asking), answer)).toEqual([]);
  }
});

test("hashed assets are kept for good, other files are asked for again; both carry the headers", async ({
  request,
}) => {
  const html = await (await request.get("/login/")).text();
  const assets = [...new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css)/g))];
  expect(assets.length).toBeGreaterThan(2);
  for (const path of [...assets, "/favicon.svg"]) {
    const answer = await request.get(path);
    expect(answer.status()).toBe(200);
    const cache = answer.headers()["cache-control"];
    expect(cache).toBe(path === "/favicon.svg" ? "public, max-age=0, must-revalidate" : ASSET_CACHE);
    const faults = faultsOf(path, got(answer)).filter((fault) => !fault.includes("cache-control"));
    expect(faults).toEqual([]);
  }
  // A page under an asset's address must never be kept: somebody else would be shown it.
  for (const path of ["/assets/no-such.js", "/logbook/style.css", "/assets/../logbook/"]) {
    const answer = got(await request.get(path, { maxRedirects: 0 }));
    expect(faultsOf(path, answer, answer.status === 404)).toEqual([]);
  }
});

const ASSET_CACHE = "public, max-age=31536000, immutable";

test("a local build answers nobody who calls it by another name or address", async ({ baseURL }) => {
  const url = new URL(baseURL as string);
  // Names are refused by the server around the Worker, addresses get as far as the Worker.
  expect((await askAs(url, { Host: "evil.example" })).status).toBe(403);
  expect((await askAs(url, { Host: "localhost.evil.example" })).status).toBe(403);
  for (const Host of ["192.0.2.1", "[2001:db8::1]"]) {
    const answer = await askAs(url, { Host });
    expect(answer).toMatchObject({ status: 403, body: "A local build answers on this machine only" });
    expect(faultsOf(Host, answer)).toEqual([]);
  }
});

test("no header makes a page or a redirect lead to somebody else's host", async ({ baseURL }) => {
  const url = new URL(baseURL as string);
  const evil = { "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https", Forwarded: "host=evil.example" };
  for (const path of ["/login/", "/login", "/logbook/", "/password/forgot/", "//evil.example/login"]) {
    const answer = await askAs(url, { Host: url.host, ...evil }, path);
    expect(faultsOf(path, answer)).toEqual([]);
    expect(answer.headers.location ?? "/").toMatch(/^\/(?!\/)/);
    if (!path.includes("evil")) expect(answer.body).not.toContain("evil.example");
  }
});

/** A GET with headers that no browser, and no client of Playwright's, would send. */
function askAs({ hostname, port }: URL, headers: Record<string, string>, path = "/"): Promise<Got & { body: string }> {
  return new Promise((found, refuse) => {
    const asked = httpRequest({ hostname, port, path, headers }, async (answer) => {
      const body = (await answer.toArray()).join("");
      found({ status: answer.statusCode ?? 0, headers: answer.headers as Record<string, string>, body });
    });
    asked.on("error", refuse).end();
  });
}

// @module-tag full
import { cpSync, globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Miniflare } from "miniflare";
import { afterAll, beforeAll, expect, test } from "vitest";
import { localSettings } from "../../scripts/local-world.mjs";
import { runBuild } from "../../scripts/run-build.mjs";
import { ADDRESSES } from "../e2e/addresses";
import { makeTables } from "../resilience/make-tables.mjs";

/** Pages that the build renders, and addresses that are of none. */
const PAGES = ["/", "/terms/", "/privacy/", "/keys/"];
const MISSING = ["/no-such-page/", "/logbook/no-such-page/", "/wp-login.php", "/assets/no-such.js"];

const ORIGIN = "http://localhost";
const SETTINGS = { ...localSettings(ORIGIN), VAULT_KEYS: keys(1) };
/** All settings of the Worker except those that the pages name, on another day. */
const ELSEWHERE = {
  ...{ ...localSettings("http://127.0.0.1:1"), APP_ORIGIN: ORIGIN },
  ...{ MAIL_FROM: "other@elsewhere.example", CSV_IMPORT_MIN_LEVEL: "10", TURNSTILE_SITE_KEY: "another" },
  ...{ CLOCK_OFFSET_MS: String(400 * 24 * 60 * 60 * 1000), VAULT_KEYS: keys(2) },
};

const folder = mkdtempSync(join(tmpdir(), "daybook-public-"));
const running: Miniflare[] = [];
/** The build: without tables, and with a router that cannot be loaded. */
let alone: Miniflare;
/** The build as it is served. */
let served: Miniflare;
/** The build without the pages that it rendered: its Worker renders all. */
let rendering: Miniflare;
/** The build, whose controller was changed after it. */
let changed: Miniflare;

function keys(byte: number): string {
  return JSON.stringify({ 1: Buffer.alloc(32, byte).toString("base64") });
}

function serve(name: string, build: string, settings: Record<string, string>): Miniflare {
  const miniflare = runBuild(build, join(folder, `${name}-state`), settings);
  running.push(miniflare);
  return miniflare;
}

function copyOf(name: string): string {
  cpSync("build", join(folder, name), { recursive: true });
  return join(folder, name);
}

beforeAll(async () => {
  const withoutRouter = copyOf("alone");
  for (const file of globSync(join(withoutRouter, "server/assets/server-build-*.js"))) {
    writeFileSync(file, 'throw new Error("The router was loaded");');
  }
  const withoutPages = copyOf("rendering");
  rmSync(join(withoutPages, "client/prerendered"), { recursive: true });
  alone = serve("alone", withoutRouter, SETTINGS);
  served = serve("served", resolve("build"), SETTINGS);
  rendering = serve("rendering", withoutPages, ELSEWHERE);
  changed = serve("changed", resolve("build"), { ...SETTINGS, CONTROLLER: "Somebody Else Limited" });
  await Promise.all([served, rendering, changed].map((each) => makeTables(each)));
}, 120_000);

afterAll(async () => {
  await Promise.all(running.map((each) => each.dispose()));
  rmSync(folder, { recursive: true, force: true });
});

function ask(worker: Miniflare, path: string, headers: Record<string, string> = {}, method = "GET") {
  return worker.dispatchFetch(new URL(ORIGIN + path), { headers, method, redirect: "manual" });
}

test.each(
  PAGES,
)("%s is answered without a database and without the router, and asked for again each time", async (path) => {
  const answer = await ask(alone, path);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toMatch(/^<!DOCTYPE html><html lang="en-GB"><head>/);
  expect(answer.headers.get("Cache-Control")).toBe("public, max-age=0, must-revalidate");
  expect(answer.headers.get("Vary")).toBe("Cookie");
  expect(answer.headers.getSetCookie()).toEqual([]);
  const policy = answer.headers.get("Content-Security-Policy");
  expect(policy).toMatch(/^default-src 'none'; style-src 'self';/);
  expect(policy).not.toMatch(/nonce|script-src/);
  const held = { "If-None-Match": answer.headers.get("ETag") as string };
  const again = await ask(alone, path, held);
  expect([again.status, await again.text()]).toEqual([304, ""]);
  expect(again.headers.get("Content-Security-Policy")).toBe(policy);
  const head = await ask(alone, path, {}, "HEAD");
  expect([head.status, await head.text()]).toEqual([200, ""]);
});

test.each(MISSING)("%s is of no page, which is told without a database and without the router", async (path) => {
  const answer = await ask(alone, path, { "If-None-Match": "*" });
  expect([answer.status, answer.headers.get("Cache-Control"), answer.headers.get("ETag")]).toEqual([
    404,
    "no-store",
    null,
  ]);
  expect(await answer.text()).toContain("Sorry.... We cannot find that page");
  expect(answer.headers.get("Content-Security-Policy")).not.toMatch(/nonce|script-src/);
});

test("other pages, and these with a login, ask for tables there and for a router that cannot be loaded", async () => {
  const statuses = async () => [
    (await ask(alone, "/login/")).status,
    (await ask(alone, "/terms/", { Cookie: "login=AAAA" })).status,
  ];
  expect(await statuses()).toEqual([503, 503]);
  await makeTables(alone);
  expect(await statuses()).toEqual([500, 500]);
});

/** Without what is for one answer, and for users. */
function plain(html: string): string {
  return html.replaceAll(/<script\b.*?<\/script>|<link rel="modulepreload"[^>]*>| nonce="[\w+/=]*"/gs, "");
}

test("they are what the Worker renders but for its nonce and script, whatever the day and all other settings", async () => {
  for (const path of [...PAGES, "/no-such-page/"]) {
    const [file, page] = [await ask(served, path), await ask(rendering, path)];
    expect(page.headers.get("Content-Security-Policy")).toContain("script-src 'nonce-");
    const html = await page.text();
    expect([file.status, await file.text()], path).toEqual([page.status, plain(html)]);
    expect(html.includes("<script"), path).toBe(path === "/keys/");
  }
});

test("a login cookie and a notice get the page that the Worker renders", async () => {
  for (const path of [...PAGES, "/no-such-page/"]) {
    for (const cookie of ["login=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "flash=Logged%20out."]) {
      const answer = await ask(served, path, { Cookie: cookie, "If-None-Match": (await etagOf(path)) ?? "" });
      expect([answer.status, answer.headers.get("Cache-Control")], path).toEqual([
        path === "/no-such-page/" ? 404 : 200,
        "no-store",
      ]);
      expect(answer.headers.get("Content-Security-Policy")).toContain("script-src 'nonce-");
      expect((await answer.text()).includes("Logged out."), path).toBe(cookie.startsWith("flash"));
    }
  }
});

async function etagOf(path: string): Promise<string | null> {
  return (await ask(served, path)).headers.get("ETag");
}

test("a Worker whose controller is not the one of the build names its own", async () => {
  for (const path of ["/terms/", "/privacy/"]) {
    const answer = await ask(changed, path);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    const html = await answer.text();
    expect(html).toContain("Somebody Else Limited");
    expect(html).not.toContain(SETTINGS.CONTROLLER);
  }
});

test("a shared link shows title, sentence and picture, by whole addresses, of pages that visitors open alone", async () => {
  for (const path of [...PAGES, "/help/"]) {
    const html = await (await ask(served, path)).text();
    const head = html.slice(0, html.indexOf("</head>"));
    for (const name of ["og:title", "og:description", "og:image:alt"]) {
      expect(head, `${name} of ${path}`).toMatch(new RegExp(`<meta property="${name}" content="[^"]{10,}"/>`));
    }
    expect(head).toContain(`<meta property="og:url" content="${ORIGIN}${path}"/>`);
    expect(head).toContain(`<meta property="og:image" content="${ORIGIN}/shared-link.png"/>`);
    expect(head.match(/<meta name="description"/g), path).toHaveLength(1);
  }
  expect(await (await ask(served, "/no-such-page/")).text()).not.toContain("og:");
});

/** Width and height of a PNG in its header. */
function sizeOf(png: Buffer): string {
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
}

test("every page leads to the manifest, whose pictures have the sizes that it says and whose pages are there", async () => {
  const html = await (await ask(served, "/login/")).text();
  expect(html).toContain('<link rel="manifest" href="/manifest.webmanifest"/>');
  expect(html).toContain('<link rel="apple-touch-icon" href="/icons/apple-touch-180.png"/>');
  const picture = async (src: string) => sizeOf(Buffer.from(await (await ask(served, src)).arrayBuffer()));
  expect([await picture("/icons/apple-touch-180.png"), await picture("/shared-link.png")]).toEqual([
    "180x180",
    "1200x630",
  ]);
  const file = await ask(served, "/manifest.webmanifest");
  expect(file.headers.get("Content-Type")).toMatch(/^application\/manifest\+json/);
  const manifest = (await file.json()) as {
    display: string;
    start_url: string;
    icons: { src: string; sizes: string }[];
    shortcuts: { url: string }[];
  };
  expect(manifest.display).toBe("standalone");
  for (const { src, sizes } of manifest.icons) expect(await picture(src), src).toBe(sizes);
  for (const path of [manifest.start_url, ...manifest.shortcuts.map(({ url }) => url)]) {
    expect(await outcomeOf(served, path), path).toMatch(/^302 \/login\//);
  }
});

test("no address that the router knows is taken for one of no page", async () => {
  const known = ADDRESSES.filter((path) => !path.startsWith("/dev/") && path !== "/no/such/page/");
  const spelt = known.flatMap((path) => [path.toUpperCase(), path.replace("o", "%6F")]);
  const other = ["/terms/x/", "//login/", "/login//", "/email/a.b", "/api", "/API/x", "/keys.", "/-/", "/terms/_.data"];
  const addresses = [...spelt, ...known.map((path) => `${path}x/`), ...other];
  const differing: string[] = [];
  for (const path of addresses) {
    const [one, two] = await Promise.all([served, rendering].map((worker) => outcomeOf(worker, path)));
    if (one !== two) {
      differing.push(`${path}: ${one}, not ${two}`);
    }
  }
  expect(differing).toEqual([]);
}, 120_000);

async function outcomeOf(worker: Miniflare, path: string): Promise<string> {
  const answer = await ask(worker, path);
  await answer.body?.cancel();
  return `${answer.status} ${answer.headers.get("Location")}`;
}

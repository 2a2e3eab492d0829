import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { runInNewContext } from "node:vm";
import { brotliCompressSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { filesBelow, textOf } from "./source";

/** Bytes of the build that `npm test` has just made, brotli, against a bare React Router page built beside it. */
const CLIENT = "build/client";
const FLOOR = "tests/bench/floor";
const KB = 1000;

/** What React Router tells a page to load. */
interface Manifest {
  entry: Module;
  routes: Record<string, Module>;
}

interface Module {
  module: string;
  imports?: string[];
  parentId?: string;
}

let floorBytes = 0;

beforeAll(() => {
  const stamp = join(FLOOR, "build", ".floor-built");
  const wanted = `production ${hashOf(["package-lock.json", ...filesBelow(FLOOR).filter(isSource)])}`;
  if (!existsSync(stamp) || textOf(stamp) !== wanted) {
    // Vitest's own NODE_ENV would make it React for development, half as big again.
    const env = { ...process.env, NODE_ENV: "production" };
    execFileSync("react-router", ["build"], { cwd: FLOOR, env, stdio: "pipe", timeout: 200_000 });
    writeFileSync(stamp, wanted);
  }
  floorBytes = bytesOf(join(FLOOR, CLIENT), ({ entry, routes }) => [entry, ...Object.values(routes)]);
}, 240_000);

/** What goes into the floor: what a build leaves beside it does not. */
function isSource(path: string): boolean {
  return !/^(build|node_modules|\.[^/]+)\//.test(relative(FLOOR, path));
}

function hashOf(paths: string[]): string {
  const hash = createHash("sha256");
  for (const path of paths.toSorted()) hash.update(path).update("\0").update(textOf(path)).update("\0");
  return hash.digest("hex");
}

/** All modules that a page loads, each once, and the manifest itself. */
function bytesOf(client: string, modulesOf: (manifest: Manifest) => Module[]): number {
  const { manifest, bytes } = manifestOf(client);
  const files = modulesOf(manifest).flatMap(({ module, imports = [] }) => [module, ...imports]);
  return [...new Set(files.map((file) => join(client, file)))].reduce((sum, path) => sum + brotli(path), bytes);
}

const manifests = new Map<string, { manifest: Manifest; bytes: number }>();

/** The manifest of a build, without the pages of local development, and its weight. */
function manifestOf(client: string): { manifest: Manifest; bytes: number } {
  const known = manifests.get(client);
  if (known) return known;
  const manifestFile = filesBelow(client).find((path) => /manifest-[^/]+\.js$/.test(path)) as string;
  const window: { __reactRouterManifest?: Manifest } = {};
  runInNewContext(textOf(manifestFile), { window });
  const built = window.__reactRouterManifest as Manifest;
  const shipped = Object.entries(built.routes).filter(([id]) => !id.startsWith("routes/dev/"));
  const manifest = { ...built, routes: Object.fromEntries(shipped) };
  const bytes = brotliCompressSync(`window.__reactRouterManifest=${JSON.stringify(manifest)};`).length;
  const read = { manifest, bytes };
  manifests.set(client, read);
  return read;
}

const weighed = new Map<string, number>();

function brotli(path: string): number {
  const bytes = weighed.get(path) ?? brotliCompressSync(textOf(path)).length;
  weighed.set(path, bytes);
  return bytes;
}

/** A page with the frames that it stands in. */
function pageBytes(route: string): number {
  return bytesOf(CLIENT, ({ entry, routes }) => {
    if (!routes[`routes/${route}`]) throw new Error(`No route ${route}`);
    const modules = [entry];
    for (let at = routes[`routes/${route}`]; at; at = routes[at.parentId ?? ""]) modules.push(at);
    return modules;
  });
}

test.each(["login", "signup"])("%s ships at most 20 kB of script over a bare page", (route) => {
  expect(pageBytes(route) - floorBytes).toBeLessThanOrEqual(20 * KB);
});

const diaryPages = filesBelow("app/routes")
  .filter((path) => path.endsWith(".tsx"))
  .map((path) => path.replace("app/routes/", "").replace(".tsx", ""))
  .filter((route) => /^(logbook|job-plans|csv-import|leave|extras|progress)\//.test(route));

test.each(diaryPages)("%s ships at most 55 kB of script over a bare page", (route) => {
  expect(pageBytes(route) - floorBytes).toBeLessThanOrEqual(55 * KB);
});

test("the reader of lines is a script of its own, of at most 23 kB, that no page loads before its list is open", () => {
  // The page without signal, whose script is whole, is not among them.
  const scripts = filesBelow(join(CLIENT, "assets")).filter((path) => path.endsWith(".js"));
  const readers = scripts.filter((path) => textOf(path).includes("Two ASA grades"));
  expect(readers).toHaveLength(1);
  expect(brotli(readers[0] as string)).toBeLessThanOrEqual(23 * KB);
  const [, name = ""] = /([^/]+)\.js$/.exec(readers[0] as string) ?? [];
  const manifest = filesBelow(CLIENT).find((path) => /manifest-[^/]+\.js$/.test(path)) as string;
  expect(textOf(manifest)).not.toContain(name);
});

test("the page without signal is one script of at most 375 kB as it is read, which is most of the time that it takes to open", () => {
  expect(Buffer.byteLength(textOf(join(CLIENT, "no_signal/page.js")))).toBeLessThanOrEqual(375 * KB);
});

test("the style sheet is one file of at most 17 kB", () => {
  const sheets = filesBelow(CLIENT).filter((path) => path.endsWith(".css"));
  expect(sheets).toHaveLength(1);
  expect(brotli(sheets[0] as string)).toBeLessThanOrEqual(17 * KB);
});

test("no schema, no query, no vault, no date-fns-tz and no list of common passwords reaches the browser", () => {
  const scripts = filesBelow(CLIENT).filter((path) => path.endsWith(".js"));
  // The zone that date-fns-tz tries a browser's clocks by.
  const leaks = scripts.filter((path) => /ZodError|drizzle:|VAULT_KEYS|scrypt|America\/New_York/.test(textOf(path)));
  const [first] = readFileSync("app/account/passwords/common-passwords.txt", "utf8").split("\n", 1) as [string];
  expect(leaks).toEqual([]);
  expect(scripts.filter((path) => textOf(path).includes(first))).toEqual([]);
  expect(filesBelow("build/server").some((path) => path.endsWith(".js") && textOf(path).includes(first))).toBe(true);
});

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { filesBelow, textOf } from "./source";

/** The build that ships, made apart from the local one that the journeys run on. */
const SHIPPED = ".local/shipped";
const GOES_IN = [
  ...["app", "workers", "migrations", "public", "styled-system", "wrangler.toml", "package.json", "tsconfig.json"],
  ...["vite.config.ts", "react-router.config.ts", "panda.config.ts", "postcss.config.cjs"],
  ...["local-regions.mjs", "local-world.mjs", "prerender.mjs", "run-build.mjs"].map((name) => `scripts/${name}`),
];

const CONTROLLER = "Daybook Limited, 1 Example Street, London";

/** Code of the local world: the server's bundle names the file that each part comes from. */
const LOCAL_CODE =
  /#region app\/(routes\/)?dev\/|routes\/dev\/|"dev\/(new-user|seed|grow|mail|code|turnstile)\/|Local check passed|DUMMY\.TOKEN/;

beforeAll(() => {
  rmSync(SHIPPED, { recursive: true, force: true });
  mkdirSync(SHIPPED, { recursive: true });
  for (const path of GOES_IN) cpSync(path, join(SHIPPED, path), { recursive: true });
  const settings = textOf("wrangler.toml").replace('CONTROLLER = ""', `CONTROLLER = "${CONTROLLER}"`);
  writeFileSync(
    join(SHIPPED, "wrangler.toml"),
    settings.replace('CONTACT_EMAIL = ""', 'CONTACT_EMAIL = "help@daybook.example"'),
  );
  const { DAYBOOK_LOCAL: _, ...env } = process.env;
  const production = { ...env, NODE_ENV: "production" };
  execFileSync("react-router", ["build"], { cwd: SHIPPED, env: production, stdio: "pipe", timeout: 120_000 });
}, 120_000);

afterAll(() => rmSync(SHIPPED, { recursive: true, force: true }));

function holding(build: string, words: RegExp): string[] {
  return filesBelow(build).filter((path) => /\.(js|json)$/.test(path) && words.test(textOf(path)));
}

test("the build that ships has the pages, and no local secrets beside it", () => {
  expect(holding(join(SHIPPED, "build"), /logbook\/session\/:sessionRef/)).not.toEqual([]);
  expect(filesBelow(join(SHIPPED, "build")).filter((path) => path.includes(".dev.vars"))).toEqual([]);
});

test("the build that ships has no route of the local world and none of its data; the local one has them", () => {
  expect(holding("build", LOCAL_CODE)).not.toEqual([]);
  expect(holding(join(SHIPPED, "build"), LOCAL_CODE)).toEqual([]);
});

test("the build that ships has the regions of the settings alone, and no form of the local world chooses one", () => {
  const local = /DB_OC|\/dev\/new-user\//;
  expect(holding("build", local)).not.toEqual([]);
  expect(holding(join(SHIPPED, "build"), local)).toEqual([]);
});

test("the pages that it rendered for visitors name the controller of wrangler.toml", () => {
  const pages = filesBelow(join(SHIPPED, "build/client/prerendered"));
  expect(pages.map((path) => path.split("/").at(-1)).sort()).toEqual([
    "keys.html",
    "landing.html",
    "not-found.html",
    "privacy.html",
    "terms.html",
  ]);
  const naming = pages.filter((path) => textOf(path).includes(CONTROLLER));
  expect(naming.map((path) => path.split("/").at(-1)).sort()).toEqual(["privacy.html", "terms.html"]);
});

test("the build that ships has no copy that lags behind", () => {
  const lagging = /COPY_LAG|writes_of_copy/;
  expect(holding("build", lagging)).not.toEqual([]);
  expect(holding(join(SHIPPED, "build"), lagging)).toEqual([]);
});

test("the build that ships keeps the real time", () => {
  const shift = /Number\([^;]*CLOCK_OFFSET_MS/;
  expect(holding("build", shift)).not.toEqual([]);
  expect(holding(join(SHIPPED, "build"), shift)).toEqual([]);
});

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { filesBelow, textOf } from "./source";

/** The build that ships, made apart from the local one that the journeys run on. */
const SHIPPED = ".local/shipped";
const GOES_IN = [
  ...["app", "workers", "migrations", "public", "styled-system", "wrangler.toml", "package.json", "tsconfig.json"],
  ...["vite.config.ts", "scripts/local-regions.mjs", "react-router.config.ts", "panda.config.ts", "postcss.config.cjs"],
];

/** Code of the local world: the server's bundle names the file that each part comes from. */
const LOCAL_CODE =
  /#region app\/(routes\/)?dev\/|routes\/dev\/|"dev\/(new-user|seed|grow|mail|code|turnstile)\/|Local check passed|DUMMY\.TOKEN/;

beforeAll(() => {
  rmSync(SHIPPED, { recursive: true, force: true });
  mkdirSync(SHIPPED, { recursive: true });
  for (const path of GOES_IN) cpSync(path, join(SHIPPED, path), { recursive: true });
  const { DAYBOOK_LOCAL: _, ...env } = process.env;
  const production = { ...env, NODE_ENV: "production" };
  execFileSync("react-router", ["build"], { cwd: SHIPPED, env: production, stdio: "pipe", timeout: 60_000 });
}, 60_000);

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

test("the build that ships keeps the real time", () => {
  const shift = /Number\([^;]*CLOCK_OFFSET_MS/;
  expect(holding("build", shift)).not.toEqual([]);
  expect(holding(join(SHIPPED, "build"), shift)).toEqual([]);
});

import { resolve } from "node:path";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-pool-workers";
import { defineConfig, type Plugin } from "vitest/config";
import routes from "./app/routes.ts";
import { LongestFirst } from "./tests/support/longest-first.ts";
import { serverBuild } from "./tests/support/server-build.ts";
import { addressesOf } from "./workers/addresses.ts";

/** Of the order of files, and of what tests draw (tests/support/property.ts): a failure says it, and it can be given again. */
const SEED = process.env.DAYBOOK_SEED || String(Date.now() % 2_147_483_648);

/** Whether nothing is sampled or left out: `npm run test:full`, and what a command names by words. */
const FULL = process.env.DAYBOOK_FULL ?? "";

/** Of its own for each part of a whole run: they begin at once, and each writes the packages that it joins. */
const cacheDir = `node_modules/.vite/${process.env.DAYBOOK_PART ?? "all"}`;

/** A map of a package is sent to every runtime with its code, and is twice as long; failures are read in our own. */
const packagesWithoutMaps: Plugin = {
  name: "packages-without-maps",
  enforce: "post",
  transform: (code, id) => (id.includes("/node_modules/") ? { code, map: { mappings: "" } } : null),
};

/** A runtime is sent the map of each of our own files with it: their texts, which no line of a failure needs, were half of that. */
const mapsWithoutTexts: Plugin = {
  name: "maps-without-texts",
  configureServer({ environments }) {
    for (const environment of Object.values(environments)) {
      const transform = environment.transformRequest.bind(environment);
      environment.transformRequest = async (...asked) => {
        const result = await transform(...asked);
        if (result?.map && "sourcesContent" in result.map) result.map.sourcesContent = [];
        return result;
      };
    }
  },
};

/** No test reads a style sheet: to load what makes them would be a sixth of a process's start. */
const css = { postcss: {} };

/** In workerd, with a migrated D1: what all Worker tests have in common. */
const worker = {
  cacheDir,
  css,
  plugins: [
    packagesWithoutMaps,
    mapsWithoutTexts,
    serverBuild(routes),
    cloudflareTest({
      wrangler: { configPath: "./wrangler.toml" },
      miniflare: {
        d1Databases: ["DIARY", "COPY"],
        r2Buckets: ["BACKUP_COPIES_STORE"],
        bindings: {
          VAULT_KEYS: JSON.stringify({ 1: btoa("a key of thirty-two bytes, tests") }),
          APP_ORIGIN: "http://daybook.test",
          CONTROLLER: "Daybook Limited, 1 Example Street",
          CONTACT_EMAIL: "support@daybook.example",
          TURNSTILE_SITE_KEY: "tests",
          TURNSTILE_SECRET: "tests",
          TURNSTILE_VERIFY_URL: "http://turnstile.test/siteverify",
          TURNSTILE_SCRIPT_URL: "http://turnstile.test/api.js",
          CSV_IMPORT_MIN_LEVEL: "3",
          CLOSES_AT_USERS: "",
          CLOCK_OFFSET_MS: "0",
          DAYBOOK_SEED: SEED,
          DAYBOOK_FULL: FULL,
          DAYBOOK_FUZZ_REQUESTS: process.env.DAYBOOK_FUZZ_REQUESTS ?? "",
          MIGRATIONS: await readD1Migrations("migrations"),
        },
      },
    }),
  ],
  resolve: { tsconfigPaths: true },
  define: {
    __LOCAL_BUILD__: "true",
    __ADDRESSES__: JSON.stringify(addressesOf(routes)),
    // Tables of the tests are made without Wrangler, which would note their migrations.
    __MIGRATIONS__: JSON.stringify(0),
  },
};

/** Loaded as one file each, not as the 700 that they are: a runtime asks for every module by a message of its own. */
const PACKAGES = [
  ...["drizzle-orm", "drizzle-orm/batch", "drizzle-orm/d1", "drizzle-orm/sqlite-core", "zod"],
  ...["react-dom", "react-dom/server", "react-router", "@conform-to/react/future", "@conform-to/zod/v4/future"],
  ...["@simplewebauthn/server", "@simplewebauthn/server/helpers", "@simplewebauthn/browser", "@oslojs/otp"],
  ...["@ark-ui/react/date-picker", "d3-scale", "d3-shape", "fast-check", "ical.js", "papaparse"],
  ...["date-fns-tz/fromZonedTime", "date-fns-tz/toZonedTime"],
];

/** Passwords are slow to hash by design, builds are served anew, and the machine may be busy. */
const TEST_TIMEOUT_MS = 60_000;

const workerTest = {
  deps: { optimizer: { ssr: { enabled: true, include: PACKAGES } } },
  setupFiles: ["tests/support/prepare-file.ts"],
  testTimeout: TEST_TIMEOUT_MS,
  restoreMocks: true,
};

/** In place of the real one, but where a test asks for it: what hashes by design as slowly as an attacker may bear. */
const plainPasswords = {
  find: /^(~\/account\/passwords|\.)\/hash\.server$/,
  replacement: resolve("tests/support/plain-passwords.ts"),
};

/**
 * Two kinds of test. In workerd, whose runtime and database go from file to file, so that the modules of the product are
 * loaded once; files that count over everybody (`*.alone.test.ts`) find the database empty. In Node: over the files of
 * the project and the build.
 */
export default defineConfig({
  css,
  test: {
    tags: [{ name: "full", description: "Runs in `npm run test:full` alone, and where a command names it" }],
    // On two cores: a third goes on while the others wait for a database, a server or a command.
    maxWorkers: 3,
    // What the Worker logs of refusals is read where a test fails, and noise where it passes.
    silent: "passed-only",
    sequence: { sequencer: LongestFirst, seed: Number(SEED) },
    projects: [
      {
        ...worker,
        resolve: { ...worker.resolve, alias: [plainPasswords] },
        test: {
          ...workerTest,
          name: "worker",
          isolate: false,
          include: ["tests/**/*.test.{ts,tsx}"],
          exclude: ["tests/build/**", "tests/resilience/**", "tests/e2e/**", "tests/bench/**"],
        },
      },
      {
        css,
        resolve: { tsconfigPaths: true },
        test: {
          name: "project",
          environment: "node",
          // A process for each file would load the build's tools anew: four fifths of their time.
          isolate: false,
          include: ["tests/{build,resilience}/**/*.test.ts"],
          ...{ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS },
        },
      },
    ],
  },
});

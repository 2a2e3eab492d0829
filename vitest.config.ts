import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-pool-workers";
import { defineConfig } from "vitest/config";

/** Two kinds of test: in workerd with a migrated D1 of their own, and in Node over the files of the project. */
export default defineConfig({
  test: {
    // One fewer than there are cores would be one: a file's modules take longer to load than its tests to run.
    maxWorkers: 2,
    // What the Worker logs of refusals is read where a test fails, and noise where it passes.
    silent: "passed-only",
    projects: [
      {
        plugins: [
          cloudflareTest({
            wrangler: { configPath: "./wrangler.toml" },
            miniflare: {
              bindings: {
                VAULT_KEYS: JSON.stringify({ 1: btoa("a key of thirty-two bytes, tests") }),
                APP_ORIGIN: "http://daybook.test",
                CONTROLLER: "Daybook Limited, 1 Example Street",
                CONTACT_EMAIL: "support@daybook.example",
                TURNSTILE_SITE_KEY: "tests",
                TURNSTILE_SECRET: "tests",
                TURNSTILE_VERIFY_URL: "http://turnstile.test/siteverify",
                CSV_IMPORT_MIN_LEVEL: "3",
                CLOCK_OFFSET_MS: "0",
                MIGRATIONS: await readD1Migrations("migrations"),
              },
            },
          }),
        ],
        resolve: { tsconfigPaths: true },
        define: { __LOCAL_BUILD__: "true" },
        test: {
          name: "worker",
          include: ["tests/**/*.test.{ts,tsx}"],
          exclude: ["tests/project/**", "tests/e2e/**", "tests/bench/**"],
          setupFiles: ["tests/support/migrate.ts"],
          // Passwords are slow to hash by design, and the machine may be busy.
          testTimeout: 30_000,
        },
      },
      {
        resolve: { tsconfigPaths: true },
        test: { name: "project", environment: "node", include: ["tests/project/**/*.test.ts"] },
      },
    ],
  },
});

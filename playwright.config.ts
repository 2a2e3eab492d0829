import { defineConfig } from "@playwright/test";
import type { WorkerOptions } from "./tests/e2e/fixtures";

/** Journeys in a real browser against the built Worker; `npm test` serves it and says where. Each runs with and without script. */
export default defineConfig<object, WorkerOptions>({
  testDir: "tests/e2e",
  outputDir: ".local/journeys",
  // What parts of pages look like. A picture that was deleted is drawn anew by the next run, which fails and says so.
  snapshotPathTemplate: "tests/e2e/script/pictures/{arg}{ext}",
  timeout: 60_000,
  // A busy machine is no fault of the page.
  expect: { timeout: 15_000 },
  // Each test has users of its own; a file of many must not be one core's work at the end.
  fullyParallel: true,
  // On two cores: a third goes on while the others wait for the server.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  reporter: [["list"], ["json"], ["./tests/e2e/effort-table.ts"]],
  use: {
    baseURL: process.env.DAYBOOK_URL,
    locale: "en-GB",
    timezoneId: "Europe/London",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: process.env.DAYBOOK_CHROMIUM || undefined,
      args: [
        "--no-sandbox",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        // No second process is started ahead for each context, and none to draw: a tenth of Chromium's work.
        "--renderer-process-limit=1",
        "--in-process-gpu",
        // No page lives long enough to gain by code that is optimised: another tenth.
        "--js-flags=--no-maglev --no-turbofan",
      ],
    },
  },
  projects: [
    { name: "script", testIgnore: ["no-script/**"] },
    // Users of one region in Chromium, and of the other by the form client: each journey is walked in both.
    // What only script adds, or what needs script to look (axe), has a folder of its own. One journey a screen, and
    // what needs a browser to draw, is without script in Chromium: the others by the form client, which is proven there.
    {
      name: "no-script",
      testIgnore: ["script/**", "calls/**"],
      grep: /@browser/,
      use: { javaScriptEnabled: false },
    },
    {
      name: "forms",
      testIgnore: ["script/**", "calls/**", "no-script/**"],
      grepInvert: /@browser/,
      use: { javaScriptEnabled: false, overHttp: true, region: "oc" },
    },
  ],
});

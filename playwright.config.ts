import { defineConfig } from "@playwright/test";
import type { WorkerOptions } from "./tests/e2e/fixtures";
import { isProven } from "./tests/e2e/no-script/proven";
import { IS_FULL, leftOut } from "./tests/e2e/sampled";

/**
 * A full run walks each journey with script and without. A quick one walks it once: those of a screen, and what needs
 * script, in Chromium with it, the others by the form client. That is proven anew only where it is another.
 */
const IN_BROWSER = /(?:^| )(?:script|calls)\/|@browser/;
const ONLY_FULL = /@full|calls\/(?:refusals|wrong-types)\./;
const quick = IS_FULL ? null : { grepInvert: ONLY_FULL };

/** Journeys in a real browser against the built Worker; `npm test` serves it and says where. */
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
  // On two cores: two go on while the others wait for the server.
  workers: 4,
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
        // Nothing is drawn by an imitated graphics card: a tenth again.
        "--disable-gpu",
        // No page lives long enough to gain by code that is optimised: another tenth.
        "--js-flags=--no-maglev --no-turbofan",
      ],
    },
  },
  projects: [
    {
      name: "script",
      testIgnore: ["no-script/**", ...leftOut("script/sound-pages")],
      ...(quick && { ...quick, grep: IN_BROWSER }),
    },
    // What only script adds, or what needs script to look (axe), has a folder of its own. One journey a screen, and
    // what needs a browser to draw, is without script in Chromium: the others by the form client, which is proven there.
    {
      name: "no-script",
      testIgnore: ["script/**", "calls/**"],
      grep: /@browser/,
      ...(quick && { ...quick, testMatch: isProven() ? [] : "no-script/*.spec.ts" }),
      use: { javaScriptEnabled: false },
    },
    {
      name: "forms",
      testIgnore: ["script/**", "calls/**", "no-script/**"],
      grepInvert: quick ? /@browser|@full/ : /@browser/,
      use: { javaScriptEnabled: false, overHttp: true },
    },
  ],
});

import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { readClock, readSite, refuseLocalSettings, refuseRequest, wrongSettings } from "../../workers/settings";

const LOCAL = true;
const SHIPPED = false;

function ask(url: string, method = "GET"): Request {
  return new Request(url, { method });
}

test("a local build answers on this machine alone, whatever name somebody gives it", () => {
  expect(refuseRequest(ask("http://localhost:8787/"), env, LOCAL)).toBeNull();
  expect(refuseRequest(ask("http://127.0.0.1:8787/"), env, LOCAL)).toBeNull();
  expect(refuseRequest(ask("https://daybook.example/dev/new-user/", "POST"), env, LOCAL)?.status).toBe(403);
});

// A machine that has run `npm start` keeps local settings, which the tests then read too.
const { CLOCK_OFFSET_MS: _, ...settings } = env as Env & { CLOCK_OFFSET_MS?: string };
const shipped: Env = {
  ...settings,
  APP_ORIGIN: "https://daybook.example",
  TURNSTILE_SITE_KEY: "0x4AAAAAAA",
  TURNSTILE_SECRET: "0x4BBBBBBB",
  TURNSTILE_SCRIPT_URL: "https://challenges.cloudflare.com/turnstile/v0/api.js",
  TURNSTILE_VERIFY_URL: "https://challenges.cloudflare.com/turnstile/v0/siteverify",
};

test("a shipped Worker sends pages on to its own origin and takes nothing elsewhere", () => {
  const page = refuseRequest(ask("http://daybook.example/logbook/?date=2026-11-17"), shipped, SHIPPED);
  expect([page?.status, page?.headers.get("Location")]).toEqual([
    301,
    "https://daybook.example/logbook/?date=2026-11-17",
  ]);
  expect(refuseRequest(ask("http://daybook.example/login/", "POST"), shipped, SHIPPED)?.status).toBe(403);
  expect(refuseRequest(ask("https://daybook.example/login/", "POST"), shipped, SHIPPED)).toBeNull();
  expect(refuseRequest(ask("https://evil.example/login/", "POST"), shipped, SHIPPED)?.status).toBe(403);
  for (const path of ["/api/profiledata/", "/calendar/secret/daybook.ics", "//calendar/secret/daybook.ics"]) {
    expect(refuseRequest(ask(`http://daybook.example${path}`), shipped, SHIPPED)?.status).toBe(403);
    expect(refuseRequest(ask(`https://daybook.example${path}`), shipped, SHIPPED)).toBeNull();
  }
  const elsewhere = refuseRequest(ask("https://evil.example//evil.example/x"), shipped, SHIPPED);
  expect(elsewhere?.headers.get("Location")).toBe("https://daybook.example/evil.example/x");
});

test("a shipped Worker refuses to run on a shifted clock, or without an https origin of its own", () => {
  const shifted = { ...shipped, CLOCK_OFFSET_MS: "1000" } as Env;
  expect(() => refuseLocalSettings(shifted, SHIPPED)).toThrow("Local settings in a production build");
  expect(() => refuseLocalSettings(shifted, LOCAL)).not.toThrow();
  const plain = { ...shipped, APP_ORIGIN: "http://daybook.example" };
  expect(() => refuseLocalSettings(plain, SHIPPED)).toThrow("APP_ORIGIN must begin with https://");
});

test.each([
  ["CONTROLLER", ""],
  ["CONTACT_EMAIL", " "],
  ["TURNSTILE_SECRET", ""],
  ["TURNSTILE_SECRET", "local-secret"],
  ["TURNSTILE_SECRET", "1x0000000000000000000000000000000AA"],
  ["TURNSTILE_SITE_KEY", "1x00000000000000000000AA"],
  ["TURNSTILE_VERIFY_URL", "http://localhost:8787/dev/turnstile/v0/siteverify"],
  ["TURNSTILE_SCRIPT_URL", "https://challenges.cloudflare.com.evil.example/api.js"],
  ["CLOSES_AT_USERS", "1.5"],
  ["LOCKED_DAYS", "a month"],
  // Longer than the law gives to delete.
  ["LOCKED_DAYS", "31"],
])("a shipped Worker refuses to run with %s %j", (name, value) => {
  expect(() => refuseLocalSettings({ ...shipped, [name]: value }, SHIPPED)).toThrow(name);
});

test("the token of the watcher has 32 characters or more, or is none", () => {
  const check = (length: number) => wrongSettings({ ...shipped, HEALTH_TOKEN: "x".repeat(length) });
  expect(check(31)).toEqual(["HEALTH_TOKEN must have 32 characters or more"]);
  expect([check(32), check(0)]).toEqual([[], []]);
});

test.each([
  ["1", 1],
  ["3", 3],
  ["10", 10],
  ["11", 10],
  ["0", 10],
  ["2.5", 10],
  ["", 10],
])("with the setting %j a CSV file is imported from level %i on", (CSV_IMPORT_MIN_LEVEL, level) => {
  expect(readSite({ ...env, CSV_IMPORT_MIN_LEVEL } as Env).csvImportMinLevel).toBe(level);
});

test("a local clock is shifted as its setting says", () => {
  const [day, before] = [86_400_000, readClock(settings)];
  const shifted = readClock({ ...settings, CLOCK_OFFSET_MS: String(day) } as Env);
  expect(Math.abs(shifted - before - day)).toBeLessThan(day / 2);
});

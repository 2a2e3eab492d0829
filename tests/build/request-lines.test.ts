// @module-tag full
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Miniflare } from "miniflare";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { localSettings } from "../../scripts/local-world.mjs";
import { runBuild } from "../../scripts/run-build.mjs";
import { makeTables } from "../resilience/make-tables.mjs";

const ORIGIN = "http://localhost";
const TOKEN = "a-token-of-thirty-two-characters-";
const REF = "AbCdEfGhIjKlMnOpQrStUv";

const folder = mkdtempSync(join(tmpdir(), "daybook-lines-"));
const lines: Record<string, unknown>[] = [];
let worker: Miniflare;
let cookie = "";

beforeAll(async () => {
  const keys = JSON.stringify({ 1: Buffer.alloc(32, 1).toString("base64") });
  const settings = { ...localSettings(ORIGIN), VAULT_KEYS: keys, HEALTH_TOKEN: TOKEN };
  const onLine = (line: string) => line.startsWith("{") && lines.push(JSON.parse(line));
  worker = runBuild(resolve("build"), join(folder, "state"), settings, 0, { onLine });
  await makeTables(worker);
  const made = await ask("/dev/new-user/", { method: "POST", body: new URLSearchParams({ level: "9" }) });
  cookie = made.response.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");
}, 120_000);

afterAll(async () => {
  await worker.dispose();
  rmSync(folder, { recursive: true, force: true });
});

async function ask(
  path: string,
  init: { method?: string; body?: URLSearchParams; headers?: Record<string, string> } = {},
) {
  const headers = { Origin: ORIGIN, Cookie: cookie, ...init.headers };
  const body = init.body && { body: init.body.toString() };
  const type = init.body && { "Content-Type": "application/x-www-form-urlencoded" };
  const response = await worker.dispatchFetch(ORIGIN + path, {
    ...{ method: init.method ?? "GET", redirect: "manual" as const },
    ...{ ...body, headers: { ...headers, ...type } },
  });
  const text = await response.text();
  const id = response.headers.get("X-Request-Id");
  const isIts = (line: Record<string, unknown>) => line.kind === "request" && line.request === id;
  await vi.waitUntil(() => lines.some(isIts));
  return { response, text, id, line: lines.find(isIts) };
}

test.each([
  ["/", "/"],
  ["/terms/", "/terms/"],
  ["/no-such-page/", "/*"],
  ["/LOGBOOK//%6Fdd/", "/*"],
  ["/.well-known/security.txt", "/.well-known/security.txt"],
])("a visitor's %s is %s in the log, without a trip", async (path, route) => {
  const { line } = await ask(path, { headers: { Cookie: "" } });
  expect(line).toMatchObject({ route, method: "GET", trips: 0, rows: 0 });
});

test.each([
  ["/logbook/?date=2026-11-17", "/logbook/", 200],
  [`/logbook/session/${REF}/`, "/logbook/session/:sessionRef/", 404],
  ["/leave/_.data", "/leave/", 200],
  ["/logbook/%C3%B6dd/", "/*", 404],
  [`/calendar/${REF}${REF}/daybook.ics`, "/calendar/:feedToken/daybook.ics", 404],
  ["/api/no_such_call/", "/api/*", 404],
  ["/progress/csv/", "/progress/csv/", 302],
])("%s is %s in the log", async (path, route, status) => {
  const { line } = await ask(path);
  expect(line).toMatchObject({ route, status });
  expect(line?.trips).toBeGreaterThan(0);
  expect(JSON.stringify(line)).not.toMatch(/AbCd|2026|%6F|\?/);
});

test("who is logged in is told the totals of a page of the diary, and a visitor nothing", async () => {
  const page = await ask("/logbook/");
  expect(page.response.headers.get("Server-Timing")).toBe(
    `db;desc="${page.line?.trips} trips", total;dur=${page.line?.ms}`,
  );
  const visitor = await ask("/login/", { headers: { Cookie: "" } });
  expect([visitor.response.status, visitor.response.headers.get("Server-Timing")]).toEqual([200, null]);
});

test("what another site sends is refused before any page is looked for", async () => {
  const { line } = await ask("/leave/new/", { method: "POST", headers: { Origin: "https://evil.example" } });
  expect(line).toMatchObject({ route: null, status: 403, trips: 0 });
});

/** Asks while the database lacks a table. */
async function askWithout(table: string, ...asked: Parameters<typeof ask>): ReturnType<typeof ask> {
  const database = await worker.getD1Database("DB");
  await database.exec(`ALTER TABLE ${table} RENAME TO ${table}_away`);
  const answer = await ask(...asked);
  await database.exec(`ALTER TABLE ${table}_away RENAME TO ${table}`);
  return answer;
}

/** What the log says of a request that failed, in one line. */
function errorsOf(id: string | null) {
  return lines.filter(({ kind, request }) => kind === "error" && request === id).map(({ reason }) => reason);
}

test.each([
  ["a page", "leave_years", "/leave/", "/leave/", "<strong>ID</strong>"],
  ["its data", "leave_years", "/leave/_.data", "/leave/", "give this reference: ID"],
  ["the data of a page of nobody known", "logins", "/leave/_.data", "/leave/", "give this reference: ID"],
  ["a file", "logins", "/extras/csv/", "/extras/csv/", "give this reference: ID"],
  ["a call", "codes", "/api/profiledata/", "/api/profiledata/", 'give this reference: ID"]'],
])("%s that fails has the id under which the log tells why, once, and nothing of the error", async (...[
  _,
  table,
  path,
  route,
  reference,
]) => {
  const { response, text, id, line } = await askWithout(table, path);
  expect([response.status, line?.route]).toEqual([500, route]);
  expect(text).toContain(reference.replace("ID", String(id)));
  expect(errorsOf(id)).toEqual([expect.stringContaining("no such table")]);
  expect(text).not.toMatch(/no such table|D1_|SELECT|\.ts\b/);
});

test("a form that fails comes back to be sent again, escaped and without secrets, and is refused from another site", async () => {
  const body = new URLSearchParams([
    ["email", `"><script>alert(1)</script>`],
    ["password", "SENT by hand"],
    ["tick", "1"],
    ["tick", "2"],
  ]);
  const { response, text, id } = await askWithout("users", "/email/change/?a=1&b=2", { method: "POST", body });
  expect(response.status).toBe(500);
  const form = /<form.*<\/form>/s.exec(text)?.[0] ?? "";
  expect(form).toMatch(/^<form[^>]* action="\/email\/change\/\?a=1&amp;b=2" method="post">/);
  expect(form.match(/<input[^>]*>/g)).toEqual([
    '<input type="hidden" name="email" value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"/>',
    '<input type="hidden" name="tick" value="1"/>',
    '<input type="hidden" name="tick" value="2"/>',
  ]);
  expect(text).not.toContain("SENT");
  expect(text).toContain(`<strong>${id}</strong>`);
  // Nothing tells who asks: neither the menu of a user nor that of a visitor.
  expect(text).not.toMatch(/>Logout<|>Login</);
  const headers = { Origin: "https://evil.example" };
  const foreign = await askWithout("users", "/email/change/", { method: "POST", body, headers });
  expect([foreign.response.status, foreign.text]).toEqual([403, expect.not.stringContaining("script")]);
});

test("a wrong password is an event under a keyed subject, with the id of its request", async () => {
  const body = new URLSearchParams({ username: "SENT-by-hand", password: "SENT-too" });
  const { id } = await ask("/login/", { method: "POST", body, headers: { Cookie: "" } });
  const event = lines.find(({ kind, request }) => kind === "security" && request === id);
  expect(event).toEqual({
    ...{ kind: "security", event: "login-refused", request: id },
    subject: expect.stringMatching(/^[\w-]{18}$/),
  });
});

test("whatever is sent to whatever address, no line has anything of it", async () => {
  const hostile = [
    "SENT",
    "SENT' OR 1=1 --",
    "<script>SENT</script>",
    "SENT\u202e💥",
    `SENT${"x".repeat(3_000)}`,
    "{SENT",
    "__proto__SENT",
  ];
  const paths = [
    "/",
    "/login/",
    "/signup/",
    "/mydata/case_data/",
    "/leave/new/",
    "/api/login/",
    "/api/SENT/",
    "/calendar/SENT/daybook.ics",
    "/verify-email/SENT/",
    "/stop_mail/SENT/",
    "/admin/users/",
    "/healthz",
    "/SENT/",
  ];
  const before = lines.length;
  for (const path of paths) {
    for (const text of hostile) {
      const query = `?${encodeURIComponent(text)}=${encodeURIComponent(text)}&deep`;
      const names = ["username", "password", "email", "words", "notes", "idempotency_key", "date_start", text];
      const body = new URLSearchParams(names.map((name) => [name, text]));
      const headers = {
        "User-Agent": "SENT",
        "X-Request-Id": "SENT",
        "CF-Ray": "SENT",
        Authorization: `Bearer ${encodeURIComponent(text)}`,
      };
      await ask(path + query, { headers: { ...headers, Referer: `${ORIGIN}/SENT/` } });
      const sent = await ask(path + query, { method: "POST", body, headers });
      expect(sent.id).not.toContain("SENT");
    }
  }
  expect(lines.length - before).toBeGreaterThanOrEqual(paths.length * hostile.length * 2);
  expect(lines.filter((line) => JSON.stringify(line).includes("SENT"))).toEqual([]);
}, 120_000);

test("the cron of each minute runs, finds nothing that must not be, and the deep look says so", async () => {
  const deep = () => ask("/healthz?deep", { headers: { Authorization: `Bearer ${TOKEN}` } });
  expect((await deep()).response.status).toBe(503);
  await ((await worker.getWorker()) as unknown as { scheduled(event: object): Promise<unknown> }).scheduled({
    ...{ cron: "* * * * *", scheduledTime: new Date() },
  });
  const { response, text, line } = await deep();
  expect([response.status, JSON.parse(text).status]).toEqual([200, "ok"]);
  expect(line).toMatchObject({ route: "/healthz", trips: 1 });
  expect(lines.filter(({ kind }) => kind === "matter")).toEqual([]);
});

import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { logError } from "~/platform/http/log";
import { addToNote, noteSignal } from "~/platform/http/request-note.server";
import { bindingOf, databaseOf } from "../../workers/regions";
import { withRequestLine, withRunLines } from "../../workers/request-line";
import { vault } from "../support/harness";
import { anyHostileText } from "../support/hostile";
import fc from "../support/property";

const ID = /^[2-9a-hjkmnp-z]{4}-[2-9a-hjkmnp-z]{4}-[2-9a-hjkmnp-z]{4}$/;
const get = (path: string) => new Request(`http://daybook.test${path}`);

/** What is given, and the lines that the log has of it. */
async function linesOf<Given>(run: () => Promise<Given>) {
  const lines: Record<string, unknown>[] = [];
  const listen = (line: string) => void lines.push(JSON.parse(line));
  const spies = (["log", "warn", "error"] as const).map((name) => vi.spyOn(console, name).mockImplementation(listen));
  const given = await run();
  for (const spy of spies) spy.mockRestore();
  return { given, lines };
}

async function lineOf(request: Request, answer: () => Promise<Response>) {
  const { given: response, lines } = await linesOf(() => withRequestLine(request, () => vault, answer));
  return { response, lines, line: lines.at(-1) };
}

test("a line counts what the database was asked, and has the id of the answer", async () => {
  const { response, line } = await lineOf(get("/logbook/"), async () => {
    addToNote({ route: "/logbook/" });
    for (let n = 0; n < 3; n += 1) await databaseOf(env).all(sql`SELECT name FROM sqlite_master LIMIT 2`);
    return new Response("made");
  });
  const id = response.headers.get("X-Request-Id");
  expect(id).toMatch(ID);
  const rows = expect.any(Number);
  expect(line).toEqual({
    ...{ kind: "request", request: id, method: "GET", route: "/logbook/", status: 200 },
    ...{ trips: 3, rows, ms: rows },
  });
  expect(line?.rows).toBeGreaterThanOrEqual(6);
  expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
});

test("the time is that of what was waited for", async () => {
  let now = 1_000;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  const { line } = await lineOf(get("/logbook/"), async () => {
    now += 60.4;
    return new Response("made");
  });
  expect(line?.ms).toBe(60);
});

test("what nobody caught is answered in words with the id, which the line of the error has too", async () => {
  for (const path of ["/logbook/", "/api/logout/"]) {
    const { response, lines } = await lineOf(get(path), async () => {
      await bindingOf(env).prepare("SELECT no_such_column FROM users").all();
      return new Response("made");
    });
    const id = response.headers.get("X-Request-Id");
    expect([response.status, response.headers.get("Cache-Control")]).toEqual([500, "no-store"]);
    expect(await response.text()).toContain(
      `Something went wrong. Try again in a minute. If it happens again, contact support and give this reference: ${id}`,
    );
    expect(lines).toMatchObject([
      { kind: "error", request: id },
      { kind: "request", request: id, status: 500, trips: 1 },
    ]);
  }
});

test("who is logged in is told how long a page of the diary took, and nothing where others' accounts may show", async () => {
  const timing = async (request: Request, isSignedIn: boolean) => {
    const { response } = await lineOf(request, async () => {
      addToNote({ isSignedIn });
      await bindingOf(env).prepare("SELECT 1").all();
      return new Response("made");
    });
    return response.headers.get("Server-Timing");
  };
  expect(await timing(get("/logbook/?date=2026-11-21"), true)).toMatch(/^db;desc="1 trips", total;dur=\d+$/);
  expect(await timing(get("/logbook/_.data"), true)).toMatch(/^db;/);
  expect(await timing(get("/logbook/"), false)).toBeNull();
  for (const path of [
    "/login/",
    "/signup/",
    "/password/forgot/",
    "/email/change/",
    "/admin/users/",
    "/api/usercheck/",
  ]) {
    expect(await timing(get(path), true), path).toBeNull();
  }
});

test("what a queue or a cron did for security is logged, also where it fails after that", async () => {
  const { given, lines } = await linesOf(() =>
    withRunLines(
      () => vault,
      async () => {
        noteSignal("reset-asked", "somebody");
        throw new Error("away");
      },
    ).catch(String),
  );
  expect(given).toBe("Error: away");
  expect(lines).toEqual([
    { kind: "security", request: expect.stringMatching(ID), event: "reset-asked", subject: expect.any(String) },
  ]);
});

test("whatever is sent, the lines have nothing of it", async () => {
  const keys = ["kind", "request", "method", "route", "status", "trips", "rows", "ms"];
  await fc.assert(
    fc.asyncProperty(anyHostileText, anyHostileText, fc.boolean(), async (text, other, fails) => {
      const secret = `SENT-${encodeURIComponent(text.slice(0, 300).toWellFormed())}qz`;
      const request = new Request(`http://daybook.test/${secret}/?${secret}=${secret}`, {
        method: "POST",
        headers: {
          Cookie: `login=${secret}`,
          "X-Request-Id": secret,
          "CF-Connecting-IP": "203.0.113.7",
          "User-Agent": secret,
        },
        body: other.toWellFormed(),
      });
      const { lines, response } = await lineOf(request, async () => {
        if (fails) logError(new Error("Failed query", { cause: new Error("D1_ERROR: no such table") }));
        return new Response(null, { status: fails ? 500 : 404 });
      });
      expect(response.headers.get("X-Request-Id")).toMatch(ID);
      const line = lines.filter(({ kind }) => kind === "request");
      expect(line.map(Object.keys)).toEqual([keys]);
      expect(JSON.stringify(lines)).not.toContain("SENT");
      expect(JSON.stringify(lines)).not.toContain("203.0.113.7");
    }),
    { numRuns: 100 },
  );
});

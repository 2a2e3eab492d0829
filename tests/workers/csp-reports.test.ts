import { beforeEach, describe, expect, type MockInstance, test, vi } from "vitest";
import { takeCspReport } from "../../workers/csp-reports";
import { vault } from "../support/harness";

const ORIGIN = "http://daybook.test";
let lines: MockInstance<typeof console.warn>;

beforeEach(() => {
  lines = vi.spyOn(console, "warn").mockImplementation(() => {});
});

function send(body: unknown, headers: Record<string, string>, { method = "POST", isLet = true } = {}) {
  const keys: string[] = [];
  const limit = async ({ key }: { key: string }) => {
    keys.push(key);
    return { success: isLet };
  };
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const request = new Request(`${ORIGIN}/csp-report/`, {
    method,
    headers,
    ...(method === "POST" ? { body: text } : {}),
  });
  return takeCspReport(request, () => ({ vault, bursts: { limit } })).then((answer) => ({ answer, keys }));
}

function logged() {
  return lines.mock.calls.map(([line]) => JSON.parse(line));
}

const LEGACY = { "Content-Type": "application/csp-report", "Sec-Fetch-Site": "same-origin" };
const LIST = { "Content-Type": "application/reports+json" };

function legacy(more: Record<string, unknown> = {}) {
  const page = `${ORIGIN}/logbook/session/AbCdEfGhIjKlMnOpQrStUv/?on=2026-11-17`;
  const told = { "document-uri": page, "effective-directive": "script-src-elem", "blocked-uri": "inline" };
  return { "csp-report": { ...told, "original-policy": "…", "script-sample": "of a page", ...more } };
}

function listed(body: Record<string, unknown> = {}, type = "csp-violation") {
  const told = {
    documentURL: `${ORIGIN}/`,
    effectiveDirective: "img-src",
    blockedURL: "https://elsewhere.example/a?b=c",
  };
  return { type, age: 1, url: `${ORIGIN}/`, user_agent: "A browser", body: { ...told, ...body } };
}

describe("a report of a browser", () => {
  test("of either kind is logged by page, directive and kind of thing, and nothing of an address", async () => {
    expect((await send(legacy(), LEGACY)).answer?.status).toBe(204);
    expect((await send([listed(), listed(), listed({}, "deprecation")], LIST)).answer?.status).toBe(204);
    expect(logged()).toEqual([
      { kind: "blocked", page: "logbook", directive: "script-src-elem", blocked: "inline", n: 1 },
      { kind: "blocked", page: "", directive: "img-src", blocked: "other host", n: 2 },
    ]);
  });

  test.each([
    ["inline", "", "inline"],
    ["eval", "", "eval"],
    ["data", "", "data"],
    ["blob:http://daybook.test/x", "", "data"],
    [`${ORIGIN}/assets/a.js`, "", "own origin"],
    ["https://fonts.example/a.woff2", "", "other host"],
    ["wss://elsewhere.example", "", "other host"],
    ["chrome-extension", "", "extension"],
    ["moz-extension://f00/a.js", "", "extension"],
    ["inline", "safari-web-extension://f00/a.js", "extension"],
    ["trusted-types-sink", "", "other"],
  ])("says of %s from '%s': %s", async (blockedUri, source, kind) => {
    await send(legacy({ "blocked-uri": blockedUri, "source-file": source }), LEGACY);
    expect(logged()).toMatchObject([{ blocked: kind }]);
  });

  test("keeps neither a path that is of no page nor a directive that there is not", async () => {
    const page = `${ORIGIN}/mrs-smith-1950/`;
    await send(legacy({ "document-uri": page, "effective-directive": "mrs smith" }), LEGACY);
    await send(legacy({ "document-uri": "https://elsewhere.example/logbook/" }), LEGACY);
    expect(logged()).toMatchObject([{ page: "unknown", directive: "other", n: 1 }]);
  });

  test("is taken without an origin, as browsers send some, and refused from a page of another site", async () => {
    expect((await send([listed()], LIST)).answer?.status).toBe(204);
    expect((await send([listed()], { ...LIST, Origin: ORIGIN })).answer?.status).toBe(204);
    expect((await send([listed()], { ...LIST, Origin: "https://elsewhere.example" })).answer?.status).toBe(403);
    expect((await send([listed()], { ...LIST, "Sec-Fetch-Site": "cross-site" })).answer?.status).toBe(403);
    expect(logged()).toHaveLength(2);
  });

  test("is bounded in bytes, in number and by network", async () => {
    expect((await send([listed({ sample: "x".repeat(40_000) })], LIST)).answer?.status).toBe(413);
    expect(
      (
        await send(
          Array.from({ length: 50 }, () => listed()),
          LIST,
        )
      ).answer?.status,
    ).toBe(204);
    expect(logged()).toMatchObject([{ n: 20 }]);
    const held = await send([listed()], { ...LIST, "CF-Connecting-IP": "192.0.2.7" }, { isLet: false });
    expect(held.answer?.status).toBe(429);
    expect(held.keys).toEqual([expect.stringMatching(/^csp\/1\.[\w-]{43}$/)]);
    expect(logged()).toMatchObject([{ n: 20 }]);
  });

  test.each([
    ["{", LEGACY, 400],
    ["null", LEGACY, 204],
    ["[]", LIST, 204],
    ['[null, 1, {"type": "csp-violation"}]', LIST, 204],
    ['{"csp-report": {"document-uri": 7}}', LEGACY, 204],
    ["a=b", { "Content-Type": "application/x-www-form-urlencoded" }, 415],
  ])("%s is answered without an error and logs nothing", async (body, headers, status) => {
    expect((await send(body, headers as Record<string, string>)).answer?.status).toBe(status);
    expect(logged()).toEqual([]);
  });

  test("is the only thing that this address takes, and it takes no other address", async () => {
    expect((await send("", {}, { method: "GET" })).answer?.status).toBe(405);
    const other = new Request(`${ORIGIN}/login/`, { method: "POST", headers: LEGACY, body: "{}" });
    expect(await takeCspReport(other, () => expect.unreachable())).toBeNull();
  });
});

import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { newRef } from "~/platform/db/columns.server";
import {
  countBlocked,
  cspCounts,
  dropOldCspCounts,
  MAX_ROWS_PER_DAY,
  mostBlocked,
  NEW_KINDS_LIMIT,
} from "~/platform/http/csp-counts.server";
import { londonToday } from "~/platform/time/london";
import { takeCspReport } from "../../workers/csp-reports";
import { db, vault } from "../support/harness";

const ORIGIN = "http://daybook.test";
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** A day of each test's own: counts are of nobody. */
let now = Date.UTC(2040, 0, 1, 12);
const nextMonth = () => {
  now += 40 * DAY_MS;
};

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
  return takeCspReport(request, () => ({ db, vault, bursts: { limit }, now })).then((answer) => ({ answer, keys }));
}

function counted() {
  return db
    .select()
    .from(cspCounts)
    .where(eq(cspCounts.day, londonToday(now)));
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
  test("of either kind is counted by page, directive and kind of thing, and nothing of an address is kept", async () => {
    nextMonth();
    expect((await send(legacy(), LEGACY)).answer?.status).toBe(204);
    expect((await send(legacy(), LEGACY)).answer?.status).toBe(204);
    expect((await send([listed(), listed(), listed({}, "deprecation")], LIST)).answer?.status).toBe(204);
    const day = londonToday(now);
    expect(await counted()).toEqual([
      { day, page: "", directive: "img-src", blocked: "other host", n: 2 },
      { day, page: "logbook", directive: "script-src-elem", blocked: "inline", n: 2 },
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
    nextMonth();
    await send(legacy({ "blocked-uri": blockedUri, "source-file": source }), LEGACY);
    expect(await counted()).toMatchObject([{ blocked: kind }]);
  });

  test("keeps neither a path that is of no page nor a directive that there is not", async () => {
    nextMonth();
    const page = `${ORIGIN}/mrs-smith-1950/`;
    await send(legacy({ "document-uri": page, "effective-directive": "mrs smith" }), LEGACY);
    await send(legacy({ "document-uri": "https://elsewhere.example/logbook/" }), LEGACY);
    expect(await counted()).toMatchObject([{ page: "unknown", directive: "other", n: 1 }]);
  });

  test("is taken without an origin, as browsers send some, and refused from a page of another site", async () => {
    nextMonth();
    expect((await send([listed()], LIST)).answer?.status).toBe(204);
    expect((await send([listed()], { ...LIST, Origin: ORIGIN })).answer?.status).toBe(204);
    expect((await send([listed()], { ...LIST, Origin: "https://elsewhere.example" })).answer?.status).toBe(403);
    expect((await send([listed()], { ...LIST, "Sec-Fetch-Site": "cross-site" })).answer?.status).toBe(403);
    expect(await counted()).toMatchObject([{ n: 2 }]);
  });

  test("is bounded in bytes, in number and by network", async () => {
    nextMonth();
    expect((await send([listed({ sample: "x".repeat(40_000) })], LIST)).answer?.status).toBe(413);
    expect(
      (
        await send(
          Array.from({ length: 50 }, () => listed()),
          LIST,
        )
      ).answer?.status,
    ).toBe(204);
    expect(await counted()).toMatchObject([{ n: 20 }]);
    const held = await send([listed()], { ...LIST, "CF-Connecting-IP": "192.0.2.7" }, { isLet: false });
    expect(held.answer?.status).toBe(429);
    expect(held.keys).toEqual([expect.stringMatching(/^csp\/1\.[\w-]{43}$/)]);
    expect(await counted()).toMatchObject([{ n: 20 }]);
  });

  test.each([
    ["{", LEGACY, 400],
    ["null", LEGACY, 204],
    ["[]", LIST, 204],
    ['[null, 1, {"type": "csp-violation"}]', LIST, 204],
    ['{"csp-report": {"document-uri": 7}}', LEGACY, 204],
    ["a=b", { "Content-Type": "application/x-www-form-urlencoded" }, 415],
  ])("%s is answered without an error and counts nothing", async (body, headers, status) => {
    nextMonth();
    expect((await send(body, headers as Record<string, string>)).answer?.status).toBe(status);
    expect(await counted()).toEqual([]);
  });

  test("is the only thing that this address takes, and it takes no other address", async () => {
    expect((await send("", {}, { method: "GET" })).answer?.status).toBe(405);
    const other = new Request(`${ORIGIN}/login/`, { method: "POST", headers: LEGACY, body: "{}" });
    expect(await takeCspReport(other, () => expect.unreachable())).toBeNull();
  });
});

describe("counts", () => {
  const thing = { page: "logbook", directive: "img-src", blocked: "data" } as const;

  const kindsOf = (n: number) => Array.from({ length: n }, (_, at) => ({ ...thing, directive: `made-up-${at}` }));

  test("of a day have a limit of rows, and what is counted goes on being counted when they are full", async () => {
    nextMonth();
    const kinds = kindsOf(MAX_ROWS_PER_DAY + 3);
    for (let at = 0; at < kinds.length; at += NEW_KINDS_LIMIT.tries) {
      await countBlocked(db, kinds.slice(at, at + NEW_KINDS_LIMIT.tries), newRef(), now);
    }
    expect(await counted()).toHaveLength(MAX_ROWS_PER_DAY);
    await countBlocked(db, [{ ...thing, directive: "made-up-0" }], newRef(), now);
    expect((await counted()).find(({ directive }) => directive === "made-up-0")).toMatchObject({ n: 2 });
  });

  test("of one network take no other network's place, however many kinds it makes up", async () => {
    nextMonth();
    const network = newRef();
    for (let hour = 0; hour < 11; hour++) {
      for (let post = 0; post < 13; post++) {
        const kinds = kindsOf(20).map((each) => ({ ...each, page: `${hour}-${post}` }));
        await countBlocked(db, kinds, network, now + hour * HOUR_MS);
      }
    }
    expect(await counted()).toHaveLength(11 * NEW_KINDS_LIMIT.tries);
    await countBlocked(db, [thing, thing], newRef(), now);
    expect(await counted()).toContainEqual({ ...thing, day: londonToday(now), n: 2 });
  });

  test("of a week are told with their sum and the most frequent, and dropped after 30 days", async () => {
    nextMonth();
    await countBlocked(db, [{ ...thing, page: "reports" }], newRef(), now - 7 * DAY_MS);
    expect(await mostBlocked(db, now)).toEqual([]);
    await countBlocked(db, [thing], newRef(), now - 6 * DAY_MS);
    await countBlocked(db, [thing], newRef(), now);
    await countBlocked(db, [{ ...thing, blocked: "eval" }], newRef(), now);
    expect(await mostBlocked(db, now)).toEqual([{ ...thing, n: 2, total: 3 }]);
    await dropOldCspCounts(db, now + 30 * DAY_MS);
    expect(await counted()).toEqual([]);
  });
});

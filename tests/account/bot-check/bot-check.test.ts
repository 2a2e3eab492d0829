import { afterEach, describe, expect, test, vi } from "vitest";
import { checkBot } from "~/account/bot-check/bot-check.server";
import type { BotAnswer } from "~/account/bot-check/form";
import { newRef } from "~/platform/db/columns.server";
import { rateCounters } from "~/platform/db/rate-counters.server";
import { ownNetwork } from "../../support/bot-check";
import { db, NOW, recordingJobs, SITE, vault } from "../../support/harness";

const PASSED = { success: true, "error-codes": [], hostname: "daybook.test", action: "sign-up" };
const NOT_PASSED = "We could not check that you are a person";
const NOT_REACHED = "The check that you are a person is not available at the moment";

afterEach(() => vi.restoreAllMocks());

function worldAt(now = NOW) {
  return { db, vault, site: SITE, jobs: recordingJobs(), now };
}

function answers(more: Partial<BotAnswer>): BotAnswer {
  return { token: "", fingerprint: newRef(), ...more };
}

function requestFrom(headers: Record<string, string> = ownNetwork()): Request {
  return new Request("http://daybook.test/signup/", { method: "POST", headers });
}

/** Siteverify that answers as told, and remembers what it was asked. */
function siteverify(answer: () => Response | Promise<Response>) {
  const asked: { url: string; body: URLSearchParams; headers: Headers; redirect: unknown }[] = [];
  const fetcher = async (url: RequestInfo | URL, init?: RequestInit) => {
    const body = init?.body as URLSearchParams;
    asked.push({ url: String(url), body, headers: new Headers(init?.headers), redirect: init?.redirect });
    return answer();
  };
  return { asked, fetcher: fetcher as typeof fetch };
}

function sayWithToken(answer: () => Response | Promise<Response>, more: Partial<BotAnswer> = {}) {
  const { fetcher } = siteverify(answer);
  return checkBot(worldAt(), requestFrom(), answers({ token: "a token", ...more }), "sign-up", fetcher);
}

describe("a token", () => {
  test("is let through once siteverify says so, and siteverify is told what it needs", async () => {
    const { asked, fetcher } = siteverify(() => Response.json(PASSED));
    const request = requestFrom({ "CF-Connecting-IP": "192.0.2.7" });
    expect(await checkBot(worldAt(), request, answers({ token: "a token" }), "sign-up", fetcher)).toBeNull();
    expect(asked).toHaveLength(1);
    expect(asked[0]?.url).toBe(SITE.turnstile.verifyUrl);
    expect(asked[0]?.redirect).toBe("manual");
    expect(asked[0]?.headers.get("Origin")).toBe(SITE.origin);
    expect(Object.fromEntries(asked[0]?.body ?? [])).toEqual({
      secret: "tests",
      response: "a token",
      remoteip: "192.0.2.7",
      idempotency_key: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/),
    });
  });

  test("of one form sent twice is asked about with one key, and of the same form filled in anew with another", async () => {
    const { asked, fetcher } = siteverify(() => Response.json(PASSED));
    for (const fingerprint of ["one", "one", "other"]) {
      await checkBot(worldAt(), requestFrom(), answers({ token: "a token", fingerprint }), "sign-up", fetcher);
    }
    const [first, again, anew] = asked.map(({ body }) => body.get("idempotency_key"));
    expect(first).toBe(again);
    expect(first).not.toBe(anew);
  });

  test("passes three times, however often its form is sent again", async () => {
    const { asked, fetcher } = siteverify(() => Response.json(PASSED));
    const sent = answers({ token: `passed ${newRef()}` });
    const say = (given: BotAnswer) => checkBot(worldAt(), requestFrom(), given, "sign-up", fetcher);
    expect(await Promise.all([say(sent), say(sent), say(sent)])).toEqual([null, null, null]);
    const used = "That check was used before";
    expect(await say(sent)).toEqual({ errors: { turnstile_token: used }, status: 422 });
    expect(await say(answers({ token: `passed ${newRef()}` }))).toBeNull();
    expect(asked).toHaveLength(5);
    const kept = JSON.stringify(await db.select().from(rateCounters));
    expect(kept).not.toContain(sent.token);
  });

  test.each([
    ["used before", { success: false, "error-codes": ["timeout-or-duplicate"] }],
    ["made up", { success: false, "error-codes": ["invalid-input-response"] }],
    ["of another site", { ...PASSED, hostname: "evil.example" }],
    ["of another form", { ...PASSED, action: "forgot-password" }],
    ["of no form", { ...PASSED, action: undefined }],
    ["with a success that is none", { ...PASSED, success: "true" }],
    ["of a dummy key", { ...PASSED, hostname: "example.com", action: "" }],
  ])("%s is refused, and leaves nothing in the keeper's log", async (_, body) => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    expect(await sayWithToken(() => Response.json(body))).toEqual({
      errors: { turnstile_token: NOT_PASSED },
      status: 422,
    });
    expect(log).not.toHaveBeenCalled();
  });

  test("that is too long is refused without asking anybody", async () => {
    const { asked, fetcher } = siteverify(() => Response.json(PASSED));
    const allowed = answers({ token: newRef().padEnd(2048, "x") });
    expect(await checkBot(worldAt(), requestFrom(), allowed, "sign-up", fetcher)).toBeNull();
    const long = answers({ token: "x".repeat(2049) });
    expect(await checkBot(worldAt(), requestFrom(), long, "sign-up", fetcher)).toMatchObject({
      errors: { turnstile_token: NOT_PASSED },
    });
    expect(asked).toHaveLength(1);
  });

  test.each<[string, () => Response | Promise<Response>]>([
    ["is down", () => Promise.reject(new TypeError("connection refused"))],
    ["fails", () => new Response("Bad gateway", { status: 502 })],
    ["fails in JSON", () => Response.json(PASSED, { status: 500 })],
    ["speaks no JSON", () => new Response("<html>success: true</html>")],
    ["says nothing", () => Response.json(null)],
    ["says something else", () => Response.json(["success"])],
    ["leads elsewhere", () => new Response(null, { status: 302, headers: { Location: "https://evil.example/" } })],
    ["does not know the secret", () => Response.json({ success: false, "error-codes": ["invalid-input-secret"] })],
  ])("is refused when siteverify %s, and the keeper's log says so", async (_, answer) => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    expect(await sayWithToken(answer)).toEqual({ errors: { turnstile_token: NOT_REACHED }, status: 422 });
    expect(log).toHaveBeenCalledOnce();
    expect(String(log.mock.calls[0])).not.toContain("a token");
  });

  test("is refused when siteverify takes longer than 5 s", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const patience = vi.spyOn(AbortSignal, "timeout").mockImplementation(() => AbortSignal.abort());
    const never: typeof fetch = (_, init) =>
      new Promise((_resolve, refuse) => {
        if (init?.signal?.aborted) refuse(init.signal.reason);
      });
    const said = await checkBot(worldAt(), requestFrom(), answers({ token: "a token" }), "sign-up", never);
    expect(said).toEqual({ errors: { turnstile_token: NOT_REACHED }, status: 422 });
    expect(patience).toHaveBeenCalledWith(5000);
  });
});

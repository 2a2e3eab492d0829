import { and, eq, like } from "drizzle-orm";
import { afterEach, describe, expect, test, vi } from "vitest";
import { checkBot } from "~/account/bot-check/bot-check.server";
import type { BotAnswers } from "~/account/bot-check/form";
import { askQuestion } from "~/account/bot-check/question.server";
import { answerIn, KINDS, newQuestion } from "~/account/bot-check/worded-questions.server";
import { codes } from "~/account/table.server";
import { newRef } from "~/platform/db/columns.server";
import { rateCounters } from "~/platform/db/rate-counters.server";
import { hashOf } from "~/platform/db/tokens";
import { answerOfQuestion } from "../../support/answer-to";
import { answeredQuestion, ownNetwork } from "../../support/bot-check";
import { db, NOW, recordingJobs, SITE, vault } from "../../support/harness";

const MINUTE = 60_000;
const PASSED = { success: true, "error-codes": [], hostname: "daybook.test", action: "sign-up" };
const NOT_PASSED = "We could not check that you are a person. Answer this question instead";
const NOT_REACHED = "The check that you are a person is not available at the moment. Answer this question instead";

afterEach(() => vi.restoreAllMocks());

function worldAt(now = NOW) {
  return { db, vault, site: SITE, jobs: recordingJobs(), now };
}

function answers(more: Partial<BotAnswers>): BotAnswers {
  return { token: "", question: "", question_answer: "", fingerprint: newRef(), ...more };
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

function sayWithToken(answer: () => Response | Promise<Response>, more: Partial<BotAnswers> = {}) {
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
    const say = (given: BotAnswers) => checkBot(worldAt(), requestFrom(), given, "sign-up", fetcher);
    expect(await Promise.all([say(sent), say(sent), say(sent)])).toEqual([null, null, null]);
    const used = "That check was used before. Answer this question instead";
    expect(await say(sent)).toEqual({ errors: { question_answer: used }, status: 422 });
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
  ])("%s is refused, and leaves the question and nothing in the keeper's log", async (_, body) => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    expect(await sayWithToken(() => Response.json(body))).toEqual({
      errors: { question_answer: NOT_PASSED },
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
      errors: { question_answer: NOT_PASSED },
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
    expect(await sayWithToken(answer)).toEqual({ errors: { question_answer: NOT_REACHED }, status: 422 });
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
    expect(said).toEqual({ errors: { question_answer: NOT_REACHED }, status: 422 });
    expect(patience).toHaveBeenCalledWith(5000);
  });
});

describe("a question", () => {
  const right = async (action: "sign-up" | "forgot-password" = "sign-up", now = NOW) =>
    answers(await answeredQuestion(action, now));
  const say = (given: BotAnswers, now = NOW, request = requestFrom()) =>
    checkBot(worldAt(now), request, given, "sign-up", () => Promise.reject(new Error("nobody is to be asked")));

  test("has one answer, which is not in what the page carries", async () => {
    for (let n = 0; n < 400; n += 1) {
      const { words, answer } = newQuestion();
      expect([words, answerIn(answerOfQuestion(words))]).toEqual([words, answer]);
      expect(words).toMatch(/^[A-Z\d][^{}]+\?$/);
    }
    for (let n = 0; n < 20; n += 1) {
      const { signed } = await askQuestion(vault, "sign-up", NOW);
      expect(signed).toMatch(/^[\w-]{22} \d+ 1\.[\w-]{43}$/);
    }
  });

  test("falls to no program of three lines: neither to its numbers nor to all of its words", async () => {
    const numbers = "zero one two three four five six seven eight nine ten".split(" ");
    let fell = 0;
    for (let n = 0; n < 400; n += 1) {
      const { words, answer } = newQuestion();
      const found = (words.toLowerCase().match(/\d+|[a-z]+/g) ?? []).map((word) => numbers.indexOf(word));
      const [one = 0, other = 0] = found.filter((each) => each >= 0);
      if (String(one + other) === answer) fell += 1;
      expect(answerIn(words)).toBeNull();
    }
    // The sums alone, and of those the half that adds.
    expect(fell / 400).toBeLessThan(0.35);
    expect(new Set(Object.values(KINDS).flat()).size).toBe(Object.values(KINDS).flat().length);
  });

  test("answered rightly lets through", async () => {
    expect(await say(await right())).toBeNull();
  });

  test.each([
    ["11", "11"],
    [" 011. ", "11"],
    ["Eleven", "11"],
    ["It is eleven!", "11"],
    ["zero", "0"],
    ["On Friday.", "friday"],
    ["It's a violin", "violin"],
    ["", null],
    ["the", null],
    ["11 or 12", null],
    ["seven plus four", null],
    ["green blue red", null],
    ["-11", "11"],
  ])("is answered with %j as %j", (typed, answer) => {
    expect(answerIn(typed)).toBe(answer);
  });

  test("is over at the first answer, be it wrong", async () => {
    const given = await right();
    const wrong = { ...given, question_answer: String(Number(given.question_answer) + 1) };
    const refused = "That is not the answer to the question. Answer this one, with one word or number";
    expect(await say(wrong)).toEqual({ errors: { question_answer: refused }, status: 422 });
    const used = {
      errors: { question_answer: "That question has already been answered. Answer this one" },
      status: 422,
    };
    expect(await say(given)).toEqual(used);
    expect(await say(wrong)).toEqual(used);
  });

  test("lets the very same form through again, and no other answers with it", async () => {
    const given = await right();
    const both = await Promise.all([say(given), say(given)]);
    expect([...both, await say(given)]).toEqual([null, null, null]);
    expect(await say({ ...given, fingerprint: "of other answers" })).toMatchObject({ status: 422 });
  });

  test("counts for ten minutes", async () => {
    expect(await say(await right(), NOW + 10 * MINUTE - 1)).toBeNull();
    expect(await say(await right(), NOW + 10 * MINUTE)).toEqual({
      errors: { question_answer: "That question has expired. Answer this one within 10 minutes" },
      status: 422,
    });
  });

  test("is known for as long as it counts, so that none is answered twice", async () => {
    const given = await right();
    await say(given, NOW + MINUTE);
    const [row] = await db
      .select()
      .from(codes)
      .where(and(eq(codes.kind, "question"), eq(codes.hash, await hashOf(given.question.split(" ")[0] ?? ""))));
    expect(row?.expires_at).toBeGreaterThanOrEqual(NOW + 10 * MINUTE);
  });

  test.each<[string, (question: string) => string]>([
    ["with a later end", (question) => question.replace(/ \d+ /, ` ${NOW + 99 * MINUTE} `)],
    ["with another name", (question) => question.replace(/^[\w-]{22}/, newRef())],
    ["with a signature made up", (question) => question.replace(/[\w-]{43}$/, "A".repeat(43))],
    ["without a signature", (question) => question.replace(/ [^ ]+$/, "")],
    ["with no end", (question) => question.replace(/ \d+ /, " never ")],
    ["that is none", () => "question"],
  ])("%s is refused", async (_, forge) => {
    const given = await right();
    expect(await say({ ...given, question: forge(given.question) })).toMatchObject({ status: 422 });
  });

  test("of another form is refused", async () => {
    expect(await say(await right("forgot-password"))).toMatchObject({ status: 422 });
  });

  test("is answered five times an hour from one network, right or wrong, for each kind of form", async () => {
    const network = ownNetwork();
    const say5 = () => right().then((given) => say(given, NOW, requestFrom(network)));
    for (let n = 0; n < 5; n += 1) expect(await say5()).toBeNull();
    const sixth = await right();
    expect(await say(sixth, NOW, requestFrom(network))).toEqual({
      errors: {
        question_answer:
          "Too many people on your network have tried this. Wait an hour, or use a browser with JavaScript turned on",
      },
      status: 429,
    });
    expect(await say(sixth, NOW, requestFrom())).toBeNull();
    const forgot = await right("forgot-password");
    expect(await checkBot(worldAt(), requestFrom(network), forgot, "forgot-password")).toBeNull();
    const later = await right("sign-up", NOW + 60 * MINUTE);
    expect(await say(later, NOW + 60 * MINUTE, requestFrom(network))).toBeNull();
  });

  test("keeps no address of anybody's", async () => {
    await say(await right(), NOW, requestFrom({ "CF-Connecting-IP": "192.0.2.99" }));
    expect(await db.select().from(rateCounters).where(like(rateCounters.key, "%192.0.2%"))).toEqual([]);
  });
});

import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { issueToken, siteverify } from "~/dev/turnstile.server";
import { action, loader } from "~/routes/dev/turnstile";
import { call, NOW, SITE } from "../support/harness";

const SITE_KEY = SITE.turnstile.siteKey;
const SECRET = SITE.turnstile.secret;
const PASSES = "1x0000000000000000000000000000000AA";
const DUMMY_TOKEN = "XXXX.DUMMY.TOKEN.XXXX";

const standAt = (now = NOW) => ({ store: env.FORMS, site: SITE, now });

async function tokenFor(action: string, sitekey = SITE_KEY) {
  const asked = new URLSearchParams({ sitekey, action, cdata: "some data" });
  return (await issueToken(standAt(), asked, "daybook.test"))?.token ?? "";
}

function post(part: string, body: BodyInit, type?: string) {
  const headers: Record<string, string> = type ? { "Content-Type": type } : {};
  const request = new Request(`http://daybook.test/dev/turnstile/v0/${part}`, { method: "POST", body, headers });
  return call<Record<string, unknown>>(action, request, { user: null, params: { part: "v0", "*": part } });
}

describe("the stand-in for siteverify", () => {
  test("passes a token once, with what it is bound to", async () => {
    const response = await tokenFor("sign-up");
    const form = () => new URLSearchParams({ secret: SECRET, response });
    expect((await post("siteverify", form())).data).toEqual({
      success: true,
      "error-codes": [],
      challenge_ts: "2026-11-21T12:00:00.000Z",
      hostname: "daybook.test",
      action: "sign-up",
      cdata: "some data",
    });
    expect((await post("siteverify", form())).data).toEqual({
      success: false,
      "error-codes": ["timeout-or-duplicate"],
    });
  });

  test("answers one idempotency key alike, be it asked in JSON", async () => {
    const asked = { secret: SECRET, response: await tokenFor("sign-up"), idempotency_key: crypto.randomUUID() };
    const ask = (body: object) => post("siteverify", JSON.stringify(body), "application/json");
    for (const _again of [1, 2]) expect((await ask(asked)).data).toMatchObject({ success: true });
    const other = { ...asked, idempotency_key: crypto.randomUUID() };
    expect((await ask(other)).data).toMatchObject({ "error-codes": ["timeout-or-duplicate"] });
  });

  test("takes a token for 300 s", async () => {
    const [one, other] = [await tokenFor("sign-up"), await tokenFor("sign-up")];
    expect(await siteverify(standAt(NOW + 299_999), { secret: SECRET, response: one })).toMatchObject({
      success: true,
    });
    expect(await siteverify(standAt(NOW + 300_000), { secret: SECRET, response: other })).toMatchObject({
      "error-codes": ["timeout-or-duplicate"],
    });
  });

  test.each([
    ["missing-input-secret", {}],
    ["missing-input-response", { secret: SECRET }],
    ["invalid-input-secret", { secret: "another", response: "x" }],
    ["invalid-input-response", { secret: SECRET, response: "made up" }],
    ["invalid-input-response", { secret: SECRET, response: DUMMY_TOKEN }],
    ["invalid-input-response", { secret: "2x0000000000000000000000000000000AA", response: DUMMY_TOKEN }],
    ["timeout-or-duplicate", { secret: "3x0000000000000000000000000000000AA", response: DUMMY_TOKEN }],
  ])("says %s of %o", async (code, asked) => {
    expect(await siteverify(standAt(), asked)).toEqual({ success: false, "error-codes": [code] });
  });

  test("passes anything for the dummy secret that always passes", async () => {
    expect(await siteverify(standAt(), { secret: PASSES, response: DUMMY_TOKEN })).toMatchObject({ success: true });
  });

  test("says bad-request to what is neither form nor JSON", async () => {
    expect((await post("siteverify", "{", "application/json")).data).toMatchObject({ "error-codes": ["bad-request"] });
    expect((await post("siteverify", "x", "text/plain")).data).toMatchObject({ "error-codes": ["bad-request"] });
  });
});

test("the stand-in gives tokens to our own site key, and Cloudflare's dummy to dummy keys", async () => {
  expect(await tokenFor("sign-up")).toMatch(/^local\./);
  expect(await tokenFor("sign-up", "another key")).toBe("");
  for (const key of ["1x00000000000000000000AA", "3x00000000000000000000FF"]) {
    expect(await tokenFor("sign-up", key)).toBe(DUMMY_TOKEN);
  }
});

test("the stand-in serves its script, and nothing else", async () => {
  const get = (part: string) =>
    call<string>(loader, new Request("http://daybook.test/"), { user: null, params: { part: "v0", "*": part } });
  const script = await get("api.js");
  expect(script.headers.get("Content-Type")).toContain("javascript");
  expect(script.data).toContain("window.turnstile =");
  expect((await get("else")).status).toBe(404);
  expect((await post("else", new URLSearchParams())).status).toBe(404);
});

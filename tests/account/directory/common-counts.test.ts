import { and, eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import type { BotAnswers } from "~/account/bot-check/form";
import { checkAnswer } from "~/account/bot-check/question.server";
import { passkeyRequestOptions } from "~/account/factors/passkeys/passkey-login.server";
import { logIn } from "~/account/login/log-in.server";
import { networkTriesKey } from "~/account/login/login-tries.server";
import { newResetCookie, openResetCookie } from "~/account/passwords/reset-requests.server";
import { openSignUpLink } from "~/account/sign-up/sign-up-link.server";
import { challenges } from "~/account/table.server";
import type { AppContext } from "~/platform/context";
import { newRef } from "~/platform/db/columns.server";
import { rateCounters } from "~/platform/db/rate-counters.server";
import { answeredQuestion, ownNetwork } from "../../support/bot-check";
import { hangingDatabase, watchTimeLimits } from "../../support/faults";
import { db, farDb, NOW, OTHER_DATABASES, recordingJobs, SITE, vault } from "../../support/harness";
import { makeMember, PASSWORD } from "../../support/members";

// What strangers spend is counted once, whatever region they ask about.

function contextOf(database: typeof db): AppContext {
  return { ...OTHER_DATABASES, db: database, vault, jobs: recordingJobs(), site: SITE, now: NOW };
}

function request(headers = ownNetwork()) {
  return new Request("http://daybook.test/signup/", { method: "POST", headers });
}

test("a question that was answered for one region is used up in every other", async () => {
  const given = { token: "", ...(await answeredQuestion("sign-up", NOW)) };
  const answer = (database: typeof db) =>
    checkAnswer(contextOf(database), request(), { ...given, fingerprint: newRef() }, "sign-up");
  expect([await answer(farDb), await answer(db), await answer(farDb)]).toEqual(["right", "used", "used"]);
});

test("a network has as many questions over all regions as in one", async () => {
  const headers = ownNetwork();
  const verdicts: string[] = [];
  for (let at = 0; at < 6; at += 1) {
    const given = { token: "", ...(await answeredQuestion("sign-up", NOW)), fingerprint: newRef() };
    verdicts.push(await checkAnswer(contextOf(at % 2 ? db : farDb), request(headers), given, "sign-up"));
  }
  expect(verdicts).toEqual(["right", "right", "right", "right", "right", "too-many"]);
});

test("wrong passwords of a network are counted once over all regions, and tell nothing of where a name is", async () => {
  const headers = ownNetwork();
  const networkKey = await networkTriesKey(vault, request(headers));
  const counted = async (database: typeof db) => {
    const [row] = await database.select().from(rateCounters).where(eq(rateCounters.key, networkKey));
    return row?.n ?? 0;
  };
  for (const database of [farDb, db, farDb]) {
    const wrong = { username: newRef(), password: "three wrong words", remember: false };
    expect(await logIn(contextOf(database), request(headers), wrong)).toMatchObject({ is: "refused" });
  }
  expect([await counted(db), await counted(farDb)]).toEqual([3, 0]);
});

test.each([
  ["gives errors", () => Promise.reject(new Error("away"))],
  ["never answers", () => new Promise<never>(() => {})],
])("while the default region %s, who passes the check logs in to another one", async (_what, answer) => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const verdict = { success: true, hostname: "daybook.test", action: "login" };
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json(verdict));
  const { username } = await makeMember();
  const app = { ...contextOf(db), commonDb: hangingDatabase(farDb, answer) };
  const limits = watchTimeLimits();
  const logInWith = (bot: BotAnswers | null) =>
    logIn(app, request(), { username, password: PASSWORD, remember: false }, { browser: null, bot, limitMs: 20 });
  expect(await logInWith(null)).toMatchObject({ is: "held", status: 429 });
  const passed = { token: newRef(), question: "", question_answer: "", fingerprint: newRef() };
  expect(await logInWith(passed)).toMatchObject({ is: "in" });
  expect(limits.setMs).toContain(20);
});

test("the cookie of a forgotten password has the same length for every region", async () => {
  const lengths = ["eu", "oc", "northern"].map(async (region) => {
    const { cookie } = await newResetCookie(vault, request(), "somebody@example.com", { region });
    const back = new Request("http://daybook.test/", { headers: { Cookie: cookie.split(";")[0] ?? "" } });
    expect(await openResetCookie(vault, back)).toMatchObject({ region, address: "somebody@example.com" });
    return cookie.length;
  });
  expect(new Set(await Promise.all(lengths)).size).toBe(1);
});

test("a passkey is asked for before its user is known, so the challenge lies in the default region", async () => {
  const asked = await passkeyRequestOptions(contextOf(farDb), request());
  const isIt = and(eq(challenges.kind, "passkey_login"), eq(challenges.payload, asked?.options.challenge ?? ""));
  expect([await db.$count(challenges, isIt), await farDb.$count(challenges, isIt)]).toEqual([1, 0]);
});

test("a link to go on with a sign-up opens in its own region alone, whatever it begins with", async () => {
  const link = { region: "oc", first_name: "A", last_name: "B", email: "a@example.com", username: "abc" };
  const text = JSON.stringify({ ...link, idempotency_key: newRef(), expires_at: NOW + 1 });
  const bytes = (await vault.encrypt("", "sign-up-link", text)) as Uint8Array;
  const encrypted = btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
  expect(await openSignUpLink(contextOf(farDb), `oc-${encrypted}`)).toMatchObject({ username: "abc" });
  expect(await openSignUpLink(contextOf(db), `eu-${encrypted}`)).toBeNull();
});

import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { checkAnswer } from "~/account/bot-check/question.server";
import { passkeyRequestOptions } from "~/account/factors/passkeys/passkey-login.server";
import { openSignUpLink } from "~/account/sign-up/sign-up-link.server";
import { challenges } from "~/account/table.server";
import type { AppContext } from "~/platform/context";
import { newRef } from "~/platform/db/columns.server";
import { answeredQuestion, ownNetwork } from "../../support/bot-check";
import { db, farDb, NOW, OTHER_DATABASES, recordingJobs, SITE, vault } from "../../support/harness";

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

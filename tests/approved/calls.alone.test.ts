import { beforeAll, expect, test } from "vitest";
import { missingCsrf } from "~/platform/http/csrf.server";
import { makeDiariesAnew, type RouteFunction, routes } from "../support/form-worlds";
import { call, vault } from "../support/harness";
import { type ValidForm, validForms } from "../support/valid-forms";
import { type Answers, answersAsText } from "./answers";
import { openOutcomes } from "./outcomes";
import { drawnBy } from "./worlds";

beforeAll(() => drawnBy("diaries", makeDiariesAnew));

/** Calls of an app beside the form that asks for the same. */
const CALLS: Record<string, string> = {
  "api/delete-all-data": "account/delete-account.tsx",
  "api/email/change": "email/email-change.tsx",
  "api/email/resend-verification": "email/email.tsx",
  "api/email/verify": "email/verify-email.tsx",
  "api/login": "login.tsx",
  "api/password/forgotten": "password/forgot.tsx",
  "api/password/verify": "password/forgot.tsx",
  "api/sign-up": "signup.tsx",
  "api/twofactorlogin": "twofactor.tsx",
};

/** What is sent over the answers of the form; and whether anybody may try again this minute. */
const BODIES: [title: string, change: (own: object) => object, bursts?: () => Promise<boolean>][] = [
  ["accepted", (own) => own],
  ["without answers", () => ({})],
  ["with a wrong password and a wrong code", (own) => ({ ...own, password: "wrong", twoFactorCode: "000000" })],
  ["with a filled decoy", (own) => ({ ...own, location: "London" })],
  ["too often", (own) => own, async () => false],
];

/** Ticks of a form are true in a call. */
function asJson(fields: Record<string, string | string[]>): object {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value === "on" ? true : value]));
}

/** The request that an app sends, with the token of its cookie. */
async function requestOf(cookies: string | undefined, body: object): Promise<Request> {
  const url = "http://daybook.test/api/";
  const visitor = new Request(url, { headers: cookies ? { Cookie: cookies } : {} });
  const token = (await missingCsrf(visitor, vault))?.split(";")[0] ?? "";
  const headers = {
    ...{ "Content-Type": "application/json", "X-CSRFToken": token.slice(token.indexOf("=") + 1) },
    Cookie: [cookies, token].filter(Boolean).join("; "),
  };
  return new Request(url, { method: "POST", body: JSON.stringify(body), headers });
}

async function outcomesOfCall(path: string, like: string): Promise<string> {
  const form = validForms[like] as ValidForm;
  const { action } = routes.find((each) => each.path === `${path}.ts`)?.route ?? {};
  const { fields, outcomeOf } = await openOutcomes(form);
  const outcomes: Answers = [];
  for (const [title, change, bursts] of BODIES) {
    const { said } = await outcomeOf(async ({ mine, headers }, database) => {
      const user = form.by === "visitor" ? null : mine.user;
      const ask = { user, params: mine.params, database, hasLogin: true, ...(bursts ? { bursts } : {}) };
      return call(action as RouteFunction, await requestOf(headers.Cookie, change(asJson(fields))), ask);
    });
    outcomes.push([title, said]);
  }
  return answersAsText(outcomes);
}

test.for(Object.entries(CALLS))("%s answers and writes what was approved", async ([path, like], { task }) => {
  const outcomes = await drawnBy(task.name, () => outcomesOfCall(path, like));
  await expect(outcomes).toMatchFileSnapshot(`calls/${path.replace("api/", "")}.txt`);
});

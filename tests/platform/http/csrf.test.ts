import { expect, test } from "vitest";
import { missingCsrf, renewCsrf, requireCsrf, requirePost } from "~/platform/http/csrf.server";
import * as usercheck from "~/routes/api/usercheck";
import { contextOf, load, makeUser, signInAs, vault } from "../../support/harness";
import { send } from "../../support/passkeys";

const ADDRESS = "http://daybook.test/api/auth/login_with_passkey/";

/** The value of a token for who carries these cookies. */
async function tokenFor(cookies: string): Promise<string> {
  const cookie = await missingCsrf(new Request(ADDRESS, { headers: { Cookie: cookies } }), vault);
  return /^csrftoken=([^;]+)/.exec(cookie ?? "")?.[1] ?? "";
}

/** The status that a call is refused with; 200 when it is let through. */
async function statusOf(cookie: string, header: string | null): Promise<number> {
  const headers = new Headers({ Cookie: cookie });
  if (header !== null) headers.set("X-CSRFToken", header);
  try {
    await requireCsrf(new Request(ADDRESS, { method: "POST", headers }), vault);
    return 200;
  } catch (refused) {
    return (refused as Response).status;
  }
}

test("a visitor's call goes through with the token of the cookie as header", async () => {
  const token = await tokenFor("");
  expect(await statusOf(`csrftoken=${token}`, token)).toBe(200);
});

test("a call of somebody signed in goes through with a token of this very login", async () => {
  const user = await makeUser();
  const login = await signInAs(user.unique_ref);
  const token = await tokenFor(login);
  expect(await statusOf(`${login}; csrftoken=${token}`, token)).toBe(200);
});

test("a call is refused whose token is missing, forged, another's, in the cookie only or in the header only", async () => {
  const user = await makeUser();
  const [login, other] = [await signInAs(user.unique_ref), await signInAs(user.unique_ref)];
  const [token, others, visitors] = [await tokenFor(login), await tokenFor(other), await tokenFor("")];
  const signature = token.slice(token.indexOf("."));
  const forged = `${"A".repeat(43)}${signature}`;
  const tries: [string, string | null][] = [
    [login, null],
    [`${login}; csrftoken=`, ""],
    [`${login}; csrftoken=${token}`, null],
    [login, token],
    [`${login}; csrftoken=${token}`, `${token}x`],
    [`${login}; csrftoken=${forged}`, forged],
    [`${login}; csrftoken=plain`, "plain"],
    [`${login}; csrftoken=a.1.b`, "a.1.b"],
    [`${login}; csrftoken=${others}`, others],
    [`${login}; csrftoken=${visitors}`, visitors],
    // A token from before the login, or from after it ended.
    [`csrftoken=${token}`, token],
  ];
  for (const [cookie, header] of tries) expect([cookie, await statusOf(cookie, header)]).toEqual([cookie, 403]);
});

test("a call that changes something is a POST, even with its token", async () => {
  const token = await tokenFor("");
  const headers = { Cookie: `csrftoken=${token}`, "X-CSRFToken": token };
  const call = (method: string) => requirePost(new Request(ADDRESS, { method, headers }), vault);
  await expect(call("POST")).resolves.toBeUndefined();
  const refused = (await call("PUT").catch((thrown: unknown) => thrown)) as Response;
  expect([refused.status, refused.headers.get("Allow")]).toEqual([405, "POST"]);
});

test("a refusal is JSON, comes before anything is read, and leaves no login", async () => {
  const answer = await send({}, "passkey=x; csrftoken=forged");
  expect(answer).toMatchObject({ status: 403, data: { errors: { "": [expect.stringContaining("X-CSRFToken")] } } });
  expect(answer.headers.get("Set-Cookie")).toBeNull();
});

test("usercheck keeps a token that holds, and replaces one that does not", async () => {
  const token = await tokenFor("");
  const again = new Request("http://daybook.test/", { headers: { Cookie: `csrftoken=${token}` } });
  expect(await missingCsrf(again, vault)).toBeNull();
  const stale = new Request("http://daybook.test/", {
    headers: { Cookie: `login=${"A".repeat(43)}; csrftoken=${token}` },
  });
  expect(await missingCsrf(stale, vault)).toMatch(/^csrftoken=/);
  expect((await load(usercheck.loader, { user: null })).headers.get("Set-Cookie")).toMatch(/^csrftoken=/);
});

test("the token is readable by script, and over https sent over https alone", async () => {
  expect(await missingCsrf(new Request("https://daybook.test/"), vault)).toMatch(
    /^__Host-csrftoken=[\w.-]+; Path=\/; SameSite=Lax; Secure$/,
  );
  // A neighbour under the same domain could set a cookie without the prefix.
  const token = (await missingCsrf(new Request("https://daybook.test/"), vault))?.split(/[=;]/)[1];
  const again = (name: string) => new Request("https://daybook.test/", { headers: { Cookie: `${name}=${token}` } });
  expect(await missingCsrf(again("__Host-csrftoken"), vault)).toBeNull();
  expect(await missingCsrf(again("csrftoken"), vault)).not.toBeNull();
});

test("an answer that begins, renews or ends a login brings a token for what is now, and no other answer does", async () => {
  const context = contextOf(null);
  const request = new Request(ADDRESS);
  const after = async (headers: HeadersInit) => {
    const response = await renewCsrf({ request, context }, async () => new Response(null, { headers }));
    return response.headers.getSetCookie().filter((cookie) => cookie.startsWith("csrftoken="));
  };
  expect(await after({})).toEqual([]);
  expect(await after({ "Set-Cookie": "flash=x; Path=/" })).toEqual([]);

  const begun = await signInAs((await makeUser()).unique_ref);
  const [token = ""] = (await after({ "Set-Cookie": `${begun}; Path=/` })).map(
    (cookie) => cookie.split(/[=;]/)[1] ?? "",
  );
  expect(await statusOf(`${begun}; csrftoken=${token}`, token)).toBe(200);
  const [last = ""] = (await after({ "Set-Cookie": "login=; Max-Age=0" })).map(
    (cookie) => cookie.split(/[=;]/)[1] ?? "",
  );
  expect(await statusOf(`csrftoken=${last}`, last)).toBe(200);
});

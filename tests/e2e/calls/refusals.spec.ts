import { expect, test } from "@playwright/test";
import { Client, newMember, newVisitor } from "./client";

/** Every call of the specification (section 7) that changes something, and who may make it. */
const POSTS = [
  { path: "/api/login/", from: 0 },
  { path: "/api/auth/login_with_passkey/", from: 0 },
  { path: "/api/twofactorlogin/", from: 0 },
  { path: "/api/sign_up/", from: 0 },
  { path: "/api/delete_all_data/", from: 1 },
  { path: "/api/password/forgotten/", from: 0 },
  { path: "/api/password/verify/", from: 0 },
  { path: "/api/email/change/", from: 1 },
  { path: "/api/email/resend-verification/", from: 1, empty: true },
  { path: `/api/email/verify/${"A".repeat(43)}/`, from: 0, empty: true },
  // Notes may be long.
  { path: "/api/session_diary/", from: 3, most: 1_048_576 },
];
const GETS = [
  { path: "/api/usercheck/", from: 0 },
  { path: "/api/logout/", from: 0 },
  { path: "/api/twofactorcheck/", from: 0 },
  { path: "/api/auth/get_authentication_options/", from: 0 },
  { path: "/api/profiledata/", from: 1 },
  { path: "/api/email/verifications/", from: 1 },
];

const WORDS = { errors: { "": [expect.stringMatching(/\w{3}/)] } };

for (const { path, from, empty, most = 65_536 } of POSTS) {
  test(`${path} takes POST alone, with its token, from Daybook alone`, async () => {
    const { client } = await newMember();
    const asked = await client.get(path);
    expect([asked.status, asked.headers.get("Allow"), asked.body]).toEqual([405, "POST", WORDS]);
    for (const headers of [{ "X-CSRFToken": "" }, { "X-CSRFToken": "forged" }]) {
      expect(await client.post(path, {}, { headers })).toMatchObject({ status: 403, body: WORDS });
    }
    const visitors = (await newVisitor()).cookie("csrftoken") as string;
    const stolen = { headers: { "X-CSRFToken": visitors } };
    expect(await client.post(path, {}, stolen)).toMatchObject({ status: 403, body: WORDS });
    const foreign = { headers: { Origin: "https://evil.example" } };
    expect(await client.post(path, {}, foreign)).toMatchObject({ status: 403, body: WORDS });
    const put = await client.post(path, {}, { method: "PUT" });
    expect([put.status, put.headers.get("Allow"), put.body]).toEqual([405, "POST", WORDS]);
    expect((await client.get("/api/usercheck/")).body).toEqual({ userLevel: 9, partner: null });
  });

  if (from > 0) {
    test(`${path} is for level ${from} and above`, async () => {
      expect(await (await newVisitor()).post(path)).toMatchObject({ status: 403, body: WORDS });
      if (from === 1) return;
      expect(await (await newMember(from - 1)).client.post(path)).toMatchObject({ status: 403, body: WORDS });
      expect((await (await newMember(from)).client.post(path)).status).toBe(422);
    });
  }

  if (!empty) {
    test(`${path} takes JSON that is an object, and not too much of it`, async () => {
      const client = from > 0 ? (await newMember()).client : await newVisitor();
      const answers = [
        await client.post(path, {}, { raw: "a=1", type: "application/x-www-form-urlencoded" }),
        await client.post(path, {}, { raw: "{}", type: "text/plain" }),
        await client.post(path, {}, { raw: `{"password":"${"x".repeat(most)}"}` }),
        await client.post(path, {}, { raw: '{"password":' }),
        await client.post(path, {}, { raw: "" }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([415, 415, 413, 400, 400]);
      for (const { body } of answers) expect(body).toEqual(WORDS);
      for (const body of [[], [[[]]], "text", 5, null, true]) {
        expect([body, (await client.post(path, body)).status]).toEqual([body, 422]);
      }
    });

    test(`${path} answers whatever is sent in words`, async () => {
      const client = from > 0 ? (await newMember()).client : await newVisitor();
      const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
      const odd: unknown[] = [
        "💥\u202e",
        -1,
        1e308,
        true,
        null,
        {},
        [],
        ["x"],
        [{ id: {} }],
        { toString: 1 },
        "x".repeat(9000),
      ];
      const names = [
        "username",
        "password",
        "twoFactorCode",
        "email",
        "code",
        "action",
        "new_email",
        "idempotency_key",
      ];
      for (const value of odd) {
        const { status } = await client.post(path, Object.fromEntries(names.map((name) => [name, value])));
        expect([value, status >= 400 && status < 500]).toEqual([value, true]);
      }
      for (const raw of [
        `{"email":${deep},"form_data":${deep},"password":${deep}}`,
        '{"__proto__":{"level":10},"constructor":{"prototype":{"level":10}}}',
        '{"username":"\\ud800","email":"\\u0000@example.com","action":"\\u0000"}',
      ]) {
        const { status } = await client.post(path, {}, { raw });
        expect([raw.slice(0, 30), status >= 400 && status < 500]).toEqual([raw.slice(0, 30), true]);
      }
    });
  }
}

for (const { path, from } of GETS) {
  test(`${path} takes GET alone`, async () => {
    const { client } = await newMember();
    const sent = await client.post(path);
    expect([sent.status, sent.headers.get("Allow"), sent.body]).toEqual([405, "GET", WORDS]);
  });

  if (from > 0) {
    test(`${path} is for who is signed in`, async () => {
      expect(await new Client().get(path)).toMatchObject({ status: 403, body: WORDS });
      expect((await (await newMember(1)).client.get(path)).status).toBe(200);
    });
  }
}

test("a call that nobody knows is not there", async () => {
  const { client } = await newMember();
  for (const path of ["/api/no_such_call/", "/api/", "/api/login/more/", "/api/email/verify/"]) {
    expect([path, await client.get(path)]).toMatchObject([path, { status: 404, body: WORDS }]);
    for (const method of ["POST", "DELETE"]) {
      expect([path, await client.post(path, {}, { method })]).toMatchObject([path, { status: 404, body: WORDS }]);
    }
  }
});

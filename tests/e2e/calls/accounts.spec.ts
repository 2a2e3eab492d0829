import { expect, test } from "@playwright/test";
import { withinOneWindow } from "../limit-windows";
import { botToken, Client, codeNow, FORGED_TOKEN, mailTo, newMember, newVisitor, PASSWORD, SECRET } from "./client";

const CHECK_DETAILS = "Please check the details you have entered";
const CHECK_PASSWORD = "Please check your password and try again";

const levelOf = async (client: Client) => (await client.get("/api/usercheck/")).body.userLevel;

test("usercheck tells a visitor from somebody signed in, and gives each a token", async () => {
  const visitor = new Client();
  expect((await visitor.get("/api/usercheck/")).body).toEqual({ userLevel: 0, partner: null });
  expect(visitor.cookie("csrftoken")).toBeTruthy();
  for (const level of [1, 5, 9]) expect(await levelOf((await newMember(level)).client)).toBe(level);
});

test("login takes the right password, remembers if told so, and says one thing to everything wrong", async () => {
  const { username } = await newMember(5);
  const client = await newVisitor();
  const before = client.cookie("csrftoken");
  for (const wrong of [
    { username, password: "wrong" },
    { username: "nobody-at-all", password: PASSWORD },
    { username, password: [PASSWORD] },
    {},
  ]) {
    const answer = await client.post("/api/login/", wrong);
    expect([answer.status, answer.body]).toEqual([401, { errors: { "": [CHECK_DETAILS] } }]);
  }
  const odd = await client.post("/api/login/", { username, password: PASSWORD, remember: "false" });
  expect([odd.status, odd.body]).toEqual([422, { errors: { remember: ["Send true or false"] } }]);
  const answer = await client.post("/api/login/", { username, password: PASSWORD, remember: true });
  expect([answer.status, answer.body]).toEqual([200, { userLevel: 5, partner: null }]);
  expect(answer.headers.getSetCookie().some((cookie) => /Max-Age=2592000/.test(cookie))).toBe(true);
  // The token is bound to the login, and comes with it.
  expect(client.cookie("csrftoken")).not.toBe(before);
  expect(await levelOf(client)).toBe(5);
});

test("whoever logs in while signed in leaves no other login behind, not even while a code is owed", async () => {
  for (const { more, level } of [
    { more: {}, level: 5 },
    { more: { totp: SECRET }, level: 0 },
  ]) {
    const { client } = await newMember(9);
    const before = { headers: { Cookie: `login=${client.cookie("login")}` } };
    const { username } = await newMember(5, more as Record<string, string>);
    const begun = await client.post("/api/login/", { username, password: PASSWORD });
    expect([begun.status, begun.body.userLevel, await levelOf(client)]).toEqual([200, level, level]);
    expect((await new Client().get("/api/usercheck/", before)).body.userLevel).toBe(0);
    // What came with the answer goes on: a code, or another login.
    const next = await client.post("/api/twofactorlogin/", { twoFactorCode: level === 0 ? await codeNow() : "000000" });
    expect(next.status).toBe(level === 0 ? 200 : 403);
  }
});

test("login says when there were too many tries", async () => {
  await withinOneWindow();
  const { username } = await newMember();
  const client = await newVisitor();
  for (let tries = 0; tries < 10; tries += 1) await client.post("/api/login/", { username, password: "wrong" });
  const answer = await client.post("/api/login/", { username, password: PASSWORD });
  expect([answer.status, answer.body]).toEqual([429, { errors: { "": [expect.stringContaining("Too many")] } }]);
});

test("logout ends the login for a fetch of Daybook's own, and for no link", async () => {
  const { client } = await newMember();
  for (const headers of [
    { Origin: "" },
    { Origin: "https://evil.example" },
    { "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Site": "none", "Sec-Fetch-Dest": "document" },
    { "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Dest": "document" },
    { "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Dest": "image" },
  ] as Record<string, string>[]) {
    expect([headers, (await client.get("/api/logout/", { headers })).status]).toEqual([headers, 403]);
  }
  expect(await levelOf(client)).toBe(9);
  expect((await client.get("/api/logout/")).status).toBe(200);
  expect([client.cookie("login"), await levelOf(client)]).toEqual([undefined, 0]);
  expect((await client.get("/api/logout/")).status).toBe(200);
});

test("with two-factor on a login is level 0 until its code, which counts once", async () => {
  const { username } = await newMember(7, { totp: SECRET });
  const client = await newVisitor();
  expect((await client.get("/api/twofactorcheck/")).body).toEqual({ response: false });
  expect((await client.post("/api/twofactorlogin/", { twoFactorCode: "123456" })).status).toBe(403);
  const begun = await client.post("/api/login/", { username, password: PASSWORD, remember: false });
  expect([begun.status, begun.body]).toEqual([200, { userLevel: 0, partner: null }]);
  expect((await client.get("/api/twofactorcheck/")).body).toEqual({ response: true });
  expect(await levelOf(client)).toBe(0);
  expect((await client.post("/api/session_diary/", { action: "between_dates" })).status).toBe(403);
  const wrong = await client.post("/api/twofactorlogin/", { twoFactorCode: "000000" });
  expect([wrong.status, wrong.body]).toEqual([401, { errors: { "": [CHECK_DETAILS] } }]);
  const code = await codeNow();
  const right = await client.post("/api/twofactorlogin/", { twoFactorCode: code });
  expect([right.status, right.body]).toEqual([200, { response: "success", userLevel: 7 }]);
  expect((await client.get("/api/twofactorcheck/")).body).toEqual({ response: false });
  expect(await levelOf(client)).toBe(7);
  const other = await newVisitor();
  await other.post("/api/login/", { username, password: PASSWORD });
  expect((await other.post("/api/twofactorlogin/", { twoFactorCode: code })).status).toBe(401);
});

test("the passkey calls give options, and one answer to whatever is no passkey", async () => {
  const client = await newVisitor();
  const { body } = await client.get("/api/auth/get_authentication_options/");
  expect(body).toMatchObject({ challenge: expect.any(String), allowCredentials: [], rpId: "localhost" });
  const part = "AAAA";
  const assertion = {
    id: part,
    rawId: part,
    type: "public-key",
    clientExtensionResults: {},
    authenticatorAttachment: "platform",
    response: { authenticatorData: part, clientDataJSON: part, signature: part, userHandle: part },
  };
  const answer = await client.post("/api/auth/login_with_passkey/", assertion);
  expect([answer.status, answer.body]).toEqual([401, { success: false }]);
});

function newcomer() {
  const name = crypto.randomUUID().slice(0, 8);
  return {
    first_name: "Ivo",
    last_name: "Marsh",
    email: `ivo-${name}@example.com`,
    username: `ivo-${name}`,
    password1: "velvet harbour compass",
    password2: "velvet harbour compass",
    read_t_c: true,
    location: "",
  };
}

test("sign_up makes an account and its login; what is wrong is the map of messages itself", async () => {
  const client = await newVisitor();
  const answers = newcomer();
  const faulty = await client.post("/api/sign_up/", { ...answers, username: "x", password2: "y", read_t_c: "false" });
  expect([faulty.status, faulty.body]).toEqual([
    422,
    {
      username: ["Username must be between 3 and 30 characters"],
      password2: ["Both passwords must be the same"],
      read_t_c: ["Send true or false"],
      turnstile_token: [expect.stringContaining("person")],
    },
  ]);
  const forged = await client.post("/api/sign_up/", { ...answers, turnstile_token: FORGED_TOKEN });
  expect([forged.status, Object.keys(forged.body)]).toEqual([422, ["turnstile_token"]]);
  const decoyed = { ...answers, turnstile_token: await botToken("sign-up"), location: "London" };
  expect(await client.post("/api/sign_up/", decoyed)).toMatchObject({ status: 422, body: {} });
  expect(await levelOf(client)).toBe(0);

  const made = await client.post("/api/sign_up/", { ...answers, turnstile_token: await botToken("sign-up") });
  expect([made.status, made.body]).toEqual([200, { userLevel: 9 }]);
  expect(await levelOf(client)).toBe(9);
  const again = { ...newcomer(), username: answers.username, turnstile_token: await botToken("sign-up") };
  const taken = await (await newVisitor()).post("/api/sign_up/", again);
  expect([taken.status, taken.body]).toEqual([422, { username: ["That username is taken. Choose another."] }]);
});

test("the address of a new account is verified by the code of its mail, once, by whoever holds it", async () => {
  const client = await newVisitor();
  const answers = newcomer();
  await client.post("/api/sign_up/", { ...answers, turnstile_token: await botToken("sign-up") });
  const { body: waiting } = await client.get<unknown[]>("/api/email/verifications/");
  expect(waiting).toEqual([
    { email: answers.email, status: "pending", sent_at: expect.any(String), expires_at: expect.any(String) },
  ]);
  const [, code = ""] = await mailTo(answers.email, /\/verify-email\/([\w-]+)\//);
  const visitor = await newVisitor();
  const verified = await visitor.post(`/api/email/verify/${code}/`);
  expect([verified.status, verified.body]).toEqual([
    200,
    { status: "success", message: expect.any(String), verification: { status: "verified" } },
  ]);
  expect((await visitor.post(`/api/email/verify/${code}/`)).body).toMatchObject({
    status: "already_verified",
    message: "This email has already been verified.",
  });
  const unknown = await visitor.post(`/api/email/verify/${"B".repeat(43)}/`);
  expect([unknown.status, unknown.body]).toEqual([
    422,
    { status: "invalid", message: "Invalid verification link.", verification: null },
  ]);
  expect((await client.get<unknown[]>("/api/email/verifications/")).body).toMatchObject([{ status: "verified" }]);
  expect((await client.get("/api/profiledata/")).body).toMatchObject({
    email: answers.email,
    username: answers.username,
  });
});

test("a link that was replaced has expired, and a resend says why it does not send", async () => {
  const client = await newVisitor();
  const answers = newcomer();
  await client.post("/api/sign_up/", { ...answers, turnstile_token: await botToken("sign-up") });
  const [, code = ""] = await mailTo(answers.email, /\/verify-email\/([\w-]+)\//);
  const sent = await client.post("/api/email/resend-verification/", {}, { raw: "" });
  expect([sent.status, sent.body]).toEqual([
    200,
    { responseStatus: 200, message: "Verification email sent successfully! Please check your inbox." },
  ]);
  const old = await client.post(`/api/email/verify/${code}/`);
  expect([old.status, old.body]).toEqual([
    422,
    { status: "expired", message: "This verification link has expired.", verification: { status: "expired" } },
  ]);
  await withinOneWindow();
  for (let tries = 0; tries < 5; tries += 1) await client.post("/api/email/resend-verification/");
  const tooMany = await client.post("/api/email/resend-verification/");
  expect([tooMany.status, tooMany.body.responseStatus, typeof tooMany.body.error]).toEqual([429, 429, "string"]);

  const { client: settled } = await newMember();
  const needless = await settled.post("/api/email/resend-verification/");
  expect([needless.status, needless.body.error]).toEqual([422, "This email has already been verified."]);
});

test("email/change asks for the password, and with two-factor on for a code once the reauthentication is old", async () => {
  const { client, email } = await newMember(9, { totp: SECRET });
  const new_email = `new-${crypto.randomUUID()}@example.com`;
  const wish = { new_email, new_email_confirm: new_email, password: PASSWORD };
  const blank = await client.post("/api/email/change/", {});
  expect([blank.status, blank.body]).toEqual([
    422,
    {
      responseStatus: 422,
      errors: {
        new_email: ["Enter your new email address"],
        new_email_confirm: ["Enter the new email address again"],
        password: ["Enter your current password"],
      },
    },
  ]);
  const wrong = await client.post("/api/email/change/", { ...wish, password: "wrong" });
  expect([wrong.status, wrong.body]).toEqual([422, { responseStatus: 422, errors: { password: [CHECK_PASSWORD] } }]);
  await client.form("/dev/expire-login/", { what: "reauthentication" });
  const stale = await client.post("/api/email/change/", wish);
  expect([stale.status, stale.body]).toEqual([
    422,
    { responseStatus: 422, errors: { twoFactorCode: [CHECK_DETAILS] } },
  ]);
  const changed = await client.post("/api/email/change/", { ...wish, twoFactorCode: await codeNow() });
  expect([changed.status, changed.body]).toEqual([200, { responseStatus: 200 }]);
  // The new token came with the answer.
  const { body } = await client.get<unknown[]>("/api/email/verifications/");
  expect(body).toMatchObject([
    { email: new_email, status: "pending" },
    { email, status: "verified" },
  ]);
  expect((await client.post("/api/email/change/", wish)).status).not.toBe(403);
});

test("a forgotten password: the code is mailed, tried with its address, and wrong ones are all alike", async () => {
  const { email } = await newMember();
  const client = await newVisitor();
  const WRONG = "Invalid or expired code.";
  const nothing = await client.post("/api/password/verify/", { email, code: "AAAAAA" });
  expect([nothing.status, nothing.body]).toEqual([422, { ok: false, error: WRONG, errors: { code: [WRONG] } }]);
  const unchecked = await client.post("/api/password/forgotten/", { email });
  expect([unchecked.status, Object.keys(unchecked.body.errors as object)]).toEqual([422, ["turnstileToken"]]);
  const asking = async () => ({ email, turnstileToken: await botToken("forgot-password") });
  const foreign = { email, turnstileToken: await botToken("sign-up") };
  expect((await client.post("/api/password/forgotten/", foreign)).status).toBe(422);
  await withinOneWindow();
  const sent = await client.post("/api/password/forgotten/", await asking());
  expect([sent.status, sent.body]).toEqual([200, { sent: true }]);
  const soon = await client.post("/api/password/forgotten/", await asking());
  expect([soon.status, Object.keys(soon.body.errors as object)]).toEqual([429, [""]]);
  const unknown = {
    email: `nobody-${crypto.randomUUID()}@example.com`,
    turnstileToken: await botToken("forgot-password"),
  };
  expect((await (await newVisitor()).post("/api/password/forgotten/", unknown)).body).toEqual(sent.body);

  const [code] = await mailTo(email, /\b(?=[A-Z0-9]*\d)?[A-Z0-9]{6}\b/);
  const short = await client.post("/api/password/verify/", { email, code: "AB" });
  expect([short.status, short.body.ok]).toEqual([422, false]);
  expect((await client.post("/api/password/verify/", { email: "other@example.com", code })).status).toBe(422);
  expect((await (await newVisitor()).post("/api/password/verify/", { email, code })).status).toBe(422);
  const right = await client.post("/api/password/verify/", { email: email.toUpperCase(), code: code.toLowerCase() });
  expect([right.status, right.body]).toEqual([200, { ok: true }]);
});

test("delete_all_data takes the password, and everything goes with the account", async () => {
  const { client, username } = await newMember();
  const wrong = await client.post("/api/delete_all_data/", { password: "wrong" });
  expect([wrong.status, wrong.body]).toEqual([422, { errors: { password: [CHECK_PASSWORD] } }]);
  const done = await client.post("/api/delete_all_data/", { password: PASSWORD });
  expect([done.status, done.body]).toEqual([200, { deleted: true }]);
  expect([client.cookie("login"), await levelOf(client)]).toEqual([undefined, 0]);
  const gone = await client.post("/api/login/", { username, password: PASSWORD });
  expect(gone.status).toBe(401);
});

test("delete_all_data asks for a code where two-factor is on and the reauthentication is old", async () => {
  const { client } = await newMember(9, { totp: SECRET });
  await client.form("/dev/expire-login/", { what: "reauthentication" });
  const stale = await client.post("/api/delete_all_data/", { password: PASSWORD });
  expect([stale.status, stale.body]).toEqual([422, { errors: { twoFactorCode: [CHECK_DETAILS] } }]);
  const done = await client.post("/api/delete_all_data/", { password: PASSWORD, twoFactorCode: await codeNow() });
  expect(done.status).toBe(200);
});

test("a login that was ended is nobody's to every call", async () => {
  const { client } = await newMember();
  await client.form("/dev/expire-login/", {});
  expect(await levelOf(client)).toBe(0);
  expect((await client.get("/api/profiledata/")).status).toBe(403);
  expect((await client.diary("between_dates", { start: "01/11/2026", end: "02/11/2026" })).status).toBe(403);
});

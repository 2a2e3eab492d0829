import { eq } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { totpCode } from "~/account/factors/totp.server";
import { passwordTriesKey } from "~/account/limits.server";
import type { SignedInUser } from "~/account/login/logins.server";
import { lookUpReset } from "~/account/passwords/reset-look-up.server";
import { audit, codes, logins, passkeys } from "~/account/table.server";
import { mailPlace, outbox } from "~/mail/table.server";
import { newRef } from "~/platform/db/columns.server";
import { rateCounters } from "~/platform/db/rate-counters.server";
import type { FormState } from "~/platform/http/action-result";
import * as change from "~/routes/password/change";
import * as forgot from "~/routes/password/forgot";
import * as reset from "~/routes/password/reset";
import { ownNetwork, passedCheck } from "../../support/bot-check";
import { flashOf } from "../../support/flash";
import {
  call,
  countingDatabase,
  db,
  jobContext,
  load,
  makeUser,
  NOW,
  recordingJobs,
  signInAs,
  submit,
  vault,
} from "../../support/harness";
import { hashOfUser, makeMember, PASSWORD as OLD, setPasswordOf } from "../../support/members";
import { rendered } from "../../support/rendered";
import { openCodesOf, verifyResetCode } from "../../support/reset";
import { addLogin, addTotp } from "../../support/two-factor";
import { addVerification, verificationsOf } from "../../support/verifications";

const NEW = "velvet harbour compass";
const SECOND = 1000;
const MINUTE = 60 * SECOND;

interface Posted {
  cookie?: string;
  user?: SignedInUser | null;
  now?: number;
  jobs?: ReturnType<typeof recordingJobs>;
  database?: typeof db;
}

type Form = { form: FormState };

/** As a person does who passes the check of the first step. */
async function post(
  route: { action: never } | object,
  fields: Record<string, string>,
  { cookie = "", user = null, ...ask }: Posted = {},
) {
  const { action } = route as { action: (args: never) => unknown };
  const answered = fields.step === "send" ? passedCheck("forgot-password") : {};
  const request = new Request("http://daybook.test/password/", {
    method: "POST",
    body: new URLSearchParams({ ...answered, ...fields }),
    headers: { Cookie: cookie, ...ownNetwork() },
  });
  return call<Form>(action, request, { user, ...ask });
}

function open<Data>(route: object, { cookie = "", user = null, now = NOW }: Posted = {}) {
  const { loader } = route as { loader: (args: never) => unknown };
  return call<Data>(loader, new Request("http://daybook.test/password/", { headers: { Cookie: cookie } }), {
    user,
    now,
  });
}

function cookieOf(headers: Headers, name: string): string {
  return (
    headers
      .getSetCookie()
      .find((each) => each.startsWith(`${name}=`))
      ?.split(";")[0] ?? ""
  );
}

function saidBy(headers: Headers): string {
  return decodeURIComponent(cookieOf(headers, "flash").slice("flash=".length));
}

/** Asks for a code as a browser does, and looks it up. */
async function askFor(email: string, now = NOW) {
  const jobs = recordingJobs();
  const answer = await post(forgot, { step: "send", email }, { jobs, now });
  const ref = jobs.sent[0]?.ref as string;
  await lookUpReset(jobContext({ now }), ref);
  return { answer, ref, cookie: cookieOf(answer.headers, "reset"), code: await codeOf(ref) };
}

async function codeOf(ref: string): Promise<string> {
  const [mail] = await db.select().from(outbox).where(eq(outbox.cause_ref, ref));
  if (!mail) return "";
  return (
    JSON.parse(await vault.decrypt(mail.user_ref, mailPlace(mail.unique_ref), mail.content_encrypted)) as {
      code: string;
    }
  ).code;
}

function loginsOf({ unique_ref }: { unique_ref: string }) {
  return db.select().from(logins).where(eq(logins.user_ref, unique_ref));
}

const passwords = { password1: NEW, password2: NEW };

describe("forgot password", () => {
  test("promises no mail and no time that an asking above the limit of mails does not get", async () => {
    const { email } = await makeMember();
    const asked = [];
    for (let at = 0; at < 5; at += 1) asked.push(await askFor(email, NOW + at * MINUTE));
    const { cookie, code } = asked[4] as (typeof asked)[0];
    expect([asked[3]?.code, code]).toEqual([expect.stringMatching(/^[A-Z0-9]{6}$/), ""]);
    const now = NOW + 5 * MINUTE;
    const page = rendered(forgot, {}, (await open(forgot, { cookie, now })).data).replaceAll("<!-- -->", "");
    expect(page).toContain("the newest email to it has your code");
    expect(page).toContain("You can enter the code until 12:19.");
    expect(page).not.toMatch(/has been (emailed|sent)|is valid until|It replaces/);
    const again = await post(forgot, { step: "resend" }, { cookie, now });
    expect(saidBy(again.headers)).toContain("the newest email to it has the code that works");
    expect(saidBy(again.headers)).not.toContain("has been sent");
  });

  test("leads from the address by the code to a new password, each step known by the cookie alone", async () => {
    const user = await makeMember();
    expect((await open(forgot)).data).toMatchObject({ step: "email" });
    const { answer, cookie, code } = await askFor(user.email);
    expect(answer).toMatchObject({ status: 302, location: "/password/forgot/" });
    expect((await open(forgot, { cookie, now: NOW + 10 * SECOND })).data).toEqual({
      step: "code",
      awaited: {
        address: user.email,
        asked_at: NOW,
        valid_until: "12:15",
        seconds_left: 890,
        wait_seconds: 20,
        takes_tries: true,
      },
    });
    const verified = await post(
      forgot,
      { step: "verify", code: ` ${code.slice(0, 3)}-${code.slice(3).toLowerCase()}` },
      { cookie },
    );
    expect(verified).toMatchObject({ status: 302, location: "/password/forgot/" });
    expect((await open(forgot, { cookie })).data).toEqual({ step: "verified", valid_until: "12:15" });
    expect((await open(forgot)).data).toMatchObject({ step: "email" });
    expect((await open(reset, { cookie })).data).toEqual({ username: user.username, has_totp: false, passkeys: 0 });

    const set = await post(reset, passwords, { cookie });
    expect(set).toMatchObject({ status: 302, location: "/login/" });
    expect(saidBy(set.headers)).toBe("Your password was changed. Log in with it");
    expect(set.headers.getSetCookie().find((each) => each.startsWith("reset="))).toContain("Max-Age=0");
    expect(cookieOf(set.headers, "login")).toBe("");
    expect(await hashOfUser(user)).toBe(`hash of ${NEW}`);
  });

  test("answers a known and an unknown address alike at every step: status, words, headers, trips", async () => {
    const seen = [];
    for (const email of [(await makeMember()).email, `${newRef().toLowerCase()}@example.com`]) {
      const { database, trips } = countingDatabase();
      const shapes = [];
      const note = ({ status, data, headers, location }: Awaited<ReturnType<typeof post>>) => {
        const names = [...headers].map(([name, value]) => [name, value.replace(/=[^;]*/, "").length]);
        shapes.push([status, location, JSON.stringify(data), names, trips()]);
      };
      const jobs = recordingJobs();
      const sent = await post(forgot, { step: "send", email }, { database, jobs });
      note({ ...sent, headers: new Headers() });
      const cookie = cookieOf(sent.headers, "reset");
      await lookUpReset(jobContext(), jobs.sent[0]?.ref as string);
      for (const _try of [1, 2, 3, 4, 5, 6])
        note(await post(forgot, { step: "verify", code: "AAAAAA" }, { cookie, database }));
      note(await post(forgot, { step: "resend" }, { cookie, database, now: NOW + 10 * SECOND }));
      const view = await open<{ awaited: object }>(forgot, { cookie });
      shapes.push(JSON.stringify({ ...view.data.awaited, address: "" }));
      const again = await post(forgot, { step: "resend" }, { cookie, database, now: NOW + 30 * SECOND });
      shapes.push([again.status, again.location, saidBy(again.headers), trips()]);
      seen.push(shapes);
    }
    expect(seen[0]).toEqual(seen[1]);
  });

  test("does not show by a second browser whether an address is known", async () => {
    const seen = [];
    for (const email of [(await makeMember()).email, `${newRef().toLowerCase()}@example.com`]) {
      const first = await askFor(email);
      await askFor(email, NOW + SECOND);
      const view = await open<{ awaited: object }>(forgot, { cookie: first.cookie, now: NOW + 2 * SECOND });
      const tried = await post(
        forgot,
        { step: "verify", code: "AAAAAA" },
        { cookie: first.cookie, now: NOW + 2 * SECOND },
      );
      seen.push([{ ...view.data.awaited, address: "" }, tried.status, tried.data]);
    }
    expect(seen[0]).toEqual(seen[1]);
  });

  test("without the check is let through five times an hour for one address and network, fifty times for a network", async () => {
    const headers = ownNetwork();
    const ask = (email: string, more: object = {}) =>
      submit<Form>(forgot.action, { step: "send", email }, { user: null, headers, ...more });
    for (let at = 0; at < 5; at += 1) expect((await ask("owner@example.com")).status).toBe(302);
    const refused = await ask("Owner@example.com");
    expect([refused.status, refused.data.form.errors[""]]).toEqual([
      429,
      [
        "Too many people on your network have asked for a code. Wait an hour, or use a browser with JavaScript turned on",
      ],
    ]);
    const checked = { step: "send", email: "owner@example.com", ...passedCheck("forgot-password") };
    expect((await submit(forgot.action, checked, { user: null, headers })).status).toBe(302);
    expect((await ask("owner@example.com", { headers: ownNetwork() })).status).toBe(302);
    for (let at = 0; at < 45; at += 1) expect((await ask(`other-${at}@example.com`)).status).toBe(302);
    expect((await ask("last@example.com")).status).toBe(429);
    expect((await ask("last@example.com", { now: NOW + 60 * MINUTE })).status).toBe(302);
  });

  test("says what is wrong with an address, and with a code that is none", async () => {
    const faults = async (fields: Record<string, string>, cookie = "") => {
      const { status, data } = await post(forgot, fields, { cookie });
      return [status, data.form.errors];
    };
    expect(await faults({ step: "send", email: "" })).toEqual([422, { email: ["Enter your email address"] }]);
    expect(await faults({ step: "send", email: "ivo" })).toEqual([
      422,
      { email: ["Enter an email address in the correct format, like name@example.com"] },
    ]);
    expect(await faults({ step: "else" })).toEqual([422, { step: ["Reload this page, then send the form again"] }]);
    const { cookie, code } = await askFor((await makeMember()).email);
    const six = "Enter the 6 letters and numbers of the code";
    expect(await faults({ step: "verify", code: "" }, cookie)).toEqual([
      422,
      { code: ["Enter the code from the email"] },
    ]);
    expect(await faults({ step: "verify", code: "AB12" }, cookie)).toEqual([422, { code: [six] }]);
    expect(await faults({ step: "verify", code: `${code}7` }, cookie)).toEqual([422, { code: [six] }]);
    expect(await faults({ step: "verify", code: "AAAAAA" }, cookie)).toEqual([
      422,
      { code: ["Invalid or expired code."] },
    ]);
    const { data } = await post(forgot, { step: "verify", code: "AAAAAA" }, { cookie });
    expect(JSON.stringify(data)).not.toContain("AAAAAA");
  });

  test("starts again with another address, and a browser that asked for nothing is told to ask", async () => {
    const { cookie, code } = await askFor((await makeMember()).email);
    const again = await post(forgot, { step: "restart" }, { cookie });
    expect(again).toMatchObject({ status: 302, location: "/password/forgot/" });
    expect(again.headers.get("Set-Cookie")).toMatch(/^reset=; .*Max-Age=0/);
    expect((await post(forgot, { step: "verify", code }, { cookie })).status).toBe(422);
    for (const step of ["verify", "resend"]) {
      const answer = await post(forgot, { step, code });
      expect([answer.status, answer.location]).toEqual([302, "/password/forgot/"]);
      expect(flashOf(answer)).toMatchObject({ text: "Ask for a code first", done: false });
    }
  });

  test("says when a code takes no more tries", async () => {
    const { cookie } = await askFor((await makeMember()).email);
    for (const _try of [1, 2, 3, 4, 5]) await post(forgot, { step: "verify", code: "AAAAAA" }, { cookie });
    expect((await open(forgot, { cookie })).data).toMatchObject({ awaited: { takes_tries: false } });
    const other = await askFor((await makeMember()).email);
    expect((await open(forgot, { cookie: other.cookie, now: NOW + 900 * SECOND })).data).toMatchObject({
      awaited: { takes_tries: false, seconds_left: 0 },
    });
  });

  test("writes neither code nor address to the log, and keeps of both only what does not show them", async () => {
    const log = vi.spyOn(console, "log");
    const error = vi.spyOn(console, "error");
    const { email } = await makeMember();
    const { cookie, code, ref } = await askFor(email);
    await post(forgot, { step: "verify", code: "AAAAAA" }, { cookie });
    await post(forgot, { step: "verify", code }, { cookie });
    await post(reset, passwords, { cookie });
    const lines = JSON.stringify([log.mock.calls, error.mock.calls]);
    for (const secret of [code, email, NEW, cookie.slice("reset=".length)]) expect(lines).not.toContain(secret);
    const stored = JSON.stringify([
      await db.select().from(codes).where(eq(codes.unique_ref, ref)),
      await db.select().from(rateCounters),
    ]);
    const [token] = cookie.slice("reset=".length).split(".");
    for (const secret of [code, email, email.split("@")[0], token]) expect(stored).not.toContain(secret);
    vi.restoreAllMocks();
  });
});

describe("the new password after a verified code", () => {
  test("ends every login, pending login, waiting change of address and other code, tells its owner, and is on record", async () => {
    const user = await makeMember();
    const cookie = await verifyResetCode(user.unique_ref);
    const other = await verifyResetCode(user.unique_ref);
    const row = { user_ref: user.unique_ref, created_at: NOW };
    await signInAs(user.unique_ref);
    await signInAs(user.unique_ref, { remember: true });
    await db.batch([
      db.insert(codes).values({
        ...row,
        unique_ref: newRef(),
        kind: "second_factor",
        hash: newRef(),
        expires_at: NOW + MINUTE,
      }),
      addVerification({ user_ref: user.unique_ref, address: "thief@example.com", status: "pending" }),
      db.insert(rateCounters).values({ key: await passwordTriesKey(vault, user.username), window_start: NOW, n: 9 }),
    ]);
    const jobs = recordingJobs();
    expect((await post(reset, passwords, { cookie, jobs })).status).toBe(302);

    expect(await loginsOf(user)).toEqual([]);
    expect((await openCodesOf(user.unique_ref)).map(({ kind }) => kind)).toEqual(["verification"]);
    expect(await verificationsOf(user.unique_ref)).toMatchObject([{ status: "expired" }]);
    expect(
      await db
        .select()
        .from(rateCounters)
        .where(eq(rateCounters.key, await passwordTriesKey(vault, user.username))),
    ).toEqual([]);
    expect(await db.select().from(outbox).where(eq(outbox.user_ref, user.unique_ref))).toMatchObject([
      { kind: "password-changed", recipient: user.email },
    ]);
    expect(jobs.sent).toMatchObject([{ kind: "send-mail" }]);
    expect(await db.select().from(audit).where(eq(audit.user_ref, user.unique_ref))).toMatchObject([
      { action: "password-reset" },
    ]);
    expect((await post(reset, passwords, { cookie: other })).location).toBe("/password/forgot/");
  });

  test("ends whoever is signed in on a computer that is shared, who did not set it", async () => {
    const [user, other] = [await makeMember(), await makeMember()];
    const cookie = `${await verifyResetCode(user.unique_ref)}; ${await signInAs(other.unique_ref)}`;
    const answer = await post(reset, passwords, { cookie });
    expect(answer).toMatchObject({ status: 302, location: "/login/" });
    expect(answer.headers.getSetCookie().join()).toMatch(/login=;[^,]*Max-Age=0/);
    expect(await loginsOf(other)).toEqual([]);
  });

  test("is set once: a code that was used sets no other, not even at the same moment", async () => {
    const user = await makeMember();
    const cookie = await verifyResetCode(user.unique_ref);
    const answers = await Promise.all(
      [NEW, `${NEW} two`].map((each) => post(reset, { password1: each, password2: each }, { cookie })),
    );
    expect(answers.map(({ location }) => location).sort()).toEqual(["/login/", "/password/forgot/"]);
    expect(await db.select().from(audit).where(eq(audit.user_ref, user.unique_ref))).toHaveLength(1);
    const again = await post(reset, { password1: `${NEW} three`, password2: `${NEW} three` }, { cookie });
    expect(again.location).toBe("/password/forgot/");
    const told = "A code works once, within 15 minutes. Ask for a new one to set a new password";
    expect(flashOf(again)).toMatchObject({ text: told, done: false });
    expect(await hashOfUser(user)).not.toBe(`hash of ${NEW} three`);
  });

  test("may be set 899 s after the code is verified and not 900 s", async () => {
    for (const [seconds, location] of [
      [899, "/login/"],
      [900, "/password/forgot/"],
    ] as const) {
      const user = await makeMember();
      const cookie = await verifyResetCode(user.unique_ref);
      const now = NOW + seconds * SECOND;
      expect((await open(reset, { cookie, now })).status).toBe(seconds === 899 ? 200 : 302);
      expect((await post(reset, passwords, { cookie, now })).location).toBe(location);
    }
  });

  test("is for the browser that proved the code, and for a code that was proved", async () => {
    const user = await makeMember();
    const waiting = await verifyResetCode(user.unique_ref, { kind: "reset" });
    const ended = await verifyResetCode(user.unique_ref, { used_at: NOW });
    for (const cookie of ["", "reset=x.y", waiting, ended]) {
      const opened = await open(reset, { cookie });
      expect(opened.location).toBe("/password/forgot/");
      // That page's frame is allowed by its own document alone.
      expect(opened.headers.get("X-Remix-Reload-Document")).toBe("true");
      expect((await post(reset, passwords, { cookie })).location).toBe("/password/forgot/");
    }
    expect(await hashOfUser(user)).toBe(`hash of ${OLD}`);
  });

  test("keeps the rules of sign-up, and travels back in no page", async () => {
    const user = await makeMember();
    const cookie = await verifyResetCode(user.unique_ref);
    const faults = async (password1: string, password2 = password1) => {
      const { status, data } = await post(reset, { password1, password2 }, { cookie });
      expect([status, password1 !== "" && JSON.stringify(data.form.values).includes(password1)]).toEqual([422, false]);
      return data.form.errors;
    };
    expect(await faults("")).toEqual({
      password1: ["Enter a password"],
      password2: ["Enter the password again"],
    });
    expect(await faults("too short")).toEqual({ password1: ["Password must be 12 characters or more"] });
    expect(await faults(user.username)).toEqual({
      password1: ["That password is easy to guess. Choose three random words"],
    });
    expect(await faults(NEW, "")).toEqual({ password2: ["Enter the password again"] });
    expect(await faults(NEW, OLD)).toEqual({ password2: ["Both passwords must be the same"] });
    expect(await hashOfUser(user)).toBe(`hash of ${OLD}`);
  });

  test("asks for no factor, and tells its owner that the login will", async () => {
    const user = await makeMember();
    await addTotp(user.unique_ref);
    const cookie = await verifyResetCode(user.unique_ref);
    expect((await open(reset, { cookie })).data).toMatchObject({ has_totp: true });
    expect((await post(reset, passwords, { cookie })).location).toBe("/login/");
    expect(await hashOfUser(user)).toBe(`hash of ${NEW}`);
  });

  test("points at passkeys, which it leaves alone", async () => {
    const user = await makeMember();
    const cookie = await verifyResetCode(user.unique_ref);
    await db.insert(passkeys).values({
      unique_ref: newRef(),
      user_ref: user.unique_ref,
      credential_id: newRef(),
      public_key: new Uint8Array([1]),
      counter: 0,
      backed_up: true,
      name: "Telephone",
      created_at: NOW,
      updated_at: NOW,
    });
    expect((await open(reset, { cookie })).data).toMatchObject({ passkeys: 1 });
  });

  test("is refused in a burst", async () => {
    const cookie = await verifyResetCode((await makeMember()).unique_ref);
    const request = new Request("http://daybook.test/", {
      method: "POST",
      body: new URLSearchParams(passwords),
      headers: { Cookie: cookie },
    });
    expect((await call(reset.action, request, { user: null, bursts: async () => false })).status).toBe(429);
  });
});

describe("changing the password", () => {
  test("ends the other logins, renews this one, tells its owner, and is on record", async () => {
    const user = await makeMember();
    const before = await addLogin(user);
    await signInAs(user.unique_ref);
    const code = await askFor(user.email);
    const jobs = recordingJobs();
    const answer = await post(change, { password: OLD, ...passwords }, { user, jobs });
    expect(answer).toMatchObject({ status: 302, location: "/logbook/" });
    expect(saidBy(answer.headers)).toBe("Your password was changed. Your other logins were ended");
    expect(cookieOf(answer.headers, "login")).toMatch(/^login=[\w-]{43}$/);
    expect(cookieOf(answer.headers, "login")).not.toBe(before);
    expect(await loginsOf(user)).toMatchObject([
      { unique_ref: user.login.unique_ref, reauthenticated_at: NOW, second_factor_at: null },
    ]);
    expect(await hashOfUser(user)).toBe(`hash of ${NEW}`);
    expect(jobs.sent).toMatchObject([{ kind: "send-mail" }]);
    expect(await db.select().from(audit).where(eq(audit.user_ref, user.unique_ref))).toMatchObject([
      { action: "password-changed" },
    ]);
    expect((await post(forgot, { step: "verify", code: code.code }, { cookie: code.cookie })).status).toBe(422);
  });

  test("ends a change of address that waits, but not the first link of a new account", async () => {
    const [known, fresh] = [await makeMember(), await makeUser()];
    await setPasswordOf(fresh);
    const statusAfter = async (user: SignedInUser) => {
      await addVerification({ user_ref: user.unique_ref, address: "new@example.com", status: "pending" });
      expect((await post(change, { password: OLD, ...passwords }, { user })).status).toBe(302);
      return (await verificationsOf(user.unique_ref))[0]?.status;
    };
    expect([await statusAfter(known), await statusAfter(fresh)]).toEqual(["expired", "pending"]);
  });

  test("asks for the password so far, whatever else is right", async () => {
    const user = await makeMember();
    const faults = async (fields: Record<string, string>) => {
      const { status, data } = await post(change, { ...passwords, ...fields }, { user });
      return [status, data.form.errors];
    };
    expect(await faults({ password: "" })).toEqual([422, { password: ["Enter your current password"] }]);
    expect(await faults({ password: "not the right one" })).toEqual([
      422,
      { password: ["Please check your password and try again"] },
    ]);
    expect(await faults({ password: OLD, password1: OLD, password2: OLD })).toEqual([
      422,
      { password1: ["The new password must not be the same as the current one"] },
    ]);
    expect(await faults({ password: OLD, password1: user.email, password2: user.email })).toEqual([
      422,
      { password1: ["That password is easy to guess. Choose three random words"] },
    ]);
    expect(await hashOfUser(user)).toBe(`hash of ${OLD}`);
  });

  test("asks for a code too where the last reauthentication is old", async () => {
    const member = await makeMember();
    const secret = await addTotp(member.unique_ref);
    const user = { ...member, has_totp: true, login: { ...member.login, reauthenticated_at: NOW - 11 * MINUTE } };
    await addLogin(user);
    expect((await load(change.loader, { user })).data).toMatchObject({ owes_code: true });
    expect(
      (await load(change.loader, { user: { ...user, login: { ...user.login, reauthenticated_at: NOW } } })).data,
    ).toMatchObject({ owes_code: false });
    const without = await post(change, { password: OLD, ...passwords }, { user });
    expect([without.status, without.data.form.errors]).toEqual([
      422,
      { twoFactorCode: ["Please check the details you have entered"] },
    ]);
    const given = await post(change, { password: OLD, ...passwords, twoFactorCode: totpCode(secret, NOW) }, { user });
    expect(given.status).toBe(302);
    expect(await loginsOf(user)).toMatchObject([{ second_factor_at: NOW }]);
  });

  test("works without an address to tell, and lands a level without a diary at home", async () => {
    const user = await makeUser(2);
    await setPasswordOf(user);
    await addLogin(user);
    expect((await load(change.loader, { user })).data).toEqual({
      username: user.username,
      owes_code: false,
      home: "/",
    });
    expect(await post(change, { password: OLD, ...passwords }, { user })).toMatchObject({ status: 302, location: "/" });
    expect(await db.select().from(outbox).where(eq(outbox.user_ref, user.unique_ref))).toEqual([]);
  });

  test("is not for a visitor", async () => {
    expect(await load(change.loader, { user: null })).toMatchObject({ status: 302, location: "/login/" });
  });
});

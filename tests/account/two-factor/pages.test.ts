import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { TwoFactorPage } from "~/account/factors/page.server";
import { consumeSecondFactor } from "~/account/factors/second-factor.server";
import { newTotpSecret, newTotpSetup, type TotpSetup, totpCode, totpRow } from "~/account/factors/totp.server";
import { ADMIN_LEVEL } from "~/account/levels";
import { findLogin, type SignedInUser } from "~/account/login/logins.server";
import { findPendingLogin } from "~/account/login/pending-logins.server";
import { audit, logins, passkeys, recoveryCodes, totp } from "~/account/table.server";
import { outbox } from "~/mail/table.server";
import { newRef } from "~/platform/db/columns.server";
import { idempotencyKeys } from "~/platform/db/idempotency.server";
import type { FormState } from "~/platform/http/action-result";
import * as off from "~/routes/account/authenticator-off";
import * as app from "~/routes/account/authenticator-set-up";
import * as codes from "~/routes/account/recovery-codes";
import * as overview from "~/routes/account/two-factor";
import { flashOf } from "../../support/flash";
import { call, countingDatabase, db, load, makeUser, NOW, recordingJobs, signInAs, vault } from "../../support/harness";
import { setAddressOf } from "../../support/members";
import { beginPendingLoginAs } from "../../support/two-factor";

const MINUTE = 60_000;
const SHEET = /^([0-9A-Z]{4}-){5}[0-9A-Z]{4}$/;

interface Sheet {
  made: { codes: string[]; made: string };
}

interface Refused {
  form: FormState;
  setup: TotpSetup;
}

/** Somebody whose browser carries a login. */
interface Member {
  user: SignedInUser;
  cookie: string;
}

async function makeMember(level = 9): Promise<Member> {
  const made = await makeUser(level);
  await setAddressOf(made);
  const cookie = await signInAs(made.unique_ref);
  return { user: (await whoIsIn(cookie)) as SignedInUser, cookie };
}

async function whoIsIn(cookie: string): Promise<SignedInUser | null> {
  const request = new Request("http://daybook.test/", { headers: { Cookie: cookie } });
  return (await findLogin(db, request, NOW)).user;
}

async function turnOn({ user, cookie }: Member): Promise<Member> {
  await db.insert(totp).values(await totpRow(vault, user.unique_ref, newTotpSecret(), 0, NOW));
  return { user: { ...user, has_totp: true }, cookie };
}

function late({ user, cookie }: Member): Member {
  return { user: { ...user, login: { ...user.login, reauthenticated_at: NOW - 11 * MINUTE } }, cookie };
}

function send<Data = never>(
  action: (args: never) => unknown,
  { user, cookie }: Member,
  fields: Record<string, string> = {},
  jobs = recordingJobs(),
) {
  const body = new URLSearchParams(fields);
  const request = new Request("http://daybook.test/form/", { method: "POST", body, headers: { Cookie: cookie } });
  return call<Data>(action, request, { user, jobs });
}

function codeFor({ secret }: { secret: string }, now = NOW): string {
  return totpCode(secret.replaceAll(" ", ""), now);
}

async function rightAnswers(user: SignedInUser) {
  const setup = await newTotpSetup(vault, user, NOW);
  return { setup: setup.token, twoFactorCode: codeFor(setup) };
}

async function actsOf({ unique_ref }: SignedInUser) {
  const lines = await db.select({ act: audit.action }).from(audit).where(eq(audit.user_ref, unique_ref));
  return lines.map(({ act }) => act);
}

/** What the mails to a user are about, opened. */
async function changesTold({ unique_ref }: SignedInUser) {
  const mails = await db.select().from(outbox).where(eq(outbox.user_ref, unique_ref));
  return Promise.all(
    mails.map(
      async (mail) =>
        JSON.parse(await vault.decrypt(unique_ref, `outbox/${mail.unique_ref}`, mail.content_encrypted)).what,
    ),
  );
}

async function forget({ id, unique_ref }: SignedInUser): Promise<void> {
  await db.batch([
    db.delete(idempotencyKeys).where(eq(idempotencyKeys.user_id, id)),
    db.delete(recoveryCodes).where(eq(recoveryCodes.user_ref, unique_ref)),
  ]);
}

function codesOf({ unique_ref }: SignedInUser) {
  return db.select().from(recoveryCodes).where(eq(recoveryCodes.user_ref, unique_ref));
}

describe("the overview", () => {
  test("is one batch, and says what is on, how many codes are left, which passkeys there are", async () => {
    const member = await turnOn(await makeMember());
    const { unique_ref } = member.user;
    await db.insert(recoveryCodes).values(
      [null, null, null, NOW].map((used_at) => ({
        unique_ref: newRef(),
        user_ref: unique_ref,
        code_hash: newRef(),
        used_at,
        created_at: NOW,
      })),
    );
    const passkey = {
      unique_ref: newRef(),
      user_ref: unique_ref,
      credential_id: newRef(),
      public_key: new Uint8Array([1]),
      counter: 0,
      backed_up: true,
      name: "Work phone",
      created_at: NOW,
      updated_at: NOW,
    };
    await db.insert(passkeys).values(passkey);
    const { database, trips } = countingDatabase();
    const { data } = await load<TwoFactorPage>(overview.loader, { user: member.user, database });
    expect(trips()).toBe(1);
    expect(data).toMatchObject({ onSince: "21 November 2026", codesLeft: 3, fewCodes: true, mayTurnOff: true });
    const shown = { ref: passkey.unique_ref, name: "Work phone", created: "21 November 2026", lastUsed: null };
    expect(data.passkeys).toEqual([shown]);
  });

  test("lists the logins in words, this browser first, none that has run out, nobody else's", async () => {
    const { user } = await makeMember();
    await signInAs((await makeMember()).user.unique_ref);
    await signInAs(user.unique_ref, { remember: true, secondFactor: true, now: NOW + 60_000 });
    await signInAs(user.unique_ref, { now: NOW - 121 * MINUTE });
    const { data } = await load<TwoFactorPage>(overview.loader, { user });
    expect(data.logins).toMatchObject([
      {
        ref: user.login.unique_ref,
        isThis: true,
        browser: "Unknown browser",
        began: "today at 12:00",
        lastUsed: "today at 12:00",
        remembered: false,
        ends: "today at 14:00 unless used",
        secondFactor: false,
      },
      { isThis: false, remembered: true, secondFactor: true, ends: "Mon 21 Dec 2026 at 12:01" },
    ]);
  });

  test("tells an administrator without a second factor why they are here", async () => {
    const { user } = await makeMember(ADMIN_LEVEL);
    const { data } = await load<TwoFactorPage>(overview.loader, { user });
    expect(data).toMatchObject({ owes: true, mayTurnOff: false });
    expect((await load<TwoFactorPage>(overview.loader, { user: (await makeMember()).user })).data.owes).toBe(false);
  });
});

describe("ending logins", () => {
  test("ends one at once, without reauthentication", async () => {
    const member = await makeMember();
    const elsewhere = await signInAs(member.user.unique_ref);
    const login_ref = (await whoIsIn(elsewhere))?.login.unique_ref as string;
    const answer = await send(overview.action, late(member), { intent: "end", login_ref });
    expect(answer).toMatchObject({ status: 302, location: "/account/two_factor/" });
    expect(await whoIsIn(elsewhere)).toBeNull();
    expect(await whoIsIn(member.cookie)).not.toBeNull();
    expect(await actsOf(member.user)).toEqual(["logins-ended"]);
  });

  test("ending this one logs out, and clears the browser's stores", async () => {
    const member = await makeMember();
    const fields = { intent: "end", login_ref: member.user.login.unique_ref };
    const answer = await send(overview.action, member, fields);
    expect(answer).toMatchObject({ status: 302, location: "/" });
    expect(answer.headers.get("Set-Cookie")).toContain("Max-Age=0");
    expect(answer.headers.get("Clear-Site-Data")).toBe('"cache", "storage"');
    expect(await whoIsIn(member.cookie)).toBeNull();
  });

  test("ends all others, pending logins too", async () => {
    const member = await makeMember();
    const half = await beginPendingLoginAs(member.user.unique_ref);
    const stranger = await makeMember();
    const others = [await signInAs(member.user.unique_ref), await signInAs(member.user.unique_ref)];
    await send(overview.action, member, { intent: "end-others", login_ref: "" });
    expect(await Promise.all(others.map(whoIsIn))).toEqual([null, null]);
    expect(
      await findPendingLogin(db, new Request("http://daybook.test/", { headers: { Cookie: half } }), NOW),
    ).toBeNull();
    expect(await whoIsIn(member.cookie)).not.toBeNull();
    expect(await whoIsIn(stranger.cookie)).not.toBeNull();
  });

  test("somebody else's login is not there, and lives on", async () => {
    const [member, stranger] = [await makeMember(), await makeMember()];
    for (const login_ref of [stranger.user.login.unique_ref, newRef(), ""]) {
      expect((await send(overview.action, member, { intent: "end", login_ref })).status).toBe(404);
    }
    expect(await whoIsIn(stranger.cookie)).not.toBeNull();
    expect(await actsOf(member.user)).toEqual([]);
  });

  test("refuses an intent that no button has", async () => {
    const answer = await send<Refused>(overview.action, await makeMember(), { intent: "end-everything" });
    expect(answer.status).toBe(422);
  });
});

describe("turning two-factor on", () => {
  test("shows a secret and its picture, and stores nothing", async () => {
    const { user } = await makeMember();
    const { data } = await load<{ setup: TotpSetup }>(app.loader, { user });
    expect(data.setup.secret).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
    expect(data.setup.uri).toMatch(new RegExp(`^otpauth://totp/Daybook:${user.username}\\?issuer=Daybook&`));
    expect(data.setup.qr.path).toMatch(/^(M\d+ \d+h\d+v1h-\d+z)+$/);
    expect(await db.select().from(totp).where(eq(totp.user_ref, user.unique_ref))).toEqual([]);
  });

  test("with the first code stores the secret encrypted, makes ten codes, renews this login and ends the others", async () => {
    const member = await makeMember();
    const { user, cookie } = member;
    const reauthenticated_at = NOW - 9 * MINUTE;
    await db.update(logins).set({ reauthenticated_at }).where(eq(logins.unique_ref, user.login.unique_ref));
    const elsewhere = await signInAs(user.unique_ref);
    const jobs = recordingJobs();
    const answers = await rightAnswers(user);
    const secret = answers.setup.split(".")[0] as string;
    const answer = await send<Sheet>(app.action, member, answers, jobs);
    expect(answer.status).toBe(200);
    expect(answer.data.made.made).toBe("Made on 21 November 2026");
    expect(answer.data.made.codes).toHaveLength(10);
    for (const code of answer.data.made.codes) expect(code).toMatch(SHEET);

    expect(await whoIsIn(elsewhere)).toBeNull();
    expect(await whoIsIn(cookie)).toBeNull();
    const renewed = await whoIsIn(answer.headers.get("Set-Cookie")?.split(";")[0] as string);
    expect(renewed).toMatchObject({ has_totp: true, login: { unique_ref: user.login.unique_ref } });
    expect(renewed?.login).toMatchObject({ second_factor_at: NOW, reauthenticated_at });
    expect(await actsOf(user)).toEqual(["totp-on"]);
    expect(await changesTold(user)).toEqual(["totp-on"]);
    expect(jobs.sent).toMatchObject([{ kind: "send-mail" }]);

    const stored = await env.DB.prepare(
      "SELECT hex(secret_encrypted) AS secret_encrypted, last_step FROM totp WHERE user_ref = ?",
    )
      .bind(user.unique_ref)
      .first<{ secret_encrypted: string; last_step: number }>();
    const hexOfSecret = [...secret].map((letter) => letter.charCodeAt(0).toString(16)).join("");
    expect(stored?.secret_encrypted.toLowerCase()).not.toContain(hexOfSecret);
    expect(stored?.last_step).toBe(Math.floor(NOW / 30_000));
    const hashes = (await codesOf(user)).map(({ code_hash }) => code_hash);
    expect(hashes).toHaveLength(10);
    for (const code of answer.data.made.codes) expect(hashes.join()).not.toContain(code.replaceAll("-", ""));
  });

  test("the code that turned it on does not count again; the next one and a recovery code do, once", async () => {
    const member = await makeMember();
    const answers = await rightAnswers(member.user);
    const { made } = (await send<Sheet>(app.action, member, answers)).data;
    const secret = answers.setup.split(".")[0] as string;
    const take = (typed: string, now = NOW) =>
      consumeSecondFactor({ db, vault, jobs: recordingJobs(), now }, member.user.unique_ref, typed, "login");
    expect(await take(answers.twoFactorCode)).toBeNull();
    expect(await take(totpCode(secret, NOW + 30_000), NOW + 30_000)).toBe("totp");
    expect(await take(made.codes[0] as string)).toBe("recovery");
    expect(await take(made.codes[0] as string)).toBeNull();
  });

  test("a wrong code, or none, comes back with the same secret and without the code", async () => {
    const member = await makeMember();
    const { setup } = await rightAnswers(member.user);
    for (const [twoFactorCode, message] of [
      ["", "Enter the 6 digits that your app shows"],
      ["000000", "That is not the current code. Enter the one that your app shows now"],
    ] as const) {
      const answer = await send<Refused>(app.action, member, { setup, twoFactorCode });
      expect(answer.status).toBe(422);
      expect(answer.data.form.errors).toEqual({ twoFactorCode: [message] });
      expect(answer.data.form.values.twoFactorCode).toBeUndefined();
      expect(answer.data.setup.token).toBe(setup);
    }
    expect(await codesOf(member.user)).toEqual([]);
  });

  test("a setup that is forged, somebody else's or 15 minutes old is not taken: there is a new one", async () => {
    const [member, stranger] = [await makeMember(), await makeMember()];
    const own = (await rightAnswers(member.user)).setup;
    const [, expires, ...signature] = own.split(".");
    const secret = newTotpSecret();
    const old = await newTotpSetup(vault, member.user, NOW - 15 * MINUTE);
    for (const [setup, twoFactorCode] of [
      [[secret, expires, ...signature].join("."), totpCode(secret, NOW)],
      [own.replace(String(expires), `${expires}0`), codeFor({ secret: own.split(".")[0] as string })],
      Object.values(await rightAnswers(stranger.user)).slice(0, 2),
      [old.token, codeFor(old)],
      ["", "123456"],
    ] as [string, string][]) {
      const answer = await send<Refused>(app.action, member, { setup, twoFactorCode });
      expect(answer.status).toBe(422);
      expect(answer.data.form.errors[""]?.[0]).toContain("Scan the new one below");
      expect(answer.data.setup.token).not.toBe(setup);
    }
    expect(await db.select().from(totp).where(eq(totp.user_ref, member.user.unique_ref))).toEqual([]);
  });

  test("twice at once gives one secret and one set of codes, and the other is told", async () => {
    const member = await makeMember();
    const both = [await rightAnswers(member.user), await rightAnswers(member.user)];
    const answers = await Promise.all(both.map((fields) => send<Sheet>(app.action, member, fields)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 302]);
    const told = answers.find(({ status }) => status === 302);
    expect(told?.location).toBe("/account/two_factor/");
    if (!told) throw new Error("nobody was told");
    expect(flashOf(told)).toMatchObject({ text: expect.stringContaining("is on already"), done: false });
    expect(await codesOf(member.user)).toHaveLength(10);
    expect(await actsOf(member.user)).toEqual(["totp-on"]);
    expect(await changesTold(member.user)).toEqual(["totp-on"]);
  });

  test("shows no secret where it is on already", async () => {
    const { user } = await turnOn(await makeMember());
    expect((await load<{ setup: null }>(app.loader, { user })).data.setup).toBeNull();
  });
});

describe("turning two-factor off", () => {
  test("deletes secret and codes, ends the other logins, and tells", async () => {
    const on = await makeMember();
    await send(app.action, on, await rightAnswers(on.user));
    const member = { ...on, user: { ...on.user, has_totp: true } };
    const elsewhere = await signInAs(member.user.unique_ref, { secondFactor: true });
    const answer = await send(off.action, member);
    expect(answer).toMatchObject({ status: 302, location: "/account/two_factor/" });
    expect(await db.select().from(totp).where(eq(totp.user_ref, member.user.unique_ref))).toEqual([]);
    expect(await codesOf(member.user)).toEqual([]);
    expect(await whoIsIn(elsewhere)).toBeNull();
    expect(await actsOf(member.user)).toEqual(["totp-on", "totp-off"]);
    expect(await changesTold(member.user)).toEqual(["totp-on", "totp-off"]);
  });

  test("where it is off already tells nobody", async () => {
    const member = await makeMember();
    expect((await send(off.action, member)).status).toBe(302);
    expect(await actsOf(member.user)).toEqual([]);
  });

  test("is refused to an administrator, in words", async () => {
    const { user, cookie } = await turnOn(await makeMember(ADMIN_LEVEL));
    const member = { user: { ...user, login: { ...user.login, second_factor_at: NOW } }, cookie };
    expect((await load<{ needed: boolean }>(off.loader, { user: member.user })).data.needed).toBe(true);
    const answer = await send<Refused>(off.action, member);
    expect(answer.status).toBe(422);
    expect(answer.data.form.errors[""]?.[0]).toContain("administrator");
    expect(await db.select().from(totp).where(eq(totp.user_ref, member.user.unique_ref))).toHaveLength(1);
  });
});

test("the page that turned two-factor on says so when it is loaded anew, and makes no other codes", async () => {
  const member = await makeMember();
  const answers = await rightAnswers(member.user);
  await send<Sheet>(app.action, member, answers);
  const before = await codesOf(member.user);
  const on = { ...member, user: { ...member.user, has_totp: true } };
  expect((await send(app.action, on, answers)).status).toBe(302);
  expect(await codesOf(member.user)).toEqual(before);
});

describe("new recovery codes", () => {
  test("take the place of the old ones, which no longer work", async () => {
    const on = await makeMember();
    const first = (await send<Sheet>(app.action, on, await rightAnswers(on.user))).data.made;
    const member = { ...on, user: { ...on.user, has_totp: true } };
    const form = { idempotency_key: newRef() };
    const answer = await send<Sheet>(codes.action, member, form);
    expect(answer.status).toBe(200);
    expect(answer.data.made.codes).toHaveLength(10);
    const take = (typed: string) =>
      consumeSecondFactor({ db, vault, jobs: recordingJobs(), now: NOW }, member.user.unique_ref, typed, "login");
    expect(await take(first.codes[0] as string)).toBeNull();
    expect(await take(answer.data.made.codes[0] as string)).toBe("recovery");
    expect(await actsOf(member.user)).toContain("recovery-codes-renewed");
    expect(await changesTold(member.user)).toContain("codes-renewed");
  });

  test("stay as they are when the page is loaded anew, which says that they were made", async () => {
    const on = await makeMember();
    await send<Sheet>(app.action, on, await rightAnswers(on.user));
    const member = { ...on, user: { ...on.user, has_totp: true } };
    const form = { idempotency_key: newRef() };
    await send<Sheet>(codes.action, member, form);
    const made = await codesOf(member.user);
    const again = await send<Refused>(codes.action, member, form);
    expect([again.status, again.data.form.errors[""]?.[0]]).toEqual([409, expect.stringContaining("made already")]);
    expect(await codesOf(member.user)).toEqual(made);
    expect((await changesTold(member.user)).filter((what) => what === "codes-renewed")).toHaveLength(1);
  });

  test("are not made without an authenticator app or a passkey", async () => {
    const member = await makeMember();
    const form = { idempotency_key: newRef() };
    expect((await send(codes.action, member, form)).status).toBe(422);
    expect(await codesOf(member.user)).toEqual([]);
    const holder = { ...member, user: { ...member.user, has_passkey: true } };
    expect((await send(codes.action, holder, form)).status).toBe(200);
    expect(await codesOf(member.user)).toHaveLength(10);
  });

  test("are random: the same keys and the same form give none of them again", async () => {
    const member = await turnOn(await makeMember());
    const form = { idempotency_key: newRef() };
    const made = (await send<Sheet>(codes.action, member, form)).data.made.codes;
    // The same form in a world where nothing was made with it: codes worked out of it would be the same.
    await forget(member.user);
    const again = await send<Sheet>(codes.action, member, form);
    expect(again.data.made.codes.filter((code) => made.includes(code))).toEqual([]);
  });
});

describe("a reauthentication of 11 minutes ago", () => {
  test.each([
    ["app", app],
    ["off", off],
    ["codes", codes],
  ] as const)("is asked for again before /account/two_factor/%s/, and nothing is written", async (name, route) => {
    const member = late(await makeMember());
    const confirm = `/account/confirm/?next=${encodeURIComponent(`/account/two_factor/${name}/`)}`;
    expect(await load(route.loader, { user: member.user })).toMatchObject({ status: 302, location: confirm });
    const sent = await send(route.action, member, await rightAnswers(member.user));
    expect(sent).toMatchObject({ status: 302, location: confirm });
    expect(await actsOf(member.user)).toEqual([]);
    expect(await db.select().from(logins).where(eq(logins.user_ref, member.user.unique_ref))).toHaveLength(1);
  });
});

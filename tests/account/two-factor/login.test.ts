import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { totpCode } from "~/account/factors/totp.server";
import { findLogin } from "~/account/login/logins.server";
import { audit, codes, logins, totp, users } from "~/account/table.server";
import type { FormState } from "~/platform/http/action-result";
import * as login from "~/routes/login";
import * as twofactor from "~/routes/twofactor";
import * as recovery from "~/routes/twofactor-recovery";
import { call, cookiesOf, db, load, makeUser, NOW, racingDatabase, signInAs, submit } from "../../support/harness";
import { PASSWORD, setPasswordOf } from "../../support/members";
import { beginPendingLoginAs, makeGuardedUser, wrongCodes } from "../../support/two-factor";

const MINUTE = 60_000;

type Refused = { form: FormState };

async function makeMember() {
  const made = await makeGuardedUser();
  await setPasswordOf(made.user);
  return made;
}

interface Sent {
  cookie: string;
  now?: number;
  database?: typeof db;
}

/** Posts a form of somebody who is not signed in, from a browser with these cookies. */
function post<Data = Refused>(action: (args: never) => unknown, fields: Record<string, string>, sent: Sent) {
  const { cookie, ...ask } = sent;
  const body = new URLSearchParams(fields);
  const request = new Request("http://daybook.test/twofactor/", { method: "POST", body, headers: { Cookie: cookie } });
  return call<Data>(action, request, { user: null, ...ask });
}

function get(loader: (args: never) => unknown, { cookie, ...ask }: Sent) {
  const request = new Request("http://daybook.test/twofactor/", { headers: { Cookie: cookie } });
  return call(loader, request, { user: null, ...ask });
}

function loginsOf(userRef: string) {
  return db.select().from(logins).where(eq(logins.user_ref, userRef));
}

function codesOf(userRef: string) {
  return db.select().from(codes).where(eq(codes.user_ref, userRef));
}

const NOT_FINISHED = "Your login was not finished. Log in again to continue";

describe("the right password, with two-factor on,", () => {
  test("is half a login: a cookie of its own, and the code is asked for", async () => {
    const { user } = await makeMember();
    const answer = await submit(login.action, { username: user.username, password: PASSWORD }, { user: null });
    expect(answer).toMatchObject({ status: 302, location: "/twofactor/" });
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^second-factor=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/),
    ]);
    expect(await loginsOf(user.unique_ref)).toEqual([]);
    expect(await codesOf(user.unique_ref)).toMatchObject([{ kind: "second_factor", expires_at: NOW + 600_000 }]);
    const token = cookiesOf(answer).split("=")[1] as string;
    expect(JSON.stringify(await codesOf(user.unique_ref))).not.toContain(token);
  });

  test("and the code make a login with both factors, and the half is gone", async () => {
    const { user, secret } = await makeMember();
    const begun = await submit(login.action, { username: user.username, password: PASSWORD }, { user: null });
    const cookie = cookiesOf(begun);
    expect((await get(twofactor.loader, { cookie })).status).toBe(200);
    const answer = await post(twofactor.action, { twoFactorCode: totpCode(secret, NOW) }, { cookie });
    expect(answer).toMatchObject({ status: 302, location: "/logbook/" });
    expect(answer.headers.getSetCookie()[2]).toMatch(/^second-factor=; .*Max-Age=0$/);
    expect(await loginsOf(user.unique_ref)).toMatchObject([
      { second_factor_at: NOW, reauthenticated_at: NOW, remember: false },
    ]);
    expect(await codesOf(user.unique_ref)).toEqual([]);
    const lines = await db.select({ act: audit.action }).from(audit).where(eq(audit.user_ref, user.unique_ref));
    expect(lines).toEqual([{ act: "logged-in" }]);
    const carried = new Request("http://daybook.test/", { headers: { Cookie: cookiesOf(answer) } });
    expect((await findLogin(db, carried, NOW)).user).toMatchObject({ unique_ref: user.unique_ref, has_totp: true });
  });

  test("keeps Remember me until the code is given", async () => {
    const { user, secret } = await makeMember();
    const form = { username: user.username, password: PASSWORD, remember: "on" };
    const cookie = cookiesOf(await submit(login.action, form, { user: null }));
    const answer = await post(twofactor.action, { twoFactorCode: totpCode(secret, NOW) }, { cookie });
    expect(answer.headers.getSetCookie()[0]).toContain("Max-Age=2592000");
    expect(await loginsOf(user.unique_ref)).toMatchObject([{ remember: true }]);
  });

  test("takes a new token whatever cookie came in, and ends the pending login of that browser", async () => {
    const { user } = await makeMember();
    const cookie = await beginPendingLoginAs(user.unique_ref);
    const answer = await post(login.action, { username: user.username, password: PASSWORD }, { cookie });
    expect(cookiesOf(answer)).not.toBe(cookie);
    expect((await get(twofactor.loader, { cookie })).location).toBe("/login/");
    expect(await codesOf(user.unique_ref)).toHaveLength(1);
  });

  test("goes no further when it is changed while it is worked on", async () => {
    for (const { user } of [await makeMember(), { user: await makeUser() }]) {
      await setPasswordOf(user);
      const database = racingDatabase(2, () =>
        db
          .update(users)
          .set({ password_encrypted: new Uint8Array([1]) })
          .where(eq(users.unique_ref, user.unique_ref)),
      );
      const form = { username: user.username, password: PASSWORD };
      expect((await submit(login.action, form, { user: null, database })).status).toBe(422);
      expect(await loginsOf(user.unique_ref)).toEqual([]);
      expect(await codesOf(user.unique_ref)).toEqual([]);
    }
  });
});

describe("a wrong code", () => {
  test("is refused in the words of the specification, and never comes back in the page", async () => {
    const { user, secret } = await makeMember();
    const cookie = await beginPendingLoginAs(user.unique_ref);
    const [wrong] = wrongCodes(secret, 1) as [string];
    for (const typed of [wrong, "", "12345", "abcdef"]) {
      const answer = await post(twofactor.action, { twoFactorCode: typed }, { cookie });
      expect(answer.status).toBe(422);
      expect(answer.data.form).toEqual({
        values: {},
        errors: { twoFactorCode: ["Please check the details you have entered"] },
      });
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    expect(await loginsOf(user.unique_ref)).toEqual([]);
  });

  test("is counted over pending logins and browsers, not for each", async () => {
    const { user, secret } = await makeMember();
    for (const code of wrongCodes(secret, 5)) {
      const cookie = await beginPendingLoginAs(user.unique_ref);
      expect((await post(twofactor.action, { twoFactorCode: code }, { cookie })).status).toBe(422);
    }
    const cookie = await beginPendingLoginAs(user.unique_ref);
    const answer = await post(twofactor.action, { twoFactorCode: totpCode(secret, NOW) }, { cookie });
    expect(answer.status).toBe(429);
    expect(answer.data.form.errors).toEqual({
      twoFactorCode: ["Too many wrong codes. Wait 15 minutes, then try again, or use a recovery code"],
    });
    expect(await loginsOf(user.unique_ref)).toEqual([]);
  });
});

describe("a code that was used", () => {
  test("does not open a second login", async () => {
    const { user, secret } = await makeMember();
    const [one, other] = [await beginPendingLoginAs(user.unique_ref), await beginPendingLoginAs(user.unique_ref)];
    const fields = { twoFactorCode: totpCode(secret, NOW) };
    expect((await post(twofactor.action, fields, { cookie: one })).status).toBe(302);
    expect((await post(twofactor.action, fields, { cookie: other })).status).toBe(422);
    expect(await loginsOf(user.unique_ref)).toHaveLength(1);
  });

  test("makes one login of one pending login, though two codes are right", async () => {
    const { user, secret } = await makeMember();
    const cookie = await beginPendingLoginAs(user.unique_ref);
    const database = racingDatabase(3, async () => {
      await post(twofactor.action, { twoFactorCode: totpCode(secret, NOW + 30_000) }, { cookie });
    });
    const late = await post(twofactor.action, { twoFactorCode: totpCode(secret, NOW) }, { cookie, database });
    expect(late).toMatchObject({ status: 302, location: "/login/" });
    expect(await loginsOf(user.unique_ref)).toHaveLength(1);
  });
});

describe("a recovery code", () => {
  test("stands in for the second factor, never for the password", async () => {
    const { user, codes } = await makeMember();
    const code = codes[0] as string;
    const form = { username: user.username, password: code };
    expect((await submit(login.action, form, { user: null })).status).toBe(422);
    expect((await post(recovery.action, { recoveryCode: code }, { cookie: "" })).location).toBe("/login/");
    const cookie = await beginPendingLoginAs(user.unique_ref);
    const answer = await post(recovery.action, { recoveryCode: code.toLowerCase() }, { cookie });
    expect(answer).toMatchObject({ status: 302, location: "/logbook/" });
    expect(await loginsOf(user.unique_ref)).toMatchObject([{ second_factor_at: NOW }]);
  });

  test("that is wrong or was used is refused in the same words", async () => {
    const { user, codes } = await makeMember();
    const fields = { recoveryCode: codes[0] as string };
    await post(recovery.action, fields, { cookie: await beginPendingLoginAs(user.unique_ref) });
    const cookie = await beginPendingLoginAs(user.unique_ref);
    for (const typed of [fields.recoveryCode, "0000-0000-0000-0000-0000-0000", ""]) {
      const answer = await post(recovery.action, { recoveryCode: typed }, { cookie });
      expect(answer.status).toBe(422);
      expect(answer.data.form).toEqual({
        values: {},
        errors: { recoveryCode: ["Please check the details you have entered"] },
      });
    }
  });
});

describe("a pending login", () => {
  test("runs out after ten minutes, and its page says so", async () => {
    const { user, secret } = await makeMember();
    const cookie = await beginPendingLoginAs(user.unique_ref);
    expect((await get(twofactor.loader, { cookie, now: NOW + 10 * MINUTE - 1 })).status).toBe(200);
    const late = NOW + 10 * MINUTE;
    const fields = { twoFactorCode: totpCode(secret, late), recoveryCode: "x" };
    for (const page of [twofactor, recovery]) {
      for (const answer of [
        await get(page.loader, { cookie, now: late }),
        await post(page.action, fields, { cookie, now: late }),
      ]) {
        expect(answer).toMatchObject({ status: 302, location: "/login/" });
        const set = answer.headers.getSetCookie().map(decodeURIComponent);
        expect(set.join()).toContain(NOT_FINISHED);
        expect(set.join()).toContain("second-factor=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0");
      }
    }
    expect(await loginsOf(user.unique_ref)).toEqual([]);
  });

  test("that was never begun leads to the login, forged cookies too", async () => {
    for (const cookie of ["", "second-factor=", `second-factor=${"A".repeat(43)}`, "login=x"]) {
      expect(await get(twofactor.loader, { cookie })).toMatchObject({ status: 302, location: "/login/" });
      expect(await post(twofactor.action, { twoFactorCode: "123456" }, { cookie })).toMatchObject({
        location: "/login/",
      });
    }
  });

  test("that is cancelled is dead on the server, whatever code came with it", async () => {
    const { user, secret } = await makeMember();
    for (const page of [twofactor, recovery]) {
      const cookie = await beginPendingLoginAs(user.unique_ref);
      const fields = { twoFactorCode: totpCode(secret, NOW), recoveryCode: "", cancel: "yes" };
      const answer = await post(page.action, fields, { cookie });
      expect(answer).toMatchObject({ status: 302, location: "/login/" });
      expect(answer.headers.get("Set-Cookie")).toMatch(/^second-factor=; .*Max-Age=0$/);
      expect((await get(page.loader, { cookie })).location).toBe("/login/");
    }
    expect(await codesOf(user.unique_ref)).toEqual([]);
    expect(await loginsOf(user.unique_ref)).toEqual([]);
  });

  test("ends when its account is closed, and comes to nothing when two-factor goes meanwhile", async () => {
    const { user, secret } = await makeMember();
    const cookie = await beginPendingLoginAs(user.unique_ref);
    await db.delete(totp).where(eq(totp.user_ref, user.unique_ref));
    expect((await post(twofactor.action, { twoFactorCode: totpCode(secret, NOW) }, { cookie })).status).toBe(422);
    await db.update(users).set({ level: 0 }).where(eq(users.unique_ref, user.unique_ref));
    expect((await get(twofactor.loader, { cookie })).location).toBe("/login/");
  });

  test("is not asked of who is in already", async () => {
    const user = await makeUser(2);
    expect(await load(twofactor.loader, { user })).toMatchObject({ status: 302, location: "/" });
    expect(await submit(twofactor.action, { twoFactorCode: "1" }, { user })).toMatchObject({ location: "/" });
  });

  test("does not end the login of another browser, and its own ends when it becomes whole", async () => {
    const { user, secret } = await makeMember();
    const [here, elsewhere] = [await signInAs(user.unique_ref), await signInAs(user.unique_ref)];
    const cookie = `${here}; ${await beginPendingLoginAs(user.unique_ref)}`;
    await post(twofactor.action, { twoFactorCode: totpCode(secret, NOW) }, { cookie });
    const carried = (each: string) => new Request("http://daybook.test/", { headers: { Cookie: each } });
    expect((await findLogin(db, carried(here), NOW)).user).toBeNull();
    expect((await findLogin(db, carried(elsewhere), NOW)).user).not.toBeNull();
  });
});

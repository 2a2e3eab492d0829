import { and, eq } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { dropOldCodes } from "~/account/codes.server";
import { askForAnotherCode, askForCode, endResets, startAgain } from "~/account/passwords/reset-codes.server";
import { lookUpReset, newResetCode, sweepResets } from "~/account/passwords/reset-look-up.server";
import { findResetRequest } from "~/account/passwords/reset-requests.server";
import { minutesAndSeconds, normalizedResetCode, resetCodeLetters, sendCodeProblem } from "~/account/passwords/rules";
import { tryCode } from "~/account/passwords/try-reset-code.server";
import { codes, users } from "~/account/table.server";
import { mailPlace, outbox } from "~/mail/table.server";
import { newRef } from "~/platform/db/columns.server";
import { rateCounters } from "~/platform/db/rate-counters.server";
import { fromBase64url } from "~/platform/db/tokens";
import { withNote } from "~/platform/http/request-note.server";
import {
  countingDatabase,
  db,
  jobContext,
  makeUser,
  NOW,
  racingDatabase,
  recordingJobs,
  SITE,
  vault,
} from "../../support/harness";
import { lettersOf } from "../../support/letters";
import { setAddressOf } from "../../support/members";

const SECOND = 1000;
const HOUR = 3_600_000;
const always = async () => true;

function newAddress() {
  return `${newRef().toLowerCase()}@example.com`;
}

async function makeMember(address = newAddress()) {
  const user = await makeUser();
  await setAddressOf(user, address);
  return { ...user, address };
}

function worldAt(now = NOW, database = db) {
  return { db: database, vault, jobs: recordingJobs(), site: SITE, now };
}

function carrying(cookie: string) {
  return new Request("http://daybook.test/password/forgot/", { headers: { Cookie: cookie.split(";")[0] as string } });
}

/** Asks as a browser does. @returns the request that carries its cookie from then on, and the row of the asking. */
async function ask(address: string, now = NOW, before?: Request) {
  const request = before ?? new Request("http://daybook.test/password/forgot/");
  const asked = await askForCode(worldAt(now), request, address, await findResetRequest(db, vault, request));
  if (!("cookie" in asked)) throw new Error(JSON.stringify(asked));
  const browser = carrying(asked.cookie);
  return { browser, ref: (await requestOf(browser)).row.unique_ref };
}

function networked(address: string) {
  return new Request("http://daybook.test/password/forgot/", { headers: { "CF-Connecting-IP": address } });
}

async function requestOf(browser: Request) {
  const found = await findResetRequest(db, vault, browser);
  if (!found) throw new Error("This browser has asked for nothing");
  return found;
}

async function rowOf(ref: string) {
  const [row] = await db.select().from(codes).where(eq(codes.unique_ref, ref));
  return row;
}

/** The code that the account of a request was mailed last. */
async function mailedFor({ user_ref }: { user_ref: string }) {
  const isMailed = and(eq(codes.kind, "reset_code"), eq(codes.user_ref, user_ref));
  const [mailed] = await db.select().from(codes).where(isMailed);
  return mailed;
}

async function mailsAbout(ref: string) {
  const rows = await db.select().from(outbox).where(eq(outbox.cause_ref, ref));
  return Promise.all(
    rows.map(async ({ unique_ref, user_ref, recipient, content_encrypted, void_at }) => {
      const content = JSON.parse(await vault.decrypt(user_ref, mailPlace(unique_ref), content_encrypted)) as {
        code: string;
      };
      return { recipient, void_at, code: content.code };
    }),
  );
}

async function codeOf(ref: string): Promise<string> {
  const [mail] = await mailsAbout(ref);
  return mail?.code ?? "";
}

/** Of the newest mail to a user. */
async function newestCodeOf(userRef: string): Promise<string> {
  const letters = await lettersOf(userRef);
  const letter = letters.find(({ kind }) => kind === "reset-code");
  return letter && "code" in letter ? letter.code : "";
}

/** Whether a code would be taken, without taking it. */
async function isRight(browser: Request, code: string, now: number): Promise<boolean> {
  const { row } = await requestOf(browser);
  const mailed = await mailedFor(row);
  const signed = await vault.isSigned("reset-code", `${row.user_ref}\n${code}`, mailed?.hash ?? "");
  return signed && row.used_at === null && now < (mailed?.expires_at ?? 0) && now < row.expires_at;
}

async function tries(browser: Request, code: string, now = NOW) {
  return tryCode(worldAt(now), await requestOf(browser), code);
}

const WRONG = { errors: { code: "Invalid or expired code." }, status: 422 };

describe("a reset code", () => {
  test("is 6 letters and numbers, each of the 36 as likely as any other", () => {
    const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    const counts = new Map<string, number>();
    for (const byte of all) {
      // What a byte beyond the last whole alphabet gives is drawn anew.
      const given = [Uint8Array.of(byte), ...Array.from({ length: 9 }, () => Uint8Array.of(0))];
      const letter = newResetCode(() => given.shift() as Uint8Array)[0] as string;
      if (byte < 252) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    }
    expect([...counts.keys()].sort().join("")).toBe("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    expect(new Set(counts.values())).toEqual(new Set([7]));
    for (let n = 0; n < 50; n += 1) expect(newResetCode()).toMatch(/^[A-Z0-9]{6}$/);
  });

  test("is put into its form as it is typed, and never cut into another", () => {
    expect(normalizedResetCode(" ab-1 2cd9")).toBe("AB12CD");
    expect(normalizedResetCode("\u00df\u00e9\u017f\u212a1")).toBe("1");
    expect(resetCodeLetters("abc1234")).toBe("ABC1234");
    expect(minutesAndSeconds(899)).toBe("14:59");
    expect(minutesAndSeconds(5)).toBe("00:05");
    expect(sendCodeProblem(" ", "Wait.")).toBe("Enter your email address to continue.");
    expect(sendCodeProblem("x", "Wait.")).toBe("Wait.");
    expect(sendCodeProblem("x", "")).toBe("");
  });
});

describe("asking for a code", () => {
  test("notes the address encrypted, and leaves the rest to the queue", async () => {
    const { address } = await makeMember();
    const jobs = recordingJobs();
    const request = new Request("https://daybook.test/password/forgot/");
    const asked = await askForCode({ ...worldAt(), jobs }, request, address, null);
    expect(asked).toMatchObject({
      cookie: expect.stringMatching(
        /^__Host-reset=[\w-]{43}\.[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=1800$/,
      ),
    });
    const ref = jobs.sent[0]?.ref as string;
    expect(jobs.sent).toEqual([{ kind: "look-up-reset", ref, delaySeconds: 0 }]);
    const row = await rowOf(ref);
    expect(row).toMatchObject({
      user_ref: "",
      payload: expect.stringMatching(/.{40}/),
      expires_at: NOW + 900 * SECOND,
    });
    expect(new TextDecoder().decode(fromBase64url(row?.payload ?? ""))).not.toContain(address);
    expect(JSON.stringify(row)).not.toContain((asked as { cookie: string }).cookie.split(/[=.]/)[1] as string);
  });

  test("does the same, and as much of it, for an address that is nobody's", async () => {
    const { address } = await makeMember();
    const seen = [];
    for (const each of [address, newAddress()]) {
      const { database, trips } = countingDatabase();
      const jobs = recordingJobs();
      const request = new Request("http://daybook.test/password/forgot/");
      const asked = await askForCode({ ...worldAt(NOW, database), jobs }, request, each, null);
      seen.push([Object.keys(asked), trips(), jobs.sent.map(({ kind, delaySeconds }) => [kind, delaySeconds])]);
    }
    expect(seen[0]).toEqual(seen[1]);
  });

  test("without a bot check is let through three times an hour for one address and network", async () => {
    for (const address of [newAddress(), (await makeMember()).address]) {
      let { browser } = await ask(address);
      const again = async (now: number) => {
        const asked = await askForAnotherCode(worldAt(now), browser, await requestOf(browser), always);
        if ("cookie" in asked) browser = carrying(asked.cookie);
        return asked;
      };
      for (const minute of [1, 2, 3]) expect(await again(NOW + minute * 60 * SECOND)).toHaveProperty("cookie");
      const startAgain =
        "A code was sent again three times within the hour. Choose ‘Use another address’, then ask for one with the same address";
      expect(await again(NOW + 4 * 60 * SECOND)).toEqual({ errors: { "": startAgain }, status: 429 });
      // With the bot check before it nothing refuses it.
      expect(await askForCode(worldAt(NOW + 4 * 60 * SECOND), browser, address, null)).toHaveProperty("cookie");
      expect(await again(NOW + HOUR)).toHaveProperty("cookie");
    }
  });

  test("is never refused to an owner for what strangers asked, be they in the owner's own network", async () => {
    const { address, unique_ref } = await makeMember();
    const strangers = Array.from({ length: 40 }, (_, at) => (at < 20 ? `2001:db8:5:${at % 4}::1` : "192.0.2.1"));
    for (const [at, network] of strangers.entries()) {
      const asked = await askForCode(worldAt(NOW + at * SECOND), networked(network), address, null);
      const { row } = await requestOf(carrying((asked as { cookie: string }).cookie));
      await lookUpReset(jobContext({ now: NOW + at * SECOND }), row.unique_ref);
    }
    const sent = async () => (await db.select().from(outbox).where(eq(outbox.user_ref, unique_ref))).length;
    expect(await sent()).toBe(4);
    // The code that was mailed last is the owner's too.
    const now = NOW + 60 * SECOND;
    const { browser, ref } = await ask(address, now, networked("192.0.2.1"));
    await lookUpReset(jobContext({ now }), ref);
    expect(await sent()).toBe(4);
    expect(await tries(browser, await newestCodeOf(unique_ref), now)).toBeNull();
  });

  test("has a new code mailed every ten minutes, however many were asked for before", async () => {
    const { address, unique_ref } = await makeMember();
    const mails = [];
    for (let minute = 0; minute < 60; minute += 1) {
      const now = NOW + minute * 60 * SECOND;
      const { browser, ref } = await ask(address, now);
      await lookUpReset(jobContext({ now }), ref);
      const rows = await db.select().from(outbox).where(eq(outbox.user_ref, unique_ref));
      mails.push(rows.length);
      // Whenever one asks, there is a code in the mailbox that works for five minutes at least.
      const later = now + 299 * SECOND;
      expect(await isRight(browser, await newestCodeOf(unique_ref), later)).toBe(true);
    }
    expect(mails.slice(0, 5)).toEqual([1, 2, 3, 4, 4]);
    expect(mails.at(-1)).toBe(9);
  });

  test("waits 30 seconds for the next code of a browser, but not for another address", async () => {
    const address = newAddress();
    const { browser } = await ask(address);
    const again = async (at: number, to = address) =>
      askForCode(worldAt(at), browser, to, await findResetRequest(db, vault, browser));
    expect(await again(NOW + 29 * SECOND)).toEqual({
      errors: { "": "A new code can be sent 30 seconds after the last one. Wait 1 s more" },
      status: 429,
    });
    expect(await again(NOW + 30 * SECOND)).toHaveProperty("cookie");
    expect(await again(NOW + SECOND, newAddress())).toHaveProperty("cookie");
  });

  test("again is refused in a burst before anything is written, under a key without the address", async () => {
    const address = newAddress();
    const keys: string[] = [];
    const { browser } = await ask(address);
    const before = await requestOf(browser);
    const { database, trips } = countingDatabase();
    const later = worldAt(NOW + 60 * SECOND, database);
    const refused = await askForAnotherCode(later, browser, before, async (key) => {
      keys.push(key);
      return false;
    });
    expect(refused).toMatchObject({ status: 429 });
    expect(trips()).toBe(0);
    expect(keys.join()).not.toContain(address.split("@")[0]);
  });

  test("ends what this browser asked for before, at once", async () => {
    const { address } = await makeMember();
    const { browser, ref } = await ask(address);
    await lookUpReset(jobContext(), ref);
    const code = await codeOf(ref);
    await ask(newAddress(), NOW + SECOND, browser);
    expect(await tries(browser, code)).toEqual(WRONG);
  });
});

describe("wrong codes of one address", () => {
  /** Browsers of strangers who have spent the guesses of an address. */
  async function spend(address: string) {
    const key = `reset-guesses/${await vault.sign("reset-guesses", address)}`;
    const spent = { key, window_start: NOW, n: 100 };
    const target = [rateCounters.key, rateCounters.window_start];
    await db.insert(rateCounters).values(spent).onConflictDoUpdate({ target, set: spent });
  }

  test("leave each asking one try once there were a hundred within the hour, be the address anybody's or not", async () => {
    for (const address of [newAddress(), (await makeMember()).address]) {
      const early = await ask(address);
      await lookUpReset(jobContext(), early.ref);
      expect(await tries(early.browser, "AAAAAA")).toEqual(WRONG);
      await spend(address);
      const { browser, ref } = await ask(address, NOW + SECOND);
      await lookUpReset(jobContext({ now: NOW + SECOND }), ref);
      expect((await requestOf(browser)).row.attempts).toBe(0);
      expect(await tries(browser, "AAAAAA", NOW + SECOND)).toEqual(WRONG);
      expect((await requestOf(browser)).row.attempts).toBe(5);
      // Nor has one that was mistyped before the tries that it had left.
      expect(await tries(early.browser, "BBBBBB", NOW + SECOND)).toEqual(WRONG);
      expect((await requestOf(early.browser)).row.attempts).toBe(5);
    }
  });

  test("count only as long as their asking is open: one bot check does not pay for a hundred", async () => {
    const { address } = await makeMember();
    const { browser, ref } = await ask(address);
    await lookUpReset(jobContext(), ref);
    for (let at = 0; at < 20; at += 1) await tries(browser, "AAAAAA");
    const key = `reset-guesses/${await vault.sign("reset-guesses", address)}`;
    expect(await db.select({ n: rateCounters.n }).from(rateCounters).where(eq(rateCounters.key, key))).toEqual([
      { n: 5 },
    ]);
  });

  test("never refuse the owner who types the right one at the first try", async () => {
    const { address, unique_ref } = await makeMember();
    await spend(address);
    const { browser, ref } = await ask(address);
    await lookUpReset(jobContext(), ref);
    expect(await tries(browser, await newestCodeOf(unique_ref))).toBeNull();
  });

  test("that are right are none of them", async () => {
    const { address, unique_ref } = await makeMember();
    const { browser, ref } = await ask(address);
    await lookUpReset(jobContext(), ref);
    expect(await tries(browser, "AAAAAA")).toEqual(WRONG);
    expect(await tries(browser, await newestCodeOf(unique_ref))).toBeNull();
    const key = `reset-guesses/${await vault.sign("reset-guesses", address)}`;
    const [row] = await db.select().from(rateCounters).where(eq(rateCounters.key, key));
    expect(row?.n).toBe(1);
  });
});

describe("looking up whose address it is", () => {
  test("mails a code to the address on file, keeps its hash alone, and wipes what was typed", async () => {
    const { unique_ref, address } = await makeMember();
    const { ref } = await ask(address.toUpperCase());
    const jobs = recordingJobs();
    await lookUpReset(jobContext({ jobs }), ref);
    const [mail] = await mailsAbout(ref);
    expect(mail).toMatchObject({
      recipient: address,
      void_at: NOW + 900 * SECOND,
      code: expect.stringMatching(/^[A-Z0-9]{6}$/),
    });
    expect(jobs.sent).toMatchObject([{ kind: "send-mail" }]);
    const row = await rowOf(ref);
    expect(row).toMatchObject({ user_ref: unique_ref, payload: "", used_at: null });
    const mailed = await mailedFor({ user_ref: unique_ref });
    expect(await vault.isSigned("reset-code", `${unique_ref}\n${mail?.code}`, mailed?.hash ?? "")).toBe(true);
    expect(JSON.stringify([row, mailed])).not.toContain(mail?.code);
  });

  test("finds nobody for an unknown, an unverified or a closed account's address, and wipes it all the same", async () => {
    const closed = await makeMember();
    await db.update(users).set({ level: 0 }).where(eq(users.unique_ref, closed.unique_ref));
    for (const address of [newAddress(), closed.address]) {
      const { browser, ref } = await ask(address);
      await lookUpReset(jobContext(), ref);
      expect(await rowOf(ref)).toMatchObject({ user_ref: "", payload: "" });
      expect(await mailsAbout(ref)).toEqual([]);
      expect(await tries(browser, "ABC123")).toEqual(WRONG);
    }
  });

  test("happens once, however often and at whatever moments its message comes", async () => {
    const { ref } = await ask((await makeMember()).address);
    await Promise.all([lookUpReset(jobContext(), ref), lookUpReset(jobContext(), ref), lookUpReset(jobContext(), ref)]);
    const before = await rowOf(ref);
    await lookUpReset(jobContext({ now: NOW + SECOND }), ref);
    expect(await rowOf(ref)).toEqual(before);
    expect(await mailsAbout(ref)).toHaveLength(1);
    await lookUpReset(jobContext(), newRef());
  });

  test("lets the newest code count alone, in every browser that waits, in whatever order the messages come", async () => {
    const { address } = await makeMember();
    const older = await ask(address);
    const newer = await ask(address, NOW + SECOND);
    await lookUpReset(jobContext({ now: NOW + SECOND }), newer.ref);
    await lookUpReset(jobContext({ now: NOW + 2 * SECOND }), older.ref);
    expect(await mailsAbout(older.ref)).toEqual([]);
    expect(await isRight(older.browser, await codeOf(newer.ref), NOW + 2 * SECOND)).toBe(true);

    const newest = await ask(address, NOW + 3 * SECOND);
    const code = await codeOf(newer.ref);
    await lookUpReset(jobContext({ now: NOW + 3 * SECOND }), newest.ref);
    for (const { browser } of [older, newer, newest]) {
      expect(await isRight(browser, code, NOW + 3 * SECOND)).toBe(false);
      expect(await isRight(browser, await codeOf(newest.ref), NOW + 3 * SECOND)).toBe(true);
    }
  });

  test("does not end a code that was proved, nor lets one be proved in two browsers", async () => {
    const { address, unique_ref } = await makeMember();
    const own = await ask(address);
    await lookUpReset(jobContext(), own.ref);
    const other = await ask(address, NOW + SECOND);
    await lookUpReset(jobContext({ now: NOW + SECOND }), other.ref);
    const code = await newestCodeOf(unique_ref);
    const now = NOW + 2 * SECOND;
    const [one, two] = await Promise.all([tries(own.browser, code, now), tries(other.browser, code, now)]);
    expect([one, two].filter((each) => each === null)).toHaveLength(1);
    const verified = one === null ? own : other;
    const stranger = await ask(address, NOW + 3 * SECOND);
    await lookUpReset(jobContext({ now: NOW + 3 * SECOND }), stranger.ref);
    expect(await rowOf(verified.ref)).toMatchObject({ kind: "new_password", used_at: null });
  });

  test("takes no code from before a new password, not even one of a browser that had started again", async () => {
    const { address, unique_ref } = await makeMember();
    const minute = (n: number) => NOW + n * 60 * SECOND;
    for (const n of [0, 1, 2, 3]) {
      const { ref, browser } = await ask(address, minute(n));
      await lookUpReset(jobContext({ now: minute(n) }), ref);
      await startAgain(worldAt(minute(n)), browser, await requestOf(browser));
    }
    const old = await newestCodeOf(unique_ref);
    await db.batch(endResets(db, unique_ref, minute(4)));

    const later = await ask(address, minute(5));
    await lookUpReset(jobContext({ now: minute(5) }), later.ref);
    expect(await tries(later.browser, old, minute(5))).toEqual(WRONG);
    expect(await tries(later.browser, await newestCodeOf(unique_ref), minute(5))).toBeNull();
  });

  test("gives no code to an address that its owner leaves meanwhile", async () => {
    const { unique_ref, address } = await makeMember();
    const { ref } = await ask(address);
    const leaves = () => setAddressOf({ unique_ref }, newAddress());
    await lookUpReset(jobContext({ db: racingDatabase(2, leaves) }), ref);
    expect(await mailsAbout(ref)).toEqual([]);
    await sweepResets(jobContext({ now: NOW + 30 * SECOND }));
    expect(await rowOf(ref)).toMatchObject({ user_ref: "", payload: "" });
    expect(await mailsAbout(ref)).toEqual([]);
  });

  test("that comes too late, or after the browser started again, mails nothing", async () => {
    const late = await ask((await makeMember()).address);
    await lookUpReset(jobContext({ now: NOW + 900 * SECOND }), late.ref);
    const left = await ask((await makeMember()).address);
    expect(await startAgain(worldAt(), left.browser, await requestOf(left.browser))).toContain("Max-Age=0");
    await lookUpReset(jobContext(), left.ref);
    for (const { ref } of [late, left]) {
      expect(await mailsAbout(ref)).toEqual([]);
      const row = await rowOf(ref);
      expect(row).toMatchObject({ user_ref: expect.stringMatching(/./), payload: "" });
      expect(await mailedFor(row as { user_ref: string })).toBeUndefined();
    }
  });

  test("is done by the cron when its message was lost, once", async () => {
    const { ref } = await ask((await makeMember()).address);
    await sweepResets(jobContext({ now: NOW + 29 * SECOND }));
    expect(await rowOf(ref)).toMatchObject({ payload: expect.stringMatching(/./) });
    for (const _run of ["first", "second"]) await sweepResets(jobContext({ now: NOW + 30 * SECOND }));
    expect(await mailsAbout(ref)).toHaveLength(1);
  });
});

describe("trying a code", () => {
  async function awaited() {
    const asked = await ask((await makeMember()).address);
    await lookUpReset(jobContext(), asked.ref);
    return { ...asked, code: await codeOf(asked.ref) };
  }

  test.each([
    ["cron", (now: number) => dropOldCodes(db, now)],
    ["use", async () => {}],
  ])("works at 899 s and not at 900 s when the %s comes first", async (_which, first) => {
    const [early, late] = [await awaited(), await awaited()];
    await first(NOW + 899 * SECOND);
    expect(await tries(early.browser, early.code, NOW + 899 * SECOND)).toBeNull();
    await first(NOW + 900 * SECOND);
    expect(await tries(late.browser, late.code, NOW + 900 * SECOND)).toEqual(WRONG);
  });

  test("gives 900 s more for the new password, and the right code sent twice answers alike", async () => {
    const { browser, code, ref } = await awaited();
    const at = NOW + 600 * SECOND;
    const proved = { kind: "new_password", expires_at: at + 900 * SECOND, used_at: null };
    expect(await tries(browser, code, at)).toBeNull();
    expect(await rowOf(ref)).toMatchObject(proved);
    expect(await tries(browser, code, at + SECOND)).toBeNull();
    expect(await tries(browser, code === "AAAAAA" ? "BBBBBB" : "AAAAAA", at + SECOND)).toEqual(WRONG);
    expect(await rowOf(ref)).toMatchObject(proved);
  });

  test("five wrong ones kill it, and an unknown address says and does the same", async () => {
    const known = await awaited();
    const unknown = await ask(newAddress());
    await lookUpReset(jobContext(), unknown.ref);
    const trips = [];
    for (const { browser } of [known, unknown]) {
      const counting = countingDatabase();
      const asked = await requestOf(browser);
      for (const _try of [1, 2, 3, 4, 5, 6]) {
        expect(await tryCode(worldAt(NOW, counting.database), asked, "AAAAAA")).toEqual(WRONG);
      }
      trips.push(counting.trips());
    }
    expect(trips[0]).toBe(trips[1]);
    expect(await tries(known.browser, known.code)).toEqual(WRONG);
    expect(await rowOf(known.ref)).toMatchObject({ attempts: 5, used_at: NOW });
  });

  test("no more than five are compared, however many come at once", async () => {
    const { browser, code } = await awaited();
    const asked = await requestOf(browser);
    const sign = vi.spyOn(vault, "isSigned");
    await Promise.all(Array.from({ length: 12 }, () => tryCode(worldAt(), asked, "AAAAAA")));
    const compared = sign.mock.calls.filter(([, , signature]) => !signature.startsWith("1.AAAA"));
    expect(compared).toHaveLength(5);
    sign.mockRestore();
    expect(await tries(browser, code)).toEqual(WRONG);
  });

  test("is left to the owner of an address however many codes others try for it", async () => {
    const { address } = await makeMember();
    for (const minute of [0, 1, 2]) {
      const { browser } = await ask(address, NOW + minute * 60 * SECOND);
      for (const _try of [1, 2, 3, 4, 5]) await tries(browser, "AAAAAA", NOW + minute * 60 * SECOND);
    }
    const now = NOW + 180 * SECOND;
    const { browser, ref } = await ask(address, now, networked("198.51.100.7"));
    await lookUpReset(jobContext({ now }), ref);
    expect(await tries(browser, await codeOf(ref), now)).toBeNull();
  });

  test("is for the browser that asked: another's cookie, a torn one or none finds nothing", async () => {
    const { browser, code } = await awaited();
    const cookie = browser.headers.get("Cookie") as string;
    const [token, address_encrypted] = cookie.slice("reset=".length).split(".") as [string, string];
    const other = await ask(newAddress());
    const [, otherEncrypted] = (other.browser.headers.get("Cookie") as string).split(".");
    for (const value of [
      "",
      "reset=",
      `reset=${token}`,
      `reset=x.${address_encrypted}`,
      `reset=${token}.${otherEncrypted}`,
      `reset=${token}.!!`,
    ]) {
      expect(await findResetRequest(db, vault, carrying(value))).toBeNull();
    }
    expect(await tries(other.browser, code)).toEqual(WRONG);
  });

  test("rows are kept a day past their time and no longer", async () => {
    const { ref } = await awaited();
    await dropOldCodes(db, NOW + 900 * SECOND + 24 * HOUR - 1);
    expect(await rowOf(ref)).toBeDefined();
    await dropOldCodes(db, NOW + 900 * SECOND + 24 * HOUR);
    expect(await rowOf(ref)).toBeUndefined();
  });
});

test("the log counts askings, wrong codes and what was too much, and says of nobody", async () => {
  const events = await withNote(async (note) => {
    const { address } = await makeMember();
    const { browser } = await ask(address);
    await tries(browser, "AAAAAA");
    await askForAnotherCode(worldAt(), browser, await requestOf(browser), async () => false);
    return note.events;
  });
  expect(events).toEqual(["reset-asked", "reset-refused", "reset-locked"].map((event) => ({ event, subject: null })));
});

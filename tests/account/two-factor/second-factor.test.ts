import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { generateCodes, newRecoveryCodes, recoveryCodeHash } from "~/account/factors/recovery-codes.server";
import { consumeSecondFactor } from "~/account/factors/second-factor.server";
import { totpCode } from "~/account/factors/totp.server";
import { audit, recoveryCodes, totp } from "~/account/table.server";
import { mailPlace, outbox } from "~/mail/table.server";
import { countingDatabase, db, makeUser, NOW, vault } from "../../support/harness";
import { appContext, makeGuardedUser, wrongCodes } from "../../support/two-factor";

const STEP = 30_000;
const QUARTER = 15 * 60_000;

/** The contents of the mails that wait for an address. */
async function mailsTo(address: string) {
  const found = await db.select().from(outbox).where(eq(outbox.recipient, address));
  return Promise.all(
    found.map(async (mail) =>
      JSON.parse(await vault.decrypt(mail.user_ref, mailPlace(mail.unique_ref), mail.content_encrypted)),
    ),
  );
}

describe("a code of the authenticator app", () => {
  test("is taken, a step early or late too", async () => {
    for (const drift of [-STEP, 0, STEP]) {
      const { user, secret } = await makeGuardedUser();
      expect(await consumeSecondFactor(appContext(), user.unique_ref, totpCode(secret, NOW + drift), "login")).toBe(
        "totp",
      );
    }
  });

  test("is taken once, and none before it afterwards", async () => {
    const { user, secret } = await makeGuardedUser();
    const code = totpCode(secret, NOW);
    expect(await consumeSecondFactor(appContext(), user.unique_ref, code, "login")).toBe("totp");
    expect(await consumeSecondFactor(appContext(), user.unique_ref, code, "login")).toBeNull();
    expect(await consumeSecondFactor(appContext({ now: NOW + STEP }), user.unique_ref, code, "login")).toBeNull();
    expect(await consumeSecondFactor(appContext(), user.unique_ref, totpCode(secret, NOW - STEP), "login")).toBeNull();
    expect(await consumeSecondFactor(appContext(), user.unique_ref, totpCode(secret, NOW + STEP), "login")).toBe(
      "totp",
    );
  });

  test("is taken once, however many send it at the same moment", async () => {
    const { user, secret } = await makeGuardedUser();
    const code = totpCode(secret, NOW);
    const tries = await Promise.all(
      [1, 2, 3, 4].map(() => consumeSecondFactor(appContext(), user.unique_ref, code, "login")),
    );
    expect(tries.filter((each) => each === "totp")).toHaveLength(1);
  });

  test("of somebody else, and of nobody, is not taken", async () => {
    const [mine, theirs] = [await makeGuardedUser(), await makeGuardedUser()];
    expect(
      await consumeSecondFactor(appContext(), mine.user.unique_ref, totpCode(theirs.secret, NOW), "login"),
    ).toBeNull();
    expect(
      await consumeSecondFactor(appContext(), (await makeUser()).unique_ref, totpCode(mine.secret, NOW), "login"),
    ).toBeNull();
    expect(await consumeSecondFactor(appContext(), "nobody", totpCode(mine.secret, NOW), "login")).toBeNull();
  });

  test("is stored nowhere, nor is its secret in clear", async () => {
    const { user, secret } = await makeGuardedUser();
    const [row] = await db.select().from(totp).where(eq(totp.user_ref, user.unique_ref));
    const stored = new TextDecoder().decode(row?.secret_encrypted);
    expect(stored).not.toContain(secret);
  });

  test("costs two trips to the database, right or wrong", async () => {
    const { user, secret } = await makeGuardedUser();
    const [wrong] = wrongCodes(secret, 1);
    const one = countingDatabase();
    await consumeSecondFactor({ ...appContext(), db: one.database }, user.unique_ref, wrong as string, "login");
    expect(one.trips()).toBe(2);
    const two = countingDatabase();
    await consumeSecondFactor({ ...appContext(), db: two.database }, user.unique_ref, totpCode(secret, NOW), "login");
    expect(two.trips()).toBe(2);
  });
});

describe("guesses", () => {
  test("are five in a quarter of an hour, then even the right code waits, and its owner is told once", async () => {
    const { user, secret, email } = await makeGuardedUser();
    for (const code of wrongCodes(secret, 5))
      expect(await consumeSecondFactor(appContext(), user.unique_ref, code, "login")).toBeNull();
    const right = () => totpCode(secret, NOW);
    expect(await consumeSecondFactor(appContext(), user.unique_ref, right(), "login")).toBe("locked");
    expect(await consumeSecondFactor(appContext(), user.unique_ref, right(), "login")).toBe("locked");
    expect(await mailsTo(email)).toEqual([{ kind: "factor-changed", what: "tries-stopped" }]);
    const later = NOW + QUARTER;
    expect(
      await consumeSecondFactor(appContext({ now: later }), user.unique_ref, totpCode(secret, later), "login"),
    ).toBe("totp");
  });

  test("nudge the queue with the mail that they cause", async () => {
    const { user, secret } = await makeGuardedUser();
    const here = appContext();
    for (const code of wrongCodes(secret, 5)) await consumeSecondFactor(here, user.unique_ref, code, "login");
    expect(here.jobs.sent).toMatchObject([{ kind: "send-mail" }]);
  });

  test("at the same moment are counted each", async () => {
    const { user, secret } = await makeGuardedUser();
    const answers = await Promise.all(
      wrongCodes(secret, 9).map((code) => consumeSecondFactor(appContext(), user.unique_ref, code, "login")),
    );
    expect(answers.filter((answer) => answer === null)).toHaveLength(5);
    expect(answers.filter((answer) => answer === "locked")).toHaveLength(4);
  });

  test("are forgotten once the right code is given", async () => {
    const { user, secret } = await makeGuardedUser();
    const guess = async (n: number) => {
      for (const code of wrongCodes(secret, n)) await consumeSecondFactor(appContext(), user.unique_ref, code, "login");
    };
    await guess(4);
    expect(await consumeSecondFactor(appContext(), user.unique_ref, totpCode(secret, NOW), "login")).toBe("totp");
    await guess(4);
    expect(await consumeSecondFactor(appContext(), user.unique_ref, totpCode(secret, NOW + STEP), "login")).toBe(
      "totp",
    );
  });

  test("are no guesses where nothing is typed", async () => {
    const { user, secret } = await makeGuardedUser();
    for (let at = 0; at < 20; at += 1)
      expect(await consumeSecondFactor(appContext(), user.unique_ref, " ", "login")).toBeNull();
    expect(await consumeSecondFactor(appContext(), user.unique_ref, totpCode(secret, NOW), "login")).toBe("totp");
  });

  test("at the login do not shut what is done while signed in, nor that the login", async () => {
    const uses = ["login", "reauthentication"] as const;
    for (const spent of uses) {
      const { user, secret } = await makeGuardedUser();
      for (const code of wrongCodes(secret, 5)) await consumeSecondFactor(appContext(), user.unique_ref, code, spent);
      for (const [at, use] of uses.entries()) {
        const right = totpCode(secret, NOW + (at - 1) * STEP);
        const taken = await consumeSecondFactor(appContext(), user.unique_ref, right, use);
        expect([spent, use, taken]).toEqual([spent, use, use === spent ? "locked" : "totp"]);
      }
    }
  });

  test("of one user are not counted for another", async () => {
    const [mine, theirs] = [await makeGuardedUser(), await makeGuardedUser()];
    for (const code of wrongCodes(theirs.secret, 6))
      await consumeSecondFactor(appContext(), theirs.user.unique_ref, code, "login");
    expect(await consumeSecondFactor(appContext(), mine.user.unique_ref, totpCode(mine.secret, NOW), "login")).toBe(
      "totp",
    );
  });
});

describe("a recovery code", () => {
  test("is one of ten, in six groups of four without look-alikes, stored as a hash only", async () => {
    const { user, codes } = await makeGuardedUser();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/);
    const rows = await db.select().from(recoveryCodes).where(eq(recoveryCodes.user_ref, user.unique_ref));
    expect(rows).toHaveLength(10);
    for (const code of codes) {
      expect(JSON.stringify(rows)).not.toContain(code);
      expect(JSON.stringify(rows)).not.toContain(code.replaceAll("-", ""));
    }
  });

  test("is taken as it is typed: small letters, without hyphens, with look-alikes", async () => {
    const { user, codes } = await makeGuardedUser();
    const ways = [
      (code: string) => code,
      (code: string) => code.toLowerCase(),
      (code: string) => ` ${code.replaceAll("-", " ")} `,
      (code: string) => code.replaceAll("-", "").replaceAll("0", "o").replaceAll("1", "l"),
    ];
    for (const [at, way] of ways.entries()) {
      expect(await consumeSecondFactor(appContext(), user.unique_ref, way(codes[at] as string), "login")).toBe(
        "recovery",
      );
    }
  });

  test("works once; its owner is mailed and the audit has a line", async () => {
    const { user, codes, email } = await makeGuardedUser();
    const [code] = codes as [string];
    expect(await consumeSecondFactor(appContext(), user.unique_ref, code, "login")).toBe("recovery");
    expect(await consumeSecondFactor(appContext(), user.unique_ref, code, "login")).toBeNull();
    expect(await mailsTo(email)).toEqual([{ kind: "factor-changed", what: "code-used" }]);
    const lines = await db
      .select({ act: audit.action })
      .from(audit)
      .where(and(eq(audit.user_ref, user.unique_ref)));
    expect(lines).toEqual([{ act: "recovery-code-used" }, { act: "code-refused" }]);
  });

  test("works once, however many send it at the same moment, and is mailed once", async () => {
    const { user, codes, email } = await makeGuardedUser();
    const tries = await Promise.all(
      [1, 2, 3, 4].map(() => consumeSecondFactor(appContext(), user.unique_ref, codes[3] as string, "login")),
    );
    expect(tries.filter((each) => each === "recovery")).toHaveLength(1);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  test("is of its user alone, and dies when new ones are made", async () => {
    const [mine, theirs] = [await makeGuardedUser(), await makeGuardedUser()];
    expect(
      await consumeSecondFactor(appContext(), mine.user.unique_ref, theirs.codes[0] as string, "login"),
    ).toBeNull();
    await db.batch(await newRecoveryCodes(db, mine.user.unique_ref, generateCodes(), NOW));
    expect(await consumeSecondFactor(appContext(), mine.user.unique_ref, mine.codes[0] as string, "login")).toBeNull();
  });

  test("is taken however many wrong codes of either kind were tried, and uses up no tries of the app", async () => {
    for (const use of ["login", "reauthentication"] as const) {
      const { user, secret, codes, email } = await makeGuardedUser();
      for (const code of wrongCodes(secret, 6)) await consumeSecondFactor(appContext(), user.unique_ref, code, use);
      for (const code of generateCodes()) {
        expect(await consumeSecondFactor(appContext(), user.unique_ref, code, use)).toBeNull();
      }
      expect(await consumeSecondFactor(appContext(), user.unique_ref, codes[0] as string, use)).toBe("recovery");
      // The fifth wrong one of each kind.
      const stopped = { kind: "factor-changed", what: "tries-stopped" };
      const guessed = { kind: "factor-changed", what: "codes-guessed" };
      const mails = await mailsTo(email);
      expect(mails).toHaveLength(3);
      expect(mails).toEqual(expect.arrayContaining([stopped, guessed, { kind: "factor-changed", what: "code-used" }]));
      const other = await makeGuardedUser();
      for (const code of generateCodes()) await consumeSecondFactor(appContext(), other.user.unique_ref, code, use);
      expect(await consumeSecondFactor(appContext(), other.user.unique_ref, totpCode(other.secret, NOW), use)).toBe(
        "totp",
      );
    }
  });

  test("that cannot be one is told without asking the database for it", async () => {
    for (const typed of ["", "abc", "U".repeat(24), "0".repeat(23), "0".repeat(25), "💥".repeat(24)]) {
      expect(await recoveryCodeHash(typed)).toBeNull();
    }
  });

  test("is used without a mail where no address is verified", async () => {
    const user = await makeUser();
    const codes = generateCodes();
    await db.batch(await newRecoveryCodes(db, user.unique_ref, codes, NOW));
    const here = appContext();
    expect(await consumeSecondFactor(here, user.unique_ref, codes[0] as string, "login")).toBe("recovery");
    expect(here.jobs.sent).toEqual([]);
  });
});

import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { recoveryCodes, totp } from "~/accounts/factors-table.server";
import { audit } from "~/accounts/table.server";
import { newRecoveryCodes, recoveryCodeHash } from "~/accounts/two-factor/recovery-codes.server";
import { takeSecondFactor } from "~/accounts/two-factor/second-factor.server";
import { totpCode } from "~/accounts/two-factor/totp.server";
import { mailPlace, outbox } from "~/mail/table.server";
import { countingDatabase, db, makeUser, NOW, vault } from "../../support/harness";
import { makeGuardedUser, world, wrongCodes } from "../../support/two-factor";

const STEP = 30_000;
const QUARTER = 15 * 60_000;

/** The contents of the mails that wait for an address. */
async function mailsTo(address: string) {
  const found = await db.select().from(outbox).where(eq(outbox.recipient, address));
  return Promise.all(
    found.map(async (mail) => JSON.parse(await vault.open(mail.user_ref, mailPlace(mail.unique_ref), mail.sealed))),
  );
}

describe("a code of the authenticator app", () => {
  test("is taken, a step early or late too", async () => {
    for (const drift of [-STEP, 0, STEP]) {
      const { user, secret } = await makeGuardedUser();
      expect(await takeSecondFactor(world(), user.unique_ref, totpCode(secret, NOW + drift))).toBe("totp");
    }
  });

  test("is taken once, and none before it afterwards", async () => {
    const { user, secret } = await makeGuardedUser();
    const code = totpCode(secret, NOW);
    expect(await takeSecondFactor(world(), user.unique_ref, code)).toBe("totp");
    expect(await takeSecondFactor(world(), user.unique_ref, code)).toBeNull();
    expect(await takeSecondFactor(world({ now: NOW + STEP }), user.unique_ref, code)).toBeNull();
    expect(await takeSecondFactor(world(), user.unique_ref, totpCode(secret, NOW - STEP))).toBeNull();
    expect(await takeSecondFactor(world(), user.unique_ref, totpCode(secret, NOW + STEP))).toBe("totp");
  });

  test("is taken once, however many send it at the same moment", async () => {
    const { user, secret } = await makeGuardedUser();
    const code = totpCode(secret, NOW);
    const tries = await Promise.all([1, 2, 3, 4].map(() => takeSecondFactor(world(), user.unique_ref, code)));
    expect(tries.filter((each) => each === "totp")).toHaveLength(1);
  });

  test("of somebody else, and of nobody, is not taken", async () => {
    const [mine, theirs] = [await makeGuardedUser(), await makeGuardedUser()];
    expect(await takeSecondFactor(world(), mine.user.unique_ref, totpCode(theirs.secret, NOW))).toBeNull();
    expect(await takeSecondFactor(world(), (await makeUser()).unique_ref, totpCode(mine.secret, NOW))).toBeNull();
    expect(await takeSecondFactor(world(), "nobody", totpCode(mine.secret, NOW))).toBeNull();
  });

  test("is stored nowhere, nor is its secret in clear", async () => {
    const { user, secret } = await makeGuardedUser();
    const [row] = await db.select().from(totp).where(eq(totp.user_ref, user.unique_ref));
    const stored = new TextDecoder().decode(row?.sealed);
    expect(stored).not.toContain(secret);
  });

  test("costs two trips to the database, and a wrong one a single trip", async () => {
    const { user, secret } = await makeGuardedUser();
    const [wrong] = wrongCodes(secret, 1);
    const one = countingDatabase();
    await takeSecondFactor({ ...world(), db: one.database }, user.unique_ref, wrong as string);
    expect(one.trips()).toBe(1);
    const two = countingDatabase();
    await takeSecondFactor({ ...world(), db: two.database }, user.unique_ref, totpCode(secret, NOW));
    expect(two.trips()).toBe(2);
  });
});

describe("guesses", () => {
  test("are five in a quarter of an hour, then even the right code waits, and its owner is told once", async () => {
    const { user, secret, email } = await makeGuardedUser();
    for (const code of wrongCodes(secret, 5)) expect(await takeSecondFactor(world(), user.unique_ref, code)).toBeNull();
    const right = () => totpCode(secret, NOW);
    expect(await takeSecondFactor(world(), user.unique_ref, right())).toBe("locked");
    expect(await takeSecondFactor(world(), user.unique_ref, right())).toBe("locked");
    expect(await mailsTo(email)).toEqual([{ kind: "factor-changed", what: "tries-stopped" }]);
    const later = NOW + QUARTER;
    expect(await takeSecondFactor(world({ now: later }), user.unique_ref, totpCode(secret, later))).toBe("totp");
  });

  test("nudge the queue with the mail that they cause", async () => {
    const { user, secret } = await makeGuardedUser();
    const here = world();
    for (const code of wrongCodes(secret, 5)) await takeSecondFactor(here, user.unique_ref, code);
    expect(here.jobs.sent).toMatchObject([{ kind: "send-mail" }]);
  });

  test("at the same moment are counted each", async () => {
    const { user, secret } = await makeGuardedUser();
    const answers = await Promise.all(
      wrongCodes(secret, 9).map((code) => takeSecondFactor(world(), user.unique_ref, code)),
    );
    expect(answers.filter((answer) => answer === null)).toHaveLength(5);
    expect(answers.filter((answer) => answer === "locked")).toHaveLength(4);
  });

  test("are forgotten once the right code is given", async () => {
    const { user, secret } = await makeGuardedUser();
    const guess = async (n: number) => {
      for (const code of wrongCodes(secret, n)) await takeSecondFactor(world(), user.unique_ref, code);
    };
    await guess(4);
    expect(await takeSecondFactor(world(), user.unique_ref, totpCode(secret, NOW))).toBe("totp");
    await guess(4);
    expect(await takeSecondFactor(world(), user.unique_ref, totpCode(secret, NOW + STEP))).toBe("totp");
  });

  test("are no guesses where nothing is typed", async () => {
    const { user, secret } = await makeGuardedUser();
    for (let at = 0; at < 20; at += 1) expect(await takeSecondFactor(world(), user.unique_ref, " ")).toBeNull();
    expect(await takeSecondFactor(world(), user.unique_ref, totpCode(secret, NOW))).toBe("totp");
  });

  test("of one user are not counted for another", async () => {
    const [mine, theirs] = [await makeGuardedUser(), await makeGuardedUser()];
    for (const code of wrongCodes(theirs.secret, 6)) await takeSecondFactor(world(), theirs.user.unique_ref, code);
    expect(await takeSecondFactor(world(), mine.user.unique_ref, totpCode(mine.secret, NOW))).toBe("totp");
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
      expect(await takeSecondFactor(world(), user.unique_ref, way(codes[at] as string))).toBe("recovery");
    }
  });

  test("works once; its owner is mailed and the audit has a line", async () => {
    const { user, codes, email } = await makeGuardedUser();
    const [code] = codes as [string];
    expect(await takeSecondFactor(world(), user.unique_ref, code)).toBe("recovery");
    expect(await takeSecondFactor(world(), user.unique_ref, code)).toBeNull();
    expect(await mailsTo(email)).toEqual([{ kind: "factor-changed", what: "code-used" }]);
    const lines = await db
      .select({ act: audit.act })
      .from(audit)
      .where(and(eq(audit.user_ref, user.unique_ref)));
    expect(lines).toEqual([{ act: "recovery-code-used" }]);
  });

  test("works once, however many send it at the same moment, and is mailed once", async () => {
    const { user, codes, email } = await makeGuardedUser();
    const tries = await Promise.all(
      [1, 2, 3, 4].map(() => takeSecondFactor(world(), user.unique_ref, codes[3] as string)),
    );
    expect(tries.filter((each) => each === "recovery")).toHaveLength(1);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  test("is of its user alone, and dies when new ones are made", async () => {
    const [mine, theirs] = [await makeGuardedUser(), await makeGuardedUser()];
    expect(await takeSecondFactor(world(), mine.user.unique_ref, theirs.codes[0] as string)).toBeNull();
    await db.batch((await newRecoveryCodes(db, mine.user.unique_ref, NOW)).statements);
    expect(await takeSecondFactor(world(), mine.user.unique_ref, mine.codes[0] as string)).toBeNull();
  });

  test("that cannot be one is told without asking the database for it", async () => {
    for (const typed of ["", "abc", "U".repeat(24), "0".repeat(23), "0".repeat(25), "💥".repeat(24)]) {
      expect(await recoveryCodeHash(typed)).toBeNull();
    }
  });

  test("is used without a mail where no address is verified", async () => {
    const user = await makeUser();
    const { codes, statements } = await newRecoveryCodes(db, user.unique_ref, NOW);
    await db.batch(statements);
    const here = world();
    expect(await takeSecondFactor(here, user.unique_ref, codes[0] as string)).toBe("recovery");
    expect(here.jobs.sent).toEqual([]);
  });
});

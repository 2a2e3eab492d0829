import { and, eq, isNull } from "drizzle-orm";
import type { FactorChange } from "~/mail/contents";
import { writeNotice } from "~/mail/outbox.server";
import type { AppContext } from "~/platform/context";
import { failedAssertion } from "~/platform/db/assertions.server";
import { clearTries, countTryStatement, type Limit } from "~/platform/db/rate-counters.server";
import { noteSignal } from "~/platform/http/request-note.server";
import { auditLine, countRefusal, refusalLine } from "../audit.server";
import { type SecondFactorUse, secondFactorTriesKey } from "../limits.server";
import { recoveryCodes, TOTP_PLACE, totp, users } from "../table.server";
import { CODE_USED, consumeRecoveryCode, recoveryCodeHash } from "./recovery-codes.server";
import { consumeTimeStep, stepOfCode } from "./totp.server";

/** Second factors tried for one user and one use, over all logins and browsers; the right one deletes the count. */
const SECOND_FACTOR_LIMIT: Limit = { tries: 5, windowMs: 15 * 60 * 1000 };

type SecondFactorContext = Pick<AppContext, "db" | "vault" | "jobs" | "now">;

/**
 * Takes a code of the authenticator app, or a recovery code, once. Each try is counted before the check, by user and
 * use over all logins and browsers, so that a second browser gives no more guesses; "locked" ends with its window.
 * Recovery codes are counted separately and never locked: 120 bits cannot be guessed, and a person who knows the
 * password must not be able to lock the owner out.
 * @returns which of the two it was; null for a wrong code, and for empty text, which does not count as a guess
 */
export async function consumeSecondFactor(
  context: SecondFactorContext,
  userRef: string,
  typed: string,
  use: SecondFactorUse,
): Promise<"totp" | "recovery" | "locked" | null> {
  const { db, now } = context;
  if (typed.trim() === "") return null;
  const recoveryHash = await recoveryCodeHash(typed);
  const kind = recoveryHash ? "recovery" : "app";
  const triesKey = secondFactorTriesKey(userRef, use, kind);
  const [[counted], [holder], unused] = await db.batch([
    countTryStatement(db, triesKey, SECOND_FACTOR_LIMIT.windowMs, now),
    holderOf(context, userRef),
    unusedCode(context, userRef, recoveryHash ?? ""),
  ]);
  const tries = counted?.n ?? Number.POSITIVE_INFINITY;
  if (kind === "app" && tries > SECOND_FACTOR_LIMIT.tries) {
    noteSignal("second-factor-locked", userRef);
    await recordWrongCode(context, userRef);
    return "locked";
  }
  if (holder && kind === "app" && (await consumeTotp(context, holder, typed, triesKey))) return "totp";
  if (holder && recoveryHash && unused[0] && (await consumeRecovery(context, holder, recoveryHash, use))) {
    return "recovery";
  }
  noteSignal("second-factor-refused", userRef);
  await recordWrongCode(context, userRef);
  if (holder && tries === SECOND_FACTOR_LIMIT.tries)
    await notifyOfGuesses(context, holder, kind === "app" ? "tries-stopped" : "codes-guessed");
  return null;
}

/** Records wrong codes in the owner's activity log: a person who guesses codes knows the password. */
async function recordWrongCode({ db, now }: SecondFactorContext, userRef: string): Promise<void> {
  await countRefusal(db, await refusalLine("code-refused", userRef, now), eq(users.unique_ref, userRef), now);
}

type Holder = Awaited<ReturnType<typeof holderOf>>[number];

/** The user whose second factor is checked: their verified address, and the secret of their app. */
function holderOf({ db }: SecondFactorContext, userRef: string) {
  return db
    .select({ unique_ref: users.unique_ref, email: users.email, secret_encrypted: totp.secret_encrypted })
    .from(users)
    .leftJoin(totp, eq(totp.user_ref, users.unique_ref))
    .where(eq(users.unique_ref, userRef));
}

function unusedCode({ db }: SecondFactorContext, userRef: string, hash: string) {
  return db
    .select({ unique_ref: recoveryCodes.unique_ref })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.user_ref, userRef), eq(recoveryCodes.code_hash, hash), isNull(recoveryCodes.used_at)));
}

async function consumeTotp(
  { db, vault, now }: SecondFactorContext,
  holder: Holder,
  typed: string,
  triesKey: string,
): Promise<boolean> {
  const { unique_ref, secret_encrypted } = holder;
  const step =
    secret_encrypted && stepOfCode(await vault.decrypt(unique_ref, TOTP_PLACE, secret_encrypted), typed, now);
  if (step === null) return false;
  try {
    const [, taken] = await db.batch([...consumeTimeStep(db, unique_ref, step, now), clearTries(db, triesKey)]);
    return taken.length === 1;
  } catch (error) {
    if (failedAssertion(error) === CODE_USED) return false;
    throw error;
  }
}

/**
 * Takes a recovery code. The same batch writes a mail to the owner: another person may have found the sheet of codes.
 */
async function consumeRecovery(
  context: SecondFactorContext,
  holder: Holder,
  hash: string,
  use: SecondFactorUse,
): Promise<boolean> {
  const { db, now } = context;
  const { unique_ref } = holder;
  const told = await notifyOwner(context, holder, "code-used");
  try {
    const [, taken] = await db.batch([
      ...consumeRecoveryCode(db, unique_ref, hash, now),
      // The holder of the sheet is not guessing codes of the app either.
      clearTries(db, secondFactorTriesKey(unique_ref, use, "app")),
      clearTries(db, secondFactorTriesKey(unique_ref, use, "recovery")),
      auditLine(db, unique_ref, "recovery-code-used", now),
      ...told.statements,
    ]);
    told.nudge();
    return taken.length === 1;
  } catch (error) {
    if (failedAssertion(error) === CODE_USED) return false;
    throw error;
  }
}

/** Mails the owner that codes were wrong: a person who knows the password guesses them, or the owner mistypes them. */
async function notifyOfGuesses(context: SecondFactorContext, holder: Holder, what: FactorChange): Promise<void> {
  const { statements, nudge } = await notifyOwner(context, holder, what);
  for (const statement of statements) await statement;
  nudge();
}

function notifyOwner(context: SecondFactorContext, { unique_ref, email }: Holder, what: FactorChange) {
  return writeNotice(context, { userRef: unique_ref, to: email }, { kind: "factor-changed", what });
}

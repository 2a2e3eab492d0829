import { and, eq } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { type Act, auditLineBy } from "~/account/audit.server";
import { endOtherLogins, renewLogin } from "~/account/login/logins.server";
import type { FactorChange } from "~/mail/contents";
import { writeNotice } from "~/mail/outbox.server";
import { isTaken } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { claimKey, type FormKey, once } from "~/platform/db/idempotency.server";
import { type Asked, turnAwayEnded } from "../guard.server";
import { ADMIN_LEVEL } from "../levels";
import { challenges, totp, users } from "../table.server";
import { addressRow } from "../users.server";
import {
  areTheirCodes,
  type CodeSheet,
  dropCodesWithoutFactor,
  needsCodes,
  newRecoveryCodes,
  sheetOf,
} from "./recovery-codes.server";
import { totpRow } from "./totp.server";

/** A page's secret, the step of time whose code it just gave, and the codes that the page's form carried. */
interface ProvenSetup {
  secret: string;
  step: number;
  codes: readonly string[];
}

/**
 * Turns two-factor on with a secret whose code of `step` was just given: recovery codes where there are none, a new
 * token for this login, all others ended, a mail and an audit line, in one batch.
 * @returns null when it is on already, be it since a moment ago: then nothing is written.
 */
export async function turnTotpOn(
  asked: Asked,
  request: Request,
  { secret, step, codes }: ProvenSetup,
): Promise<{ sheet: CodeSheet | null; cookie: string } | null> {
  const { db, vault, user, now } = asked;
  const row = await totpRow(vault, user.unique_ref, secret, step, now);
  const brings = await needsCodes(db, user.unique_ref);
  const newCodes = await newRecoveryCodes(db, user.unique_ref, codes, now);
  const login = await renewLogin(db, request, user.login, { reauthentication: false, secondFactor: true }, now);
  const statements = [db.insert(totp).values(row), ...(brings ? newCodes : []), login.statement] as const;
  try {
    await writeFactorChange(asked, request, "totp-on", statements);
  } catch (error) {
    if (isTaken(error, "totp.user_ref")) return null;
    throw error;
  }
  return { sheet: brings ? sheetOf(codes, now) : null, cookie: login.cookie };
}

/**
 * Turns two-factor off: the secret goes, and without a passkey the recovery codes, too; all other logins end, a mail
 * and an audit line tell.
 */
export async function turnTotpOff(asked: Asked, request: Request): Promise<void> {
  const { db, user } = asked;
  await writeFactorChange(asked, request, "totp-off", [
    db.delete(totp).where(eq(totp.user_ref, user.unique_ref)),
    dropCodesWithoutFactor(db, user.unique_ref),
  ]);
}

/** The codes of a form again that its first sending gave; null once they are others, or where it never did. */
export async function codesAgain({ db, user, now }: Asked, codes: readonly string[]): Promise<CodeSheet | null> {
  return (await areTheirCodes(db, user.unique_ref, codes)) ? sheetOf(codes, now) : null;
}

/**
 * The codes that a form carried in place of all earlier ones; all other logins end, a mail and an audit line tell. The
 * same form sent again shows the same codes, so that a page loaded anew does not kill what was just printed.
 * @returns null for a form whose codes were replaced since.
 */
export async function renewRecoveryCodes(
  asked: Asked,
  request: Request,
  form: FormKey,
  codes: readonly string[],
): Promise<CodeSheet | null> {
  const { db, user, now } = asked;
  const newCodes = await newRecoveryCodes(db, user.unique_ref, codes, now);
  const statements = [claimKey(db, user.id, form, user.unique_ref, now), ...newCodes] as const;
  const batch = () => writeFactorChange(asked, request, "recovery-codes-renewed", statements);
  const areThere = () => areTheirCodes(db, user.unique_ref, codes);
  const made = await once(db, user.id, form, user.unique_ref, batch, areThere);
  return made === null ? null : sheetOf(codes, now);
}

/** Whether the password alone opens the account of whoever asks, and whether that is theirs to choose. */
export async function passwordOpens({ db, user }: Asked): Promise<{ mayChoose: boolean; alone: boolean }> {
  const [own] = await db
    .select({ alone: users.password_alone })
    .from(users)
    .where(eq(users.unique_ref, user.unique_ref));
  const mayChoose = user.has_passkey && !user.has_totp && user.level !== ADMIN_LEVEL;
  return { mayChoose, alone: own?.alone === true };
}

/**
 * Whether the password alone opens an account that has passkeys: its owner chooses. All other logins end, this one
 * gets a new token, a mail and an audit line tell.
 * @returns the cookie of this login from now on; null where it was so already, and nothing is written.
 */
export async function letPasswordAlone(asked: Asked, request: Request, alone: boolean): Promise<string | null> {
  const { db, user, now } = asked;
  if ((await passwordOpens(asked)).alone === alone) return null;
  const renewed = await renewLogin(db, request, user.login, { reauthentication: false, secondFactor: false }, now);
  await writeFactorChange(asked, request, alone ? "password-alone" : "factor-always-asked", [
    db.update(users).set({ password_alone: alone, updated_at: now }).where(eq(users.unique_ref, user.unique_ref)),
    renewed.statement,
  ]);
  return renewed.cookie;
}

/** Statements: the other logins of a user, and those that wait for their second factor. */
export function endWhatElseIsOpen(db: Database, userRef: string, keptLoginRef: string) {
  const halfFinished = and(eq(challenges.user_ref, userRef), eq(challenges.kind, "second_factor"));
  return [endOtherLogins(db, userRef, keptLoginRef), db.delete(challenges).where(halfFinished)] as const;
}

type Statement = BatchItem<"sqlite">;

/**
 * The batch of a change of factors: its own statements, the end of all other logins, an audit line and, to the verified
 * address, a mail.
 * @throws Response to /login/ where the login that acts was ended meanwhile: then nothing is written.
 */
export async function writeFactorChange(
  asked: Asked,
  request: Request,
  act: (Act & FactorChange) | "recovery-codes-renewed",
  statements: readonly [Statement, ...Statement[]],
): Promise<void> {
  const { db, user } = asked;
  const [account] = await addressRow(db, user.unique_ref);
  const owner = { userRef: user.unique_ref, to: account?.email ?? null };
  const what = act === "recovery-codes-renewed" ? "codes-renewed" : act;
  const notice = await writeNotice(asked, owner, { kind: "factor-changed", what });
  await db
    .batch([
      ...statements,
      ...endWhatElseIsOpen(db, user.unique_ref, user.login.unique_ref),
      auditLineBy(asked, act),
      ...notice.statements,
    ])
    .catch(turnAwayEnded(request));
  notice.nudge();
}

import { and, eq, gte } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { type Act, auditLineBy } from "~/account/audit.server";
import { endOtherLogins } from "~/account/login/log-out.server";
import { renewLogin } from "~/account/login/logins.server";
import type { FactorChange } from "~/mail/contents";
import { writeNotice } from "~/mail/outbox.server";
import { isTaken } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { claimKey, type FormKey, runOnce } from "~/platform/db/idempotency.server";
import { codesOf } from "../codes.server";
import { type RequestContext, rejectEndedLogin } from "../guard.server";
import { ADMIN_LEVEL } from "../levels";
import { codes, passkeys, recoveryCodes, totp, users } from "../table.server";
import { addressRow } from "../users.server";
import {
  type CodeSheet,
  dropCodesWithoutFactor,
  generateCodes,
  needsCodes,
  newRecoveryCodes,
  sheetOf,
} from "./recovery-codes.server";
import { totpRow } from "./totp.server";

/** A page's secret, and the time step of the code that was just given. */
interface VerifiedSetup {
  secret: string;
  step: number;
}

/**
 * Turns two-factor on with a secret whose code of `step` was just given, in one batch: recovery codes if there are
 * none, a new token for this login, the end of all others, a mail and an audit line.
 * @returns null when it is on already, even if only since a moment ago: nothing is written then
 */
export async function enableTotp(
  context: RequestContext,
  request: Request,
  { secret, step }: VerifiedSetup,
): Promise<{ sheet: CodeSheet | null; cookie: string } | null> {
  const { db, vault, user, now } = context;
  const row = await totpRow(vault, user.unique_ref, secret, step, now);
  const codes = (await needsCodes(db, user.unique_ref)) ? generateCodes() : null;
  const newCodes = codes ? await newRecoveryCodes(db, user.unique_ref, codes, now) : [];
  const login = await renewLogin(db, request, user.login, { reauthentication: false, secondFactor: true }, now);
  const statements = [db.insert(totp).values(row), ...newCodes, login.statement] as const;
  try {
    await writeFactorChange(context, request, "totp-on", statements);
  } catch (error) {
    if (isTaken(error, "totp.user_ref")) return null;
    throw error;
  }
  return { sheet: codes && sheetOf(codes, now), cookie: login.cookie };
}

/**
 * Turns two-factor off: deletes the secret and, if there is no passkey, the recovery codes; ends all other logins;
 * writes a mail and an audit line.
 */
export async function disableTotp(context: RequestContext, request: Request): Promise<void> {
  const { db, user } = context;
  await writeFactorChange(context, request, "totp-off", [
    db.delete(totp).where(eq(totp.user_ref, user.unique_ref)),
    dropCodesWithoutFactor(db, user.unique_ref),
  ]);
}

/**
 * Replaces all recovery codes; ends all other logins; writes a mail and an audit line. The same form sent again makes none,
 * so that a reload does not invalidate codes that were just printed.
 * @returns null for a form that has made codes already
 */
export async function renewRecoveryCodes(
  context: RequestContext,
  request: Request,
  form: FormKey,
): Promise<CodeSheet | null> {
  const { db, user, now } = context;
  const codes = generateCodes();
  const newCodes = await newRecoveryCodes(db, user.unique_ref, codes, now);
  const statements = [claimKey(db, user.id, form, user.unique_ref, now), ...newCodes] as const;
  const batch = () => writeFactorChange(context, request, "recovery-codes-renewed", statements);
  const made = await runOnce(db, user.id, form, user.unique_ref, batch, async () => false);
  return made === null ? null : sheetOf(codes, now);
}

/** Whether the password alone opens the account of the current user, and whether the user may choose that. */
export async function passwordAloneSetting({
  db,
  user,
}: RequestContext): Promise<{ mayChoose: boolean; alone: boolean }> {
  const [own] = await db
    .select({ alone: users.password_alone })
    .from(users)
    .where(eq(users.unique_ref, user.unique_ref));
  const mayChoose = user.has_passkey && !user.has_totp && user.level !== ADMIN_LEVEL;
  return { mayChoose, alone: own?.alone === true };
}

/**
 * Saves the user's choice whether the password alone opens an account with passkeys. Ends all other logins, gives this
 * one a new token, and writes a mail and an audit line.
 * @returns the new cookie of this login; null when the choice was the same already, and nothing is written
 */
export async function setPasswordAlone(
  context: RequestContext,
  request: Request,
  alone: boolean,
): Promise<string | null> {
  const { db, user, now } = context;
  if ((await passwordAloneSetting(context)).alone === alone) return null;
  const renewed = await renewLogin(db, request, user.login, { reauthentication: false, secondFactor: false }, now);
  await writeFactorChange(context, request, alone ? "password-alone" : "factor-always-asked", [
    db.update(users).set({ password_alone: alone, updated_at: now }).where(eq(users.unique_ref, user.unique_ref)),
    renewed.statement,
  ]);
  return renewed.cookie;
}

/** Statements: end the other logins of a user, and the logins that wait for their second factor. */
export function endOtherAccess(db: Database, userRef: string, keptLoginRef: string) {
  return [
    endOtherLogins(db, userRef, keptLoginRef),
    db.delete(codes).where(codesOf(userRef, "second_factor")),
  ] as const;
}

/** Statements: remove the factors of a user that were made at an instant or later. */
export function dropFactorsSince(db: Database, userRef: string, since: number) {
  return [
    ...([passkeys, totp, recoveryCodes] as const).map((table) =>
      db.delete(table).where(and(eq(table.user_ref, userRef), gte(table.created_at, since))),
    ),
    dropCodesWithoutFactor(db, userRef),
  ];
}

type Statement = BatchItem<"sqlite">;

/**
 * Writes a change of factors in one batch: the given statements, the end of all other logins, an audit line, and a mail
 * to the verified address.
 * @throws Response to /login/ if the login in use was ended meanwhile: nothing is written then
 */
export async function writeFactorChange(
  context: RequestContext,
  request: Request,
  act: (Act & FactorChange) | "recovery-codes-renewed",
  statements: readonly [Statement, ...Statement[]],
): Promise<void> {
  const { db, user } = context;
  const [account] = await addressRow(db, user.unique_ref);
  const owner = { userRef: user.unique_ref, to: account?.email ?? null };
  const what = act === "recovery-codes-renewed" ? "codes-renewed" : act;
  const notice = await writeNotice(context, owner, { kind: "factor-changed", what });
  await db
    .batch([
      ...statements,
      ...endOtherAccess(db, user.unique_ref, user.login.unique_ref),
      ...auditLineBy(context, act),
      ...notice.statements,
    ])
    .catch(rejectEndedLogin(request));
  notice.nudge();
}

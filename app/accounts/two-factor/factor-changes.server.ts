import { eq } from "drizzle-orm";
import { isTaken } from "~/db/columns.server";
import { longDate } from "~/time/dates";
import { londonMoment } from "~/time/london";
import { recoveryCodes, totp } from "../factors-table.server";
import { type Asked, turnAwayEnded } from "../guard.server";
import { renewLogin } from "../logins/logins.server";
import { endWhatElseIsOpen, tellOfChange } from "./change-notice.server";
import { newRecoveryCodes } from "./recovery-codes.server";
import { totpRow } from "./totp.server";

/** Codes that exist nowhere else in clear: to be shown once. */
export interface CodeSheet {
  codes: string[];
  /** In words: a sheet of an earlier day is a dead one. */
  made: string;
}

/**
 * Turns two-factor on with a secret whose code of `step` was just given: ten recovery codes, a new token for this
 * login, all others ended, a mail and an audit line, in one batch.
 * @returns null when it is on already, be it since a moment ago: then nothing is written.
 */
export async function turnTotpOn(
  asked: Asked,
  request: Request,
  secret: string,
  step: number,
): Promise<{ sheet: CodeSheet; cookie: string } | null> {
  const { db, vault, user, now } = asked;
  const row = await totpRow(vault, user.unique_ref, secret, step, now);
  const { codes, statements } = await newRecoveryCodes(db, user.unique_ref, now);
  const login = await renewLogin(db, request, user.login, { proof: false, secondFactor: true }, now);
  const told = await tellOfChange(asked, "totp-on", "totp-on");
  try {
    await db
      .batch([
        db.insert(totp).values(row),
        ...statements,
        login.statement,
        ...endWhatElseIsOpen(db, user.unique_ref, user.login.unique_ref),
        ...told.statements,
      ])
      .catch(turnAwayEnded(request));
  } catch (error) {
    if (isTaken(error, "totp.user_ref")) return null;
    throw error;
  }
  told.nudge();
  return { sheet: sheetOf(codes, now), cookie: login.cookie };
}

/** Turns two-factor off: secret and recovery codes go, all other logins end, a mail and an audit line tell. */
export async function turnTotpOff(asked: Asked, request: Request): Promise<void> {
  const { db, user } = asked;
  const told = await tellOfChange(asked, "totp-off", "totp-off");
  await db
    .batch([
      db.delete(totp).where(eq(totp.user_ref, user.unique_ref)),
      db.delete(recoveryCodes).where(eq(recoveryCodes.user_ref, user.unique_ref)),
      ...endWhatElseIsOpen(db, user.unique_ref, user.login.unique_ref),
      ...told.statements,
    ])
    .catch(turnAwayEnded(request));
  told.nudge();
}

/** Ten new recovery codes in place of all earlier ones; all other logins end, a mail and an audit line tell. */
export async function renewRecoveryCodes(asked: Asked, request: Request): Promise<CodeSheet> {
  const { db, user, now } = asked;
  const { codes, statements } = await newRecoveryCodes(db, user.unique_ref, now);
  const told = await tellOfChange(asked, "recovery-codes-renewed", "codes-renewed");
  await db
    .batch([...statements, ...endWhatElseIsOpen(db, user.unique_ref, user.login.unique_ref), ...told.statements])
    .catch(turnAwayEnded(request));
  told.nudge();
  return sheetOf(codes, now);
}

function sheetOf(codes: string[], now: number): CodeSheet {
  return { codes, made: `Made on ${longDate(londonMoment(now).date)}` };
}

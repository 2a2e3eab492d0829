import { eq } from "drizzle-orm";
import { isTaken } from "~/db/columns.server";
import { claimKey, type FormKey, once } from "~/db/idempotency.server";
import { longDate } from "~/time/dates";
import { londonMoment } from "~/time/london";
import { recoveryCodes, totp } from "../factors-table.server";
import { type Asked, turnAwayEnded } from "../guard.server";
import { renewLogin } from "../logins/logins.server";
import { endWhatElseIsOpen, tellOfChange } from "./change-notice.server";
import { areTheirCodes, newRecoveryCodes } from "./recovery-codes.server";
import { totpRow } from "./totp.server";

/** Codes that exist nowhere else in clear: to be shown once. */
export interface CodeSheet {
  codes: string[];
  /** In words: a sheet of an earlier day is a dead one. */
  made: string;
}

/** A page's setup, and the step of time whose code its secret just gave. */
interface ProvenSetup {
  token: string;
  secret: string;
  step: number;
}

/**
 * Turns two-factor on with a secret whose code of `step` was just given: ten recovery codes, a new token for this
 * login, all others ended, a mail and an audit line, in one batch.
 * @returns null when it is on already, be it since a moment ago: then nothing is written.
 */
export async function turnTotpOn(
  asked: Asked,
  request: Request,
  { token, secret, step }: ProvenSetup,
): Promise<{ sheet: CodeSheet; cookie: string } | null> {
  const { db, vault, user, now } = asked;
  const row = await totpRow(vault, user.unique_ref, secret, step, now);
  const { codes, statements } = await newRecoveryCodes(asked, user.unique_ref, token);
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

/** The codes again that turning two-factor on with this setup gave; null once they are others, or where it never did. */
export async function codesOfSetup(asked: Asked, token: string): Promise<CodeSheet | null> {
  const { codes, hashes } = await newRecoveryCodes(asked, asked.user.unique_ref, token);
  return (await areTheirCodes(asked.db, asked.user.unique_ref, hashes)) ? sheetOf(codes, asked.now) : null;
}

/**
 * Ten new recovery codes in place of all earlier ones; all other logins end, a mail and an audit line tell. The same
 * form sent again shows the same codes, so that a page loaded anew does not kill what was just printed.
 * @returns null for a form whose codes were replaced since.
 */
export async function renewRecoveryCodes(asked: Asked, request: Request, form: FormKey): Promise<CodeSheet | null> {
  const { db, user, now } = asked;
  const { codes, hashes, statements } = await newRecoveryCodes(asked, user.unique_ref, form.key);
  const told = await tellOfChange(asked, "recovery-codes-renewed", "codes-renewed");
  const batch = () =>
    db
      .batch([
        claimKey(db, user.unique_ref, form, user.unique_ref, now),
        ...statements,
        ...endWhatElseIsOpen(db, user.unique_ref, user.login.unique_ref),
        ...told.statements,
      ])
      .then(told.nudge, turnAwayEnded(request));
  const areThere = () => areTheirCodes(db, user.unique_ref, hashes);
  const made = await once(db, user.unique_ref, form, user.unique_ref, batch, areThere);
  return made === null ? null : sheetOf(codes, now);
}

function sheetOf(codes: string[], now: number): CodeSheet {
  return { codes, made: `Made on ${longDate(londonMoment(now).date)}` };
}

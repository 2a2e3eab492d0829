import { eq } from "drizzle-orm";
import { redirect, redirectDocument } from "react-router";
import { logAuth } from "~/account/audit.server";
import { renewLogin, type SignedInUser } from "~/account/login/logins.server";
import { countTryStatement, forgetTries } from "~/platform/db/rate-counters.server";
import { type Asked, isReauthenticated } from "../guard.server";
import { PASSWORD_LIMIT, type Refused, reauthenticationTriesKey } from "../limits.server";
import { isPassword } from "../passwords/passwords.server";
import { CHECK_DETAILS, CHECK_PASSWORD, TOO_MANY_CODES, TOO_MANY_PASSWORDS } from "../rules";
import { users } from "../table.server";
import type { PasskeyAssertion } from "./form";
import { passkeyUsed, verifiedPasskey } from "./passkeys/passkey-login.server";
import { takeSecondFactor } from "./second-factor.server";

export interface Reauthentication {
  password: string;
  /** Of the authenticator app where there is one, or a recovery code. Looked at only where `owesCode` says that it is asked for. */
  twoFactorCode: string;
}

/** Whether a form that asks for the password asks for a code beside it. */
export function owesCode({ user, now }: Pick<Asked, "user" | "now">): boolean {
  return asksFactor(user) && !isReauthenticated(user, now);
}

/** An app always does; passkeys as at the login (`ASKS_FACTOR`), where a recovery code takes their place. */
function asksFactor({ has_totp, asks_factor }: SignedInUser): boolean {
  return has_totp || asks_factor;
}

/**
 * What a request has given that `checkReauthentication` found right. A password alone, taken because an earlier reauthentication is fresh,
 * is no new one where a factor is asked for.
 */
export function givenToReauthenticate(asked: Pick<Asked, "user" | "now">) {
  const withCode = owesCode(asked);
  return { reauthentication: withCode || !asksFactor(asked.user), secondFactor: withCode };
}

/**
 * Whether somebody signed in is who they are. The password is always asked for, and its tries are counted apart from
 * those of the login; where a factor is asked for the code too, unless all factors were given within the last ten minutes.
 * @returns null when all is right.
 */
export async function checkReauthentication(
  asked: Asked,
  { password, twoFactorCode }: Reauthentication,
): Promise<Refused | null> {
  const refused = (await refusedPassword(asked, password)) ?? (await refusedCode(asked, twoFactorCode));
  logAuth(
    refused === null
      ? "reauthentication-passed"
      : refused.status === 429
        ? "reauthentication-locked"
        : "reauthentication-refused",
  );
  return refused;
}

async function refusedPassword({ db, user, now }: Asked, password: string): Promise<Refused | null> {
  const key = reauthenticationTriesKey(user.unique_ref);
  const [[counted], [account]] = await db.batch([
    countTryStatement(db, key, PASSWORD_LIMIT.windowMs, now),
    db.select({ password_hash: users.password_hash }).from(users).where(eq(users.unique_ref, user.unique_ref)),
  ]);
  const tries = counted?.n ?? Number.POSITIVE_INFINITY;
  if (tries > PASSWORD_LIMIT.tries) return { errors: { password: TOO_MANY_PASSWORDS }, status: 429 };
  if (!(await isPassword(password, account?.password_hash ?? null))) {
    return { errors: { password: CHECK_PASSWORD }, status: 422 };
  }
  await forgetTries(db, key);
  return null;
}

/** Only after the right password: whoever finds an open page has no guesses at codes. */
async function refusedCode(asked: Asked, typed: string): Promise<Refused | null> {
  if (!owesCode(asked)) return null;
  const taken = await takeSecondFactor(asked, asked.user.unique_ref, typed, "reauthentication");
  if (taken === "locked") return { errors: { twoFactorCode: TOO_MANY_CODES }, status: 429 };
  return taken === null ? { errors: { twoFactorCode: CHECK_DETAILS }, status: 422 } : null;
}

/** Step-up: the login gets a new token, and holds as reauthenticated for a while. */
export async function confirmLogin(
  asked: Asked,
  request: Request,
  given: Reauthentication,
): Promise<Refused | { cookie: string }> {
  const { db, user, now } = asked;
  const refused = await checkReauthentication(asked, given);
  if (refused) return refused;
  const { statement, cookie } = await renewLogin(db, request, user.login, givenToReauthenticate(asked), now);
  await statement;
  return { cookie };
}

const NOT_TAKEN = "There is an error with your passkey. Try again, or confirm with your password";

/**
 * Step-up with a passkey of whoever is signed in: two factors in one, so nothing else is asked for. The login gets a new
 * token, and holds as reauthenticated for a while.
 * @param answer null where it could not be read.
 */
export async function confirmWithPasskey(
  asked: Asked,
  request: Request,
  answer: PasskeyAssertion | null,
): Promise<Refused | { cookie: string }> {
  const { db, user, now } = asked;
  const found = answer && (await verifiedPasskey(asked, request, answer));
  if (!found || found.passkey.user_ref !== user.unique_ref) {
    logAuth("reauthentication-refused");
    return { errors: { "": NOT_TAKEN }, status: 422 };
  }
  const { statement, cookie } = await renewLogin(
    db,
    request,
    user.login,
    { reauthentication: true, secondFactor: true },
    now,
  );
  await db.batch([passkeyUsed(db, found, now), statement]);
  logAuth("reauthentication-passed");
  return { cookie };
}

/** Pages that ask for reauthentication, and those that it is asked for on the way to: nothing else is gone on to. */
const PLACES = [
  ...["account/two_factor", "admin", "delete_account", "email", "extras", "mydata", "password/change", "profile"],
  "reports/paper",
];

/** What is left for the reauthentication before a file, and comes back under the same choices: those hold no text of anybody's. */
const VIEWS = /^\/(?:mydata\/session_data|mydata\/case_data|reports\/paper|extras)\/\?[\w.%+=&-]+$/;

/** Pages without script, which the browser's table of routes leaves out: they are opened by a full load. */
const DOCUMENTS = /^\/(?:admin|reports\/paper)\//;

/** On to a path of `nextPath`. */
export function goOn(path: string, init: ResponseInit = {}): Response {
  return DOCUMENTS.test(path) ? redirectDocument(path, init) : redirect(path, init);
}

/**
 * Where a step-up goes on to: `asked` when it is a path of ours that asks for one. Anything else, another site's
 * address above all, is taken as nothing asked.
 */
export function nextPath(asked: string | null, otherwise: string): string {
  if (asked !== null && VIEWS.test(asked)) return asked;
  if (asked === null || !/^\/(?:[\w-]+\/)+$/.test(asked)) return otherwise;
  return PLACES.some((place) => asked.startsWith(`/${place}/`)) ? asked : otherwise;
}

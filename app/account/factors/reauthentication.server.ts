import { eq } from "drizzle-orm";
import { redirect, redirectDocument } from "react-router";
import { renewLogin, type SignedInUser } from "~/account/login/logins.server";
import { clearTries, countTryStatement } from "~/platform/db/rate-counters.server";
import { noteSignal } from "~/platform/http/request-note.server";
import { isReauthenticated, type RequestContext } from "../guard.server";
import { type LimitRefusal, PASSWORD_LIMIT } from "../limits.server";
import { isPassword } from "../passwords/passwords.server";
import { CHECK_DETAILS, TOO_MANY_CODES, TOO_MANY_PASSWORDS } from "../rules";
import { users } from "../table.server";
import type { PasskeyAssertion } from "./form";
import { passkeyUsed, verifiedPasskey } from "./passkeys/passkey-login.server";
import { consumeSecondFactor } from "./second-factor.server";

/** Message of specification section 8 for all forms that ask a logged-in user for their password. */
const CHECK_PASSWORD = "Please check your password and try again";

export interface Reauthentication {
  password: string;
  /** A code of the authenticator app, if there is one, or a recovery code. Read only if `requiresCode` requires it. */
  twoFactorCode: string;
}

/** Whether a form that asks for the password asks for a code too. */
export function requiresCode({ user, now }: Pick<RequestContext, "user" | "now">): boolean {
  return requiresFactor(user) && !isReauthenticated(user, now);
}

/**
 * Whether a factor is required: always with an app; with passkeys as at the login (`REQUIRES_FACTOR`), where a recovery
 * code takes their place.
 */
function requiresFactor({ has_totp, asks_factor }: SignedInUser): boolean {
  return has_totp || asks_factor;
}

/**
 * What a request that `checkReauthentication` accepted has given. A password alone, accepted because of a recent
 * reauthentication, is not a new reauthentication if a factor is required.
 */
export function givenFactors(context: Pick<RequestContext, "user" | "now">) {
  const withCode = requiresCode(context);
  return { reauthentication: withCode || !requiresFactor(context.user), secondFactor: withCode };
}

/**
 * Verifies the identity of a logged-in user. The password is always required, and its tries are counted separately from
 * those of the login. If a factor is required, so is the code, unless all factors were given within the last ten
 * minutes.
 * @returns null when everything is right
 */
export async function checkReauthentication(
  context: RequestContext,
  { password, twoFactorCode }: Reauthentication,
): Promise<LimitRefusal | null> {
  const refused = (await refusedPassword(context, password)) ?? (await refusedCode(context, twoFactorCode));
  noteSignal(
    refused === null
      ? "reauthentication-passed"
      : refused.status === 429
        ? "reauthentication-locked"
        : "reauthentication-refused",
    context.user.unique_ref,
  );
  return refused;
}

async function refusedPassword(context: RequestContext, password: string): Promise<LimitRefusal | null> {
  const { db, vault, user, now } = context;
  const key = reauthenticationTriesKey(user.unique_ref);
  const [[counted], [account]] = await db.batch([
    countTryStatement(db, key, PASSWORD_LIMIT.windowMs, now),
    db
      .select({ unique_ref: users.unique_ref, password_encrypted: users.password_encrypted })
      .from(users)
      .where(eq(users.unique_ref, user.unique_ref)),
  ]);
  const tries = counted?.n ?? Number.POSITIVE_INFINITY;
  if (tries > PASSWORD_LIMIT.tries) return { errors: { password: TOO_MANY_PASSWORDS }, status: 429 };
  if (!(await isPassword(vault, account ?? null, password))) {
    return { errors: { password: CHECK_PASSWORD }, status: 422 };
  }
  await clearTries(db, key);
  return null;
}

/** Checked only after the right password: a stranger at an open page cannot guess codes. */
async function refusedCode(context: RequestContext, typed: string): Promise<LimitRefusal | null> {
  if (!requiresCode(context)) return null;
  const taken = await consumeSecondFactor(context, context.user.unique_ref, typed, "reauthentication");
  if (taken === "locked") return { errors: { twoFactorCode: TOO_MANY_CODES }, status: 429 };
  return taken === null ? { errors: { twoFactorCode: CHECK_DETAILS }, status: 422 } : null;
}

/** Step-up: the login gets a new token, and counts as reauthenticated for a while. */
export async function confirmLogin(
  context: RequestContext,
  request: Request,
  given: Reauthentication,
): Promise<LimitRefusal | { cookie: string }> {
  const { db, user, now } = context;
  const refused = await checkReauthentication(context, given);
  if (refused) return refused;
  const { statement, cookie } = await renewLogin(db, request, user.login, givenFactors(context), now);
  await statement;
  return { cookie };
}

const NOT_ACCEPTED = "There is an error with your passkey. Try again, or confirm with your password";

/**
 * Step-up with a passkey of the logged-in user: it is two factors in one, so nothing else is required. The login gets a
 * new token, and counts as reauthenticated for a while.
 * @param answer the passkey's response; null when it was not valid
 */
export async function confirmWithPasskey(
  context: RequestContext,
  request: Request,
  answer: PasskeyAssertion | null,
): Promise<LimitRefusal | { cookie: string }> {
  const { db, user, now } = context;
  const found = answer && (await verifiedPasskey(context, request, answer));
  if (!found || found.passkey.user_ref !== user.unique_ref) {
    noteSignal("reauthentication-refused", user.unique_ref);
    return { errors: { "": NOT_ACCEPTED }, status: 422 };
  }
  const { statement, cookie } = await renewLogin(
    db,
    request,
    user.login,
    { reauthentication: true, secondFactor: true },
    now,
  );
  await db.batch([passkeyUsed(db, found, now), statement]);
  noteSignal("reauthentication-passed", user.unique_ref);
  return { cookie };
}

/** Pages that require reauthentication, and pages from which it is required: the page that asks for it leads to no others. */
const PLACES = [
  ...["account/two_factor", "admin", "delete_account", "email", "extras", "mydata", "password/change", "profile"],
  "reports/paper",
];

/**
 * Pages that are left for the reauthentication before a file, and shown again with the same choices, which contain no
 * text of users.
 */
const VIEWS = /^\/(?:mydata\/session_data|mydata\/case_data|reports\/paper|extras)\/\?[\w.%+=&-]+$/;

/** Pages without script, which the browser's route table leaves out: they are opened by a document load. */
const DOCUMENTS = /^\/(?:admin|reports\/paper)\//;

/** Redirects to a path of `nextPath`. */
export function redirectToNext(path: string, init: ResponseInit = {}): Response {
  return DOCUMENTS.test(path) ? redirectDocument(path, init) : redirect(path, init);
}

/**
 * The path that a reauthentication leads to: `context` if it is a path of this site that may follow one. Anything else, such as
 * another site's address, gives `otherwise`.
 */
export function nextPath(asked: string | null, otherwise: string): string {
  if (asked !== null && VIEWS.test(asked)) return asked;
  if (asked === null || !/^\/(?:[\w-]+\/)+$/.test(asked)) return otherwise;
  return PLACES.some((place) => asked.startsWith(`/${place}/`)) ? asked : otherwise;
}

/**
 * For a logged-in user: outsiders who use up the tries of a username must not stop its owner from reauthenticating too.
 */
function reauthenticationTriesKey(userRef: string): string {
  return `reauthentication/${userRef}`;
}

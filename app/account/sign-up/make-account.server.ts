import { and, eq } from "drizzle-orm";
import { browserCookie } from "~/account/login/known-browsers.server";
import { type LoginResult, logIn } from "~/account/login/log-in.server";
import { beginLogin } from "~/account/login/logins.server";
import type { AppContext } from "~/platform/context";
import { isTaken, newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { claimKey, idempotencyKeys, runOnce } from "~/platform/db/idempotency.server";
import { countTry, type Limit } from "~/platform/db/rate-counters.server";
import { noteSignal } from "~/platform/http/request-note.server";
import { auditLine } from "../audit.server";
import { type AddressOwner, ownerOfAddress, writeVerification } from "../email/verifications.server";
import { NEW_ACCOUNT_LEVEL } from "../levels";
import type { LimitRefusal } from "../limits.server";
import { encryptPassword } from "../passwords/passwords.server";
import { usernameKey } from "../rules";
import { users } from "../table.server";
import { TERMS_VERSION } from "../terms/versions";
import type { SignUpAnswers } from "./form";

/**
 * Accounts that Daybook creates in total, from all networks: far more than are ever created in an hour, but a limit for
 * a flood.
 */
export const SIGN_UP_LIMIT: Limit = { tries: 500, windowMs: 60 * 60 * 1000 };
const TOO_MANY_SIGN_UPS =
  "Too many accounts were requested within the hour. Nothing was saved. Wait an hour, then send this form again";

/** User id of the keys of sign-up forms, whose senders have no account yet. */
const NOBODY = 0;

export type SignUpResult =
  | Extract<LoginResult, { is: "in" | "owes-code" | "suspended" }>
  | ({ is: "refused" } & LimitRefusal);

const TAKEN = refusal({ username: "That username is taken. Choose another." });
const ALREADY_CREATED = refusal({
  "": "An account was already created with this form. Log in with it, or reload this page.",
});

/**
 * Counted only when an account is about to be created: otherwise requests that create none could use the limit up for
 * all.
 */
async function isOverSignUpLimit({ db, now }: AppContext): Promise<boolean> {
  return (await countTry(db, "sign-ups", SIGN_UP_LIMIT, now)) > SIGN_UP_LIMIT.tries;
}

/**
 * Creates the account, its unverified address with the mail, and its first login in one batch. An address never counts
 * as taken: it is only in the verification until a user verifies it. The same form sent twice creates one account,
 * sends one mail and gets the same answer.
 */
export async function signUp(
  app: AppContext,
  request: Request,
  answers: Omit<SignUpAnswers, "token">,
): Promise<SignUpResult> {
  const { db } = app;
  const [made, [namesake], [owner]] = await db.batch([
    createdWith(db, answers.idempotency_key),
    db
      .select({ ref: users.unique_ref })
      .from(users)
      .where(eq(users.username_key, usernameKey(answers.username))),
    ownerOfAddress(db, "", answers.email),
  ]);
  if (made[0]) return answerRepeatedForm(app, request, made[0].ref, answers);
  return namesake ? TAKEN : makeAccount(app, request, answers, owner);
}

async function makeAccount(
  app: AppContext,
  request: Request,
  answers: Omit<SignUpAnswers, "token">,
  owner: AddressOwner,
): Promise<SignUpResult> {
  const { db, jobs, now } = app;
  if (await isOverSignUpLimit(app)) {
    noteSignal("sign-ups-spent");
    return refusal({ "": TOO_MANY_SIGN_UPS }, 429);
  }
  const user = newRef();
  const password_encrypted = await encryptPassword(app.vault, user, answers.password);
  const login = await beginLogin(db, request, { userRef: user, remember: false, secondFactor: false }, now);
  const verification = await writeVerification(app, {
    userRef: user,
    username: answers.username,
    address: answers.email,
    owner,
  });
  // No fingerprint: `answerRepeatedForm` compares the answers, and only the slow hash of a password is stored.
  const form = { key: answers.idempotency_key, fingerprint: "" };
  try {
    const write = () =>
      db.batch([
        claimKey(db, NOBODY, form, user, now),
        db.insert(users).values({
          unique_ref: user,
          username: answers.username,
          username_key: usernameKey(answers.username),
          first_name: answers.first_name,
          last_name: answers.last_name,
          password_encrypted,
          level: NEW_ACCOUNT_LEVEL,
          terms_accepted_at: now,
          terms_version: TERMS_VERSION,
          created_at: now,
          updated_at: now,
        }),
        ...verification.statements,
        auditLine(db, user, "account-made", now),
        ...login.statements,
      ]);
    const first = await runOnce(db, NOBODY, form, user, write, async () => true);
    if (first === null) return ALREADY_CREATED;
    // Another submit of the form was first.
    if (first !== user) return answerRepeatedForm(app, request, first, answers);
    verification.announce(jobs);
    const known = await browserCookie(app.vault, request, answers.username, now);
    return { is: "in", cookie: [login.cookie, known], level: NEW_ACCOUNT_LEVEL };
  } catch (error) {
    if (isTaken(error, "users.username_key")) return TAKEN;
    throw error;
  }
}

/**
 * Answers a form that was sent again. The key alone gives no access: it may be in a history or a cache, and is valid
 * for days. If the form has the account's own username, the user is logged in as on the login page, with its limits,
 * and a code if one is required by then.
 */
async function answerRepeatedForm(
  app: AppContext,
  request: Request,
  userRef: string,
  { username, password }: Pick<SignUpAnswers, "username" | "password">,
): Promise<SignUpResult> {
  const [account] = await app.db
    .select({ username_key: users.username_key })
    .from(users)
    .where(eq(users.unique_ref, userRef));
  if (account?.username_key !== usernameKey(username)) return ALREADY_CREATED;
  const login = await logIn(app, request, { username, password, remember: false });
  // The form's bot check is used up: above a limit of passwords, which may be nobody's fault, the login page has one.
  return login.is === "held" || login.is === "refused" ? ALREADY_CREATED : login;
}

export function refusal(errors: LimitRefusal["errors"], status: LimitRefusal["status"] = 422): SignUpResult {
  return { is: "refused", errors, status };
}

/** Statement: the user that a form has made. */
export function createdWith(db: Database, key: string) {
  return db
    .select({ ref: idempotencyKeys.result_ref })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.user_id, NOBODY), eq(idempotencyKeys.key, key)));
}

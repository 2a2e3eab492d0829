import { generateAuthenticationOptions, verifyAuthenticationResponse } from "@simplewebauthn/server";
import { eq, exists, sql } from "drizzle-orm";
import { makeCode } from "~/account/codes.server";
import type { PasskeyAssertion } from "~/account/factors/form";
import { ANONYMOUS_LEVEL } from "~/account/levels";
import { networkCounters } from "~/account/limits.server";
import { beginCompletedLogin } from "~/account/login/completed-login.server";
import { findPendingLogin } from "~/account/login/pending-logins.server";
import { codes, passkeys, users } from "~/account/table.server";
import { clearFactorRequirement } from "~/account/users.server";
import type { AppContext } from "~/platform/context";
import type { Database } from "~/platform/db/database.server";
import { isOverAny, type Limit } from "~/platform/db/rate-counters.server";
import { base64url, newSecret } from "~/platform/db/tokens";
import { readCookie, writeCookie } from "~/platform/http/cookies";
import { noteSignal } from "~/platform/http/request-note.server";
import { rpIdOf, userHandle } from "./add-passkey.server";
import { CHALLENGE_VALID_MS, challengeCode, consumeChallenge } from "./challenges.server";

/** Cookie with a secret of the browser that was given a challenge: no other browser can answer it. */
const COOKIE = "passkey";

/**
 * Limits of requests for a challenge from one network, and from the IPv6 /48 around it: each writes a row. A whole hospital
 * may share one, and each open login page asks every few minutes.
 */
const ASKING_LIMIT: Limit = { tries: 1000, windowMs: 60 * 1000 };
const WIDER_ASKING_LIMIT: Limit = { tries: 3000, windowMs: 60 * 1000 };

/**
 * Options with which a browser asks for any passkey of this site. One browser may hold several challenges: the page in
 * each tab asks again before its challenge expires.
 * @returns null when there are too many requests; each response needs a challenge, so that responses are limited too
 */
export async function passkeyRequestOptions(app: AppContext, request: Request) {
  if (await isOverAskingLimit(app, request)) return null;
  const { db, site, now } = app;
  const options = await generateAuthenticationOptions({
    rpID: rpIdOf(site),
    // Empty: the passkey identifies its user, and the options do not reveal who has one.
    allowCredentials: [],
    userVerification: "required",
    timeout: CHALLENGE_VALID_MS,
  });
  const heldBy = browserOf(request) ?? newSecret();
  await makeCode(db, await challengeCode({ ...NOBODY, heldBy }, options.challenge), now);
  return { options, cookie: writeCookie(request, COOKIE, heldBy, CHALLENGE_VALID_MS / 1000) };
}

async function isOverAskingLimit({ db, vault, now }: AppContext, request: Request): Promise<boolean> {
  const counters = await networkCounters(vault, "passkey-asking", request, ASKING_LIMIT, WIDER_ASKING_LIMIT);
  return isOverAny(db, counters, now);
}

/**
 * Begins a login for the response of a passkey. The device has verified its user, so that it counts as two factors: it
 * completes a pending login of that user in this browser, and keeps the choice to be remembered of that login.
 * @returns the cookies of the login, or of the page that says that the account is suspended; null for any fault, so that the
 * response does not reveal which
 */
export async function logInWithPasskey(
  app: AppContext,
  request: Request,
  answer: PasskeyAssertion,
): Promise<string[] | null> {
  const begun = await beginPasskeyLogin(app, request, answer);
  if (!begun) noteSignal("login-refused");
  return begun?.cookie ?? null;
}

/**
 * Begins the login. It takes its user from the passkey's row: if that was removed a moment ago, the whole batch fails.
 */
async function beginPasskeyLogin(app: AppContext, request: Request, answer: PasskeyAssertion) {
  const { db, now } = app;
  const found = await verifiedPasskey(app, request, answer);
  if (!found) return null;
  const { passkey } = found;
  const isIt = eq(passkeys.unique_ref, passkey.unique_ref);
  const half = await findPendingLogin(db, request, now);
  const ends = half?.user_ref === passkey.user_ref;
  return beginCompletedLogin(app, request, {
    userRef: passkey.user_ref,
    still: exists(db.select({ one: sql`1` }).from(passkeys).where(isIt)),
    remember: ends && half.remember,
    secondFactor: true,
    act: "logged-in-with-passkey",
    after: [
      passkeyUsed(db, found, now),
      db.delete(codes).where(eq(codes.unique_ref, half?.unique_ref ?? "")),
      // After a password reset, the factor must be given together with the new password: a login by passkey alone does
      // not count.
      ...(ends ? [clearFactorRequirement(db, passkey.user_ref)] : []),
    ],
  });
}

/** Statement: stores the counter and the backup state in a passkey's response. */
export function passkeyUsed(db: Database, { passkey, counter, backedUp }: VerifiedPasskey, now: number) {
  return db
    .update(passkeys)
    .set({ counter, backed_up: backedUp, last_used_at: now, updated_at: now })
    .where(eq(passkeys.unique_ref, passkey.unique_ref));
}

type VerifiedPasskey = NonNullable<Awaited<ReturnType<typeof verifiedPasskey>>>;

const NOBODY = { kind: "passkey_login", userRef: "" } as const;

/**
 * Verifies a response to a challenge of this browser, which can be used once. Returns the passkey; null for any fault.
 */
export async function verifiedPasskey({ db, site, now }: AppContext, request: Request, answer: PasskeyAssertion) {
  const { id, response } = answer;
  const heldBy = browserOf(request);
  if (!heldBy) return null;
  const challenge = await consumeChallenge(db, { ...NOBODY, heldBy }, response.clientDataJSON, now);
  if (!challenge) return null;
  const [passkey] = await db
    .select({
      unique_ref: passkeys.unique_ref,
      user_ref: passkeys.user_ref,
      public_key: passkeys.public_key,
      counter: passkeys.counter,
      backed_up: passkeys.backed_up,
      level: users.level,
    })
    .from(passkeys)
    .innerJoin(users, eq(users.unique_ref, passkeys.user_ref))
    .where(eq(passkeys.credential_id, id));
  if (!passkey || passkey.level <= ANONYMOUS_LEVEL) return null;
  if (response.userHandle !== base64url(userHandle(passkey.user_ref))) return null;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer as Parameters<typeof verifyAuthenticationResponse>[0]["response"],
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: rpIdOf(site),
      requireUserVerification: true,
      // The counter is checked below: the library does not allow for passkeys that several devices share.
      credential: { id, publicKey: new Uint8Array(passkey.public_key), counter: 0 },
    });
    const { newCounter, credentialBackedUp } = authenticationInfo;
    const verdict = counterVerdict({ counter: passkey.counter, backedUp: passkey.backed_up }, newCounter);
    if (verdict !== "rises") console.warn(JSON.stringify({ kind: "passkey-counter", verdict }));
    if (!verified || verdict === "refused") return null;
    return { passkey, counter: Math.max(newCounter, passkey.counter), backedUp: credentialBackedUp };
  } catch {
    return null;
  }
}

/**
 * Judges the signature counter of a response. It must rise, else there may be a copy of the passkey; passkeys without a
 * counter always send 0. A passkey that several devices of its owner share has a separate counter on each.
 * @param kept values of the previous response; `backedUp` as known before this response, which could claim it
 */
export function counterVerdict(
  kept: { counter: number; backedUp: boolean },
  given: number,
): "rises" | "tolerated" | "refused" {
  if (given > kept.counter || (given === 0 && kept.counter === 0)) return "rises";
  return kept.backedUp ? "tolerated" : "refused";
}

function browserOf(request: Request): string | null {
  const secret = readCookie(request, COOKIE);
  return secret && /^[\w-]{43}$/.test(secret) ? secret : null;
}

import { generateAuthenticationOptions, verifyAuthenticationResponse } from "@simplewebauthn/server";
import { eq, sql } from "drizzle-orm";
import { logAuth } from "~/account/audit.server";
import type { PasskeyAssertion } from "~/account/factors/form";
import { ANONYMOUS_LEVEL } from "~/account/levels";
import { knownBrowserId } from "~/account/login/known-browsers.server";
import { findPendingLogin } from "~/account/login/pending-logins.server";
import { beginWholeLogin } from "~/account/login/whole-login.server";
import { challenges, passkeys, users } from "~/account/table.server";
import { factorGiven } from "~/account/users.server";
import type { World } from "~/platform/context";
import type { Database } from "~/platform/db/database.server";
import { countTry, type Limit } from "~/platform/db/rate-counters.server";
import { base64url, newToken } from "~/platform/db/tokens";
import { networkOf } from "~/platform/http/bursts";
import { readCookie, writeCookie } from "~/platform/http/cookies";
import { rpIdOf, userHandle } from "./add-passkey.server";
import { CHALLENGE_HOLDS_MS, challengeRow, takeChallenge } from "./challenges.server";

/** A secret of the browser that was handed a challenge: no other browser can answer it. */
const COOKIE = "passkey";

/**
 * Askings from one network, or from one known browser, which no stranger can spend: a whole hospital may share a
 * network, and each open login page asks every few minutes.
 */
const ASKING_LIMIT: Limit = { tries: 300, windowMs: 60 * 1000 };
/** From the known browsers of a network in all: whoever has an account has as many of those as they like. */
const KNOWN_ASKING_LIMIT: Limit = { tries: 3000, windowMs: 60 * 1000 };

/**
 * Options to ask a browser for any passkey of ours. One browser may hold several: a page in each tab asks anew before
 * its challenge runs out.
 * @returns null when too many are asked for; each answer needs an asking, so answers are limited too.
 */
export async function askForPasskey(world: World, request: Request) {
  if (await asksTooOften(world, request)) return null;
  const { db, site, now } = world;
  const options = await generateAuthenticationOptions({
    rpID: rpIdOf(site),
    // None named: the passkey says whose it is, and nobody learns here who has one.
    allowCredentials: [],
    userVerification: "required",
    timeout: CHALLENGE_HOLDS_MS,
  });
  const heldBy = browserOf(request) ?? newToken();
  await db.insert(challenges).values(await challengeRow({ ...NOBODY, heldBy }, options.challenge, now));
  return { options, cookie: writeCookie(request, COOKIE, heldBy, CHALLENGE_HOLDS_MS / 1000) };
}

async function asksTooOften({ db, vault, now }: World, request: Request): Promise<boolean> {
  const isOver = async (what: string, from: string, limit: Limit) => {
    const key = `${what}/${await vault.sign("passkey-asking", from)}`;
    return (await countTry(db, key, limit, now)) > limit.tries;
  };
  const [browser, network] = [await knownBrowserId(vault, request), networkOf(request)];
  if (await isOver("passkey-asking", browser ?? network, ASKING_LIMIT)) return true;
  return browser !== null && (await isOver("passkey-asking-known", network, KNOWN_ASKING_LIMIT));
}

/**
 * Begins a login for the answer of a passkey. Its user was verified by the device, so it is two factors in one: a
 * pending login of this browser ends with it, and is remembered where its owner had asked for that.
 * @returns the cookies of the login; null for whatever is wrong, so that nothing tells what.
 */
export async function logInWithPasskey(
  world: World,
  request: Request,
  answer: PasskeyAssertion,
): Promise<string[] | null> {
  const cookies = await begunBy(world, request, answer);
  logAuth(cookies ? "logged-in" : "login-refused");
  return cookies;
}

/** The new login takes its user from the passkey: where that was removed a moment ago, the whole batch fails. */
async function begunBy(world: World, request: Request, answer: PasskeyAssertion): Promise<string[] | null> {
  const { db, now } = world;
  const found = await verifiedPasskey(world, request, answer);
  if (!found) return null;
  const { passkey } = found;
  const isIt = eq(passkeys.unique_ref, passkey.unique_ref);
  const userRef = sql<string>`(SELECT ${passkeys.user_ref} FROM ${passkeys} WHERE ${isIt})`;
  const half = await findPendingLogin(db, request, now);
  const ends = half?.user_ref === passkey.user_ref;
  return beginWholeLogin(world, request, {
    userRef,
    owner: passkey.user_ref,
    remember: ends && half.remember,
    secondFactor: true,
    act: "logged-in-with-passkey",
    after: [
      passkeyUsed(db, found, now),
      db.delete(challenges).where(eq(challenges.unique_ref, half?.unique_ref ?? "")),
      // After a reset the factor is owed by whoever knows the new password: a passkey alone says nothing of them.
      ...(ends ? [factorGiven(db, passkey.user_ref)] : []),
    ],
  });
}

/** Statement: what its answer said of a passkey. */
export function passkeyUsed(db: Database, { passkey, counter, backedUp }: VerifiedPasskey, now: number) {
  return db
    .update(passkeys)
    .set({ counter, backed_up: backedUp, last_used_at: now, updated_at: now })
    .where(eq(passkeys.unique_ref, passkey.unique_ref));
}

type VerifiedPasskey = NonNullable<Awaited<ReturnType<typeof verifiedPasskey>>>;

const NOBODY = { kind: "passkey_login", userRef: "" } as const;

/** The passkey whose right answer this is to a challenge of this browser, once; null for whatever is wrong. */
export async function verifiedPasskey({ db, site, now }: World, request: Request, answer: PasskeyAssertion) {
  const { id, response } = answer;
  const heldBy = browserOf(request);
  if (!heldBy) return null;
  const challenge = await takeChallenge(db, { ...NOBODY, heldBy }, response.clientDataJSON, now);
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
      // The counter is judged below: the library knows nothing of passkeys that several devices share.
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
 * What the signature counter of an answer says. It must rise, else a copy of the passkey may be about; those that
 * count nothing send 0 each time. A passkey that its owner's devices share counts on each of them by itself.
 * @param kept of the answer before; `backedUp` as known before this answer, which could claim it.
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

import { generateRegistrationOptions, verifyRegistrationResponse } from "@simplewebauthn/server";
import { eq } from "drizzle-orm";
import { codesOf, makeCode } from "~/account/codes.server";
import { writeFactorChange } from "~/account/factors/factor-changes.server";
import type { PasskeyAttestation } from "~/account/factors/form";
import {
  type CodeSheet,
  generateCodes,
  needsCodes,
  newRecoveryCodes,
  sheetOf,
} from "~/account/factors/recovery-codes.server";
import type { RequestContext } from "~/account/guard.server";
import { ADMIN_LEVEL } from "~/account/levels";
import { renewLogin } from "~/account/login/logins.server";
import { codes, passkeys, users } from "~/account/table.server";
import type { Site } from "~/platform/context";
import { isTaken, newRef } from "~/platform/db/columns.server";
import { CHALLENGE_VALID_MS, challengeCode, consumeChallenge } from "./challenges.server";

/** Most passkeys of one account. */
const MAX_PASSKEYS = 20;

const NOT_ADDED = "The passkey was not added. Try again, and finish within 5 minutes";
const ALREADY_ADDED = "That passkey is already on your account";
const TOO_MANY_PASSKEYS = `You have ${MAX_PASSKEYS} passkeys, which is as many as an account can have. Remove one first`;

/** Whether the next passkey is the first one, of a user who may choose whether the password alone opens the account. */
export function mayChoose({ user }: Pick<RequestContext, "user">): boolean {
  return !user.has_passkey && !user.has_totp && user.level !== ADMIN_LEVEL;
}

/** Creates the options with which the browser creates a passkey. Earlier options of this user become invalid. */
export async function beginPasskey(context: RequestContext) {
  const { db, user, site, now } = context;
  const known = await credentialsOf(context);
  if (known.length >= MAX_PASSKEYS) return { refused: TOO_MANY_PASSKEYS };
  const options = await generateRegistrationOptions({
    rpName: "Daybook",
    rpID: rpIdOf(site),
    userID: userHandle(user.unique_ref),
    userName: user.username,
    userDisplayName: user.first_name,
    timeout: CHALLENGE_VALID_MS,
    attestationType: "none",
    excludeCredentials: known.map(({ credential_id }) => ({ id: credential_id })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  await db.batch([
    db.delete(codes).where(codesOf(user.unique_ref, "passkey_enrol")),
    makeCode(db, await challengeCode(holderOf(context), options.challenge), now),
  ]);
  return { options };
}

interface NewPasskey {
  name: string;
  answer: PasskeyAttestation | null;
  /** Whether the password alone still opens the account. For a first passkey only. */
  passwordAlone: boolean;
}

/**
 * Adds a passkey that the browser has created, in one batch: its row, an audit line and a mail, the end of all other
 * logins, and a new token for this one, with its second factor given. Adds recovery codes if there are none.
 * @returns the new cookie of this login, or why nothing was written
 */
export async function addPasskey(
  context: RequestContext,
  request: Request,
  { name, answer, passwordAlone }: NewPasskey,
): Promise<{ cookie: string; sheet: CodeSheet | null } | { refused: string }> {
  const { db, user, now } = context;
  const { unique_ref: userRef, login } = user;
  const made = answer && (await verified(context, answer));
  if (!made) return { refused: NOT_ADDED };
  const known = await credentialsOf(context);
  if (known.some(({ credential_id }) => credential_id === made.credential.id)) return { refused: ALREADY_ADDED };
  if (known.length >= MAX_PASSKEYS) return { refused: TOO_MANY_PASSKEYS };

  const codes = (await needsCodes(db, userRef)) ? generateCodes() : null;
  const choice = { password_alone: passwordAlone && mayChoose(context), updated_at: now };
  const choose = db.update(users).set(choice).where(eq(users.unique_ref, userRef));
  const renewed = await renewLogin(db, request, login, { reauthentication: false, secondFactor: true }, now);
  try {
    await writeFactorChange(context, request, "passkey-added", [
      db.insert(passkeys).values({
        unique_ref: newRef(),
        user_ref: userRef,
        credential_id: made.credential.id,
        public_key: made.credential.publicKey,
        counter: made.credential.counter,
        transports: answer.response.transports.join(","),
        backed_up: made.credentialBackedUp,
        name,
        created_at: now,
        updated_at: now,
      }),
      ...(known.length === 0 ? [choose] : []),
      ...(codes ? await newRecoveryCodes(db, userRef, codes, now) : []),
      renewed.statement,
    ]);
    return { cookie: renewed.cookie, sheet: codes && sheetOf(codes, now) };
  } catch (error) {
    // The passkey belongs to another account, which the message must not reveal.
    if (isTaken(error, "passkeys.credential_id")) return { refused: NOT_ADDED };
    throw error;
  }
}

/** The credential in a valid response to a challenge of this login; null for any other response. */
async function verified(context: RequestContext, answer: PasskeyAttestation) {
  const { db, site, now } = context;
  const challenge = await consumeChallenge(db, holderOf(context), answer.response.clientDataJSON, now);
  if (!challenge) return null;
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: answer as Parameters<typeof verifyRegistrationResponse>[0]["response"],
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: rpIdOf(site),
      requireUserVerification: true,
    });
    return registrationInfo ?? null;
  } catch {
    return null;
  }
}

function credentialsOf({ db, user }: RequestContext) {
  return db
    .select({ credential_id: passkeys.credential_id })
    .from(passkeys)
    .where(eq(passkeys.user_ref, user.unique_ref));
}

function holderOf({ user }: RequestContext) {
  return { kind: "passkey_enrol", userRef: user.unique_ref, heldBy: user.login.unique_ref } as const;
}

/** Passkeys belong to the configured host, not to the host of a request. */
export function rpIdOf({ origin }: Site): string {
  return new URL(origin).hostname;
}

/** The handle by which a passkey identifies its user. */
export function userHandle(userRef: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(userRef) as Uint8Array<ArrayBuffer>;
}

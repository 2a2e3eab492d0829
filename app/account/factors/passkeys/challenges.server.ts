import { decodeClientDataJSON, isoBase64URL } from "@simplewebauthn/server/helpers";
import { and, eq, lte } from "drizzle-orm";
import { challenges } from "~/account/table.server";
import { newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { hashOf } from "~/platform/db/tokens";

/** How long a challenge may be answered; the browser's timeout is the same. */
export const CHALLENGE_VALID_MS = 5 * 60 * 1000;

/** The holder of a challenge, the only one who may answer it. */
interface ChallengeHolder {
  kind: "passkey_login" | "passkey_enrol";
  /** "" for a login: the user is not known yet. */
  userRef: string;
  /** A secret of the browser, or the reference of the login, to which it was given. */
  heldBy: string;
}

/** The row of a challenge, which is inserted before the challenge is sent. */
export async function challengeRow(holder: ChallengeHolder, challenge: string, now: number) {
  return {
    unique_ref: newRef(),
    user_ref: holder.userRef,
    kind: holder.kind,
    token_hash: await tokenHash(holder, challenge),
    payload: challenge,
    expires_at: now + CHALLENGE_VALID_MS,
    created_at: now,
  };
}

/**
 * Takes the challenge that a response names, if it was given to this holder and has not expired. The statement that
 * finds it deletes it, so that it cannot be used again, whether or not the response is valid.
 */
export async function consumeChallenge(
  db: Database,
  holder: ChallengeHolder,
  clientDataJSON: string,
  now: number,
): Promise<string | null> {
  const said = challengeIn(clientDataJSON);
  if (!said) return null;
  const [taken] = await db
    .delete(challenges)
    .where(
      and(
        eq(challenges.kind, holder.kind),
        eq(challenges.token_hash, await tokenHash(holder, said)),
        eq(challenges.user_ref, holder.userRef),
      ),
    )
    .returning({ challenge: challenges.payload, expires_at: challenges.expires_at });
  return taken && now < taken.expires_at ? taken.challenge : null;
}

function tokenHash({ heldBy }: ChallengeHolder, challenge: string): Promise<string> {
  return hashOf(`${heldBy}.${challenge}`);
}

function challengeIn(clientDataJSON: string): string | null {
  try {
    const { challenge } = decodeClientDataJSON(clientDataJSON);
    return isoBase64URL.isBase64URL(challenge) ? challenge : null;
  } catch {
    return null;
  }
}

/** For the cron: deletes expired challenges. */
export async function dropOldChallenges(db: Database, now: number): Promise<void> {
  await db.delete(challenges).where(lte(challenges.expires_at, now));
}

import { decodeClientDataJSON, isoBase64URL } from "@simplewebauthn/server/helpers";
import { and, eq, lte } from "drizzle-orm";
import { challenges } from "~/account/table.server";
import { newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { hashOf } from "~/platform/db/tokens";

/** How long a challenge may be answered; the browser's own wait ends with it. */
export const CHALLENGE_HOLDS_MS = 5 * 60 * 1000;

/** Who was handed a challenge, and may answer it. */
interface Holder {
  kind: "passkey_login" | "passkey_enrol";
  /** "" for a login: nobody is known yet. */
  userRef: string;
  /** A secret of the browser, or the reference of the login, that it was handed to. */
  heldBy: string;
}

/** A challenge as it is remembered: the row to insert before it is handed out. */
export async function challengeRow(holder: Holder, challenge: string, now: number) {
  return {
    unique_ref: newRef(),
    user_ref: holder.userRef,
    kind: holder.kind,
    token_hash: await tokenHash(holder, challenge),
    payload: challenge,
    expires_at: now + CHALLENGE_HOLDS_MS,
    created_at: now,
  };
}

/**
 * The challenge that an answer says it answers, if it was handed to this holder and has not run out. It is gone from
 * then on, whatever comes of the answer: the statement that finds it deletes it.
 */
export async function takeChallenge(
  db: Database,
  holder: Holder,
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

function tokenHash({ heldBy }: Holder, challenge: string): Promise<string> {
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

/** For the cron: what was handed out and not given back in time. */
export async function dropOldChallenges(db: Database, now: number): Promise<void> {
  await db.delete(challenges).where(lte(challenges.expires_at, now));
}

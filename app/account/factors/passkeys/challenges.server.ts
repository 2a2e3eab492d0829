import { decodeClientDataJSON, isoBase64URL } from "@simplewebauthn/server/helpers";
import { and, eq } from "drizzle-orm";
import { isCode, lifeOf } from "~/account/codes.server";
import { codes } from "~/account/table.server";
import type { Database } from "~/platform/db/database.server";
import { hashOf } from "~/platform/db/tokens";

/** How long a challenge may be answered; the browser's timeout is the same. */
export const CHALLENGE_VALID_MS = lifeOf("passkey_login");

/** The holder of a challenge, the only one who may answer it. */
interface ChallengeHolder {
  kind: "passkey_login" | "passkey_enrol";
  /** "" for a login: the user is not known yet. */
  userRef: string;
  /** A secret of the browser, or the reference of the login, to which it was given. */
  heldBy: string;
}

/**
 * The code of a challenge, which is made before the challenge is sent. What is stored of it is its hash with its holder,
 * so that the response, which names it, is enough to find it.
 */
export async function challengeCode(holder: ChallengeHolder, challenge: string) {
  return { kind: holder.kind, user_ref: holder.userRef, hash: await hashFor(holder, challenge) };
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
    .delete(codes)
    .where(and(isCode(holder.kind, await hashFor(holder, said)), eq(codes.user_ref, holder.userRef)))
    .returning({ expires_at: codes.expires_at });
  return taken && now < taken.expires_at ? said : null;
}

function hashFor({ heldBy }: ChallengeHolder, challenge: string): Promise<string> {
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

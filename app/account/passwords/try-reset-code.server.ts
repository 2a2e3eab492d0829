import { and, eq, exists, gt, sql } from "drizzle-orm";
import { countCodeTry, endCodes, isOpen, lifeOf } from "~/account/codes.server";
import type { LimitRefusal } from "~/account/limits.server";
import { emailKey } from "~/account/rules";
import { codes } from "~/account/table.server";
import type { AppContext } from "~/platform/context";
import type { Database } from "~/platform/db/database.server";
import { countTry, type Limit, uncountTry } from "~/platform/db/rate-counters.server";
import { noteSignal } from "~/platform/http/request-note.server";
import { type ResetRequest, TRIES_OF_A_CODE } from "./reset-requests.server";

/**
 * Wrong codes tried with one address, whether or not it has an account, in all browsers: above it each request allows
 * one try. So each guess costs a bot check, and the owner, who has the right code, is never refused.
 */
const GUESSES: Limit = { tries: 100, windowMs: 60 * 60 * 1000 };

/** Message of specification section 8; the same for an address without an account. */
const WRONG_CODE = "Invalid or expired code.";

/**
 * Tries a code, counted before it is compared: the fifth wrong one ends the request, or the first one if very many were
 * tried with its address. Strangers with their own requests for the address cannot use up the owner's tries. Work and
 * response are the same for an address without an account.
 * @returns null when the code is right: this browser may now set a password
 */
export async function tryCode(
  { db, vault, now }: AppContext,
  { row, address }: ResetRequest,
  code: string,
): Promise<LimitRefusal | null> {
  const ref = row.unique_ref;
  // The right code sent again: the request stays verified. A wrong one neither verifies nor ends it.
  if (row.kind === "new_password") {
    const signed = await vault.isSigned("reset-code", resetCodeText(row.user_ref, code), row.payload);
    return signed ? null : wrongCode();
  }
  const guessesKey = `reset-guesses/${await vault.sign("reset-guesses", emailKey(address))}`;
  const isRequest = and(eq(codes.unique_ref, ref), eq(codes.kind, "reset"));
  const [[counted], [mailed]] = await db.batch([
    countCodeTry(db, isRequest, TRIES_OF_A_CODE, now),
    codeMailedFor(db, ref, now),
  ]);
  // Tries after the request has ended do not count as guesses: otherwise one bot check would pay for all of them.
  const guessed = counted ? await countTry(db, guessesKey, GUESSES, now) : 0;
  const isFlooded = guessed > GUESSES.tries;
  const worth = isFlooded ? 1 : TRIES_OF_A_CODE;
  const attempts = counted?.attempts ?? Number.POSITIVE_INFINITY;
  const hash = counted && mailed?.hash;
  const signed = await vault.isSigned("reset-code", resetCodeText(counted?.user_ref ?? "", code), hash ?? NO_CODE);
  if (!signed || !hash || attempts > worth) {
    // No try is left, which the page reports.
    if (counted && attempts >= worth) await endCodes(db, isRequest, now, { attempts: TRIES_OF_A_CODE });
    return wrongCode();
  }
  const isMailed = and(eq(codes.kind, "reset_code"), eq(codes.hash, hash));
  const [[verified]] = await db.batch([
    db
      .update(codes)
      .set({ kind: "new_password", payload: hash, expires_at: now + lifeOf("new_password") })
      .where(
        and(
          isRequest,
          isOpen(now),
          exists(
            db
              .select({ one: sql`1` })
              .from(sql`codes AS mailed`)
              .where(sql`mailed.kind = 'reset_code' AND mailed.hash = ${hash}`),
          ),
        ),
      )
      .returning(),
    // It is invalid in the user's other browsers, which wait for it too.
    db
      .delete(codes)
      .where(
        and(
          isMailed,
          sql`EXISTS (SELECT 1 FROM codes AS request WHERE request.unique_ref = ${ref} AND request.kind = 'new_password')`,
        ),
      ),
    uncountTry(db, guessesKey, GUESSES.windowMs, now),
  ]);
  return verified ? null : wrongCode();
}

/** Statement: the code that was mailed last to the account of a request. */
function codeMailedFor(db: Database, requestRef: string, now: number) {
  const account = sql`(SELECT request.user_ref FROM codes AS request WHERE request.unique_ref = ${requestRef})`;
  return db
    .select({ hash: codes.hash })
    .from(codes)
    .where(and(eq(codes.kind, "reset_code"), eq(codes.user_ref, account), gt(codes.expires_at, now)));
}

/** The text that is signed for a code: it is valid for its user only. */
export function resetCodeText(userRef: string, code: string): string {
  return `${userRef}\n${code}`;
}

/** As `tryCode`, for a call with the address: a code is only tried with the address of its request. */
export async function tryCodeFor(
  app: AppContext,
  asked: ResetRequest | null,
  { email, code }: { email: string; code: string },
): Promise<LimitRefusal | null> {
  return asked && emailKey(asked.address) === emailKey(email) ? tryCode(app, asked, code) : wrongCode();
}

function wrongCode(): LimitRefusal {
  noteSignal("reset-refused");
  return { errors: { code: WRONG_CODE }, status: 422 };
}

/** In the form of a signature, so that the same work is done if there is no code. */
const NO_CODE = `1.${"A".repeat(43)}`;

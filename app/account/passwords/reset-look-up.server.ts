import { and, desc, eq, exists, gt, lte, type SQL, sql } from "drizzle-orm";
import { writeMail } from "~/mail/outbox.server";
import type { JobContext } from "~/platform/context";
import { assertThat, failedAssertion } from "~/platform/db/assertions.server";
import type { Database } from "~/platform/db/database.server";
import { countTry, type Limit } from "~/platform/db/rate-counters.server";
import { fromBase64url } from "~/platform/db/tokens";
import { logError } from "~/platform/http/log";
import { codesOf, makeCode } from "../codes.server";
import { ANONYMOUS_LEVEL } from "../levels";
import { emailKey } from "../rules";
import { codes, users } from "../table.server";
import { resetPlace } from "./reset-codes.server";
import type { ResetRow } from "./reset-requests.server";
import { RESET_CODE_LENGTH } from "./rules";
import { resetCodeText } from "./try-reset-code.server";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
/**
 * The largest multiple of the alphabet's size in a byte: larger bytes are skipped, else the first letters would be more
 * frequent.
 */
const FAIR_BYTES = 256 - (256 % LETTERS.length);

/** Creates a code of the specification (section 9): each of 36^6 is equally likely. */
export function newResetCode(randomBytes: (count: number) => Uint8Array = random): string {
  let code = "";
  while (code.length < RESET_CODE_LENGTH) {
    for (const byte of randomBytes(RESET_CODE_LENGTH - code.length)) {
      if (byte < FAIR_BYTES) code += LETTERS[byte % LETTERS.length];
    }
  }
  return code;
}

function random(count: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(count));
}

/** After this time a message of the queue counts as lost. */
const LOST_AFTER_MS = 30 * 1000;
/** Most requests that one run of the cron looks up; the others wait a minute. */
const MAX_AT_ONCE = 50;

/** Codes that are mailed to one account in an hour, one for each request, of any browser. */
const MAILS: Limit = { tries: 4, windowMs: 60 * 60 * 1000 };
/**
 * Above that limit the code that was mailed last is valid for all requests within this time; then a new one is mailed.
 */
const NEW_CODE_EVERY_MS = 10 * 60 * 1000;

/**
 * Looks up the account of a request's address. A new code is mailed to its owner, and is valid in every browser that
 * waits for one: so the owner of the mailbox can use the newest, however many codes strangers requested. For an address
 * without an account the same work is done, and its result dropped. In both cases the address is deleted from the row.
 * A second run changes nothing.
 */
export async function lookUpReset({ db, vault, jobs, now }: JobContext, ref: string): Promise<void> {
  const [row] = await db
    .select()
    .from(codes)
    .where(and(eq(codes.unique_ref, ref), TO_LOOK_UP));
  if (!row) return;
  const address = emailKey(await vault.decrypt("", resetPlace(ref), fromBase64url(row.payload)));
  const owners = and(eq(users.email_key, address), gt(users.level, ANONYMOUS_LEVEL));
  const [[owner], [newest]] = await db.batch([
    db.select({ unique_ref: users.unique_ref, email: users.email }).from(users).where(owners),
    db
      .select({ created_at: codes.created_at })
      .from(codes)
      .innerJoin(users, and(eq(users.unique_ref, codes.user_ref), owners))
      .where(eq(codes.kind, "reset_code")),
  ]);
  const userRef = owner?.unique_ref ?? "";
  const code = newResetCode();
  const hash = await vault.sign("reset-code", resetCodeText(userRef, code));
  const mail = await writeMail(
    db,
    vault,
    {
      // To the stored address: the typed one may only look like it.
      to: owner?.email ?? address,
      userRef,
      content: { kind: "reset-code", code },
      causeRef: ref,
      voidAt: row.expires_at,
    },
    now,
  );
  const isOver = row.used_at !== null || row.expires_at <= now;
  try {
    if (!owner?.email || isOver || (await isLastCodeValidFor(db, userRef, row, newest?.created_at ?? null, now))) {
      await db.batch(lookedUp(db, ref, userRef));
    } else {
      await db.batch([
        // If the address was changed meanwhile, or a newer code mailed, no code is sent: the cron looks it up again.
        ...lookedUp(
          db,
          ref,
          userRef,
          sql`EXISTS (SELECT 1 FROM users WHERE users.unique_ref = ${userRef} AND users.email_key = ${address})
            AND NOT EXISTS (SELECT 1 FROM codes AS newer WHERE newer.user_ref = ${userRef}
              AND newer.kind = 'reset_code' AND newer.created_at > ${row.created_at})`,
        ),
        // One code a user: all open requests accept it, and none before it.
        db.delete(codes).where(codesOf(userRef, "reset_code")),
        makeCode(db, { kind: "reset_code", user_ref: userRef, hash }, row.created_at),
        mail.statement,
      ]);
      jobs.nudge({ kind: "send-mail", ref: mail.ref });
    }
  } catch (error) {
    if (failedAssertion(error) !== LOOKED_UP) throw error;
  }
}

/**
 * Whether the code that was last mailed to an account is valid for a request too: it is newer, or enough were mailed.
 */
async function isLastCodeValidFor(db: Database, userRef: string, row: ResetRow, codeAt: number | null, now: number) {
  if (codeAt !== null && codeAt > row.created_at) return true;
  const mails = await countTry(db, `reset-mails/${userRef}`, MAILS, now);
  return codeAt !== null && mails > MAILS.tries && now - codeAt < NEW_CODE_EVERY_MS;
}

/** Condition: requests whose address is still to be looked up. */
export const TO_LOOK_UP = sql`${codes.kind} = 'reset' AND ${codes.payload} <> ''`;

const LOOKED_UP = "looked up";

/**
 * Statements: mark a request as looked up. They fail the batch if another delivery of the message was first, or if `still`
 * is false.
 */
function lookedUp(db: Database, ref: string, user_ref: string, still: SQL = sql`TRUE`) {
  const isThis = eq(codes.unique_ref, ref);
  const waiting = db
    .select({ one: sql`1` })
    .from(codes)
    .where(and(isThis, TO_LOOK_UP, still));
  return [
    assertThat(db, [LOOKED_UP, exists(waiting)]),
    db.update(codes).set({ user_ref, payload: "" }).where(isThis),
  ] as const;
}

/** For the cron: looks up requests whose message was lost. */
export async function sweepResets(app: JobContext): Promise<void> {
  const { db, now } = app;
  const lost = await db
    .select({ ref: codes.unique_ref })
    .from(codes)
    .where(and(TO_LOOK_UP, lte(codes.created_at, now - LOST_AFTER_MS)))
    .orderBy(desc(codes.created_at))
    .limit(MAX_AT_ONCE);
  // A failed look-up does not delay the others.
  for (const { ref } of lost) await lookUpReset(app, ref).catch(logError);
}

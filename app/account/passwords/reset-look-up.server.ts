import { and, desc, eq, exists, gt, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import { writeMail } from "~/mail/outbox.server";
import type { JobContext } from "~/platform/context";
import { assertThat, failedAssertion } from "~/platform/db/assertions.server";
import type { Database } from "~/platform/db/database.server";
import { countTry, type Limit } from "~/platform/db/rate-counters.server";
import { logError } from "~/platform/http/log";
import { ANONYMOUS_LEVEL } from "../levels";
import { emailKey } from "../rules";
import { resetCodes, users } from "../table.server";
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
const KEPT_MS = 24 * 60 * 60 * 1000;

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
    .from(resetCodes)
    .where(and(eq(resetCodes.unique_ref, ref), isNull(resetCodes.looked_up_at)));
  if (!row) return;
  const address = emailKey(await vault.decrypt("", resetPlace(ref), row.address_encrypted));
  const owners = and(eq(users.email_key, address), gt(users.level, ANONYMOUS_LEVEL));
  const [[owner], [newest]] = await db.batch([
    db.select({ unique_ref: users.unique_ref, email: users.email }).from(users).where(owners),
    db
      .select({ code_hash: resetCodes.code_hash, code_at: resetCodes.code_at })
      .from(resetCodes)
      .innerJoin(users, and(eq(users.unique_ref, resetCodes.user_ref), owners))
      .where(and(isNotNull(resetCodes.code_hash), isNull(resetCodes.verified_at)))
      .orderBy(desc(resetCodes.code_at))
      .limit(1),
  ]);
  const code = newResetCode();
  const code_hash = await vault.sign("reset-code", resetCodeText(owner?.unique_ref ?? "", code));
  const mail = await writeMail(
    db,
    vault,
    {
      // To the stored address: the typed one may only look like it.
      to: owner?.email ?? address,
      userRef: owner?.unique_ref ?? "",
      content: { kind: "reset-code", code },
      causeRef: ref,
      voidAt: row.expires_at,
    },
    now,
  );
  const isOver = row.ended_at !== null || row.expires_at <= now;
  try {
    if (!owner?.email) {
      await db.batch(lookedUp(db, ref, {}, now));
    } else if (isOver) {
      await db.batch(lookedUp(db, ref, { user_ref: owner.unique_ref, ended_at: row.ended_at ?? now }, now));
    } else if (await isLastCodeValidFor(db, owner.unique_ref, row, newest?.code_at ?? null, now)) {
      await db.batch(lookedUp(db, ref, { user_ref: owner.unique_ref, ...newest }, now));
    } else {
      const made = { code_hash, code_at: row.created_at };
      await db.batch([
        ...lookedUp(
          db,
          ref,
          { user_ref: owner.unique_ref, ...made },
          now,
          // If the address was changed meanwhile, no code is sent: the cron looks it up again.
          sql`EXISTS (SELECT 1 FROM users WHERE users.unique_ref = ${owner.unique_ref} AND users.email_key = ${address})`,
        ),
        acceptNewestCode(db, owner.unique_ref, made, now),
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

const LOOKED_UP = "looked up";

/**
 * Statements: mark a request as looked up. They fail the batch if another delivery of the message was first, or if `still`
 * is false.
 */
function lookedUp(
  db: Database,
  ref: string,
  values: SQLiteUpdateSetSource<typeof resetCodes>,
  now: number,
  still: SQL = sql`TRUE`,
) {
  const isThis = eq(resetCodes.unique_ref, ref);
  const waiting = db
    .select({ one: sql`1` })
    .from(resetCodes)
    .where(and(isThis, isNull(resetCodes.looked_up_at), still));
  return [
    assertThat(db, [LOOKED_UP, exists(waiting)]),
    db
      .update(resetCodes)
      .set({ ...values, address_encrypted: null, looked_up_at: now, updated_at: now })
      .where(isThis),
  ] as const;
}

/** Statement: all open requests of a user accept the newest code that was mailed, and no older one. */
function acceptNewestCode(db: Database, userRef: string, made: { code_hash: string; code_at: number }, now: number) {
  return db
    .update(resetCodes)
    .set({ ...made, updated_at: now })
    .where(
      and(
        eq(resetCodes.user_ref, userRef),
        isNull(resetCodes.verified_at),
        isNull(resetCodes.ended_at),
        lte(resetCodes.code_at, made.code_at),
      ),
    );
}

/** Ends a request that has expired, even if it was not looked up yet. The use of a code checks the time again. */
export async function expireReset({ db, now }: JobContext, ref: string): Promise<void> {
  await db
    .update(resetCodes)
    .set({ ended_at: now, updated_at: now })
    .where(and(eq(resetCodes.unique_ref, ref), isPast(now)));
}

/** For the cron: looks up requests whose message was lost, ends expired ones, and deletes old ones. */
export async function sweepResets(app: JobContext): Promise<void> {
  const { db, now } = app;
  const [lost] = await db.batch([
    db
      .select({ ref: resetCodes.unique_ref })
      .from(resetCodes)
      .where(and(isNull(resetCodes.looked_up_at), lte(resetCodes.created_at, now - LOST_AFTER_MS)))
      .orderBy(desc(resetCodes.created_at))
      .limit(MAX_AT_ONCE),
    db.update(resetCodes).set({ ended_at: now, updated_at: now }).where(isPast(now)),
    db.delete(resetCodes).where(lte(resetCodes.expires_at, now - KEPT_MS)),
  ]);
  // A failed look-up does not delay the others.
  for (const { ref } of lost) await lookUpReset(app, ref).catch(logError);
}

function isPast(now: number) {
  return and(isNull(resetCodes.ended_at), lte(resetCodes.expires_at, now));
}

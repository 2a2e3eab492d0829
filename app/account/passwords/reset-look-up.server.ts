import { and, desc, eq, gt, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import { writeMail } from "~/mail/outbox.server";
import type { JobWorld } from "~/platform/context";
import { isRefused } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { countTry, type Limit } from "~/platform/db/rate-counters.server";
import { logError } from "~/platform/http/log";
import { ANONYMOUS_LEVEL } from "../levels";
import { emailKey, RESET_CODE_LENGTH } from "../rules";
import { resetCodes, users } from "../table.server";
import { resetPlace } from "./reset-codes.server";
import type { ResetRow } from "./reset-requests.server";
import { resetCodeText } from "./try-reset-code.server";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
/** The most whole alphabets that a byte holds: bytes beyond them are left out, else early letters came more often. */
const FAIR_BYTES = 256 - (256 % LETTERS.length);

/** A code of the specification (section 9): each of 36^6 is as likely as any other. */
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

/** A message of the queue has had its time. */
const LOST_AFTER_MS = 30 * 1000;
/** Looked up by one run of the cron; what is left over waits a minute. */
const MOST_AT_ONCE = 50;
const KEPT_MS = 24 * 60 * 60 * 1000;

/** Codes that one account is mailed in an hour as they are asked for, by whomever. */
const MAILS: Limit = { tries: 4, windowMs: 60 * 60 * 1000 };
/** Above that: the code that was mailed last counts for whoever asks within this time, then a new one is mailed. */
const NEW_CODE_EVERY_MS = 10 * 60 * 1000;

/**
 * Looks up whose address was asked with. A new code is mailed to its owner, and counts in every browser that waits for
 * one: so whoever reads that mailbox can use the newest, however many codes strangers asked for. For an address that is
 * nobody's the same is worked out and thrown away. Either way the address is wiped. Twice changes nothing more.
 */
export async function lookUpReset({ db, vault, jobs, now }: JobWorld, ref: string): Promise<void> {
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
      // To the address on file: what was typed may only look like it.
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
      await lookedUp(db, ref, {}, now);
    } else if (isOver) {
      await lookedUp(db, ref, { user_ref: owner.unique_ref, ended_at: row.ended_at ?? now }, now);
    } else if (await countsOn(db, owner.unique_ref, row, newest?.code_at ?? null, now)) {
      await lookedUp(db, ref, { user_ref: owner.unique_ref, ...newest }, now);
    } else {
      const made = { code_hash, code_at: row.created_at };
      await db.batch([
        lookedUp(
          db,
          ref,
          { user_ref: owner.unique_ref, ...made },
          now,
          // An address that was changed meanwhile gets no code: the cron looks anew.
          sql`EXISTS (SELECT 1 FROM users WHERE users.unique_ref = ${owner.unique_ref} AND users.email_key = ${address})`,
        ),
        takeTheNewer(db, owner.unique_ref, made, now),
        mail.statement,
      ]);
      jobs.nudge({ kind: "send-mail", ref: mail.ref });
    }
  } catch (error) {
    if (!isRefused(error, "reset_codes.expires_at")) throw error;
  }
}

/** Whether the code that an account was mailed last counts for an asking too: it is newer, or enough were mailed. */
async function countsOn(db: Database, userRef: string, row: ResetRow, codeAt: number | null, now: number) {
  if (codeAt !== null && codeAt > row.created_at) return true;
  const mails = await countTry(db, `reset-mails/${userRef}`, MAILS, now);
  return codeAt !== null && mails > MAILS.tries && now - codeAt < NEW_CODE_EVERY_MS;
}

/** The whole batch fails when another delivery of the message was first, or where `still` does not hold. */
function lookedUp(
  db: Database,
  ref: string,
  values: SQLiteUpdateSetSource<typeof resetCodes>,
  now: number,
  still: SQL = sql`TRUE`,
) {
  const once = sql<number>`CASE WHEN ${resetCodes.looked_up_at} IS NULL AND ${still} THEN ${resetCodes.expires_at} END`;
  return db
    .update(resetCodes)
    .set({ ...values, address_encrypted: null, looked_up_at: now, updated_at: now, expires_at: once })
    .where(eq(resetCodes.unique_ref, ref));
}

/** Statement: whoever waits for a code can use the newest that was mailed, and no older one. */
function takeTheNewer(db: Database, userRef: string, made: { code_hash: string; code_at: number }, now: number) {
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

/** Ends an asking that is past its time, be it not looked up yet. Its use checks the time again. */
export async function expireReset({ db, now }: JobWorld, ref: string): Promise<void> {
  await db
    .update(resetCodes)
    .set({ ended_at: now, updated_at: now })
    .where(and(eq(resetCodes.unique_ref, ref), isPast(now)));
}

/** For the cron: looks up what a lost message left behind, ends what is past its time, drops what is long over. */
export async function sweepResets(world: JobWorld): Promise<void> {
  const { db, now } = world;
  const [lost] = await db.batch([
    db
      .select({ ref: resetCodes.unique_ref })
      .from(resetCodes)
      .where(and(isNull(resetCodes.looked_up_at), lte(resetCodes.created_at, now - LOST_AFTER_MS)))
      .orderBy(desc(resetCodes.created_at))
      .limit(MOST_AT_ONCE),
    db.update(resetCodes).set({ ended_at: now, updated_at: now }).where(isPast(now)),
    db.delete(resetCodes).where(lte(resetCodes.expires_at, now - KEPT_MS)),
  ]);
  // One that cannot be looked up does not keep the others waiting.
  for (const { ref } of lost) await lookUpReset(world, ref).catch(logError);
}

function isPast(now: number) {
  return and(isNull(resetCodes.ended_at), lte(resetCodes.expires_at, now));
}

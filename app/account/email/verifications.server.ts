import { and, desc, eq, gt, isNull, lte, ne, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { MailContent } from "~/mail/contents";
import { writeMail } from "~/mail/outbox.server";
import type { AppContext, Jobs } from "~/platform/context";
import { newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { countTry } from "~/platform/db/rate-counters.server";
import { hashOf, newSecret } from "~/platform/db/tokens";
import { pathTo } from "~/platform/http/path-to";
import { codesOf, lifeOf, makeCode } from "../codes.server";
import { ADDRESS_LIMIT, addressMailsKey } from "../limits.server";
import { emailKey } from "../rules";
import { codes, users } from "../table.server";
import { addressRow } from "../users.server";
import { type EmailOnFile, emailOnFile, statusOf } from "./rules";

/** The other account that has verified an address already (`ownerOfAddress`), if there is one. */
export type AddressOwner = { email: string | null } | null | undefined;

interface AddressToVerify {
  userRef: string;
  username: string;
  address: string;
  owner: AddressOwner;
}

/**
 * Writes a verification and its mail, for the batch of their cause; older pending ones of the user end with it. The
 * user is not told that an address belongs to another account: the same rows are written with the same work, but the
 * link does not work, and the mail goes to the owner. The mails to one address are limited: over the limit the rows are
 * written without the mail.
 * @returns the statements, whether they are without the mail, and a function to call once they are committed
 */
export async function writeVerification(
  app: AppContext,
  { userRef, username, address, owner: holder }: AddressToVerify,
) {
  const { db, vault, site, now } = app;
  // As its owner spelt it.
  const owner = holder?.email ?? null;
  const asked = await countTry(db, await addressMailsKey(vault, address), ADDRESS_LIMIT, now);
  const unsent = asked > ADDRESS_LIMIT.tries;
  const ref = newRef();
  const token = newSecret();
  const expires_at = now + lifeOf("verification");
  const link = site.origin + pathTo("/verify-email/:verificationCode?/", { verificationCode: token });
  const content: MailContent = owner === null ? { kind: "verify-address", link, username } : { kind: "address-in-use" };
  const to = owner ?? address;
  const mail = await writeMail(db, vault, { to, userRef, content, causeRef: ref, voidAt: expires_at }, now);
  const statements = [
    endWaitingAddresses(db, userRef, now),
    makeCode(
      db,
      {
        ...{ kind: "verification", unique_ref: ref, user_ref: userRef, payload: address },
        // Where the link is not to work, of a secret that nobody has.
        hash: await hashOf(owner === null ? token : newSecret()),
      },
      now,
    ),
    ...(unsent ? [] : [mail.statement]),
  ] as const;
  function announce(jobs: Jobs): void {
    if (!unsent) jobs.nudge({ kind: "send-mail", ref: mail.ref });
  }
  return { statements, unsent, announce };
}

/** Statement: the other account that has verified an address, if there is one. */
export function ownerOfAddress(db: Database, userRef: string, address: string) {
  return db
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.email_key, emailKey(address)), ne(users.unique_ref, userRef)));
}

/** Statements: the rows for `readEmail`. */
export function emailStatements(db: Database, userRef: string) {
  return [addressRow(db, userRef), verificationsOf(db, userRef, 1)] as const;
}

/** Statement: the newest verifications of a user, newest first. */
function verificationsOf(db: Database, userRef: string, most: number) {
  const { payload, used_at, attempts, expires_at, created_at } = codes;
  return (
    db
      .select({ address: payload, used_at, attempts, expires_at, sent_at: created_at })
      .from(codes)
      .where(codesOf(userRef, "verification"))
      // Within one millisecond the later row is the newer one.
      .orderBy(desc(created_at), desc(sql`rowid`))
      .limit(most)
  );
}

export async function readEmail(db: Database, userRef: string, now: number): Promise<EmailOnFile> {
  const [[account], [latest]] = await db.batch(emailStatements(db, userRef));
  return emailOnFile(account?.email ?? null, latest, now);
}

const MAX_VERIFICATIONS = 50;

/** The newest addresses that a link was sent to, newest first, with their statuses. */
export async function listVerifications(db: Database, userRef: string, now: number) {
  const rows = await verificationsOf(db, userRef, MAX_VERIFICATIONS);
  return rows.map((row) => ({ ...row, status: statusOf(row, now) }));
}

/** As long as sent mails are kept. */
const OLD_ADDRESS_KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * For the daily cron: deletes addresses that are neither the user's nor the last one that they entered. Those of the
 * last 30 days stay, so that a link opened late still reports its status.
 */
export async function dropOldAddresses(db: Database, now: number): Promise<void> {
  const isReplaced = sql`EXISTS (SELECT 1 FROM users AS owner
      WHERE owner.unique_ref = codes.user_ref AND owner.email <> codes.payload)
    OR EXISTS (SELECT 1 FROM codes AS newer, users AS owner WHERE newer.user_ref = codes.user_ref
      AND newer.kind = codes.kind AND newer.created_at > codes.created_at
      AND owner.unique_ref = codes.user_ref AND owner.email IS NULL)`;
  const isOld = lte(codes.created_at, now - OLD_ADDRESS_KEPT_MS);
  await db.delete(codes).where(and(eq(codes.kind, "verification"), isOld, sql`(${isReplaced})`));
}

/** Statement: ends the links of a user that wait to be used. */
export function endWaitingAddresses(db: Database, userRef: string, now: number) {
  return db
    .update(codes)
    .set({ expires_at: now })
    .where(and(codesOf(userRef, "verification"), isWaiting(now)));
}

/** Statement: ends a link because another account has verified the address. A new one can be requested. */
export function expireTakenAddress(db: Database, ref: string, now: number) {
  return db
    .update(codes)
    .set({ expires_at: now })
    .where(and(eq(codes.unique_ref, ref), isWaiting(now)));
}

/** Statement: fails a link whose mail could not be delivered after all tries. */
export function failVerification(db: Database, ref: string, now: number) {
  return db
    .update(codes)
    .set({ attempts: 1 })
    .where(and(eq(codes.unique_ref, ref), isWaiting(now)));
}

/**
 * Statement: the mail was delivered after all, so that its link is valid again, unless it has expired or a newer one
 * was sent.
 */
export function reviveVerification(db: Database, ref: string, now: number) {
  const newer = alias(codes, "newer");
  const { unique_ref, user_ref, kind, attempts, expires_at, created_at } = codes;
  const isLater = and(eq(newer.user_ref, user_ref), eq(newer.kind, kind), gt(newer.created_at, created_at));
  const isNewest = notExists(db.select({ ref: newer.unique_ref }).from(newer).where(isLater));
  return db
    .update(codes)
    .set({ attempts: 0 })
    .where(and(eq(unique_ref, ref), gt(attempts, 0), gt(expires_at, now), isNewest));
}

function isWaiting(now: number) {
  return and(eq(codes.attempts, 0), isNull(codes.used_at), gt(codes.expires_at, now));
}

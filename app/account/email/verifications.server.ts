import { and, desc, eq, gt, lte, ne, not, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { MailContent } from "~/mail/contents";
import { writeMail } from "~/mail/outbox.server";
import type { AppContext, JobContext, Jobs } from "~/platform/context";
import { newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { countTry } from "~/platform/db/rate-counters.server";
import { hashOf, newSecret } from "~/platform/db/tokens";
import { pathTo } from "~/platform/http/path-to";
import { ADDRESS_LIMIT, addressMailsKey } from "../limits.server";
import { emailKey } from "../rules";
import { emailVerifications, users } from "../table.server";
import { addressRow } from "../users.server";
import { type EmailOnFile, emailOnFile, LINK_WORKS_MS, statusOf } from "./rules";

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
  const token_hash = await hashOf(token);
  const expires_at = now + LINK_WORKS_MS;
  const link = site.origin + pathTo("/verify-email/:verificationCode?/", { verificationCode: token });
  const content: MailContent = owner === null ? { kind: "verify-address", link, username } : { kind: "address-in-use" };
  const to = owner ?? address;
  const mail = await writeMail(db, vault, { to, userRef, content, causeRef: ref, voidAt: expires_at }, now);
  const statements = [
    endWaitingAddresses(db, userRef, now),
    db.insert(emailVerifications).values({
      unique_ref: ref,
      user_ref: userRef,
      address,
      token_hash: owner === null ? token_hash : null,
      status: "pending",
      sent_at: now,
      expires_at,
      created_at: now,
      updated_at: now,
    }),
    ...(unsent ? [] : [mail.statement]),
  ] as const;
  function announce(jobs: Jobs): void {
    if (!unsent) jobs.nudge({ kind: "send-mail", ref: mail.ref });
    jobs.nudge({ kind: "expire-verification", ref }, LINK_WORKS_MS / 1000);
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
  const { address, status, sent_at, expires_at, created_at } = emailVerifications;
  return (
    db
      .select({ address, status, sent_at, expires_at })
      .from(emailVerifications)
      .where(eq(emailVerifications.user_ref, userRef))
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
  const judged = rows.map((row) => ({ ...row, status: statusOf(row, now) }));
  return judged.filter(({ status }) => status !== "none");
}

/** As long as sent mails are kept. */
const OLD_ADDRESS_KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * For the daily cron: deletes addresses that are neither the user's nor the last one that they entered. Those of the
 * last 30 days stay, so that a link opened late still reports its status.
 */
export async function dropOldAddresses(db: Database, now: number): Promise<void> {
  const isTheirs = sql`EXISTS (SELECT 1 FROM users AS owner
    WHERE owner.unique_ref = email_verifications.user_ref AND owner.email = email_verifications.address)`;
  const isReplaced = sql`(EXISTS (SELECT 1 FROM users AS owner
      WHERE owner.unique_ref = email_verifications.user_ref AND owner.email IS NOT NULL)
    OR EXISTS (SELECT 1 FROM email_verifications AS newer WHERE newer.user_ref = email_verifications.user_ref
      AND newer.created_at > email_verifications.created_at))`;
  await db
    .delete(emailVerifications)
    .where(
      and(
        lte(emailVerifications.created_at, now - OLD_ADDRESS_KEPT_MS),
        ne(emailVerifications.status, "pending"),
        isReplaced,
        not(isTheirs),
      ),
    );
}

/** Statement: expires all pending verifications of a user. */
export function endWaitingAddresses(db: Database, userRef: string, now: number) {
  return setStatus(db, "expired", now).where(and(eq(emailVerifications.user_ref, userRef), IS_PENDING));
}

/**
 * Statement: expires a verification because another account has verified the address. It is not "failed", so that a new
 * link can be requested.
 */
export function expireTakenAddress(db: Database, ref: string, now: number) {
  return setStatus(db, "expired", now).where(and(eq(emailVerifications.unique_ref, ref), IS_PENDING));
}

/** Statement: fails a verification whose mail could not be delivered after all tries. */
export function failVerification(db: Database, ref: string, now: number) {
  return setStatus(db, "failed", now).where(and(eq(emailVerifications.unique_ref, ref), IS_PENDING));
}

/**
 * Statement: the mail was delivered after all, so that its link is valid again, unless it has expired or a newer one
 * was sent.
 */
export function reviveVerification(db: Database, ref: string, now: number) {
  const newer = alias(emailVerifications, "newer");
  const { unique_ref, user_ref, status, expires_at, created_at } = emailVerifications;
  const isLater = and(eq(newer.user_ref, user_ref), gt(newer.created_at, created_at));
  const isNewest = notExists(db.select({ ref: newer.unique_ref }).from(newer).where(isLater));
  const mayCount = and(eq(unique_ref, ref), eq(status, "failed"), gt(expires_at, now), isNewest);
  return setStatus(db, "pending", now).where(mayCount);
}

/**
 * For the delayed message of one verification. A message that comes early changes nothing: the cron then ends the
 * verification.
 */
export async function expireVerification({ db, now }: Pick<JobContext, "db" | "now">, ref: string): Promise<void> {
  await setStatus(db, "expired", now).where(and(eq(emailVerifications.unique_ref, ref), isOver(now)));
}

/** For the cron: ends all expired verifications. */
export async function expireVerifications(db: Database, now: number): Promise<void> {
  await setStatus(db, "expired", now).where(isOver(now));
}

const IS_PENDING = eq(emailVerifications.status, "pending");

function setStatus(db: Database, status: "pending" | "expired" | "failed", now: number) {
  return db.update(emailVerifications).set({ status, updated_at: now });
}

function isOver(now: number) {
  return and(IS_PENDING, lte(emailVerifications.expires_at, now));
}

import { and, desc, eq, gt, lte, ne, not, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { MailContent } from "~/mail/contents";
import { writeMail } from "~/mail/outbox.server";
import type { Jobs, JobWorld, World } from "~/platform/context";
import { newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { countTry } from "~/platform/db/rate-counters.server";
import { hashOf, newToken } from "~/platform/db/tokens";
import { pathTo } from "~/platform/http/path-to";
import { ADDRESS_LIMIT, addressMailsKey } from "../limits.server";
import { emailKey } from "../rules";
import { emailVerifications, users } from "../table.server";
import { addressRow } from "../users.server";
import { type EmailOnFile, emailOnFile, LINK_WORKS_MS, statusOf } from "./rules";

interface AddressToVerify {
  userRef: string;
  address: string;
  /** The other account that has verified it already (`ownerOfAddress`), if there is one. */
  owner: { email: string | null } | null | undefined;
}

/**
 * A verification and its mail, for the batch of their cause; older ones of the user that still wait end with it.
 * Nobody who asks is told that an address is another account's: the same rows are written with the same work, but
 * no link works, and the mail tells the owner. Nor is anybody mailed without end: over its limit the rows are written
 * without the mail.
 * @returns the statements, whether they are without the mail, and what to call once they are committed.
 */
export async function writeVerification({ db, vault, site, now }: World, { userRef, address, ...of }: AddressToVerify) {
  // In its owner's own spelling.
  const owner = of.owner?.email ?? null;
  const asked = await countTry(db, await addressMailsKey(vault, address), ADDRESS_LIMIT, now);
  const unsent = asked > ADDRESS_LIMIT.tries;
  const ref = newRef();
  const token = newToken();
  const token_hash = await hashOf(token);
  const expires_at = now + LINK_WORKS_MS;
  const link = site.origin + pathTo("/verify-email/:verificationCode?/", { verificationCode: token });
  const content: MailContent = owner === null ? { kind: "verify-address", link } : { kind: "address-in-use" };
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

/** Statements: what `readEmail` reads. */
export function emailStatements(db: Database, userRef: string) {
  return [addressRow(db, userRef), verificationsOf(db, userRef, 1)] as const;
}

/** Of the newest addresses that a link was sent to, the newest first. */
function verificationsOf(db: Database, userRef: string, most: number) {
  const { address, status, sent_at, expires_at, created_at } = emailVerifications;
  return (
    db
      .select({ address, status, sent_at, expires_at })
      .from(emailVerifications)
      .where(eq(emailVerifications.user_ref, userRef))
      // Of two of one millisecond the later one is the newer.
      .orderBy(desc(created_at), desc(sql`rowid`))
      .limit(most)
  );
}

export async function readEmail(db: Database, userRef: string, now: number): Promise<EmailOnFile> {
  const [[account], [latest]] = await db.batch(emailStatements(db, userRef));
  return emailOnFile(account?.email ?? null, latest, now);
}

const MOST_VERIFICATIONS = 50;

/** Every address that a link was sent to, newest first, with what became of it. */
export async function listVerifications(db: Database, userRef: string, now: number) {
  const rows = await verificationsOf(db, userRef, MOST_VERIFICATIONS);
  const judged = rows.map((row) => ({ ...row, status: statusOf(row, now) }));
  return judged.filter(({ status }) => status !== "none");
}

/** As long as mails are known to have been sent. */
const OLD_ADDRESS_KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * For the daily cron: an address that is neither the user's nor the last that they gave is not kept on. What was
 * asked for in the last days still is, so that a link that comes late says what became of it.
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

/** Statement: no address that a user gave is waited for any more. */
export function endWaitingAddresses(db: Database, userRef: string, now: number) {
  return setStatus(db, "expired", now).where(and(eq(emailVerifications.user_ref, userRef), IS_PENDING));
}

/** Statement: another account has verified the address. No failure of mail: a new link can be asked for. */
export function endTaken(db: Database, ref: string, now: number) {
  return setStatus(db, "expired", now).where(and(eq(emailVerifications.unique_ref, ref), IS_PENDING));
}

/** Statement. The mail with the link could not be delivered after all tries. */
export function failVerification(db: Database, ref: string, now: number) {
  return setStatus(db, "failed", now).where(and(eq(emailVerifications.unique_ref, ref), IS_PENDING));
}

/** Statement. The mail went out after all: its link counts again, unless its time is over or a newer one was sent. */
export function reviveVerification(db: Database, ref: string, now: number) {
  const newer = alias(emailVerifications, "newer");
  const { unique_ref, user_ref, status, expires_at, created_at } = emailVerifications;
  const isLater = and(eq(newer.user_ref, user_ref), gt(newer.created_at, created_at));
  const isNewest = notExists(db.select({ ref: newer.unique_ref }).from(newer).where(isLater));
  const mayCount = and(eq(unique_ref, ref), eq(status, "failed"), gt(expires_at, now), isNewest);
  return setStatus(db, "pending", now).where(mayCount);
}

/** The delayed message of one verification; one that comes early changes nothing, and the cron ends it. */
export async function expireVerification({ db, now }: Pick<JobWorld, "db" | "now">, ref: string): Promise<void> {
  await setStatus(db, "expired", now).where(and(eq(emailVerifications.unique_ref, ref), isOver(now)));
}

/** For the cron: ends all whose time is over. */
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

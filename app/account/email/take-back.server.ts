import { and, eq, gte } from "drizzle-orm";
import { dropWaitingMails, writeNotice } from "~/mail/outbox.server";
import type { AppContext } from "~/platform/context";
import { failedAssertion } from "~/platform/db/assertions.server";
import { isTaken } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { hashOf, newSecret } from "~/platform/db/tokens";
import { logError } from "~/platform/http/log";
import { pathTo } from "~/platform/http/path-to";
import { longMoment } from "~/platform/time/instants";
import { auditLine } from "../audit.server";
import { CODE_OVER, codesOf, endCodes, isCode, isOpen, lifeOf, makeCode, takeCode } from "../codes.server";
import { dropFactorsSince } from "../factors/factor-changes.server";
import { setPassword } from "../passwords/new-password.server";
import { emailKey } from "../rules";
import { codes, logins, users } from "../table.server";
import { requireFactorAtLogin } from "../users.server";
import { LINK_WORKS_MS, type TakeBackOutcome } from "./rules";

// Whoever knows a password can change the address of an account, and so keep its owner out. For some days the link in the
// mail to the address that was replaced takes it back, whatever happened since. Of several the oldest wins: who came into
// an account last can add addresses only behind those of its owner.

interface Change {
  user_ref: string;
  /** Null for the first address of an account. */
  old: string | null;
  address: string;
}

/**
 * For the batch of a change of address: the mail to the old one, with a link that takes it back. An account that returns to
 * an address that it could have taken back has taken it back: then the link to that one and to later ones end, and the
 * address that it leaves, which may be that of a stranger, gets none.
 */
export async function replaceAddress(app: AppContext, { user_ref, old, address }: Change) {
  const { db, site, now } = app;
  if (old === null) return { statements: [], nudge: () => {} };
  const to = { userRef: user_ref, to: old };
  const open = await openLinks(db, user_ref, now);
  const before = open.find((each) => emailKey(each.address) === emailKey(address));
  if (before) {
    const notice = await writeNotice(app, to, { kind: "address-changed", takeBack: null });
    return { ...notice, statements: [endLinksFrom(db, user_ref, before.created_at, now), ...notice.statements] };
  }
  const token = newSecret();
  const link = site.origin + pathTo("/take_back/:addressToken/", { addressToken: token });
  const takeBack = { link, until: longMoment(now + lifeOf("take_back")) };
  const notice = await writeNotice(app, to, { kind: "address-changed", takeBack });
  const made = makeCode(db, { kind: "take_back", user_ref, hash: await hashOf(token), payload: old }, now);
  return { ...notice, statements: [made, ...notice.statements] };
}

/** Takes an address back by the token of a link. The token proves access to its mailbox, so that no login is required. */
export async function takeBack(app: AppContext, token: string): Promise<TakeBackOutcome> {
  try {
    return await takeBackByLink(app, token);
  } catch (error) {
    logError(error);
    return "error";
  }
}

async function takeBackByLink(app: AppContext, token: string): Promise<TakeBackOutcome> {
  const { db, site, now } = app;
  const hash = await hashOf(token);
  const [found] = await linkOf(db, hash);
  const outcome = outcomeOf(found, now);
  if (!found || outcome !== "success") return outcome;
  const { user_ref, address, newer } = found;
  const { contact } = site.keeper;
  const removed = await writeNotice(app, { userRef: user_ref, to: newer }, { kind: "address-taken-back", contact });
  const back = await writeNotice(app, { userRef: user_ref, to: address }, { kind: "address-is-back", contact });
  try {
    await db.batch([
      ...takeCode(db, eq(codes.unique_ref, found.ref), now, PRESSED),
      endLinksFrom(db, user_ref, found.created_at, now),
      db
        .update(users)
        .set({ email: address, email_key: emailKey(address) })
        .where(eq(users.unique_ref, user_ref)),
      // Whoever changed the address knew the password.
      ...setPassword(db, { unique_ref: user_ref, email: address }, null, now),
      // What a stranger has added would keep the owner out. The change was asked for while its link worked, before it.
      ...dropFactorsSince(db, user_ref, found.created_at - LINK_WORKS_MS),
      requireFactorAtLogin(db, user_ref),
      dropWaitingMails(db, user_ref, "reset-code"),
      db.delete(logins).where(eq(logins.user_ref, user_ref)),
      auditLine(db, user_ref, "email-taken-back", now),
      ...removed.statements,
      ...back.statements,
    ]);
  } catch (error) {
    if (isTaken(error, "users.email_key")) return "taken";
    if (failedAssertion(error) !== CODE_OVER) throw error;
    const [later] = await linkOf(db, hash);
    return outcomeOf(later, now);
  }
  removed.nudge();
  back.nudge();
  return "success";
}

function linkOf(db: Database, hash: string) {
  const { unique_ref, user_ref, payload, used_at, attempts, expires_at, created_at } = codes;
  return db
    .select({
      ref: unique_ref,
      user_ref,
      address: payload,
      used_at,
      attempts,
      expires_at,
      created_at,
      newer: users.email,
    })
    .from(codes)
    .innerJoin(users, eq(users.unique_ref, user_ref))
    .where(isCode("take_back", hash));
}

/** Tells a link that was used from one that has ended because the account had an older address back before. */
const PRESSED = { attempts: 1 };

type Link = Awaited<ReturnType<typeof linkOf>>[number];

function outcomeOf(link: Link | undefined, now: number): TakeBackOutcome {
  if (!link) return "invalid";
  if (link.used_at !== null) return link.attempts > 0 ? "used" : "ended";
  return now < link.expires_at ? "success" : "expired";
}

/** Statement: the links that still work, oldest first. */
function openLinks(db: Database, userRef: string, now: number) {
  return db
    .select({ address: codes.payload, created_at: codes.created_at })
    .from(codes)
    .where(and(codesOf(userRef, "take_back"), isOpen(now)))
    .orderBy(codes.created_at);
}

/** Statement: ends the links to the address that was replaced at a time, and to those of later. */
function endLinksFrom(db: Database, userRef: string, createdAt: number, now: number) {
  return endCodes(db, and(codesOf(userRef, "take_back"), gte(codes.created_at, createdAt)), now);
}

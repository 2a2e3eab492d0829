import { and, count, eq, gt } from "drizzle-orm";
import { codesOf } from "~/account/codes.server";
import { type NotSent, sendLink } from "~/account/email/manage-email.server";
import { endOtherAccess } from "~/account/factors/factor-changes.server";
import { type RequestContext, rejectEndedLogin } from "~/account/guard.server";
import { codes, logins, users } from "~/account/table.server";
import { assertVersion, isStale } from "~/platform/db/assertions.server";
import type { Database } from "~/platform/db/database.server";
import type { Refusal } from "~/platform/http/refusal.server";
import { adminLine } from "./audit.server";
import { formatLogin } from "./format";

interface Wanted {
  level: number;
  version: number;
}

/**
 * Changes a user's level, at once, since every page reads it. Administrators cannot change their own, so that none
 * loses access by mistake; see `adminLine` for two who change each other's.
 * @returns the refusal; null when the user has the level, also if they had it before, or when there is no such user
 */
export async function changeLevel(
  context: RequestContext,
  request: Request,
  userRef: string,
  { level, version }: Wanted,
): Promise<Refusal | null> {
  const { db, now } = context;
  if (userRef === context.user.unique_ref) return OWN_LEVEL;
  const saved = await levelOf(context, userRef);
  if (!saved || saved.level === level) return null;
  if (saved.version !== version) return changedElsewhere(saved);
  const detail = `from ${saved.level} to ${level}`;
  try {
    await db.batch([
      ...adminLine(context, "admin-level-changed", { about: userRef, detail }),
      assertVersion(db, users, eq(users.unique_ref, userRef), version),
      db
        .update(users)
        .set({ level, version: version + 1, updated_at: now })
        .where(eq(users.unique_ref, userRef)),
    ]);
    return null;
  } catch (error) {
    const newer = isStale(error) ? await levelOf(context, userRef) : undefined;
    return newer ? changedElsewhere(newer) : rejectEndedLogin(request)(error);
  }
}

const OWN_LEVEL: Refusal = { errors: { level: "Ask another administrator to change your own level" }, status: 422 };

async function levelOf({ db }: RequestContext, userRef: string) {
  const of = db.select({ level: users.level, version: users.version }).from(users);
  const [row] = await of.where(eq(users.unique_ref, userRef));
  return row;
}

function changedElsewhere({ level, version }: Wanted): Refusal {
  const message = `This account was changed elsewhere after you opened it: its level is ${level} now. Choose again if it should be another`;
  return { errors: { level: message }, status: 409, newer: { version } };
}

/** Statement: number of a user's pending logins, which wait for their second factor. */
export function countPendingLogins(db: Database, userRef: string, now: number) {
  return db
    .select({ n: count().as("pending_logins") })
    .from(codes)
    .where(and(codesOf(userRef, "second_factor"), gt(codes.expires_at, now)));
}

/**
 * Ends all logins and pending logins of a user; of the administrator's own, all but the present one.
 * @returns what was ended, in words; null when there was nothing to end, and then no audit line is written
 */
export async function endLoginsOf(context: RequestContext, request: Request, userRef: string): Promise<string | null> {
  const { db, user, now } = context;
  const open = and(eq(logins.user_ref, userRef), gt(logins.expires_at, now));
  const [[found], [half]] = await db.batch([
    db
      .select({ n: count().as("open_logins") })
      .from(logins)
      .where(open),
    countPendingLogins(db, userRef, now),
  ]);
  const ended = formatLogin((found?.n ?? 0) - (userRef === user.unique_ref ? 1 : 0), half?.n ?? 0);
  if (ended === "") return null;
  await db
    .batch([
      ...adminLine(context, "admin-logins-ended", { about: userRef, detail: ended }),
      ...endOtherAccess(db, userRef, user.login.unique_ref),
    ])
    .catch(rejectEndedLogin(request));
  return ended;
}

const WORDS: Record<NotSent, { message: string; status: 422 | 429 }> = {
  "too-many": { message: "This user has been sent 5 links within an hour. Wait an hour, then try again", status: 429 },
  "too-many-to-address": {
    message: "This address was sent 5 links within an hour. Wait an hour, then try again",
    status: 429,
  },
  "no-address": { message: "There is no address to send a link to. Ask the user to enter one", status: 422 },
  verified: { message: "This user’s address is already verified", status: 422 },
  undeliverable: { message: "Mail could not be delivered to this address", status: 422 },
};

/** Sends a user a new link to verify their address. @returns why it was not sent, in words; null when it was */
export async function sendVerificationTo(context: RequestContext, request: Request, userRef: string) {
  const lines = adminLine(context, "admin-verification-sent", { about: userRef });
  const why = await sendLink(context, userRef, { evenUndeliverable: true, lines }).catch(rejectEndedLogin(request));
  return why && WORDS[why];
}

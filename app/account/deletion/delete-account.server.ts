import { and, eq, exists, ne, or, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { createContext } from "react-router";
import { checkReauthentication, type Reauthentication } from "~/account/factors/reauthentication.server";
import { forgetFormDrafts } from "~/account/form-drafts/form-drafts.server";
import { writeNotice } from "~/mail/outbox.server";
import type { JobWorld } from "~/platform/context";
import { isRefused, isTaken } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { forgetTries } from "~/platform/db/rate-counters.server";
import { logError } from "~/platform/http/log";
import { type Asked, loginEnded } from "../guard.server";
import { ADMIN_LEVEL } from "../levels";
import { passwordTriesKey, type Refused } from "../limits.server";
import { audit, logins, users } from "../table.server";
import { addressRow } from "../users.server";
import { deletionRef, isDeleted } from "./deleted-users.server";

/** Longer than D1 lets a batch run: by then the user is gone, or stays. */
const FORGET_AFTER_SECONDS = 60;

/** True in the answer to a deletion: its page has no user any more. */
export const accountDeletedContext = createContext(false);

/** As `deleteAccount`, for whoever proves who they are. Sent twice, the first one has done it. */
export async function deleteReauthenticated(
  asked: Asked,
  request: Request,
  given: Reauthentication,
  rows: readonly BatchItem<"sqlite">[],
): Promise<"deleted" | "failed" | Refused> {
  const refused = await checkReauthentication(asked, given);
  if (refused) return (await isDone(asked.db, asked.user.unique_ref)) ? "deleted" : refused;
  return deleteAccount(asked, request, rows);
}

const ONLY_ADMINISTRATOR: Refused = {
  errors: {
    "": "Nothing was deleted: you are the only administrator of this Daybook. Give somebody else level 10 first",
  },
  status: 422,
};

/**
 * Everything of the user in one batch, which leaves a line without a name and the mail that says so.
 * An administrator goes only where another one is left: the batch itself looks, so that of two who go at once one stays.
 * @param rows statements that take all rows of the user away.
 * @returns other than "deleted" where all is there as before.
 * @throws Response to /login/ where the login that asks was ended meanwhile: then, too.
 */
async function deleteAccount(
  asked: Asked,
  request: Request,
  rows: readonly BatchItem<"sqlite">[],
): Promise<"deleted" | "failed" | Refused> {
  const { db, jobs, user, now } = asked;
  const ref = user.unique_ref;
  const acting = eq(logins.unique_ref, user.login.unique_ref);
  // Nobody's line, and none at all from an ended login or the only administrator: the column refuses NULL.
  const nobody = sql<string>`(SELECT '' FROM ${logins} WHERE ${acting} AND ${mayGo(db, ref)})`;
  try {
    await jobs.send({ kind: "forget-user", ref }, FORGET_AFTER_SECONDS);
    const notice = await noticeOfIt(asked);
    await db.batch([
      db
        .insert(audit)
        .values({ unique_ref: await deletionRef(ref), user_ref: nobody, action: "account-deleted", occurred_at: now }),
      forgetTries(db, await passwordTriesKey(asked.vault, user.username)),
      ...rows,
      ...notice.statements,
    ]);
    notice.nudge();
    return "deleted";
  } catch (error) {
    // The same form, sent twice, was first; or the answer to the batch was lost, and not the batch.
    if (isTaken(error, "audit.unique_ref") || (await isDone(db, ref))) return "deleted";
    if (isRefused(error, "audit.user_ref")) {
      const [login] = await db.select({ ref: logins.unique_ref }).from(logins).where(acting);
      if (login) return ONLY_ADMINISTRATOR;
      throw loginEnded(request);
    }
    logError(error);
    return "failed";
  }
}

/** Whether a user is no administrator, or not the only one. */
function mayGo(db: Database, userRef: string): SQL | undefined {
  const of = () => db.select({ ref: users.unique_ref }).from(users);
  return or(
    exists(of().where(and(eq(users.unique_ref, userRef), ne(users.level, ADMIN_LEVEL)))),
    exists(of().where(and(ne(users.unique_ref, userRef), eq(users.level, ADMIN_LEVEL)))),
  );
}

async function isDone(db: Database, userRef: string): Promise<boolean> {
  return isDeleted(db, await deletionRef(userRef)).catch(() => false);
}

/** To the verified address, under nobody's key: its user is gone when it is sent. */
async function noticeOfIt(asked: Asked) {
  const [account] = await addressRow(asked.db, asked.user.unique_ref);
  return writeNotice(asked, { userRef: "", to: account?.email ?? null }, { kind: "data-deleted" });
}

/**
 * For the queue: what the batch of a deletion could not reach. That is files, half-filled forms, and rows of the account
 * that another request was just writing; those of a diary name their user, and are refused by then.
 * Sent before that batch, so that a lost message loses nothing: as long as the user is there, the deletion did not
 * happen, and this does nothing. Twice changes nothing more.
 * @param rows statements that take all rows of the user away.
 */
export async function forgetUser(world: JobWorld, userRef: string, rows: readonly BatchItem<"sqlite">[]) {
  if (userRef === "") return;
  const { db, forms, objects } = world;
  const [user] = await db.select({ ref: users.unique_ref }).from(users).where(eq(users.unique_ref, userRef));
  if (user) return;
  const [first, ...others] = rows;
  if (first) await db.batch([first, ...others]);
  await forgetFormDrafts(forms, userRef);
  await removeObjects(objects, userRef);
}

async function removeObjects(objects: R2Bucket, userRef: string): Promise<void> {
  const prefix = `users/${userRef}/`;
  // What is deleted is listed no more: always from the start.
  for (;;) {
    const { objects: found } = await objects.list({ prefix });
    if (found.length === 0) return;
    await objects.delete(found.map(({ key }) => key));
  }
}

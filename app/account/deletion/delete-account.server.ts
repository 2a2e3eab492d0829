import { and, eq, exists, isNull, ne, or, type SQL } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { createContext } from "react-router";
import { checkReauthentication, type Reauthentication } from "~/account/factors/reauthentication.server";
import { forgetFormDrafts } from "~/account/form-drafts/form-drafts.server";
import { writeNotice } from "~/mail/outbox.server";
import type { JobContext } from "~/platform/context";
import { assertThat, failedAssertion } from "~/platform/db/assertions.server";
import { isTaken } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { clearTries } from "~/platform/db/rate-counters.server";
import { logError } from "~/platform/http/log";
import { noteRecord } from "~/platform/http/request-note.server";
import { removeObjects } from "../backups/objects.server";
import { loginEndedResponse, type RequestContext } from "../guard.server";
import { ADMIN_LEVEL } from "../levels";
import { type LimitRefusal, passwordTriesKey } from "../limits.server";
import { assertLogin, LOGIN_ENDED } from "../login/logins.server";
import { audit, users } from "../table.server";
import { addressRow } from "../users.server";
import { deletionRef, isDeleted } from "./deleted-users.server";
import { noteDeletion } from "./deletion-notes.server";

/** Delay of the job, longer than D1 lets a batch run: by then it is certain whether the user was deleted. */
const FORGET_AFTER_SECONDS = 60;

/** True in the response to a deletion: its page has no user any more. */
export const accountDeletedContext = createContext(false);

/**
 * As `deleteAccount`, after a reauthentication. If the form is sent twice, the second submit reports the deletion of
 * the first.
 */
export async function deleteReauthenticated(
  context: RequestContext,
  request: Request,
  given: Reauthentication,
  rows: readonly BatchItem<"sqlite">[],
): Promise<"deleted" | "failed" | LimitRefusal> {
  const refused = await checkReauthentication(context, given);
  if (refused) return (await isAccountDeleted(context.db, context.user.unique_ref)) ? "deleted" : refused;
  return deleteAccount(context, request, rows);
}

const ONLY_ONE = "only administrator";
const ONLY_ADMINISTRATOR: LimitRefusal = {
  errors: {
    "": "Nothing was deleted: you are the only administrator of this Daybook. Give somebody else level 10 first",
  },
  status: 422,
};

/**
 * Deletes everything of the user in one batch, which leaves an audit line without a user and the mail about the
 * deletion. An administrator is deleted only if another one is left: the batch itself checks that, so that of two who
 * delete their accounts at the same time one stays.
 * @param rows statements that delete all rows of the user
 * @returns anything but "deleted" if nothing was changed
 * @throws Response to /login/ if the login in use was ended meanwhile: nothing is changed then either
 */
async function deleteAccount(
  context: RequestContext,
  request: Request,
  rows: readonly BatchItem<"sqlite">[],
): Promise<"deleted" | "failed" | LimitRefusal> {
  const { db, jobs, user, now } = context;
  const ref = user.unique_ref;
  try {
    await jobs.send({ kind: "forget-user", ref }, FORGET_AFTER_SECONDS);
    const notice = await deletionNotice(context);
    const line = { unique_ref: await deletionRef(ref), user_ref: "", action: "account-deleted", occurred_at: now };
    noteRecord(line.unique_ref, { event: "account-deleted", subject: ref });
    await db.batch([
      db.insert(audit).values(line),
      assertLogin(context),
      assertThat(db, [ONLY_ONE, mayBeDeleted(db, ref)]),
      clearTries(db, await passwordTriesKey(context.vault, user.username)),
      ...rows,
      ...notice.statements,
    ]);
    notice.nudge();
    return "deleted";
  } catch (error) {
    // Another submit of the form was first; or the batch was committed, but its response was lost.
    if (isTaken(error, "audit.unique_ref") || (await isAccountDeleted(db, ref))) return "deleted";
    const failed = failedAssertion(error);
    if (failed === ONLY_ONE) return ONLY_ADMINISTRATOR;
    if (failed === LOGIN_ENDED) throw loginEndedResponse(request);
    logError(error);
    return "failed";
  }
}

/** Condition: the user is not an administrator, or not the only one. */
function mayBeDeleted(db: Database, userRef: string): SQL | undefined {
  const of = () => db.select({ ref: users.unique_ref }).from(users);
  return or(
    exists(of().where(and(eq(users.unique_ref, userRef), ne(users.level, ADMIN_LEVEL)))),
    // One who is suspended cannot act for the others.
    exists(of().where(and(ne(users.unique_ref, userRef), eq(users.level, ADMIN_LEVEL), isNull(users.suspended_at)))),
  );
}

async function isAccountDeleted(db: Database, userRef: string): Promise<boolean> {
  return isDeleted(db, await deletionRef(userRef)).catch(() => false);
}

/**
 * The mail about the deletion, to the verified address. It is written for an empty user reference, because the user is
 * deleted before it is sent.
 */
async function deletionNotice(context: RequestContext) {
  const [account] = await addressRow(context.db, context.user.unique_ref);
  return writeNotice(context, { userRef: "", to: account?.email ?? null }, { kind: "data-deleted" });
}

/**
 * For the queue: deletes what the batch of a deletion could not. That is files, form drafts, and rows of the account
 * that another request was writing meanwhile; rows of a diary refer to their user, and are refused by then. The message
 * is sent before that batch, so that it cannot be lost after it: without its audit line the deletion did not happen, and
 * this does nothing. A second run changes nothing.
 * @param rows statements that delete all rows of the user
 */
export async function forgetUser(app: JobContext, userRef: string, rows: readonly BatchItem<"sqlite">[]) {
  if (userRef === "") return;
  const { db, forms } = app;
  if (!(await isDeleted(db, await deletionRef(userRef)))) return;
  const [first, ...others] = rows;
  if (first) await db.batch([first, ...others]);
  await forgetFormDrafts(forms, userRef);
  if (await removeObjects(app, userRef)) await noteDeletion(app.objects, userRef);
}

import type { RouterContextProvider } from "react-router";
import { userContext } from "~/account/login/logins.server";
import { databaseContext } from "~/platform/db/database.server";
import { logError } from "~/platform/http/log";
import { nowContext } from "~/platform/time/clock";
import { MARKED_EVERY_MS, markForBackup } from "./due.server";

interface Asking {
  request: Request;
  context: Readonly<RouterContextProvider>;
}

/**
 * Whatever somebody signed in sends may change their rows: they are marked beside the action, and the answer waits for
 * the mark. One that cannot be written costs a night's backup, and never the answer.
 */
export async function markChanges({ request, context }: Asking, next: () => Promise<Response>): Promise<Response> {
  const user = context.get(userContext);
  if (!user || request.method === "GET" || request.method === "HEAD") return next();
  const [db, now, began] = [context.get(databaseContext), context.get(nowContext), performance.now()];
  const mark = (at: number) => markForBackup(db, user.unique_ref, at).run().catch(logError);
  const marked = mark(now);
  try {
    return await next();
  } finally {
    await marked;
    // Of a long upload the mark is old when its rows come in: a backup that is just being made must hear of them.
    const took = Math.ceil(performance.now() - began);
    if (took > MARKED_EVERY_MS) await mark(now + took);
  }
}

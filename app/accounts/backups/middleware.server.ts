import type { RouterContextProvider } from "react-router";
import { databaseContext } from "~/db/database.server";
import { logError } from "~/http/error-log";
import { nowContext } from "~/time/clock";
import { userContext } from "../logins/logins.server";
import { markForBackup } from "./due.server";

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
  const marked = markForBackup(context.get(databaseContext), user.unique_ref, context.get(nowContext))
    .run()
    .catch(logError);
  try {
    return await next();
  } finally {
    await marked;
  }
}

import { and, eq, lt } from "drizzle-orm";
import { redirect } from "react-router";
import { auditLineBy } from "../audit.server";
import { type RequestContext, rejectEndedLogin } from "../guard.server";
import { users } from "../table.server";
import { changesSince, TERMS_VERSION } from "./versions";
import type { AskedTerms } from "./views/terms-asked";

/**
 * Pages that ask whoever has accepted an older version: those of the work. Accounts, Your Data with its export, and the
 * deletion of the account stay open, and so does every file.
 */
const ASKING =
  /^\/(?:$|(?:logbook|leave|job_plans|profile|import_csv_data|extras|progress|reports|admin)\/)(?!.*(?:csv|zip|chart|rows|weeks|rejected|timesheet|paper)\/$)/;
/** The choices of a page in its address. */
const QUERY = /^(?:\?[\w.%+=&-]*)?$/;

/**
 * Leads the load of a page to the terms, also what script loads of it. What is sent is let through, so that no form is
 * lost; one that meets a conflict just then is led away when its page is loaded again, for no query tells that load from
 * one that only reads.
 * @throws Response to /terms/
 */
export function leadToTerms({ method }: Pick<Request, "method">, { pathname, search }: URL): void {
  if (method === "GET" && ASKING.test(pathname))
    throw redirect(`/terms/?${new URLSearchParams({ next: pathname + search })}`);
}

/** What the page of the terms asks a logged-in user; null for nothing, since they have accepted these. */
export async function askedTerms(
  { db, user }: Pick<RequestContext, "db" | "user">,
  next: string | null,
): Promise<AskedTerms | null> {
  const [row] = await db
    .select({ accepted: users.terms_version })
    .from(users)
    .where(eq(users.unique_ref, user.unique_ref));
  if (!row || row.accepted >= TERMS_VERSION) return null;
  return { changes: changesSince(row.accepted), version: String(TERMS_VERSION), next: next ?? "" };
}

/** Records that a user has accepted the terms, once. */
export async function acceptTerms(context: RequestContext, request: Request): Promise<void> {
  const { db, user, now } = context;
  if (!(await askedTerms(context, null))) return;
  const older = and(eq(users.unique_ref, user.unique_ref), lt(users.terms_version, TERMS_VERSION));
  await db
    .batch([
      ...auditLineBy(context, "terms-accepted", { detail: `version ${TERMS_VERSION}` }),
      db.update(users).set({ terms_version: TERMS_VERSION, terms_accepted_at: now, updated_at: now }).where(older),
    ])
    .catch(rejectEndedLogin(request));
}

/** The path of the page that led to the terms; `otherwise` for any other text. */
export function pageAfterTerms(next: string, otherwise: string): string {
  const at = next.indexOf("?");
  const [path, query] = at === -1 ? [next, ""] : [next.slice(0, at), next.slice(at)];
  return /^[\w/-]+$/.test(path) && ASKING.test(path) && QUERY.test(query) ? path + query : otherwise;
}

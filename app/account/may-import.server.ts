import { countTryStatement, type Limit } from "~/platform/db/rate-counters.server";
import { HOUR_MS } from "~/platform/time/durations";
import type { RequestContext } from "./guard.server";
import { addressRow } from "./users.server";

/**
 * Files that one account may begin to import: of other systems, and of Daybook's own format, which may hold everything.
 */
const FILES: Readonly<Record<"csv" | "own", Limit>> = {
  csv: { tries: 30, windowMs: HOUR_MS },
  own: { tries: 6, windowMs: HOUR_MS },
};

const CONFIRM_FIRST = "Confirm your email address under Manage Email first, then import the file";

/**
 * Checks whether a user may import a file. Files fill a database faster than typing, so that they require a verified
 * address, and are limited by the hour. Each call counts.
 * @returns null when they may; else the message and status
 */
export async function importRefusal(
  { db, user, now }: Pick<RequestContext, "db" | "user" | "now">,
  kind: keyof typeof FILES,
): Promise<{ message: string; status: 422 | 429 } | null> {
  const { tries, windowMs } = FILES[kind];
  const [[account], [counted]] = await db.batch([
    addressRow(db, user.unique_ref),
    countTryStatement(db, `import/${kind}/${user.unique_ref}`, windowMs, now),
  ]);
  const first = confirmFirst(account);
  if (first !== null) return { message: first, status: 422 };
  if ((counted?.n ?? Number.POSITIVE_INFINITY) <= tries) return null;
  const message = `You have imported ${tries} files within the hour, which is the limit. Wait an hour, then import this one`;
  return { message, status: 429 };
}

/** The message that an import page shows beforehand; null for a user with a verified address. */
export function confirmFirst(account: { email: string | null } | undefined): string | null {
  return account?.email ? null : CONFIRM_FIRST;
}

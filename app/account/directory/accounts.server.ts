import { gt } from "drizzle-orm";
import { users } from "../table.server";
import { type ClaimContext, openNames, resolveClaim } from "./claims.server";
import { namesOf } from "./names.server";

const ACCOUNTS_AT_ONCE = 100;

/**
 * Writes the names of an account that is there, under the current key and no older one: for a new key, and for a
 * directory that was lost. As an act of the user, so that what they change meanwhile is not undone. A second run changes
 * nothing.
 * @returns false if somebody else holds one of them, which is left as it is
 */
export async function writeNames(
  app: ClaimContext,
  account: { unique_ref: string; username: string; email: string | null },
): Promise<boolean> {
  const claim = await openNames(app, account.unique_ref, namesOf(account));
  if (claim !== null) await resolveClaim(app, claim);
  return claim !== null;
}

/**
 * `writeNames` for all accounts of a region.
 * @returns references of those with a name that somebody else holds
 */
export async function writeAllNames(app: ClaimContext): Promise<string[]> {
  const refused: string[] = [];
  for (let after = 0; ; ) {
    const { id, unique_ref, username, email } = users;
    const some = await app.db
      .select({ id, unique_ref, username, email })
      .from(users)
      .where(gt(id, after))
      .orderBy(id)
      .limit(ACCOUNTS_AT_ONCE);
    for (const account of some) {
      if (!(await writeNames(app, account))) refused.push(account.unique_ref);
    }
    const last = some.at(-1);
    if (!last) return refused;
    after = last.id;
  }
}

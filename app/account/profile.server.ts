import { eq } from "drizzle-orm";
import type { Database } from "~/platform/db/database.server";
import { emailOnFile } from "./email/rules";
import { emailStatements } from "./email/verifications.server";
import { passkeysOf } from "./factors/passkeys/passkeys.server";
import type { Asked } from "./guard.server";
import { users } from "./table.server";

/** What the profile shows of the account. For a page's batch; `accountFacts` puts its rows into words. */
export function accountBatch(db: Database, userRef: string) {
  return [
    db
      .select({ first_name: users.first_name, last_name: users.last_name })
      .from(users)
      .where(eq(users.unique_ref, userRef)),
    passkeysOf(db, userRef),
    ...emailStatements(db, userRef),
  ] as const;
}

type RowsOf<Batch extends readonly unknown[]> = { readonly [At in keyof Batch]: Awaited<Batch[At]> };

type Rows = RowsOf<ReturnType<typeof accountBatch>>;

export function accountFacts([[found], keys, [account], [latest]]: Rows, { user, now }: Pick<Asked, "user" | "now">) {
  const name = found ?? { first_name: "", last_name: "" };
  const { current, waiting } = emailOnFile(account?.email ?? null, latest, now);
  return {
    name,
    facts: {
      name: `${name.first_name} ${name.last_name}`.trim(),
      username: user.username,
      addresses: [current, waiting].filter((address) => address !== null),
      authenticator: user.has_totp,
      passkeys: keys.length,
    },
  };
}

/** The same by itself, for those who ask for nothing else. */
export async function profileOf({ db, user, now }: Pick<Asked, "db" | "user" | "now">) {
  const rows = await db.batch(accountBatch(db, user.unique_ref));
  return accountFacts(rows, { user, now }).facts;
}

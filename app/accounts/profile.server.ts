import { eq } from "drizzle-orm";
import { emailOnFile } from "./email/rules";
import { emailStatements } from "./email/verifications.server";
import type { Asked } from "./guard.server";
import { passkeysOf } from "./passkeys/passkeys.server";
import { users } from "./table.server";

/** What the profile shows, in one batch. */
export async function profileOf({ db, user, now }: Pick<Asked, "db" | "user" | "now">) {
  const [[name], keys, [account], [latest]] = await db.batch([
    db
      .select({ first: users.first_name, last: users.last_name })
      .from(users)
      .where(eq(users.unique_ref, user.unique_ref)),
    passkeysOf(db, user.unique_ref),
    ...emailStatements(db, user.unique_ref),
  ]);
  const { current, waiting } = emailOnFile(account?.email ?? null, latest, now);
  return {
    name: `${name?.first ?? ""} ${name?.last ?? ""}`.trim(),
    username: user.username,
    addresses: [current, waiting].filter((address) => address !== null),
    authenticator: user.has_totp,
    passkeys: keys.length,
  };
}

import { eq } from "drizzle-orm";
import { usernameKey } from "~/account/rules";
import { TOTP_PLACE, totp, users } from "~/account/table.server";
import type { Vault } from "~/platform/crypto/vault.server";
import type { Database } from "~/platform/db/database.server";

/** What a local user's authenticator app would hold, in base32; null where two-factor is off. */
export async function totpSecretOf(db: Database, vault: Vault, username: string): Promise<string | null> {
  const [found] = await db
    .select({ user_ref: totp.user_ref, text_encrypted: totp.secret_encrypted })
    .from(totp)
    .innerJoin(users, eq(users.unique_ref, totp.user_ref))
    .where(eq(users.username_key, usernameKey(username)));
  return found ? vault.decrypt(found.user_ref, TOTP_PLACE, found.text_encrypted) : null;
}

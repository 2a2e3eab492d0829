import { desc, eq } from "drizzle-orm";
import { type EmailStatus, statusOf } from "./email/rules";
import type { Asked } from "./guard.server";
import { passkeysOf } from "./passkeys/passkeys.server";
import { emailVerifications, users } from "./table.server";

export interface Address {
  address: string;
  status: EmailStatus;
}

/** What the profile shows. An address on file is a verified one; a newer one waits beside it. */
export async function profileOf({ db, user, now }: Pick<Asked, "db" | "user" | "now">) {
  const [[account], [newest], keys] = await db.batch([
    db
      .select({ first_name: users.first_name, last_name: users.last_name, email: users.email })
      .from(users)
      .where(eq(users.unique_ref, user.unique_ref)),
    db
      .select({
        address: emailVerifications.address,
        status: emailVerifications.status,
        sent_at: emailVerifications.sent_at,
        expires_at: emailVerifications.expires_at,
      })
      .from(emailVerifications)
      .where(eq(emailVerifications.user_ref, user.unique_ref))
      .orderBy(desc(emailVerifications.created_at))
      .limit(1),
    passkeysOf(db, user.unique_ref),
  ]);
  const addresses: Address[] = [];
  const onFile = account?.email ?? null;
  if (onFile !== null) addresses.push({ address: onFile, status: "verified" });
  if (newest && newest.address !== onFile && newest.status !== "verified") {
    addresses.push({ address: newest.address, status: statusOf(newest, now) });
  }
  return {
    name: `${account?.first_name ?? ""} ${account?.last_name ?? ""}`.trim(),
    username: user.username,
    addresses,
    authenticator: user.has_totp,
    passkeys: keys.length,
  };
}

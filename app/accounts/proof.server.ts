import { eq } from "drizzle-orm";
import type { Asked } from "./guard.server";
import { isPassword } from "./passwords.server";
import { users } from "./table.server";

/** Stand-in until the second factor's own is merged. */
export async function checkProof(
  { db, user, now }: Asked,
  { password, twoFactorCode }: { password: string; twoFactorCode: string },
): Promise<{ errors: Record<string, string>; status: 422 | 429 } | null> {
  const [account] = await db
    .select({ password_hash: users.password_hash })
    .from(users)
    .where(eq(users.unique_ref, user.unique_ref));
  if (!(await isPassword(password, account?.password_hash ?? null))) {
    return { errors: { password: "Check your password" }, status: 422 };
  }
  const stale = now - user.login.proof_at >= 600_000;
  if (user.has_totp && stale && twoFactorCode === "") {
    return { errors: { twoFactorCode: "Enter the code" }, status: 422 };
  }
  return null;
}

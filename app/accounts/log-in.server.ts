import { eq } from "drizzle-orm";
import type { Database } from "~/db/database.server";
import { ANONYMOUS_LEVEL } from "./levels";
import { beginLogin } from "./logins.server";
import { hashPassword, isPassword, isWeakHash } from "./passwords.server";
import { usernameKey } from "./rules";
import { users } from "./table.server";

interface Credentials {
  username: string;
  password: string;
  remember: boolean;
}

/**
 * Begins a login for the right username and password. The same work is done for an unknown username, so
 * that time does not tell; level 0 stands for nobody, so such an account cannot be entered.
 */
export async function logIn(db: Database, request: Request, credentials: Credentials, now: number) {
  const [account] = await db
    .select({ unique_ref: users.unique_ref, password_hash: users.password_hash, level: users.level })
    .from(users)
    .where(eq(users.username_key, usernameKey(credentials.username)));
  const right = await isPassword(credentials.password, account?.password_hash ?? null);
  if (!right || !account || account.level <= ANONYMOUS_LEVEL) return null;

  const login = await beginLogin(
    db,
    request,
    { userRef: account.unique_ref, remember: credentials.remember, secondFactor: false },
    now,
  );
  if (isWeakHash(account.password_hash)) {
    const password_hash = await hashPassword(credentials.password);
    const renewed = db.update(users).set({ password_hash }).where(eq(users.unique_ref, account.unique_ref));
    await db.batch([...login.statements, renewed]);
  } else {
    await db.batch(login.statements);
  }
  return { cookie: login.cookie, level: account.level };
}

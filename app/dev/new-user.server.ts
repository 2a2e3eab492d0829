import { ADMIN_LEVEL } from "~/accounts/levels";
import { beginLogin } from "~/accounts/logins.server";
import { users } from "~/accounts/table.server";
import { newRef } from "~/db/columns.server";
import type { Database } from "~/db/database.server";

/** Makes a user of a level with a remembered login. @returns also the cookie of that login. */
export async function makeSignedInUser(db: Database, request: Request, level: number, now: number) {
  const unique_ref = newRef();
  const username = `local-${unique_ref.toLowerCase()}`;
  // An administrator's login counts as one with a second factor: else it could open nothing.
  const login = { userRef: unique_ref, remember: true, secondFactor: level === ADMIN_LEVEL };
  const { statements, cookie } = await beginLogin(db, request, login, now);
  const user = db.insert(users).values({
    unique_ref,
    username,
    username_key: username,
    first_name: "First",
    last_name: "Last",
    password_hash: "none",
    level,
    terms_accepted_at: now,
    created_at: now,
    updated_at: now,
  });
  await db.batch([user, ...statements]);
  return { unique_ref, username, cookie };
}

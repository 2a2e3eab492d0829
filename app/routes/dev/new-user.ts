import { data } from "react-router";
import { beginLogin } from "~/accounts/logins.server";
import { users } from "~/accounts/table.server";
import { newRef } from "~/db/columns.server";
import { databaseContext } from "~/db/database.server";
import { nowContext } from "~/time/clock";
import type { Route } from "./+types/new-user";

/** Local builds only: makes a user of a level and signs the caller in as them, so that a test need not drive the forms. */
export async function action({ request, context }: Route.ActionArgs) {
  const level = Number((await request.formData()).get("level") ?? 9);
  const db = context.get(databaseContext);
  const now = context.get(nowContext);
  const unique_ref = newRef();
  const username = `local-${unique_ref.toLowerCase()}`;
  const { statement, cookie } = await beginLogin(db, request, unique_ref, true, now);
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
  await db.batch([user, statement]);
  return data({ unique_ref, username }, { headers: { "Set-Cookie": cookie } });
}

import { data } from "react-router";
import { databaseContext } from "~/db/database.server";
import { makeSignedInUser } from "~/dev/new-user.server";
import { nowContext } from "~/time/clock";
import type { Route } from "./+types/new-user";

/** Local builds only: makes a user of a level and signs the caller in as them, so that a test need not drive the forms. */
export async function action({ request, context }: Route.ActionArgs) {
  const level = Number((await request.formData()).get("level") ?? 9);
  const made = await makeSignedInUser(context.get(databaseContext), request, level, context.get(nowContext));
  const { unique_ref, username, cookie } = made;
  return data({ unique_ref, username }, { headers: { "Set-Cookie": cookie } });
}

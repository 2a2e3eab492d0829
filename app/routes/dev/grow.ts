import { growUser } from "~/dev/big-data.server";
import { vaultContext } from "~/platform/crypto/vault.server";
import { databaseContext } from "~/platform/db/database.server";
import { nowContext } from "~/platform/time/clock";
import type { Route } from "./+types/grow";

const MOST_YEARS = 30;

/** Local builds only: makes a user with `years` of work and signs the caller in as them. For `npm run bench`. */
export async function action({ request, context }: Route.ActionArgs) {
  const years = Number((await request.formData()).get("years"));
  if (!Number.isInteger(years) || years < 1 || years > MOST_YEARS) {
    return new Response(`years is 1 to ${MOST_YEARS}`, { status: 422 });
  }
  const db = context.get(databaseContext);
  const grown = await growUser(db, context.get(vaultContext), request, years, context.get(nowContext));
  const { id, username, cookie } = grown;
  return Response.json({ user_id: id, username }, { headers: { "Set-Cookie": cookie } });
}

import { appContextOf } from "~/account/guard.server";
import { growUser } from "~/dev/big-data.server";
import type { Route } from "./+types/grow";

const MAX_YEARS = 30;

/** Local builds only: makes a user with `years` of work and signs the caller in as them. For `npm run bench`. */
export async function action(args: Route.ActionArgs) {
  const { request } = args;
  const years = Number((await request.formData()).get("years"));
  if (!Number.isInteger(years) || years < 1 || years > MAX_YEARS) {
    return new Response(`years is 1 to ${MAX_YEARS}`, { status: 422 });
  }
  const app = appContextOf(args);
  const { id, username, cookie } = await growUser(app.db, app.vault, request, years, app.now);
  return Response.json({ user_id: id, username }, { headers: { "Set-Cookie": cookie } });
}

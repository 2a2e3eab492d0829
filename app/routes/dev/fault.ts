import { faultCookie } from "../../../workers/faulty";
import type { Route } from "./+types/fault";

/**
 * Local builds only: of what the caller's browser asks from now on, database statements fail. `of` is `all`, `writes` or
 * the name of a table; without it nothing fails any more.
 */
export async function action({ request }: Route.ActionArgs) {
  const of = String((await request.formData()).get("of") ?? "");
  return Response.json({ of }, { headers: { "Set-Cookie": faultCookie(request, of) } });
}

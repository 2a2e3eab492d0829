import type { SignedInUser } from "~/account/login/logins.server";
import { action, loader } from "~/routes/csv-import/rows";
import { type Answer, call, cookiesOf, signInAs } from "../support/harness";

export const PATH = "/import_csv_data/rows/";

/** A browser of a user's, with the cookies that the page has given it. */
export async function browserOf(user: SignedInUser) {
  const login = await signInAs(user.unique_ref);
  const asked = await call(loader, new Request(`http://daybook.test${PATH}`, { headers: { Cookie: login } }), { user });
  const cookie = `${login}; ${cookiesOf(asked)}`;
  const token = /csrftoken=([^;]+)/.exec(cookie)?.[1] ?? "";
  return (
    body: unknown,
    headers: Record<string, string> = {},
    method = "POST",
  ): Promise<Answer<Record<string, unknown>>> => {
    const sent = typeof body === "string" ? body : JSON.stringify(body);
    const all = { Cookie: cookie, "X-CSRFToken": token, "Content-Type": "application/json", ...headers };
    return call(action, new Request(`http://daybook.test${PATH}`, { method, body: sent, headers: all }), {
      user,
    });
  };
}

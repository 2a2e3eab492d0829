import { data } from "react-router";
import { appContextOf } from "~/account/guard.server";
import { makeSignedInUser } from "~/dev/accounts.server";
import type { Route } from "./+types/new-user";

/**
 * Local builds only: makes a user of a level and signs the caller in as them, so that a test need not use the forms;
 * with a verified address, a password and two-factor on, if those are sent; who has accepted the version `terms` of the terms.
 */
export async function action(args: Route.ActionArgs) {
  const { request } = args;
  const form = await request.formData();
  const wanted = {
    level: Number(form.get("level") ?? 9),
    email: text(form.get("email")),
    password: text(form.get("password")),
    totp: text(form.get("totp")),
    terms: form.has("terms") ? Number(form.get("terms")) : undefined,
  };
  const app = appContextOf(args);
  const { unique_ref, username, cookie } = await makeSignedInUser(app.db, app.vault, request, wanted, app.now);
  return data({ unique_ref, username }, { headers: { "Set-Cookie": cookie } });
}

function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

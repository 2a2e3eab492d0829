import { data } from "react-router";
import { makeSignedInUser } from "~/dev/accounts.server";
import { vaultContext } from "~/platform/crypto/vault.server";
import { databaseContext } from "~/platform/db/database.server";
import { nowContext } from "~/platform/time/clock";
import type { Route } from "./+types/new-user";

/**
 * Local builds only: makes a user of a level and signs the caller in as them, so that a test need not use the forms;
 * with a verified address, a password and two-factor on, if those are sent.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const wanted = {
    level: Number(form.get("level") ?? 9),
    email: text(form.get("email")),
    password: text(form.get("password")),
    totp: text(form.get("totp")),
  };
  const [db, vault, now] = [context.get(databaseContext), context.get(vaultContext), context.get(nowContext)];
  const made = await makeSignedInUser(db, vault, request, wanted, now);
  const { unique_ref, username, cookie } = made;
  return data({ unique_ref, username }, { headers: { "Set-Cookie": cookie } });
}

function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

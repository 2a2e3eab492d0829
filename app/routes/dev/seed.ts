import { appContextOf } from "~/account/guard.server";
import { totpSecretOf } from "~/dev/accounts.server";
import { seed } from "~/dev/seed.server";
import type { Route } from "./+types/seed";

/**
 * Local builds only: makes the two local accounts and realistic work up to the local today. A second run changes
 * nothing.
 */
export async function action(args: Route.ActionArgs) {
  const { db, vault, now } = appContextOf(args);
  const made = await seed(db, vault, now);
  return Response.json({ made, admin_totp: await totpSecretOf(db, vault, "admin") });
}

import { totpSecretOf } from "~/dev/accounts.server";
import { seed } from "~/dev/seed.server";
import { vaultContext } from "~/platform/crypto/vault.server";
import { databaseContext } from "~/platform/db/database.server";
import { nowContext } from "~/platform/time/clock";
import type { Route } from "./+types/seed";

/**
 * Local builds only: makes the two local accounts and realistic work up to the local today. A second run changes
 * nothing.
 */
export async function action({ context }: Route.ActionArgs) {
  const [db, vault] = [context.get(databaseContext), context.get(vaultContext)];
  const made = await seed(db, vault, context.get(nowContext));
  return Response.json({ made, admin_totp: await totpSecretOf(db, vault, "admin") });
}

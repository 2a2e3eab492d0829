import { databaseContext } from "~/db/database.server";
import { seed } from "~/dev/seed.server";
import { nowContext } from "~/time/clock";
import { vaultContext } from "~/vault/vault.server";
import type { Route } from "./+types/seed";

/** Local builds only: makes the two local accounts and believable work up to the local today. Again changes nothing. */
export async function action({ context }: Route.ActionArgs) {
  const made = await seed(context.get(databaseContext), context.get(vaultContext), context.get(nowContext));
  return Response.json({ made });
}

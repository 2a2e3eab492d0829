import { totpCode } from "~/account/factors/totp.server";
import { totpSecretOf } from "~/dev/accounts.server";
import { vaultContext } from "~/platform/crypto/vault.server";
import { databaseContext } from "~/platform/db/database.server";
import { nowContext } from "~/platform/time/clock";
import type { Route } from "./+types/code";

/**
 * Local builds only: the present code of an authenticator app, for `?secret=` in base32 or for `?username=`. With
 * `&in=30` the code of 30 seconds later, which is accepted already, so that no test waits for an unused code.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { secret, username, in: ahead = "0" } = Object.fromEntries(url.searchParams);
  const found = username
    ? await totpSecretOf(context.get(databaseContext), context.get(vaultContext), username)
    : secret;
  if (!found || !/^[A-Z2-7]+$/.test(found)) return new Response("No such secret", { status: 404 });
  return new Response(totpCode(found, context.get(nowContext) + Number(ahead) * 1000));
}

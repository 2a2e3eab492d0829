import { type RouterContextProvider, redirect } from "react-router";
import { type Database, databaseContext } from "~/db/database.server";
import { redirectSaying } from "~/http/flash.server";
import { nowContext } from "~/time/clock";
import { type Vault, vaultContext } from "~/vault/vault.server";
import { mayOpen, type Screen } from "./levels";
import { hasLoginCookie, type SignedInUser, userContext } from "./logins.server";

const LOGIN_ENDED = "Your login has ended. Log in again to go on.";

/** What a loader or an action works with once it is known who asks. */
export interface Asked {
  db: Database;
  user: SignedInUser;
  vault: Vault;
  now: number;
}

interface RouteArguments {
  request: Request;
  context: Readonly<RouterContextProvider>;
}

/**
 * The first line of every loader and action behind a login: nobody gets a database to ask without it.
 * @throws Response to /login/ for a visitor, to / with the reason for a level that is too low.
 */
export function requireLevel(screen: Exclude<Screen, "anonymous">, { request, context }: RouteArguments): Asked {
  const user = context.get(userContext);
  if (!user) throw hasLoginCookie(request) ? redirectSaying(request, "/login/", LOGIN_ENDED) : redirect("/login/");
  if (!mayOpen(screen, user.level)) {
    throw redirectSaying(request, "/", "Your account does not include that page.");
  }
  return { db: context.get(databaseContext), user, vault: context.get(vaultContext), now: context.get(nowContext) };
}

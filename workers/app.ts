import { createRequestHandler, RouterContextProvider } from "react-router";
import { databaseContext, openDatabase } from "~/db/database.server";
import { burstsContext } from "~/http/bursts";
import { logRequest } from "~/http/request-log";
import { withSecurityHeaders } from "~/http/security-headers";
import { nowContext } from "~/time/clock";
import { openVault, type Vault, vaultContext } from "~/vault/vault.server";
import { runDailyJobs } from "./jobs";
import { readClock, refuseLocalSettings, refusePlace } from "./settings";

const answer = createRequestHandler(() => import("virtual:react-router/server-build"), import.meta.env.MODE);

/** One for an isolate, so that a user's key is not derived anew for each page. */
let vault: Vault | undefined;

export default {
  async fetch(request, env) {
    const refused = refusePlace(request, env);
    if (refused) return withSecurityHeaders(refused);
    const context = new RouterContextProvider();
    context.set(nowContext, readClock(env));
    context.set(databaseContext, openDatabase(env.DB));
    vault ??= openVault(env.VAULT_KEYS, env.VAULT_KEY_ID);
    context.set(vaultContext, vault);
    context.set(burstsContext, async (key) => (await env.BURSTS.limit({ key })).success);
    const started = performance.now();
    const response = await answer(request, context);
    logRequest(request, response.status, performance.now() - started);
    return withSecurityHeaders(response);
  },

  async scheduled(_event, env) {
    refuseLocalSettings(env);
    await runDailyJobs(openDatabase(env.DB), readClock(env));
  },
} satisfies ExportedHandler<Env>;

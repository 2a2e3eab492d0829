import { createRequestHandler, type RequestHandler, RouterContextProvider } from "react-router";
import { openVault, vaultContext } from "~/platform/crypto/vault.server";
import { databaseContext, openDatabase } from "~/platform/db/database.server";
import { nowContext } from "~/platform/time/clock";
import { bindingContext } from "../app/binding.server";

/** One for an isolate, as Daybook's. */
let router: RequestHandler | undefined;

export default {
  async fetch(request, env) {
    const context = new RouterContextProvider();
    context.set(nowContext, Date.now());
    context.set(bindingContext, env.DB);
    context.set(databaseContext, openDatabase(env.DB));
    context.set(vaultContext, openVault(env.VAULT_KEYS, env.VAULT_KEY_ID));
    router ??= createRequestHandler(await import("virtual:react-router/server-build"), import.meta.env.MODE);
    return router(request, context);
  },
} satisfies ExportedHandler<Env>;

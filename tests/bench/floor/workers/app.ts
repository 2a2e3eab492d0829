import { createRequestHandler, RouterContextProvider } from "react-router";
import { databaseContext, openDatabase } from "~/db/database.server";
import { nowContext } from "~/time/clock";
import { openVault, vaultContext } from "~/vault/vault.server";
import { bindingContext } from "../app/binding.server";

const answer = createRequestHandler(() => import("virtual:react-router/server-build"), import.meta.env.MODE);

export default {
  fetch(request, env) {
    const context = new RouterContextProvider();
    context.set(nowContext, Date.now());
    context.set(bindingContext, env.DB);
    context.set(databaseContext, openDatabase(env.DB));
    context.set(vaultContext, openVault(env.VAULT_KEYS, env.VAULT_KEY_ID));
    return answer(request, context);
  },
} satisfies ExportedHandler<Env>;

import { RouterContextProvider } from "react-router";
import { afterAnswerContext, formStoreContext, jobsContext, siteContext } from "~/platform/context";
import { vaultContext } from "~/platform/crypto/vault.server";
import { besideDatabaseContext, databaseContext } from "~/platform/db/database.server";
import { burstLimiterContext } from "~/platform/http/bursts";
import { nowContext } from "~/platform/time/clock";
import { openFormStore, openQueue, vaultOf } from "./bindings";
import { openReading, pathOf } from "./copies";
import { withFault } from "./faulty";
import { answerOnTables } from "./old-tables";
import { bindingOf } from "./regions";
import { readSite } from "./settings";

declare const __LOCAL_BUILD__: boolean;

/** What a request is answered with. */
interface Answering {
  env: Env;
  execution: Pick<ExecutionContext, "waitUntil">;
  now: number;
  /** The router. */
  route: (request: Request, context: RouterContextProvider) => Promise<Response>;
}

/** Answers by the router, with all that routes work with. */
export async function answer(request: Request, { env, execution, now, route }: Answering): Promise<Response> {
  const binding = bindingOf(env);
  const read = __LOCAL_BUILD__ ? withFault(request, binding) : binding;
  const { database, beside, withBookmark } = openReading(request, pathOf(new URL(request.url)), read);
  const context = new RouterContextProvider();
  context.set(databaseContext, database);
  context.set(besideDatabaseContext, beside);
  context.set(nowContext, now);
  context.set(afterAnswerContext, (work) => execution.waitUntil(work));
  context.set(vaultContext, vaultOf(env));
  context.set(burstLimiterContext, async (key) => (await env.BURSTS.limit({ key })).success);
  context.set(jobsContext, openQueue(env, execution));
  context.set(siteContext, readSite(env));
  context.set(formStoreContext, openFormStore(env));
  return withBookmark(await answerOnTables(request, binding, () => route(request, context)));
}

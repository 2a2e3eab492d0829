import { createRequestHandler, type RequestHandler, RouterContextProvider } from "react-router";
import { withLockable } from "~/diary/locks/locked.server";
import { formStoreContext, jobsContext, siteContext } from "~/platform/context";
import { openVault, type Vault, vaultContext } from "~/platform/crypto/vault.server";
import { databaseContext, openDatabase } from "~/platform/db/database.server";
import { burstLimiterContext } from "~/platform/http/bursts";
import { refuseCrossSite } from "~/platform/http/csrf.server";
import { logRequest } from "~/platform/http/log";
import { withSecurityHeaders } from "~/platform/http/security-headers";
import { wellKnown } from "~/platform/http/well-known";
import { nowContext } from "~/platform/time/clock";
import { openMailer, openQueue } from "./bindings";
import { DAILY, runDailyJobs, runEveryMinute, runJobs } from "./jobs";
import { readClock, readSite, refuseLocalSettings, refuseRequest } from "./settings";

/**
 * One for each isolate: given the build as a function, React Router would rank the whole route table for each request.
 */
let router: RequestHandler | undefined;

/**
 * Most bytes of an unread request body to drain, the size of our largest form; and how long the response waits for
 * that.
 */
const MOST_DRAINED_BYTES = 1024 * 1024;
const DRAIN_TIMEOUT_MS = 500;

/** One for each isolate, so that a user's key is not derived again for each page. */
let vault: Vault | undefined;

export default {
  async fetch(request, env, execution) {
    const refused = refuseRequest(request, env);
    if (refused) return withSecurityHeaders(refused);
    const [site, now] = [readSite(env), readClock(env)];
    const context = new RouterContextProvider();
    context.set(nowContext, now);
    context.set(databaseContext, openDatabase(env.DB));
    context.set(vaultContext, vaultOf(env));
    context.set(burstLimiterContext, async (key) => (await env.BURSTS.limit({ key })).success);
    context.set(jobsContext, openQueue(env, execution));
    context.set(siteContext, site);
    context.set(formStoreContext, env.FORMS);
    const started = performance.now();
    const response = refuseCrossSite(request) ?? wellKnown(request, site, now) ?? (await answer(request, context));
    // The unread body of a refused request would block the next request on the connection.
    if (request.body && !request.bodyUsed) {
      await Promise.race([drainBody(request.body).catch(() => {}), scheduler.wait(DRAIN_TIMEOUT_MS)]);
    }
    logRequest(request, response.status, performance.now() - started);
    return withSecurityHeaders(response);
  },

  async queue(batch, env, execution) {
    refuseLocalSettings(env);
    await runJobs(batch, jobContextOf(env, execution), () => readClock(env));
  },

  async scheduled({ cron }, env, execution) {
    refuseLocalSettings(env);
    const world = jobContextOf(env, execution);
    const run = cron === DAILY ? runDailyJobs : runEveryMinute;
    await run(world, () => readClock(env));
  },
} satisfies ExportedHandler<Env>;

async function answer(request: Request, context: RouterContextProvider): Promise<Response> {
  // In development each request uses the newest build.
  if (!router || import.meta.env.DEV) {
    const build = await import("virtual:react-router/server-build");
    router = createRequestHandler({ ...build, routes: withLockable(build.routes) }, import.meta.env.MODE);
  }
  return router(request, context);
}

async function drainBody(body: ReadableStream<Uint8Array>): Promise<void> {
  let length = 0;
  for await (const chunk of body) {
    length += chunk.byteLength;
    if (length > MOST_DRAINED_BYTES) return;
  }
}

function vaultOf(env: Env): Vault {
  vault ??= openVault(env.VAULT_KEYS, env.VAULT_KEY_ID);
  return vault;
}

function jobContextOf(env: Env, execution: ExecutionContext) {
  return {
    db: openDatabase(env.DB),
    vault: vaultOf(env),
    now: readClock(env),
    site: readSite(env),
    jobs: openQueue(env, execution),
    mailer: openMailer(env),
    forms: env.FORMS,
    objects: env.OBJECTS,
  };
}

import { createRequestHandler, type RequestHandler, type RouterContextProvider } from "react-router";
import { withLockable } from "~/diary/locks/locked.server";
import type { JobContext } from "~/platform/context";
import { stepsOf } from "~/platform/http/body-steps.server";
import { refuseCrossSite } from "~/platform/http/csrf.server";
import { withReferences } from "~/platform/http/failure.server";
import { wellKnown } from "~/platform/http/well-known";
import { answer } from "./answer";
import { openFormStore, openMailer, openQueue, vaultOf } from "./bindings";
import { type CronWorld, runCron } from "./crons";
import { takeCspReport } from "./csp-reports";
import { health, watchForMatters } from "./health";
import { runJobs } from "./jobs";
import { hasTables } from "./old-tables";
import { publicPage } from "./public-pages";
import { bindingOf, databaseOf } from "./regions";
import { withRequestLine, withRunLines } from "./request-line";
import { readClock, readSite, refuseLocalSettings, refuseRequest } from "./settings";
import { answerMisspelt, matchedAsSpelt } from "./spelling";

/**
 * One for each isolate: given the build as a function, React Router would rank the whole route table for each request.
 */
let router: RequestHandler | undefined;

/**
 * Most bytes of an unread request body to drain, the size of our largest form; and how long the response waits for
 * that.
 */
const MAX_DRAINED_BYTES = 1024 * 1024;
const DRAIN_TIMEOUT_MS = 500;

export default {
  async fetch(request, env, execution) {
    const vault = () => vaultOf(env);
    return withRequestLine(request, vault, async () => {
      const refused = refuseRequest(request, env);
      if (refused) return refused;
      const [site, now] = [readSite(env), readClock(env)];
      const response =
        (await takeCspReport(request, () => ({ vault: vaultOf(env), bursts: env.BURSTS }))) ??
        refuseCrossSite(request) ??
        wellKnown(request, site, now) ??
        (await health(request, env)) ??
        answerMisspelt(request) ??
        (await publicPage(request, env)) ??
        (await answer(request, { env, execution, now, route }));
      // The unread body of a refused request would block the next request on the connection.
      if (request.body && !request.bodyUsed) {
        await Promise.race([drainBody(request.body).catch(() => {}), scheduler.wait(DRAIN_TIMEOUT_MS)]);
      }
      return response;
    });
  },

  async queue(batch, env, execution) {
    refuseLocalSettings(env);
    await withRunLines(
      () => vaultOf(env),
      () => runJobs(batch, jobContextOf(env, execution), () => readClock(env)),
    );
  },

  async scheduled({ cron }, env, execution) {
    refuseLocalSettings(env);
    await withRunLines(
      () => vaultOf(env),
      () => runCron(cron, cronWorldOf(env, execution)),
    );
  },
} satisfies ExportedHandler<Env>;

async function route(request: Request, context: RouterContextProvider): Promise<Response> {
  // In development each request uses the newest build.
  if (!router || import.meta.env.DEV) {
    const build = await import("virtual:react-router/server-build");
    router = createRequestHandler(
      { ...build, routes: matchedAsSpelt(withReferences(withLockable(build.routes))) },
      import.meta.env.MODE,
    );
  }
  return router(request, context);
}

async function drainBody(body: ReadableStream<Uint8Array>): Promise<void> {
  let length = 0;
  for await (const chunk of stepsOf(body)) {
    length += chunk.byteLength;
    if (length > MAX_DRAINED_BYTES) return;
  }
}

/** What the crons work with. */
function cronWorldOf(env: Env, execution: ExecutionContext): CronWorld {
  const app = jobContextOf(env, execution);
  return {
    app,
    clock: () => readClock(env),
    hasTables: () => hasTables(bindingOf(env)),
    watch: () => watchForMatters(app, env),
  };
}

/** What a message of the queue works with. */
function jobContextOf(env: Env, execution: Pick<ExecutionContext, "waitUntil">): JobContext {
  const site = readSite(env);
  return {
    db: databaseOf(env),
    vault: vaultOf(env),
    now: readClock(env),
    site,
    jobs: openQueue(env, execution),
    mailer: openMailer(env),
    forms: openFormStore(env),
    objects: env.OBJECTS,
    lockedDays: site.lockedDays,
  };
}

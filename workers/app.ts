import { createRequestHandler, type RequestHandler, RouterContextProvider } from "react-router";
import { endLogin } from "~/account/login/log-out.server";
import { PENDING_LOGIN_COOKIE } from "~/account/login/pending-logins.server";
import { withLockable } from "~/diary/locks/locked.server";
import {
  afterAnswerContext,
  commonDatabaseContext,
  directoryContext,
  formStoreContext,
  jobsContext,
  siteContext,
} from "~/platform/context";
import { vaultContext } from "~/platform/crypto/vault.server";
import { countedDatabase } from "~/platform/db/counted-database.server";
import { besideDatabaseContext, type Database, databaseContext, openDatabase } from "~/platform/db/database.server";
import { regionIn } from "~/platform/db/tokens";
import { burstLimiterContext } from "~/platform/http/bursts";
import { cookieOfResponse, LOGIN_COOKIE, readCookie } from "~/platform/http/cookies";
import { refuseCrossSite } from "~/platform/http/csrf.server";
import { withReferences } from "~/platform/http/failure.server";
import { addToNote } from "~/platform/http/request-note.server";
import { wellKnown } from "~/platform/http/well-known";
import { nearestRegionsContext } from "~/platform/places";
import { nowContext } from "~/platform/time/clock";
import { isSweepsQueue, openFormStore, openQueue, vaultOf } from "./bindings";
import { openReading } from "./copies";
import { runCron, runSweepMessages } from "./crons";
import { takeCspReport } from "./csp-reports";
import { checkDirectory } from "./directory-tables";
import { withFault } from "./faulty";
import { health } from "./health";
import { cronWorldOf, jobContextIn } from "./job-context";
import { runJobs } from "./jobs";
import { regionsByDistance, type Whereabouts } from "./nearest-region";
import { answerOnTables, refuseOldTables } from "./old-tables";
import { pathOf, pickRegion } from "./pick-region";
import { publicPage } from "./public-pages";
import { databaseOf, type Region, readRegions, regionOf } from "./regions";
import { withRequestLine, withRunLines } from "./request-line";
import { readClock, readSite, refuseLocalSettings, refuseRequest } from "./settings";

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

declare const __LOCAL_BUILD__: boolean;

/**
 * The least time of an answer to a request whose region follows from a name, except one that begins a login. Databases of
 * the local world are all near.
 */
const sameTimeMs = () => (__LOCAL_BUILD__ ? 20 : 2000);

export default {
  async fetch(request, env, execution) {
    const vault = () => vaultOf(env);
    return withRequestLine(request, vault, async () => {
      const refused = refuseRequest(request, env);
      if (refused) return refused;
      const [site, now] = [readSite(env), readClock(env)];
      const response =
        (await takeCspReport(request, () => counting(env, now))) ??
        refuseCrossSite(request) ??
        wellKnown(request, site, now) ??
        (await health(request, env)) ??
        (await publicPage(request, env)) ??
        (await answerWithDirectory(request, env, execution, now));
      // The unread body of a refused request would block the next request on the connection.
      if (request.body && !request.bodyUsed) {
        await Promise.race([drainBody(request.body).catch(() => {}), scheduler.wait(DRAIN_TIMEOUT_MS)]);
      }
      return response;
    });
  },

  async queue(batch, env, execution) {
    refuseLocalSettings(env);
    const contextOf = (code?: string) => jobContextIn(env, execution, code);
    await withRunLines(
      () => vaultOf(env),
      () =>
        isSweepsQueue(batch.queue)
          ? runSweepMessages(batch, cronWorldOf(env, execution))
          : runJobs(batch, contextOf, () => readClock(env)),
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

/** Answers, unless the directory was asked and has older tables than this build needs. */
async function answerWithDirectory(request: Request, env: Env, execution: ExecutionContext, now: number) {
  const { database, isRefused } = checkDirectory(env.DIRECTORY);
  const directory = openDatabase(countedDatabase(database), "");
  try {
    const response = await answerInRegion(request, { env, execution, now, directory });
    return isRefused() ? refuseOldTables(request) : response;
  } catch (error) {
    if (isRefused()) return refuseOldTables(request);
    throw error;
  }
}

interface Asking {
  env: Env;
  execution: ExecutionContext;
  now: number;
  directory: Database;
}

/** Answers with the database of the region of the request. */
async function answerInRegion(request: Request, { env, execution, now, directory }: Asking): Promise<Response> {
  const regions = readRegions(env);
  const [source, started] = [{ vault: vaultOf(env), directory }, performance.now()];
  const { region, isByName } = await pickRegion(request, regions, source);
  addToNote({ region: region.code });
  const read = __LOCAL_BUILD__ ? withFault(request, region) : region;
  const { database, beside, withBookmark } = openReading(request, pathOf(new URL(request.url)), read);
  const context = openContext(request, env, execution, region);
  context.set(nowContext, now);
  context.set(databaseContext, database);
  context.set(besideDatabaseContext, beside);
  context.set(directoryContext, directory);
  const response = withBookmark(await answerOnTables(request, region, () => answer(request, context)));
  const login = cookieOfResponse(request, response, LOGIN_COOKIE);
  // The login before it, which the router could not see.
  const before = login === null ? null : regionOf(regions, regionIn(readCookie(request, LOGIN_COOKIE) ?? ""));
  if (before && before !== region) await endLogin(databaseOf(before), request);
  const begins = login || cookieOfResponse(request, response, PENDING_LOGIN_COOKIE);
  if (isByName && !begins) await scheduler.wait(Math.max(0, sameTimeMs() - (performance.now() - started)));
  return response;
}

/** What routes work with, except the time and their databases. */
function openContext(request: Request, env: Env, execution: ExecutionContext, { code }: Region): RouterContextProvider {
  const context = new RouterContextProvider();
  const regions = readRegions(env);
  context.set(afterAnswerContext, (work) => execution.waitUntil(work));
  context.set(commonDatabaseContext, databaseOf(regions[0]));
  context.set(vaultContext, vaultOf(env));
  context.set(burstLimiterContext, async (key) => (await env.BURSTS.limit({ key })).success);
  context.set(jobsContext, openQueue(env, execution, code));
  context.set(siteContext, readSite(env));
  context.set(formStoreContext, openFormStore(env));
  context.set(nearestRegionsContext, () => {
    return regionsByDistance(request.cf as Whereabouts | undefined, regions).map((region) => region.code);
  });
  return context;
}

async function answer(request: Request, context: RouterContextProvider): Promise<Response> {
  // In development each request uses the newest build.
  if (!router || import.meta.env.DEV) {
    const build = await import("virtual:react-router/server-build");
    router = createRequestHandler(
      { ...build, routes: withReferences(withLockable(build.routes)) },
      import.meta.env.MODE,
    );
  }
  return router(request, context);
}

async function drainBody(body: ReadableStream<Uint8Array>): Promise<void> {
  let length = 0;
  for await (const chunk of body) {
    length += chunk.byteLength;
    if (length > MAX_DRAINED_BYTES) return;
  }
}

/** What a report of a browser is counted with. */
function counting(env: Env, now: number) {
  return { db: databaseOf(readRegions(env)[0]), vault: vaultOf(env), bursts: env.BURSTS, now };
}

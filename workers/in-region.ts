import { RouterContextProvider } from "react-router";
import { endLogin } from "~/account/login/log-out.server";
import { PENDING_LOGIN_COOKIE } from "~/account/login/pending-logins.server";
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
import { addToNote } from "~/platform/http/request-note.server";
import { nearestRegionsContext } from "~/platform/places";
import { nowContext } from "~/platform/time/clock";
import { openFormStore, openQueue, vaultOf } from "./bindings";
import { openReading } from "./copies";
import { checkDirectory } from "./directory-tables";
import { withFault } from "./faulty";
import { regionsByDistance, type Whereabouts } from "./nearest-region";
import { answerOnTables, refuseOldTables } from "./old-tables";
import { pathOf, pickRegion } from "./pick-region";
import { databaseOf, type Region, readRegions, regionOf } from "./regions";
import { readSite } from "./settings";

declare const __LOCAL_BUILD__: boolean;

/**
 * The least time of an answer to a request whose region follows from a name, except one that begins a login. Databases of
 * the local world are all near.
 */
const SAME_TIME_MS = __LOCAL_BUILD__ ? 20 : 2000;

/** What a request is answered with. */
interface Answering {
  env: Env;
  execution: Pick<ExecutionContext, "waitUntil">;
  now: number;
  /** The router. */
  route: (request: Request, context: RouterContextProvider) => Promise<Response>;
}

/** Answers, unless the directory was asked and has older tables than this build needs. */
export async function answerWithDirectory(
  request: Request,
  by: Answering,
  { database, isRefused } = checkDirectory(by.env.DIRECTORY),
): Promise<Response> {
  try {
    const response = await answerInRegion(request, by, openDatabase(countedDatabase(database), ""));
    return isRefused() ? refuseOldTables(request) : response;
  } catch (error) {
    if (isRefused()) return refuseOldTables(request);
    throw error;
  }
}

/** Answers with the database of the region of the request. */
async function answerInRegion(request: Request, by: Answering, directory: Database): Promise<Response> {
  const regions = readRegions(by.env);
  const [source, started] = [{ vault: vaultOf(by.env), directory }, performance.now()];
  const { region, isByName } = await pickRegion(request, regions, source);
  addToNote({ region: region.code });
  const read = __LOCAL_BUILD__ ? withFault(request, region) : region;
  const { database, beside, withBookmark } = openReading(request, pathOf(new URL(request.url)), read);
  const context = openContext(request, by, region);
  context.set(databaseContext, database);
  context.set(besideDatabaseContext, beside);
  context.set(directoryContext, directory);
  const response = withBookmark(await answerOnTables(request, region, () => by.route(request, context)));
  const login = cookieOfResponse(request, response, LOGIN_COOKIE);
  // The login before it, which the router could not see.
  const before = login === null ? null : regionOf(regions, regionIn(readCookie(request, LOGIN_COOKIE) ?? ""));
  if (before && before !== region) await endLogin(databaseOf(before), request);
  const begins = login || cookieOfResponse(request, response, PENDING_LOGIN_COOKIE);
  if (isByName && !begins) await scheduler.wait(Math.max(0, SAME_TIME_MS - (performance.now() - started)));
  return response;
}

/** What routes work with, except the databases of the request. */
function openContext(request: Request, { env, execution, now }: Answering, { code }: Region): RouterContextProvider {
  const context = new RouterContextProvider();
  const regions = readRegions(env);
  context.set(nowContext, now);
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
